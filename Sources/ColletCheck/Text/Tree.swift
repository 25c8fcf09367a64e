/// The nodes of a file, read from its tokens in one pass. There is one for each bracket
/// that opens, whatever is wrong with the source.
struct Tree {
    private let file: Node
    /// The node that each token opens.
    private var opened: [Node?]
    private let tokens: [Token]
    /// For each node, by the token behind its opening one, the word that tells what the
    /// next braces in it are for; closures have none.
    private var keywords: [Int?]

    init(_ tokens: [Token]) {
        self.tokens = tokens
        file = Node(.file, tokens.indices, in: nil)
        opened = Array(repeating: nil, count: tokens.count)
        keywords = Array(repeating: nil, count: tokens.count + 1)
        for index in tokens.indices { read(index) }
    }

    func node(around index: Int) -> Node {
        tokens[checked: index]?.parent.flatMap { opened[$0] } ?? file
    }

    func node(openedBy index: Int) -> Node? { opened[checked: index] ?? nil }
    var nodes: [Node] { opened.compactMap(\.self) }

    private mutating func read(_ index: Int) {
        let token = tokens[index]
        guard token.isWordOrSign else { return }
        let place = (token.parent ?? -1) + 1
        if tokens.has("var", at: keywords[place]), endsVariable(at: index) {
            keywords[place] = nil
        }
        switch token.text {
        case "{", "(", "[", "<":
            let range = index..<(token.partner ?? index) + 1
            let keyword = keywords[place]
            let kind = kind(openedBy: index, keyword)
            let outer = node(around: index)
            // What a closure captures is read where that is made.
            let isCaptured = outer.start == index - 1 && isInSignature(range)
            opened[index] = Node(
                kind, range, in: isCaptured ? outer.parent : outer,
                for: keyword.map { tokens[$0].text })
        case "}":
            // A closure in a condition leaves the statement as it is.
            let closed = token.partner.flatMap { opened[$0] }
            if closed?.kind != .closure { keywords[place] = nil }
        case ";": keywords[place] = nil
        default:
            let isInBraces = token.parent.map { tokens[$0].is("{") } ?? true
            if isInBraces, isKeyword(index, behind: keywords[place]) {
                keywords[place] = index
            }
        }
    }

    // MARK: Words

    /// Whether a word tells what the next braces are for.
    private func isKeyword(_ index: Int, behind other: Int?) -> Bool {
        let isMember = tokens.has(".", at: index - 1) && !tokens.has(".", at: index - 2)
        // What is imported has its braces elsewhere.
        let isName = tokens[index].isEscaped || tokens.has("import", at: index - 1)
        if isMember || isName { return false }
        // A label may be called like a statement.
        if tokens.has(":", at: index + 1) { return false }
        switch tokens[index].text {
        // In a condition it only binds.
        case "var": return !tokens.has(Self.statements, at: other)
        case "actor": return isFollowedByName(index)
        // Without braces it expands a pack.
        case "repeat": return tokens.has("{", at: index + 1)
        case "while": return !isBehindRepeat(index)
        case let text:
            return Self.statements.contains(text) || Self.declaring.contains(text)
        }
    }

    private func isFollowedByName(_ index: Int) -> Bool {
        let next = index + 1
        return tokens[checked: next]?.kind == .word && !tokens.isFirstOfLine(next)
    }

    private func isBehindRepeat(_ index: Int) -> Bool {
        let open = tokens.has("}", at: index - 1) ? tokens[index - 1].partner : nil
        return tokens.has("repeat", at: open.map { $0 - 1 })
    }

    /// Whether the declaration of a variable has no braces from a token on, but for
    /// closures: it has a value there, or its line ended before.
    private func endsVariable(at index: Int) -> Bool {
        if tokens[index].is("=") { return true }
        let isOpen = tokens.has(Self.joining, at: index - 1)
        let goesOn = isOpen || tokens.has(Self.continuing, at: index)
        return tokens.isFirstOfLine(index) && !goesOn
    }

    // MARK: Brackets

    private func kind(openedBy index: Int, _ keyword: Int?) -> Node.Kind {
        let isBehindName =
            !tokens[index].followsSpace && index > 0 && tokens[index - 1].kind == .word
        switch tokens[index].text {
        case "(": return isBehindName ? .arguments : .parentheses
        case "[": return isBehindName ? .subscript : .list
        case "<": return .generics
        default: break
        }
        if let accessor = accessor(before: index) { return accessor }
        let isStatement = tokens.has(Self.statements, at: keyword)
        if isStatement { return isOperand(index) ? .closure : .branch }
        // Behind a value there may be what observes the variable.
        let isObserver = tokens.has("didSet", "willSet", at: index + 1)
        return keyword != nil || isObserver ? .declaration : .closure
    }

    /// Whether a statement's condition goes on behind the braces that a token opens, or
    /// lacks an operand before them: then they are a closure in it.
    private func isOperand(_ brace: Int) -> Bool {
        if tokens.has("=", ",", at: brace - 1) { return true }
        guard let end = tokens[brace].partner, tokens.has(Self.operators, at: end + 1)
        else { return false }
        return !tokens.isFirstOfLine(end + 1)
    }

    /// Whether the list with which braces begin is a closure's, of what it captures.
    private func isInSignature(_ list: Range<Int>) -> Bool {
        let next = tokens[checked: list.upperBound]
        let isFollowed = next?.kind == .word || next?.is("(") == true
        // What is cast, or asked for its type, is an array.
        let isValue = tokens.has("as", "is", at: list.upperBound)
        return tokens[list.lowerBound].is("[") && isFollowed && !isValue
    }

    /// What a brace opens if it is an accessor's, directly in a variable's or subscript's
    /// braces.
    private func accessor(before brace: Int) -> Node.Kind? {
        guard let around = tokens[brace].parent, opened[around]?.kind == .declaration
        else { return nil }
        let owner = keywords[(tokens[around].parent ?? -1) + 1]
        if owner != nil, !tokens.has("subscript", "var", at: owner) { return nil }
        var word = brace - 1
        while tokens.has("async", "throws", ")", at: word) {
            word = (tokens[word].partner ?? word) - 1
        }
        // What is a value's part is called so.
        let isName = tokens.has(".", "=", "return", at: word - 1)
        if isName || word <= around { return nil }
        switch tokens[word].text {
        case "_read", "borrow", "get", "unsafeAddress": return .getter
        case "_modify", "didSet", "mutate", "set", "unsafeMutableAddress", "willSet":
            return .setter
        default: return nil
        }
    }

    static let statements = Set(
        words: "catch defer do else for guard if repeat switch while")
    private static let declaring = Set(
        words: """
            class deinit enum extension func init precedencegroup protocol struct subscript
            """)
    /// What a type goes on behind, and what it goes on with.
    private static let joining = Set(words: ": , -> & .")
    private static let continuing = joining.union(Set(words: "{ async throws"))
    /// What goes on with a condition, or ends it.
    private static let operators = Set(words: "{ , . == != && || ?? where")
}
