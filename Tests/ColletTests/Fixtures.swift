import Collet
import Synchronization

// Toy services. Those that differ by content are structs, and those that differ by
// identity are `Counted`.

/// A clock, recognised by its zone.
protocol Clock: Sendable { var zone: String { get } }

/// The clock of one zone.
struct FixedClock: Clock, Equatable { let zone: String }

/// A service that everybody shares.
protocol Session: AnyObject, Sendable {}

/// A service that keeps things.
protocol Store: AnyObject, Sendable {}

/// A service that fetches things.
protocol Network: AnyObject, Sendable {}

/// An object that reports its making and its end to a tally.
final class Counted: Session, Store, Network {
    private let tally: Tally

    init(_ tally: Tally = Tally()) {
        self.tally = tally
        tally.objectWasMade()
    }

    deinit { tally.objectWasReleased() }
}

/// Counts the objects that were made and those that are still alive.
final class Tally: Sendable {
    private let counts = Mutex((made: 0, alive: 0))

    /// How many objects were made.
    var made: Int { counts.withLock { $0.made } }

    /// How many objects are alive.
    var alive: Int { counts.withLock { $0.alive } }

    func objectWasMade() { counts.withLock { $0 = ($0.made + 1, $0.alive + 1) } }

    func objectWasReleased() { counts.withLock { $0.alive -= 1 } }
}

/// An object that uses a session and a clock.
protocol Checkout: AnyObject, Sendable {
    var session: any Session { get }
    var zone: String { get }
}

/// Asks for its session and its clock when it first needs them.
final class LazyCheckout: Checkout {
    private let sessions = Inject<any Session>()
    private let clocks = Inject<any Clock>()
    private let counted: Counted

    init(_ tally: Tally = Tally()) { counted = Counted(tally) }

    var session: any Session { sessions() }
    var zone: String { clocks().zone }
}

/// Takes its session and its clock while it is made.
final class EagerCheckout: Checkout {
    let session: any Session = Resolver.resolve()
    let zone = Resolver.resolve((any Clock).self).zone
}

/// Something that can be played.
protocol Playable {}

@MainActor class Stage {}

/// A class that can be played only on the main actor.
final class Player: Stage, @MainActor Playable {}

/// A value that must never be shared between threads.
final class Draft { var text = "" }

/// The error of something that can't be made.
struct OutOfStock: Error, Equatable {}

// Types that share their simple names.

enum Billing {
    protocol API: Sendable { var area: String { get } }
    struct LiveAPI: API { let area = "billing" }
    struct Currency {}
}

enum Search {
    protocol API: Sendable { var area: String { get } }
    struct LiveAPI: API { let area = "search" }
    struct Currency {}
}

/// A type that differs by its generic argument.
struct Box<Content>: Sendable { let label: String }

private struct Namesake: Sendable { let file: String }

/// A module for the file-private `Namesake` of this file; `ResolverTests.swift` has
/// another.
let fixturesNamesake = Module { Namesake(file: "Fixtures.swift") }

/// Resolves the file-private `Namesake` of this file.
func resolveFixturesNamesake() -> String? { Resolver.resolve(Namesake?.self)?.file }

/// A value whose module needs another one of its type.
struct Folder { let levels: Int }

/// A module that makes a folder within a folder, and so on, up to a number of levels.
func folderModule(levels: Int) -> Module {
    let remaining = Mutex(levels)
    return Module { () -> Folder in
        let isLast = remaining.withLock {
            $0 -= 1
            return $0 == 0
        }
        return Folder(levels: isLast ? 1 : Resolver.resolve(Folder.self).levels + 1)
    }
}

/// Makes a folder within a folder, and so on, and returns how many there are.
func nestedFolders(_ count: Int) -> Int {
    Dependencies { folderModule(levels: count) }.isolate {
        Resolver.resolve(Folder.self).levels
    }
}

/// The lifetimes of modules, for tests that choose one.
enum ModuleLifetime: String, Codable, CaseIterable, Sendable {
    case transient, shared, weak

    func module<T: Sendable>(
        _ name: String? = nil, _ make: @escaping @Sendable () -> T
    ) -> Module {
        switch self {
        case .transient: Module(name) { make() }
        case .shared: Module(.shared, name, make)
        case .weak: Module(.weak, name, make)
        }
    }
}
