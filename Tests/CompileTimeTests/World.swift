import Foundation
import TestSupport
import Testing

/// The settings of a target with the pasted file and a small app, which must do the same
/// with all of them.
struct World: CustomTestStringConvertible, Sendable {
    var mode = Mode.swift6
    var options: [String] = []
    /// Whether the file is in a framework of its own, of which the app sees the interface
    /// alone.
    var isFramework = false

    var testDescription: String {
        let features = options.filter {
            !$0.hasPrefix("-Xfrontend") && $0 != enablesFeature
        }
        let options = features.count > 3 ? ["all upcoming features"] : features
        return ([mode.rawValue] + options + (isFramework ? ["as a framework"] : []))
            .joined(separator: " ")
    }

    static let app = Package.root.appending(
        path: "Tests/CompileTimeTests/Worlds/App.swift")
    /// What is pasted.
    static let library = [Package.library, Package.hints]

    /// The library and the app as one program, compiled once for all tests that ask.
    var program: String {
        get async throws {
            try await Self.programs.value(named: "\(mode) \(options) \(isFramework)") {
                try await build()
            }
        }
    }

    private static let programs = Cache<String>()

    /// Compiles the library, the app and other files as one program, and returns that.
    ///
    /// - Throws: What the compiler says, be it only a warning.
    func build(with others: [URL] = []) async throws -> String {
        if isFramework { return try await buildWithFramework() }
        return try await build(Self.library + [Self.app] + others)
    }

    /// Compiles files as one program, and returns that.
    func build(_ files: [URL], _ more: [String] = []) async throws -> String {
        let program = try Package.temporaryDirectory().appending(path: "App").path
        try await compile(files, ["-module-name", "App", "-o", program] + more)
        return program
    }

    private func buildWithFramework() async throws -> String {
        let directory = try Package.temporaryDirectory()
        let binary = directory.appending(path: Package.libraryName("Collet")).path
        let interface = directory.appending(path: "Collet.swiftinterface").path
        try await compile(
            Self.library,
            [
                "-module-name", "Collet", "-emit-library", "-o", binary,
                "-enable-library-evolution",
            ]
                + ["-emit-module-interface-path", interface]
        )
        let app = directory.appending(path: "App.swift")
        let text = try String(contentsOf: Self.app, encoding: .utf8)
        // In the first line, a comment, so that places stay as they are.
        try ("import Collet  " + text).write(to: app, atomically: true, encoding: .utf8)
        return try await build([app], ["-I", directory.path, binary])
    }

    private func compile(_ files: [URL], _ more: [String]) async throws {
        let compiler = try await Run(
            "swiftc",
            ["-parse-as-library"] + mode.options + options + more + files.map(\.path))
        // A Mac's linker warns about paths that the compiler gives it.
        let mistakes = compiler.error.split(separator: "\n").filter { line in
            line.contains("warning: ") && !line.hasPrefix("ld: ")
                || line.contains("error: ")
        }
        guard compiler.status == 0, mistakes.isEmpty else {
            throw CompilerError(output: compiler.error)
        }
    }
}

extension World {
    /// Where modes and default isolations are told apart.
    private static let modes: [Mode] = [
        .swift5, .swift6, .swift5MainActor, .swift6MainActor,
    ]

    static let all: [World] =
        Mode.allCases.map { World(mode: $0) }
        + modes.flatMap { mode in
            let features = UpcomingFeature.all.filter {
                mode.rawValue.first! < $0.enabledIn.first!
            }
            let options = features.map { [enablesFeature, $0.name] }
            // One by one where default isolation is the usual one, and all together
            // everywhere.
            let isUsual = mode == .swift5 || mode == .swift6
            return ((isUsual ? options : []) + [options.flatMap(\.self)])
                .map { World(mode: mode, options: $0) }
        }
        + optimised
        + [Mode.swift6, .swift5MainActor].flatMap { mode in
            others.map { World(mode: mode, options: $0) } + [
                World(mode: mode, isFramework: true)
            ]
        }

    /// A minute of work for the compiler. What it optimises has been checked by then, so
    /// that the mode matters for default isolation alone, which reflection has nothing to
    /// do with.
    private static let optimised: [World] =
        [["-O"], ["-Osize"], ["-Ounchecked"]].map { World(options: $0 + ["-wmo"]) } + [
            World(
                mode: .swift5MainActor,
                options: ["-O", "-wmo"] + withoutReflectionMetadata)
        ]

    private static let others: [[String]] = {
        var others = [
            withoutReflectionMetadata, withoutReflectionNames,
            ["-enable-library-evolution"], ["-enable-testing"], ["-strict-memory-safety"],
            ["-cxx-interoperability-mode=default"],
        ]
        #if os(Linux)
            // A Mac has the standard library as a part of the system only.
            others.append(["-static-stdlib"])
        #endif
        return others
    }()

    /// Xcode's "Reflection Metadata Level": None.
    static let withoutReflectionMetadata = ["-Xfrontend", "-disable-reflection-metadata"]
    /// Xcode's "Reflection Metadata Level": Without Names.
    static let withoutReflectionNames = ["-Xfrontend", "-disable-reflection-names"]
}

private let enablesFeature = "-enable-upcoming-feature"

/// A feature that a language mode to come will have.
private struct UpcomingFeature: Decodable {
    let name, enabledIn: String

    private enum CodingKeys: String, CodingKey {
        case name
        case enabledIn = "enabled_in"
    }

    private struct Answer: Decodable {
        let features: Kinds
        struct Kinds: Decodable { let upcoming: [UpcomingFeature] }
    }

    /// Those that the compiler knows.
    static let all: [UpcomingFeature] = {
        let compiler = try! Run(waitingFor: "swiftc", ["-print-supported-features"])
        let answer = try! JSONDecoder().decode(
            Answer.self, from: Data(compiler.output.utf8))
        return answer.features.upcoming
    }()
}
