import Foundation
import TestSupport
import Testing

/// The code that messages propose in an app whose module's name has no capital letter, as
/// many a command's.
@Suite(.enabled(if: runsSlowTests))
struct LowercaseModuleTests {
    /// The runtime prints `(extension in shop):Swift.String.Row`, which isn't Swift.
    @Test func aTypeOfAnExtensionIsNotProposed() async throws {
        let source = """
            extension String { struct Row {} }
            Dependencies { Module { 1 } }.build()
            _ = Resolver.resolve(String.Row.self)
            """
        let run = try await Run(pastedProgram(source, module: "shop"))
        let cure = "To fix, add to your Dependencies block:  Module { … }\n"
        #expect(
            run.error.contains("registered for (extension in shop):Swift.String.Row."))
        #expect(run.error.contains(cure))
    }
}
