import Foundation
import TestSupport
import Testing

@testable import ColletCheck

/// Compares the check's findings with what tests do, each in a process of its own: those
/// in `Tested`, and those that show models of test libraries.
struct TestRunTests {
    @Test(.enabled(if: runsPrograms), arguments: TestPackage.all)
    func theCheckSaysWhatTestsDo(_ package: TestPackage) async throws {
        let compiled = try await package.compile()
        let check = Check(try PackageSIL(sil: [compiled.sil.path]))
        let report = check.report(includesTests: true)
        let listing = Listing(report.text())
        Expectation.expect(
            listing.inShort(below: compiled.directory), of: package.name, report.text())
        let said = report.severities
        var (stopped, found) = (0, 0)
        let roots = check.runs.tests
        #expect(roots.count == package.count)
        for root in roots {
            let run = try await package.run(root.name, in: compiled)
            let isStopped = run.error.contains("Fatal error")
            let severity = said[root.path]
            #expect(isStopped ? severity != nil : severity != .error, "\(root.name)")
            stopped += isStopped ? 1 : 0
            found += isStopped && severity == .error ? 1 : 0
            let comparison = Comparison(run, isStopped: isStopped, of: root)
            let function = root.name.split(separator: "/").last!.prefix { $0 != "(" }
            #expect((run.output + run.error).contains(function), "it didn't run")
            let differs = TestPackage.differences[root.name] != nil
            #expect(
                comparison.differences.isEmpty != differs,
                "\(root.name): \(comparison.differences)")
        }
        // Some stop for reasons that can't be known before.
        #expect(found * 100 >= stopped * 95, "\(found) of \(stopped) are errors")
        let models = roots.reduce(into: Set()) { $0.formUnion($1.journal.models) }
        #expect(package.shownModels.subtracting(models).isEmpty)
    }
}

extension Report {
    /// The worst finding about each test.
    fileprivate var severities: [String: Finding.Severity] {
        findings.reduce(into: [:]) { worst, finding in
            for test in finding.tests {
                worst[test] = min(worst[test] ?? .note, finding.severity)
            }
        }
    }
}

/// A test target, with the modules that it tests.
struct TestPackage: Sendable, CustomTestStringConvertible {
    let name: String
    /// The files of each module, imported ones first.
    let modules: [(name: String, files: [URL])]
    /// How many tests there are.
    let count: Int

    var testDescription: String { name }

    static let all = [
        TestPackage(
            name: "Tested",
            modules: ["Kit", "KitTests"].map {
                (
                    $0,
                    Package.files(
                        in: "\(directory)/Tested/\($0)", ending: ".swift")
                )
            }, count: 165),
        TestPackage(
            name: "Known",
            modules: [
                (
                    "KnownTests",
                    Package.files(in: "\(directory)/Programs", ending: ".swift")
                )
            ],
            count: 28),
    ]

    /// Why the interpreter doesn't foresee some tests, by their names.
    static let differences: [String: String] = [:]

    private static let directory = "Tests/ColletCheckTests"

    /// The models that its tests say they show.
    var shownModels: Set<String> {
        modules.flatMap(\.files).reduce(into: []) { all, file in
            let text = try? String(contentsOf: file, encoding: .utf8)
            for line in (text ?? "").matches(of: /(?m)^ *\/\/ Shows (.+)$/) {
                all.formUnion(line.1.split(separator: ", ").map(String.init))
            }
        }
    }

    /// As a whole and with the module file: each macro is expanded once less.
    private static let atOnce = ["-c", "-wmo", "-no-emit-module-separately-wmo"]

    /// Compiles it, and links it with a program that runs one of its tests.
    func compile() async throws -> CompiledProgram {
        let program = try CompiledProgram(named: "tested/\(name)")
        for (module, files) in modules {
            for file in files {
                let text = try String(contentsOf: file, encoding: .utf8)
                try program.write(text, to: "package/\(module)/\(file.lastPathComponent)")
            }
            try program.compile(
                module, at: [program.directory.appending(path: "package/\(module)")],
                Self.atOnce, isImported: true)
        }
        let runner = try program.write(runner, to: "runner/Runner.swift")
        try program.compile("Runner", at: [runner.deletingLastPathComponent()])
        let names = modules.map(\.name) + ["Runner"]
        let objects = try names.flatMap { module in
            let directory = program.directory.appending(path: "objects/\(module)")
            return try FileManager.default.contentsOfDirectory(atPath: directory.path)
                .filter { $0.hasSuffix(".o") }.map { directory.appending(path: $0).path }
        }
        let traits = program.directory.appending(path: "ColletTesting.o").path
        let library = try CompiledProgram.library.get().path
        try CompiledProgram.swiftc([
            "-c", "-swift-version", "6", "-parse-as-library", "-module-name",
            "ColletTesting", "-I", library, "-o", traits, Package.traits.path,
        ])
        let noting = try await CompiledLibrary.notingObject
        let executable = program.directory.appending(path: "Tests").path
        try CompiledProgram.swiftc(["-o", executable] + objects + [traits, noting])
        return program
    }

    /// Runs a test, by the name that the interpreter gives it.
    func run(_ test: String, in program: CompiledProgram) async throws -> Run {
        let executable = program.directory.appending(path: "Tests").path
        let isMethod = test.contains("/")
        let name = test.prefix { $0 != "(" }
        let arguments =
            isMethod
            ? ["\(modules.last!.name).\(name)"] : ["--filter", "[./]\(name)\\("]
        return try await limited(["SWIFT_BACKTRACE=enable=no", executable] + arguments)
    }

    /// Swift Testing's tests, or a method of XCTest's, which has to be listed.
    private var runner: String {
        let module = modules.last!.name
        let entries = modules.last!.files.flatMap { file in
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            let parts = text.split(separator: "final class ").dropFirst()
            return parts.filter { $0.contains("    func test") }
                .map { part in
                    let type = part.prefix { $0 != ":" }
                    let methods = part.matches(of: /func (test\w+)\(\)( async)?/).map {
                        let method = "\(type).\($0.1)"
                        return $0.2 == nil
                            ? "(\"\($0.1)\", \(method))"
                            : "(\"\($0.1)\", asyncTest(\(method)))"
                    }
                    return "testCase([\(methods.joined(separator: ", "))])"
                }
        }
        return """
            import Testing
            import XCTest
            @testable import \(module)

            @main struct Runner {
                static func main() async {
                    if CommandLine.arguments.count > 2 {
                        await Testing.__swiftPMEntryPoint() as Never
                    }
                    #if os(Linux)
                        XCTMain([\(entries.joined(separator: ", "))])
                    #endif
                }
            }
            """
    }
}
