/// Reads a program's wiring from its files and what the index says about them.
struct WiringReader {
    private let readers: [FileReader]
    private let collet: ColletSymbols
    private let declarations: Declarations
    private var wiring: Wiring
    private var blocks: BlockReader
    /// For each type the types that it makes an instance of to keep.
    private var kept: [String: Set<String>] = [:]

    /// Reads the wiring from every source file that the index knows.
    static func read(_ files: [SourceFile]) -> Wiring {
        var reader = WiringReader(files)
        for file in reader.readers {
            reader.readUses(file)
            reader.readTokens(of: file.file)
        }
        reader.markMadeByHand()
        reader.readScopeHolders()
        if reader.wiring.hasEntryPoint { reader.wiring.unusedBlocks = reader.blocks.unused() }
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
        blocks = BlockReader(files, declarations)
        let graph = CallGraph(declarations: declarations)
        wiring = Wiring(calls: graph, types: declarations.relations)
    }

    // MARK: Registrations and requests

    private mutating func readUses(_ reader: FileReader) {
        let file = reader.file
        var requests: [(use: ColletSymbols.Use, occurrence: IndexOccurrence, index: Int)] = []
        for occurrence in file.occurrences where !occurrence.roles.contains(.definition) {
            // What a macro expands to repeats what it is given.
            guard let index = file.tokenIndex(at: occurrence.position), !file.isExpansion(at: index)
            else { continue }
            if occurrence.symbol.kind == .constructor { noteKept(occurrence, at: index, in: file) }
            guard let use = collet.use(of: occurrence.symbol) else { continue }
            switch use {
            case .inject, .resolve: requests.append((use, occurrence, index))
            case .block: blocks.note(occurrence, at: index, in: file)
            case .scope, .component: break
            case .module, .moduleWithLifetime, .register, .registerValue:
                let registration = reader.registration(use, at: index)
                wiring.registrations.append(registration)
                if let brace = registration.closure {
                    file.closures[brace] = registration.site.place
                }
            }
        }
        // An attribute is recorded as the class and as its initializer.
        var attributes: Set<Int> = []
        for (use, occurrence, index) in requests {
            if use == .resolve {
                wiring.requests.append(reader.resolve(at: index, of: occurrence))
            } else if reader.isAttribute(index) {
                guard attributes.insert(index).inserted else { continue }
                wiring.requests += [reader.attribute(at: index, of: occurrence)].compactMap(\.self)
            } else if occurrence.symbol.kind == .constructor {
                wiring.requests.append(reader.wrapper(at: index, of: occurrence))
            }
        }
    }

    /// Reads what only the source tells: where the program starts, and what `#if` leaves out.
    private mutating func readTokens(of file: SourceFile) {
        let mayStart = file.isReported && !file.isInTests
        if mayStart, file.path.hasSuffix("/main.swift") { wiring.hasEntryPoint = true }
        let starting = ["main", "UIApplicationMain", "NSApplicationMain"]
        for (index, token) in file.tokens.enumerated() {
            if mayStart, file.isToken(index - 1, "@"), starting.contains(where: token.is) {
                wiring.hasEntryPoint = true
            }
            let isRegistration = ["Module", "register", "mainActor"].contains(where: token.is)
            guard token.branch != nil, file.occurrences(at: token.position).isEmpty,
                isRegistration || token.is("Inject") || token.is("resolve")
            else { continue }
            let place = Place(path: file.path, position: token.position)
            // A request's type may stand on the next line.
            let end = isRegistration ? Arguments(of: file, startingAt: index + 1).end : Int.max
            let words = file.tokens.indices[index...].prefix {
                $0 < end
                    && (isRegistration || file.tokens[$0].position.line <= place.position.line + 1)
            }
            let mention = InactiveMention(
                isRegistration: isRegistration, place: place,
                words: Set(words.map { file.tokens[$0].text })
            )
            wiring.inactiveMentions.append(mention)
        }
    }

    // MARK: What types keep

    /// Notes that a type makes an instance for a property, or in an initializer, also as a default
    /// argument.
    private mutating func noteKept(
        _ occurrence: IndexOccurrence, at index: Int, in file: SourceFile
    ) {
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
        let made = isScope ? "" : declarations.type(around: occurrence.symbol.usr)?.usr
        if let made { kept[type, default: []].insert(made) }
    }

    /// Finds the types that keep a `Scope` of their own, themselves or in what they keep.
    private mutating func readScopeHolders() {
        var holders: Set<String> = [""]
        var count = 0
        while count < holders.count {
            count = holders.count
            for (type, made) in kept where !made.isDisjoint(with: holders) { holders.insert(type) }
        }
        wiring.types.scopeHolders = Set(holders.compactMap { declarations.types[$0]?.typeName() })
    }

    /// Marks the requests whose property some code gives a wrapper that it made itself, by
    /// `_property = …` or as an argument of a compiler-made initializer.
    private mutating func markMadeByHand() {
        var assigned: Set<[String]> = []
        for file in readers.map(\.file) {
            for (index, token) in file.tokens.enumerated()
            where token.text.hasPrefix("_") && file.isToken(index + 1, "=") {
                assigned.insert([file.path, String(token.text.dropFirst())])
            }
            for occurrence in file.occurrences where occurrence.roles.contains(.call) {
                guard let type = declarations.implicitInitializers[occurrence.symbol.usr],
                    let index = file.tokenIndex(at: occurrence.position)
                else { continue }
                let labels = Arguments(of: file, startingAt: index + 1).list.compactMap(\.label)
                assigned.formUnion(labels.map { [type, $0] })
            }
        }
        for (index, request) in wiring.requests.enumerated() {
            guard let variable = request.variable, let owner = request.owner else { continue }
            let places = [[request.site.place.path, variable], [owner.usr, variable]]
            wiring.requests[index].isMadeByHand = !assigned.isDisjoint(with: places)
        }
    }

    // MARK: Calls

    private mutating func readCalls() {
        for registration in wiring.registrations {
            wiring.calls.registrations[registration.site.place] = registration
        }
        let table = RegistrationTable(wiring.registrations)
        var injected: [String: [Registration]] = [:]
        for request in wiring.requests where !request.isMadeByHand {
            let served = table.registrations(for: request.key)
                .filter { request.key.matches($0.key) != nil && $0.counts(for: request) }
            if let property = request.property { injected[property] = served }
            FileReader(file: request.site.file, declarations: declarations, collet: collet)
                .readUse(of: request, servedBy: served, into: &wiring.calls)
        }
        for reader in readers {
            for occurrence in reader.file.occurrences where occurrence.roles.contains(.call) {
                reader.readCall(occurrence, injected, into: &wiring.calls)
            }
        }
        readStoredProperties()
    }

    /// Makes what a property is set to a call of its type's initializers.
    private mutating func readStoredProperties() {
        for (caller, edges) in wiring.calls.edges {
            guard case .function(let usr) = caller, let property = declarations.definitions[usr],
                let name = property.tokenIndex, property.symbol.kind == .instanceProperty,
                property.file.expression(from: name).contains(where: {
                    property.file.isToken($0, "=")
                }),
                !property.isModified(by: "lazy"), let type = declarations.type(around: usr)
            else { continue }
            for member in declarations.members[type.usr] ?? []
            where declarations.definitions[member]?.symbol.kind == .constructor {
                wiring.calls.edges[.function(member), default: []] += edges
            }
        }
    }
}
