extension ProgramCode {
    /// Everything that is asked for, once for each key and each place.
    func requests() -> [Read<Request>] {
        let settings = Dictionary(
            grouping: mentions.filter(\.isMadeByHand), by: \.symbol.usr)
        var known: Set<[AnyHashable?]> = []
        let all = calls.filter { $0.use == .inject || $0.use == .resolve }
            .flatMap { requests(at: $0, madeByHand: settings) }
        // What tests ask for as well as the program, the program does.
        return (all.filter { !$0.value.isForTests } + all.filter(\.value.isForTests))
            .filter {
                known.insert([$0.value.key, $0.value.owner, $0.value.place]).inserted
            }
    }

    /// Where what is asked for is needed: where the property is read, if it is for that.
    func uses(of read: Read<Request>) -> [Mention] {
        guard let property = read.value.usedProperty else { return [read.mention] }
        return mentions(of: property).flatMap(\.reads)
    }

    /// Some code gives properties a value, or a wrapper that it made itself.
    private func requests(
        at call: Mention, madeByHand: [String: [Mention]]
    ) -> [Read<Request>] {
        let calls = call.container.map(mentions) ?? []
        let isCalled = calls.contains { !$0.file.isInTests }
        return requests(for: call.request).compactMap { read in
            let property = read.value.property ?? ""
            // What only a test gives, the program asks for.
            let made = madeByHand[property, default: []].filter {
                !$0.file.isInTests || read.value.site.isInTests
            }
            if isNeverAsked(read.value, where: made) { return nil }
            let isReplaced = call.isGivenValue || declarations.isOverridden(property)
            let isGiven = !made.isEmpty || isInUnusedDefault(call, of: calls)
            return read.with {
                $0.isMadeByHand = isGiven || isReplaced
                $0.isCalled = isCalled
            }
        }
    }

    /// Whether it is the default value of a parameter that every call gives another one.
    private func isInUnusedDefault(_ call: Mention, of calls: [Mention]) -> Bool {
        let parameters = declarations[call.container]?.parameters ?? []
        let parameter = parameters.first {
            $0.value?.range.contains(call.index) == true
        }
        guard let parameter, !calls.isEmpty else { return false }
        return calls.allSatisfy { $0.gives(parameter) }
    }

    /// Whether no initializer leaves the wrapper as it is.
    private func isNeverAsked(_ request: Request, where made: [Mention]) -> Bool {
        let setting = made.filter { $0.node.braces.first?.kind == .declaration }
        let initializers = Set(declarations.initializers(of: request.owner?.usr))
        return !made.isEmpty && initializers.isSubset(of: setting.compactMap(\.container))
    }
}

extension Mention {
    /// What is asked for, read where it is needed.
    var request: Read<Request> {
        let written = codeFile.type(at: index)
        let arguments = Arguments(of: file, startingAt: written?.end ?? index + 1)
        let isShort = word.has("init") && word.follows(".")
        let whole = Phrase(file, (isShort ? index - 1 : path.start)..<arguments.end)
        let name = arguments.unlabelled.first
        if whole.follows("@") { return attribute(named: name) }
        let property = whole.follows("=") ? variable : nil
        if use == .resolve {
            return request(
                of: resolvedType(of: whole, arguments), named: arguments["name"],
                for: property, needed: index)
        }
        return request(
            of: wrappedType(of: whole, written?.type), named: name, for: property,
            called: whole.variable)
    }

    /// Reads `@Inject("name") var property: T`.
    private func attribute(named name: Phrase?) -> Read<Request> {
        // Other attributes and modifiers may stand before the property's name.
        let variable = (file.first("var", from: index) ?? index) + 1
        let property = file.symbol(at: variable, where: \.isVariable)
        let type =
            property?.variableType ?? codeFile.type(at: variable + 2)?.type
        let need = property == nil ? file.mentions(ofLocal: variable).first : nil
        return request(
            of: type, named: name, for: property, called: variable, at: variable,
            needed: need)
    }

    /// A closure behind the call may be for any parameter that is a function.
    fileprivate func gives(_ parameter: Parameter) -> Bool {
        arguments.list.contains { label, value in
            let isForIt = definition?.parameter(for: value)?.place == parameter.place
            let isClosure = label == nil && value.braces != nil
            return isForIt || isClosure && parameter.phrase.has("->")
        }
    }

    /// Whether an initializer of the app's own may give the wrapper a value.
    fileprivate var isGivenValue: Bool { definition?.body?.has("value") == true }

    /// A request for a variable or property; it is needed at a token, or by who uses the
    /// property.
    private func request(
        of type: TypeName?, named name: Phrase?, for property: IndexSymbol?,
        called variable: Int? = nil, at site: Int? = nil, needed need: Int? = nil
    ) -> Read<Request> {
        let owner = declarations.type(around: property?.usr ?? container)
        let type = type?.renamed(declarations.swiftNames) ?? .unwritten
        // Which name an initializer of the app's own gives, its body says.
        let name =
            use == .inject && definition != nil ? .unknown("…") : codeFile.name(name)
        let registering = call(where: \.isRegistering)?.call
        let variable = variable.map { file.tokens[$0].text }
        let request = Request(
            site: file.site(at: site ?? index), key: Key(type: type, name: name),
            owner: declarations.declaredType(owner), registration: registering?.place,
            blockBeingMade: blockBeingMade,
            variable: variable, property: property?.usr, library: library,
            isForUsers: need == nil)
        return Read(value: request, mention: moved(to: need ?? index))
    }

    /// The block whose own statement asks at once. What stands in a closure of it, or is a
    /// wrapper, may ask when the block is built; what a condition decides, when it is made
    /// again.
    private var blockBeingMade: Place? {
        guard use == .resolve, !isPutOff, let braces = node.braces.first,
            let block = codeFile.closures[braces], block.isBlock
        else { return nil }
        let start = (braces.start..<index).last { start in
            let isWord = file.tokens[start].kind == .word
            let isInBlock = file.parent(of: start) == braces.start
            return isWord && isInBlock && Phrase(file, start..<start + 1).beginsStatement
        }
        let statement = (start ?? braces.start)..<index
        return codeFile.conditions.isDisjoint(with: statement) ? block.place : nil
    }

    /// The type of `Inject<T>("name")` or `.init("name")`.
    private func wrappedType(of wrapper: Phrase, _ written: TypeName?) -> TypeName? {
        let types = [written, expectedType(of: wrapper), variable?.variableType]
        // The wrapper may be optional.
        let wrappers = types.compactMap { $0?.element ?? $0 }
        return wrappers.compactMap(\.arguments.first).first
    }

    /// The type of `Resolver.resolve(T.self)`, or of `Resolver.resolve() as T`; without
    /// one, the type that the context has.
    private func resolvedType(of call: Phrase, _ arguments: Arguments) -> TypeName? {
        // Of a function that is handed on only the compiler knows what it is asked for.
        if !word.precedes("(") { return .unknown(call.text) }
        let end = call.end
        if let first = arguments.unlabelled.first {
            let read = codeFile.type(at: first.start)
            return read.flatMap { file.isToken($0.end + 1, "self") ? $0.type : nil }
        }
        guard call.precedes("as"), !file.isToken(end + 1, "?")
        else { return expectedType(of: call) }
        let written = file.isToken(end + 1, "!") ? end + 2 : end + 1
        let type = codeFile.type(at: written)?.type
        // Of "as Optional" the wrapped type follows from the context.
        return type == .named("Swift.Optional") ? nil : type
    }
}
