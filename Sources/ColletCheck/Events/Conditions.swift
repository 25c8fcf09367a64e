import Foundation

/// The branches of `#if` in the sources, which SIL doesn't have. Each source is read
/// once.
final class Conditions {
    private typealias Line = (text: Substring, branches: [Int])

    private let sources: SourceFiles
    /// By path, each line with the numbers of the lines that begin branches around it.
    private var lines: [String: [Line]] = [:]
    /// All words in branches.
    private lazy var words = Set(
        sources.files.keys.flatMap { lines(of: $0) }.filter { !$0.branches.isEmpty }
            .flatMap { $0.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })

    init(_ sources: SourceFiles) { self.sources = sources }

    /// Whether a branch of `#if` mentions a name, so that other builds may use it.
    func mention(_ name: String) -> Bool { words.contains(name[...]) }

    /// Whether one of two places is in a branch of `#if` that the other isn't in.
    func tellApart(_ one: Place, _ other: Place) -> Bool {
        one.file == other.file && branches(around: one) != branches(around: other)
    }

    private func branches(around place: Place) -> [Int] {
        lines(of: place.file).dropFirst(place.line - 1).first?.branches ?? []
    }

    private func lines(of path: String) -> [Line] {
        lines.value(for: path) {
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            let all = text.split(
                omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return Array(zip(all, Self.branches(of: all)))
        }
    }

    /// For each line of a source, the numbers of the lines that begin branches around it.
    static func branches(of lines: [Substring]) -> [[Int]] {
        var open: [Int] = []
        return lines.enumerated().map { number, line in
            let words = line.drop(while: \.isWhitespace)
            let isElse = words.hasPrefix("#else")
            if isElse || words.hasPrefix("#endif") { _ = open.popLast() }
            if isElse || words.hasPrefix("#if ") { open.append(number) }
            return open
        }
    }
}
