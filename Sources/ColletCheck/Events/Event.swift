/// Something that happens and that rules need to know. It is a class because each of the
/// many moments refers to its event.
final class Event {
    enum Kind {
        case asked(Request)
        /// A registration is added to the container, with its block or later.
        case registered(Registration, isCertain: Bool, isBrought: Bool)
        /// `reset()` empties the container.
        case reset
        /// From here on, the container may have unknown registrations.
        case opened
        case made(Made)
        /// A function called `component` begins to run: the last call of the way.
        case calledComponent
        /// An owner's value is handed out or read.
        case got(Owner)
        /// A wrapper is made that asks for a key once it is read.
        case injected(Cell, Key)
        /// Another wrapper takes this one's place.
        case replaced(Cell)
        /// A function that nothing reached begins to run.
        case began(Start)
        /// Code begins to run in a container, or ends.
        case entered, ended
        /// A block's braces begin to run, and end; the block is used, or `nil` if it
        /// can't be told which one.
        case blockCreated(Block), blockEnded(Block, Modules)
        case blockUsed(Block?, Block.Use)
        case moduleCreated(Registration)
        /// The registrations that each statement in a builder's braces makes without a
        /// condition; a module is passed to unknown code.
        case listed([[Registration]]), passedOn(Registration)
        case scopeCreated(Cell), scopeUsed(ScopeUse)
        /// Something asks for itself while it is being made.
        case cycle([String], isCertain: Bool)
        /// Code that assumes the main actor runs elsewhere, so the program stops.
        case assumedMainActor
        /// `Dependencies.unused` is read where no override is current.
        case askedForUnused
        /// A value that is or may be missing is unwrapped. If it is missing, the program
        /// stops.
        case unwrapped(Key?, isSure: Bool)
        /// An array, perhaps the one for a key, has too few elements for an index, so the
        /// program stops.
        case beyondEnd(Key?)
        /// `as!` finds a value of another type, so the program stops.
        case castFailed
        /// A dictionary of unique keys gets one of them twice.
        case repeatedKey
        /// Something wasn't followed to its end.
        case cut(Cut)
        /// The root's own code has run. It doesn't make the requests that follow.
        case finished
    }

    let kind: Kind
    /// The number of undecided branches before the event.
    var possible: Int
    /// Whether one of them is undecided only because its condition isn't computed.
    let isGuess: Bool
    /// Whether the code runs at an unknown time, perhaps after the root's end.
    var isLater: Bool
    /// Whether it runs on another thread, where the process's container is current.
    let isOnThread: Bool
    /// The `verify()` call that causes the event.
    let verification: Verification?
    /// The cell of the current container.
    let container: Cell
    let place: Place?
    /// The calls from the root to here.
    let way: [Call]
    /// The innermost owner being made.
    let owner: Owner?
    /// The registrations being made, since that owner began.
    let making: [Registration]

    init(
        kind: Kind, possible: Int, isGuess: Bool, isLater: Bool, isOnThread: Bool,
        verification: Verification?, container: Cell, place: Place?, way: [Call],
        owner: Owner?, making: [Registration]
    ) {
        self.kind = kind
        self.possible = possible
        self.isGuess = isGuess
        self.isLater = isLater
        self.isOnThread = isOnThread
        self.verification = verification
        self.container = container
        self.place = place
        self.way = way
        self.owner = owner
        self.making = making
    }

    /// Whether it happens on every way of the root that ends well, if perhaps later.
    var isCertain: Bool { possible == 0 }

    /// Where it happens, or an unknown place.
    var origin: Place { place ?? .unknown }

    var isVerifying: Bool { verification != nil }

    /// The calls that lead to a property's initial value, if one is being made.
    var wayToInitialValue: ArraySlice<Call>? {
        way.firstIndex { $0.name.hasPrefix("variable initialization expression") }
            .map { way[..<$0] }
    }

    /// The request that it makes.
    var request: Request? {
        if case .asked(let request) = kind { request } else { nil }
    }

    /// The value that it makes.
    var made: Made? { if case .made(let made) = kind { made } else { nil } }

    var isCycle: Bool { if case .cycle = kind { true } else { false } }

    var isReset: Bool { if case .reset = kind { true } else { false } }

    /// The registration that it adds.
    var registration: Registration? {
        if case .registered(let registration, _, _) = kind { registration } else { nil }
    }

    /// The module that it makes or registers.
    var module: Registration? {
        if case .moduleCreated(let module) = kind { module } else { registration }
    }

    /// The block that is used, and what for.
    var blockUse: (block: Block?, use: Block.Use)? {
        if case .blockUsed(let block, let use) = kind { (block, use) } else { nil }
    }

    /// The block whose braces end, and what it registers.
    var blockEnd: (block: Block, all: [Registration])? {
        if case .blockEnded(let block, let modules) = kind {
            (block, modules.all.map(\.registration))
        } else {
            nil
        }
    }
}

/// A call that is under way.
struct Call {
    let symbol: String
    /// The function's name from the SIL's comment.
    let name: String
    let place: Place?
    /// The number of undecided branches before the call.
    var possible = 0
}

/// Something that lasts or that asks later, and for which values are made.
enum Owner: Hashable {
    case instance(Cell)
    case wrapper(Cell)
    case scope(Cell, site: String, isWeak: Bool)
    /// A global or static property, by the cell of its initialization's token.
    case global(Cell)
    /// A variable of `main.swift`, by its symbol.
    case variable(String)

    /// The scope, if it holds the value.
    var scope: Cell? {
        if case .scope(let scope, _, isWeak: false) = self { scope } else { nil }
    }
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
        /// Whether it is there on every way, under exactly this key.
        let isCertain: Bool

        var registration: Registration { entry.registration }
    }

    let key: Key
    var form = Form.one
    /// The registrations that may answer, the most recent first.
    var answers: [Answer] = []
    /// Whether something unknown may answer.
    var isOpen = false
    /// The container that is asked, or `nil` if that can't be told.
    let container: Cell?
    /// The place passed to the library.
    var site = ""

    /// Whether it is answered on every way.
    var isAnswered: Bool { answers.contains(where: \.isCertain) }

    /// Whether nothing may answer it.
    var isMissing: Bool { answers.isEmpty && !isOpen }
}

/// The making of a registration's value.
struct Made {
    let registration: Registration
    /// The cell of the value if it is made once, or else an empty one.
    let instance: Cell
    let value: Value
    /// The container in which it is made.
    let container: Cell
    /// Whether the request came from the main actor, if that can be told.
    let isOnMainActor: Bool?
    /// The scopes that were made for it and that it holds.
    let scopes: [Cell]
}

/// A call of `verify()`.
struct Verification {
    let place: Place
    /// Whether something may catch its error, so that the program goes on.
    let isCaught: Bool
}

/// A call of a scope's function.
struct ScopeUse {
    /// The scope, if that can be told.
    let scope: Cell?
    /// The owner of the value that the scope keeps.
    let owner: Owner?
    /// Whether the function is `weak`.
    let isWeak: Bool
    /// Whether the scope keeps the value, and not only the graph.
    let isKept: Bool
    let hasKey: Bool
    /// The parameters of the calling function that the scope's closure also uses.
    let parameters: [(name: String, value: Value)]
    /// The value, made now or before.
    let value: Value
    let type: String
    /// Whether the current call of the calling function made the scope, and nothing
    /// lasting holds it.
    let isOfCall: Bool
}

/// Why something isn't followed to its end.
enum Cut {
    /// The root has run too many steps.
    case steps
    /// A function that may register something calls itself or loops too often.
    case repetition
    /// Too many types have a member.
    case choices
    /// Too many tasks, or rounds of the code that others call.
    case rounds
}
