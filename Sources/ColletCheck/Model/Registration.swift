/// What a program registers for one key, in one place.
package struct Registration: Placed {
    /// How long one instance serves.
    package enum Lifetime: String { case transient, shared, weak, unknown }

    package let site: Site
    package let key: Key
    package let lifetime: Lifetime
    let isForMainActor: Bool
    /// The module that has the library's code.
    let library: Substring?
    /// The type that is made, where the closure says so: it is `Clock` in
    /// `Clock() as any P`.
    package let implementation: DeclaredType?
    /// Whether the closure makes it anew each time, as far as the source says so.
    let isMade: Bool
    /// Where it stands as a statement of a builder, if it is one.
    let group: StatementGroup?
    /// The block that it is in, or its own place.
    let block: Place
    /// Where its type can't be told, the names of the types that it may have.
    var mentions: Set<String>
    var effect = Effect(scopes: [.start])
    /// Whether no program imports the module that it is in.
    var isForOthers = false
    /// Whether it is a fake in such a module, which only tests import and use.
    var isOfTestSupport = false
    /// Whether a branch may leave it out, or the block that it is in.
    var isBehindCondition = false

    /// Whether tests alone have it.
    var isOfTests: Bool { site.isInTests || isOfTestSupport }
    package var isBuilt: Bool { effect.isBuilt }
    /// Whether its value is kept, and so made where it is registered.
    var isKept: Bool { isBuilt && lifetime != .transient }
    /// What makes its values.
    var code: Code { .closure(place) }

    func counts(for request: Request) -> Bool {
        request.scopes.contains { serves(request, in: $0) }
    }

    func serves(_ request: Request, in scopes: Set<Code>) -> Bool {
        // What a test has that isolates nothing, another one may have registered.
        if request.site.isInTests, scopes.contains(.start) { return true }
        let isForTests = site.isInTests && !request.site.isInTests
        let isElsewhere = isForOthers && request.isOfApp
        if isForTests || isElsewhere || !isThere(for: request) { return false }
        return isInForce(in: scopes)
    }

    /// Whether the copy of the library that asks may have it, and has it by then.
    private func isThere(for request: Request) -> Bool {
        sharesLibrary(with: request) && block != request.blockBeingMade
    }

    func sharesLibrary(with request: Request) -> Bool {
        Set([library, request.library].compactMap(\.self)).count < 2
    }

    func isInForce(in scopes: Set<Code>) -> Bool {
        !scopes.isDisjoint(with: effect.scopes)
    }

    /// Whether it certainly serves a request, also for an optional.
    func isMeant(by key: Key) -> Bool {
        let types = [key.type, key.isOptional ? key.type.element : nil]
        return types.contains(self.key.type) && self.key.name.matches(key.name) == true
    }

    func matches(_ key: Key) -> Bool? {
        let names = key.type.names
        let isOpen = names.isEmpty || mentions.isEmpty
        return isOpen || !mentions.isDisjoint(with: names) ? key.matches(self.key) : false
    }
}

/// Statements of a builder that certainly count together: those of one branch.
struct StatementGroup: Hashable {
    /// The token that opens the closure or the branch.
    let brace: Int
    /// Whether a block has them itself.
    let isOfBlock: Bool
    /// The `case` or `default` that they stand behind.
    let label: Int?
    /// The branch of `#if` that they stand in.
    let branch: Int?

    /// Whether they always count.
    var isUnconditional: Bool { isOfBlock && label == nil && branch == nil }
}

/// A `Dependencies` block, or a module that stands in none.
struct Block: Placed {
    let site: Site
    let isModule: Bool
    /// Whether it is a module that another one makes, as if it were a value.
    var isInModule = false
    /// Whether nothing is written in it.
    var isEmpty = false
    var effect = Effect()
    /// The blocks that are statements of it, behind no condition, and where they are.
    var inner: [(statement: Place, block: Place)] = []
    /// The blocks that it is nested in, also indirectly.
    var outer: Set<Place> = []
}

extension [Block] {
    /// Those that none of the others nests.
    var outermost: [Block] {
        let places = map(\.place)
        return filter { $0.outer.isDisjoint(with: places) }
    }
}

/// Where something is in force that is registered, or that a block registers.
struct Effect {
    /// The overrides, isolations and tests that it serves, and the start if the app
    /// itself gets it: it is built, or handed to where that can't be followed.
    var scopes: Set<Code> = []
    /// Whether no branch keeps it from that.
    var isCertain = false
    /// Whether an override or isolation runs code with it that can't be followed.
    var isPossible = false
    /// The function that would put it to use, if nothing calls that.
    var unreached: Function?
    /// Whether code that this build leaves out mentions that function, or what stands for
    /// a block.
    var isOfOtherBuilds = false

    var isBuilt: Bool { scopes.contains(.start) }

    mutating func formUnion(_ other: Effect) {
        isCertain = isCertain || other.isCertain
        isPossible = isPossible || other.isPossible
        isOfOtherBuilds = isOfOtherBuilds || other.isOfOtherBuilds
        scopes.formUnion(other.scopes)
        unreached = [unreached, other.unreached].compactMap(\.self)
            .min { $0.place < $1.place }
    }
}
