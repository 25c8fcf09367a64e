/// Which functions can reach Collet, and by which way.
final class Reach {
    private unowned let program: Program
    /// How Collet's symbols begin: the package's, or those of a module that it is pasted
    /// into.
    private let prefixes: [String]
    private let pastedPrefixes: [String]

    init(_ program: Program) {
        self.program = program
        pastedPrefixes = Self.pastedPrefixes(in: program.names)
        prefixes = ["$s6Collet", "$s13ColletTesting"] + pastedPrefixes
    }

    private static func pastedPrefixes(in names: TypeNames) -> [String] {
        guard !names.modules(declaring: "Inject").isEmpty else { return [] }
        let modules = names.modules(declaring: "DependenciesBuilder")
        let types = [
            "12Dependencies", "6Module", "6Inject", "8Resolver", "5Scope",
            "19DependenciesBuilder",
        ]
        return modules.filter { $0 != "Collet" }.flatMap { module in
            types.map { "$s\(module.utf8.count)\(module)\($0)" }
        }
    }

    func isCollet(_ symbol: String) -> Bool { prefixes.contains(where: symbol.hasPrefix) }

    /// Whether a function of a pasted copy is meant; an extension of the app's own may
    /// be.
    func isPasted(_ symbol: String) -> Bool {
        pastedPrefixes.contains(where: symbol.hasPrefix)
    }

    /// Whether a function's own text names Collet.
    func names(_ function: Function) -> Bool {
        guard let body = function.body else { return false }
        return prefixes.contains { body.contains(string: "@" + $0) }
    }

    // MARK: Callers

    /// The functions that can reach Collet's.
    private(set) lazy var relevant = functions(of: program.order, reaching: prefixes)

    /// The functions that can register.
    private(set) lazy var registrars = functions(
        of: program.order.filter { relevant.contains($0.symbol) },
        reaching: prefixes.flatMap { prefix -> [String] in
            if prefix == "$s6Collet" {
                return Self.registering(prefix + "12Dependencies")
                    + Self.registering(prefix + "8Resolver")
            }
            return Self.registering(prefix)
        })

    /// The beginnings of the symbols of a type's functions that register.
    private static func registering(_ type: String) -> [String] {
        if type.hasSuffix("12Dependencies") { return [type + "V5build"] }
        guard type.hasSuffix("8Resolver") else { return [] }
        return [type + "O8register", type + "O5reset"]
    }

    private func functions(
        of all: [Function], reaching sinks: [String]
    ) -> Set<String> {
        let names = sinks.map { "@" + $0 }
        var open = all.filter { names.contains(where: $0.body!.contains(string:)) }
            .map(\.symbol)
        var found = Set(open)
        while let symbol = open.popLast() {
            open += users(of: symbol).filter { found.insert($0).inserted }
        }
        return found
    }

    /// The functions that refer to a function, or to a member that it implements.
    func users(of symbol: String) -> [String] {
        ([symbol] + (members[symbol] ?? [])).flatMap { callers[$0] ?? [] }
    }

    /// By symbol or member, the functions that refer to it.
    private lazy var callers: [String: [String]] = {
        var callers: [String: [String]] = [:]
        for function in program.order {
            for name in function.references {
                callers[name, default: []].append(function.symbol)
            }
        }
        return callers
    }()

    /// By symbol, the members that it implements.
    private lazy var members: [String: [String]] = {
        var members: [String: [String]] = [:]
        for table in program.tables.all {
            for (member, symbol) in program.tables.entries(table)?.symbols ?? [:] {
                members[symbol, default: []].append(String(member.prefix { $0 != ":" }))
            }
        }
        return members
    }()

    // MARK: What others call

    /// By class, its `deinit`, if that can reach Collet.
    private(set) lazy var deinits: [String: String] = {
        var found: [String: String] = [:]
        for type in program.tables.classes {
            let symbols = program.tables.entries(type)?.symbols ?? [:]
            for (member, symbol) in symbols where relevant.contains(symbol) {
                if member.hasSuffix("deinit!deallocator") { found[type] = symbol }
            }
        }
        return found
    }()

    /// By type, the members that other modules may call and that can reach Collet:
    /// requirements of their protocols, and overrides of their classes.
    private(set) lazy var callbacks: [String: [String]] = {
        var found: [String: [String]] = [:]
        for (type, protos) in program.tables.conformances {
            for proto in protos where program.declaration(of: proto) == nil {
                found[type, default: []] += requirements(of: proto, in: type)
            }
        }
        for type in program.tables.classes {
            found[type, default: []] += foreignOverrides(in: type)
        }
        return found.filter { !$0.value.isEmpty }
    }()

    private func requirements(of proto: String, in type: String) -> [String] {
        let entries = program.tables.entries(DispatchTables.name(type, proto))
        return (entries?.symbols ?? [:]).values.filter(relevant.contains).sorted()
    }

    private func foreignOverrides(in type: String) -> [String] {
        let symbols = program.tables.entries(type)?.symbols ?? [:]
        return symbols.filter { member, symbol in
            let isForeign = program.declaration(ofMember: member) == nil
            return isForeign && !member.contains("deinit") && relevant.contains(symbol)
        }.values.filter { program.functions[$0]?.body != nil }.sorted()
    }
}

extension Function {
    /// The symbols and members that its body names.
    fileprivate var references: [String] {
        guard let body else { return [] }
        var names: [String] = []
        var rest = body
        while let found = rest.find("_ref @") {
            rest = rest.from(found + 6)
            names.append(rest.before(" : ").string)
        }
        rest = body
        while let found = rest.find("_method ") {
            let line = rest.line(at: found)
            rest = rest.from(line.end)
            let member = line.find(byte: "#").map { line.from($0).before(" :").string }
            names += member.map { [$0] } ?? []
        }
        return names
    }
}
