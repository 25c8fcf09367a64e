import Foundation
import TestSupport
import Testing

@testable import collet_check

#if !(os(macOS) || os(Linux))
    #error("these tests start processes: run them on a Mac, and build a product for this system")
#endif

/// A small program, and what the check has to say about it.
///
/// A fixture is a directory in `Fixtures` with a directory of sources for each module, which are
/// compiled in alphabetical order, and a file with the expected output for each format:
/// `expected.txt`, and `expected.mermaid` or `expected.dot` where the graph matters.
struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String
    /// Whether the library's file is compiled into each module, as if somebody had pasted it.
    var pastesLibrary: Bool { ["Interop", "Pasted"].contains(name) }
    /// What the compiler is given besides: usually to write objects, too.
    var options: [String] {
        switch name {
        // Only words tell the types of closures.
        case "IndexAlone": ["-typecheck"]
        // As on a Mac.
        case "Interop":
            ["-c", "-I", sources.appending(path: "App/Headers").path]
                + ["-Xfrontend", "-enable-objc-interop"]
                + ["-Xfrontend", "-disable-objc-attr-requires-foundation-module"]
        default: ["-c"]
        }
    }

    var testDescription: String { name }

    /// Every directory in `Fixtures`.
    static let all: [Fixture] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
        return (names ?? []).filter { !$0.hasPrefix(".") }.sorted().map { Fixture(name: $0) }
    }()

    var sources: URL { Self.directory.appending(path: name) }

    /// Compiles the fixture, in a directory of its own or one of the same name.
    func compiled(as program: String? = nil) throws -> Program {
        let program = try Program(named: program ?? name)
        let modules = try modules()
        for module in modules {
            try program.compile(
                module,
                at: sources.appending(path: module),
                options,
                isImported: module != modules.last,
                pastingLibrary: pastesLibrary
            )
        }
        return program
    }

    /// What the check says about the fixture, tests included; places are relative to it.
    func check(_ program: Program, _ options: [String] = []) -> CheckCommand.Result {
        let result = CheckCommand.run(
            program.arguments(packageAt: sources) + ["--include-tests"] + options
        )
        // On Linux, Foundation has its values from a module within it.
        return CheckCommand.Result(
            status: result.status,
            output: result.output.replacing(sources.path + "/", with: "")
                .replacing("FoundationEssentials.", with: "Foundation."),
            errorOutput: result.errorOutput.replacing(sources.path + "/", with: "")
        )
    }

    func modules() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: sources.path)
            .filter { !$0.contains(".") }.sorted()
    }

    func expected(_ format: String) -> String? {
        try? String(contentsOf: sources.appending(path: "expected.\(format)"), encoding: .utf8)
    }

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// A program that is compiled for its index, in a directory of its own.
    struct Program {
        let directory: URL

        /// - Parameter name: The name of the directory, which is emptied.
        init(named name: String) throws {
            directory = Package.scratch.appending(path: name)
            try? FileManager.default.removeItem(at: directory)
            try FileManager.default.createDirectory(
                at: directory,
                withIntermediateDirectories: true
            )
        }

        var index: URL { directory.appending(path: "index") }

        /// The options that make the check read this program.
        func arguments(packageAt root: URL) -> [String] {
            ["--package-path", root.path, "--index-store-path", index.path]
        }

        /// Compiles a directory of sources as a module.
        func compile(
            _ module: String,
            at sources: URL,
            _ options: [String] = ["-c"],
            isImported: Bool = false,
            pastingLibrary: Bool = false
        ) throws {
            var files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
                .filter { $0.hasSuffix(".swift") }.sorted()
                .map { sources.appending(path: $0).path }
            let isScript = files.contains { $0.hasSuffix("/main.swift") }
            var options = options + ["-swift-version", "6"]
            if !isScript { options.append("-parse-as-library") }
            if isImported {
                let path = directory.appending(path: "\(module).swiftmodule").path
                options += ["-emit-module", "-emit-module-path", path]
            }
            if pastingLibrary {
                files.append(Package.library.path)
            } else {
                options += ["-I", try Package.compiledLibrary.get().path]
            }
            let objects = directory.appending(path: "objects/\(module)")
            try FileManager.default.createDirectory(
                at: objects,
                withIntermediateDirectories: true
            )
            try Package.swiftc(
                options + [
                    "-enable-batch-mode", "-module-name", module, "-I", directory.path,
                    "-working-directory", objects.path,
                    "-index-store-path", index.path, "-index-ignore-system-modules",
                ] + files
            )
        }
    }

    /// The package that is tested.
    enum Package {
        static let root = TestSupport.Package.root
        static let library = root.appending(path: "Sources/Collet/Collet.swift")
        static let scratch = root.appending(path: ".build/check-fixtures")

        /// The directory with the modules of both libraries, which are compiled once.
        static let compiledLibrary = Result {
            let directory = try Program(named: "Collet").directory
            let traits = root.appending(path: "Sources/ColletTesting/ColletTesting.swift")
            for (module, file) in [("Collet", library), ("ColletTesting", traits)] {
                try swiftc([
                    "-swift-version", "6", "-parse-as-library", "-emit-module",
                    "-module-name", module, "-I", directory.path, "-emit-module-path",
                    directory.appending(path: "\(module).swiftmodule").path, file.path,
                ])
            }
            return directory
        }

        /// Runs the compiler.
        static func swiftc(_ arguments: [String]) throws {
            let compiler = try Run(waitingFor: "swiftc", ["-suppress-warnings"] + arguments)
            try #require(compiler.status == 0, "the fixture does not compile:\n\(compiler.error)")
        }
    }
}
