import Foundation
import Testing

/// The example is run as its users run it, and everything that it prints is compared.
struct ExampleTests {
    @Test func printsTheCheckedInOutput() throws {
        let expected = try String(contentsOf: expectedOutput, encoding: .utf8)

        let (output, status) = try run(#require(executable(named: "Example")))

        #expect(output == expected)
        #expect(status == 0)
    }
}

/// What the example prints: `swift run Example > Tests/ExampleTests/Example.txt` renews it.
private let expectedOutput = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .appending(path: "Example.txt")

/// Returns an executable of the package, which the build puts beside the test bundle.
private func executable(named name: String) -> URL? {
    let bundles = Bundle.allBundles + [Bundle.main]
    let directories = bundles.flatMap { bundle in
        [bundle.bundleURL, bundle.bundleURL.deletingLastPathComponent()]
    }
    return
        directories
        .map { $0.appending(path: name) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
}

/// Runs an executable until it ends, and returns what it wrote to standard output.
private func run(_ executable: URL) throws -> (output: String, status: Int32) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = executable
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
}
