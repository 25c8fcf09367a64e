import Foundation

/// Runs a program in the abstract, with unknown values where it would get input.
///
/// It calls itself where the program does. So run it on a thread with a large stack: a
/// test's own thread may have 512 KB, which a program that calls itself without end
/// overflows.
final class Interpreter {
    /// What the code runs for.
    enum Purpose { case program, called, test, unreached }

    typealias Model = @Sendable (Interpreter) -> (KnownCall) -> Outcome?

    let program: Program
    /// What it knows of functions by name.
    let known: Model
    var journal = Journal()
    var purpose = Purpose.program

    // MARK: What the code sees

    var heap: Heap
    /// The memory that every way has.
    let base: Heap
    /// The container in which the code runs.
    var container: Cell = 0
    /// The process's container.
    private(set) var process: Cell = 0
    /// How many undecided branches the code stands behind.
    var possible = 0
    /// Whether one of those branches is a guess.
    var isGuess = false
    /// How many closures are under way that run at a time that nobody can tell.
    var later = 0
    /// Whether another thread runs the code, for which nothing but the process's container
    /// is current.
    var isOnThread = false
    /// Whether the code runs on the main actor, if that can be told.
    var isOnMainActor: Bool? = true
    /// Whether the first actor that the code went to is the main actor, once it went to any.
    var beginsOnMainActor: Bool?
    var stack: [Call] = []
    /// Where the call stands that is under way, if the program's code makes it, and
    /// whether that expects an error.
    private(set) var place: Place?
    private(set) var expectsError = false
    /// What is known of the functions that run, the innermost last, and of that one.
    var frames: [Frame] = [] { didSet { frame = frames.last } }
    private(set) var frame: Frame!
    /// What is being made, and how many undecided branches that stands behind.
    var making: [(registration: Registration, possible: Int)] = []
    /// What lasts and is being made, from the outermost.
    var owners: [Owner] = []
    /// What was being made when the innermost owner began.
    private(set) var makingBefore = 0
    /// The closures of scopes that run.
    var scopes: [(cell: Cell?, site: String, possible: Int, type: String)] = []
    /// What a scope's `graph` makes that runs.
    var graph: ObjectGraph?
    /// Whether an error that leaves the function ends the root.
    var errorsEnd = false
    /// Whether the call that just ran may have skipped the test.
    var isSkipping = false
    /// Where the `verify()` is called that runs.
    var verifiedAt: Place?
    /// The containers that a `verify()` has made.
    var verified: Set<Cell> = []
    /// For each error of `verify()`, what the values inject and nothing registers.
    var failures: [[(request: Request, place: Place?)]] = []
    /// What the last request asked for, if it got `nil` or an empty array.
    var absent: Key?
    /// The line where a weak reference was read whose object nothing is known to have.
    var weakLine: Int?
    /// What a trait or `invokeTest()` runs.
    var continuation: (() -> Void)?

    // MARK: What the code has made

    /// The tasks that nobody has waited for.
    var tasks: [Cell] = []
    /// What those may do that begin where the main actor's code suspends.
    var foreseen: [(task: Cell, begin: () -> Void)] = []
    /// The containers that there were, as they began.
    var containers: [Cell: Container] = [:]
    /// The blocks that there were; a block's value has the number of its own.
    var blocks: [Block] = []
    /// The same, by the places of the calls that make them.
    var newBlocks: [Place: Block] = [:]
    /// Injected properties, by their wrappers' cells.
    var wrappers: [Cell: Wrapper] = [:]
    /// The instances of classes.
    var objects: Set<Cell> = []
    /// The scopes that were made, with the calls that were under way.
    var newScopes: [(cell: Cell, way: [Call])] = []
    /// What was made although nothing asked for it.
    var madeUnasked: [Value] = []
    var madeRegistrations: Set<ObjectIdentifier> = []
    /// The objects whose `deinit` ran, and the containers that ended.
    var released: Set<Cell> = []
    /// The closures that other modules keep and that can reach Collet.
    var keptClosures: [Value] = []
    /// The closures in values that other modules were handed, and may hand back.
    var lentClosures: [Value] = []
    /// Whether a closure that registers was made.
    var hasLooseRegistrar = false
    private(set) var ownedCells: [Owner: Cell] = [:]
    private(set) var globals: [String: Cell] = [:]
    /// The variables of `main.swift` that were allocated.
    var variables: Set<String> = []
    /// The tests and suites that macros' functions told of.
    var tests: [TestRoot] = []
    var suites: [String: [PlacedTrait]] = [:]
    /// What a test is called with.
    var elements: [Value] = []
    /// A coroutine that yielded, and the block where it goes on.
    var suspended: (frame: Frame, block: Int)?

    // MARK: How far it got

    var steps = 0
    var limit = 400_000
    /// The functions that ran, here or in another interpreter of the program.
    var visited: Set<String> { callees.visited }
    let callees: Callees
    private(set) var lastCell: Cell = 0

    init(_ program: Program, known: @escaping Model) {
        self.program = program
        self.known = known
        callees = Callees(program)
        base = Heap()
        heap = base
        process = allocate(Container(kind: .process))
        container = process
    }

    private static let testLimit = 60_000

    /// An interpreter of a test, which begins as another one has found it.
    init(after start: Interpreter) {
        program = start.program
        known = start.known
        // The test begins with what these models did.
        journal.models = start.journal.models
        callees = start.callees
        purpose = .test
        limit = Self.testLimit
        isOnMainActor = nil
        let untimed = UntimedWrites()
        untimed.globals = start.heap.untimed.globals
        base = Heap(base: start.heap, untimed: untimed)
        heap = base
        process = start.process
        container = process
        containers = start.containers
        blocks = start.blocks
        newBlocks = start.newBlocks
        globals = start.globals
        lastCell = start.lastCell
        objects = start.objects
        wrappers = start.wrappers
        suites = start.suites
        hasLooseRegistrar = start.hasLooseRegistrar
    }

    var isExhausted: Bool { steps > limit }

    // MARK: Events

    /// Notes what happens, where the call stands that is under way, or elsewhere.
    func note(_ kind: Event.Kind, at other: Place? = nil) {
        journal.note(
            Event(
                kind: kind, possible: possible, isGuess: isGuess,
                isLater: later > 0, isOnThread: isOnThread, verifiedAt: verifiedAt,
                container: container,
                place: other ?? place, way: stack, owner: owners.last,
                making: making.dropFirst(makingBefore).map(\.registration)))
    }

    /// Runs a call that stands somewhere, or that a known function makes.
    func calling<T>(
        at place: Place? = nil, expectsError: Bool = false, _ body: () -> T
    ) -> T {
        let old = (self.place, self.expectsError)
        (self.place, self.expectsError) = (place, expectsError)
        defer { (self.place, self.expectsError) = old }
        return body()
    }

    // MARK: Memory

    func allocate(_ value: Value) -> Cell {
        lastCell += 1
        heap[lastCell] = value
        return lastCell
    }

    func load(_ address: Value) -> Value { heap.load(address) }

    func store(_ value: Value, at address: Value) { heap.store(value, at: address) }

    /// The value itself, if it is passed by its address.
    func loaded(_ value: Value) -> Value {
        if case .address = value { load(value) } else { value }
    }

    /// The container in a cell, or `nil` if something unknown is there.
    func container(at cell: Cell) -> Container? {
        if case .container(let container)? = heap[cell] { container } else { nil }
    }

    /// The cell of a global; what it holds at first, every way has.
    func global(_ symbol: String) -> Cell {
        if let cell = globals[symbol] { return cell }
        lastCell += 1
        let cell = lastCell
        globals[symbol] = cell
        // Those of tokens are made once, and then stay.
        if !symbol.hasSuffix("_Wz") { heap.untimed.globals.insert(cell) }
        base[cell] = initialValue(ofGlobal: symbol)
        return cell
    }

    /// The cell of what an owner makes once, which at first nobody has made.
    func cell(of owner: Owner) -> Cell {
        if let cell = ownedCells[owner] { return cell }
        lastCell += 1
        ownedCells[owner] = lastCell
        base[lastCell] = Value.none
        return lastCell
    }

    private func initialValue(ofGlobal symbol: String) -> Value {
        guard let text = program.globals[symbol], let function = program.order.first
        else { return .unknown }
        frames.append(Frame(function, code: Code(text)))
        defer { frames.removeLast() }
        var value = Value.unknown
        for instruction in frame.code.instructions {
            frame.instruction = instruction
            value = evaluate()
            frame.setResults(value)
        }
        return value
    }

    // MARK: Owners

    /// Runs code for what lasts, or for itself alone.
    func running<T>(for owner: Owner?, _ body: () -> T) -> T {
        let old = (owners, makingBefore)
        owners = owner.map { owners + [$0] } ?? []
        makingBefore = making.count
        defer { (owners, makingBefore) = old }
        return body()
    }

    func running<T>(in cell: Cell, _ body: () -> T) -> T {
        let old = container
        container = cell
        let kind = container(at: cell)?.kind
        if let kind { note(.entered(kind)) }
        defer {
            if kind != nil { note(.ended) }
            container = old
        }
        return body()
    }
}

/// The objects that a scope's `graph` has made since its outermost call began.
struct ObjectGraph {
    var objects: [String: Value] = [:]
    var configurations: [(closure: Value, object: Value)] = []
}
