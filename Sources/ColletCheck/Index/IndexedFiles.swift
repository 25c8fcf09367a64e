import Foundation

/// The source files that an index knows, and what they are to the root that is checked.
struct IndexedFiles {
    /// The root's files and those of what it imports, in alphabetical order.
    let units: [IndexUnit]
    /// The files of other programs, and those that changed since: nothing stands where it stood.
    let leftOut: Set<String>

    /// - Throws: ``CheckFailure`` if there is no file of the root.
    init(_ units: [IndexUnit], of root: String, inStore store: String) throws {
        // Renamed and deleted files leave their units, and so do earlier builds.
        let byFile = Dictionary(grouping: units, by: \.mainFile).sorted { $0.key < $1.key }
        let newest = byFile.compactMap { $0.value.max { $0.nanoseconds < $1.nanoseconds } }
        let files = newest.filter { FileManager.default.fileExists(atPath: $0.mainFile) }
        let own = files.filter { Self.isOwn($0.mainFile, of: root) }
        guard !own.isEmpty else {
            let what = files.isEmpty ? "no source file" : "no source file of \(root)"
            throw CheckFailure("the index store at \(store) knows \(what); build first")
        }
        // Xcode has one index for all that is built into the same derived data.
        let isShared = URL(filePath: store).lastPathComponent == "DataStore"
        var modules = Set((isShared ? own : files).map(\.module))
        var count = 0
        while modules.count > count {
            count = modules.count
            modules.formUnion(files.filter { modules.contains($0.module) }.flatMap(\.imports))
        }
        self.units = files.filter { modules.contains($0.module) }
        let leftOut = files.filter { !modules.contains($0.module) || Self.isStale($0) }
        self.leftOut = Set(leftOut.map(\.mainFile))
    }

    private static func isStale(_ unit: IndexUnit) -> Bool {
        // Of the library's own file only the names count.
        if ColletSymbols.mayDefine(unit.mainFile) { return false }
        let attributes = try? FileManager.default.attributesOfItem(atPath: unit.mainFile)
        guard let date = attributes?[.modificationDate] as? Date else { return true }
        return Int64(date.timeIntervalSince1970 * 1_000_000_000) > unit.nanoseconds
    }

    /// Whether a file belongs to the root itself, not to what is built or checked out inside it.
    static func isOwn(_ path: String, of root: String) -> Bool {
        // The compiler may have been given another way to the same place.
        let path = path.hasPrefix(root + "/") ? path : Program.resolved(path)
        guard path.hasPrefix(root + "/") else { return false }
        let inside = String(path.dropFirst(root.count))
        // Packages are checked out beside this file, whatever their directory is called.
        let state = inside.components(separatedBy: "/checkouts/")[0] + "/workspace-state.json"
        let isBuilt = inside.split(separator: "/").contains {
            $0 == ".build" || $0 == "SourcePackages" || $0.hasSuffix(".noindex")
        }
        return !isBuilt && !FileManager.default.fileExists(atPath: root + state)
    }
}
