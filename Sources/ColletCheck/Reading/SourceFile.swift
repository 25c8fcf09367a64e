import Foundation

/// A source file as tokens, joined with what the index says stands at each place.
final class SourceFile {
    let path: String
    let module: String
    let occurrences: [IndexOccurrence]
    /// Whether the file belongs to the package that is checked, not to one that it depends on.
    let isReported: Bool

    init(path: String, module: String, occurrences: [IndexOccurrence], isReported: Bool) {
        self.path = path
        self.module = module
        self.occurrences = occurrences
        self.isReported = isReported
    }

    /// The file's tokens; none if it can't be read.
    private(set) lazy var tokens: [Token] = {
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return Lexer.tokens(of: data)
    }()

    private lazy var tokenIndices: [Position: Int] = Dictionary(
        tokens.indices.map { (tokens[$0].position, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    private lazy var occurrencesByPosition = Dictionary(grouping: occurrences, by: \.position)

    /// For each bracket its partner, and for each token the brackets around it.
    private lazy var brackets: (partners: [Int?], parents: [Int?]) = {
        var partners = [Int?](repeating: nil, count: tokens.count)
        var parents = [Int?](repeating: nil, count: tokens.count)
        var open: [Int] = []
        for (index, token) in tokens.enumerated() {
            let isClosing = token.is(")") || token.is("]") || token.is("}")
            if isClosing, let last = open.popLast() {
                partners[last] = index
                partners[index] = last
            }
            parents[index] = open.last
            if token.is("(") || token.is("[") || token.is("{") { open.append(index) }
        }
        return (partners, parents)
    }()

    // MARK: Tokens

    func token(_ index: Int) -> Token? {
        tokens.indices.contains(index) ? tokens[index] : nil
    }

    /// Whether there is a token at an index and it is a given word or sign.
    func isToken(_ index: Int, _ text: String) -> Bool {
        token(index)?.is(text) == true
    }

    func tokenIndex(at position: Position) -> Int? {
        tokenIndices[position]
    }

    /// The bracket that closes or opens the one at an index.
    func partner(of index: Int) -> Int? {
        tokens.indices.contains(index) ? brackets.partners[index] : nil
    }

    /// The innermost open bracket around a token.
    func parent(of index: Int) -> Int? {
        tokens.indices.contains(index) ? brackets.parents[index] : nil
    }

    /// The open braces around a token, innermost first.
    func braces(around index: Int) -> [Int] {
        Array(
            sequence(first: index) { self.parent(of: $0) }.dropFirst().filter {
                tokens[$0].is("{")
            }
        )
    }

    /// The brace that opens the body of a declaration, if it stands before a token.
    func bodyBrace(from start: Int, to end: Int) -> Int? {
        var body = start
        while body < end, let token = token(body), !token.is("{") {
            body = (token.is("(") ? partner(of: body) ?? body : body) + 1
        }
        return body < end ? body : nil
    }

    /// The index behind an opening angle bracket's closing one.
    func endOfAngles(_ index: Int) -> Int? {
        var depth = 0
        var position = index
        while let token = token(position) {
            if token.is("<") { depth += 1 }
            if token.is(">") {
                depth -= 1
                if depth == 0 { return position + 1 }
            }
            if token.is("{") || token.is("}") || token.is(")") || token.is("]") { return nil }
            let opens = token.is("(") || token.is("[")
            position = (opens ? partner(of: position) ?? position : position) + 1
        }
        return nil
    }

    /// The text of a range of tokens, spaced as in the source but on one line.
    func text(_ range: Range<Int>) -> String {
        var text = ""
        var index = range.lowerBound
        while index < range.upperBound {
            let token = tokens[index]
            if token.followsSpace, index > range.lowerBound { text += " " }
            let isString = token.kind == .string || token.kind == .interpolatedString
            text += isString ? "\"\(token.text)\"" : token.text
            index = isString ? endOfString(index) : index + 1
        }
        return text
    }

    /// The index behind a string and its interpolations.
    func endOfString(_ index: Int) -> Int {
        var end = index + 1
        guard token(index)?.kind == .interpolatedString else { return end }
        while isToken(end, "("), let close = partner(of: end) { end = close + 1 }
        return end
    }

    // MARK: Symbols

    func occurrences(at position: Position) -> [IndexOccurrence] {
        occurrencesByPosition[position] ?? []
    }

    /// The symbol that a token names, as opposed to what the compiler calls implicitly there.
    func symbol(at index: Int, where accepts: (IndexSymbol) -> Bool = { _ in true }) -> IndexSymbol?
    {
        guard let position = token(index)?.position else { return nil }
        return occurrences(at: position).first {
            !$0.roles.contains(.implicit) && accepts($0.symbol)
        }?.symbol
    }

    /// The tokens of an expression that ends with its statement.
    func expression(from start: Int) -> Range<Int> {
        var end = start
        while let token = token(end) {
            if ["}", ")", "]", ",", ";", "else"].contains(where: token.is) { break }
            if end > start, token.position.line > tokens[end - 1].position.line,
                !["as", "is", ".", "?", ":", "??", "==", "!="].contains(where: token.is),
                !isToken(end - 1, ".")
            {
                break
            }
            end = partner(of: end).flatMap { $0 > end ? $0 : nil } ?? end
            end += 1
        }
        return start..<end
    }

    // MARK: Macros

    /// Whether the index puts what a macro expands to at a token: at the macro's name with its `#`,
    /// or at the `@` of its attribute, where nothing else stands.
    func isExpansion(at index: Int) -> Bool {
        guard let token = token(index) else { return false }
        return token.is("@") || token.kind == .word && token.text.hasPrefix("#")
    }

    /// Whether a macro is given source that mentions a symbol, where the index has it, too.
    func gives(_ symbol: IndexSymbol, toMacroAt position: Position) -> Bool {
        guard let index = tokenIndex(at: position) else { return false }
        return (index + 1..<endOfInput(ofMacroAt: index)).contains {
            occurrences(at: tokens[$0].position).contains { $0.symbol == symbol }
        }
    }

    /// The index behind what a macro is given: its arguments, or an attribute with its declaration.
    private func endOfInput(ofMacroAt index: Int) -> Int {
        var end = index + 1
        guard isToken(index, "@") else { return Arguments(of: self, startingAt: end).end }
        var isDeclared = false
        while let token = token(end), !token.is("}"), !(isDeclared && startsDeclaration(end)) {
            let close = partner(of: end)
            if token.is("{"), let close { return close + 1 }
            isDeclared = isDeclared || Self.declaring.contains(token.text)
            end = (close ?? end) + 1
        }
        return end
    }

    /// The words that stand before what a declaration declares.
    private static let declaring: Set<String> = [
        "actor", "class", "enum", "extension", "func", "init", "let", "protocol", "struct",
        "subscript", "var",
    ]

    /// Whether a token starts the next declaration, rather than going on with one without braces.
    private func startsDeclaration(_ index: Int) -> Bool {
        let token = tokens[index]
        let previous = tokens[index - 1]
        return token.position.line > previous.position.line
            && (token.kind == .word && !token.is("where") || token.is("@"))
            && !["=", ":", ",", "->", "&"].contains { previous.is($0) }
    }
}

/// A call's arguments, read from the tokens behind its name.
struct Arguments {
    struct Argument {
        let label: String?
        let tokens: Range<Int>
    }

    private(set) var list: [Argument] = []
    /// The index behind the last token of the call.
    private(set) var end: Int

    /// Reads `(…)`, `{ … }` or both.
    init(of file: SourceFile, startingAt start: Int) {
        end = start
        if file.isToken(end, "("), let close = file.partner(of: end) {
            list = Self.split(file, end + 1..<close)
            end = close + 1
        }
        if file.isToken(end, "{"), let close = file.partner(of: end) {
            list.append(Argument(label: nil, tokens: end..<close + 1))
            end = close + 1
        }
        while let label = file.token(end), label.kind == .word, file.isToken(end + 1, ":"),
            file.isToken(end + 2, "{"), let close = file.partner(of: end + 2), !list.isEmpty
        {
            list.append(Argument(label: label.text, tokens: end + 2..<close + 1))
            end = close + 1
        }
    }

    subscript(label: String) -> Range<Int>? {
        list.first { $0.label == label }?.tokens
    }

    var unlabelled: [Range<Int>] {
        list.filter { $0.label == nil }.map(\.tokens)
    }

    /// Splits a list at its own commas.
    static func split(_ file: SourceFile, _ range: Range<Int>) -> [Argument] {
        var result: [Argument] = []
        var start = range.lowerBound
        var index = start
        func add(_ end: Int) {
            guard start < end else { return }
            if file.tokens[start].kind == .word, file.isToken(start + 1, ":"), start + 2 < end {
                let label = file.tokens[start].text
                result.append(Argument(label: label, tokens: start + 2..<end))
            } else {
                result.append(Argument(label: nil, tokens: start..<end))
            }
        }
        while index < range.upperBound {
            let token = file.tokens[index]
            if token.is(",") {
                add(index)
                start = index + 1
            } else if token.is("<"), !token.followsSpace, let end = file.endOfAngles(index) {
                index = end
                continue
            } else if let partner = file.partner(of: index), partner > index {
                index = partner
            }
            index += 1
        }
        add(range.upperBound)
        return result
    }
}
