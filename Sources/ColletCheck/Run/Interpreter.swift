import Foundation

private let testLimit = 60_000

/// Runs a program in the abstract, with unknown values where it would get input.
///
/// The interpreter calls itself where the program does, so run it on a thread with a
/// large stack. A test's own thread may have 512 KB, which a program that calls itself
/// without end overflows.
final class Interpreter {
    /// The kind of root that the code runs for.
    enum Purpose { case program, called, test, unreached }

    typealias Model = @Sendable (Interpreter) -> (KnownCall) -> Outcome?

    let program: Program
    /// The functions that can reach Collet.
    let reach: Reach
    /// The models of functions known by name.
    let known: Model
    var journal = Journal()
    var purpose = Purpose.program

    // MARK: The code's state

    var heap: Heap
    /// The memory that all ways share.
    let base: Heap
    /// The current container.
    var container: Cell = 0
    /// The process's container.
    private(set) var process: Cell = 0
    /// What task locals are bound to, by their cells. Cell 0 stands for all others, if
    /// what they are bound to can't be told.
    var bindings: [Cell: Value] = [:]
    /// The number of undecided branches before the code.
    var possible = 0
    /// Whether one of those branches is a guess.
    var isGuess = false
    /// Whether the code runs where it stands, if the branches before it lead there.
    var isSureNow: Bool { later == 0 && !isGuess }
    /// The texts or cases of which a guess has chosen one.
    var guesses: Set<[String]> = []
    /// The other values of which a guess has chosen one.
    var guessedValues: Set<Value> = []
    /// The optional without a value whose default value is being made, and the number of
    /// undecided branches before that.
    var defaulted: (value: Value, possible: Int)?
    /// How many of the closures under way run at an unknown time.
    var later = 0
    /// How many of them certainly run after the code around them.
    var postponed = 0
    /// Whether the code runs on another thread, where only the process's container is
    /// current.
    var isOnThread = false
    /// Whether the code runs on the main actor, if that can be told.
    var isOnMainActor: Bool? = true
    /// Whether the first actor that the code went to is the main actor, if it went to
    /// any.
    var beginsOnMainActor: Bool?
    var stack: [Call] = []
    /// The place of the call under way, if the program's code makes it.
    private(set) var place: Place?
    /// The frames of the running functions, the innermost last, and the innermost one.
    var frames: [Frame] = [] { didSet { frame = frames.last } }
    private(set) var frame: Frame!
    /// The registrations being made, and how many postponed closures are around each.
    var making: [(registration: Registration, postponed: Int)] = []
    /// What is certainly registered on the ways that lead to those registrations.
    var given: [Registration] = []
    /// The owners being made, from the outermost.
    var owners: [Owner] = []
    /// How many registrations were being made when the innermost owner began.
    private var makingBefore = 0
    /// The scopes whose closures are running.
    var scopes: [(cell: Cell?, site: String, postponed: Int, type: String)] = []
    /// The objects made by the `graph` call that is running.
    var graph: ObjectGraph?
    /// Whether an error that leaves the function ends the root.
    var errorsEnd = false
    /// Whether the call that just ran may have skipped the test.
    var isSkipping = false
    /// The `verify()` call that is running.
    var verification: Verification?
    /// The containers that `verify()` has made.
    var verified: Set<Cell> = []
    /// By object, what was last found to hold it.
    var holders: [Cell: Cell] = [:]
    /// The value from the last weak reference whose object nothing is known to hold.
    var weakReference = Value.void
    /// The rest of a test, which a trait or `invokeTest()` runs.
    var continuation: (() -> Void)?
    /// The closures to run after an XCTest method, and how many undecided branches led to
    /// adding each.
    var teardownBlocks: [(closure: Value, possible: Int)] = []

    // MARK: Made by the code

    /// The tasks that nothing has waited for.
    var tasks: [Cell] = []
    /// By task, where it runs, the cell of its result, and the number of undecided
    /// branches before it.
    var started: [Cell: (home: Home, result: Cell, possible: Int)] = [:]
    /// By object, the tasks whose code captures it.
    var capturers: [Cell: [Cell]] = [:]
    /// By their code, how many tasks have come up that nothing has waited for, and how many
    /// of those that a task with that code has led to.
    var taskCounts: [String: Int] = [:]
    var repeatedTasks: [String: Int] = [:]
    /// Whether a task was left out that might have registered something, and that isn't
    /// noted yet.
    var hasLeftOutTasks = false
    /// The tasks that begin where the main actor's code suspends, with what they may do.
    var foreseen: [(task: Cell, begin: () -> Void)] = []
    /// The code of the tasks that run to see what they may do.
    var foreseenCode: [String?] = []
    /// The child tasks by their cells, which hold whether they have begun, `()` once
    /// something has waited for their results, and nothing once they have ended; and
    /// whether one of them runs again.
    var children: [Cell: ChildTask] = [:]
    var isRepeating = false
    /// The child tasks of the groups that run, the innermost group last.
    var groups: [[Cell]] = []
    /// All containers so far, as they began.
    var containers: [Cell: Container] = [:]
    /// All blocks so far. A block's value has its index here.
    var blocks: [Block] = []
    /// The blocks by the places of the calls that make them.
    var newBlocks: [Place: Block] = [:]
    /// Injected properties, by their wrappers' cells.
    var wrappers: [Cell: Wrapper] = [:]
    /// The instances of classes, by their types.
    var objects: [String: Set<Cell>] = [:]
    /// Whether a weak or unowned reference was stored. A container or scope that ends may
    /// have held its object.
    var hasWeakReferences = false
    /// The scopes made so far, each with the calls under way at the time.
    var newScopes: [(cell: Cell, way: [Call])] = []
    /// The values that were made although nothing asked for them.
    var madeUnasked: [Value] = []
    var madeRegistrations: Set<ObjectIdentifier> = []
    /// The objects whose `deinit` ran, and the containers that ended.
    var released: Set<Cell> = []
    /// The closures that other modules keep and that can reach Collet.
    var keptClosures: [Value] = []
    /// The closures in values that other modules were handed and may hand back.
    var lentClosures: [Value] = []
    /// Other libraries' types whose objects got input.
    var typesWithInput: Set<String> = []
    /// By type, the objects that other modules got. A struct's type has none.
    var lent: [String: Set<Cell>] = [:]
    /// How many calls of members by other modules are under way.
    var callbackDepth = 0
    /// The calls of members that ran inside of others since the outermost one began.
    var callbacks: [Callback] = []
    /// Whether a function of SwiftUI is running.
    var isInSwiftUI = false
    /// The calls that SwiftUI makes after it has made the app, or `nil` if it isn't
    /// making it.
    var callsOfSwiftUI: [() -> Void]?
    /// Whether the code has got a value from another module before any was made.
    var isEarly = false
    /// The calls by other modules in which that happened, each once, and calls of
    /// closures that they keep.
    var repeatedCalls: [(callback: Callback?, run: () -> Outcome)] = []
    /// Whether any closure that registers something was made.
    var hasLooseRegistrar = false
    private(set) var ownedCells: [Owner: Cell] = [:]
    private(set) var globals: [String: Cell] = [:]
    /// The variables of `main.swift` that were allocated.
    var variables: Set<String> = []
    /// The tests and suites that the macros' functions declare.
    var tests: [TestRoot] = []
    var suites: [String: [PlacedTrait]] = [:]
    /// The arguments of the current test.
    var elements: [Value] = []
    /// A coroutine that has yielded, and the blocks where it continues: after the access,
    /// or after an error in it.
    var suspended: (frame: Frame, blocks: [Int])?

    /// The calls with unknown results so far.
    var inputs: [Input: (call: String, operands: [Value])] = [:]
    /// Those results that are one of several values.
    var choices: World = []
    /// What is known of some results.
    var world: World = []
    /// What decided whether something is registered.
    var decisions: [(part: Value, cases: [Value])] = []
    /// How many worlds may run: none if `main` is long, as a check must stay quick.
    var worldLimit = 0
    /// How many closures are running that known functions call, perhaps several times.
    var depthOfClosures = 0
    /// How often anything was registered, or made to be registered.
    var changes = 0

    // MARK: Progress

    var steps = 0
    var limit = 1_500_000
    /// The last step of the function that is running and can't reach Collet, and what it
    /// got.
    var lastBriefStep = Int.max
    var brief: (symbol: String, arguments: [Value], types: [String]) = ("", [], [])
    /// How many steps each such function has run.
    var briefSteps: [String: Int] = [:]
    /// The functions that ran, here or in another interpreter of the program.
    var visited: Set<String> { callees.visited }
    let callees: Callees
    private(set) var lastCell: Cell = 0

    init(_ program: Program, known: @escaping Model) {
        self.program = program
        reach = program.reach
        self.known = known
        callees = Callees(program)
        base = Heap()
        heap = base
        process = allocate(Container(kind: .process))
        container = process
    }

    /// Creates an interpreter for a test that begins in the state of another interpreter.
    init(after start: Interpreter) {
        program = start.program
        reach = start.reach
        known = start.known
        // These models' effects are part of the state in which the test begins.
        journal.models = start.journal.models
        callees = start.callees
        purpose = .test
        limit = testLimit
        isOnMainActor = nil
        let untimed = UntimedWrites()
        untimed.globals = start.heap.untimed.globals
        untimed.constants = start.heap.untimed.constants
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
        hasWeakReferences = start.hasWeakReferences
        wrappers = start.wrappers
        suites = start.suites
        hasLooseRegistrar = start.hasLooseRegistrar
    }

    // MARK: Events

    /// Notes an event at the place of the call under way, or at another place.
    func note(_ kind: Event.Kind, at other: Place? = nil) {
        journal.note(
            Event(
                kind: kind, possible: possible, isGuess: isGuess,
                isLater: later > 0, isOnThread: isOnThread, verification: verification,
                container: container, place: other ?? place, way: stack,
                owner: owners.last,
                making: making.dropFirst(makingBefore).map(\.registration)))
    }

    /// Runs a call at a place in the source, or one that a known function makes.
    func calling<T>(at place: Place? = nil, _ body: () -> T) -> T {
        let old = self.place
        self.place = place
        defer { self.place = old }
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

    /// The value itself, even if it is passed by address.
    func loaded(_ value: Value) -> Value {
        if case .address = value { load(value) } else { value }
    }

    /// The container in a cell, or `nil` if something unknown is there.
    func container(at cell: Cell) -> Container? {
        if case .container(let container)? = heap[cell] { container } else { nil }
    }

    /// The cell of a global. All ways share its initial value.
    func global(_ symbol: String) -> Cell {
        if let cell = globals[symbol] { return cell }
        lastCell += 1
        let cell = lastCell
        globals[symbol] = cell
        // A constant or a token is set once, and then keeps its value.
        if program.constants.contains(symbol) {
            heap.untimed.constants[cell] = .unknown
        } else if !symbol.hasSuffix("_Wz") {
            heap.untimed.globals.insert(cell)
        }
        base[cell] = initialValue(ofGlobal: symbol)
        return cell
    }

    /// The cell of a value that an owner makes once. At first it hasn't been made, on any
    /// way that knows the owner: a loop's turn changes nothing if it makes a scope.
    func cell(of owner: Owner) -> Cell {
        ownedCells.value(for: owner) {
            lastCell += 1
            // Where a scope is new, no other way knows it.
            let home = sequence(first: heap, next: \.base).first { layer in
                layer === base || owner.scope.map { layer.base?[$0] == nil } == true
            }
            home![lastCell] = Value.none
            return lastCell
        }
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

    /// Runs code that belongs to an owner, or to none.
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
        let isKnown = container(at: cell) != nil
        if isKnown { note(.entered) }
        defer {
            if isKnown { note(.ended) }
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
