struct Token {
    enum Kind {
        /// A name, a keyword or a directive such as `#selector`; without backticks.
        case word
        case number
        /// A string literal; the token's text is its value.
        case string
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

    static func tokens(of source: some Sequence<UInt8>) -> [Token] {
        var lexer = Lexer(bytes: Array(source))
        while lexer.peek() != nil { lexer.step() }
        return lexer.tokens
    }

    private mutating func step() {
        guard let byte = peek() else { return }
        let (start, count) = (offset, tokens.count)
        switch byte {
        case "\n", " ", "\t", "\r": advance()
        case "/" where peek(1) == "/": skip { $0 != "\n" }
        case "/" where peek(1) == "*": skipBlockComment()
        case "\"": scanLiteral(from: start)
        case "/" where startsRegularExpression(): scanLiteral(from: start)
        case "#":
            skip { $0 == "#" }
            let isLiteral = peek() == "\"" || peek() == "/"
            if isLiteral { scanLiteral(from: start) } else { scanDirective(from: start) }
        case "`":
            offset += 1
            skip { $0 != "`" && $0 != "\n" }
            add(.word, from: start, text(from: start + 1))
            if peek() == "`" { offset += 1 }
        case let byte where byte.isNamePart:
            skip(while: \.isNamePart)
            while byte.isDigit, peek() == ".", peek(1)?.isDigit == true {
                offset += 1
                skip(while: \.isNamePart)
            }
            add(byte.isDigit ? .number : .word, from: start)
        default:
            depth += byte == "(" ? 1 : byte == ")" ? -1 : 0
            offset += ["->", "??", "&&", "||", "=="].contains(where: starts) ? 2 : 1
            add(.sign, from: start)
        }
        sawSpace = tokens.count == count
    }

    /// A byte as a scalar, so that it can be compared with a character.
    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        let index = offset + distance
        return index < bytes.count ? Unicode.Scalar(bytes[index]) : nil
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

    /// Scans a string, which the tokens of its interpolations follow, or a regular expression.
    private mutating func scanLiteral(from start: Int) {
        let index = tokens.count
        let isString = peek() == "\""
        let isTriple = starts(with: "\"\"\"")
        let (fence, quote) = (text(from: start), isTriple ? "\"\"\"" : isString ? "\"" : "/")
        let (closing, escape) = (quote + fence, "\\" + fence)
        add(.interpolatedString, from: start, "")
        offset += quote.utf8.count
        let valueStart = offset
        let endsWithLine = isString ? !isTriple : fence.isEmpty
        // The value of a string with an escape is left to the compiler.
        var isPlain = isString && !isTriple
        while let next = peek(), !starts(with: closing), next != "\n" || !endsWithLine {
            let isEscape = starts(with: escape)
            advance()
            guard isEscape else { continue }
            isPlain = false
            offset += fence.utf8.count
            if isString, peek() == "(" {
                let outer = depth
                repeat { step() } while depth > outer && peek() != nil
            } else if peek() != nil {
                advance()
            }
        }
        if isString { tokens[index].text = text(from: valueStart) }
        if isPlain { tokens[index].kind = .string }
        offset = min(offset + closing.utf8.count, bytes.count)
    }

    /// Whether a slash stands where an operand may, before no space, and is closed in its line.
    private func startsRegularExpression() -> Bool {
        let opening = ["(", ",", "=", ":", "{", "[", "return", "in", "->", "??"]
        let isOperand = tokens.last.map { opening.contains(where: $0.is) } != false
        let rest = bytes[(offset + 1)...].prefix { $0 != UInt8(ascii: "\n") }
        return isOperand && peek(1) != " " && rest.contains(UInt8(ascii: "/"))
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }

    /// Whether a byte may be part of a name; every byte beyond ASCII may.
    fileprivate var isNamePart: Bool {
        self == "_" || self == "$" || isDigit || !isASCII || properties.isAlphabetic
    }
}
