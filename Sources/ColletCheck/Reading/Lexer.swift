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

    /// The number of an `#if` in its file, and that of a branch in the `#if`.
    struct Condition: Hashable {
        let block: Int
        let branch: Int
    }

    fileprivate(set) var kind: Kind
    fileprivate(set) var text: String
    let position: Position
    /// The `#if` branches around the token, outermost first.
    let conditions: [Condition]
    let followsSpace: Bool

    func `is`(_ text: String) -> Bool { self.text == text && (kind == .word || kind == .sign) }
}

/// Splits Swift source into tokens.
///
/// It knows just enough of the language not to be misled by comments, strings and regular
/// expressions. What a word means is not its business: that, the index tells.
struct Lexer {
    private let bytes: [Byte]
    private var offset = 0
    private var line = 1
    private var lineStart = 0
    private var conditions: [Token.Condition] = []
    private var blockCount = 0
    private var tokens: [Token] = []
    private var sawSpace = false

    static func tokens(of source: some Sequence<UInt8>) -> [Token] {
        var lexer = Lexer(bytes: source.map(Byte.init))
        while lexer.peek() != nil { lexer.step() }
        return lexer.tokens
    }

    private init(bytes: [Byte]) { self.bytes = bytes }

    private mutating func step() {
        guard let byte = peek() else { return }
        let count = tokens.count
        switch byte {
        case "\n", " ", "\t", "\r": advance()
        case "/" where peek(1) == "/": skip { $0 != "\n" }
        case "/" where peek(1) == "*": skipBlockComment()
        case "\"": scanLiteral(delimiters: 0)
        case "/" where startsRegularExpression(): scanLiteral(delimiters: 0)
        case "#": scanHash()
        case "`": scanQuotedName()
        case "0"..."9": scanNumber()
        case let byte where byte.isNamePart:
            let start = offset
            skip(while: \.isNamePart)
            add(.word, text(from: start), at: start)
        default: scanSign()
        }
        sawSpace = tokens.count == count && byte != "#"
    }

    // MARK: Reading

    private func peek(_ distance: Int = 0) -> Byte? {
        let index = offset + distance
        return index < bytes.count ? bytes[index] : nil
    }

    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<offset].lazy.map(\.value), as: UTF8.self)
    }

    private mutating func add(_ kind: Token.Kind, _ text: String, at start: Int) {
        tokens.append(
            Token(
                kind: kind, text: text,
                position: Position(line: line, column: start - lineStart + 1),
                conditions: conditions, followsSpace: sawSpace
            )
        )
    }

    private mutating func advance() {
        if bytes[offset] == "\n" {
            line += 1
            lineStart = offset + 1
        }
        offset += 1
    }

    private mutating func skip(while condition: (Byte) -> Bool) {
        while let next = peek(), condition(next) { offset += 1 }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            let pair = [peek(), peek(1)]
            let change = pair == ["/", "*"] ? 1 : pair == ["*", "/"] ? -1 : 0
            depth += change
            if change != 0 { offset += 1 }
            advance()
        } while depth > 0 && peek() != nil
    }

    // MARK: Words and signs

    private mutating func scanQuotedName() {
        let start = offset
        offset += 1
        skip { $0 != "`" && $0 != "\n" }
        add(.word, text(from: start + 1), at: start)
        if peek() == "`" { offset += 1 }
    }

    private mutating func scanNumber() {
        let start = offset
        repeat {
            offset += 1
            skip(while: \.isNamePart)
        } while peek() == "." && peek(1).map { ("0"..."9").contains($0) } == true
        add(.number, text(from: start), at: start)
    }

    private mutating func scanSign() {
        let start = offset
        let pairs: [[Byte?]] = [["-", ">"], ["?", "?"], ["&", "&"], ["|", "|"], ["=", "="]]
        offset += pairs.contains([peek(), peek(1)]) ? 2 : 1
        add(.sign, text(from: start), at: start)
    }

    /// Scans what starts with `#`: a raw string, a regular expression, a directive.
    private mutating func scanHash() {
        let start = offset
        skip { $0 == "#" }
        let count = offset - start
        if peek() == "\"" || peek() == "/" {
            offset = start
            scanLiteral(delimiters: count)
            return
        }
        skip(while: \.isNamePart)
        let directive = text(from: start)
        switch directive {
        case "#if":
            conditions.append(Token.Condition(block: blockCount, branch: 0))
            blockCount += 1
        case "#elseif", "#else":
            guard let last = conditions.popLast() else { break }
            conditions.append(Token.Condition(block: last.block, branch: last.branch + 1))
        case "#endif": _ = conditions.popLast()
        default:
            add(.word, directive, at: start)
            return
        }
        skip { $0 != "\n" }
    }

    // MARK: Literals

    /// Scans a string or a regular expression. The tokens of a string's interpolations follow it,
    /// in their parentheses.
    private mutating func scanLiteral(delimiters: Int) {
        let index = tokens.count
        add(.interpolatedString, "", at: offset)
        offset += delimiters
        let quote = bytes[offset]
        let isString = quote == "\""
        let isMultiline = isString && peek(1) == quote && peek(2) == quote
        let hashes = [Byte](repeating: "#", count: delimiters)
        let closing = [Byte](repeating: quote, count: isMultiline ? 3 : 1) + hashes
        offset += isMultiline ? 3 : 1
        let start = offset
        // The value of a string with an escape is left to the compiler.
        var isPlain = isString && !isMultiline
        while let next = peek(), !bytes[offset...].starts(with: closing) {
            if next == "\n", isString ? !isMultiline : delimiters == 0 { break }
            let isEscape =
                next == "\\" && bytes[(offset + 1)...].starts(with: isString ? hashes : [])
            advance()
            guard isEscape else { continue }
            isPlain = false
            if isString { offset += delimiters }
            if isString, peek() == "(" {
                scanInterpolation()
            } else if peek() != nil {
                advance()
            }
        }
        if isString { tokens[index].text = text(from: start) }
        if isPlain { tokens[index].kind = .string }
        offset = min(offset + closing.count, bytes.count)
    }

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
        let opening = ["(", ",", "=", ":", "{", "[", "return", "in", "->", "??"]
        guard tokens.last.map({ opening.contains(where: $0.is) }) ?? true, peek(1) != " "
        else { return false }
        var distance = 1
        while let byte = peek(distance), byte != "\n" {
            if byte == "/" { return true }
            distance += byte == "\\" ? 2 : 1
        }
        return false
    }
}

/// A byte of a source file that can be compared with a character.
private struct Byte: Comparable, ExpressibleByUnicodeScalarLiteral {
    let value: UInt8

    init(_ value: UInt8) { self.value = value }
    init(unicodeScalarLiteral scalar: Unicode.Scalar) { value = UInt8(ascii: scalar) }

    static func < (left: Byte, right: Byte) -> Bool { left.value < right.value }

    /// Whether the byte may be part of a name; every byte beyond ASCII may.
    var isNamePart: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: value >= 0x80
        }
    }
}
