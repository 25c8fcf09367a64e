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

    func isToken(_ index: Int?, _ text: String) -> Bool { index.flatMap(token)?.is(text) == true }
    func isToken(_ index: Int?, _ list: [String]) -> Bool { list.contains { isToken(index, $0) } }
    func isToken(_ index: Int?, _ list: String...) -> Bool { isToken(index, list) }

    func partner(of index: Int) -> Int? { token(index)?.partner }
    func parent(of index: Int) -> Int? { token(index)?.parent }

    /// The index behind a token, or behind the bracket that it opens.
    func behind(_ index: Int) -> Int { max(partner(of: index) ?? index, index) + 1 }

    /// The body of a declaration; what a variable is set to is none.
    func body(from start: Int, to end: Int? = nil) -> Node? {
        let end = end ?? tokens.count
        let sign = sequence(first: start, next: behind).first { $0 >= end || isToken($0, "{", "=") }
        return sign.flatMap { $0 < end && isToken($0, "{") ? node(openedBy: $0) : nil }
    }

    /// The first token of a path such as `A.B.c`, from its last.
    func startOfPath(_ last: Int) -> Int {
        var start = last
        // "0...A" is no path.
        while isToken(start - 1, "."), !isToken(start - 2, ".") { start -= 2 }
        return start
    }

    func text(_ range: Range<Int>) -> String {
        range.map { index in
            let token = tokens[index]
            let space = token.followsSpace && index > range.lowerBound ? " " : ""
            return space + (token.kind == .string ? token.text.debugDescription : token.text)
        }.joined()
    }

    /// The last of some words or signs before a token, in the same brackets.
    func last(_ texts: String..., before index: Int) -> Int? {
        let parent = parent(of: index)
        return ((parent ?? 0)..<max(index, 0)).last {
            self.parent(of: $0) == parent && texts.contains(where: tokens[$0].is)
        }
    }

    /// Whether a keyword such as `let` begins a binding that unwraps what it is set to.
    func isBinding(_ keyword: Int) -> Bool { isToken(keyword - 1, "guard", "if", "while", ",") }

    /// Whether a closure runs off the main actor, by what it is given to, and whether it runs without
    /// the values of the task that it is made in, so in no override.
    func task(of closure: Node) -> (isOffMainActor: Bool, isItsOwn: Bool) {
        let brace = closure.start
        let isArgument = isToken(brace - 1, "(", ",", ":")
        let open =
            isToken(brace - 1, ")") ? partner(of: brace - 1) : isArgument ? parent(of: brace) : nil
        let callee = (open ?? brace) - 1
        let isQueued = isToken(callee, "async", "asyncAfter") && isToken(callee - 1, ".")
        let queue = isQueued ? partner(of: callee - 2).map { $0 - 1 } : nil
        let isDetached = isToken(callee, "detached")
        let isChild = isToken(callee, "addTask", "addTaskUnlessCancelled")
        return (isDetached || isChild || isToken(queue, "global"), isDetached || isQueued)
    }

    /// Where a local variable is declared that a token names, in the braces around it. In
    /// "let config = config" the latter is another one, declared before.
    func local(_ index: Int) -> Int? {
        guard let name = token(index)?.text else { return nil }
        let braces = node(around: index).braces
        return (0..<max(index - 2, 0)).last {
            isToken($0, name) && isToken($0 - 1, "let", "var") && braces.contains(node(around: $0))
        }
    }

    func mentions(ofLocal variable: Int) -> [Int] {
        var scope = parent(of: variable)
        // What a local type has, all around that type may name.
        while isToken(scope.map { $0 - 2 }, "actor", "class", "enum", "struct") {
            scope = scope.flatMap(parent)
        }
        let end = scope.flatMap(partner) ?? tokens.count
        return (variable + 1..<end).filter { isToken($0, tokens[variable].text) }
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

extension SourceFile: Hashable {
    static func == (left: SourceFile, right: SourceFile) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
