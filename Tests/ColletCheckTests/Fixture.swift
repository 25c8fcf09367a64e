import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ColletCheck

/// A small program, and what the check has to say about it.
///
/// A fixture is a directory in `Fixtures` with a directory of sources for each module,
/// which are compiled in alphabetical order, and a file with the expected output for each
/// format: `expected.txt`, and `expected.mermaid` where the graph matters.
struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String
    /// Whether the library's file is compiled into each module, as if somebody had pasted
    /// it.
    var pastesLibrary: Bool { ["Copies", "Interop"].contains(name) }
    /// What the compiler is given besides: usually to write objects, too.
    var options: [String] {
        switch name {
        // Only words tell the types of closures.
        case "Captured", "IndexAlone": ["-typecheck"]
        // As on a Mac.
        case "Interop":
            ["-c", "-I", sources.appending(path: "App/Headers").path]
                + [
                    "-Xfrontend", "-enable-objc-interop",
                    "-cxx-interoperability-mode=default",
                ]
                + ["-Xfrontend", "-disable-objc-attr-requires-foundation-module"]
        default: ["-c"]
        }
    }

    var testDescription: String { name }

    /// Every directory in `Fixtures`.
    static let all: [Fixture] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
        return (names ?? []).filter { !$0.hasPrefix(".") }.sorted().map {
            Fixture(name: $0)
        }
    }()

    /// Those that have most rules, as all take the compiler ten seconds; all where slow tests run; or
    /// those that `COLLET_FIXTURES` names.
    static let chosen: [Fixture] =
        if let names = words(in: "COLLET_FIXTURES") {
            names.map { Fixture(name: $0) }
        } else if runsSlowTests {
            all
        } else {
            ["Asked", "Cures", "Features", "MainActor", "RequestScopes", "Seconds"]
                .map { Fixture(name: $0) }
        }

    var sources: URL { Self.directory.appending(path: name) }

    /// Where the fixture is, compiled once for all tests that ask.
    func compiled() async throws -> Program {
        try await Self.programs.program(named: name) { try compile() }
    }

    private static let programs = Program.Cache()

    /// Compiles the fixture, in a directory of its own. Where `COLLET_KEPT_FIXTURES` is
    /// set, what is compiled already stays: for many runs with the same fixtures, as for
    /// mutations.
    private func compile() throws -> Program {
        let isKept = ProcessInfo.processInfo.environment["COLLET_KEPT_FIXTURES"] != nil
        let program = try Program(named: name, isKept: isKept)
        if FileManager.default.fileExists(atPath: program.index.path) { return program }
        let modules = try FileManager.default.contentsOfDirectory(atPath: sources.path)
            .filter { !$0.contains(".") }.sorted()
        for module in modules {
            try program.compile(
                module, at: [sources.appending(path: module)], options,
                isImported: module != modules.last, pastingLibrary: pastesLibrary)
        }
        return program
    }

    func expected(_ format: String) -> String? { text(of: "expected.\(format)") }

    func text(of file: String) -> String? {
        try? String(contentsOf: sources.appending(path: file), encoding: .utf8)
    }

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// A program that is compiled for its index, in a directory of its own.
    struct Program {
        let directory: URL
        var index: URL
        /// Where the compiled modules are that others import.
        var modules: URL
        /// Where the SIL is, if anybody wants it: a directory for each module.
        var sil: URL { directory.appending(path: "sil") }

        /// - Parameters:
        ///   - name: The name of the directory.
        ///   - isKept: Whether what is in it stays there.
        init(named name: String, isKept: Bool = false) throws {
            directory = Package.scratch.appending(path: name)
            index = directory.appending(path: "index")
            modules = directory
            if !isKept { try? FileManager.default.removeItem(at: directory) }
            try Self.makeDirectory(directory)
        }

        static func makeDirectory(_ directory: URL) throws {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true)
        }

        /// Writes a file, and makes its directory.
        @discardableResult func write(_ text: String, to path: String) throws -> URL {
            let file = directory.appending(path: path).standardized
            try Self.makeDirectory(file.deletingLastPathComponent())
            try Data(text.utf8).write(to: file)
            return file
        }

        /// Makes a file newer than the index.
        func touch(_ file: URL) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: Date().addingTimeInterval(1)], ofItemAtPath: file.path
            )
        }

        /// The options that make the check read this program.
        func arguments(packageAt root: URL) -> [String] {
            ["--package-path", root.path, "--index-store-path", index.path]
        }

        /// What was compiled, by its name.
        final class Cache: Sendable {
            private let compiling = Mutex<[String: Task<Program, any Error>]>([:])

            /// Returns a program, which is compiled where nobody has asked for it yet.
            func program(
                named name: String,
                _ compile: @escaping @Sendable () async throws -> Program
            ) async throws -> Program {
                let task = compiling.withLock { all in
                    let task = all[name] ?? Task { try await compile() }
                    all[name] = task
                    return task
                }
                return try await task.value
            }
        }

        /// Compiles directories of sources as a module; as a program, too, where that is
        /// linked with objects.
        func compile(
            _ module: String, at sources: [URL], _ options: [String] = ["-c"],
            isImported: Bool = false, pastingLibrary: Bool = false,
            linkedWith others: [String]? = nil, emittingSIL: Bool = false
        ) throws {
            var files = try sources.flatMap { directory in
                try FileManager.default.contentsOfDirectory(atPath: directory.path)
                    .filter { $0.hasSuffix(".swift") }.sorted()
                    .map { directory.appending(path: $0).path }
            }
            // The last one counts.
            var options = ["-swift-version", "6"] + options + ["-I", modules.path]
            if !files.contains(where: { $0.hasSuffix("/main.swift") }) {
                options.append("-parse-as-library")
            }
            if isImported {
                let path = modules.appending(path: "\(module).swiftmodule").path
                options += ["-enable-testing", "-emit-module", "-emit-module-path", path]
            }
            if pastingLibrary {
                // Each module has files of its own.
                for file in Package.library {
                    let path = "pasted/\(module)/\(file.lastPathComponent)"
                    let text = try String(contentsOf: file, encoding: .utf8)
                    files.append(try write(text, to: path).path)
                }
            } else {
                options += ["-I", try Package.compiledLibrary.get().path]
            }
            if emittingSIL {
                let sil = sil.appending(path: module)
                try Self.makeDirectory(sil)
                // In a batch the compiler would write one file's SIL over another's, but for
                // the threshold.
                options += [
                    "-g", "-sil-output-dir", sil.path, "-driver-filelist-threshold", "0",
                ]
            }
            let objects = directory.appending(path: "objects/\(module)")
            try Self.makeDirectory(objects)
            if let others {
                // In one call, as starting the compiler takes half as long as compiling.
                let map = try writeObjectMap(of: files, in: objects)
                files += others
                options += ["-enable-batch-mode", "-output-file-map", map.path]
                options += ["-o", executable.path]
            } else if options.contains("-c") {
                options += ["-enable-batch-mode", "-working-directory", objects.path]
            }
            try Package.swiftc(
                options + [
                    "-module-name", module, "-index-store-path", index.path,
                    "-index-ignore-system-modules",
                ] + files)
        }

        /// What a module is linked to.
        var executable: URL { directory.appending(path: "App") }

        /// Tells the compiler to keep the objects of what it links.
        private func writeObjectMap(of files: [String], in directory: URL) throws -> URL {
            let names = files.map { URL(filePath: $0).deletingPathExtension() }
            let objects = names.map {
                ["object": directory.appending(path: "\($0.lastPathComponent).o").path]
            }
            let file = directory.appending(path: "map.json")
            let map = Dictionary(uniqueKeysWithValues: zip(files, objects))
            try JSONEncoder().encode(map).write(to: file)
            return file
        }
    }

    /// The package that is tested.
    enum Package {
        static let root = TestSupport.Package.root
        static let library = [TestSupport.Package.library, TestSupport.Package.hints]
        /// Beside what is built, as the sources may be read-only.
        static let scratch =
            URL(filePath: resolved(TestSupport.Package.executable("collet-check")!.path))
            .deletingLastPathComponent().appending(path: "check-fixtures")

        /// The directory with the modules of both libraries, which are compiled once.
        static let compiledLibrary = Result {
            let directory = try Program(named: "Collet").directory
            let traits = root.appending(path: "Sources/ColletTesting/ColletTesting.swift")
            for (module, files) in [("Collet", library), ("ColletTesting", [traits])] {
                try swiftc(
                    moduleOnly + [
                        "-swift-version", "6", "-parse-as-library",
                        "-module-name", module, "-I", directory.path, "-emit-module-path",
                        directory.appending(path: "\(module).swiftmodule").path,
                    ] + files.map(\.path))
            }
            return directory
        }

        /// What makes the compiler write objects for another system: in
        /// `COLLET_FIXTURES_TARGET`, with a space between options.
        private static let target = words(in: "COLLET_FIXTURES_TARGET") ?? []

        /// Runs the compiler.
        static func swiftc(_ arguments: [String]) throws {
            let compiler = try Run(
                waitingFor: "swiftc", ["-suppress-warnings"] + target + arguments)
            // No `#require`: what is kept for several tests is an error of each of them,
            // and an issue is recorded once.
            guard compiler.status == 0 else {
                throw CompilerError(output: compiler.error)
            }
        }
    }
}

/// The words of a variable in the environment, if it is set.
private func words(in variable: String) -> [String]? {
    ProcessInfo.processInfo.environment[variable]?.split(separator: " ").map(String.init)
}
