import Foundation
import TestSupport
import Testing

/// Runs the example as its users do, and compares everything that it prints.
struct ExampleTests {
    @Test func printsTheCheckedInOutput() async throws {
        let expected = try String(contentsOf: expectedOutput, encoding: .utf8)

        let example = try await Run(#require(Package.executable("Example")).path)

        #expect(example.output == expected)
        #expect(example.status == 0)
    }
}

/// The output of the example. To renew it, run
/// `swift run Example > Tests/ExampleTests/Example.txt`.
private let expectedOutput = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .appending(path: "Example.txt")
