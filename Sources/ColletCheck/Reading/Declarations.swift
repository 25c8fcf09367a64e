/// What is declared where, and how declarations are related, as the index says.
final class Declarations {
    struct Definition {
        let symbol: IndexSymbol
        let file: SourceFile
        let position: Position
        /// The type or extension around it.
        let parent: IndexSymbol?

        /// The index of the token that names it.
        var tokenIndex: Int? { file.tokenIndex(at: position) }

        /// Whether one of some words is among the declaration's modifiers, which stand between the
        /// end of the previous declaration and the keyword.
        func isModified(by words: Set<String>) -> Bool {
            guard let name = tokenIndex else { return false }
            for index in stride(from: name - 2, to: max(name - 8, -1), by: -1) {
                guard let token = file.token(index), token.kind == .word else { return false }
                if words.contains(token.text) { return true }
            }
            return false
        }
    }

    /// Where each symbol is defined.
    private(set) var definitions: [String: Definition] = [:]
    /// Every class, structure, enumeration and protocol that is defined or mentioned.
    private(set) var types: [String: IndexSymbol] = [:]
    /// For each requirement, or overridden method, and each type the function that it has there.
    private(set) var witnesses: [String: [String: String]] = [:]
    /// The compiler-made initializers, with the type of each.
    private(set) var implicitInitializers: [String: String] = [:]
    /// How the types are related by name.
    private(set) var relations = TypeRelations()

    /// The property that a getter or setter belongs to.
    private var accessorOwners: [String: String] = [:]
    /// For each type or extension the types that it conforms to or inherits from, directly.
    private var bases: [String: Set<String>] = [:]
    /// For each extension the type that it extends.
    private var extended: [String: String] = [:]
    /// The types that aliases stand for; `nil` inside for one that is being read or can't be.
    private var aliases: [String: TypeName?] = [:]

    init(in files: [SourceFile]) {
        for file in files {
            for occurrence in file.occurrences { add(occurrence, in: file) }
        }
        // Extensions may stand behind what they fulfil, so they have to be known first.
        for file in files {
            for occurrence in file.occurrences { addWitness(occurrence) }
        }
        addNames()
    }

    private func add(_ occurrence: IndexOccurrence, in file: SourceFile) {
        let symbol = occurrence.symbol
        if symbol.isType, symbol.kind != .typealias { types[symbol.usr] = symbol }
        for relation in occurrence.relations {
            if relation.roles.contains(.extendedBy) { extended[relation.symbol.usr] = symbol.usr }
            if relation.roles.contains(.baseOf) {
                bases[relation.symbol.usr, default: []].insert(symbol.usr)
            }
        }
        guard occurrence.roles.contains(.definition) else { return }
        if let property = occurrence.related(.accessorOf) {
            accessorOwners[symbol.usr] = property.usr
            return
        }
        let parent = occurrence.related(.childOf)
        definitions[symbol.usr] = Definition(
            symbol: symbol,
            file: file,
            position: occurrence.position,
            parent: parent
        )
        if symbol.kind == .constructor, occurrence.roles.contains(.implicit), let parent {
            implicitInitializers[symbol.usr] = parent.usr
        }
    }

    private func addWitness(_ occurrence: IndexOccurrence) {
        for relation in occurrence.relations where relation.roles.contains(.overrideOf) {
            let container = occurrence.related(.childOf) ?? occurrence.related(.containedBy)
            guard let container else { continue }
            let type = extended[container.usr] ?? container.usr
            witnesses[relation.symbol.usr, default: [:]][type] = occurrence.symbol.usr
        }
    }

    /// Notes which types are protocols, and each type's direct and indirect bases.
    private func addNames() {
        var bases = bases
        for (extensionUSR, type) in extended {
            if let more = bases[extensionUSR] { bases[type, default: []].formUnion(more) }
        }
        for symbol in types.values where symbol.kind == .protocol {
            if let name = symbol.typeName() { relations.protocols.insert(name) }
        }
        for usr in bases.keys {
            guard let name = types[usr]?.typeName() else { continue }
            var open = [usr]
            var seen: Set<String> = []
            while let next = open.popLast() {
                for base in bases[next] ?? [] where seen.insert(base).inserted { open.append(base) }
            }
            relations.ancestors[name] = Set(seen.compactMap { types[$0]?.typeName() })
        }
    }

    /// The package's types that nobody outside their module can name.
    func internalTypes() -> Set<TypeName> {
        let internals = definitions.values.filter { definition in
            definition.symbol.isType && definition.file.isReported && !isPublic(definition)
        }
        return Set(internals.compactMap { $0.symbol.typeName() })
    }

    private func isPublic(_ definition: Definition) -> Bool {
        definition.tokenIndex == nil || definition.isModified(by: ["public", "open"])
    }

    // MARK: Look-up

    /// The property of a getter or setter; another symbol's identifier as it is.
    func owner(ofAccessor usr: String) -> String {
        accessorOwners[usr] ?? usr
    }

    /// The type, protocol or extended type that a symbol belongs to.
    func type(around usr: String) -> IndexSymbol? {
        guard let parent = definitions[usr]?.parent else { return nil }
        if let extended = extended[parent.usr] { return types[extended] }
        return parent.isType ? parent : type(around: parent.usr)
    }

    /// The type that an alias stands for, from its declaration; `nil` if that can't be told.
    func resolveAlias(_ symbol: IndexSymbol) -> TypeName? {
        if let known = aliases[symbol.usr] { return known }
        // An alias of itself, by a mistake that the compiler reports, must not loop here.
        aliases[symbol.usr] = .some(nil)
        guard let definition = definitions[symbol.usr], let index = definition.tokenIndex,
            definition.file.isToken(index + 1, "="),
            let (type, _) = type(at: index + 2, in: definition.file)
        else { return nil }
        aliases[symbol.usr] = .some(type)
        return type
    }

    /// The type that is written at a token, and the index behind it.
    func type(at index: Int, in file: SourceFile) -> (type: TypeName, end: Int)? {
        TypeReader.read(file, at: index, resolveAlias: resolveAlias)
    }

    /// A key whose compositions have no member that another one implies, as the compiler has it.
    func key(_ type: TypeName?, _ name: Name) -> Key {
        let ancestors = relations.ancestors
        let minimal = (type ?? .unknown("?")).mapCompositions { members in
            members.filter { member in
                !members.contains { ancestors[$0]?.contains(member) == true }
            }
        }
        return Key(type: minimal, name: name)
    }
}

extension IndexSymbol {
    /// Whether the symbol is a variable, a constant or a property.
    var isVariable: Bool {
        switch kind {
        case .variable, .instanceProperty, .staticProperty, .classProperty: true
        default: false
        }
    }

    /// Whether the symbol has code that runs when it is called or read.
    var isCode: Bool {
        switch kind {
        case .function, .instanceMethod, .classMethod, .staticMethod, .constructor: true
        default: isVariable
        }
    }

    /// The type of a variable, from its identifier.
    var variableType: TypeName? {
        isVariable ? Demangler.text(ofUSR: usr).flatMap(DemangledType.ofVariable) : nil
    }
}
