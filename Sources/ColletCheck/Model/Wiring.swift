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
    var leftOut: [LeftOutFile] = []
    var testFiles: Set<String> = []
    /// The overrides of the program itself, which are no previews.
    var overrides: Set<Place> = []
    /// The modules of the package's programs; where there is none, an app may do the rest.
    var appModules: Set<String> = []

    var isAnyBuilt: Bool { blocks.values.contains { $0.isBuilt && !$0.site.isInTests } }

    /// The block that nobody puts to use, with a registration in it or in what it nests.
    func forgottenBlock(of registration: Registration) -> Place? {
        guard let place = registration.block, let block = blocks[place], block.uses.isEmpty
        else { return nil }
        return block.outer.filter { blocks[$0]?.outer.isEmpty == true }.min() ?? place
    }

    /// Whether certainly nothing serves a request; an optional is `nil` then, and an array empty.
    func isMissing(_ request: Request) -> Bool {
        guard request.key.type.isKnown, !request.key.isOptional else { return false }
        let serving = table.matches(for: request.key).filter { $0.counts(for: request) }
        if request.site.isInTests || serving.contains(where: \.isBuilt) { return serving.isEmpty }
        return request.scopes.isEmpty
            || request.scopes.contains { scopes in
                serving.allSatisfy { $0.scopes.isDisjoint(with: scopes) }
            }
    }

    /// What is registered, but not where those get it who miss it.
    var unbuiltOfMissing: [Registration] {
        requests.filter(isMissing).flatMap { table.matches(for: $0.key) }
    }

    /// What may be a registration of a key that this build did not compile.
    func inactiveMention(ofRegistering key: Key) -> InactiveMention? {
        inactiveMentions.last { mention in
            if case .literal(let name) = key.name, !mention.words.contains(name) { return false }
            return mention.isRegistration && mention.mayConcern(key.type)
        }
    }

    /// A file that changed since the build, mentions a type and serves a site, if one is given.
    func change(concerning type: TypeName, at site: Site? = nil) -> LeftOutFile? {
        leftOut.first { file in
            let mayServe = file.isReported && (site?.isInTests != false || !file.isInTests)
            return mayServe && (type.isNamed(in: file.words) || site == nil && file.isOpen)
        }
    }

    /// Whether an app that uses the package may register or inject a type, too.
    func isOpen(_ type: TypeName, at site: Site) -> Bool {
        appModules.isEmpty && !site.isInTests && types.internalTypes.isDisjoint(with: type.names)
    }
}

/// A `Module { }` or a call of `Resolver.register(_:name:)`.
package struct Registration {
    package enum Lifetime: String { case transient, shared, weak, unknown }

    package let site: Site
    package let key: Key
    package let lifetime: Lifetime
    let isForMainActor: Bool
    /// The type that is made, where the closure says so: it is `Clock` in `Clock() as any P`.
    package let implementation: DeclaredType?
    /// What tells the statements of a builder apart that certainly count together.
    let group: [Int?]?
    /// The `Dependencies` block around it, and the function or property that it stands in.
    let block: Place?, container: String?
    /// Where its type can't be told, the names of the types that it may have.
    var mentions: Set<String>
    /// Whether the app gets it: its block is built, or handed to where that can't be followed.
    package var isBuilt = true
    /// The overrides and isolations that it is in force in.
    var scopes: Set<Place> = []
    /// The function that would register it, if nothing calls that.
    var unreached: Unreached?

    func counts(for request: Request) -> Bool {
        let isInForce = isBuilt || request.scopes.contains { !$0.isDisjoint(with: scopes) }
        return request.site.isInTests || isInForce && !site.isInTests
    }

    /// Whether it is found by a key; `nil` if that can't be told.
    func matches(_ key: Key) -> Bool? {
        let names = key.type.names
        let mayBe = self.key.type.isKnown || names.isEmpty || !mentions.isDisjoint(with: names)
        return mayBe ? key.matches(self.key) : false
    }
}

struct Block {
    /// That it is built; or that it serves only what runs in an override or isolation, or tests.
    enum Use { case built, temporary }

    let site: Site
    var uses: Set<Use> = []
    var isBuilt: Bool { uses.contains(.built) }
    /// Whether code that this build leaves out mentions it.
    var isOfOtherBuilds = false
    /// The blocks that it is nested in, once all are read also indirectly.
    var outer: Set<Place> = []
    /// The overrides and isolations that it is in force in.
    var scopes: Set<Place> = []
    /// The function that would put it to use, if nothing calls that.
    var unreached: Unreached?
}

/// A function that nothing calls in the whole program.
struct Unreached {
    let site: Site
    let name: String
    /// Whether code that this build leaves out mentions it.
    let isOfOtherBuilds: Bool
}

/// An injection site: an `@Inject`, an `Inject<…>()` or a call of `Resolver.resolve`.
package struct Request {
    package let site: Site
    package var key: Key
    /// The type that asks, or `nil` for a function outside types.
    package var owner: DeclaredType?
    /// The registration whose closure asks, if one does.
    package let registration: Place?
    let variable: String?, property: String?
    /// The function or property that the request stands in.
    let container: String?
    /// The token where what is asked for is needed, if that is not when somebody uses a property.
    let use: Int?
    /// If it runs only in overrides and isolations, those that are in force together, each time.
    var scopes: [Set<Place>] = []
    /// Where it is made off the main actor, if that is certain.
    var placeOffMainActor: Place?
    /// The registration or variable that keeps what asks for it, if one does.
    var keeper: Place?
    /// Whether some code gives the property a wrapper that it made itself.
    var isMadeByHand = false
}

/// A mention of a registration or a request that this build did not compile.
struct InactiveMention {
    let isRegistration: Bool
    let place: Place
    /// The words from there on to the end of the `#if` branch.
    let words: Set<String>

    func mayConcern(_ type: TypeName) -> Bool { type.isNamed(in: words) }
}

/// A file that changed since the build, or belongs to another program.
struct LeftOutFile {
    /// The path within what is checked, if it is there.
    let path: String
    let isReported: Bool, isInTests: Bool
    let words: Set<String>
    /// Whether it may ask for types that it doesn't mention.
    let isOpen: Bool
    /// Whether the last build could not compile it.
    let isFailed: Bool
}
