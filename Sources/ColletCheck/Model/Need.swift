/// A test, as findings name it.
struct TestName: Placed {
    /// Its name with those of its suites: `Suite/test()`.
    let path: String
    let site: Site
    var isOfXCTest = false

    /// The name of its function.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

/// Something that a test asks for, and that nothing registers where it does.
struct Need {
    /// How sure that is: it is on every way; it is on some, or by a guess; it can't be
    /// told, as a block that can't be read may register it.
    enum Rank: Comparable { case certain, possible, unknown }

    let test: TestName
    let request: Request
    let rank: Rank
    /// The block that lacks it, if that has a name.
    let block: NamedBlock?
    /// The trait or call that gives the block.
    let container: Site?
    /// What the block registers.
    let registered: [Registration]
    /// Whether no block is around what asks, and whether the test has one elsewhere.
    let isOutside: Bool, hasBlock: Bool
    /// Whether it is asked for on a way through a task, a thread or a queue, which has no
    /// block around it.
    let isDetached: Bool
    /// Whether the test registers something outside of all blocks.
    let hasOthers: Bool
    /// What the test calls, step by step, with the place where it asks at last.
    let path: [Diagnostic.Note]

    /// Where somebody asks: the place to find it by, however tests get there.
    var place: Place { path.last?.place ?? request.place }
    /// What is to be changed, unless the test has no block.
    var blockSite: Site? { block?.site ?? container }
}

/// A declaration that stands for a block.
struct NamedBlock: Placed {
    let name: String
    let site: Site
}

/// What some code asks for when it runs, so that a block can have it all.
package struct NeededKey {
    package let key: Key
    /// The type that a block registers for it, as code writes it: of an optional that
    /// which it holds.
    package let spelling: String
    /// Whether the main actor makes it.
    package let isForMainActor: Bool
    package let request: Request
    /// Whether it is asked for on every way.
    package let isCertain: Bool
    /// Whether a test registers what it asks for; `nil` for what is no test, or need not be
    /// registered.
    package let presence: Presence?

    package enum Presence: String {
        case registered, missing = "MISSING", unknown = "perhaps registered"
    }
}
