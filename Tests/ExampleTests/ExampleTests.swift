import Foundation
import TestSupport
import Testing

/// The example is run as its users run it, and everything that it prints is compared.
struct ExampleTests {
    @Test func printsTheCheckedInOutput() async throws {
        let expected = try String(contentsOf: expectedOutput, encoding: .utf8)

        let example = try await Run(#require(Package.executable("Example")).path)

        #expect(example.output == expected)
        #expect(example.status == 0)
    }
}

/// What the example prints: `swift run Example > Tests/ExampleTests/Example.txt` renews
/// it.
private let expectedOutput = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .appending(path: "Example.txt")
