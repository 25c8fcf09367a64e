import Foundation
import TestSupport
import Testing

/// What messages propose in an app whose module's name has no capital, as that of many a
/// command.
@Suite(.enabled(if: runsSlowTests))
struct LowercaseModuleTests {
    /// The runtime prints `(extension in shop):Swift.String.Row`, which is no Swift.
    @Test func aTypeOfAnExtensionIsNotProposed() async throws {
        let main = try Package.temporaryDirectory().appending(path: "main.swift")
        let source = """
            extension String { struct Row {} }
            Dependencies { Module { 1 } }.build()
            _ = Resolver.resolve(String.Row.self)
            """
        try source.write(to: main, atomically: true, encoding: .utf8)
        let program = main.deletingPathExtension().path
        let compiler = try await Run(
            "swiftc",
            ["-swift-version", "6", "-module-name", "shop", "-o", program, main.path]
                + World.library.map(\.path))
        guard compiler.status == 0 else { throw CompilerError(output: compiler.error) }

        let run = try await Run(program)
        let cure = "To fix, add to your Dependencies block:  Module { … }\n"
        #expect(
            run.error.contains("registered for (extension in shop):Swift.String.Row."))
        #expect(run.error.contains(cure))
    }
}
