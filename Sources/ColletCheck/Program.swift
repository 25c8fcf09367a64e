import Foundation

/// The program that is checked: its index, its files and its test targets.
package enum Program {
    /// Reads the wiring of a program.
    ///
    /// - Parameters:
    ///   - packagePath: The package; the current directory by default.
    ///   - buildPath: The directory with what was built, beside or above which the index is.
    ///   - indexStorePath: The index, or the directory that Xcode keeps it in.
    ///   - compilerPath: The compiler whose index library to use; that in `PATH` by default.
    package static func wiring(
        packagePath: String?, buildPath: String?, indexStorePath: String? = nil,
        compilerPath: String? = nil
    ) throws -> Wiring {
        let root = resolved(packagePath ?? FileManager.default.currentDirectoryPath)
        guard FileManager.default.fileExists(atPath: root)
        else { throw CheckFailure("there is no package at \(root)") }
        let store = try indexStorePath.map(givenStore) ?? indexStore(of: root, builtAt: buildPath)
        let library = try IndexStoreLibrary(path: indexLibrary(besideCompiler: compilerPath))
        let units = try library.read(storeAt: store) { try current($0, root: root) }
        guard !units.isEmpty
        else { throw CheckFailure("the index store at \(store) knows no source file; build first") }
        let testing: Set = ["XCTest", "Testing"]
        let tests = units.map(\.unit).filter { !$0.imports.isDisjoint(with: testing) }
        let testModules = Set(tests.map(\.module))
        let files = units.map { unit, occurrences in
            SourceFile(
                unit, occurrences, isReported: isInside(unit.mainFile, root),
                isInTests: testModules.contains(unit.module)
            )
        }
        // A release build indexes the tests alone, for SwiftPM to find them.
        let own = files.filter(\.isReported)
        if !own.isEmpty, own.allSatisfy(\.isInTests) { throw noIndex(of: root) }
        return WiringReader.read(files)
    }

    private static func noIndex(of root: String) -> CheckFailure {
        CheckFailure(
            "there is no index of \(root); build it first with 'swift build' "
                + "(a release build needs --enable-index-store)"
        )
    }

    // MARK: Files

    /// Leaves out what is outdated: units of files that are gone, and older ones of a file.
    private static func current(_ units: [IndexUnit], root: String) throws -> [IndexUnit] {
        let byFile = Dictionary(grouping: units, by: \.mainFile)
        let newest = byFile.values.compactMap { $0.max { $0.nanoseconds < $1.nanoseconds } }
        return try newest.sorted { $0.mainFile < $1.mainFile }.filter { unit in
            let attributes = try? FileManager.default.attributesOfItem(atPath: unit.mainFile)
            guard let date = attributes?[.modificationDate] as? Date else { return false }
            let changed = Int64(date.timeIntervalSince1970 * 1_000_000_000)
            guard changed <= unit.nanoseconds || !isInside(unit.mainFile, root) else {
                throw CheckFailure(
                    "the index is older than \(unit.mainFile); build again, so that it is current"
                )
            }
            return true
        }
    }

    /// Whether a file belongs to the package itself, not to its build directory.
    private static func isInside(_ path: String, _ root: String) -> Bool {
        // The compiler may have been given another way to the same place.
        guard let inside = [path, resolved(path)].first(where: { $0.hasPrefix(root + "/") })
        else { return false }
        return !inside.dropFirst(root.count).split(separator: "/").contains { $0 == ".build" }
    }

    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }

    // MARK: The index

    private static func givenStore(_ path: String) throws -> String {
        // Callers may mean the store itself or the directory that Xcode shows.
        let candidates = [path, path + "/store", path + "/DataStore"]
        if let found = candidates.first(where: isStore) { return found }
        throw CheckFailure("there is no index store at \(path)")
    }

    private static func indexStore(of root: String, builtAt path: String?) throws -> String {
        var places = [root + "/.build/debug", root + "/.build/out"].map { URL(filePath: $0) }
        if let path {
            // SwiftPM's build systems and Xcode put the index beside what they build, or above it.
            let built = URL(filePath: resolved(path))
            places = sequence(first: built) { $0.deletingLastPathComponent() }.prefix(6).map(\.self)
        }
        for place in places {
            let candidates = ["index/store", "Index.noindex/DataStore", ""]
                .map { place.appending(path: $0).path }
            if let found = candidates.first(where: isStore) { return found }
        }
        throw noIndex(of: root)
    }

    private static func isStore(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/v5/units")
    }

    private static func indexLibrary(besideCompiler compiler: String?) throws -> String {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let compilers =
            [compiler].compactMap(\.self)
            + path.split(separator: ":").map { $0 + "/swiftc" }
        let libraries = compilers.flatMap { compiler in
            let bin = URL(filePath: resolved(compiler)).deletingLastPathComponent()
            let library = bin.deletingLastPathComponent().path + "/lib/libIndexStore"
            return [library + ".so", library + ".dylib"]
        }
        if let found = libraries.first(where: FileManager.default.fileExists(atPath:)) {
            return found
        }
        throw CheckFailure(
            "the compiler's index library is not found; put the toolchain's swiftc in PATH"
        )
    }
}
