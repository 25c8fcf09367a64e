/// Collet's own declarations, in whichever modules define them.
///
/// Usually that is the module `Collet`. Where somebody pasted the file into a target, it is that
/// target.
struct ColletSymbols {
    private enum Declaration: String {
        case dependencies = "Dependencies"
        case module = "Module"
        case inject = "Inject"
        case resolver = "Resolver"
        case scope = "Scope"
    }

    /// The types by their identifiers, which those of their members begin with.
    private var types: [String: Declaration] = [
        // The module may have been built without an index.
        "s:6Collet12DependenciesV": .dependencies, "s:6Collet6ModuleV": .module,
        "s:6Collet6InjectC": .inject, "s:6Collet8ResolverO": .resolver, "s:6Collet5ScopeC": .scope,
    ]

    /// Finds the declarations in the files that define them.
    init(in files: [SourceFile]) {
        for file in files where Self.mayDefine(file.path) {
            for occurrence in file.occurrences
            where occurrence.roles.contains(.definition) && occurrence.relations.isEmpty {
                let symbol = occurrence.symbol
                if symbol.isType { types[symbol.usr] = Declaration(rawValue: symbol.name) }
            }
        }
    }

    static func mayDefine(_ path: String) -> Bool { path.hasSuffix("/Collet.swift") }

    /// What a mention of the library means to the wiring.
    enum Use {
        /// `Dependencies { }`, and `Scope()`.
        case block, scope
        /// `Module("name") { }`, and `Module(.shared, "name") { }`.
        case module, moduleWithLifetime
        /// `Resolver.register(name: "name") { }`, and `Resolver.register(value, name: "name")`.
        case register, registerValue
        /// `@Inject("name")` or `Inject<T>("name")`, and `Resolver.resolve(T.self, name: "name")`.
        case inject, resolve
        /// `scope.shared { }` and the like, which run their closure.
        case component
    }

    /// What a symbol means; `nil` if nothing.
    func use(of symbol: IndexSymbol) -> Use? {
        guard symbol.isFunction,
            let type = types.first(where: { symbol.usr.hasPrefix($0.key) })?.value
        else { return nil }
        switch (type, symbol.name, symbol.kind) {
        // The wrapper's implicit initializer is recorded as this one, too.
        case (.inject, let name, .constructor): return name.hasPrefix("init(value:") ? nil : .inject
        case (.scope, _, .constructor): return .scope
        case (.scope, let name, .instanceMethod):
            let runs = ["shared(for:", "weak(for:", "graph(for:"]
            return runs.contains(where: name.hasPrefix) ? .component : nil
        case (.dependencies, _, .constructor): return .block
        case (.module, "init(_:_:)", _), (.module, "mainActor(_:_:)", _): return .module
        case (.module, let name, _):
            let makes = name.hasPrefix("init(") || name.hasPrefix("mainActor(")
            return makes ? .moduleWithLifetime : nil
        case (.resolver, "register(_:name:)", _): return .registerValue
        case (.resolver, "register(name:_:)", _): return .register
        case (.resolver, let name, _): return name.hasPrefix("resolve(_:") ? .resolve : nil
        default: return nil
        }
    }
}
