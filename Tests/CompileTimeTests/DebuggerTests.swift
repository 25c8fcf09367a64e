import Foundation
import TestSupport
import Testing

/// The lines where a debugger stops, as *Troubleshooting* says. The runtime's backtrace
/// stands in for a debugger: its first frames with a source are those that Xcode shows.
@Suite(.enabled(if: runsSlowTests))
struct DebuggerTests {
    #if os(Linux)
        @Test func theStackBeginsInTheLibraryAndNamesTheLineThatAsked() async throws {
            let source = """
                func ask() {
                    _ = Resolver.resolve(Int.self)
                }
                ask()
                """
            let program = try await pastedProgram(source, module: "Shop", ["-g"])

            let run = try await Run("SWIFT_BACKTRACE=enable=yes,color=no", [program])

            let console = "Shop/main.swift:2: Fatal error: Collet: nothing is registered"
            #expect(run.error.contains(console))
            let frames = run.error.split(separator: "\n").filter { $0.contains(" at /") }
            let first = try #require(frames.first, "\(run.error)")
            #expect(first.contains("Collet.swift:"))
            #expect(
                frames.contains { $0.contains("ask()") && $0.contains("main.swift:2:") })
        }
    #endif
}
