/// The nodes of a file, read from its tokens in one pass. There is one for each bracket that opens,
/// whatever is wrong with the source.
struct Tree {
    private let file: Node
    /// The node that each token opens.
    private var opened: [Node?]
    private let tokens: [Token]
    /// For each node, by the token behind its opening one, the word that tells what the next braces
    /// in it are for; closures have none.
    private var keywords: [Int?]

    init(_ tokens: [Token]) {
        self.tokens = tokens
        file = Node(.file, tokens.indices, in: nil)
        opened = Array(repeating: nil, count: tokens.count)
        keywords = Array(repeating: nil, count: tokens.count + 1)
        for index in tokens.indices { read(index) }
    }

    func node(around index: Int) -> Node {
        tokens.indices.contains(index)
            ? tokens[index].parent.flatMap { opened[$0] } ?? file : file
    }

    func node(openedBy index: Int) -> Node? { opened.indices.contains(index) ? opened[index] : nil }
    var nodes: [Node] { opened.compactMap(\.self) }

    private mutating func read(_ index: Int) {
        let token = tokens[index]
        guard token.kind == .word || token.kind == .sign else { return }
        let around = (token.parent ?? -1) + 1
        switch token.text {
        case "{", "(", "[", "<":
            let end = token.partner.map { $0 + 1 } ?? index + 1
            let parent = token.parent.flatMap { opened[$0] } ?? file
            opened[index] = Node(
                kind(openedBy: index, keywords[around]), index..<max(end, index + 1), in: parent)
        case "}": keywords[around] = nil
        // A label may be called like a statement, and a member like a declaration.
        case _ where Self.statements.contains(token.text):
            if !tokens.has([":"], at: index + 1) { keywords[around] = index }
        case _ where Self.declaring.contains(token.text):
            if !tokens.has(["."], at: index - 1) { keywords[around] = index }
        default: break
        }
    }

    private func kind(openedBy index: Int, _ keyword: Int?) -> Node.Kind {
        let isBehindName =
            !tokens[index].followsSpace && index > 0 && tokens[index - 1].kind == .word
        switch tokens[index].text {
        case "(": return isBehindName ? .arguments : .parentheses
        case "[": return isBehindName ? .subscript : .list
        case "<": return .generics
        default: break
        }
        if let accessor = accessor(before: index) { return accessor == "get" ? .getter : .setter }
        guard let keyword else { return .closure }
        return tokens.has(Self.statements, at: keyword) ? .branch : .declaration
    }

    /// The keyword of the accessor whose body a brace opens.
    private func accessor(before brace: Int) -> String? {
        var word = brace - 1
        while tokens.has(["async", "throws"], at: word) { word -= 1 }
        if tokens.has([")"], at: word), let open = tokens[word].partner { word = open - 1 }
        let isAccessor = tokens.has(["get", "set", "willSet", "didSet"], at: word)
        return isAccessor && !tokens.has([".", "func"], at: word - 1) ? tokens[word].text : nil
    }

    static let statements: Set = [
        "catch", "defer", "do", "else", "for", "guard", "if", "repeat", "switch", "while",
    ]
    private static let declaring: Set = [
        "actor", "class", "deinit", "enum", "extension", "func", "init", "protocol", "struct",
        "subscript",
    ]
}
