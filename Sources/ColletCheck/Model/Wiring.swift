/// Everything that a program registers and asks for, and how its components call each other.
package struct Wiring {
    package var registrations: [Registration] = []
    /// The same by what they are found by, once all are read.
    var table = RegistrationTable([])
    package var requests: [Request] = []
    package var calls = CallGraph()
    var types: TypeRelations
    var blocks: [Place: Block] = [:]
    /// Registrations and requests that `#if` leaves out, with the words up to the branch's end.
    var inactiveRegistrations: [(place: Place, words: Set<String>)] = []
    var inactiveRequests: [Set<String>] = []
    var leftOut: [LeftOutFile] = []
    /// The overrides of the program itself, which are no previews.
    var overrides: Set<Place> = []
    /// The modules of the package's programs; where there is none, an app may do the rest.
    var appModules: Set<String> = []

    var isAnyBuilt: Bool {
        blocks.values.contains { $0.effect.isBuilt && !$0.site.isInTests && !$0.isModule }
    }

    /// The block that nobody puts to use, with a registration in it or in what it nests.
    func forgottenBlock(of registration: Registration) -> Place? {
        guard let place = registration.block, let block = blocks[place], !block.effect.isSome
        else { return nil }
        return block.outer.filter { blocks[$0]?.outer.isEmpty == true }.min() ?? place
    }

    /// Whether certainly nothing serves a request; an optional is `nil` then, and an array empty.
    func isMissing(_ request: Request) -> Bool {
        guard !request.key.type.isUnknown, !request.key.isOptional else { return false }
        let found = table.matches(for: request.key)
        if request.site.isInTests { return found.isEmpty }
        return request.scopes.contains { scopes in !found.contains { $0.isInForce(in: scopes) } }
    }

    func inactiveRegistration(of key: Key) -> Place? {
        inactiveRegistrations.last { _, words in
            if case .literal(let name) = key.name, !words.contains(name) { return false }
            return key.type.isNamed(in: words)
        }?.place
    }

    /// A file that is not read, mentions a type and serves a site, if one is given.
    func change(concerning type: TypeName, at site: Site? = nil) -> LeftOutFile? {
        leftOut.first { file in
            let mayServe =
                file.site.isReported && (site?.isInTests != false || !file.site.isInTests)
            // What is resolved may be of a type that the file doesn't mention.
            let mayAsk = site == nil && file.words.contains("resolve")
            return mayServe && (type.isNamed(in: file.words) || mayAsk)
        }
    }

    /// Whether an app that uses the package may register or inject a type, too.
    func isOpen(_ type: TypeName, at site: Site) -> Bool {
        appModules.isEmpty && !site.isInTests && types.internalTypes.isDisjoint(with: type.names)
    }
}

package struct Registration {
    package enum Lifetime: String { case transient, shared, weak, unknown }

    package let site: Site
    package let key: Key
    package let lifetime: Lifetime
    let isForMainActor: Bool
    /// The type that is made, where the closure says so: it is `Clock` in `Clock() as any P`.
    package let implementation: DeclaredType?
    /// Whether the closure makes it anew each time, as far as the source says so.
    let isMade: Bool
    /// What tells the statements of a builder apart that certainly count together.
    let group: [Int?]?
    let isUnconditional: Bool
    let block: Place?
    /// Where its type can't be told, the names of the types that it may have.
    var mentions: Set<String>
    var effect = Effect(isBuilt: true)

    package var isBuilt: Bool { effect.isBuilt }

    func counts(for request: Request) -> Bool {
        request.site.isInTests || request.scopes.contains(where: isInForce)
    }

    func isInForce(in scopes: Set<Place?>) -> Bool {
        !site.isInTests
            && (isBuilt && scopes.contains(nil) || !scopes.isDisjoint(with: effect.scopes))
    }

    func matches(_ key: Key) -> Bool? {
        let names = key.type.names
        let mayBe =
            self.key.type.isKnown || names.isEmpty || mentions.isEmpty
            || !mentions.isDisjoint(with: names)
        return mayBe ? key.matches(self.key) : false
    }
}

/// A `Dependencies` block, or a module that stands in none.
struct Block {
    let site: Site
    let isModule: Bool
    var effect = Effect()
    /// The blocks that are statements of it, behind no condition.
    var inner: [Place] = []
    /// The blocks that it is nested in, also indirectly.
    var outer: Set<Place> = []
}

/// Where something is in force that is registered, or that a block registers.
struct Effect {
    /// Whether the app gets it: it is built, or handed to where that can't be followed.
    var isBuilt = false
    /// The overrides, isolations and tests that it serves besides.
    var scopes: Set<Place> = []
    /// Whether an override or isolation runs code with it that can't be followed.
    var isPossible = false
    /// The function that would put it to use, if nothing calls that.
    var unreached: CallGraph.Function?
    /// Whether code that this build leaves out mentions that function, or what stands for a block.
    var isOfOtherBuilds = false

    var isSome: Bool { isBuilt || !scopes.isEmpty }

    mutating func formUnion(_ other: Effect) {
        isBuilt = isBuilt || other.isBuilt
        isPossible = isPossible || other.isPossible
        isOfOtherBuilds = isOfOtherBuilds || other.isOfOtherBuilds
        scopes.formUnion(other.scopes)
        unreached = [unreached, other.unreached].compactMap(\.self)
            .min { $0.site.place < $1.site.place }
    }
}

package struct Request {
    package let site: Site
    package var key: Key
    package var owner: DeclaredType?
    package let registration: Place?
    let variable: String?, property: String?
    /// The token where what is asked for is needed, if that is not when somebody uses a property.
    let use: Int?
    /// The overrides and isolations that are in force together, each time that it runs; `nil` is
    /// what the app itself has built.
    var scopes: [Set<Place?>] = [[nil]]
    var siteOffMainActor: Site?
    /// The registration or variable that keeps what asks for it, if one does.
    var keeper: Place?
    /// Whether some code of the program calls the function that asks.
    var isCalled = false
    /// Whether some code gives the property a wrapper that it made itself.
    var isMadeByHand = false
}

/// A file that is not read, as the index says something else about it, or nothing.
struct LeftOutFile {
    enum Reason: String, CaseIterable {
        case changed = "changed since the build"
        case other = "the index describes otherwise"
        case failed = "the last build could not compile"
        case unbuilt = "no build has compiled yet"
        case foreign = "nothing here imports"
    }

    let reason: Reason
    let site: Site
    /// Its path from the root.
    let path: String
    let words: Set<String>
}
