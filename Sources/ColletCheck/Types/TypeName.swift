import Foundation

/// A type, written so that two spellings of one type are equal, whether it is read from
/// words or demangled: `any` is dropped, `Int?` is an `Optional`, a composition is one
/// name, `A & B`.
package struct TypeName: Hashable, Sendable, CustomStringConvertible {
    /// That of a class, structure, enumeration or protocol in full; others have none.
    private(set) var name: String?
    /// How a function, a tuple, a metatype or a pack is written around its types: what
    /// stands before each of them, and behind the last one.
    private(set) var form: [String]?
    /// The arguments of all its levels, or the types in its form.
    private(set) var arguments: [TypeName] = []
    /// How a type is spelled that the check can't tell.
    private(set) var spelling: String?

    /// A function, a tuple or a metatype, by what stands before each of its types and
    /// behind the last one.
    static func structural(_ form: [String], _ types: [TypeName]) -> TypeName {
        TypeName(form: form, arguments: types)
    }
    /// What stands for several arguments of a type.
    static func pack(_ types: [TypeName]) -> TypeName {
        let separators = types.indices.map { $0 == 0 ? "" : ", " }
        return TypeName(form: separators + [""], arguments: types)
    }
    /// That of a request where no type is written, and none is read.
    static let unwritten = unknown("?")
    static func unknown(_ spelling: String) -> TypeName { TypeName(spelling: spelling) }
    static func optional(_ type: TypeName) -> TypeName {
        .named("Swift.Optional", [type])
    }
    static func array(_ type: TypeName) -> TypeName { .named("Swift.Array", [type]) }

    private static let markers = ["Sendable", "Copyable", "Escapable", "BitwiseCopyable"]
        .map { "Swift." + $0 }

    /// A nominal type, by the name that its equals have at run time. Of marker protocols
    /// nothing is left there, so `any P & Sendable` is the very type `any P`. The module of
    /// concurrency calls itself `Swift`.
    static func named(_ name: String, _ arguments: [TypeName] = []) -> TypeName {
        switch name {
        case _ where name.hasPrefix("_Concurrency."):
            named("Swift." + name.trimmingPrefix("_Concurrency."), arguments)
        case "Swift.Void": TypeName(name: "()")
        case _ where arguments.isEmpty && markers.contains(name):
            TypeName(name: "Swift.Any")
        default: TypeName(name: name, arguments: arguments)
        }
    }

    /// A composition, in a fixed order.
    static func composed(of members: [TypeName]) -> TypeName {
        // A demangled name has the arguments of all members at the last one.
        if members.contains(where: { $0 != TypeName(name: $0.name ?? "") }) {
            return .unknown(members.map(\.description).joined(separator: " & "))
        }
        let others = Set(members).subtracting([.named("Swift.Any")])
        if others.isEmpty { return .named("Swift.Any") }
        let name = others.map(\.description).sorted().joined(separator: " & ")
        // It is the same type without AnyObject if a protocol inherits that, which
        // nothing here says.
        return others.contains(.named("Swift.AnyObject"))
            ? .unknown(name) : TypeName(name: name)
    }

    var isArray: Bool { name == "Swift.Array" }
    var isStructural: Bool { form != nil }
    var isTuple: Bool { form?.first?.first == "(" && form?.last == ")" }
    /// Whether it is a function's, or has one.
    var hasFunction: Bool {
        form?.contains { $0.contains("->") } == true
            || arguments.contains(where: \.hasFunction)
    }
    package var isKnown: Bool { spelling == nil && arguments.allSatisfy(\.isKnown) }

    func mayEqual(_ other: TypeName) -> Bool {
        if spelling != nil || other.spelling != nil { return true }
        return name == other.name && form == other.form
            && zip(arguments, other.arguments).allSatisfy { $0.mayEqual($1) }
    }

    func replacing(_ types: [String: TypeName]) -> TypeName {
        if let spelling { return types[spelling] ?? self }
        return with(arguments.map { $0.replacing(types) })
    }

    /// The type with the names that Swift has for what it imports.
    func renamed(_ names: [String: String]) -> TypeName {
        if let spelling { return names[spelling].map { TypeName(name: $0) } ?? self }
        if names.isEmpty { return self }
        let parts = name?.components(separatedBy: " & ").map { names[$0] ?? $0 }
        var result = with(arguments.map { $0.renamed(names) })
        result.name = parts?.sorted().joined(separator: " & ")
        return result
    }

    private func with(_ arguments: [TypeName]) -> TypeName {
        var result = self
        result.arguments = arguments
        return result
    }

    var withoutArguments: TypeName { with([]) }

    var names: [String] {
        (name?.components(separatedBy: " & ") ?? []) + arguments.flatMap(\.names)
    }

    /// The type of what an optional or an array holds, which serves a request for either.
    package var element: TypeName? {
        isArray || name == "Swift.Optional" ? arguments.first : nil
    }

    /// Whether its own name, or that of what it holds, is among some words; of functions
    /// and tuples, the name of a type in it, but for those that literals have.
    func isNamed(in words: Set<String>) -> Bool {
        let inner = names.filter { !$0.hasPrefix("Swift.") }
        let own = (element ?? self).name.map { [$0] } ?? inner
        return own.isEmpty
            || own.contains { name in
                let levels = name.withoutDiscriminator.split(separator: ".")
                return levels.last.map { words.contains(String($0)) } == true
            }
    }

    /// The type in full, as the run time prints it.
    package var description: String {
        text { name, arguments in
            let list = arguments.joined(separator: ", ")
            return name.withoutDiscriminator + (list.isEmpty ? "" : "<\(list)>")
        }
    }

    /// The type, with each name and its arguments as a closure spells them.
    func text(_ spell: (_ name: String, _ arguments: [String]) -> String) -> String {
        let parts = arguments.map { $0.text(spell) }
        if let form { return zip(form, parts + [""]).map(+).joined() }
        guard let name else { return spelling ?? "" }
        // A pack may be empty.
        let list = parts.filter { !$0.isEmpty }
        return switch (name, list.count) {
        case ("Swift.Dictionary", 2): "[\(list[0]): \(list[1])]"
        case ("Swift.Array", 1): "[\(list[0])]"
        case ("Swift.Optional", 1):
            list[0].contains(/^any |&|->/) ? "(\(list[0]))?" : "\(list[0])?"
        default: spell(name, list)
        }
    }

    private static let plainValues = Set(
        words: """
            Bool Character Data Date Decimal Double Duration Float Int StaticString String \
            Substring UInt URL UUID
            """)

    var isPlainValue: Bool {
        guard let name else { return false }
        if isArray || ["Swift.Dictionary", "Swift.Optional", "Swift.Set"].contains(name) {
            return arguments.allSatisfy(\.isPlainValue)
        }
        // An integer's name may end with its size.
        let parts = name.trimmingCharacters(in: .decimalDigits).split(separator: ".")
        let modules = ["Swift", "Foundation", "FoundationEssentials"]
        guard parts.count == 2, modules.contains(String(parts[0])) else { return false }
        return Self.plainValues.contains(String(parts[1]))
    }
}

extension String {
    /// A demangled name without what tells private namesakes apart: `A.(B in _1F)` as
    /// `A.B`.
    var withoutDiscriminator: String {
        contains(" in _") ? replacing(/\((\S+) in _\w+\)/) { $0.1 } : self
    }
}

/// A type that the program declares.
package struct DeclaredType: Hashable {
    package let usr: String
    package let name: TypeName
    let isProtocol: Bool
}
