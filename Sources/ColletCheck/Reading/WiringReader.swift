/// Reads a program's wiring from its files and what the index says about them.
struct WiringReader {
    private let readers: [FileReader]
    private let collet: ColletSymbols
    private let declarations: Declarations
    private var wiring: Wiring
    private var blocks: BlockReader
    /// For each type the types that it makes an instance of to keep; the empty name is `Scope`.
    private var kept: [String: Set<String>] = [:]
    /// The properties that some code gives a wrapper which it made itself: their names, with the
    /// file of a `_property = …` or the type of a compiler-made initializer.
    private var madeByHand: Set<[String]> = []

    /// Reads the wiring from every source file that the index knows.
    static func read(_ files: [SourceFile]) -> Wiring {
        var reader = WiringReader(files)
        for file in reader.readers {
            reader.readOccurrences(file)
            reader.readTokens(of: file.file)
        }
        let starting = reader.wiring.appModules
        reader.wiring.appModules = Program.imported(by: starting, in: files.map(\.unit))
        reader.markMadeByHand()
        reader.readScopeHolders()
        reader.readBlocks()
        reader.readGenericCode()
        reader.readCalls()
        return reader.wiring
    }

    private init(_ files: [SourceFile]) {
        let collet = ColletSymbols(in: files)
        let files = files.filter { !ColletSymbols.mayDefine($0.path) }
        let declarations = Declarations(in: files)
        self.collet = collet
        self.declarations = declarations
        readers = files.map { FileReader(file: $0, declarations: declarations, collet: collet) }
        blocks = BlockReader(files: files, declarations: declarations)
        wiring = Wiring(calls: CallGraph(declarations: declarations), types: declarations.relations)
        wiring.leftOut = files.filter(\.unit.isLeftOut)
    }

    // MARK: Registrations and requests

    private mutating func readOccurrences(_ reader: FileReader) {
        let file = reader.file
        // They are in the order of the source, so a closure comes before what it asks for.
        for occurrence in file.occurrences where !occurrence.roles.contains(.definition) {
            let symbol = occurrence.symbol
            // What a macro expands to repeats what it is given.
            guard let index = file.tokenIndex(at: occurrence.position), !file.isExpansion(at: index)
            else { continue }
            if symbol.kind == .constructor { noteMade(occurrence, at: index, in: file) }
            guard let use = collet.use(of: symbol) else { continue }
            switch use {
            case .block: blocks.note(occurrence, at: index, in: file)
            case .resolve: wiring.requests.append(reader.resolve(at: index, of: occurrence))
            case .inject where reader.isAttribute(index):
                wiring.requests.append(reader.attribute(at: index, of: occurrence))
            case .inject: wiring.requests.append(reader.wrapper(at: index, of: occurrence))
            case .module, .moduleWithLifetime, .register, .registerValue:
                wiring.registrations.append(reader.registration(use, at: index, of: occurrence))
            case .scope, .component: break
            }
        }
    }

    /// Reads where the program starts, what `#if` leaves out, and which wrappers are assigned.
    private mutating func readTokens(of file: SourceFile) {
        let mayStart = file.isReported && !file.isInTests
        if mayStart, file.path.hasSuffix("/main.swift") { wiring.appModules.insert(file.module) }
        let starting = ["main", "UIApplicationMain", "NSApplicationMain"]
        let registering = ["Module", "register", "mainActor"]
        for (index, token) in file.tokens.enumerated() {
            if mayStart, file.isToken(index - 1, "@"), starting.contains(where: token.is) {
                wiring.appModules.insert(file.module)
            }
            if token.text.hasPrefix("_"), file.isToken(index + 1, "=") {
                madeByHand.insert([file.path, String(token.text.dropFirst())])
            }
            let isRegistration = registering.contains(where: token.is)
            guard token.branch != nil, isRegistration || token.is("Inject") || token.is("resolve"),
                file.occurrences(at: token.position).isEmpty
            else { continue }
            let mention = InactiveMention(
                isRegistration: isRegistration,
                place: Place(path: file.path, position: token.position),
                words: Set(file.tokens[index...].prefix { $0.branch == token.branch }.map(\.text)))
            wiring.inactiveMentions.append(mention)
        }
    }

    private mutating func markMadeByHand() {
        for (index, request) in wiring.requests.enumerated() {
            guard let variable = request.variable, let owner = request.owner else { continue }
            let places = [[request.site.place.path, variable], [owner.usr, variable]]
            wiring.requests[index].isMadeByHand = !madeByHand.isDisjoint(with: places)
        }
    }

    /// Notes which registrations are never built, where programs are known to the end.
    private mutating func readBlocks() {
        // A file that changed may build them.
        let isKnown = !wiring.leftOut.contains { $0.isReported && !$0.isInTests }
        guard !wiring.appModules.isEmpty, isKnown else { return }
        wiring.blocks = blocks.read()
        for (index, registration) in wiring.registrations.enumerated() {
            // What no program imports is for programs elsewhere.
            guard let place = registration.block, let block = wiring.blocks[place],
                wiring.appModules.contains(registration.site.file.module)
            else { continue }
            // A program that builds nothing may run in an override.
            let needed: Block.Use = wiring.isAnyBuilt ? .built : .temporary
            wiring.registrations[index].isBuilt = block.uses.contains(needed)
            wiring.registrations[index].blocks = block.outer.union([place])
        }
    }

    /// Notes what a registration in generic code may make: what those mention who use that code.
    private mutating func readGenericCode() {
        for (index, registration) in wiring.registrations.enumerated()
        where !registration.key.type.isKnown {
            let start = declarations.generics(around: registration.container)
            let names = reachable(from: start) { name in
                readers.flatMap(\.file.occurrences).filter { $0.symbol.usr == name }
                    .flatMap { declarations.generics(around: declarations.container(of: $0)) }
            }
            for reader in readers where !names.isEmpty {
                let uses = reader.file.occurrences.filter {
                    names.contains($0.symbol.usr) && !$0.roles.contains(.definition)
                }
                for use in uses.compactMap({ reader.file.tokenIndex(at: $0.position) }) {
                    let mentions = reader.mentions(in: reader.file.expression(from: use))
                    wiring.registrations[index].mentions.formUnion(mentions)
                }
            }
        }
    }

    // MARK: What types keep

    /// Notes the wrappers that are given to a compiler-made initializer, and what a type makes for
    /// a property or in an initializer, also as a default argument.
    private mutating func noteMade(
        _ occurrence: IndexOccurrence, at index: Int, in file: SourceFile
    ) {
        let made = declarations.type(around: occurrence.symbol.usr)?.usr
        if let made, declarations.definitions[occurrence.symbol.usr]?.isImplicit == true {
            let labels = Arguments(of: file, startingAt: index + 1).list.compactMap(\.label)
            madeByHand.formUnion(labels.map { [made, $0] })
        }
        guard let container = declarations.container(of: occurrence),
            let symbol = declarations.definitions[container]?.symbol,
            let type = declarations.type(around: container)?.usr
        else { return }
        let isSet = file.symbol(at: index - 2)?.kind == .instanceProperty
        let isDefault = file.isToken(file.parent(of: index) ?? 0, "(")
        let isKept = file.isToken(index - 1, "=") && (isSet || isDefault)
        guard symbol.kind == .instanceProperty || symbol.kind == .constructor && isKept
        else { return }
        let isScope = collet.use(of: occurrence.symbol) == .scope
        if let kept = isScope ? "" : made { self.kept[type, default: []].insert(kept) }
    }

    /// Finds the types that keep a `Scope` of their own, themselves or in what they keep.
    private mutating func readScopeHolders() {
        let holders = kept.keys.filter { type in
            reachable(from: [type]) { kept[$0, default: []] }.contains("")
        }
        wiring.types.scopeHolders = Set(holders.compactMap { declarations.types[$0]?.typeName() })
    }

    // MARK: Calls

    private mutating func readCalls() {
        for registration in wiring.registrations {
            wiring.calls.registrations[registration.site.place] = registration
        }
        wiring.table = RegistrationTable(wiring.registrations)
        for request in wiring.requests where !request.isMadeByHand {
            let served = wiring.table.registrations(for: request.key)
                .filter { request.key.matches($0.key) != nil && $0.counts(for: request) }
            if let property = request.property { wiring.calls.injected[property] = served }
            FileReader(file: request.site.file, declarations: declarations, collet: collet)
                .readUse(of: request, servedBy: served, into: &wiring.calls)
        }
        for reader in readers {
            for occurrence in reader.file.occurrences where occurrence.roles.contains(.call) {
                reader.readCall(occurrence, into: &wiring.calls)
            }
        }
        // A wrapper asks for nothing while it is made.
        let wrappers = Set(wiring.requests.filter { $0.use == nil }.compactMap(\.property))
        readStoredProperties(besides: wrappers)
    }

    /// Makes what a property is set to a call of its type's initializers.
    private mutating func readStoredProperties(besides wrappers: Set<String>) {
        for (caller, edges) in wiring.calls.edges {
            guard case .function(let usr) = caller, !wrappers.contains(usr),
                let property = declarations.definitions[usr],
                property.symbol.kind == .instanceProperty, property.equalsSign != nil,
                !property.isModified(by: "lazy"), let type = declarations.type(around: usr)
            else { continue }
            for member in declarations.members[type.usr] ?? []
            where declarations.definitions[member]?.symbol.kind == .constructor {
                wiring.calls.edges[.function(member), default: []] += edges
            }
        }
    }
}
