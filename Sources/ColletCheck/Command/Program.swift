import Foundation

/// The program that is checked: its index, its files and its test targets.
enum Program {
    /// Reads the wiring of the program that the options name.
    static func wiring(_ options: Options) throws -> Wiring {
        let directory = FileManager.default.currentDirectoryPath
        let root = resolved(options.packagePath ?? directory)
        guard FileManager.default.fileExists(atPath: root) else {
            throw CheckFailure("there is no package at \(root)")
        }
        let store = try indexStore(options, root: root)
        let library = try IndexStoreLibrary(path: indexLibrary(options))
        let units = try library.read(storeAt: store) { try current($0, root: root) }
        guard !units.isEmpty else {
            throw CheckFailure("the index store at \(store) knows no source file; build first")
        }
        let files = units.map { unit, occurrences in
            SourceFile(
                path: unit.mainFile,
                module: unit.module,
                occurrences: occurrences,
                isReported: isInside(unit.mainFile, root)
            )
        }
        let testing: Set<String> = ["XCTest", "Testing"]
        let testModules = units.map(\.unit).filter { !$0.imports.isDisjoint(with: testing) }
        return WiringReader.read(
            files,
            testModules: Set(testModules.map(\.module)),
            exportedModules: options.exportedModules
        )
    }

    // MARK: Files

    /// Leaves out what is outdated: units of files that are gone, and older ones of a file.
    private static func current(_ units: [IndexUnit], root: String) throws -> [IndexUnit] {
        var newest: [String: IndexUnit] = [:]
        for unit in units {
            if let other = newest[unit.mainFile], other.nanoseconds >= unit.nanoseconds { continue }
            newest[unit.mainFile] = unit
        }
        var result: [IndexUnit] = []
        for unit in newest.values.sorted(by: { $0.mainFile < $1.mainFile }) {
            guard let changed = modificationTime(of: unit.mainFile) else { continue }
            if changed > unit.nanoseconds, isInside(unit.mainFile, root) {
                throw CheckFailure(
                    "the index is older than \(unit.mainFile); build again, so that it is current"
                )
            }
            result.append(unit)
        }
        return result
    }

    /// When a file was changed last, in nanoseconds since 1970; `nil` if there is none.
    private static func modificationTime(of path: String) -> Int64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let date = attributes?[.modificationDate] as? Date else { return nil }
        return Int64(date.timeIntervalSince1970 * 1_000_000_000)
    }

    /// Whether a file belongs to the package itself, not to its build directory.
    private static func isInside(_ path: String, _ root: String) -> Bool {
        // The compiler may have been given another way to the same place.
        guard let inside = [path, resolved(path)].first(where: { $0.hasPrefix(root + "/") }) else {
            return false
        }
        return !inside.dropFirst(root.count).split(separator: "/").contains { $0 == ".build" }
    }

    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }

    // MARK: The index

    private static func indexStore(_ options: Options, root: String) throws -> String {
        if let path = options.indexStorePath {
            // Callers may mean the store itself or the directory that Xcode shows.
            let candidates = [path, path + "/store", path + "/DataStore"]
            if let found = candidates.first(where: isStore) { return found }
            throw CheckFailure("there is no index store at \(path)")
        }
        var places = [root + "/.build/debug", root + "/.build/out"]
        if let path = options.buildPath {
            // SwiftPM's build systems put the index beside the tool, or two levels up.
            let directory = URL(fileURLWithPath: path)
            let parent = directory.deletingLastPathComponent()
            places = [directory, parent, parent.deletingLastPathComponent()].map(\.path)
        }
        for place in places {
            let candidates = [place + "/index/store", place]
            if let found = candidates.first(where: isStore) { return found }
        }
        throw CheckFailure(
            "there is no index of \(root); build it first with 'swift build' "
                + "(a release build needs --enable-index-store)"
        )
    }

    private static func isStore(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/v5/units")
    }

    /// The place of the index library, beside the compiler.
    private static func indexLibrary(_ options: Options) throws -> String {
        let environment = ProcessInfo.processInfo.environment
        let directories = (environment["PATH"] ?? "").split(separator: ":")
        let compilers =
            [options.compilerPath].compactMap { $0 } + directories.map { $0 + "/swiftc" }
        for compiler in compilers where FileManager.default.fileExists(atPath: compiler) {
            let bin = URL(fileURLWithPath: resolved(compiler)).deletingLastPathComponent()
            let lib = bin.deletingLastPathComponent().path + "/lib/libIndexStore"
            for path in [lib + ".so", lib + ".dylib"]
            where FileManager.default.fileExists(atPath: path) {
                return path
            }
        }
        throw CheckFailure(
            "the compiler's index library is not found; put the toolchain's swiftc in PATH"
        )
    }
}
