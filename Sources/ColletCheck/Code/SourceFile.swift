/// A source file as tokens, joined with what the index says stands at each place.
final class SourceFile {
    private(set) var unit: IndexUnit
    private(set) var occurrences: [IndexOccurrence]
    private(set) lazy var object = ObjectFile(of: unit)

    var path: String { unit.mainFile }
    var isReported: Bool { unit.isReported }
    var isInTests: Bool { unit.isInTests }
    var isScript: Bool { path.hasSuffix("/main.swift") }

    /// Whether it is the library's own file, in its module or where somebody pasted it.
    private(set) lazy var isLibrary =
        unit.mayBeLibrary
        && occurrences.contains {
            $0.symbol.name == "DependenciesBuilder" && $0.roles.contains(.definition)
        }

    /// The file as a whole.
    var site: Site { site(at: nil) }

    init(_ unit: IndexUnit, _ occurrences: [IndexOccurrence] = []) {
        self.unit = unit
        self.occurrences = occurrences
        // Of the library's own file only the names count.
        if isLibrary || occurrences.allSatisfy(stands) && tokens.allSatisfy(isBalanced) { return }
        // What is read at places of another version would be wrong, whatever date the file has.
        self.unit.leftOut = .other
        self.occurrences = []
    }

    /// Whether a symbol is where the index says. A date would not tell, as copies may keep theirs.
    private func stands(_ occurrence: IndexOccurrence) -> Bool {
        let (symbol, position) = (occurrence.symbol, occurrence.position)
        if occurrence.roles.contains(.implicit) { return true }
        let name = symbol.name.prefix { $0 != "(" }
        let index = tokenIndex(at: position)
        let text = index.map { tokens[$0].text[...] }
        // A property's wrapper, or what that projects, is named by a sign more.
        let isWithin = index.map { tokens[$0].position != position } == true
        if (isWithin ? text?.dropFirst() : text) == name { return true }
        // What the compiler makes, and what it finds by no name, stands at other tokens.
        let others = ["", "_", "callAsFunction", "dynamicallyCall", "init", "subscript"]
        guard symbol.usr.hasPrefix("s:"), symbol.kind != nil, !others.contains(String(name)),
            name.allSatisfy({ $0 == "_" || $0.isLetter || $0.isNumber })
        else { return true }
        guard let index, !isWithin else { return false }
        let isOther = tokens[index].kind != .word || isToken(index, "Self", "self", "super", "for")
        return isExpansion(at: index) || isOther && !occurrence.roles.contains(.definition)
    }

    private lazy var tree = Tree(tokens)
    var nodes: [Node] { tree.nodes }
    func node(around index: Int) -> Node { tree.node(around: index) }
    func node(openedBy index: Int) -> Node? { tree.node(openedBy: index) }
    func braces(openedBy index: Int) -> Node? {
        node(openedBy: index).flatMap { $0.isBraces ? $0 : nil }
    }

    private(set) lazy var tokens = Lexer.tokens(of: contents(of: path).utf8)
    private lazy var tokenIndices = Dictionary(
        zip(tokens.map(\.position), tokens.indices), uniquingKeysWith: { first, _ in first })
    private lazy var occurrencesByPosition = Dictionary(grouping: occurrences, by: \.position)

    /// The branches of `#if` that this build compiled something of; `nil` stands for no branch.
    private lazy var activeBranches = Set(
        [nil] + occurrences.compactMap { tokenIndex(at: $0.position) }.map { tokens[$0].branch })
    private(set) lazy var inactiveWords = Set(tokens.filter { !isActive($0) }.map { $0.text[...] })

    func isActive(_ token: Token) -> Bool { activeBranches.contains(token.branch) }

    private func isBalanced(_ token: Token) -> Bool {
        token.partner != nil || token.kind != .sign || !isActive(token)
            || !["(", ")", "[", "]", "{", "}"].contains(token.text)
    }

    func site(at index: Int?) -> Site {
        let token = index.map { tokens[$0] }
        let position = token?.position ?? Position(line: 1, column: 1)
        return Site(
            place: Place(path: path, position: position), module: unit.module,
            isReported: isReported, isInTests: isInTests, isConditional: token?.branch != nil)
    }

    func token(_ index: Int) -> Token? { tokens.indices.contains(index) ? tokens[index] : nil }
    /// The token at a position. What "_clock" wraps is mentioned within that.
    func tokenIndex(at position: Position) -> Int? {
        let before = Position(line: position.line, column: position.column - 1)
        return tokenIndices[position] ?? tokenIndices[before]
    }

    /// Whether a token is where the index puts what a macro expands to: a name with `#`, or an `@`.
    func isExpansion(at index: Int) -> Bool {
        token(index).map { $0.is("@") || $0.text.hasPrefix("#") } == true
    }

    func occurrences(at index: Int) -> [IndexOccurrence] {
        token(index).flatMap { occurrencesByPosition[$0.position] } ?? []
    }

    /// The symbol that a token names, as opposed to what the compiler calls implicitly there.
    func symbol(at index: Int, where fits: (IndexSymbol) -> Bool = { _ in true }) -> IndexSymbol? {
        occurrences(at: index).first { !$0.roles.contains(.implicit) && fits($0.symbol) }?.symbol
    }

    /// Whether what stands at a token has some words in its type.
    func says(_ words: String, at index: Int) -> Bool {
        occurrences(at: index).contains { $0.symbol.demangled?.contains(words) == true }
    }
}
