import Foundation

/// The units that describe a program as it is: for each file the newest one, with the
/// reason if the file can't be read by it.
struct BuiltProgram {
    let root: String
    private(set) var units: [IndexUnit] = []
    /// What some build has compiled of the program itself, by paths without links.
    let known: [String: IndexUnit]
    /// What the build system says is in each target, by where its objects are.
    let sources: [String: ObjectFile.TargetSources]

    init(_ all: [IndexUnit], of root: String) {
        self.root = root
        // Renamed and deleted files leave their units, and so do earlier builds.
        let byFile = Dictionary(grouping: all, by: \.mainFile).sorted { $0.key < $1.key }
        var files = byFile.compactMap { $0.value.max { $0.date < $1.date } }
        for index in files.indices {
            files[index].isReported = Self.isOwn(files[index], of: root)
        }
        let own = files.filter(\.isReported)
        known = Dictionary(own.map { (resolved($0.mainFile), $0) }) { $1 }
        sources = Dictionary(grouping: own) { directory(of: $0.outputFile) }
            .compactMapValues { ObjectFile.sources(beside: $0[0]) }
        let words = Set(Project.settings(of: root).split { !$0.isNameCharacter })
        files = files.compactMap { current($0, wordsOfSettings: words) }
        markTests(in: &files)
        units = related(files).compactMap { unit in
            unit.leftOut == nil ? reason(for: unit).map(unit.leftOut) ?? unit : unit
        }
    }

    /// A file that there is, or that the last build had; `nil` for one that was gone by
    /// then, or whose whole target is.
    private func current(_ unit: IndexUnit, wordsOfSettings words: Set<Substring>)
        -> IndexUnit?
    {
        let target = sources[directory(of: unit.outputFile)]
        let isOfTarget = target?.paths.contains(unit.mainFile)
        // A file that its target no longer has leaves its unit, too, and its object.
        if exists(unit.mainFile) { return isOfTarget == false ? nil : unit }
        let wasBuilt = isOfTarget == true && words.contains(unit.module[...])
        return wasBuilt ? unit.leftOut(as: .deleted) : nil
    }

    private func reason(for unit: IndexUnit) -> LeftOutFile.Reason? {
        if unit.isReported, ObjectFile.isMissing(for: unit) { return .failed }
        let isStale = !unit.mayBeLibrary && changeDate(of: unit.mainFile) > unit.date
        return isStale ? .changed : nil
    }

    private func markTests(in files: inout [IndexUnit]) {
        let tests = Dictionary(grouping: files, by: \.module).filter(\.value.areTests)
        for index in files.indices {
            files[index].isInTests = tests[files[index].module] != nil
        }
    }

    /// The files of modules that have the library, import it, or import such modules, as
    /// far as what is checked imports them.
    private func related(_ files: [IndexUnit]) -> [IndexUnit] {
        let pasted = files.filter(\.mayBeLibrary).map(\.module)
        let users = reachable(from: ["Collet"] + pasted) { module in
            files.filter { $0.imports.contains(module) }.map(\.module)
        }
        // What else Xcode has in the same index is another program's.
        let checked = files.filter { $0.isReported || !IndexUnit.isXcodes($0.store) }
        let imported = files.imported(by: checked.map(\.module))
        return files.filter { unit in
            let isUser = users.contains(unit.module) || unit.isReported
            return isUser && imported.contains(unit.module)
        }
    }

    /// Whether a file belongs to the root itself, not to what is built or checked out
    /// inside it.
    private static func isOwn(_ unit: IndexUnit, of root: String) -> Bool {
        // The compiler may have been given another way to the same place.
        let path =
            unit.mainFile.hasPrefix("\(root)/") ? unit.mainFile : resolved(unit.mainFile)
        guard path.hasPrefix("\(root)/") else { return false }
        let inside = String(path.dropFirst(root.count))
        // Packages are checked out beside this file, whatever their directory is called.
        let state =
            inside.components(separatedBy: "/checkouts/")[0] + "/workspace-state.json"
        let isBuilt = inside.contains(/\/(\.build|SourcePackages|[^\/]*\.noindex)\//)
        return !isBuilt && !exists(root + state)
    }
}

extension [IndexUnit] {
    /// Whether they are a target for tests. An app may have a file for tests, too, that
    /// imports what they need.
    fileprivate var areTests: Bool {
        let importing = filter { !$0.imports.isDisjoint(with: ["XCTest", "Testing"]) }
        guard let first = importing.first else { return false }
        if first.module.contains("Test") { return true }
        return importing.count * 2 >= count && !contains(where: \.startsProgram)
    }
}

extension IndexUnit {
    fileprivate var startsProgram: Bool {
        mainFile.hasSuffix("/main.swift") || contents(of: mainFile).contains("@main")
    }
}

extension Character {
    fileprivate var isNameCharacter: Bool { isLetter || isNumber || self == "_" }
}
