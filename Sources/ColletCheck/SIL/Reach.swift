/// The types by which a pasted copy of Collet is recognized, as in symbols.
private let typesOfCollet =
    "12Dependencies 6Module 6Inject 8Resolver 5Scope 19DependenciesBuilder".words

/// The name of a function that makes one of the library's traits.
nonisolated(unsafe) private let trait =
    #/
    DependenciesTrait>\.(dependencies|overrides)
    \((reportsUnused:|\w+\.Dependencies\)\ )
    /#

/// The functions that can reach Collet, and how.
final class Reach {
    private unowned let program: Program
    /// Prefixes of symbols in the modules that have Collet: the package's, and those that
    /// it is pasted into.
    private let modules: [String]
    /// The modules that have Collet, or import such a module, directly or indirectly.
    let linked: Set<String>
    /// Prefixes of Collet's symbols.
    private let prefixes: [String]
    private let pastedPrefixes: [String]

    init(_ program: Program) {
        self.program = program
        let declaring = program.names.declaring
        let isPasted = declaring["Inject"] != nil
        let homes = declaring["DependenciesBuilder", default: []]
            .filter { isPasted && $0 != "Collet" }
        let pasted = homes.map { "$s\($0.utf8.count)\($0)" }
        linked = Set(
            (["Collet", "ColletTesting"] + homes).allReached { module in
                program.files.filter { $0.imports.contains(module) }.map(\.module)
            })
        modules = ["$s6Collet"] + pasted
        let traits = declaring["DependenciesTrait", default: []].flatMap { module in
            ["17DependenciesTrait", "5_Use_"].map {
                "$s\(module.utf8.count)\(module)\($0)"
            }
        }
        pastedPrefixes =
            traits + pasted.flatMap { module in typesOfCollet.map { module + $0 } }
        prefixes = ["$s6Collet", "$s13ColletTesting"] + pastedPrefixes
    }

    func isCollet(_ symbol: String) -> Bool { prefixes.contains(where: symbol.hasPrefix) }

    /// Whether a function belongs to a pasted copy, or perhaps to the app's own extension
    /// of one.
    func isPasted(_ symbol: String) -> Bool {
        pastedPrefixes.contains(where: symbol.hasPrefix) || isTrait(symbol)
    }

    /// Whether a function makes one of the library's traits, in whichever module it is
    /// declared. The app's own extensions may make others.
    func isTrait(_ symbol: String) -> Bool {
        symbol.hasPrefix("$s7Testing5TraitP") && demangled(symbol).contains(trait)
    }

    // MARK: Callers

    /// The functions that refer to Collet's.
    private(set) lazy var naming = callers(of: prefixes)

    /// The functions that can reach Collet's.
    private(set) lazy var relevant = Set(naming.allReached(by: users))

    /// The functions that can reach Collet's even if all globals that they read are made.
    private(set) lazy var reaching = Set(naming.allReached(by: observers))
        .filter { !$0.isOfGlobal }

    /// The functions that can see what a function does. The first one that reads a global
    /// also makes it, which others can't see.
    private func observers(of symbol: String) -> [String] {
        symbol.isOfGlobal ? [] : users(of: symbol)
    }

    /// The functions that write something that outlives them.
    private lazy var writing = callers(of: ["$s15Synchronization", "swift_setAt"])
        .union(program.order.filter(\.writes).map(\.symbol))

    /// The functions that can write something that outlives them.
    private lazy var writers = Set(writing.allReached(by: observers))

    /// Whether a function has an effect that other code may see: it reaches Collet, or
    /// writes something that outlives it.
    func matters(_ symbol: String) -> Bool {
        relevant.contains(symbol) || writers.contains(symbol)
    }

    /// What code may use: functions, members, types, properties of objects and globals.
    struct Use {
        let names: Set<String>
        /// Those that are tokens of globals.
        let tokens: [String]
        /// The properties and globals that it may write.
        let written: Set<String>
        let reachesCollet: Bool
    }

    /// What code uses, and what each name in it stands for, looked up once.
    private var used: [Set<String>: Use] = [:]
    private var uses: [String: [String]] = [:]

    /// What functions, and members of types that other modules may call, may use.
    func used(by code: Set<String>) -> Use {
        used.value(for: code) {
            let names = code.union(deinits.values).allReached { name in
                uses.value(for: name) {
                    implementers[name] ?? callbacks[name] ?? used(by: name)
                }
            }
            return Use(
                names: Set(names), tokens: names.filter { $0.hasSuffix("_Wz") },
                written: Set(names.filter(writing.contains).flatMap(variables)),
                reachesCollet: names.contains(where: reaching.contains))
        }
    }

    private func used(by symbol: String) -> [String] {
        guard let function = program.functions[symbol] else { return [] }
        let variables = function.variables
        if !symbol.isOfGlobal { return function.references + variables }
        // The tokens of globals whose making reaches Collet count.
        let counts = relevant.contains(symbol)
        return variables.filter { counts || !$0.hasSuffix("_Wz") }
    }

    /// The variables that a function names, itself or by functions that return globals.
    private func variables(of symbol: String) -> [String] {
        guard let function = program.functions[symbol] else { return [] }
        let returning = function.references.filter(\.isOfGlobal)
        return ([function] + returning.compactMap { program.functions[$0] })
            .flatMap(\.variables)
    }

    /// By member, the functions that implement it.
    private lazy var implementers = Dictionary(grouping: implementations, by: \.member)
        .mapValues { $0.map(\.symbol) }

    /// The functions that can register.
    private(set) lazy var registrars = Set(
        callers(
            of: modules.flatMap { module in
                "12DependenciesV5build 8ResolverO8register 8ResolverO5reset".words
                    .map { module + $0 }
            }
        ).allReached(by: users))

    /// Whether anything cancels work that it has handed over.
    private(set) lazy var cancels = callers.keys.contains { $0.hasSuffix(".cancel") }

    /// Whether anything may cancel a task: a call, or an error that leaves a group or the
    /// scope of a child task.
    private(set) lazy var cancelsTasks = callers.keys.contains { symbol in
        "6cancel cancelAll ThrowingTask ThrowingDiscarding asyncLet".words
            .contains(where: symbol.contains)
    }

    /// The functions that refer to a symbol with one of these beginnings.
    private func callers(of prefixes: [String]) -> Set<String> {
        Set(
            callers.filter { prefixes.contains(where: $0.key.hasPrefix) }.values.joined())
    }

    /// The functions that refer to a function, or to a member that it implements, or that
    /// make a value on which other modules may call it.
    func users(of symbol: String) -> [String] {
        ([symbol] + (members[symbol] ?? [])).flatMap { callers[$0] ?? [] }
            + (makers[symbol] ?? [])
    }

    /// By the symbol of a member that other modules may call, the initializers of its
    /// type, and the functions that pass on a value of that type.
    private(set) lazy var makers: [String: [String]] = {
        let all = program.order.filter { $0.symbol.hasSuffix("fC") }
        lazy var initializers = Dictionary(grouping: all, by: \.typeInModule)
        var makers: [String: [String]] = [:]
        for (table, entries) in program.tables.all where isOfOthers(table) {
            let type = String(table.prefix { $0 != ":" })
            let all =
                initializers[type, default: []].map(\.symbol) + (callers[type] ?? [])
            for (_, symbol) in entries.symbols { makers[symbol] = all }
        }
        return makers
    }()

    /// Whether a table has members of another module's protocol or class. Macros generate
    /// types that conform to protocols of their own.
    private func isOfOthers(_ table: String) -> Bool {
        guard let colon = table.firstIndex(of: ":") else {
            return program.declarations[program.ancestry(of: table).last!] == nil
        }
        let proto = table[colon...].dropFirst()
        return !proto.hasPrefix("__") && program.declaration(of: String(proto)) == nil
    }

    /// By symbol or member, the functions that refer to it.
    private lazy var callers: [String: [String]] = program.order.reduce(into: [:]) {
        for name in $1.references { $0[name, default: []].append($1.symbol) }
    }

    /// By symbol, the members that it implements.
    private lazy var members = Dictionary(grouping: implementations, by: \.symbol)
        .mapValues { $0.map(\.member) }

    private lazy var implementations = program.tables.all.values.flatMap(\.symbols).map {
        (member: DispatchTables.shortName($0.member), symbol: $0.symbol)
    }

    // MARK: Called by others

    /// By type, its `deinit`, if that may matter: of a class, or of a noncopyable type.
    private(set) lazy var deinits: [String: String] = {
        var found: [String: String] = [:]
        for type in program.tables.classes {
            found[type] = members(of: type) { $0.hasSuffix("deinit!deallocator") }.first
        }
        for function in program.order
        where ["VfD", "OfD"].contains(where: function.symbol.hasSuffix) {
            guard matters(function.symbol), let name = function.typeInModule else {
                continue
            }
            found[name] = function.symbol
        }
        return found
    }()

    /// By type, the members that other modules may call and that may matter:
    /// requirements of their protocols, and overrides of their classes.
    private(set) lazy var callbacks: [String: [String]] = {
        var found = witnesses { _ in true }
        // Code that holds an object may release it.
        for (type, symbol) in deinits where registrars.contains(symbol) {
            found[type, default: []].append(symbol)
        }
        for type in program.tables.classes {
            found[type, default: []] += members(of: type) {
                program.declaration(ofMember: $0) == nil && !$0.contains("deinit")
            }
        }
        return found.filter { !$0.value.isEmpty }
    }()

    /// By type, the members that known functions call to compare and describe values.
    private(set) lazy var comparisons = witnesses(
        of: "Equatable Hashable Comparable CustomStringConvertible".words.contains)

    private var compared: [String: Bool] = [:]

    /// Whether an `==` that the compiler didn't write compares values of a type, or parts
    /// of them. An `==` that the compiler wrote names the types of the parts.
    func compares(_ type: String) -> Bool {
        compared.value(for: type) {
            type.typeNames.allReached { name in
                comparers(of: name).flatMap {
                    program.functions[$0]?.body?.string.typeNames ?? []
                }
            }.flatMap(comparers).contains { $0.contains("2eeoi") && !$0.hasPrefix("$ss") }
        }
    }

    /// The functions that a type's `==` calls.
    private func comparers(of type: String) -> [String] {
        program.methods("#Equatable.\"==\"", of: type, proto: "Equatable")
            .flatMap { program.functions[$0]?.references ?? [] }
    }

    /// By type, the members that matter and fulfil other modules' protocols.
    private func witnesses(of isMeant: (String) -> Bool) -> [String: [String]] {
        var found: [String: [String]] = [:]
        for (type, protos) in program.tables.conformances {
            for proto in protos.filter(isMeant)
            where program.declaration(of: proto) == nil && !isOfPreviews(proto) {
                let table = DispatchTables.name(type, proto)
                found[type, default: []] += members(of: table) { _ in true }
            }
        }
        return found
    }

    /// Whether another module's protocol is for previews, such as `PreviewProvider`.
    private func isOfPreviews(_ proto: String) -> Bool {
        proto.hasPrefix("Preview") && program.declaration(of: proto) == nil
    }

    /// The types of previews, whose code doesn't run with the program.
    private lazy var previews = program.tables.conformances.filter { _, protos in
        protos.contains(where: isOfPreviews)
    }.keys

    func isOfPreview(_ symbol: String) -> Bool {
        previews.contains { demangled(symbol).contains($0) }
    }

    /// The members of a table that may matter.
    private func members(of table: String, where isMeant: (String) -> Bool) -> [String] {
        let symbols = program.tables.all[table]?.symbols ?? []
        return symbols.filter {
            isMeant($0) && matters($1) && !isPasted($1)
        }.map(\.symbol).sorted()
    }
}

extension Function {
    /// The type that it is a member of, without its module.
    fileprivate var typeInModule: String? {
        type.map { $0.split(separator: ".").dropFirst().joined(separator: ".") }
    }

    /// Whether it writes a global or an object, or is a `deinit` that calls something,
    /// which may be a closure that writes.
    fileprivate var writes: Bool {
        guard let body else { return false }
        if symbol.hasSuffix("fd"), body.contains("apply ") { return true }
        return body.contains("[modify] [dynamic]") || body.contains("[modify] [unsafe]")
    }

    /// The properties of objects and the globals that its body names, and the setters of
    /// its key paths.
    fileprivate var variables: [String] {
        guard let body else { return [] }
        let properties = body.rests(after: "ref_element_addr ").map {
            $0.line(at: $0.start).after(", #").before(",")
        }
        let stored = body.rests(after: "stored_property #")
        let others = body.rests(after: "setter @") + body.rests(after: "global_addr @")
        return (properties + stored + others).map { $0.before(" ").string }
    }

    /// The symbols and members that its body names, and the types with which it calls
    /// generic functions or that it puts into existentials.
    var references: [String] {
        guard let body else { return [] }
        let symbols = body.rests(after: "_ref @").map { $0.before(" ").string }
        let members = body.rests(after: "_method ").map {
            "#" + $0.line(at: $0.start).after("#").before(" :").string
        }
        // A thunk that passes on a requirement's call names only its own type.
        let starts: [StaticString] = isWitness ? [] : ["apply %", "existential_addr %"]
        let types = starts.flatMap(body.rests).flatMap { text in
            let rest = text.from(text.number(at: text.start).end)
            let isNamed = rest.hasPrefix("<") || rest.hasPrefix(", ")
            return isNamed ? rest.before("(").before(", loc").string.typeNames : []
        }
        return symbols + members.filter { $0 != "#" } + types
    }
}

extension String {
    /// The names of types in it, and any other words.
    var typeNames: [String] {
        split { !($0.isLetter || $0.isNumber || "._".contains($0)) }.map(String.init)
    }

    /// Whether it is the symbol of a function that returns a global, and makes it first.
    fileprivate var isOfGlobal: Bool { hasSuffix("vau") }
}
