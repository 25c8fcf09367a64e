/// Tells what runs for the types that a test makes: what they inherit, and which function
/// a type has for a requirement or a method.
final class Dispatch {
    private let declarations: Declarations
    private var knownAncestors: [USR: Set<USR>] = [:]
    private var knownFunctions: [[USR]: USR?] = [:]
    /// What each type has that other modules require, and may call.
    private lazy var requiredByOthers: Links<USR> = {
        let others = declarations.witnesses.filter { declarations[$0.key] == nil }
        return others.values.joined().reduce(into: Links()) { links, fulfilled in
            links.add([fulfilled.value], to: fulfilled.key)
        }
    }()

    init(_ declarations: Declarations) { self.declarations = declarations }

    /// A type and all that it conforms to or inherits from.
    func ancestors(of type: USR) -> Set<USR> {
        if let known = knownAncestors[type] { return known }
        let all = declarations.allBases.reached(from: [type])
        knownAncestors[type] = all
        return all
    }

    /// A type and the classes that it inherits from.
    private func classes(of type: USR) -> some Sequence<USR> {
        sequence(first: type, next: declarations.superclass)
    }

    /// What runs when an object is made: the values of properties, initializers.
    func codes(making type: USR, by initializer: USR?) -> [Code] {
        // Of the superclasses' some run although nothing names them.
        let initializers = reachable(
            from: [initializer].compactMap(\.self),
            by: declarations.initializers(impliedBy:))
        return classes(of: type).map(Code.type) + initializers.sorted().map(Code.function)
    }

    /// What may run of an object once it is made, as other modules require it, or its end
    /// or an attribute of its type does.
    func functions(calledByOthersIn type: USR) -> Set<USR> {
        let own = Self.unnamed.compactMap { declarations.member($0, of: type)?.usr }
        return requiredByOthers[type].union(own)
    }
    private static let unnamed = Set(
        words: """
            deinit dynamicallyCall(withArguments:) dynamicallyCall(withKeywordArguments:) \
            projectedValue wrappedValue
            """)

    /// Whether a call may run another type's function.
    func isVirtual(_ function: USR) -> Bool {
        declarations.hasWitnesses(function) || isRequirement(function)
    }

    func isRequirement(_ function: USR) -> Bool {
        declarations[function]?.parent?.kind == .protocol
    }

    /// The functions, by their types, of those that no code is seen to make: enumerations,
    /// as of `allCases`, and types of other modules.
    func unseenFunctions(for function: USR) -> [USR: USR] {
        declarations.witnesses[function, default: [:]].filter { type, _ in
            declarations[type] == nil || declarations.types[type]?.kind == .enum
        }
    }

    /// The function that runs for an object of a type when one is called.
    func function(_ function: USR, in type: USR) -> USR? {
        let key = [function, type]
        if let known = knownFunctions[key] { return known }
        let found = search(function, in: type)
        knownFunctions[key] = .some(found)
        return found
    }

    private func search(_ function: USR, in type: USR) -> USR? {
        // What overrides a function that fulfils a requirement is meant, too.
        let all = reachable(from: [function]) { usr in
            declarations.witnesses[usr, default: [:]].values
        }
        for type in classes(of: type) {
            let own = all.first {
                $0 != function && declarations.type(around: $0) == type
            }
            let shared = all.lazy.compactMap { self.declarations.witnesses[$0]?[type] }
                .first
            if let found = own ?? shared { return found }
        }
        let owner = declarations.type(around: function)
        let isInherited = owner.map(ancestors(of: type).contains) == true
        return isInherited && !isRequirement(function) ? function : nil
    }
}
