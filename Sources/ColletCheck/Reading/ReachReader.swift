/// Finds out what code runs at all when a program does, and what runs only in an override.
struct ReachReader {
    enum Code: Hashable {
        /// Where the program starts, and whatever calls what nobody is seen to call.
        case start
        /// A function or a variable; for an initializer and for what a type stores, the type.
        case declaration(String)
        /// The closure of a registration, or of an override or isolation.
        case closure(Place)
    }

    private let declarations: Declarations
    private let inactiveWords: Set<Substring>
    private var runs: [Code: Set<Code>] = [:]
    /// What code mentions, and so may run in ways that the index doesn't show.
    private var mentions: [Code: Set<Code>] = [:]
    private var scopes: Set<Code> = []
    private var live: Set<Code> = []
    /// For code that certainly runs only in overrides and isolations, the innermost ones.
    private var confined: [Code: Set<Place>] = [:]
    /// The overrides that the program runs, but for previews.
    private(set) var overrides: Set<Place> = []

    init(_ readers: [FileReader], _ declarations: Declarations) {
        self.declarations = declarations
        inactiveWords = Set(readers.flatMap(\.file.inactiveWords))
        for reader in readers {
            for occurrence in reader.file.occurrences { add(occurrence, in: reader) }
            reader.calls.forEach { addClosure(of: $0.mention) }
        }
        addStarts()
        addMembers()
        func next(_ code: Code) -> Set<Code> {
            runs[code, default: []].union(mentions[code, default: []])
        }
        live = reachable(from: [.start], by: next)
        confined = confined(by: next)
        overrides = overrides.filter { live.contains(.closure($0)) }
    }

    func code(around mention: Mention) -> Code {
        let (braces, reader) = (mention.file.braces(around: mention.index), mention.reader)
        let closure = braces.compactMap { reader.closures[$0] ?? reader.scopes[$0] }.first
        return closure.map(Code.closure) ?? mention.container.map(code) ?? .start
    }

    /// The function in which something is mentioned, if nothing that runs calls it.
    func unreached(around mention: Mention) -> Unreached? {
        guard let definition = declarations[mention.container], !mention.file.isInTests,
            !live.contains(code(around: mention))
        else { return nil }
        return Unreached(
            site: definition.site, name: definition.symbol.name,
            isOfOtherBuilds: isOfOtherBuilds(definition.symbol))
    }

    /// Whether code that this build leaves out mentions a symbol.
    func isOfOtherBuilds(_ symbol: IndexSymbol) -> Bool {
        inactiveWords.contains(symbol.name.prefix { $0 != "(" })
    }

    /// The overrides and isolations for which alone a mention counts, if it does so for some.
    func scopes(around mention: Mention) -> Set<Place> {
        let code = code(around: mention)
        if case .closure(let place) = code, scopes.contains(code) { return [place] }
        return confined[code] ?? []
    }

    /// For code that runs only in overrides and isolations, the innermost ones.
    ///
    /// - Parameters:
    ///   - requests: The closures of registrations that code asks for what they make.
    ///   - kept: The closures whose value is made outside, whoever asks for it.
    func scopes(_ requests: [Code: Set<Code>], kept: Set<Code>) -> [Code: Set<Place>] {
        confined(outside: kept) { runs[$0, default: []].union(requests[$0, default: []]) }
    }

    private func confined(
        outside starts: Set<Code> = [], by next: (Code) -> Set<Code>
    ) -> [Code: Set<Place>] {
        let outside = reachable(from: starts.union([.start])) { next($0).subtracting(scopes) }
        var result: [Code: Set<Place>] = [:]
        for case .closure(let place) in scopes {
            let inside = reachable(from: next(.closure(place))) {
                scopes.contains($0) ? [] : next($0)
            }
            for code in inside.subtracting(outside) { result[code, default: []].insert(place) }
        }
        return result
    }

    /// The code of the objects that the closures of registrations and variables of types keep.
    func keepers(_ closures: Set<Code>) -> [Code: Place] {
        var result: [Code: Place] = [:]
        for case .closure(let place) in closures { result[.closure(place)] = place }
        for (usr, definition) in declarations.definitions
        where [.variable, .staticProperty, .classProperty].contains(definition.symbol.kind)
            && definition.equalsSign != nil
        {
            result[.declaration(usr)] = definition.site.place
        }
        let types = Set(declarations.types.keys.map(Code.declaration))
        for (code, place) in result.sorted(by: { $0.value > $1.value }) {
            let objects = reachable(from: [code]) { runs[$0, default: []].intersection(types) }
            for object in objects { result[object] = place }
        }
        return result
    }

    private func code(of usr: String) -> Code {
        let usr = declarations.owner(ofAccessor: usr)
        // An initializer, and what is stored, comes with its type.
        let joined: [IndexSymbol.Kind?] = [.constructor, .instanceProperty, .enumCase, nil]
        guard let symbol = declarations[usr]?.symbol, joined.contains(symbol.kind)
        else { return .declaration(usr) }
        return .declaration(declarations.type(around: usr)?.usr ?? usr)
    }

    private mutating func add(_ occurrence: IndexOccurrence, in reader: FileReader) {
        let (file, symbol) = (reader.file, occurrence.symbol)
        // What a type stores comes with its objects, whoever reads it.
        guard !occurrence.roles.contains(.definition), symbol.kind != .instanceProperty,
            symbol.isType || declarations[symbol.usr] != nil
        else { return }
        // A place may be within a token, as that of "clock" in "_clock".
        let container = declarations.container(of: occurrence)
        let mention =
            reader.mention(occurrence) ?? Mention(reader: reader, index: 0, container: container)
        let source = file.isInTests ? .start : code(around: mention)
        let next = mention.index + 1
        let end = file.isToken(next, "<") ? file.behind(next) : next
        let isMade = file.isToken(end, "(") || file.isToken(end + 1, "init")
        if file.isInTests || symbol.isType && !isMade {
            mentions[source, default: []].insert(code(of: symbol.usr))
        } else {
            runs[source, default: []].insert(code(of: symbol.usr))
        }
    }

    /// Notes the closure that a call of the library's takes.
    private mutating func addClosure(of call: Mention) {
        let (file, reader) = (call.file, call.reader)
        let arguments = Arguments(of: file, startingAt: call.index + 1)
        guard let brace = arguments.unlabelled.last?.lowerBound else { return }
        let outer = code(around: call)
        if let place = reader.closures[brace] {
            mentions[outer, default: []].insert(.closure(place))
        } else if let place = reader.scopes[brace] {
            runs[outer, default: []].insert(.closure(place))
            guard !file.isInTests else { return }
            scopes.insert(.closure(place))
            let macro = (0..<brace).last { file.isToken($0, "#Preview") }
            let isPreview =
                declarations[call.container]?.symbol.name == "previews"
                || macro.map { file.expression(from: $0).contains(brace) } == true
            if call.occurrence?.symbol.name.hasPrefix("override(") == true, !isPreview {
                overrides.insert(place)
            }
        }
    }

    /// Notes which functions a requirement stands for, and what comes with an object.
    private mutating func addMembers() {
        for (requirement, fulfilled) in declarations.witnesses {
            let isOwn = declarations[requirement] != nil
            for (type, function) in fulfilled {
                // What another module requires, it calls.
                let source = Code.declaration(isOwn ? requirement : type)
                runs[source, default: []].insert(code(of: function))
            }
        }
        for (type, bases) in declarations.bases {
            let classes = bases.filter { declarations.types[$0]?.kind == .class }
            runs[.declaration(type), default: []].formUnion(classes.map(Code.declaration))
        }
    }

    private mutating func addStarts() {
        let bases = declarations.bases.values.joined().map(Code.declaration)
        let made = runs.values.reduce(into: Set(bases)) { $0.formUnion($1) }
        for (usr, definition) in declarations.definitions {
            let symbol = definition.symbol
            let type = declarations[declarations.type(around: usr)?.usr]
            let isForObjectiveC = type?.modifiers.contains("@objcMembers") == true
            if symbol.isType && !made.contains(.declaration(usr))
                || symbol.kind == .variable && definition.file.isScript
                || symbol.isFunction && (definition.hasUnknownAttribute || isForObjectiveC)
                || symbol.name.hasPrefix("main(")
            {
                runs[.start, default: []].insert(code(of: usr))
            } else if isPublic(definition) || inheritsFromOthers(usr) {
                mentions[.start, default: []].insert(code(of: usr))
            }
        }
        // Types of other modules are made there.
        let others = declarations.types.keys.filter { declarations[$0] == nil }
        runs[.start, default: []].formUnion(others.map(Code.declaration))
    }

    private func isPublic(_ definition: Declarations.Definition) -> Bool {
        let parent = declarations[definition.parent?.usr]
        return definition.isPublic || parent?.symbol.isType == false && parent?.isPublic == true
    }

    private func inheritsFromOthers(_ type: String) -> Bool {
        declarations.bases[type, default: []].contains { base in
            declarations.types[base]?.kind == .class && declarations[base] == nil
        }
    }
}
