/// Reads the files of a program, step by step, into its wiring.
struct WiringReader {
    let readers: [FileReader]
    let declarations: Declarations
    let isUnisolated: Bool
    private(set) var wiring: Wiring
    private var mentions: [Place: Mention] = [:]

    init(_ files: [SourceFile], of root: String, isUnisolated: Bool) {
        self.isUnisolated = isUnisolated
        let collet = ColletSymbols(in: files)
        let own = files.filter { !$0.isLibrary }
        declarations = Declarations(in: own)
        readers = own.map { [declarations] in FileReader($0, declarations, collet) }
        let mentions = readers.flatMap(\.mentions)
        declarations.mentionsBySymbol = Dictionary(grouping: mentions, by: \.symbol.usr)
        wiring = Wiring(types: declarations.relations)
        wiring.leftOut = own.filter { $0.unit.leftOut != nil }.map { file in
            LeftOutFile(
                reason: file.unit.leftOut!, site: file.site,
                path: String(file.path.trimmingPrefix(root + "/")),
                words: Set(file.tokens.map(\.text)))
        }
        readFiles()
        readScopeHolders()
        wiring.appModules = files.map(\.unit).imported(by: wiring.appModules)
        readRequests()
        readGenericCode()
        // Programs are known to the end, unless a file changed: it may build any block.
        let isOpen = wiring.leftOut.contains { $0.site.isReported && !$0.site.isInTests }
        if !isOpen, !wiring.appModules.isEmpty {
            let reach = ReachReader(readers, declarations)
            readBlocks(reach)
            readScopes(reach)
        }
        readCallGraph()
    }

    /// Where a registration is read, or where a request needs what it asks for.
    private func mention(at site: Site) -> Mention { mentions[site.place]! }

    private mutating func readFiles() {
        let calls = readers.flatMap(\.calls).filter { $0.isRegistering || $0.use == .registerValue }
        for call in calls { mentions[call.place] = call }
        wiring.table = RegistrationTable(calls.map { $0.reader.registration($0) })
        for reader in readers { readTokens(of: reader.file) }
    }

    private mutating func readTokens(of file: SourceFile) {
        var isStart = file.isScript
        for (index, token) in file.tokens.enumerated() {
            let starting = ["main", "UIApplicationMain", "NSApplicationMain"]
            if file.isToken(index - 1, "@"), starting.contains(where: token.is) { isStart = true }
            let isRegistration = file.isToken(index, "Module", "register", "mainActor")
            guard token.branch != nil, isRegistration || file.isToken(index, "Inject", "resolve"),
                file.occurrences(at: index).isEmpty
            else { continue }
            let words = Set(file.tokens[index...].prefix { $0.branch == token.branch }.map(\.text))
            wiring.inactive.append((file.site(at: index).place, isRegistration, words))
        }
        if isStart, file.isReported, !file.isInTests { wiring.appModules.insert(file.unit.module) }
    }

    private mutating func readScopeHolders() {
        /// For each type the types that it makes an instance of to keep; the empty name is `Scope`.
        var kept: [String: Set<String>] = [:]
        for mention in readers.flatMap(\.mentions) where mention.symbol.kind == .constructor {
            let (file, index, symbol) = (mention.file, mention.index, mention.symbol)
            let made = mention.use == .scope ? "" : declarations.type(around: symbol.usr)?.usr
            let isSet = file.symbol(at: index - 2)?.kind == .instanceProperty
            let isDefault = file.isToken(file.parent(of: index), "(")
            let kind = declarations[mention.container]?.symbol.kind
            let isAssigned = file.isToken(index - 1, "=") && (isSet || isDefault)
            guard kind == .instanceProperty || kind == .constructor && isAssigned,
                let made, let type = declarations.type(around: mention.container)?.usr
            else { continue }
            kept[type, default: []].insert(made)
        }
        let holders = kept.keys.filter { type in
            reachable(from: [type]) { kept[$0, default: []] }.contains("")
        }
        wiring.types.scopeHolders = Set(holders.compactMap { declarations.declaredType($0)?.name })
    }

    /// Reads what is asked for, and which properties some code gives a wrapper that it made itself.
    private mutating func readRequests() {
        let settings = readers.flatMap { $0.mentions.filter(\.isMadeByHand) }
        let madeByHand = Dictionary(grouping: settings, by: \.symbol.usr)
        var known: Set<[AnyHashable?]> = []
        for call in readers.flatMap(\.calls) where call.use == .inject || call.use == .resolve {
            var request = call.reader.request(call)
            let made = madeByHand[request.property ?? "", default: []]
            request.isMadeByHand = !made.isEmpty
            let calls = call.container.map(declarations.mentions) ?? []
            request.isCalled = calls.contains { !$0.file.isInTests }
            // Where no initializer leaves the wrapper as it is, nothing is asked for.
            let setting = made.filter { mention in
                mention.reader.role(of: mention.file.parent(of: mention.index) ?? 0) == .declaration
            }.compactMap(\.container)
            let initializers = Set(declarations.initializers(of: request.owner?.usr))
            if !made.isEmpty, initializers.isSubset(of: setting) { continue }
            for (asked, mention) in requests(for: request, at: call)
            where known.insert([asked.key, asked.owner, asked.site.place]).inserted {
                wiring.requests.append(asked)
                mentions[asked.site.place] = mention
                mentions[asked.site.place]?.index = asked.use ?? mention.index
            }
        }
    }

    /// Notes what a registration in generic code may make: what those mention who use that code.
    private mutating func readGenericCode() {
        for (index, registration) in wiring.registrations.enumerated()
        where !registration.key.type.isKnown {
            let start = declarations.generics(around: mention(at: registration.site).container)
            let uses = reachable(from: start) { name in
                declarations.mentions(of: name).map(\.container).flatMap(declarations.generics)
            }.flatMap(declarations.mentions)
            let made = uses.flatMap { $0.reader.mentions(in: $0.file.expression(from: $0.index)) }
            wiring.table.all[index].mentions.formUnion(made)
        }
    }

    /// Notes which registrations are never built.
    private mutating func readBlocks(_ reach: ReachReader) {
        wiring.blocks = BlockReader(reach).blocks
        // What no program imports is for programs elsewhere.
        for (index, registration) in wiring.registrations.enumerated()
        where wiring.appModules.contains(registration.site.module) {
            let effect = wiring.blocks[registration.block]?.effect
            wiring.table.all[index].effect =
                effect ?? reach.effect(at: mention(at: registration.site))
        }
    }

    /// Notes which requests are made in overrides only, and what keeps who asks.
    private mutating func readScopes(_ reach: ReachReader) {
        // What is kept is made where it is registered.
        let kept = wiring.registrations.filter { $0.lifetime != .transient && $0.isBuilt }
            .map(\.site.place)
        var asking: [CallGraph.Node: Set<CallGraph.Node>] = [:]
        for request in wiring.requests where !request.site.isInTests {
            let served = wiring.table.registrations(for: request.key)
            asking[reach.code(around: mention(at: request.site)), default: []]
                .formUnion(served.map { .closure($0.site.place) })
        }
        let confined = reach.scopes(asking, kept: kept, of: wiring.registrations)
        let keepers = reach.keepers(kept)
        wiring.overrides = reach.running.subtracting(reach.isolations.keys)
        for (index, request) in wiring.requests.enumerated() where !request.site.isInTests {
            let mention = mention(at: request.site)
            let (code, around) = (reach.code(around: mention), reach.scopes(around: mention))
            let scopes = around.isEmpty ? confined[code, default: []] : around
            wiring.requests[index].keeper = keepers[code]
            if scopes.isEmpty { continue }
            // An override may itself run in another one; an isolation sees nothing around it.
            wiring.requests[index].scopes = scopes.map { scope in
                reachable(from: [scope]) { scope in
                    let isLast = scope == .start || reach.isolations[scope] != nil
                    return isLast ? [] : confined[scope] ?? [.start]
                }
            }
        }
    }

    private mutating func readCallGraph() {
        for (site, key) in wiring.registrations.map({ ($0.site, $0.key) }) {
            wiring.calls.functions[.closure(site.place)] =
                Function(kind: .registration, site: site, signature: key.description)
        }
        for (index, request) in wiring.requests.enumerated() {
            let (place, key, property) = (request.site.place, request.key, request.property)
            let mention = mention(at: request.site)
            let found = wiring.table.registrations(for: key)
            if !request.site.isInTests, found.contains(where: \.isForMainActor) {
                wiring.requests[index].siteOffMainActor = site(off: request, at: mention)
            }
            if request.isMadeByHand { continue }
            let served = found.filter { key.matches($0.key) != nil && $0.counts(for: request) }
            if let property { wiring.calls.injected[property, default: []] += served }
            // Who reads a property first asks for what serves it.
            let users = property.map { [CallGraph.Node.declaration($0)] } ?? []
            let context =
                request.use == nil ? (users, .always) : mention.reader.context(of: mention)
            let nodes = served.map { CallGraph.Node.closure($0.site.place) }
            // While a registration is used, it is the one for its key.
            let targets = context.callers.allSatisfy(nodes.contains) ? context.callers : nodes
            wiring.calls.add(targets, isCertain: targets.count == 1, at: place, in: context)
        }
        for call in readers.flatMap(\.mentions) { call.reader.readCall(call, into: &wiring.calls) }
        wiring.calls.members = declarations.members.mapValues { $0.map(CallGraph.Node.declaration) }
        wiring.calls.components = declarations.components()
        let called = wiring.calls.edges.flatMap { [$0] + $1.map(\.target) }
        for case .declaration(let usr) in Set(called + wiring.calls.components.values.joined()) {
            wiring.calls.functions[.declaration(usr)] = declarations.function(usr)
        }
    }
}
