/// A word, literal or sign of a source file.
struct Token {
    /// What a token is, as far as the check cares.
    enum Kind {
        /// A name, a keyword or a directive such as `#selector`; without backticks.
        case word
        case number
        /// A string literal; the token's text is its value.
        case string
        /// A string literal whose value is known only at run time, or only to the
        /// compiler.
        case interpolatedString
        /// A sign; one character, except `->`, `??`, `&&`, `||` and `==`.
        case sign
    }

    fileprivate(set) var kind: Kind
    fileprivate(set) var text: String
    let position: Position
    /// The number of the innermost `#if` branch around the token in its file, or `nil`.
    let branch: Int?
    /// The bracket that the token is in; for a bracket, the one around it.
    fileprivate(set) var parent: Int?
    /// For a bracket, the one that closes or opens it; for a string, the last of what it
    /// interpolates.
    fileprivate(set) var partner: Int?
    let followsSpace: Bool
    /// Whether a word stands in backticks, and so is no keyword.
    fileprivate(set) var isEscaped = false

    /// Whether it is an operator, or a part of one.
    var isOperator: Bool {
        kind == .sign && text.utf8.allSatisfy("/=-+!*%<>&|^~?.:".utf8.contains)
    }
    var isWordOrSign: Bool { kind == .word || kind == .sign }

    func `is`(_ text: String) -> Bool { self.text == text && isWordOrSign }
}

/// Splits Swift source into tokens. What a word means, the index tells.
struct Lexer {
    private let bytes: [UInt8]
    /// Where the lines begin.
    private let lines: [Int]
    private var offset = 0, line = 1
    /// The branches of `#if` around the next token, and the brackets that were open where
    /// each began.
    private var branches: [(number: Int, brackets: [Int])] = [], branchCount = 0
    private var brackets: [Int] = []
    private var tokens: [Token] = []
    private var orders: [Order] = []
    private var sawSpace = false
    /// The last operator: where it ends, whether it touches what stands before it, and
    /// has a slash.
    private var lastOperator = (end: -1, isLeftBound: false, hasSlash: false)

    /// A comment that is meant for the check: `// collet-check:…`.
    struct Order {
        let text: String
        let position: Position
        /// The number of tokens before it.
        let index: Int
    }

    static func tokens(of source: some Collection<UInt8>) -> [Token] {
        read(source).tokens
    }

    static func read(_ source: some Collection<UInt8>) -> (
        tokens: [Token], orders: [Order]
    ) {
        let bytes = Array(String(decoding: source, as: UTF8.self).utf8)
        let lineEnds = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        var lexer = Lexer(bytes: bytes, lines: [0] + lineEnds.map { $0 + 1 })
        if lexer.starts(with: "#!") { lexer.skip { $0 != "\n" } }
        while lexer.peek() != nil { lexer.step() }
        lexer.closeComparisons()
        return (lexer.tokens, lexer.orders)
    }

    private mutating func step() {
        let start = offset
        let count = tokens.count
        skip { $0 == "#" }
        guard let byte = peek() else { return }
        let hasFence = offset > start
        switch byte {
        case "\"", "'": scanString(from: start)
        case "/" where hasFence:
            add(.interpolatedString, from: start, "")
            skipRegularExpression(until: "/" + text(from: start))
        case _ where hasFence: scanDirective(from: start)
        case "\n", " ", "\t", "\r": offset += 1
        case "\u{C2}" where peek(1) == "\u{A0}": offset += 2
        case "/" where peek(1) == "/": skipLineComment()
        case "/" where peek(1) == "*": skipBlockComment()
        case "`":
            offset += 1
            skip { $0 != "`" && $0 != "\n" }
            add(.word, from: start, text(from: start + 1))
            tokens[tokens.count - 1].isEscaped = true
            if peek() == "`" { offset += 1 }
        case let byte where byte.isSign: scanOperator(from: start)
        default:
            skipName()
            while byte.isDigit, isAtFraction {
                offset += 1
                skipName()
            }
            let isName = offset > start
            if !isName { offset += character.utf8.count }
            add(byte.isDigit ? .number : isName ? .word : .sign, from: start)
        }
        sawSpace = tokens.count == count
    }

    /// A byte as a scalar, so that it can be compared with a character.
    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        bytes[checked: offset + distance].map(Unicode.Scalar.init)
    }

    private var isAtFraction: Bool { peek() == "." && peek(1)?.isDigit == true }

    private var character: Unicode.Scalar {
        // Most have one byte, and none more than four.
        let scalars = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
            .unicodeScalars
        return scalars.first ?? " "
    }

    private func starts(with text: String) -> Bool {
        bytes[offset...].starts(with: text.utf8)
    }
    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func add(_ kind: Token.Kind, from start: Int, _ text: String? = nil)
    {
        let text = text ?? self.text(from: start)
        let position = position(of: start)
        if kind == .sign, ["{", ";", "="].contains(text) { dropComparisons() }
        let partner = kind == .sign ? partner(ofClosing: text) : nil
        if let partner { tokens[partner].partner = tokens.count }
        let mayOpen =
            text == "<" ? tokens.last?.kind == .word && !sawSpace : kind == .sign
        tokens.append(
            Token(
                kind: kind, text: text, position: position,
                branch: branches.last?.number, parent: brackets.last, partner: partner,
                followsSpace: sawSpace))
        if mayOpen, Self.pairs.values.contains(text) { brackets.append(tokens.count - 1) }
    }

    private static let pairs = [")": "(", "]": "[", "}": "{", ">": "<"]

    /// The bracket that another one closes, which then is open no more.
    private mutating func partner(ofClosing text: String) -> Int? {
        guard let opening = Self.pairs[text] else { return nil }
        if opening != "<" { dropComparisons() }
        return tokens.has(opening, at: brackets.last) ? brackets.removeLast() : nil
    }

    /// What a name and a sign begin may also be a comparison, which nothing closes, as in
    /// `if a<b {`.
    private mutating func dropComparisons() {
        while tokens.has("<", at: brackets.last) { brackets.removeLast() }
    }

    /// What nothing closes, as in `a<b`, is a comparison, and has nothing in it.
    private mutating func closeComparisons() {
        for index in tokens.indices {
            guard let sign = tokens[index].parent, tokens[sign].is("<") else { continue }
            if tokens[sign].partner == nil { tokens[index].parent = tokens[sign].parent }
        }
    }

    private mutating func skip(while condition: (Unicode.Scalar) -> Bool) {
        while let next = peek(), condition(next) { offset += 1 }
    }

    private mutating func skipName() {
        while let next = peek(), next.isNamePart {
            if !next.isASCII, character.isOperator { return }
            offset += next.isASCII ? 1 : character.utf8.count
        }
    }

    private mutating func skipLineComment() {
        let start = offset
        skip { $0 == "/" || $0 == " " }
        let textStart = offset
        let isOrder = starts(with: "collet-check:")
        skip { $0 != "\n" }
        guard isOrder else { return }
        let position = position(of: start)
        orders.append(
            Order(text: text(from: textStart), position: position, index: tokens.count))
    }

    /// The position of what stands behind all that was read before.
    private mutating func position(of offset: Int) -> Position {
        while line < lines.count, lines[line] <= offset { line += 1 }
        return Position(line: line, column: offset - lines[line - 1] + 1)
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            let change = starts(with: "/*") ? 1 : starts(with: "*/") ? -1 : 0
            depth += change
            offset += change == 0 ? 1 : 2
        } while depth > 0 && peek() != nil
    }

    private static let conditions = Set(words: "#if #elseif #else #endif")

    private mutating func scanDirective(from start: Int) {
        skip(while: \.isNamePart)
        let directive = text(from: start)
        guard Self.conditions.contains(directive) else { return add(.word, from: start) }
        // What no compiler reads need not be balanced.
        if directive != "#if" { brackets = branches.popLast()?.brackets ?? brackets }
        if directive != "#endif" {
            branches.append((branchCount, brackets))
            branchCount += 1
        }
        skip { $0 != "\n" }
    }

    /// Scans a string, which the tokens of its interpolations follow.
    private mutating func scanString(from start: Int) {
        let index = tokens.count
        let fence = text(from: start)
        let isTriple = starts(with: "\"\"\"") && !isWhole(fence)
        // What this compiler doesn't read may have single quotes, as in "can't".
        let quote = isTriple ? "\"\"\"" : peek() == "'" ? "'" : "\""
        let closing = quote + fence
        let escape = "\\" + fence
        add(.interpolatedString, from: start, "")
        offset += quote.utf8.count
        let valueStart = offset
        func isAtEnd() -> Bool { peek() == nil || !isTriple && peek() == "\n" }
        var hasValue = !isTriple
        while !isAtEnd(), !starts(with: closing) {
            let isEscaped = starts(with: escape)
            if isEscaped { offset += escape.utf8.count }
            if isEscaped, peek() == "(" {
                hasValue = false
                let outer = brackets
                repeat { step() } while brackets.count > outer.count && !isAtEnd()
                brackets = outer
            } else if !isAtEnd() {
                offset += 1
            }
        }
        if tokens.count > index + 1 { tokens[index].partner = tokens.count - 1 }
        let value = text(from: valueStart)
        if starts(with: closing) { offset += closing.utf8.count }
        // What has lines, or a fence and an escape, only the compiler knows.
        let isKnown = hasValue && (fence.isEmpty || !value.contains(escape))
        let known = fence.isEmpty ? value.unescaped : value
        if isKnown { tokens[index].kind = .string }
        tokens[index].text = isKnown ? known : text(from: start)
    }

    /// Whether a line has all of a string that begins with a quote, as `#"""#` does.
    private func isWhole(_ fence: String) -> Bool {
        if fence.isEmpty { return false }
        var cursor = self
        cursor.offset += 1
        while let next = cursor.peek(), next != "\n" {
            if cursor.starts(with: "\"\(fence)") { return true }
            cursor.offset += 1
        }
        return false
    }

    /// Scans one sign of an operator, or a regular expression. Swift's lexer decides as
    /// here, by the first slash of an operator that touches nothing before it: what
    /// stands behind the operator is what it is a prefix of, unless only an operand can
    /// follow.
    private mutating func scanOperator(from start: Int) {
        let isLeftBound = !sawSpace && !tokens.isEmpty && !isBehind(Self.opening)
        var run = lastOperator
        if start != run.end { run = (start, isLeftBound, false) }
        let behind = bytes[offset...].first { !Unicode.Scalar($0).isSign }
        let isPrefix = behind.map { !" \r\n\t)]},;:".utf8.contains($0) } == true
        let isFirst = peek() == "/" && !run.hasSlash && peek(-1) != "*"
        let mayStart = isPrefix || isOperandExpected
        let isOperand = isFirst && mayStart && !run.isLeftBound && !isBehind(["func"])
        if isOperand, let end = endOfRegularExpression {
            add(.interpolatedString, from: start, "")
            offset = end
            return
        }
        offset += ["->", "??", "&&", "||", "=="].contains(where: starts) ? 2 : 1
        add(.sign, from: start)
        lastOperator = (offset, run.isLeftBound, run.hasSlash || isFirst)
    }

    private static let opening = Set(words: "( [ { , ; :")
    private static let keywords = Set(
        words: "case else guard if in return switch throw try where while")

    private func isBehind(_ texts: Set<String>) -> Bool {
        tokens.has(texts, at: tokens.count - 1)
    }

    private var isOperandExpected: Bool {
        guard let last = tokens.last else { return true }
        let isTried = isBehind(["?", "!"]) && tokens.has("try", at: tokens.count - 2)
        if isTried || isBehind(Self.opening) { return true }
        let isSign = last.kind == .sign && last.text.unicodeScalars.first?.isSign == true
        return isSign ? !lastOperator.isLeftBound : isBehind(Self.keywords)
    }

    /// Skips a regular expression with a fence, which may have many lines, of which the
    /// first is empty.
    private mutating func skipRegularExpression(until end: String) {
        offset += 1
        skip { $0.isBlank || $0 == "\r" }
        let hasLines = peek() == "\n"
        func isAtEnd() -> Bool { !hasLines && peek() == "\n" || starts(with: end) }
        while let next = peek(), !isAtEnd() {
            offset += next == "\\" && peek(1) != nil ? 2 : 1
        }
        if starts(with: end) { offset += end.utf8.count }
    }

    /// The end of a regular expression without a fence by its first slash; `nil` if it is
    /// none, or has no end.
    private var endOfRegularExpression: Int? {
        var cursor = self
        cursor.offset += 1
        var groups = 0
        var sets = 0
        if cursor.peek()?.isBlank == true { return nil }
        var isBlank = false
        while let next = cursor.peek(), next != "\n" {
            switch next {
            case "/":
                let isComment = cursor.peek(1) == "/" || cursor.peek(1) == "*"
                return isBlank || isComment ? nil : cursor.offset + 1
            case "\\" where cursor.peek(1) != "\n": cursor.offset += 1
            case "(" where sets == 0: groups += 1
            case ")" where sets == 0 && groups == 0: return nil
            case ")" where sets == 0: groups -= 1
            case "[": sets += 1
            case "]": sets = max(sets - 1, 0)
            default: break
            }
            isBlank = next.isBlank
            cursor.offset += 1
        }
        return nil
    }
}

extension String {
    /// The value of a literal that is written so.
    fileprivate var unescaped: String {
        guard utf8.contains(UInt8(ascii: "\\")) else { return self }
        let signs: [Substring: String] = ["n": "\n", "t": "\t", "r": "\r", "0": "\0"]
        return replacing(/\\(?:u\{(\w+)\}|(.))/) { match in
            let scalar = match.1.flatMap { UInt32($0, radix: 16) }.flatMap(
                Unicode.Scalar.init)
            let sign = match.2.map { signs[$0] ?? String($0) }
            return scalar.map(String.init) ?? sign ?? ""
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
    fileprivate var isBlank: Bool { self == " " || self == "\t" }

    /// Whether a byte may be part of a name; every byte beyond ASCII may.
    fileprivate var isNamePart: Bool {
        // Of ASCII alone, so Unicode need not be asked for each byte.
        let isLetter = ("a"..."z").contains(self) || ("A"..."Z").contains(self)
        return isLetter || self == "_" || self == "$" || isDigit || !isASCII
    }

    /// Whether a byte may be part of an operator.
    fileprivate var isSign: Bool { isASCII && isOperator }

    /// Whether a character is part of an operator, or a space. Beyond ASCII, operators
    /// consist of what Unicode keeps for syntax; what of that the language leaves out is
    /// in no name, either.
    fileprivate var isOperator: Bool {
        if isASCII { return "/=-+!*%<>&|^~?".unicodeScalars.contains(self) }
        return self == "\u{A0}" || properties.isPatternSyntax
    }
}
