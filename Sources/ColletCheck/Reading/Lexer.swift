/// A word or sign of a source file.
struct Token: Equatable {
    enum Kind: Equatable {
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

    let kind: Kind
    let text: String
    let position: Position
    /// The `#if` branches around the token: the number of the `#if` in its file and that of the
    /// branch in the `#if`, outermost first.
    let conditions: [Condition]
    /// Whether white space stands before the token.
    let followsSpace: Bool

    struct Condition: Hashable {
        let block: Int
        let branch: Int
    }

    func `is`(_ text: String) -> Bool {
        self.text == text && (kind == .word || kind == .sign)
    }
}

/// Splits Swift source into tokens.
///
/// It knows just enough of the language not to be misled by comments, strings and regular
/// expressions. What a word means is not its business: that, the index tells.
struct Lexer {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var lineStart = 0
    private var conditions: [Token.Condition] = []
    private var blockCount = 0
    private var tokens: [Token] = []
    private var sawSpace = false

    private init(_ source: [UInt8]) {
        bytes = source
    }

    /// The tokens of a source text.
    static func tokens(of source: some Sequence<UInt8>) -> [Token] {
        var lexer = Lexer(Array(source))
        lexer.run()
        return lexer.tokens
    }

    private mutating func run() {
        while peek() != nil { step() }
    }

    /// Reads one token, or what lies between two.
    private mutating func step() {
        guard let byte = peek() else { return }
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
            advance()
            sawSpace = true
            return
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
            skipLine()
            sawSpace = true
            return
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
            skipBlockComment()
            sawSpace = true
            return
        case UInt8(ascii: "/") where startsRegularExpression():
            skipRegularExpression(delimiters: 0)
        case UInt8(ascii: "\""):
            scanString(delimiters: 0)
        case UInt8(ascii: "#"):
            scanHash()
        case UInt8(ascii: "`"):
            scanQuotedName()
        case let byte where byte.isDigit:
            scanNumber()
        case let byte where byte.isNamePart:
            scanName(from: offset)
        default:
            scanSign()
        }
        sawSpace = false
    }

    // MARK: Reading

    private func peek(_ distance: Int = 0) -> UInt8? {
        let index = offset + distance
        return index < bytes.count ? bytes[index] : nil
    }

    private func position(at offset: Int) -> Position {
        Position(line: line, column: offset - lineStart + 1)
    }

    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private mutating func add(_ kind: Token.Kind, _ text: String, at position: Position) {
        tokens.append(
            Token(
                kind: kind,
                text: text,
                position: position,
                conditions: conditions,
                followsSpace: sawSpace
            )
        )
    }

    /// Moves on by one byte, which may end a line.
    private mutating func advance() {
        if bytes[offset] == UInt8(ascii: "\n") {
            line += 1
            lineStart = offset + 1
        }
        offset += 1
    }

    // MARK: Words and signs

    private mutating func scanName(from start: Int) {
        while let next = peek(), next.isNamePart || next.isDigit { offset += 1 }
        add(.word, text(from: start), at: position(at: start))
    }

    private mutating func scanQuotedName() {
        let start = offset
        offset += 1
        while let next = peek(), next != UInt8(ascii: "`"), next != UInt8(ascii: "\n") {
            offset += 1
        }
        let name = String(decoding: bytes[start + 1..<offset], as: UTF8.self)
        if peek() == UInt8(ascii: "`") { offset += 1 }
        add(.word, name, at: position(at: start))
    }

    private mutating func scanNumber() {
        let start = offset
        while let next = peek() {
            let isFraction = next == UInt8(ascii: ".") && peek(1)?.isDigit == true
            guard next.isNamePart || next.isDigit || isFraction else { break }
            offset += 1
        }
        add(.number, text(from: start), at: position(at: start))
    }

    private mutating func scanSign() {
        let start = offset
        let pair = [bytes[start], peek(1) ?? 0]
        let pairs = ["->", "??", "&&", "||", "=="]
        offset += pairs.contains { Array($0.utf8) == pair } ? 2 : 1
        add(.sign, text(from: start), at: position(at: start))
    }

    /// Scans what starts with `#`: a raw string, a regular expression, a directive.
    private mutating func scanHash() {
        let start = offset
        var count = 0
        while peek(count) == UInt8(ascii: "#") { count += 1 }
        if peek(count) == UInt8(ascii: "\"") {
            scanString(delimiters: count)
            return
        }
        if peek(count) == UInt8(ascii: "/") {
            skipRegularExpression(delimiters: count)
            return
        }
        offset += 1
        while let next = peek(), next.isNamePart { offset += 1 }
        let directive = text(from: start)
        switch directive {
        case "#if":
            conditions.append(Token.Condition(block: blockCount, branch: 0))
            blockCount += 1
            skipLine()
        case "#elseif", "#else":
            if let last = conditions.popLast() {
                conditions.append(Token.Condition(block: last.block, branch: last.branch + 1))
            }
            skipLine()
        case "#endif":
            _ = conditions.popLast()
        default:
            add(.word, directive, at: position(at: start))
        }
    }

    private mutating func skipLine() {
        while let next = peek(), next != UInt8(ascii: "\n") { offset += 1 }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        while let next = peek() {
            if next == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                offset += 2
            } else if next == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                offset += 2
                if depth == 0 { return }
            } else {
                advance()
            }
        }
    }

    // MARK: Literals

    /// Scans a string; the tokens of its interpolations follow it, in their parentheses.
    private mutating func scanString(delimiters: Int) {
        let index = tokens.count
        add(.interpolatedString, "", at: position(at: offset))
        offset += delimiters
        let isMultiline = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
        let quotes = isMultiline ? 3 : 1
        offset += quotes
        let start = offset
        // The value of a string with an escape is left to the compiler.
        var isPlain = !isMultiline
        while let next = peek() {
            if next == UInt8(ascii: "\\"), hashes(at: 1, count: delimiters) {
                isPlain = false
                offset += 1 + delimiters
                if peek() == UInt8(ascii: "(") {
                    scanInterpolation()
                } else if peek() != nil {
                    advance()
                }
            } else if next == UInt8(ascii: "\""), closesString(quotes, delimiters) {
                break
            } else if next == UInt8(ascii: "\n"), !isMultiline {
                break
            } else {
                advance()
            }
        }
        let string = tokens[index]
        tokens[index] = Token(
            kind: isPlain ? .string : .interpolatedString,
            text: text(from: start),
            position: string.position,
            conditions: string.conditions,
            followsSpace: string.followsSpace
        )
        offset = min(offset + quotes + delimiters, bytes.count)
    }

    private func hashes(at distance: Int, count: Int) -> Bool {
        (0..<count).allSatisfy { peek(distance + $0) == UInt8(ascii: "#") }
    }

    private func closesString(_ quotes: Int, _ delimiters: Int) -> Bool {
        (0..<quotes).allSatisfy { peek($0) == UInt8(ascii: "\"") }
            && hashes(at: quotes, count: delimiters)
    }

    /// Scans from the opening to behind the closing parenthesis.
    private mutating func scanInterpolation() {
        var depth = 0
        repeat {
            let count = tokens.count
            step()
            guard tokens.count == count + 1 else { continue }
            if tokens[count].is("(") { depth += 1 }
            if tokens[count].is(")") { depth -= 1 }
        } while depth > 0 && peek() != nil
    }

    /// Whether a slash starts a regular expression: where an operand is expected, not followed by
    /// space, and closed on its line.
    private func startsRegularExpression() -> Bool {
        guard let next = peek(1), next != UInt8(ascii: " "), next != UInt8(ascii: "\n") else {
            return false
        }
        if let last = tokens.last {
            let opens: Set<String> = ["(", ",", "=", ":", "{", "[", "return", "in", "->", "??"]
            guard last.kind == .sign || last.kind == .word, opens.contains(last.text) else {
                return false
            }
        }
        var distance = 1
        while let byte = peek(distance), byte != UInt8(ascii: "\n") {
            if byte == UInt8(ascii: "/") { return true }
            distance += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return false
    }

    private mutating func skipRegularExpression(delimiters: Int) {
        let place = position(at: offset)
        offset += delimiters + 1
        while let next = peek() {
            if next == UInt8(ascii: "\\"), peek(1) != nil {
                offset += 1
                advance()
            } else if next == UInt8(ascii: "/"), hashes(at: 1, count: delimiters) {
                offset += 1 + delimiters
                break
            } else if next == UInt8(ascii: "\n"), delimiters == 0 {
                break
            } else {
                advance()
            }
        }
        add(.interpolatedString, "", at: place)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }

    /// Whether the byte may start a name; every byte beyond ASCII may.
    fileprivate var isNamePart: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
    }
}
