import Foundation

/// Everything that the compiler made of a program's sources, indexed by name.
final class Program {
    let files: [SILFile]
    private(set) var functions: [String: Function] = [:]
    /// The functions with a body, in the order of the text.
    private(set) var order: [Function] = []
    /// The globals' initial values, by symbol.
    private(set) var globals: [String: SILText] = [:]
    /// The globals that only their initializers write.
    private(set) lazy var constants = Set(files.flatMap(\.constants))
    private(set) var declarations: [String: Declaration] = [:]
    private lazy var conditionalConformances = Set(
        files.flatMap(\.interface.conditionalConformances))
    private(set) var subclasses: [String: [String]] = [:]
    private(set) lazy var exposedProperties = Set(
        files.flatMap(\.interface.exposedProperties))
    private(set) var tables = DispatchTables()
    /// The symbols by the names that `@_silgen_name` gives them.
    private(set) var asmNames: [String: String] = [:]
    /// The symbols that replace dynamic functions.
    private var replacements: [String: String] = [:]
    private(set) lazy var names = TypeNames(self)
    private(set) lazy var reach = Reach(self)
    private(set) lazy var injectedProperties = InjectedProperties(self)

    init(_ files: [SILFile]) {
        self.files = files
        for file in files { add(file) }
    }

    private var calleeNames: [String: CalleeName] = [:]

    /// The name in a comment. Each comment is read once.
    func calleeName(_ comment: String) -> CalleeName {
        calleeNames.value(for: comment) { CalleeName(comment) }
    }

    /// The parts of the names of functions called `component`: the second part is the
    /// function's type, and the last one is what it makes.
    private(set) lazy var components = order.map(\.symbol)
        .filter { $0.contains("9component") }
        .map { plainName(ofSymbol: $0).split(separator: ".").map(String.init) }

    private(set) lazy var modules = Set(files.map(\.module)).subtracting([""]).sorted()

    // MARK: Reading

    private func add(_ file: SILFile) {
        for (name, type) in file.interface.declarations.inOrder {
            declarations[name] = type
            guard type.kind == "class", let parent = type.superclass else { continue }
            subclasses[parent, default: []].append(name)
        }
        for function in file.functions { add(function) }
        globals.merge(file.globals) { $1 }
        for table in file.tables { tables.read(table.head, table.rest) }
    }

    private func add(_ function: Function) {
        let symbol = function.symbol
        let hasBody = function.body != nil
        if let old = functions[symbol], old.body != nil || !hasBody { return }
        functions[symbol] = function
        if hasBody { order.append(function) }
        let header = function.header
        if header.contains("[asmname") {
            asmNames[header.after("[asmname \"").before("\"").string] = symbol
        }
        let replaced = header.after("[dynamic_replacement_for \"").before("\"")
        if replaced.count > 0 { replacements[replaced.string] = symbol }
    }

    /// The symbol of the code that runs for a symbol: the one it is linked to, or its
    /// replacement.
    func implementation(of symbol: String) -> String {
        let isElsewhere = functions[symbol]?.body == nil
        let linked = isElsewhere ? asmNames[symbol] ?? symbol : symbol
        return replacements[linked] ?? linked
    }

    // MARK: Types

    func declaration(of type: String) -> Declaration? {
        declarations[type.baseName]
    }

    /// A type with its protocols and superclasses, and those that they inherit, as far as
    /// they are declared here.
    func kinds(of type: String) -> Set<String> {
        Set(
            [type.baseName].allReached {
                (declarations[$0]?.inherited ?? []) + (tables.conformances[$0] ?? [])
            })
    }

    /// `Kit.Clock` for `#Kit.Clock.now: …`.
    static func owner(of member: String) -> String {
        let name = member.dropFirst().prefix { $0 != ":" && $0 != "!" }
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? String(name)
    }

    /// The type or protocol of a member, if it is the program's own.
    func declaration(ofMember member: String) -> Declaration? {
        let owner = Self.owner(of: member)
        let plain = owner.drop { $0 != "." }.dropFirst()
        return declaration(of: owner) ?? declaration(of: String(plain))
    }

    /// The type and its superclasses, as far as they are declared here.
    func ancestry(of type: String) -> [String] {
        var all = [type.baseName]
        while let parent = declarations[all.last!]?.superclass, all.count < 50 {
            all.append(parent.baseName)
        }
        return all
    }

    /// The class itself, and its subclasses.
    func classes(below type: String) -> [String] {
        [type].allReached { subclasses[$0] ?? [] }
    }

    /// Whether a type inherits from a class or conforms to a protocol, or `nil` if that
    /// can't be told, as for generic arguments and other libraries' types.
    func conforms(_ type: String, to other: String) -> Bool? {
        let ancestry = ancestry(of: type)
        let base = other.baseName
        let declaration = declaration(of: base)
        if kinds(of: type).contains(base) {
            let isOpen = ancestry.contains {
                conditionalConformances.contains("\($0):\(base)")
            }
            if [base, type].contains(other) { return isOpen ? nil : true }
            // A library's type may convert if its generic arguments are others.
            let isOther =
                type.baseName == base && !(type + other).contains(#/[?@({]|any /#)
            return declaration != nil && isOther ? false : nil
        }
        if declaration?.isOfObjectiveC == true { return nil }
        // Only libraries know what their types conform to.
        if declaration == nil, self.declaration(of: type) == nil { return nil }
        // These are the types of an enumeration's raw values.
        let isWhole = ancestry.filter { !["Int", "String"].contains($0) }.allSatisfy {
            name in
            let isProtocol =
                ["Sendable", "AnyObject"].contains(where: name.hasSuffix)
                || tables.conformers[name] != nil
            return isProtocol
                || declarations[name] != nil && !names.ambiguous.contains(name)
        }
        return isWhole && base != "AnyObject" ? false : nil
    }

    /// The symbols that implement a class's member, or fulfil a protocol's requirement.
    /// There are several if it can't be told which.
    func methods(_ member: String, of type: String, proto: String? = nil) -> [String] {
        ancestry(of: type).lazy.compactMap {
            self.tables.all[DispatchTables.name($0, proto)]?.symbols(member, self.names)
        }
        .first { !$0.isEmpty } ?? []
    }
}

extension String {
    /// A type's name without its generic arguments: `Pair.Part` for `Pair<A, B<C>>.Part`.
    var baseName: String {
        contains("<") ? reading { $0.before("<").string + $0.inner.baseName } : self
    }

    /// `A` and `B<C>` for `Pair<A, B<C>>`.
    var genericArguments: [String] {
        reading { text in
            guard let open = text.find("<") else { return [] }
            let own = text.from(open).inBracket().parts.map(\.string)
            return own + text.inner.genericArguments
        }
    }
}

extension SILText {
    /// `.Part<C>` for `Pair<A>.Part<C>`.
    fileprivate var inner: String {
        guard let open = find("<") else { return "" }
        let rest = from(open).afterBracket().string
        return rest.hasPrefix(".") ? rest : ""
    }
}

extension Sequence where Element: Hashable {
    /// The elements and all that they lead to. Each is visited once, because a class may
    /// inherit from another module's class of the same name.
    func allReached(by next: (Element) -> [Element]) -> [Element] {
        var all: [Element] = []
        var found: Set<Element> = []
        var open = Array(self)
        while let one = open.popLast() {
            guard found.insert(one).inserted else { continue }
            all.append(one)
            open += next(one)
        }
        return all
    }
}

extension Dictionary {
    /// A key's value, made when it is first needed.
    mutating func value(for key: Key, _ make: () -> Value) -> Value {
        if let known = self[key] { return known }
        let value = make()
        self[key] = value
        return value
    }
}

extension Dictionary where Key: Comparable {
    /// The elements in the order of their keys, which is the same in every run.
    var inOrder: [Element] { sorted { $0.key < $1.key } }
}
