/// Collet's own declarations, in the module `Collet` or where somebody pasted its file.
struct ColletSymbols {
    /// What one of the library's functions means to the wiring.
    enum Use {
        case block, builder, scope, component, override, isolation, perform
        case build, module, register, registerModule, registerValue, inject, resolve

        /// Whether it runs a closure with what a block registers.
        var isScope: Bool { self == .override || self == .isolation || self == .perform }
    }

    /// The uses by what the function's name begins with; the first that fits counts.
    private static let uses: [(prefix: String, use: Use?)] = [
        ("Dependencies.init(", .block), ("Dependencies.override(", .override),
        ("Dependencies.isolate(", .isolation), ("Dependencies.perform(", .perform),
        ("Dependencies.build(", .build),
        ("Module.init(", .module), ("Module.mainActor(", .module),
        // The attribute's implicit call of the wrapper's initializer is recorded, too.
        ("Inject.init(value:", nil), ("Inject.init(", .inject),
        ("Resolver.register(value:", .registerValue),
        ("Resolver.register(name:", .register), ("Resolver.register(_:", .registerModule),
        ("Resolver.resolve(", .resolve), ("Scope.init(", .scope), ("Scope.", .component),
    ]

    /// The types by their identifiers, which those of their members begin with.
    private var types = [
        // The module may have been built without an index.
        "s:6Collet12DependenciesV": "Dependencies", "s:6Collet6ModuleV": "Module",
        "s:6Collet6InjectC": "Inject", "s:6Collet8ResolverO": "Resolver",
        "s:6Collet5ScopeC": "Scope", "s:6Collet16ComponentFactoryP": "ComponentFactory",
        "s:6Collet19DependenciesBuilderO": "DependenciesBuilder",
    ]

    init(in library: some Sequence<IndexOccurrence>) {
        let definitions = library.filter { $0.isDefinition && $0.relations.isEmpty }
        for symbol in definitions.map(\.symbol) where symbol.isType {
            types[symbol.usr] = symbol.name
        }
    }

    /// Whether it is a member of the library's types, or of an extension of one.
    func isMember(_ usr: USR) -> Bool { types.keys.contains(where: usr.hasPrefix) }

    func use(of symbol: IndexSymbol) -> Use? {
        if symbol.kind == .enum, types[symbol.usr] == "DependenciesBuilder" {
            return .builder
        }
        if !symbol.isFunction { return nil }
        guard let type = types.first(where: { symbol.usr.hasPrefix($0.key) })?.value
        else { return nil }
        return Self.uses.first { "\(type).\(symbol.name)".hasPrefix($0.prefix) }?.use
    }
}
