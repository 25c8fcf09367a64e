import Foundation

/// The program that is checked: the current units of its index, and its settings.
package enum Program {
    /// Reads the wiring of a program; the command's options have the same names and
    /// meanings.
    package static func wiring(
        packagePath: String?, buildPath: String?, indexStorePath: String? = nil,
        compilerPath: String? = nil
    ) throws -> Wiring {
        let root = resolved(packagePath ?? FileManager.default.currentDirectoryPath)
        guard exists(root) else { throw CheckFailure("there is no package at \(root)") }
        let store = try indexStore(of: root, at: indexStorePath, builtAt: buildPath)
        let library = try IndexStoreLibrary(
            path: IndexStoreLibrary.find(beside: compilerPath))
        let units = try library.read(storeAt: store) { current($0, of: root) }
        let known = units.filter(\.unit.isReported).map(\.unit)
        let files =
            units.map(SourceFile.init)
            + unbuilt(besides: known, in: root).map { SourceFile($0) }
        // A release build indexes the tests alone, for SwiftPM to find them.
        let own = files.filter {
            $0.isReported && !$0.isInTests && $0.unit.leftOut != .unbuilt
        }
        guard let first = own.first else { throw noIndex(of: root, in: store) }
        if let reason = first.unit.leftOut, own.allSatisfy({ $0.unit.leftOut != nil }) {
            throw CheckFailure(
                "\(first.path) is left out, which \(reason.rawValue); build again"
                    + (isXcodes(store)
                        ? ", with COMPILATION_CACHE_ENABLE_CACHING=NO" : ""))
        }
        let isNonisolated = isNonisolatedByDefault(root)
        return WiringSteps(files, of: root, isNonisolatedByDefault: isNonisolated).wiring
    }

    static func root(of file: String) throws -> String {
        if let root = ancestors(of: file).first(where: { !projects(in: $0).isEmpty }) {
            return root
        }
        guard exists(file) else {
            throw CheckFailure(
                "the sources are not on this machine: there is no \(file); where tests run on "
                    + "another machine than the one that built them, as in Xcode Cloud, check "
                    + "with the command after the build")
        }
        throw CheckFailure("there is no Package.swift and no Xcode project above \(file)")
    }

    /// Whether functions that say nothing about isolation are certainly not isolated.
    private static func isNonisolatedByDefault(_ root: String) -> Bool {
        let settings = settings(of: root)
        let words = [
            "defaultIsolation", "SWIFT_DEFAULT_ACTOR_ISOLATION", ".xcconfig",
            "NonisolatedNonsendingByDefault", "SWIFT_APPROACHABLE_CONCURRENCY",
        ]
        return !settings.isEmpty && !words.contains(where: settings.contains)
    }

    /// What the manifest of a package says, or a project of Xcode's.
    static func settings(of root: String) -> String {
        projects(in: root).map { name in
            contents(of: "\(root)/\(name)")
                + contents(of: "\(root)/\(name)/project.pbxproj")
        }.joined()
    }

    private static func isXcodes(_ store: String) -> Bool {
        store.contains(/\/DataStore\/?$/)
    }

    private static func projects(in directory: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory)
        return (names ?? []).filter {
            $0.contains(/^Package\.swift$|\.(xcodeproj|xcworkspace)$/)
        }
    }

    /// Picks the newest unit of each file, and marks what is left out.
    private static func current(_ units: [IndexUnit], of root: String) -> [IndexUnit] {
        // Renamed and deleted files leave their units, and so do earlier builds.
        let byFile = Dictionary(grouping: units, by: \.mainFile).sorted {
            $0.key < $1.key
        }
        let newest = byFile.compactMap { $0.value.max { $0.date < $1.date } }
        var files = newest.filter { exists($0.mainFile) }
        for index in files.indices {
            files[index].isReported = isOwn(files[index], of: root)
        }
        // A file that its target no longer has leaves its unit, too, and its object.
        let reported = files.filter(\.isReported)
        let sources = Dictionary(grouping: reported) { directory(of: $0.outputFile) }
            .compactMapValues { ObjectFile.sources(beside: $0[0]) }
        files.removeAll {
            sources[directory(of: $0.outputFile)]?.contains($0.mainFile) == false
        }
        // Xcode has one index for all that is built into the same derived data: only
        // modules count that have the library, import it, or import such modules, also
        // indirectly.
        let pasted = files.filter(\.mayBeLibrary).map(\.module)
        let related = reachable(from: ["Collet"] + pasted) { module in
            files.filter { $0.imports.contains(module) }.map(\.module)
        }
        let checked = files.filter { $0.isReported || !isXcodes($0.store) }
        let modules = files.imported(by: checked.map(\.module))
        let tests = files.filter { !$0.imports.isDisjoint(with: ["XCTest", "Testing"]) }
        return files.filter { related.contains($0.module) || $0.isReported }.map {
            var unit = $0
            unit.isInTests = tests.contains { $0.module == unit.module }
            let isStale = !unit.mayBeLibrary && changeDate(of: unit.mainFile) > unit.date
            let isFailed = unit.isReported && ObjectFile.isMissing(for: unit)
            let reason: LeftOutFile.Reason? =
                isFailed ? .failed : isStale ? .changed : nil
            unit.leftOut = modules.contains(unit.module) ? reason : .foreign
            if unit.leftOut != nil { unit.records = [] }
            return unit
        }
    }

    /// Whether a file belongs to the root itself, not to what is built or checked out
    /// inside it.
    private static func isOwn(_ unit: IndexUnit, of root: String) -> Bool {
        // The compiler may have been given another way to the same place.
        let path =
            unit.mainFile.hasPrefix(root + "/") ? unit.mainFile : resolved(unit.mainFile)
        guard path.hasPrefix(root + "/") else { return false }
        let inside = String(path.dropFirst(root.count))
        // Packages are checked out beside this file, whatever their directory is called.
        let state =
            inside.components(separatedBy: "/checkouts/")[0] + "/workspace-state.json"
        let isBuilt = inside.contains(/\/(\.build|SourcePackages|[^\/]*\.noindex)\//)
        return !isBuilt && !exists(root + state)
    }

    /// Finds the index, which callers mean, or which SwiftPM or Xcode keeps in a
    /// directory.
    private static func indexStore(
        of root: String, at given: String?, builtAt path: String?
    ) throws -> String {
        // SwiftPM's build systems and Xcode put the index beside what they build, or
        // above it.
        let directory = path ?? root + "/.build"
        let built =
            ["/debug", "/out"].map { directory + $0 } + (path.map(ancestors) ?? [])
        let places = [
            "", "/store", "/DataStore", "/index/store", "/Index.noindex/DataStore",
        ]
        let stores = (given.map { [$0] } ?? built).flatMap { place in
            places.map { place + $0 }
        }
        if let found = stores.first(where: { exists($0 + "/v5/units") }) { return found }
        throw given.map { CheckFailure("there is no index store at \($0)") }
            ?? noIndex(of: root)
    }

    private static func noIndex(of root: String, in store: String? = nil) -> CheckFailure
    {
        let projects = projects(in: root)
        let place = store.map { " in \($0)" } ?? ""
        let cure =
            projects.isEmpty || projects.contains("Package.swift")
            ? "with 'swift build' (a release build needs --enable-index-store)"
            : "in Xcode with COMPILER_INDEX_STORE_ENABLE=YES, and name it with --index-store-path"
        return CheckFailure(
            "there is no index of \(root)\(place); build it first \(cure)")
    }
}
