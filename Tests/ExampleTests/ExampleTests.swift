import Foundation
import TestSupport
import Testing

#if !(os(macOS) || os(Linux))
    #error("these tests start processes: run them on a Mac, and build a product for this system")
#endif

/// The example is run as its users run it, and everything that it prints is compared.
struct ExampleTests {
    @Test func printsTheCheckedInOutput() async throws {
        let expected = try String(contentsOf: expectedOutput, encoding: .utf8)

        let example = try await Run(#require(executable(named: "Example")).path)

        #expect(example.output == expected)
        #expect(example.status == 0)
    }
}

/// What the example prints: `swift run Example > Tests/ExampleTests/Example.txt` renews it.
private let expectedOutput = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .appending(path: "Example.txt")

/// Returns an executable of the package, which the build puts beside the test bundle.
private func executable(named name: String) -> URL? {
    final class TestBundle {}
    let bundles = Bundle.allBundles + [Bundle.main, Bundle(for: TestBundle.self)]
    let directories = bundles.flatMap { bundle in
        [bundle.bundleURL, bundle.bundleURL.deletingLastPathComponent()]
    }
    return
        directories
        .map { $0.appending(path: name) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
}
