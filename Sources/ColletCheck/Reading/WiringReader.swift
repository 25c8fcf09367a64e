/// Reads a program's wiring from its files and what the index says about them.
struct WiringReader {
    private let files: [SourceFile]
    private let collet: ColletSymbols
    private let declarations: Declarations
    private let testModules: Set<String>
    private var wiring = Wiring()

    /// Reads the wiring.
    ///
    /// - Parameters:
    ///   - files: Every source file that the index knows.
    ///   - testModules: The modules that hold tests.
    ///   - exportedModules: The modules that apps outside the package may use.
    static func read(
        _ files: [SourceFile],
        testModules: Set<String>,
        exportedModules: Set<String>
    ) -> Wiring {
        var reader = WiringReader(files, testModules)
        if !exportedModules.isEmpty {
            reader.wiring.exportedModules = exportedModules
            reader.wiring.types.internalTypes = reader.declarations.internalTypes()
        }
        for file in reader.files {
            reader.readUses(in: file)
            reader.readTokens(of: file)
        }
        reader.markMadeByHand()
        reader.readCalls()
        return reader.wiring
    }

    private init(_ files: [SourceFile], _ testModules: Set<String>) {
        collet = ColletSymbols(in: files)
        self.files = files.filter { !ColletSymbols.mayDefine($0.path) }
        self.testModules = testModules
        declarations = Declarations(in: self.files)
        wiring.types = declarations.relations
    }

    private func isInTests(_ file: SourceFile) -> Bool {
        testModules.contains(file.module)
    }

    // MARK: Registrations and requests

    /// Reads what a file does with the library.
    private mutating func readUses(in file: SourceFile) {
        let isInTests = isInTests(file)
        let requests = RequestReader(file: file, declarations: declarations, isInTests: isInTests)
        let registrations = RegistrationReader(
            file: file,
            declarations: declarations,
            isInTests: isInTests
        )
        // An attribute is recorded as the class and as its initializer.
        var seen: Set<Position> = []
        var unwritten = (registrations: Set<Position>(), requests: Set<Position>())
        for occurrence in file.occurrences where !occurrence.roles.contains(.definition) {
            if collet.makesScope(occurrence.symbol) { noteScope(occurrence, in: file) }
            let isWrapper = collet.isInject(occurrence.symbol)
            guard let use = isWrapper ? .inject : collet.use(of: occurrence.symbol) else {
                continue
            }
            guard let index = file.tokenIndex(at: occurrence.position),
                !file.isExpansion(at: index)
            else {
                // What a macro is given is read where it is written.
                if file.gives(occurrence.symbol, toMacroAt: occurrence.position) { continue }
                if use.isRegistration {
                    unwritten.registrations.insert(occurrence.position)
                } else {
                    unwritten.requests.insert(occurrence.position)
                }
                continue
            }
            switch use {
            case .inject where requests.isAttribute(index):
                guard seen.insert(occurrence.position).inserted else { continue }
                wiring.requests += [requests.attribute(at: index, of: occurrence)].compactMap { $0 }
            case .inject:
                guard !isWrapper, !occurrence.symbol.name.hasPrefix("init(wrappedValue:") else {
                    continue
                }
                wiring.requests.append(requests.call(at: index, of: occurrence))
            case .resolve:
                wiring.requests.append(requests.resolve(at: index, of: occurrence))
            case .module, .moduleWithLifetime, .register:
                wiring.registrations.append(registrations.registration(use, at: index))
            }
        }
        wiring.registrations += unwritten.registrations.sorted().map(registrations.unwritten)
        wiring.requests += unwritten.requests.sorted().map(requests.unwritten)
    }

    /// Notes that a type has a property that it gives a `Scope` of its own.
    private mutating func noteScope(_ occurrence: IndexOccurrence, in file: SourceFile) {
        var property = occurrence.related(.containedBy)
        if property?.kind == .constructor, let index = file.tokenIndex(at: occurrence.position),
            file.isToken(index - 1, "=")
        {
            property = file.symbol(at: index - 2)
        }
        guard let property, property.kind == .instanceProperty,
            let type = declarations.type(around: property.usr)?.typeName()
        else { return }
        wiring.types.scopeHolders.insert(type)
    }

    /// Reads what only the source tells: where the program starts, and what `#if` leaves out.
    private mutating func readTokens(of file: SourceFile) {
        let mayStart = file.isReported && !isInTests(file)
        if mayStart, file.path.hasSuffix("/main.swift") { wiring.hasEntryPoint = true }
        for (index, token) in file.tokens.enumerated() {
            if mayStart, token.is("main"), file.isToken(index - 1, "@") {
                wiring.hasEntryPoint = true
            }
            guard !token.conditions.isEmpty else { continue }
            let isRegistration = token.is("Module") || token.is("register") || token.is("mainActor")
            let isRequest = token.is("Inject") || token.is("resolve")
            guard isRegistration || isRequest, file.occurrences(at: token.position).isEmpty else {
                continue
            }
            var end = index
            if isRegistration {
                end = Arguments(of: file, startingAt: index + 1).end
            } else {
                let line = token.position.line + 1
                while let next = file.token(end), next.position.line <= line { end += 1 }
            }
            let words = file.tokens[index..<end].filter { $0.kind == .word }
            wiring.inactiveMentions.append(
                InactiveMention(
                    isRegistration: isRegistration,
                    place: Place(path: file.path, position: token.position),
                    words: Set(words.map(\.text))
                )
            )
        }
    }

    // MARK: Values made by hand

    /// Marks the requests whose property some code gives a wrapper that it made itself, by
    /// `_property = …` or as an argument of a compiler-made initializer.
    private mutating func markMadeByHand() {
        let wrappers = Set(wiring.requests.compactMap { $0.variable.map { "_" + $0 } })
        var assigned: Set<[String]> = []
        for file in files {
            for (index, token) in file.tokens.enumerated()
            where token.text.hasPrefix("_") && wrappers.contains(token.text) {
                guard file.isToken(index + 1, "=") else { continue }
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
        for index in wiring.requests.indices {
            let request = wiring.requests[index]
            guard let variable = request.variable, let owner = request.owner else { continue }
            wiring.requests[index].isMadeByHand =
                assigned.contains([request.site.place.path, variable])
                || assigned.contains([owner.usr, variable])
        }
    }

    // MARK: Calls

    private mutating func readCalls() {
        wiring.calls.types = declarations.types
        wiring.calls.witnesses = declarations.witnesses
        for definition in declarations.definitions.values where definition.symbol.isCode {
            wiring.calls.functions[definition.symbol.usr] = CallGraph.Function(
                symbol: definition.symbol,
                parent: declarations.type(around: definition.symbol.usr),
                isOpen: definition.isModified(by: ["open"]),
                site: Site(
                    of: definition.position,
                    in: definition.file,
                    isInTests: isInTests(definition.file)
                )
            )
        }
        let requests = RequestTable(wiring.requests)
        for file in files {
            let calls = CallReader(
                file: file,
                declarations: declarations,
                requests: requests
            )
            for occurrence in file.occurrences where occurrence.roles.contains(.call) {
                guard let (caller, call) = calls.call(occurrence) else { continue }
                wiring.calls.calls[caller, default: []].append(call)
            }
        }
        readImplementations()
    }

    /// Finds the types that are registered for each request, where all of them are known.
    private mutating func readImplementations() {
        let registrations = RegistrationTable(wiring.registrations)
        for (index, request) in wiring.requests.enumerated() where !request.isMadeByHand {
            let matching = registrations.matches(for: request.key).filter {
                request.key.matches($0.key) == true
                    && (request.site.isInTests || !$0.site.isInTests)
            }
            let implementations = matching.compactMap(\.implementation?.usr)
            guard implementations.count == matching.count else { continue }
            wiring.calls.implementations[index] = implementations
        }
    }
}
