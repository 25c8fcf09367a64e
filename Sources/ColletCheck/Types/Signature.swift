/// What a function takes and gives, as its symbol says.
struct Signature {
    let parameters: [(label: String?, type: TypeName)]
    let result: TypeName

    /// Reads `App.f(_: Swift.Int, b: App.B) throws -> App.S`.
    init?(demangled text: String) {
        let tokens = Lexer.tokens(of: text.utf8)
        let own = tokens.indices.filter { tokens[$0].parent == nil }
        // An operator such as ".-->" has an arrow, too, but no space.
        let arrow = own.first { tokens[$0].is("->") && tokens[$0].followsSpace } ?? 0
        let parenthesis = own.prefix { $0 < arrow }.last { index in
            tokens[index].is("(") && !tokens.has("throws", at: index - 1)
        }
        guard let parenthesis else { return nil }
        parameters = tokens.arguments(in: parenthesis).map { label, range in
            var reader = TypeReader(tokens: tokens, index: range.lowerBound)
            return (label == "_" ? nil : label, reader.type() ?? .unknown(""))
        }
        let end = text.utf8.dropFirst(tokens[arrow].position.column + 1)
        result = TypeName(demangled: String(decoding: end, as: UTF8.self))
    }
}
