/// A source file as tokens, joined with what the index says stands at each place.
final class SourceFile {
    let unit: IndexUnit
    /// Whether it is one of the library's own files, in its module or where somebody
    /// pasted it.
    let isLibrary: Bool
    /// What the library's files define, one each.
    private static let libraryTypes: Set = ["DependenciesBuilder", "Block"]
    private let source: IndexedTokens
    private let orders: [Lexer.Order]
    /// What the index has otherwise, so that the file is not read.
    let difference: IndexedTokens.Difference?
    private(set) lazy var object = ObjectFile(of: unit)
    private lazy var tree = Tree(tokens)
    private(set) lazy var inactiveWords = Set(
        tokens.filter { !isActive($0) }.map { $0.text[...] })
    /// All words of a file that isn't read.
    private(set) lazy var unreadWords = Set(
        unit.leftOut == nil ? [] : tokens.map { $0.text[...] })

    init(_ unit: IndexUnit, _ occurrences: [IndexOccurrence] = []) {
        let names = occurrences.filter(\.isDefinition).map(\.symbol.name)
        isLibrary = unit.mayBeLibrary && !Self.libraryTypes.isDisjoint(with: names)
        // Of the library's own files only the names count.
        let text = isLibrary ? "" : contents(of: unit.mainFile)
        let (tokens, orders) = Lexer.read(text.utf8)
        let read = IndexedTokens(tokens, occurrences)
        self.orders = orders
        difference = isLibrary || unit.leftOut != nil ? nil : read.difference
        // What is read at places of another version would be wrong, whatever date the
        // file has.
        source = difference == nil ? read : IndexedTokens(tokens, [])
        self.unit = difference == nil ? unit : unit.leftOut(as: .other)
    }

    var path: String { unit.mainFile }
    var isNewerThanObject: Bool {
        object.date.map { changeDate(of: path) > $0 } ?? false
    }
    var isReported: Bool { unit.isReported }
    var isInTests: Bool { unit.isInTests }
    var isOfProgram: Bool { isReported && !isInTests }
    var isScript: Bool { path.hasSuffix("/main.swift") }

    func site(at index: Int) -> Site {
        let token = tokens[index]
        return site(at: token.position, isConditional: token.branch != nil)
    }

    private func site(at position: Position, isConditional: Bool = false) -> Site {
        Site(
            place: Place(path: path, position: position), module: unit.module,
            isReported: isReported, isInTests: isInTests, isConditional: isConditional)
    }

    /// Where it is not as indexed, or else its start.
    var siteOfDifference: Site {
        site(at: difference?.position ?? Position(line: 1, column: 1))
    }

    /// The comments in it that accept findings, but for those that `#if` leaves out.
    var acceptances: [Acceptance] {
        orders.compactMap { order in
            let before = token(order.index - 1)
            let isBehindCode = before?.position.line == order.position.line
            let code = isBehindCode ? before : token(order.index)
            if code.map(isActive) == false { return nil }
            let text = order.text.wholeMatch(
                of: /collet-check:allow *([^:]*)(?:: *(.*))?/)
            let rules = (text?.1 ?? "").split { ", ".contains($0) }
            return Acceptance(
                site: site(at: order.position),
                line: order.position.line + (isBehindCode ? 0 : 1),
                rules: rules.map(String.init), reason: String(text?.2 ?? ""))
        }
    }
}

// What stands where.
extension SourceFile {
    var tokens: [Token] { source.tokens }
    func token(_ index: Int) -> Token? { tokens[checked: index] }
    func tokenIndex(at position: Position) -> Int? { source.index(at: position) }
    func isActive(_ token: Token) -> Bool { source.isActive(token) }

    var nodes: [Node] { tree.nodes }
    func node(around index: Int) -> Node { tree.node(around: index) }
    func node(openedBy index: Int) -> Node? { tree.node(openedBy: index) }
    func braces(openedBy index: Int) -> Node? {
        node(openedBy: index).flatMap { $0.isBraces ? $0 : nil }
    }
    func closure(openedBy index: Int) -> Node? {
        node(openedBy: index).flatMap { $0.kind == .closure ? $0 : nil }
    }

    var occurrences: [IndexOccurrence] { source.occurrences }
    func occurrences(at index: Int) -> [IndexOccurrence] { source.occurrences(at: index) }

    /// The symbol that a token names, as opposed to what the compiler calls implicitly
    /// there.
    func symbol(at index: Int, where fits: (IndexSymbol) -> Bool = { _ in true })
        -> IndexSymbol?
    {
        occurrences(at: index).first { !$0.isImplicit && fits($0.symbol) }?.symbol
    }

    /// Whether what stands at a token has some words in its type.
    func says(_ words: String, at index: Int) -> Bool {
        occurrences(at: index).contains { $0.symbol.demangled?.contains(words) == true }
    }
}
