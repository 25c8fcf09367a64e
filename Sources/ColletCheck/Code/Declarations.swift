/// What is declared where, and how declarations are related, as the index says.
final class Declarations {
    private(set) var definitions: [String: Definition] = [:]
    private(set) var types: [String: IndexSymbol] = [:]
    /// For each requirement, or overridden method, and each type the function that it has
    /// there.
    private(set) var witnesses: [String: [String: String]] = [:]
    private(set) var relations = TypeRelations()
    private(set) lazy var members = Dictionary(grouping: definitions.keys) {
        type(around: $0) ?? ""
    }
    /// For each function that fulfils a requirement or overrides another one, which others
    /// may call, what it fulfils or overrides.
    private(set) lazy var requirements = witnesses.reduce(into: Links<USR>()) {
        links, witness in
        for function in witness.value.values { links.add([witness.key], to: function) }
    }
    /// What isolates a type: the attributes that the program declares as global actors,
    /// of which the main actor is none, and the keyword; and what takes a function off any.
    private(set) lazy var actors: Set<String> = {
        let types = definitions.values.filter(\.symbol.isType)
        let actors = types.filter { $0.modifiers.contains("@globalActor") }
        let names = actors.map(\.symbol.name)
        let aliases = types.filter { type in
            let isAlias = type.kind == .typealias && type.file.isToken(type.name + 1, "=")
            return isAlias && type.file.tokens.has(names, at: type.name + 2)
        }
        return Set(
            (names + aliases.map(\.symbol.name)).map { "@" + $0 } + [
                "actor", "@concurrent",
            ])
    }()
    private(set) var concreteTypes: [TypeName: DeclaredType] = [:]
    private var names: [String: TypeName] = [:]
    /// What Swift calls the types of Objective-C and C.
    private(set) var swiftNames: [String: String] = [:]
    private var accessorOwners: [String: String] = [:]
    /// For each type or extension the types that it conforms to or inherits from,
    /// directly.
    private(set) var bases = Links<USR>()
    /// The same with what extensions add.
    private(set) var allBases = Links<USR>()
    private var extended: [String: String] = [:]

    init(in files: [NamedCode]) {
        for file in files {
            for occurrence in file.occurrences { add(occurrence, in: file) }
        }
        addNames()
    }

    subscript(usr: String?) -> Definition? { usr.flatMap { definitions[$0] } }

    private func add(_ occurrence: IndexOccurrence, in code: NamedCode) {
        let (symbol, file) = (occurrence.symbol, code.file)
        let index = file.tokenIndex(at: occurrence.position) ?? 0
        if symbol.isType, symbol.kind != .typealias { types[symbol.usr] = symbol }
        if symbol.isImported, let name = symbol.typeName()?.description {
            // Of a nested type the index has the last name only.
            let isWritten = file.isToken(index, symbol.name)
            let path = file.text(file.startOfPath(index)..<index) + symbol.name
            let isNested = file.isToken(index - 1, ".") && isWritten
            swiftNames[name] = isNested ? path : swiftNames[name] ?? symbol.name
        }
        if let type = occurrence.related(.extendedBy) { extended[type.usr] = symbol.usr }
        let parent = occurrence.related(.childOf)
        let container = parent ?? occurrence.related(.containedBy)
        for (roles, other) in occurrence.relations {
            if roles.contains(.baseOf) { bases.add([symbol.usr], to: other.usr) }
            if roles.contains(.overrideOf), let container {
                witnesses[other.usr, default: [:]][container.usr] = symbol.usr
            }
        }
        guard occurrence.isDefinition, file.token(index) != nil else { return }
        if let parent, parent.isVariable {
            // An accessor is a child of its variable.
            accessorOwners[symbol.usr] = parent.usr
        } else {
            definitions[symbol.usr] = Definition(
                symbol: symbol, file: file, name: index, parent: parent,
                isRunByName: code.isRun(byNaming: index))
        }
    }

    private func addNames() {
        witnesses = witnesses.mapValues { functions in
            let byType = Dictionary(functions.map { (extended[$0] ?? $0, $1) }) { $1 }
            // What a protocol's extension offers counts for the types that take it.
            return byType.filter { types[$0.key]?.kind != .protocol }
        }
        allBases = bases
        for (usr, type) in extended { allBases.add(bases[usr], to: type) }
        names = types.compactMapValues { $0.typeName()?.renamed(swiftNames) }
        // A module called "S3" looks like a generic parameter.
        for name in names.values.compactMap(\.name)
        where name.prefix(while: { $0 != "." }).count < 4 {
            swiftNames[name] = name
        }
        relations.importedNames = Set(swiftNames.values)
        for (usr, name) in names {
            let (kind, definition) = (types[usr]?.kind, definitions[usr])
            let path = name.name?.split(separator: ".") ?? []
            if path.count == 2 { relations.globalNames[String(path[1]), default: 0] += 1 }
            if definition?.modifiers.contains("@MainActor") == true {
                relations.mainActorTypes.insert(name)
            }
            if kind == .protocol {
                let labels = definition?.genericParameters ?? []
                relations.protocols[name.name ?? ""] = labels.compactMap(
                    labels.sorted().firstIndex)
            } else {
                concreteTypes[name] = declaredType(usr)
            }
            if kind == .struct || kind == .enum { relations.values.insert(name) }
            if definition.map(isInternal) == true {
                relations.internalTypes.formUnion(name.names)
            }
            // A marker protocol, which is `Any` at run time, tells nothing.
            let all = allBases.reached(from: allBases[usr]).compactMap { names[$0] }
            relations.ancestors[name, default: []].formUnion(
                Set(all).subtracting([.named("Swift.Any")]))
        }
    }

    /// The property of a getter or setter; another symbol's identifier as it is.
    func owner(ofAccessor usr: String) -> String { accessorOwners[usr] ?? usr }

    /// Whether others may name a declaration, which an extension may say for all that it
    /// has.
    func isPublic(_ definition: Definition) -> Bool {
        let parent = self[definition.parent?.usr]
        return definition.isPublic
            || parent?.symbol.isType == false && parent?.isPublic == true
    }

    private func isInternal(_ definition: Definition) -> Bool {
        definition.file.isReported && !isPublic(definition)
    }

    /// Whether others may call a declaration, or a requirement that it fulfils.
    func isKnownToOthers(_ usr: USR) -> Bool {
        !requirements[usr].isEmpty || self[usr].map(isPublic) == true
    }

    /// Whether a type has a function of its own for a requirement or a method.
    func hasWitnesses(_ usr: USR) -> Bool { witnesses[usr]?.isEmpty == false }

    func type(around usr: USR?) -> USR? {
        guard let parent = self[usr]?.parent else { return nil }
        if let extended = extended[parent.usr] { return types[extended]?.usr }
        return parent.isType ? parent.usr : type(around: parent.usr)
    }

    /// What findings call a declaration: its name, behind that of its type.
    func title(of definition: Definition) -> String {
        let type = type(around: definition.usr).flatMap { types[$0] }
        return (type.map { "\($0.name)." } ?? "") + definition.symbol.name
    }

    func declaredType(_ usr: String?) -> DeclaredType? {
        guard let usr, let name = names[usr] else { return nil }
        return DeclaredType(
            usr: usr, name: name, isProtocol: types[usr]?.kind == .protocol)
    }

    /// What the type is called that a declaration is in.
    func typeNames(around usr: USR?) -> Set<String> {
        Set(declaredType(type(around: usr))?.name.names ?? [])
    }

    func function(_ usr: String) -> Function? {
        guard let definition = definitions[usr] else { return nil }
        let symbol = definition.symbol
        let isMethod = symbol.isFunction && symbol.kind != .constructor
        let result = isMethod ? symbol.signature?.result.renamed(swiftNames) : nil
        let end =
            result.flatMap { $0.name ?? $0.spelling == nil ? nil : " -> \($0)" } ?? ""
        return Function(
            kind: symbol.isComponent ? .component : .function, site: definition.site,
            type: declaredType(type(around: usr)), signature: symbol.name + end,
            result: result)
    }

    func components() -> [String: [Code]] {
        var functions = members.mapValues(Set.init)
        for (type, usr) in witnesses.values.joined() {
            functions[type, default: []].insert(usr)
        }
        return functions.mapValues { functions in
            functions.compactMap { self[$0] }.filter(\.symbol.isComponent)
                .sorted { $0.place < $1.place }.map { .function($0.usr) }
        }
    }

    /// What makes the values of lazy properties.
    var lazyValues: Set<Code> {
        Set(definitions.filter(\.value.isLazy).keys.map(Code.function))
    }

    /// Whether a subclass of the program replaces a member.
    func isOverridden(_ usr: USR) -> Bool {
        witnesses[usr]?.values.contains { self[$0]?.file.isInTests == false } == true
    }

    func members(of type: USR?) -> [Definition] {
        (members[type ?? ""] ?? []).compactMap { self[$0] }
    }

    func initializers(of type: USR?) -> [USR] {
        members(of: type).filter { $0.kind == .constructor }.map(\.usr)
    }

    /// The initializers of the type that a member is in.
    func makers(of member: USR?) -> [USR] { initializers(of: type(around: member)) }

    func member(_ name: String?, of type: USR) -> IndexSymbol? {
        members(of: type).map(\.symbol).first { $0.name == name }
    }

    func generics(around usr: String?) -> [String] {
        guard let usr, let definition = definitions[usr] else { return [] }
        let takesType = definition.symbol.demangled?.contains("<A") == true
        let isGeneric = takesType || definition.file.isToken(definition.name + 1, "<")
        return (isGeneric ? [usr] : []) + generics(around: type(around: usr))
    }

    func resolveAlias(_ symbol: IndexSymbol) -> TypeName? {
        guard let alias = definitions[symbol.usr], alias.file.isToken(alias.name + 1, "=")
        else { return nil }
        return type(at: alias.name + 2, in: alias.file)?.type
    }

    /// The type that is written from a token on, and the token behind it.
    ///
    /// - Parameter isName: Whether the signs behind its name are left out that make another
    ///   one of it, as in `Name<A>?`.
    func type(
        at index: Int, in file: SourceFile, isName: Bool = false
    ) -> (type: TypeName, end: Int)? {
        var reader = TypeReader(
            tokens: file.tokens, typeNamed: { self.type(named: $0, $1, in: file) },
            ancestors: relations.ancestors, index: index)
        let type = isName ? reader.nominal() : reader.type()
        return type.map { ($0, reader.index) }
    }

    private func type(
        named path: [Int], _ arguments: [TypeName], in file: SourceFile
    ) -> TypeName? {
        let symbols = path.reversed().lazy.compactMap {
            file.symbol(at: $0, where: \.isType)
        }
        guard let symbol = symbols.first else { return nil }
        let definition = self[symbol.usr]
        if symbol.kind == .typealias {
            // Each type that conforms has an associated one of its own.
            let isOwn = definition?.modifiers.contains("associatedtype") == true
            return arguments.isEmpty && !isOwn ? resolveAlias(symbol) : nil
        }
        let ordered = definition?.ordered(arguments)
        return symbol.typeName(ordered ?? arguments)?.renamed(swiftNames)
    }
}
