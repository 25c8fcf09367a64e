// Extends WiringReader: the types that `@Inject var model: M` asks for: as many as there are kinds of
// `Base<M>`.
extension WiringReader {
    func requests(for request: Request) -> [Request] {
        guard !request.key.type.isKnown, let owner = request.owner,
            let all = owner.isProtocol ? conformances(to: owner, request) : uses(of: owner.usr)
        else { return [request] }
        var known: Set<[AnyHashable?]> = []
        let requests = all.compactMap { user, types -> Request? in
            var result = request
            result.key = Key(type: request.key.type.replacing(types), name: request.key.name)
            result.owner = user ?? owner
            return known.insert([result.key, result.owner]).inserted ? result : nil
        }
        return requests.isEmpty || !requests.allSatisfy(\.key.type.isKnown) ? [request] : requests
    }

    private typealias Use = (user: DeclaredType?, types: [String: TypeName])

    /// The arguments that a generic type is given, wherever it is used; `nil` if one can't be told.
    private func uses(of usr: String) -> [Use]? {
        guard let names = declarations[usr]?.genericParameters, !names.isEmpty else { return nil }
        var result: [Use] = []
        // The compiler calls the parameters by letters.
        let letters = names.indices.map { String(UnicodeScalar(UInt8(65 + $0))) }
        for mention in readers.mentions(of: usr) {
            guard !mention.occurrence.roles.contains(.implicit),
                let (type, end) = declarations.type(at: mention.index, in: mention.file),
                type.name != nil
            else { continue }
            let arguments = type.arguments
            let types = Dictionary(zip(names + letters, arguments + arguments)) { $1 }
            let user = mention.occurrence.related(.baseOf)?.usr
            if arguments.count == names.count, arguments.allSatisfy(\.isKnown) {
                result.append((declarations.declaredType(user), types))
            } else if let user {
                // The arguments are parameters of what inherits from it.
                guard let inner = uses(of: user) else { return nil }
                result += inner.map { use in
                    (use.user, types.mapValues { $0.replacing(use.types) })
                }
            } else if mention.file.isToken(end, "(") || mention.file.isToken(end + 1, "init") {
                return nil
            }
        }
        return result
    }

    /// The associated type that each type has which conforms; `nil` if one doesn't say it.
    private func conformances(to owner: DeclaredType, _ request: Request) -> [Use]? {
        guard let text = request.key.type.spelling else { return nil }
        let name = text.split(separator: ".").last.map(String.init)
        let types = declarations.concreteTypes.values.filter {
            declarations.relations.ancestors[$0.name]?.contains(owner.name) == true
        }
        let uses = types.sorted { $0.usr < $1.usr }.compactMap { type -> Use? in
            let members = declarations.members[type.usr, default: []]
            let alias = members.compactMap { declarations[$0]?.symbol }
                .first { $0.kind == .typealias && $0.name == name }
            return alias.flatMap(declarations.resolveAlias).map { (type, [text: $0]) }
        }
        return uses.count == types.count ? uses : nil
    }
}
