// Extends ProgramCode: the types that `@Inject var model: M` asks for: as many as there
// are kinds of `Base<M>`, or uses of a wrapper `@Base`.
extension ProgramCode {
    /// The requests that one stands for, each where it is made.
    func requests(for read: Read<Request>) -> [Read<Request>] {
        let request = read.value
        guard !request.key.type.isKnown, let owner = request.owner else { return [read] }
        let all =
            owner.isProtocol ? conformances(to: owner, request) : uses(of: owner.usr)
        let member = declarations[read.mention.container]
        let inherited = all.filter { use in
            let isOther = use.wrapper.map { isMadeOtherwise($0, than: member) }
            return isOther != true && !isReplaced(member, of: owner, in: use.user?.usr)
        }
        let takesNoName = declarations.initializers(of: owner.usr).allSatisfy {
            declarations[$0]?.parameters.isEmpty == true
        }
        let asked = request.key.name
        // A wrapper's name is given where that is used, unless it always asks for the
        // same one.
        let isFixed = takesNoName || asked.matches(.none) == false
        let requests = inherited.map { user, types, wrapper, file in
            let use = wrapper?.request ?? read
            let given = isFixed ? nil : wrapper.map { name(asked, of: member, by: $0) }
            return use.with {
                $0.key = Key(
                    type: request.key.type.replacing(types), name: given ?? asked)
                $0.isNameFixed = isFixed && wrapper != nil
                $0.isForTests = file?.isInTests == true && !$0.site.isInTests
                if wrapper == nil { $0.owner = user ?? owner }
            }
        }
        let areKnown = requests.allSatisfy(\.value.key.type.isKnown)
        return all.isEmpty || !areKnown ? [read] : requests
    }

    /// Whether an attribute calls another initializer than the one in which the wrapper
    /// asks, and that doesn't go on with it.
    private func isMadeOtherwise(_ attribute: Mention, than asking: Definition?) -> Bool {
        if asking?.kind != .constructor { return false }
        guard let called = initializer(calledBy: attribute), called.usr != asking?.usr
        else { return false }
        // A superclass's is gone on with, perhaps without being named.
        let type = declarations.type(around: called.usr)
        let isOfOneType = type == declarations.type(around: asking?.usr)
        return isOfOneType && called.body?.has("init") == false
    }

    private func initializer(calledBy attribute: Mention) -> Definition? {
        let named = attribute.file.occurrences(at: attribute.index).map(\.symbol)
        return declarations[named.first { $0.kind == .constructor }?.usr]
    }

    /// The name that a member of a wrapper asks for: what the attribute gives its
    /// initializer, if that hands it on as it is.
    private func name(
        _ asked: Name, of member: Definition?, by attribute: Mention
    ) -> Name {
        if case .constant = asked { return asked }
        let initializer = initializer(calledBy: attribute)
        let isElsewhere = member?.kind != .constructor
        let isAskedThere = initializer.map { $0.usr == member?.usr } == true
        if asked == .none, isElsewhere || isAskedThere { return .none }
        let parameter = initializer?.parameters.first { $0.name == asked.spelling }
        guard isAskedThere, let initializer, let parameter else { return .unknown("…") }
        let given = attribute.arguments.list.first { argument in
            initializer.parameter(for: argument.value)?.place == parameter.place
        }
        if let given { return attribute.codeFile.name(given.value) }
        let usual = parameter.value.flatMap { $0.has("nil") ? nil : $0 }
        return self[initializer.file]?.name(usual) ?? .unknown("…")
    }

    /// Whether a subclass has another member in place of one, or doesn't inherit it.
    private func isReplaced(
        _ member: Definition?, of owner: DeclaredType, in type: USR?
    ) -> Bool {
        guard let member, let type, declarations.bases[type].contains(owner.usr)
        else { return false }
        // With other initializers of its own it inherits none.
        if member.isConvenience {
            let own = declarations.initializers(of: type).compactMap { declarations[$0] }
            let others: Set = ["convenience", "override", "required"]
            return own.contains { $0.hasOwnBody && others.isDisjoint(with: $0.modifiers) }
        }
        let own = declarations[declarations.witnesses[member.usr]?[type]]
        return member.kind != .constructor && own?.body?.has("super") == false
    }

    /// Who inherits from a type, or the attribute by which it wraps a property, its
    /// arguments, and the file that gives them.
    private typealias Use = (
        user: DeclaredType?, types: [String: TypeName], wrapper: Mention?,
        file: SourceFile?
    )

    /// The arguments that a generic type is given, wherever it is used; none where they
    /// can't be told.
    private func uses(of usr: String) -> [Use] {
        var result: [Use] = []
        let names = declarations[usr]?.genericParameters ?? []
        // The compiler calls the parameters by letters.
        let letters = names.indices.map { String(UnicodeScalar(UInt8(65 + $0))) }
        let wrapped = declarations.member("wrappedValue", of: usr)?.variableType
        for mention in mentions(of: usr) {
            guard !mention.occurrence.isImplicit,
                let (type, end) = declarations.type(
                    at: mention.index, in: mention.file, isName: true),
                type.name != nil
            else { continue }
            let wrapper = mention.path.follows("@") ? mention : nil
            // What it wraps is its argument, if that is the type of its value.
            let value =
                wrapped == .unknown("A")
                ? wrapper.map { [$0.request.value.key.type] } : nil
            let arguments = type.arguments.isEmpty ? value ?? [] : type.arguments
            let types = Dictionary(zip(names + letters, arguments + arguments)) { $1 }
            let user = mention.occurrence.related(.baseOf)?.usr
            let file = mention.file
            let isMade = file.isToken(end, "(") || file.isToken(end + 1, "init")
            // A subclass names it as what others make.
            let around = declarations.type(around: mention.container) ?? ""
            let isOfSubclass = declarations.bases[around].contains(usr)
            if isOfSubclass, user == nil, !isMade { continue }
            if arguments.count == names.count, arguments.allSatisfy(\.isKnown) {
                result.append((declarations.declaredType(user), types, wrapper, file))
            } else if let user {
                // The arguments are parameters of what inherits from it.
                result += uses(of: user).map { use in
                    let types = types.mapValues { $0.replacing(use.types) }
                    return (use.user, types, use.wrapper, use.file)
                }
            } else if isMade {
                result.append((nil, [:], nil, file))
            }
        }
        return result
    }

    /// The associated type that each type has which conforms; none where one doesn't say
    /// it.
    private func conformances(to owner: DeclaredType, _ request: Request) -> [Use] {
        let text = request.key.type.spelling ?? ""
        let name = text.split(separator: ".").last.map(String.init)
        let types = declarations.concreteTypes.values.filter {
            declarations.relations.ancestors[$0.name]?.contains(owner.name) == true
        }
        return types.sorted { $0.usr < $1.usr }.map { type in
            let alias =
                declarations.member(name, of: type.usr)
                ?? declarations.member(name, of: owner.usr)
            let known = alias.flatMap(declarations.resolveAlias)
            let types = known.map { [text: $0] } ?? [:]
            return (type, types, nil, declarations[type.usr]?.file)
        }
    }
}
