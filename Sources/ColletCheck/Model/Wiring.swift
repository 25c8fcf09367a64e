/// Everything that a program registers and asks for, and how its components call each other.
struct Wiring {
    var registrations: [Registration] = []
    var requests: [Request] = []
    var calls = CallGraph()
    var types = TypeRelations()
    /// Mentions in `#if` branches that this build left out.
    var inactiveMentions: [InactiveMention] = []
    /// Whether the program starts in one of the files.
    var hasEntryPoint = false
    /// The modules that apps outside the package may use.
    var exportedModules: Set<String> = []

    /// Whether an app that uses a module of the package may register or inject a type, too.
    func isOpen(_ type: TypeName, in module: String) -> Bool {
        exportedModules.contains(module)
            && type.allNominals { !types.internalTypes.contains($0) }
    }
}

/// A place in a file.
struct Place: Hashable, Comparable {
    let path: String
    let position: Position

    static func < (left: Place, right: Place) -> Bool {
        (left.path, left.position) < (right.path, right.position)
    }
}

/// Where a registration or a request stands, and what that means for it.
struct Site {
    let place: Place
    /// Whether the place is in the package that is checked, not in one that it depends on.
    let isReported: Bool
    /// Whether the place is in a test target.
    let isInTests: Bool
}

extension Site {
    init(of position: Position, in file: SourceFile, isInTests: Bool) {
        self.init(
            place: Place(path: file.path, position: position),
            isReported: file.isReported,
            isInTests: isInTests
        )
    }
}

/// The name that qualifies a registration or a request.
enum Name: Hashable {
    case none
    case literal(String)
    /// A constant whose value can't be read: equal only to itself.
    case constant(usr: String, spelling: String)
    /// A name that is made at run time.
    case unknown(String)

    /// Whether two names are the same; `nil` if that can't be told.
    func matches(_ other: Name) -> Bool? {
        switch (self, other) {
        case (.none, .none): true
        case (.literal(let name), .literal(let other)): name == other
        case (.constant(let usr, _), .constant(let other, _)) where usr == other: true
        case (.none, .literal), (.literal, .none): false
        default: nil
        }
    }

    /// How the name is written as an argument.
    var spelling: String? {
        switch self {
        case .none: nil
        case .literal(let name):
            "\""
                + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                .replacing("\n", with: "\\n") + "\""
        case .constant(_, let spelling), .unknown(let spelling): spelling
        }
    }
}

/// What a module is found by: its type and its name.
struct Key: Hashable {
    let type: TypeName
    let name: Name

    /// The key of what the source has no words for: it may be any.
    static let unwritten = Key(type: .unknown("?"), name: .unknown("?"))

    /// Whether two keys are the same; `nil` if that can't be told.
    func matches(_ other: Key) -> Bool? {
        let names = name.matches(other.name)
        if names == false { return false }
        guard type.isKnown, other.type.isKnown else {
            return type.mayEqual(other.type) ? nil : false
        }
        return type == other.type ? names : false
    }
}

extension Key: CustomStringConvertible {
    var description: String {
        guard let name = name.spelling else { return type.description }
        return "\(type) named \(name)"
    }
}

/// A `Module { }` or a call of `Resolver.register(_:name:)`.
struct Registration {
    enum Lifetime: String {
        case transient, shared, weak
        /// A lifetime that is chosen at run time.
        case unknown
    }

    /// The statements of a builder that are certainly in force together.
    struct Block: Hashable {
        let path: String
        let brace: Int
        let caseLabel: Int?
        let conditions: [Token.Condition]
    }

    let site: Site
    let module: String
    let key: Key
    let lifetime: Lifetime
    /// The type that is made, where the closure says so: it is `Clock` in `Clock() as any P`.
    let implementation: IndexSymbol?
    let block: Block?
    /// Whether an `as` would tell the type: there is none yet, and a place for one.
    let needsCast: Bool
    /// What is called, without its arguments.
    let call: String

    /// What follows where the type can't be told.
    var advice: String { needsCast ? "; write it as 'as T'" : "" }
}

/// An injection site: an `@Inject`, an `Inject<…>()` or a call of `Resolver.resolve`.
struct Request {
    let site: Site
    let module: String
    let key: Key
    /// The type that asks, or `nil` for a function outside types.
    let owner: IndexSymbol?
    /// The property's or variable's name, if there is one.
    let variable: String?
    /// The property's symbol, if it has one.
    let property: String?
    /// The brace around a local variable, in its file.
    let scope: Int?
    /// Whether some code gives the property a wrapper that it made itself.
    var isMadeByHand = false
}

/// A mention of a registration or a request that this build did not compile.
struct InactiveMention {
    let isRegistration: Bool
    let place: Place
    let words: Set<String>

    /// Whether the mention may be about a type.
    func mayConcern(_ type: TypeName) -> Bool {
        guard let name = (type.element ?? type).shortName else { return true }
        return words.contains(name)
    }
}

/// What the index says about how types are related.
struct TypeRelations {
    /// The types that make a `Scope` of their own and keep it.
    var scopeHolders: Set<TypeName> = []
    /// The types that are protocols.
    var protocols: Set<TypeName> = []
    /// The package's types that nobody outside their module can name; empty unless it exports any.
    var internalTypes: Set<TypeName> = []
    /// For each type those that it conforms to or inherits from, also indirectly.
    var ancestors: [TypeName: Set<TypeName>] = [:]

    /// Whether one of two types conforms to the other or inherits from it.
    func areRelated(_ one: TypeName, _ other: TypeName) -> Bool {
        ancestors[one]?.contains(other) == true || ancestors[other]?.contains(one) == true
    }

    /// Whether a type or what it inherits from keeps a `Scope` of its own.
    func holdsScope(_ type: IndexSymbol) -> Bool {
        guard let name = type.typeName() else { return false }
        return scopeHolders.contains(name)
            || ancestors[name]?.isDisjoint(with: scopeHolders) == false
    }

    /// How a closure writes that it makes a value of a type.
    func spelling(of type: TypeName) -> String {
        switch type {
        case .nominal where protocols.contains(type), .composition: "any \(type)"
        case .nominal(let name, _) where protocols.contains(.nominal(name, [])): "any \(type)"
        default: type.description
        }
    }
}
