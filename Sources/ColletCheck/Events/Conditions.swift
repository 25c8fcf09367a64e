import Foundation

/// Where `#if` stands and what is in its branches, which SIL doesn't have.
struct Conditions {
    private let sources: SourceFiles
    private var texts: [String: [Substring]] = [:]
    private var words: Set<Substring>?
    /// By path, the branches around each line: where they begin.
    private var branches: [String: [[Int]]] = [:]

    init(_ sources: SourceFiles) { self.sources = sources }

    /// Whether a branch of `#if` mentions a name, so that other builds may use it.
    mutating func mention(_ name: String) -> Bool {
        let words = words ?? wordsInBranches()
        self.words = words
        return words.contains(name[...])
    }

    private mutating func wordsInBranches() -> Set<Substring> {
        var words: Set<Substring> = []
        for path in sources.files.keys {
            for (line, branches) in zip(text(path), Self.branches(of: text(path)))
            where !branches.isEmpty {
                words.formUnion(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" })
            }
        }
        return words
    }

    /// Whether one of two places stands in a branch of `#if` that the other doesn't stand
    /// in.
    mutating func tellApart(_ one: Place, _ other: Place) -> Bool {
        guard one.file == other.file else { return false }
        return branches(around: one) != branches(around: other)
    }

    private mutating func branches(around place: Place) -> [Int] {
        let all = branches[place.file] ?? Self.branches(of: text(place.file))
        branches[place.file] = all
        return all.indices.contains(place.line - 1) ? all[place.line - 1] : []
    }

    private mutating func text(_ path: String) -> [Substring] {
        if let known = texts[path] { return known }
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        texts[path] = text.split(separator: "\n", omittingEmptySubsequences: false)
        return texts[path]!
    }

    private static func branches(of lines: [Substring]) -> [[Int]] {
        var open: [Int] = []
        return lines.enumerated().map { number, line in
            let words = line.drop { $0 == " " || $0 == "\t" }
            if words.hasPrefix("#else") || words.hasPrefix("#endif") {
                _ = open.popLast()
            }
            if words.hasPrefix("#if ") || words.hasPrefix("#else") { open.append(number) }
            return open
        }
    }
}
