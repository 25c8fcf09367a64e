import Foundation
import Testing

/// The settings of a target that the library must work in.
enum Mode: String, CaseIterable, CustomTestStringConvertible {
    case swift5 = "5"
    case swift6 = "6"
    case swift5MainActor = "5 MainActor"
    case swift6MainActor = "6 MainActor"
    case newXcodeProject = "new Xcode project"

    var testDescription: String { rawValue }

    /// The compiler's options for this mode.
    var options: [String] {
        switch self {
        case .swift5: ["-swift-version", "5"]
        case .swift6: ["-swift-version", "6"]
        case .swift5MainActor: ["-swift-version", "5", "-default-isolation", "MainActor"]
        case .swift6MainActor: ["-swift-version", "6", "-default-isolation", "MainActor"]
        case .newXcodeProject:
            Mode.swift5MainActor.options
                + [
                    "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
                    "GlobalActorIsolatedTypesUsability", "DisableOutwardActorInference",
                    "InferSendableFromCaptures", "MemberImportVisibility",
                ].flatMap { ["-enable-upcoming-feature", $0] }
        }
    }
}

/// What the compiler has to say about one line.
struct Diagnostic: Hashable, Comparable, CustomStringConvertible {
    var file: String
    var line: Int
    var kind: String
    var message: String

    var description: String { "\(file):\(line): \(kind): \(message)" }

    static func < (a: Diagnostic, b: Diagnostic) -> Bool {
        (a.file, a.line, a.kind, a.message) < (b.file, b.line, b.kind, b.message)
    }
}

/// The Swift compiler, and the library as it compiles it.
enum Compiler {
    /// Compiles files as one module, as far as the compiler finds mistakes.
    ///
    /// Type-checking alone would miss the mistakes that it finds by following values.
    static func check(_ files: [URL], mode: Mode, options: [String] = []) async throws
        -> [Diagnostic]
    {
        let result = try await run(
            "swiftc",
            ["-wmo", "-emit-sil", "-o", "/dev/null", "-diagnostic-style", "llvm"]
                + mode.options + options + files.map(\.path)
        )
        let diagnostics = diagnostics(in: result.error)
        if diagnostics.isEmpty, result.status != 0 {
            throw Failure(description: result.error)
        }
        return diagnostics
    }

    /// Returns the errors and warnings of a compiler's output, each once, in order.
    private static func diagnostics(in output: String) -> [Diagnostic] {
        let lines = output.split(separator: "\n").compactMap { line -> Diagnostic? in
            let pattern = /(.+?):(\d+)(?::\d+)?: (error|warning): (.*)/
            guard let match = line.wholeMatch(of: pattern) else { return nil }
            return Diagnostic(
                file: URL(filePath: String(match.1)).lastPathComponent,
                line: Int(match.2)!,
                kind: String(match.3),
                message: String(match.4)
            )
        }
        return Set(lines).sorted()
    }

    /// The library, compiled once for all snippets.
    static let library = Task { try await Library.compile() }

    struct Library {
        let directory: URL

        /// What finds the module, and links with it.
        var importOptions: [String] { ["-I", directory.path] }
        var module: URL { directory.appending(path: "Collet.swiftmodule") }
        var object: URL { directory.appending(path: "Collet.o") }

        fileprivate static func compile() async throws -> Library {
            let library = Library(directory: try temporaryDirectory(named: "library"))
            let result = try await run(
                "swiftc",
                [
                    "-swift-version", "6", "-parse-as-library", "-module-name", "Collet",
                    "-emit-module-path", library.module.path, "-c", "-o", library.object.path,
                    Package.library.path,
                ]
            )
            guard result.status == 0 else { throw Failure(description: result.error) }
            return library
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    struct Result: Sendable {
        var output = ""
        var error = ""
        var status: Int32 = 0
    }

    /// Runs a program to its end. No more run at a time than there are processors, and the
    /// threads that tests run on are free meanwhile.
    static func run(_ program: String, _ arguments: [String]) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.addOperation {
                continuation.resume(with: Swift.Result { try runAndWait(program, arguments) })
            }
        }
    }

    private static let queue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
        return queue
    }()

    private static func runAndWait(_ program: String, _ arguments: [String]) throws -> Result {
        // Files, because a program that fills one pipe would wait while the other is read.
        let directory = try temporaryDirectory(named: "run")
        defer { try? FileManager.default.removeItem(at: directory) }
        let files = ["output", "error"].map { directory.appending(path: $0) }
        for file in files { try Data().write(to: file) }

        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        return Result(
            output: try String(contentsOf: files[0], encoding: .utf8),
            error: try String(contentsOf: files[1], encoding: .utf8),
            status: process.terminationStatus
        )
    }

    /// Returns a new directory below this process's own, which is removed when the process ends.
    static func temporaryDirectory(named name: String) throws -> URL {
        let directory = temporaryRoot.appending(path: "\(name)-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory
    }

    private static let temporaryRoot = {
        atexit { try? FileManager.default.removeItem(at: temporaryRootLocation) }
        return temporaryRootLocation
    }()
}

private let temporaryRootLocation = FileManager.default.temporaryDirectory
    .appending(path: "collet-\(ProcessInfo.processInfo.processIdentifier)")

/// Where the package's files are.
enum Package {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let library = root.appending(path: "Sources/Collet/Collet.swift")
    static let traits = root.appending(path: "Sources/ColletTesting")
    static let guide = root.appending(path: "Sources/Collet/Collet.docc")
    static let snippets = root.appending(path: "Tests/CompileTimeTests/Snippets")

    /// Returns the files of a directory whose names end in a given way, in alphabetical order.
    static func files(in directory: URL, ending suffix: String) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.filter { $0.hasSuffix(suffix) }.sorted().map { directory.appending(path: $0) }
    }
}

extension Compiler {
    /// The traits for Swift Testing, compiled once, for those who import them.
    static let traits = Task {
        let library = try await Compiler.library.value
        let module = library.directory.appending(path: "ColletTesting.swiftmodule")
        let files = Package.files(in: Package.traits, ending: ".swift").map(\.path)
        let result = try await run(
            "swiftc",
            ["-swift-version", "6", "-parse-as-library", "-module-name", "ColletTesting"]
                + library.importOptions + testingOptions()
                + ["-emit-module", "-emit-module-path", module.path] + files
        )
        guard result.status == 0 else { throw Failure(description: result.error) }
    }

    /// What finds Swift Testing's macros, which are part of the toolchain.
    static func testingOptions() async throws -> [String] {
        struct Target: Decodable {
            struct Paths: Decodable { let runtimeResourcePath: String }
            let paths: Paths
        }
        let information = try await run("swiftc", ["-print-target-info"]).output
        let target = try JSONDecoder().decode(Target.self, from: Data(information.utf8))
        return ["-plugin-path", target.paths.runtimeResourcePath + "/host/plugins/testing"]
    }
}
