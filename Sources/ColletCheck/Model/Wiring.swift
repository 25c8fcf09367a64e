/// Everything that a program registers and asks for, and how its components call each other.
package struct Wiring {
    package var registrations: [Registration] = []
    /// The same by what they are found by, once all are read.
    var table = RegistrationTable([])
    package var requests: [Request] = []
    package var calls: CallGraph
    var types: TypeRelations
    var blocks: [Place: Block] = [:]
    var inactiveMentions: [InactiveMention] = []
    var leftOut: [SourceFile] = []
    /// The modules in which the package's programs start, and all that these import. What programs
    /// do is known; where there is none, an app may do the rest.
    var appModules: Set<String> = []

    var isAnyBuilt: Bool {
        blocks.values.contains { $0.uses.contains(.built) && !$0.site.isInTests }
    }

    /// The block that nobody puts to use, with a registration in it or in what it nests.
    func forgottenBlock(of registration: Registration) -> Place? {
        guard let place = registration.block, let block = blocks[place], block.uses.isEmpty
        else { return nil }
        return block.outer.filter { blocks[$0]?.outer.isEmpty == true }.min() ?? place
    }

    /// Whether certainly nothing serves a request; an optional is `nil` then, and an array empty.
    func isMissing(_ request: Request) -> Bool {
        request.key.type.isKnown && request.key.type.element == nil
            && !table.matches(for: request.key).contains { $0.counts(for: request) }
    }

    /// What may be a registration of a key that this build did not compile.
    func inactiveMention(ofRegistering key: Key) -> InactiveMention? {
        var name: String?
        if case .literal(let text) = key.name { name = text }
        return inactiveMentions.last {
            $0.isRegistration && $0.mayConcern(key.type) && name.map($0.words.contains) != false
        }
    }

    /// A file that changed since the build, mentions a type and serves a site, if one is given.
    func change(concerning type: TypeName, at site: Site? = nil) -> SourceFile? {
        let name = (type.element ?? type).shortName
        return leftOut.first { file in
            file.isReported && (site?.isInTests != false || !file.isInTests)
                && file.tokens.contains { $0.text == name ?? $0.text }
        }
    }

    /// Whether an app that uses the package may register or inject a type, too.
    func isOpen(_ type: TypeName, at site: Site) -> Bool {
        appModules.isEmpty && !site.isInTests && types.internalTypes.isDisjoint(with: type.names)
    }
}

package struct Place: Hashable, Comparable, CustomStringConvertible {
    let path: String
    let position: Position

    package static func < (left: Place, right: Place) -> Bool {
        (left.path, left.position) < (right.path, right.position)
    }

    package var description: String { "\(path):\(position.line):\(position.column)" }
    /// The place within a text: `App.swift:20`.
    var short: String { "\(path.split(separator: "/").last ?? ""):\(position.line)" }
}

package struct Site {
    let file: SourceFile
    let position: Position

    package var place: Place { Place(path: file.path, position: position) }
    package var isReported: Bool { file.isReported }
    package var isInTests: Bool { file.isInTests }
    /// Whether it is in a branch of `#if`.
    var isConditional: Bool {
        file.tokenIndex(at: position).flatMap { file.tokens[$0].branch } != nil
    }
    /// The blocks that are in force there by an override or isolation.
    var scopes: [Place] {
        (file.tokenIndex(at: position).map(file.braces) ?? []).flatMap { file.scopes[$0] ?? [] }
    }
}

package enum Name: Hashable {
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

    package var spelling: String? {
        switch self {
        case .none: nil
        case .literal(let name): name.debugDescription
        case .constant(_, let spelling), .unknown(let spelling): spelling
        }
    }
}

/// What a module is found by: its type and its name.
package struct Key: Hashable, CustomStringConvertible {
    package let type: TypeName
    package let name: Name

    /// Whether two keys are the same; `nil` if that can't be told.
    func matches(_ other: Key) -> Bool? {
        let names = name.matches(other.name)
        if names == false { return false }
        guard type.isKnown, other.type.isKnown
        else { return type.mayEqual(other.type) ? nil : false }
        return type == other.type ? names : false
    }

    package var description: String {
        name.spelling.map { "\(type) named \($0)" } ?? type.description
    }
}

/// A `Module { }` or a call of `Resolver.register(_:name:)`.
package struct Registration {
    package enum Lifetime: String { case transient, shared, weak, unknown }

    package let site: Site
    package let key: Key
    package let lifetime: Lifetime
    /// The type that is made, where the closure says so: it is `Clock` in `Clock() as any P`.
    package let implementation: IndexSymbol?
    /// What tells the statements of a builder apart that certainly count together.
    let group: [Int?]?
    /// The `Dependencies` block around it, and the function or property that it stands in.
    let block: Place?, container: String?
    /// Where its type can't be told, the names of the types that it may have.
    var mentions: Set<String>
    /// Whether the app gets it: its block is built, or handed to where that can't be followed.
    package var isBuilt = true
    /// The block around it, and those that this one is nested in.
    var blocks: Set<Place> = []

    func counts(for request: Request) -> Bool {
        let isInForce = isBuilt || !blocks.isDisjoint(with: request.site.scopes)
        return request.site.isInTests || isInForce && !site.isInTests
    }

    /// Whether it is found by a key; `nil` if that can't be told.
    func matches(_ key: Key) -> Bool? {
        let names = key.type.names
        let isPossible = self.key.type.isKnown || names.isEmpty || !mentions.isDisjoint(with: names)
        return isPossible ? key.matches(self.key) : false
    }
}

/// A `Dependencies { }`.
struct Block {
    /// That it is built; or that it serves only what runs in an override or isolation, or tests.
    enum Use { case built, temporary }

    let site: Site
    var uses: Set<Use> = []
    /// Whether code that this build leaves out mentions it.
    var isOfOtherBuilds = false
    /// The blocks that it is nested in, once all are read also indirectly.
    var outer: Set<Place> = []
}

/// An injection site: an `@Inject`, an `Inject<…>()` or a call of `Resolver.resolve`.
package struct Request {
    package let site: Site
    package let key: Key
    /// The type that asks, or `nil` for a function outside types.
    package let owner: IndexSymbol?
    /// The registration whose closure asks, if one does.
    package var registration: Place?
    let variable: String?
    let property: String?
    /// The function or property that the request stands in.
    let container: String?
    /// The token where what is asked for is needed, if that is not when somebody uses a property.
    let use: Int?
    /// Whether some code gives the property a wrapper that it made itself.
    var isMadeByHand = false
}

/// A mention of a registration or a request that this build did not compile.
struct InactiveMention {
    let isRegistration: Bool
    let place: Place
    /// The words from there on to the end of the `#if` branch.
    let words: Set<String>

    func mayConcern(_ type: TypeName) -> Bool {
        (type.element ?? type).shortName.map(words.contains) ?? true
    }
}

/// What the index says about how types are related.
struct TypeRelations {
    /// The types that make a `Scope` of their own and keep it, perhaps in what they keep.
    var scopeHolders: Set<TypeName> = []
    var values: Set<TypeName> = []
    var protocols: Set<TypeName> = []
    /// What Swift calls the types of Objective-C.
    var swiftNames: [TypeName: String] = [:]
    /// The names of the package's types that nobody outside their module can name.
    var internalTypes: Set<String> = []
    /// For each type those that it conforms to or inherits from, also indirectly.
    var ancestors: [TypeName: Set<TypeName>] = [:]

    /// Whether a type or what it inherits from keeps a `Scope` of its own.
    func holdsScope(_ type: TypeName) -> Bool {
        scopeHolders.contains(type) || ancestors[type]?.isDisjoint(with: scopeHolders) == false
    }

    func isValue(_ type: TypeName) -> Bool {
        if let element = type.element, !type.isArray { return isValue(element) }
        return type.isArray || type.isPlainValue || values.contains(type.withoutArguments)
    }

    /// How a closure writes that it makes a value of a type.
    func spelling(of type: TypeName) -> String {
        if let name = swiftNames[type] { return name }
        let bare = type.withoutArguments
        let isAny = protocols.contains(bare) || bare.description.contains("&")
        return isAny ? "any \(type)" : type.description
    }
}
