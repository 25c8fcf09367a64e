// Reads the facts that `Facts.swift` prints, and says where the checker reads the file otherwise. It is
// compiled together with the checker's sources.

import Foundation

/// A fact about some tokens of a file.
struct Fact {
    let kind: String
    let file: CodeFile
    let place: String
    let tokens: Range<Int>
    /// What depends on the kind.
    let details: [Substring]

    init?(_ parts: [Substring], of file: CodeFile) {
        let start = file.index(at: parts[2])
        let position = file.file.token(start)?.position
        // In the condition of an `#if` the checker has no tokens.
        guard let position, "\(position.line):\(position.column)" == parts[2] else {
            return nil
        }
        kind = String(parts[1])
        self.file = file
        place = "\(file.file.path):\(parts[2])"
        tokens = start..<file.index(at: parts[3])
        details = Array(parts.dropFirst(4))
    }

    /// Whether the checker reads it so.
    var isRead: Bool {
        let source = file.file
        switch kind {
        case "braces":
            let node = source.node(openedBy: tokens.lowerBound)
            return node?.range == tokens && node?.kind == expectedKind
        case "call": return isCallRead
        case "body":
            let body = file.range(of: details[0])
            return source.body(from: tokens.lowerBound)?.range == body
        case "type": return file.type(at: tokens.lowerBound)?.end == tokens.upperBound
        case "value":
            let name = details[0].isEmpty ? nil : file.index(at: details[0])
            return name == nil || Phrase(source, tokens).variable == name
        case "expression":
            return source.expression(from: tokens.lowerBound).range == tokens
        default: return false
        }
    }

    private var expectedKind: Node.Kind {
        switch details[0] {
        case "closure": .closure
        case "branch": .branch
        case "declaration": .declaration
        case "_read", "borrow", "get", "unsafeAddress": .getter
        default: .setter
        }
    }

    private var isCallRead: Bool {
        let open = file.index(at: details[0])
        // A call without parentheses has closures.
        if !file.file.isToken(open, "(", "{") { return true }
        let read = Arguments(of: file.file, startingAt: open)
        let expected = details[1].split(separator: " ").map { argument in
            let parts = argument.split(separator: "=", maxSplits: 1)
            return (label: String(parts[0]), tokens: file.range(of: parts[1]))
        }
        let isSame = read.list.elementsEqual(expected) {
            ($0.label ?? "_") == $1.label && $0.value.range == $1.tokens
        }
        return isSame && read.end == tokens.upperBound
    }
}

extension CodeFile {
    /// The first token from a place on.
    func index(at place: Substring) -> Int {
        let parts = place.split(separator: ":").map { Int($0)! }
        let position = Position(line: parts[0], column: parts[1])
        var (low, high) = (0, file.tokens.count)
        while low < high {
            let middle = (low + high) / 2
            if file.tokens[middle].position < position {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    func range(of places: Substring) -> Range<Int> {
        let ends = places.split(separator: "-").map(index)
        return ends[0]..<max(ends[0], ends[1])
    }

    convenience init(path: String) {
        let file = NamedCode(in: SourceFile(IndexUnit(mainFile: path, module: "M")))
        self.init(file, Declarations(in: [file]), ColletSymbols(in: []))
    }
}

@main enum Main {
    static func main() {
        var file: CodeFile?
        var counts: [String: (same: Int, other: Int)] = [:]
        while let line = readLine() {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            let path = String(parts[0])
            if file?.file.path != path { file = CodeFile(path: path) }
            guard let file, let fact = Fact(parts, of: file) else { continue }
            if fact.isRead {
                counts[fact.kind, default: (0, 0)].same += 1
            } else {
                counts[fact.kind, default: (0, 0)].other += 1
                print("\(fact.place): \(fact.kind): \(file.file.text(fact.tokens))")
            }
        }
        for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
            print("\(kind): \(count.same) as SwiftSyntax, \(count.other) otherwise")
        }
        let isSame = counts.values.allSatisfy { $0.other == 0 } && !counts.isEmpty
        exit(isSame ? 0 : 1)
    }
}
