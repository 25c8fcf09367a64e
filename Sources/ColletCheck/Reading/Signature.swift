/// What a function takes and gives, as its symbol says.
struct Signature {
    var parameters: [(label: String?, type: TypeName, isVariadic: Bool)] = []
    let result: TypeName

    /// Reads `App.f(_: Swift.Int, b: App.B) throws -> App.S`.
    init?(demangled text: String) {
        let tokens = Lexer.tokens(of: text.utf8)
        let brackets = Brackets(of: tokens)
        let own = tokens.indices.filter { brackets.parents[$0] == nil }
        // An operator such as ".-->" has an arrow, too, but no space.
        let arrow = own.first { tokens[$0].is("->") && tokens[$0].followsSpace } ?? 0
        let parenthesis = own.prefix { $0 < arrow }.last { index in
            tokens[index].is("(") && (index == 0 || !tokens[index - 1].is("throws"))
        }
        guard let parenthesis else { return nil }
        let end = text.utf8.dropFirst(tokens[arrow].position.column + 1)
        result = TypeName(demangled: String(decoding: end, as: UTF8.self))
        var reader = TypeReader(tokens: tokens, index: parenthesis)
        while ["(", ","].contains(where: tokens[reader.index].is) {
            let label = tokens[reader.index + 2].is(":") ? tokens[reader.index + 1].text : nil
            reader.index += label == nil ? 1 : 3
            guard let type = reader.type() else { return }
            let isVariadic = tokens[reader.index].is(".")
            if isVariadic { reader.index += 3 }
            parameters.append((label == "_" ? nil : label, type, isVariadic))
        }
    }
}
