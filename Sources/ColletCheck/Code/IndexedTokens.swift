/// The tokens of a source file, and what the index says stands at each.
struct IndexedTokens {
    let tokens: [Token]
    let occurrences: [IndexOccurrence]
    private let indices: [Position: Int]
    private let occurrencesByPosition: [Position: [IndexOccurrence]]
    /// The branches of `#if` that this build compiled something of; `nil` stands for no
    /// branch.
    private var activeBranches: Set<Int?> = [nil]

    init(_ tokens: [Token], _ occurrences: [IndexOccurrence]) {
        self.tokens = tokens
        self.occurrences = occurrences
        indices = Dictionary(zip(tokens.map(\.position), tokens.indices)) { first, _ in
            first
        }
        occurrencesByPosition = Dictionary(grouping: occurrences, by: \.position)
        for position in occurrencesByPosition.keys {
            if let index = index(at: position) {
                activeBranches.insert(tokens[index].branch)
            }
        }
    }

    func isActive(_ token: Token) -> Bool { activeBranches.contains(token.branch) }

    /// The token at a position. What "_clock" wraps is mentioned within that.
    func index(at position: Position) -> Int? {
        let before = Position(line: position.line, column: position.column - 1)
        return indices[position] ?? indices[before]
    }

    func occurrences(at index: Int) -> [IndexOccurrence] {
        tokens[checked: index].flatMap { occurrencesByPosition[$0.position] } ?? []
    }
}

// Whether the index describes these tokens, and no other version of the file. A date
// would not tell, as copies may keep theirs.
extension IndexedTokens {
    /// Where these tokens are not as indexed.
    struct Difference {
        let position: Position
        /// What stands there, and what the index has.
        let description: String
    }

    /// The first word that stands where the index has another, or the first bracket that
    /// lacks its partner.
    var difference: Difference? {
        let others = occurrences.filter { !stands($0) }
        if let first = others.min(by: { $0.position < $1.position }) {
            let word = indices[first.position].map { "'\(tokens[$0].text)'" } ?? "nothing"
            return Difference(
                position: first.position,
                description: "\(word) stands where the index has '\(first.symbol.name)'")
        }
        return tokens.first { !isBalanced($0) }.map {
            Difference(position: $0.position, description: "'\($0.text)' has no partner")
        }
    }

    /// Whether something is where the index says.
    private func stands(_ occurrence: IndexOccurrence) -> Bool {
        let position = occurrence.position
        if occurrence.isImplicit || !occurrence.symbol.hasNameInSource { return true }
        // Where a pattern names an enumeration's case, the index has the enumeration,
        // too.
        let here = occurrencesByPosition[position] ?? []
        if here.contains(where: isNamed) { return true }
        guard let index = indices[position] else { return false }
        if tokens.isExpansion(at: index) { return true }
        // A protocol for classes alone may say "class" for "AnyObject".
        let isPronoun = tokens.has("Self", "class", "for", "self", "super", at: index)
        let isName = tokens[index].kind == .word && !isPronoun
        return !isName && !occurrence.isDefinition
    }

    /// Whether the name of something stands where the index says.
    private func isNamed(_ occurrence: IndexOccurrence) -> Bool {
        guard !occurrence.isImplicit, let index = index(at: occurrence.position) else {
            return false
        }
        // A property's wrapper, or what that projects, is named by a sign more.
        let isWithin = tokens[index].position != occurrence.position
        let name = tokens[index].text.dropFirst(isWithin ? 1 : 0)
        return name == occurrence.symbol.baseName
    }

    private func isBalanced(_ token: Token) -> Bool {
        let isBracket = token.kind == .sign && "()[]{}".contains(token.text)
        return token.partner != nil || !isBracket || !isActive(token)
    }
}

extension IndexSymbol {
    /// Whether its name stands wherever it is mentioned, but for words such as `self`.
    /// What the compiler makes, and what it finds by no name, stands at other tokens.
    fileprivate var hasNameInSource: Bool {
        let others = ["", "_", "callAsFunction", "dynamicallyCall", "init", "subscript"]
        if !isOfSwift || kind == nil || others.contains(String(baseName)) { return false }
        return baseName.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
    }
}
