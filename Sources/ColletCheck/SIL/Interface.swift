import Foundation

/// A type, as the interface at the beginning of a file declares it.
struct Declaration: Equatable {
    var kind: String
    /// The types that it inherits or conforms to.
    var inherited: [String] = []
    var isOnMainActor = false
    var isPublic = false
    /// Its stored properties.
    var properties: [String] = []
    var cases: [String] = []

    /// The first of the types that it inherits or conforms to.
    var superclass: String? { inherited.first }
}

/// Reads the declarations at the beginning of a file of SIL.
struct Interface {
    private(set) var imports: Set<String> = []
    /// By the type's name, with those of the types around it.
    private(set) var declarations: [String: Declaration] = [:]
    /// The types that stand in no other, and whether they are private.
    private(set) var outermost: [(name: String, isPrivate: Bool)] = []
    /// The functions that other modules may call, with the types around them:
    /// `Setup.start`.
    private(set) var publicNames: Set<String> = []
    /// The types around the line that is read; empty where a brace is none's.
    private var stack: [String] = []

    init(_ text: SILText) {
        for line in text.string.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let first = words.first else { continue }
            readPublicName(words)
            if line.hasSuffix("{") {
                open(words)
            } else if first == "}" {
                _ = stack.popLast()
            } else if let type = stack.last {
                readMember(line, words, of: type)
            } else if first == "import", words.count > 1 {
                imports.insert(String(words[1].prefix { $0 != "." }))
            }
        }
    }

    private static let kinds: Set<Substring> = [
        "actor", "class", "enum", "extension", "protocol", "struct",
    ]

    /// A line that ends with a brace.
    private mutating func open(_ words: [Substring]) {
        let index = words.firstIndex(where: Self.kinds.contains)
        guard let index, index + 1 < words.count else { return stack.append("") }
        let rest = words[(index + 1)...].joined(separator: " ")
        var name = String(rest.prefix { !" <:".contains($0) })
        guard words[index] != "extension" else { return stack.append(name) }
        name = ([stack.last ?? "", name]).filter { !$0.isEmpty }.joined(separator: ".")
        stack.append(name)
        if stack.count == 1 {
            let modifiers = words[..<index]
            let isPrivate =
                modifiers.contains("private") || modifiers.contains("fileprivate")
            outermost.append((name, isPrivate))
        }
        declarations[name] = Declaration(
            kind: String(words[index]), inherited: Self.inherited(in: rest),
            isOnMainActor: words[..<index].contains("@MainActor"),
            isPublic: Self.isPublic(words[..<index]))
    }

    /// `Base` and `Sendable` of `Model<T> : Base<T>, Sendable {`.
    private static func inherited(in head: String) -> [String] {
        guard let colon = head.firstRange(of: " : ") else { return [] }
        var list = head[colon.upperBound...]
        // A `where` clause and what stands in brackets name other types.
        if let end = list.firstRange(of: " where ") { list = list[..<end.lowerBound] }
        var depth = 0
        let outer = list.filter { character in
            if character == "<" { depth += 1 }
            if character == ">" { depth -= 1 }
            return depth == 0 && !">{".contains(character)
        }
        return outer.split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }

    private static func isPublic(_ modifiers: ArraySlice<Substring>) -> Bool {
        modifiers.contains { ["public", "open"].contains($0) }
    }

    private mutating func readPublicName(_ words: [Substring]) {
        guard Self.isPublic(words[...]), words.last != "{" else { return }
        let kind = words.firstIndex { $0 == "func" || $0.hasPrefix("init(") }
        guard let kind else { return }
        let name = words[kind] == "func" ? words[kind + 1] : words[kind]
        let path = [stack.last ?? "", String(name.prefix { !"(<".contains($0) })]
        publicNames.insert(path.filter { !$0.isEmpty }.joined(separator: "."))
    }

    private mutating func readMember(
        _ line: Substring, _ words: [Substring], of type: String
    ) {
        if let property = Self.storedProperty(line, words) {
            declarations[type]?.properties.append(property)
        } else if words[0] == "case" {
            for part in words.dropFirst().joined(separator: " ").split(separator: ",") {
                let name = part.prefix { $0 != "(" }
                declarations[type]?.cases.append(
                    name.trimmingCharacters(in: .whitespaces))
            }
        }
    }

    private static func storedProperty(
        _ line: Substring, _ words: [Substring]
    ) -> String? {
        guard line.contains("@_hasStorage"), !words.contains("static") else { return nil }
        let word = words.firstIndex { $0 == "var" || $0 == "let" }
        guard let word, word + 1 < words.count else { return nil }
        return String(words[word + 1].prefix { $0 != ":" })
    }
}
