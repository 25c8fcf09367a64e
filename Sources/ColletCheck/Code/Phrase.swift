/// Some tokens of a file that stand together, such as a name or an expression.
struct Phrase {
    let file: SourceFile
    let range: Range<Int>

    init(_ file: SourceFile, _ range: Range<Int>) {
        self.file = file
        self.range = range
    }

    var place: Place { file.site(at: start).place }
    var start: Int { range.lowerBound }
    var end: Int { range.upperBound }
    /// The brackets that it stands in.
    var node: Node { file.node(around: start) }
    /// The braces that it is.
    var braces: Node? { file.braces(openedBy: start) }
    var text: String { file.text(range) }

    func has(_ text: String) -> Bool { first(text) != nil }
    func first(_ text: String) -> Int? { range.first { file.isToken($0, text) } }
    func follows(_ texts: String...) -> Bool { file.tokens.has(texts, at: start - 1) }
    func precedes(_ texts: String...) -> Bool { file.tokens.has(texts, at: end) }

    /// Whether a statement may begin with it, by what stands before.
    var beginsStatement: Bool {
        let isFirst = follows("{", ";") || file.tokens.isFirstOfLine(start)
        return isFirst && !follows("=", "?", "??", "await", "return", "try")
    }
    /// Whether nothing follows that belongs to the same expression.
    var isWhole: Bool { range.isEmpty || file.expression(from: start).end == end }
    /// Whether it is all that its braces have, or is returned.
    var isResult: Bool { follows("return") || follows("{", "in") && precedes("}") }
    /// Whether it stands between commas or colons.
    var isElement: Bool { follows("(", "[", ",", ":") && precedes(")", "]", ",", ":") }

    /// The array that it stands in, perhaps of arrays, or the phrase itself.
    var list: Phrase {
        let isInList = node.kind == .list || node.kind == .subscript
        return isInList ? Phrase(file, node.range).list : self
    }

    /// The last token of what it is set or added to, as of `x` in `x = …` and `x += …`.
    var target: Int? {
        guard follows("=") else { return nil }
        let sign = start - 1
        let isAdded = file.isToken(sign - 1, "+") && !file.tokens[sign].followsSpace
        return isAdded ? sign - 2 : sign - 1
    }

    /// Whether a parameter has it where nobody gives another value.
    var isDefault: Bool {
        follows("=") && [.arguments, .parentheses].contains(node.kind)
    }

    /// The token that names the variable whose declaration sets it to this.
    var variable: Int? {
        guard follows("="), let keyword = file.last("let", "var", before: start) else {
            return nil
        }
        // Of several bindings, each stands behind a comma.
        let before = max(file.last(",", before: start) ?? keyword, keyword)
        return Phrase(file, before..<start - 1).has("=") ? nil : before + 1
    }

    /// The name that it is, if it is a literal.
    var literalName: Name? {
        guard range.count == 1, let token = file.token(start) else { return nil }
        return token.kind == .string
            ? .literal(token.text) : token.is("nil") ? Name.none : nil
    }
}

extension SourceFile {
    /// What a variable is set to where it is declared.
    func value(ofVariable name: Int) -> Phrase? {
        expression(from: name).first("=").map { expression(from: $0 + 1) }
    }

    private static let ending = Set(words: "} ) ] , ; else")

    /// What goes on from a token until something ends it, or a line that begins
    /// otherwise. The braces of a statement end its condition.
    func expression(from start: Int) -> Phrase {
        let isStatement = tokens.has(Tree.statements, at: start)
        var end = start
        while end < tokens.count, !tokens.has(Self.ending, at: end) {
            let braces = braces(openedBy: end)
            let isNext = tokens.isFirstOfLine(end) && !tokens.goesOn(at: end)
            let isOther = braces.map { $0.kind != .closure && !isStatement } ?? isNext
            if end > start, isOther { break }
            end = behind(end)
        }
        return Phrase(self, start..<end)
    }
}
