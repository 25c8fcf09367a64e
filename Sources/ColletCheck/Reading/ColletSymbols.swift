/// Collet's own declarations, in whichever modules define them.
///
/// Usually that is the module `Collet`. Where somebody pasted the file into a target, it is that
/// target.
struct ColletSymbols {
    private var module: Set<String> = []
    private var inject: Set<String> = []
    private var resolver: Set<String> = []
    private var scope: Set<String> = []

    /// Finds the declarations in the files that define them.
    init(in files: [SourceFile]) {
        for file in files where Self.mayDefine(file.path) {
            for occurrence in file.occurrences where occurrence.roles.contains(.definition) {
                guard occurrence.relations.isEmpty else { continue }
                let symbol = occurrence.symbol
                switch (symbol.name, symbol.kind) {
                case ("Module", .struct): module.insert(symbol.usr)
                case ("Inject", .class): inject.insert(symbol.usr)
                case ("Resolver", .enum): resolver.insert(symbol.usr)
                case ("Scope", .class): scope.insert(symbol.usr)
                default: break
                }
            }
        }
        // The module may have been built without an index.
        module.insert("s:6Collet6ModuleV")
        inject.insert("s:6Collet6InjectC")
        resolver.insert("s:6Collet8ResolverO")
        scope.insert("s:6Collet5ScopeC")
    }

    /// Whether a file is the library's, going by its name.
    static func mayDefine(_ path: String) -> Bool {
        path.hasSuffix("/Collet.swift")
    }

    /// What a call of the library means to the wiring.
    enum Use {
        /// `Module("name") { }`.
        case module
        /// `Module(.shared, name: "name") { }`.
        case moduleWithLifetime
        /// `Resolver.register(value, name: "name")`.
        case register
        /// `Resolver.resolve(T.self, name: "name")`.
        case resolve
        /// `@Inject("name")` and `Inject<T>("name")`.
        case inject

        var isRegistration: Bool {
            switch self {
            case .module, .moduleWithLifetime, .register: true
            case .resolve, .inject: false
            }
        }
    }

    /// What a symbol means when it is called; `nil` if nothing.
    func use(of symbol: IndexSymbol) -> Use? {
        switch symbol.kind {
        case .constructor:
            if inject.contains(where: symbol.usr.hasPrefix) {
                // The wrapper's implicit initializer is recorded as this one, too.
                return .inject
            }
            guard module.contains(where: symbol.usr.hasPrefix) else { return nil }
            return symbol.name.hasPrefix("init(_:name:") ? .moduleWithLifetime : .module
        case .staticMethod:
            if module.contains(where: symbol.usr.hasPrefix) {
                guard symbol.name.hasPrefix("mainActor(") else { return nil }
                return symbol.name.hasPrefix("mainActor(_:name:") ? .moduleWithLifetime : .module
            }
            guard resolver.contains(where: symbol.usr.hasPrefix) else { return nil }
            if symbol.name.hasPrefix("register(_:name:") { return .register }
            return symbol.name.hasPrefix("resolve(") ? .resolve : nil
        default:
            return nil
        }
    }

    func isInject(_ symbol: IndexSymbol) -> Bool {
        inject.contains(symbol.usr)
    }

    /// Whether a symbol is the initializer of `Scope`.
    func makesScope(_ symbol: IndexSymbol) -> Bool {
        symbol.kind == .constructor && scope.contains(where: symbol.usr.hasPrefix)
    }
}
