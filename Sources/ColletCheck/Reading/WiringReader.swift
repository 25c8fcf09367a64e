/// Reads a program's wiring from its files and what the index says about them.
struct WiringReader {
    private let readers: [FileReader]
    private let readersByPath: [String: FileReader]
    private let declarations: Declarations
    private var wiring: Wiring
    /// For each type the types that it makes an instance of to keep; the empty name is `Scope`.
    private var kept: [String: Set<String>] = [:]
    /// The properties that some code gives a wrapper which it made itself: their names, with the
    /// file of a `_property = …` or the type of a compiler-made initializer.
    private var madeByHand: Set<[String]> = []

    static func read(_ files: [SourceFile], of root: String, isUnisolated: Bool) -> Wiring {
        var reader = WiringReader(files, of: root)
        reader.readFiles()
        let starting = reader.wiring.appModules
        reader.wiring.appModules = Program.imported(by: starting, in: files.map(\.unit))
        reader.markMadeByHand()
        reader.readScopeHolders()
        reader.readGenericCode()
        let reach = reader.readBlocks()
        reader.wiring.table = RegistrationTable(reader.wiring.registrations)
        if let reach { reader.readScopes(reach) }
        reader.readCallGraph()
        reader.readIsolation(isUnisolated)
        return reader.wiring
    }

    private init(_ files: [SourceFile], of root: String) {
        let collet = ColletSymbols(in: files)
        let files = files.filter { !ColletSymbols.mayDefine($0.path) }
        let declarations = Declarations(in: files)
        self.declarations = declarations
        readers = files.map { FileReader($0, declarations, collet) }
        readersByPath = Dictionary(uniqueKeysWithValues: readers.map { ($0.file.path, $0) })
        wiring = Wiring(calls: CallGraph(), types: declarations.relations)
        wiring.testFiles = Set(files.filter(\.isInTests).map(\.path))
        wiring.leftOut = files.filter(\.unit.isLeftOut).map { file in
            LeftOutFile(
                path: file.path.replacing(root + "/", with: "", maxReplacements: 1),
                isReported: file.isReported, isInTests: file.isInTests,
                words: Set(file.tokens.map(\.text)),
                isOpen: file.tokens.indices.contains { index in
                    file.isToken(index, "resolve") && file.isToken(index + 1, "(")
                        && file.isToken(index + 2, ")", "name")
                }, isFailed: file.unit.isFailed)
        }
    }

    private func mention(at site: Site, in container: String?, token: Int? = nil) -> Mention? {
        guard let reader = readersByPath[site.place.path],
            let index = token ?? reader.file.tokenIndex(at: site.place.position)
        else { return nil }
        return Mention(reader: reader, index: index, container: container)
    }

    // MARK: Registrations and requests

    private mutating func readFiles() {
        for reader in readers {
            for occurrence in reader.file.occurrences
            where occurrence.symbol.kind == .constructor && !occurrence.roles.contains(.definition)
            {
                noteMade(occurrence, in: reader)
            }
            for (use, mention) in reader.calls {
                switch use {
                case .resolve: wiring.requests.append(reader.resolve(at: mention))
                case .inject: wiring.requests.append(reader.injection(at: mention))
                case .module, .moduleWithLifetime, .register, .registerValue:
                    wiring.registrations.append(reader.registration(use, at: mention))
                case .block, .builder, .override, .scope, .component: break
                }
            }
            readTokens(of: reader.file)
        }
    }

    /// Reads whether a program starts here, what `#if` leaves out, and which wrappers are assigned.
    private mutating func readTokens(of file: SourceFile) {
        var isStart = file.isScript
        for (index, token) in file.tokens.enumerated() {
            let starting = ["main", "UIApplicationMain", "NSApplicationMain"]
            if file.isToken(index - 1, "@"), starting.contains(where: token.is) { isStart = true }
            if token.text.hasPrefix("_"), file.isToken(index + 1, "=") {
                madeByHand.insert([file.path, String(token.text.dropFirst())])
            }
            let isRegistration = file.isToken(index, "Module", "register", "mainActor")
            guard token.branch != nil, isRegistration || file.isToken(index, "Inject", "resolve"),
                file.occurrences(at: index).isEmpty
            else { continue }
            let mention = InactiveMention(
                isRegistration: isRegistration, place: file.site(at: index).place,
                words: Set(file.tokens[index...].prefix { $0.branch == token.branch }.map(\.text)))
            wiring.inactiveMentions.append(mention)
        }
        if isStart, file.isReported, !file.isInTests { wiring.appModules.insert(file.module) }
    }

    private mutating func markMadeByHand() {
        for (index, request) in wiring.requests.enumerated() {
            guard let variable = request.variable, let owner = request.owner else { continue }
            let places = [[request.site.place.path, variable], [owner.usr, variable]]
            wiring.requests[index].isMadeByHand = !madeByHand.isDisjoint(with: places)
        }
        // Where no initializer leaves the wrapper as it is, nothing is asked for.
        let asking = wiring.requests.filter { !$0.isMadeByHand || !isAlwaysMade($0) }
        let generics = GenericReader(readers: readers, declarations: declarations)
        wiring.requests = asking.flatMap(generics.requests)
    }

    /// Whether each initializer of the type that asks gives the property a wrapper of its own.
    private func isAlwaysMade(_ request: Request) -> Bool {
        guard let owner = request.owner, let variable = request.variable else { return false }
        let initializers = initializers(of: owner.usr).compactMap { declarations[$0] }
        return !initializers.isEmpty
            && initializers.allSatisfy { initializer in
                let file = initializer.file
                guard !initializer.isImplicit, let body = file.bodyBrace(from: initializer.name)
                else { return false }
                return (body..<file.behind(body)).contains { index in
                    file.parent(of: index) == body && file.isToken(index, "_" + variable)
                        && file.isToken(index + 1, "=")
                }
            }
    }

    private func initializers(of type: String) -> [String] {
        declarations.members[type, default: []].filter {
            declarations[$0]?.symbol.kind == .constructor
        }
    }

    /// Notes what a registration in generic code may make: what those mention who use that code.
    private mutating func readGenericCode() {
        for (index, registration) in wiring.registrations.enumerated()
        where !registration.key.type.isKnown {
            let start = declarations.generics(around: registration.container)
            let names = reachable(from: start) { name in
                readers.mentions(of: name).flatMap { declarations.generics(around: $0.container) }
            }
            for use in names.flatMap(readers.mentions) {
                let mentions = use.reader.mentions(in: use.file.expression(from: use.index))
                wiring.registrations[index].mentions.formUnion(mentions)
            }
        }
    }

    // MARK: What is built, and where

    /// Notes which registrations are never built, where programs are known to the end.
    private mutating func readBlocks() -> ReachReader? {
        // A file that changed may build them.
        let isKnown = !wiring.leftOut.contains { $0.isReported && !$0.isInTests }
        guard !wiring.appModules.isEmpty, isKnown else { return nil }
        let reach = ReachReader(readers, declarations)
        wiring.blocks = BlockReader.read(readers, declarations, reach)
        // A program that builds nothing may run in an override.
        let needed: Block.Use = wiring.isAnyBuilt ? .built : .temporary
        wiring.registrations = wiring.registrations.map { registration in
            var registration = registration
            // What no program imports is for programs elsewhere.
            guard wiring.appModules.contains(registration.site.module),
                let mention = mention(at: registration.site, in: registration.container)
            else { return registration }
            if let place = registration.block {
                guard let block = wiring.blocks[place] else { return registration }
                registration.isBuilt = block.uses.contains(needed)
                registration.scopes = block.scopes
                registration.unreached = block.unreached
            } else {
                registration.scopes = reach.scopes(around: mention)
                registration.unreached = reach.unreached(around: mention)
                registration.isBuilt = registration.scopes.isEmpty && registration.unreached == nil
            }
            return registration
        }
        return reach
    }

    /// Notes which requests are made in overrides only, and what keeps who asks.
    private mutating func readScopes(_ reach: ReachReader) {
        var mentions: [Int: Mention] = [:]
        var asking: [ReachReader.Code: Set<ReachReader.Code>] = [:]
        var kept: Set<ReachReader.Code> = []
        for (index, request) in wiring.requests.enumerated() where !request.site.isInTests {
            guard let mention = mention(at: request.site, in: request.container) else { continue }
            mentions[index] = mention
            for registration in wiring.table.registrations(for: request.key) {
                let closure = ReachReader.Code.closure(registration.site.place)
                asking[reach.code(around: mention), default: []].insert(closure)
                // It is made where it is registered.
                let isKept = registration.lifetime != .transient && registration.isBuilt
                if isKept { kept.insert(closure) }
            }
        }
        let confined = reach.scopes(asking, kept: kept)
        let keepers = reach.keepers(kept)
        wiring.overrides = reach.overrides
        for (index, mention) in mentions {
            let (code, around) = (reach.code(around: mention), reach.scopes(around: mention))
            let scopes = around.isEmpty ? confined[code, default: []] : around
            // An override may itself run in another one.
            wiring.requests[index].scopes = scopes.map { scope in
                reachable(from: [scope]) { confined[.closure($0), default: []] }
            }
            wiring.requests[index].keeper = keepers[code]
        }
    }

    private mutating func readIsolation(_ isUnisolated: Bool) {
        guard wiring.registrations.contains(where: \.isForMainActor) else { return }
        let isolation = IsolationReader(
            readers: readers, declarations: declarations, isNoneDefault: isUnisolated)
        for (index, request) in wiring.requests.enumerated() where !request.site.isInTests {
            let serving = wiring.table.registrations(for: request.key)
            guard serving.contains(where: \.isForMainActor),
                let mention = mention(at: request.site, in: request.container, token: request.use)
            else { continue }
            wiring.requests[index].placeOffMainActor = isolation.place(off: request, at: mention)
        }
    }

    // MARK: What types keep

    /// Notes wrappers that a compiler-made initializer is given, and what a type makes to keep.
    private mutating func noteMade(_ occurrence: IndexOccurrence, in reader: FileReader) {
        let file = reader.file
        guard let mention = reader.mention(occurrence), !file.isExpansion(at: mention.index)
        else { return }
        let index = mention.index
        let made = declarations.type(around: occurrence.symbol.usr)?.usr
        if let made, declarations[occurrence.symbol.usr]?.isImplicit == true {
            let labels = Arguments(of: file, startingAt: index + 1).list.compactMap(\.label)
            madeByHand.formUnion(labels.map { [made, $0] })
        }
        let isSet = file.symbol(at: index - 2)?.kind == .instanceProperty
        let isDefault = file.isToken(file.parent(of: index), "(")
        let isKept = file.isToken(index - 1, "=") && (isSet || isDefault)
        let kind = declarations[mention.container]?.symbol.kind
        guard kind == .instanceProperty || kind == .constructor && isKept,
            let type = declarations.type(around: mention.container)?.usr
        else { return }
        let isScope = reader.collet.use(of: occurrence.symbol) == .scope
        if let kept = isScope ? "" : made { self.kept[type, default: []].insert(kept) }
    }

    /// Finds the types that keep a `Scope` of their own, themselves or in what they keep.
    private mutating func readScopeHolders() {
        let holders = kept.keys.filter { type in
            reachable(from: [type]) { kept[$0, default: []] }.contains("")
        }
        wiring.types.scopeHolders = Set(holders.compactMap { declarations.declaredType($0)?.name })
    }

    // MARK: Calls

    private mutating func readCallGraph() {
        for registration in wiring.registrations {
            wiring.calls.registrations[registration.site.place] = registration
        }
        for request in wiring.requests where !request.isMadeByHand {
            let served = wiring.table.registrations(for: request.key)
                .filter { request.key.matches($0.key) != nil && $0.counts(for: request) }
            if let property = request.property {
                wiring.calls.injected[property, default: []] += served
            }
            readersByPath[request.site.place.path]?
                .readUse(of: request, servedBy: served, into: &wiring.calls)
        }
        for reader in readers {
            for occurrence in reader.file.occurrences where occurrence.roles.contains(.call) {
                reader.readCall(occurrence, into: &wiring.calls)
            }
        }
        readStoredProperties()
        readFunctions()
    }

    private mutating func readFunctions() {
        wiring.calls.members = declarations.members.mapValues { $0.map(CallGraph.Node.function) }
        let components = declarations.components()
        let nodes = wiring.calls.edges.keys + wiring.calls.edges.values.joined().map(\.target)
        let called = nodes.compactMap { if case .function(let usr) = $0 { usr } else { nil } }
        for usr in Set(called).union(components.values.joined()) {
            wiring.calls.functions[usr] = declarations.function(usr)
        }
        let calls = wiring.calls
        wiring.calls.components = components.mapValues { functions in
            functions.map(CallGraph.Node.function).sorted {
                calls.place(of: $0) < calls.place(of: $1)
            }
        }
    }

    /// Makes what a property is set to a call of its type's initializers.
    private mutating func readStoredProperties() {
        // A wrapper asks for nothing while it is made.
        let wrappers = Set(wiring.requests.filter { $0.use == nil }.compactMap(\.property))
        for (caller, edges) in wiring.calls.edges {
            guard case .function(let usr) = caller, !wrappers.contains(usr),
                let property = declarations[usr], property.symbol.kind == .instanceProperty,
                property.equalsSign != nil, !property.modifiers.contains("lazy"),
                let type = declarations.type(around: usr)
            else { continue }
            for initializer in initializers(of: type.usr) {
                wiring.calls.edges[.function(initializer), default: []] += edges
            }
        }
    }
}
