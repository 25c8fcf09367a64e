/// Reads registrations: calls of `Module` and of `Resolver.register(_:name:)`.
struct RegistrationReader {
    let file: SourceFile
    let declarations: Declarations
    let isInTests: Bool

    /// Reads the registration whose call's name is at a token.
    func registration(_ use: ColletSymbols.Use, at index: Int) -> Registration {
        let arguments = Arguments(of: file, startingAt: index + 1)
        let expressions = ExpressionReader(file: file, resolveAlias: declarations.resolveAlias)
        var plain = arguments.unlabelled
        let maker = use == .register ? plain.first : plain.popLast()
        // A value, a closure, or a function that makes the value by its name.
        let value =
            if let maker {
                if use == .register {
                    expressions.value(of: maker)
                } else if file.isToken(maker.lowerBound, "{") {
                    expressions.value(ofClosure: maker)
                } else {
                    expressions.value(ofFunction: maker)
                }
            } else {
                ExpressionReader.Value(type: .unknown("?"))
            }
        let name = use == .module ? plain.first : arguments["name"]
        let names = NameReader(file: file, declarations: declarations)
        return Registration(
            site: Site(of: file.tokens[index].position, in: file, isInTests: isInTests),
            module: file.module,
            key: declarations.key(value.type, names.name(name)),
            lifetime: lifetime(use, plain.first),
            implementation: value.implementation,
            // A later "Resolver.register" may be meant to swap what an earlier one gave.
            block: use == .register ? nil : block(around: index),
            needsCast: maker.map { !file.tokens[$0].contains { $0.is("as") } } ?? true,
            call: file.isToken(index, "mainActor") ? "Module.mainActor" : "Module"
        )
    }

    /// A registration that the source has no words for, such as one that a macro expands to.
    func unwritten(at position: Position) -> Registration {
        Registration(
            site: Site(of: position, in: file, isInTests: isInTests),
            module: file.module,
            key: .unwritten,
            lifetime: .unknown,
            implementation: nil,
            block: nil,
            needsCast: false,
            call: "Module"
        )
    }

    private func lifetime(
        _ use: ColletSymbols.Use,
        _ argument: Range<Int>?
    ) -> Registration.Lifetime {
        switch use {
        case .register: return .shared
        case .moduleWithLifetime:
            guard let last = argument?.last, file.isToken(last - 1, ".") else { return .unknown }
            return Registration.Lifetime(rawValue: file.tokens[last].text) ?? .unknown
        default: return .transient
        }
    }

    /// The statements around a module in a builder, if it is a statement itself.
    private func block(around index: Int) -> Registration.Block? {
        var start = index
        while file.isToken(start - 1, ".") { start -= 2 }
        guard let brace = file.parent(of: start), file.isToken(brace, "{"),
            let previous = file.token(start - 1)
        else { return nil }
        let startsLine = previous.position.line < file.tokens[start].position.line
        let opens = ["{", "}", ")", ":", ";"].contains(where: previous.is)
        guard startsLine || opens, !previous.is("="), !previous.is("return") else { return nil }
        let label = (brace..<start).last {
            file.parent(of: $0) == brace
                && (file.isToken($0, "case") || file.isToken($0, "default"))
        }
        return Registration.Block(
            path: file.path,
            brace: brace,
            caseLabel: label,
            conditions: file.tokens[index].conditions
        )
    }
}
