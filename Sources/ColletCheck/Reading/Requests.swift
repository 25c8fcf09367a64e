extension ProgramCode {
    /// Everything that is asked for, once for each key and each place.
    func requests() -> [Read<Request>] {
        let settings = Dictionary(grouping: mentions.filter(\.isMadeByHand), by: \.symbol.usr)
        var known: Set<[AnyHashable?]> = []
        return calls.filter { $0.use == .inject || $0.use == .resolve }
            .flatMap { requests(at: $0, madeByHand: settings) }
            .filter { known.insert([$0.value.key, $0.value.owner, $0.value.site.place]).inserted }
    }

    /// Some code gives properties a wrapper that it made itself.
    private func requests(
        at call: Mention, madeByHand: [String: [Mention]]
    ) -> [Read<Request>] {
        let request = call.request
        let made = madeByHand[request.value.property ?? "", default: []]
        if isNeverAsked(request.value, where: made) { return [] }
        let calls = call.container.map(mentions) ?? []
        return requests(
            for: request.with {
                $0.isMadeByHand = !made.isEmpty
                $0.isCalled = calls.contains { !$0.file.isInTests }
            })
    }

    /// Whether no initializer leaves the wrapper as it is.
    private func isNeverAsked(_ request: Request, where made: [Mention]) -> Bool {
        let setting = made.filter { mention in
            mention.node.kind == .declaration
        }
        let initializers = Set(declarations.initializers(of: request.owner?.usr))
        return !made.isEmpty && initializers.isSubset(of: setting.compactMap(\.container))
    }
}

extension Mention {
    /// Reads `@Inject("name") var property: T`, `Inject<T>("name")`, `.init("name")` or
    /// `Resolver.resolve(T.self, name: "name")`.
    /// It is read where what is asked for is needed.
    var request: Read<Request> {
        let isWrapper = use != .resolve
        let isShort = word.has("init") && word.follows(".")
        let start = isShort ? index - 1 : path.start
        let written = declarations.type(at: index, in: file)
        let arguments = Arguments(of: file, startingAt: written?.end ?? index + 1)
        let whole = Phrase(file, start..<arguments.end)
        var (type, need) = (TypeName?.none, isWrapper ? nil : index)
        var variable = isWrapper ? whole.variable : nil
        var property = whole.follows("=") ? self.variable : nil
        let isAttribute = whole.follows("@")
        if isAttribute {
            // Other attributes and modifiers may stand before the property's name.
            let name = 1 + ((index..<file.tokens.count).first { file.isToken($0, "var") } ?? index)
            variable = name
            property = file.symbol(at: name, where: \.isVariable)
            type = property?.variableType ?? declarations.type(at: name + 2, in: file)?.type
            need = property == nil ? file.mentions(ofLocal: name).first : nil
        } else if isWrapper {
            let expected = expectedType(of: whole) ?? self.variable?.variableType
            // The wrapper may be optional.
            let types = [written?.type, expected].compactMap { $0?.element ?? $0 }
            type = types.compactMap(\.arguments.first).first
        } else {
            type = resolvedType(of: whole, arguments)
        }
        let owner = declarations.type(around: property?.usr ?? container)
        let name = reader.name(isWrapper ? arguments.unlabelled.first : arguments["name"])
        let request = Request(
            site: file.site(at: isAttribute ? variable ?? index : index),
            key: Key(type: type?.renamed(declarations.swiftNames) ?? .unknown("?"), name: name),
            owner: declarations.declaredType(owner?.usr),
            registration: call(where: \.isRegistering)?.call.place,
            variable: variable.map { file.tokens[$0].text }, property: property?.usr,
            isForUsers: need == nil)
        return Read(value: request, mention: moved(to: need ?? index))
    }

    /// The type of `Resolver.resolve(T.self)`, or of `Resolver.resolve() as T`; without one, the type
    /// that the context has.
    private func resolvedType(of call: Phrase, _ arguments: Arguments) -> TypeName? {
        let end = call.end
        if let first = arguments.unlabelled.first {
            let read = declarations.type(at: first.start, in: file)
            return read.flatMap { file.isToken($0.end + 1, "self") ? $0.type : nil }
        }
        guard call.precedes("as"), !file.isToken(end + 1, "?")
        else { return expectedType(of: call) }
        let written = file.isToken(end + 1, "!") ? end + 2 : end + 1
        let type = declarations.type(at: written, in: file)?.type
        // Of "as Optional" the wrapped type follows from the context.
        return type == .named("Swift.Optional") ? nil : type
    }
}
