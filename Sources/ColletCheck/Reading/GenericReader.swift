/// Finds out which types are asked for where only a generic parameter or an associated type is
/// written: `@Inject var model: M` asks for as many as there are kinds of `Base<M>`.
struct GenericReader {
    private let readers: [FileReader]
    private let declarations: Declarations

    init(_ readers: [FileReader], _ declarations: Declarations) {
        self.readers = readers
        self.declarations = declarations
    }

    /// The requests that one stands for: itself, unless all types are known.
    func requests(for request: Request) -> [Request] {
        guard !request.key.type.isKnown, let owner = request.owner,
            let all = owner.isProtocol ? conformances(to: owner, request) : uses(of: owner.usr, [])
        else { return [request] }
        let requests = all.map { user, types in
            var result = request
            result.key = Key(type: request.key.type.replacing(types), name: request.key.name)
            result.owner = user ?? owner
            return result
        }
        return requests.isEmpty || !requests.allSatisfy(\.key.type.isKnown) ? [request] : requests
    }

    private typealias Use = (user: DeclaredType?, types: [String: TypeName])

    /// The arguments that a generic type is given, wherever it is used; `nil` if some can't be told.
    private func uses(of usr: String, _ outer: Set<String>) -> [Use]? {
        guard let definition = declarations.definitions[usr], !outer.contains(usr),
            case let parameters = parameters(of: definition), !parameters.isEmpty
        else { return nil }
        var result: [Use] = []
        // The compiler calls the parameters by letters.
        let letters = (0..<parameters.count).map { String(UnicodeScalar(UInt8(65 + $0))) }
        for (mention, occurrence) in readers.mentions(of: usr) {
            let file = mention.file
            guard !occurrence.roles.contains(.implicit),
                let (type, end) = declarations.type(at: mention.index, in: file),
                case .nominal(_, let arguments) = type
            else { continue }
            let types = Dictionary(zip(parameters + letters, arguments + arguments)) { $1 }
            let user = occurrence.related(.baseOf)
            if arguments.count == parameters.count, arguments.allSatisfy(\.isKnown) {
                result.append((user.flatMap { declarations.declaredType($0.usr) }, types))
            } else if let user {
                // The arguments are parameters of what inherits from it.
                guard let inner = uses(of: user.usr, outer.union([usr])) else { return nil }
                result += inner.map { use in
                    (use.user, types.mapValues { $0.replacing(use.types) })
                }
            } else if file.isToken(end, "(") || file.isToken(end + 1, "init") {
                return nil
            }
        }
        return result
    }

    /// The names of a type's generic parameters.
    private func parameters(of definition: Declarations.Definition) -> [String] {
        let file = definition.file
        guard let open = definition.tokenIndex.map({ $0 + 1 }), file.isToken(open, "<"),
            let close = file.partner(of: open)
        else { return [] }
        return (open..<close).filter { index in
            index == open || file.isToken(index, ",") && file.parent(of: index) == open
        }.map { file.tokens[$0 + 1].text }
    }

    /// The associated type that each type has which conforms; `nil` if one doesn't say it.
    private func conformances(to owner: DeclaredType, _ request: Request) -> [Use]? {
        guard case .unknown(let text) = request.key.type,
            let name = text.split(separator: ".").last
        else { return nil }
        let types = declarations.types.values.filter { type in
            let bases = reachable(from: [type.usr]) { declarations.bases[$0] ?? [] }
            return type.kind != .protocol && bases.contains(owner.usr)
        }
        let uses: [Use?] = types.map { type in
            let alias = declarations.definitions.values.first {
                let isAlias = $0.symbol.kind == .typealias && $0.symbol.name == name
                return isAlias && $0.parent?.usr == type.usr
            }
            return alias.flatMap { declarations.resolveAlias($0.symbol) }.map {
                (declarations.declaredType(type.usr), [text: $0])
            }
        }
        return uses.contains { $0 == nil } ? nil : uses.compactMap(\.self)
    }
}
