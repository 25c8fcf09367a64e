// Extends ProgramCode: the types that `@Inject var model: M` asks for: as many as there
// are kinds of `Base<M>`, or uses of a wrapper `@Base`.
extension ProgramCode {
    /// The requests that one stands for, each where it is made.
    func requests(for read: Read<Request>) -> [Read<Request>] {
        let request = read.value
        guard !request.key.type.isKnown, let owner = request.owner else { return [read] }
        let all =
            owner.isProtocol ? conformances(to: owner, request) : uses(of: owner.usr)
        let requests = all.map { user, types, wrapper in
            let use = wrapper?.request ?? read
            // A wrapper's name is given where that is used, unless it always asks for the
            // same one.
            let isFixed = request.key.name.matches(.none) == false
            let name = isFixed ? request.key.name : use.value.key.name
            return use.with {
                $0.key = Key(type: request.key.type.replacing(types), name: name)
                if wrapper == nil { $0.owner = user ?? owner }
            }
        }
        let areKnown = requests.allSatisfy(\.value.key.type.isKnown)
        return requests.isEmpty || !areKnown ? [read] : requests
    }

    /// Who inherits from a type, or the attribute by which it wraps a property, and its
    /// arguments.
    private typealias Use = (
        user: DeclaredType?, types: [String: TypeName], wrapper: Mention?
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
            guard !mention.occurrence.roles.contains(.implicit),
                let (written, end) = mention.codeFile.type(at: mention.index)
            else { continue }
            let type = written.element ?? written
            if type.name == nil { continue }
            let wrapper = mention.path.follows("@") ? mention : nil
            // What it wraps is its argument, if that is the type of its value.
            let value =
                wrapped == .unknown("A")
                ? wrapper.map { [$0.request.value.key.type] } : nil
            let arguments = type.arguments.isEmpty ? value ?? [] : type.arguments
            let types = Dictionary(zip(names + letters, arguments + arguments)) { $1 }
            let user = mention.occurrence.related(.baseOf)?.usr
            if arguments.count == names.count, arguments.allSatisfy(\.isKnown) {
                result.append((declarations.declaredType(user), types, wrapper))
            } else if let user {
                // The arguments are parameters of what inherits from it.
                result += uses(of: user).map { use in
                    (use.user, types.mapValues { $0.replacing(use.types) }, use.wrapper)
                }
            } else if mention.file.isToken(end, "(")
                || mention.file.isToken(end + 1, "init")
            {
                result.append((nil, [:], nil))
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
            let alias = declarations.member(name, of: type.usr)
            let known = alias.flatMap(declarations.resolveAlias)
            return (type, known.map { [text: $0] } ?? [:], nil)
        }
    }
}
