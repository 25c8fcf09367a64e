import Foundation
import TestSupport
import Testing

/// The settings of a target with the pasted file and a small app, which must behave the
/// same with all of them.
struct World: CustomTestStringConvertible, Sendable {
    var mode = Mode.swift6
    var options: [String] = []
    /// Whether the file is in a framework of its own, and the app sees only its
    /// interface.
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
    /// The files that are pasted.
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

    /// Compiles the library, the app and other files as one program, and returns its
    /// path.
    ///
    /// - Throws: The compiler's errors, and even its warnings.
    func build(with others: [URL] = []) async throws -> String {
        if isFramework { return try await buildWithFramework() }
        return try await build(Self.library + [Self.app] + others)
    }

    /// Compiles files as one program, and returns its path.
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
        // In the first line, before its comment, so that places stay the same.
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
    /// The modes that differ in the language mode or the default isolation.
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
            // One by one with the usual default isolation, and all together with either.
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

    /// Each takes the compiler a minute. Optimisation comes after all checks, so of a
    /// mode only the default isolation matters, and reflection has nothing to do with
    /// that.
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
            // On a Mac, the standard library is only part of the system.
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

/// A feature of a future language mode.
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

    /// The features that the compiler knows.
    static let all: [UpcomingFeature] = {
        let compiler = try! Run(waitingFor: "swiftc", ["-print-supported-features"])
        let answer = try! JSONDecoder().decode(
            Answer.self, from: Data(compiler.output.utf8))
        return answer.features.upcoming
    }()
}
