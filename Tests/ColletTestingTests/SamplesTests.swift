import Foundation
import Testing

/// The samples of the documentation are in `Samples.swift`, which is compiled and run.
struct SamplesTests {
    @Test(
        arguments: [
            "ColletTesting.swift": 3,
            "../Collet/Collet.docc/Testing.md": 4,
        ]
    )
    func samplesAreCompiled(file: String, count: Int) throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let sources = tests.appending(path: "../../Sources/ColletTesting")
        let compiled = try lines(of: tests.appending(path: "Samples.swift"))
        let samples = samples(in: try lines(of: sources.appending(path: file)))

        #expect(samples.count == count)
        for sample in samples {
            #expect(
                compiled.indices.contains { compiled[$0...].starts(with: sample) },
                "\(sample.joined(separator: "\n"))"
            )
        }
    }

    /// The lines of a file, without indentation and marks of documentation comments.
    private func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").map {
            line in
            let line = line.trimmingCharacters(in: .whitespaces)
            guard line.hasPrefix("///") else { return line }
            return line.dropFirst(3).trimmingCharacters(in: .whitespaces)
        }
    }

    /// The fences for Swift; of a page, only those for tests. Imports come first.
    private func samples(in lines: [String]) -> [[String]] {
        let isPage = lines.contains("<!-- tests -->")
        return lines.indices.filter { index in
            lines[index] == "```swift"
                && (!isPage || lines[index - 1] == "<!-- tests -->")
        }
        .map { index in
            lines[(index + 1)...].prefix { $0 != "```" }
                .filter { !$0.hasPrefix("import ") }
        }
        .map { Array($0.drop(while: \.isEmpty)) }
    }
}
