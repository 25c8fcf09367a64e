/// What code runs at all when a program does, and what runs only in an override.
struct Reach {
    let code: ProgramCode
    var declarations: Declarations { code.declarations }
    private let pieces: CodePieces
    private let graph: RunGraph
    private let live: Set<Code>
    /// For code that certainly runs only in overrides and isolations, the innermost ones.
    private let confined: [Code: Set<Code>]
    /// The isolations, with what code each runs, though others may run it, too.
    let isolations: [Code: Set<Code>]
    /// The overrides of the program itself, which are no previews.
    let overrides: Set<Code>

    init(of code: ProgramCode) {
        let pieces = CodePieces(of: code)
        let graph = RunGraph(of: pieces)
        (self.code, self.pieces, self.graph) = (code, pieces, graph)
        live = graph.reached(from: .start)
        confined = graph.confined(graph.mentions)
        isolations = Dictionary(
            uniqueKeysWithValues: graph.isolations.map { ($0, graph.reached(from: $0)) })
        overrides = graph.running.intersection(live).subtracting(graph.isolations)
    }

    /// Notes whether a registration is ever built.
    func withEffect(
        _ read: Read<Registration>, of blocks: [Place: Block], in appModules: Set<String>
    ) -> Read<Registration> {
        // What no program imports is for programs elsewhere.
        guard appModules.contains(read.value.site.module) else { return read }
        let effect = blocks[read.value.block]?.effect ?? effect(at: read.mention)
        return read.with { $0.effect = effect }
    }

    /// What a block serves that a call overrides or isolates with, or makes a container
    /// of, which has no place. What is current in any of them may be kept as a container.
    func effect(ofScope scope: Code?) -> Effect {
        let served = graph.scopes.intersection([scope ?? .performing, .performing])
        return Effect(scopes: served, isPossible: scope.map(pieces.open.contains) == true)
    }

    /// Where something takes effect that is registered or built at a mention. What is
    /// handed on there may be isolated with anywhere.
    func effect(at mention: Mention, isBuilding: Bool = true) -> Effect {
        if mention.file.isInTests { return Effect(scopes: [.closure(mention.place)]) }
        let code = pieces.code(around: mention)
        var effect = Effect(scopes: scopes(around: mention))
        if let container = mention.container, !live.contains(code) {
            effect.unreached = declarations.function(container)
            effect.isOfOtherBuilds = isOfOtherBuilds(container)
        }
        if effect.scopes.isEmpty, effect.unreached == nil { effect.scopes = [.start] }
        // What also runs in an isolation counts there, too.
        let mayServe = !effect.scopes.isEmpty && !isBuilding
        effect.scopes.formUnion(
            isolations.filter { mayServe || $0.value.contains(code) }.keys)
        return effect
    }

    func isOfOtherBuilds(_ usr: String) -> Bool {
        let name = declarations[usr]?.symbol.name.prefix { $0 != "(" } ?? ""
        return code.files.contains { $0.file.inactiveWords.contains(name) }
    }

    /// The overrides and isolations for which alone a mention counts, if it does so for
    /// some.
    func scopes(around mention: Mention) -> Set<Code> {
        let code = pieces.code(around: mention)
        return graph.scopes.contains(code) ? [code] : confined[code] ?? []
    }

    /// Notes which requests are made in overrides only, and what keeps who asks.
    func withScopes(_ requests: [Read<Request>], _ table: RegistrationTable) -> [Read<
        Request
    >] {
        // What is kept is made where it is registered.
        let kept = table.all.filter { $0.lifetime != .transient && $0.isBuilt }.map(
            \.site.place)
        var asking: [Code: Set<Code>] = [:]
        for read in requests where !read.value.site.isInTests {
            let served = table.registrations(for: read.value.key)
            asking[pieces.code(around: read.mention), default: []]
                .formUnion(served.map { .closure($0.site.place) })
        }
        let confined = graph.confined(asking, kept: kept, of: table.all)
        let keepers = keepers(kept)
        return requests.map { read in
            if read.value.site.isInTests { return read }
            let (code, around) = (
                pieces.code(around: read.mention), scopes(around: read.mention)
            )
            let scopes = around.isEmpty ? confined[code, default: []] : around
            return read.with {
                $0.keeper = keepers[code]
                if scopes.isEmpty { return }
                // An override may itself run in another one; an isolation sees nothing
                // around it.
                $0.scopes = scopes.map { scope in
                    reachable(from: [scope]) { scope in
                        let isLast = scope == .start || isolations[scope] != nil
                        return isLast ? [] : confined[scope] ?? [.start]
                    }
                }
            }
        }
    }

    /// The code of the objects that registrations and variables of types keep.
    private func keepers(_ registrations: [Place]) -> [Code: Place] {
        var result = Dictionary(registrations.map { (Code.closure($0), $0) }) { $1 }
        let kinds: Set<IndexSymbol.Kind?> = [.variable, .staticProperty, .classProperty]
        for (usr, variable) in declarations.definitions
        where kinds.contains(variable.symbol.kind) && variable.equalsSign != nil {
            result[.function(usr)] = variable.site.place
        }
        let types = Set(declarations.types.keys.map(Code.type))
        for (code, place) in result.sorted(by: { $0.value > $1.value }) {
            let objects = reachable(from: [code]) {
                graph.runs[$0, default: []].intersection(types)
            }
            for object in objects { result[object] = place }
        }
        return result
    }
}
