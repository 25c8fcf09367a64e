struct Token {
    enum Kind {
        /// A name, a keyword or a directive such as `#selector`; without backticks.
        case word
        case number
        /// A string literal; the token's text is its value.
        case string
        /// A string literal with escapes; the token's text is as it is written.
        case escapedString
        /// A string literal whose value is known only at run time, or only to the compiler.
        case interpolatedString
        /// A sign; one character, except `->`, `??`, `&&`, `||` and `==`.
        case sign
    }

    fileprivate(set) var kind: Kind
    fileprivate(set) var text: String
    let position: Position
    /// The number of the innermost `#if` branch around the token in its file, or `nil`.
    let branch: Int?
    let followsSpace: Bool

    func `is`(_ text: String) -> Bool { self.text == text && (kind == .word || kind == .sign) }
}

/// Splits Swift source into tokens. What a word means, the index tells.
struct Lexer {
    private let bytes: [UInt8]
    private var offset = 0, depth = 0
    private var line = 1, lineStart = 0
    private var branches: [Int] = [], branchCount = 0
    private var tokens: [Token] = []
    private var sawSpace = false
    /// The last operator: where it starts and ends, and whether it touches what stands before it.
    private var lastOperator: Operator = (start: -1, end: -1, isLeftBound: false)
    private typealias Operator = (start: Int, end: Int, isLeftBound: Bool)

    static func tokens(of source: some Sequence<UInt8>) -> [Token] {
        var lexer = Lexer(bytes: Array(source))
        if lexer.starts(with: "#!") { lexer.skip { $0 != "\n" } }
        while lexer.peek() != nil { lexer.step() }
        return lexer.tokens
    }

    private mutating func step() {
        guard let byte = peek() else { return }
        let (start, count) = (offset, tokens.count)
        switch byte {
        case "\n", " ", "\t", "\r": advance()
        case "\u{C2}" where peek(1) == "\u{A0}": offset += 2
        case "/" where peek(1) == "/": skip { $0 != "\n" }
        case "/" where peek(1) == "*": skipBlockComment()
        case "\"", "'": scanString(from: start)
        case "#":
            skip { $0 == "#" }
            switch peek() {
            case "\"": scanString(from: start)
            case "/":
                let end = endOfRegularExpression(fence: text(from: start)) ?? offset
                scanRegularExpression(from: start, to: end)
            default: scanDirective(from: start)
            }
        case "`":
            offset += 1
            skip { $0 != "`" && $0 != "\n" }
            add(.word, from: start, text(from: start + 1))
            if peek() == "`" { offset += 1 }
        case let byte where byte.isOperatorPart: scanOperator(from: start)
        default:
            skipName()
            while byte.isDigit, peek() == ".", peek(1)?.isDigit == true {
                offset += 1
                skipName()
            }
            let isName = offset > start
            if !isName {
                depth += byte == "(" ? 1 : byte == ")" ? -1 : 0
                offset += character.utf8.count
            }
            add(byte.isDigit ? .number : isName ? .word : .sign, from: start)
        }
        sawSpace = tokens.count == count
    }

    /// A byte as a scalar, so that it can be compared with a character.
    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        let index = offset + distance
        return bytes.indices.contains(index) ? Unicode.Scalar(bytes[index]) : nil
    }

    private var character: Unicode.Scalar {
        // Most have one byte, and none more than four.
        let scalars = String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars
        return scalars.first ?? " "
    }

    private func starts(with text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }
    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func add(_ kind: Token.Kind, from start: Int, _ text: String? = nil) {
        tokens.append(
            Token(
                kind: kind, text: text ?? self.text(from: start),
                position: Position(line: line, column: start - lineStart + 1),
                branch: branches.last, followsSpace: sawSpace))
    }

    private mutating func advance() {
        if peek() == "\n" {
            line += 1
            lineStart = offset + 1
        }
        offset += 1
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

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            let change = starts(with: "/*") ? 1 : starts(with: "*/") ? -1 : 0
            depth += change
            if change != 0 { offset += 1 }
            advance()
        } while depth > 0 && peek() != nil
    }

    private mutating func scanDirective(from start: Int) {
        skip(while: \.isNamePart)
        let directive = text(from: start)
        guard ["#if", "#elseif", "#else", "#endif"].contains(directive)
        else { return add(.word, from: start) }
        if directive != "#if" { _ = branches.popLast() }
        if directive != "#endif" {
            branches.append(branchCount)
            branchCount += 1
        }
        skip { $0 != "\n" }
    }

    /// Scans a string, which the tokens of its interpolations follow.
    private mutating func scanString(from start: Int) {
        let index = tokens.count
        let fence = text(from: start)
        let line = bytes[(offset + 1)...].prefix { $0 != UInt8(ascii: "\n") }
        // With a fence, a line may have all of a string that begins with a quote: #"""#.
        let isWhole = !fence.isEmpty && line.contains("\"\(fence)".utf8)
        let isTriple = starts(with: "\"\"\"") && !isWhole
        // What this compiler doesn't read may have single quotes, as in "can't".
        let quote = isTriple ? "\"\"\"" : peek() == "'" ? "'" : "\""
        let (closing, escape) = (quote + fence, "\\" + fence)
        add(.interpolatedString, from: start, "")
        offset += quote.utf8.count
        let valueStart = offset
        func isAtEnd() -> Bool { peek() == nil || !isTriple && peek() == "\n" }
        // The value of a string with an escape is left to the compiler.
        var kind = isTriple ? Token.Kind.interpolatedString : .string
        while !isAtEnd(), !starts(with: closing) {
            guard starts(with: escape) else {
                advance()
                continue
            }
            offset += escape.utf8.count
            kind =
                peek() == "(" || kind == .interpolatedString ? .interpolatedString : .escapedString
            if peek() == "(" {
                let outer = depth
                repeat { step() } while depth > outer && !isAtEnd()
                depth = outer
            } else if !isAtEnd() {
                advance()
            }
        }
        tokens[index].text = text(from: valueStart)
        tokens[index].kind = kind
        if starts(with: closing) { offset += closing.utf8.count }
    }

    /// Scans one sign of an operator, or a regular expression that begins there.
    private mutating func scanOperator(from start: Int) {
        var run = lastOperator
        if start != run.end {
            run = (start, start, !sawSpace && !tokens.isEmpty && !follows(Self.opening))
        }
        if let end = endOfRegularExpression(in: run) {
            return scanRegularExpression(from: start, to: end)
        }
        offset += ["->", "??", "&&", "||", "=="].contains(where: starts) ? 2 : 1
        add(.sign, from: start)
        lastOperator = (run.start, offset, run.isLeftBound)
    }

    private static let opening = ["(", "[", "{", ",", ";", ":"]
    /// Words that an operand follows.
    private static let leading = [
        "case", "else", "guard", "if", "in", "return", "switch", "throw", "try", "where", "while",
    ]

    private func follows(_ texts: [String]) -> Bool {
        tokens.last.map { texts.contains(where: $0.is) } == true
    }

    /// The end of the regular expression that the first slash of an operator may begin. The rule is
    /// that of Swift's lexer: the operator is a prefix, or stands where only an operand can.
    private func endOfRegularExpression(in run: Operator) -> Int? {
        guard peek() == "/", peek(-1) != "*", !run.isLeftBound, !follows(["func", "operator"]),
            !bytes[run.start..<offset].contains(UInt8(ascii: "/"))
        else { return nil }
        let behind = bytes[offset...].first { !Unicode.Scalar($0).isOperatorPart }
        if let behind, !" \r\n\t)]},;:".utf8.contains(behind) {
            return endOfRegularExpression(isCertain: false)
        }
        guard run.start == offset else { return nil }
        let isTried = follows(["?", "!"]) && tokens.dropLast().last?.is("try") == true
        let isInfix =
            tokens.last?.isOperator == true && !follows(["->"]) && !lastOperator.isLeftBound
        let isOperand = isTried || isInfix || tokens.isEmpty || follows(Self.opening + Self.leading)
        // An operator alone may be an argument.
        let isCertain = isTried || !follows(["(", "[", ",", ":"])
        return isOperand ? endOfRegularExpression(isCertain: isCertain) : nil
    }

    /// The end of a regular expression by its first slash; `nil` if that is an operator after all.
    private func endOfRegularExpression(fence: String = "", isCertain: Bool = true) -> Int? {
        var cursor = self
        cursor.offset += 1
        // With a fence, it may have many lines, of which the first is empty.
        cursor.skip { !fence.isEmpty && ($0 == " " || $0 == "\t" || $0 == "\r") }
        let firstLineEnd = cursor.peek() == "\n" && !fence.isEmpty ? cursor.offset : nil
        var isBehindSpace = cursor.peek() == " " || cursor.peek() == "\t"
        if isBehindSpace, !isCertain { return nil }
        var (groups, sets) = (0, 0)
        while let next = cursor.peek(), firstLineEnd != nil || next != "\n",
            groups >= 0 || isCertain
        {
            if cursor.starts(with: "/" + fence) {
                let startsComment = cursor.peek(1) == "/" || cursor.peek(1) == "*"
                if fence.isEmpty, !isCertain, isBehindSpace || startsComment { return nil }
                return cursor.offset + (fence.isEmpty && startsComment ? 0 : 1 + fence.utf8.count)
            }
            isBehindSpace = next == " " || next == "\t"
            switch next {
            case "\\" where cursor.peek(1) != "\n": cursor.offset += 1
            case "(" where sets == 0: groups += 1
            case ")" where sets == 0: groups -= 1
            case "[": sets += 1
            case "]": sets = max(sets - 1, 0)
            default: break
            }
            cursor.offset += 1
        }
        return isCertain ? firstLineEnd ?? cursor.offset : nil
    }

    private mutating func scanRegularExpression(from start: Int, to end: Int) {
        add(.interpolatedString, from: start, "")
        while offset < end, peek() != nil { advance() }
    }
}

extension Token {
    fileprivate var isOperator: Bool {
        kind == .sign && text.unicodeScalars.first?.isOperatorPart == true
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    /// Whether a byte may be part of a name; every byte beyond ASCII may.
    fileprivate var isNamePart: Bool {
        self == "_" || self == "$" || isDigit || !isASCII || properties.isAlphabetic
    }

    /// Whether a byte may be part of an operator.
    fileprivate var isOperatorPart: Bool {
        switch self {
        case "/", "=", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?": true
        default: false
        }
    }

    /// Whether a character beyond ASCII is an operator, or a space, as the language defines them.
    fileprivate var isOperator: Bool {
        switch value {
        case 0xA0...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7,
            0x2016...0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E,
            0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003,
            0x3008...0x3020, 0x3030:
            true
        default: false
        }
    }
}
