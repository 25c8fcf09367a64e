/// Something that rules want to know, as it happens. A class, as each moment has its event,
/// and there are many.
final class Event {
    enum Kind {
        case asked(Request)
        /// A registration gets into the container, with its block or later.
        case registered(Registration, isCertain: Bool, isBrought: Bool)
        /// `reset()` takes away what the container has.
        case reset
        /// From here on the container may have what nobody knows.
        case opened
        case made(Made)
        /// A function called `component` begins to run: the last call of the way.
        case calledComponent
        /// What lasts is handed out, or read.
        case got(Owner)
        /// A wrapper is made that asks for a key when somebody reads it.
        case injected(Cell, Key)
        /// Another wrapper takes its place.
        case replaced(Cell)
        /// A function begins that nothing reached.
        case began(Start)
        /// Code begins to run in a container, or ends.
        case entered(Container.Kind), ended
        /// A block's braces begin to run, and end; somebody has the block, or `nil` where it
        /// can't be told which, do something.
        case blockCreated(Block), blockEnded(Block, Modules)
        case blockUsed(Block?, Block.Use)
        case moduleCreated(Registration)
        /// What the statements in the same braces of a builder have; a module that somebody
        /// has passed on.
        case listed([[Container.Entry]]), passedOn(Registration)
        case scopeCreated(Cell), scopeUsed(ScopeUse)
        /// What is being made asks for itself.
        case cycle([String], isCertain: Bool)
        /// Code that says it is on the main actor is elsewhere, where the program stops.
        case assumedMainActor
        /// What an override has unused is asked for where none is current.
        case askedForUnused
        /// What nothing serves is unwrapped, where the program stops.
        case unwrapped(Key?, isSure: Bool)
        /// Something wasn't followed to its end.
        case cut(Cut)
        /// The root's own code has run. What follows is what nothing in it asks for.
        case finished
    }

    let kind: Kind
    /// How many undecided branches the code stands behind.
    let possible: Int
    /// Whether one of them is undecided only as nobody computes what decides it.
    let isGuess: Bool
    /// Whether the code runs at a time that nobody can tell, perhaps after the root's end.
    let isLater: Bool
    /// Whether it runs on another thread, where the process's container is current.
    let isOnThread: Bool
    /// Where the `verify()` is called that makes it happen.
    let verifiedAt: Place?
    /// The cell of the container in which the code runs.
    let container: Cell
    let place: Place?
    /// The calls from the root to here.
    let way: [Call]
    /// What lasts and is being made: the innermost.
    let owner: Owner?
    /// What is being made anew, since that began.
    let making: [Registration]

    init(
        kind: Kind, possible: Int, isGuess: Bool, isLater: Bool, isOnThread: Bool,
        verifiedAt: Place?, container: Cell, place: Place?, way: [Call], owner: Owner?,
        making: [Registration]
    ) {
        self.kind = kind
        self.possible = possible
        self.isGuess = isGuess
        self.isLater = isLater
        self.isOnThread = isOnThread
        self.verifiedAt = verifiedAt
        self.container = container
        self.place = place
        self.way = way
        self.owner = owner
        self.making = making
    }

    /// Whether it happens on every way of the root that ends well: some time, if it is
    /// later.
    var isCertain: Bool { possible == 0 }

    var isVerifying: Bool { verifiedAt != nil }

    /// What it asks for.
    var request: Request? {
        if case .asked(let request) = kind { request } else { nil }
    }

    /// What it registers.
    var registration: Registration? {
        if case .registered(let registration, _, _) = kind { registration } else { nil }
    }

    /// The block that somebody uses, and for what.
    var blockUse: (block: Block?, use: Block.Use)? {
        if case .blockUsed(let block, let use) = kind { (block, use) } else { nil }
    }
}

/// A call that is under way.
struct Call {
    let symbol: String
    /// The function's name, as SIL's comment has it.
    let name: String
    let place: Place?
    /// How many undecided branches the function began behind.
    var possible = 0
}

/// What lasts, or asks later.
enum Owner: Hashable {
    case instance(Cell)
    case wrapper(Cell)
    case scope(Cell, site: String)
    /// A global or static property, by the cell of the token of its initialization.
    case global(Cell)
    /// A variable of `main.swift`, by its symbol.
    case variable(String)
}

/// A request for a key.
struct Request {
    enum Form {
        case one, optional, array
        /// An injected property that nothing reads.
        case unread
    }

    struct Answer: Equatable {
        let entry: Container.Entry
        let container: Cell
        /// Whether it is there on every way, under just this key.
        let isCertain: Bool

        var registration: Registration { entry.registration }
    }

    let key: Key
    var form = Form.one
    /// What may answer, the most recent first.
    var answers: [Answer] = []
    /// Whether something unknown may answer.
    var isOpen = false
    /// The container that is asked, or `nil` if that can't be told.
    let container: Cell?
    /// The place that the library is told.
    var site = ""
    /// Whether that has the process's container around it, or is it.
    var reachesProcess = false

    /// Whether it is answered on every way.
    var isAnswered: Bool { answers.contains(where: \.isCertain) }
}

/// The making of a value that a registration describes.
struct Made {
    let registration: Registration
    /// The cell of what is made once, or of nothing.
    let instance: Cell
    let value: Value
    /// The container in which it is made.
    let container: Cell
    /// Whether the request came from the main actor, if that can be told.
    let isOnMainActor: Bool?
    /// The scopes that were made for it, and that it has.
    let scopes: [Cell]
}

/// What a scope's function is called for.
struct ScopeUse {
    /// The scope, if that can be told.
    let scope: Cell?
    /// What it keeps there.
    let owner: Owner?
    /// Whether the function is `weak`.
    let isWeak: Bool
    /// Whether the scope keeps what is made, and not the graph alone.
    let isKept: Bool
    let hasKey: Bool
    /// A parameter of the function that uses it, which the making uses, too.
    let parameter: String?
    /// What is made, or was.
    let value: Value
    let type: String
    /// Whether the scope was made by this very call of the function that uses it, and
    /// nothing else has it.
    let isOfCall: Bool
}

/// Why something isn't followed to its end.
enum Cut {
    /// The root has run too many steps.
    case steps
    /// A function that may register calls itself too often, or has a loop that runs too often.
    case repetition
    /// Too many types have a member.
    case choices
    /// Too many tasks, or rounds of what others call.
    case rounds
}
