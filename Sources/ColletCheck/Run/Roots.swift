/// The record of a root: a program, a test, or the code that nothing else reached. It is
/// a class because each of its many moments refers to it.
final class RootRun {
    let name: String
    let purpose: Interpreter.Purpose
    let place: Place?
    let journal: Journal
    var events: [Event] { journal.events }
    /// All containers, as they began.
    fileprivate(set) var containers: [Cell: Container]
    /// The registrations of the process's container at the end.
    let registrations: [Registration]
    /// The number of the program, or `nil` for a test and for code that no program links.
    let program: Int?
    /// The type that contains a Swift Testing test.
    let suite: String?
    /// Whether it is an XCTest method.
    let isOfXCTest: Bool
    /// What is made for all tests before any runs has no name.
    var isTest: Bool { purpose == .test && !name.isEmpty }
    /// The same root in each world, if those tell what this one leaves open.
    fileprivate(set) var worlds: [RootRun] = []
    /// Whether the worlds differ only in what a user gives the program.
    let differsByInput: Bool
    /// Whether nobody knows who calls its code.
    var isUnreached: Bool { purpose == .unreached }

    fileprivate init(
        _ interpreter: Interpreter, _ name: String, program: Int? = nil,
        test: TestRoot? = nil
    ) {
        self.name = name
        place = test?.place
        self.program = program
        purpose = interpreter.purpose
        journal = interpreter.journal
        containers = interpreter.containers
        registrations = interpreter.processRegistrations
        differsByInput = interpreter.decisions.map(\.part)
            .allSatisfy(interpreter.isGiven)
        suite = test?.suite
        isOfXCTest = test?.testCase != nil
    }

    /// Whether it asks for something that is registered on some ways only.
    fileprivate var leavesOpen: Bool {
        events.compactMap(\.request).contains {
            $0.form == .one && !$0.answers.isEmpty && !$0.isAnswered
        }
    }

    /// A test's name with those of its suites: `Outer/Inner/test()`.
    var path: String {
        let suites = suite?.split(separator: ".") ?? []
        return (suites + [name[...]]).joined(separator: "/")
    }
}

/// How many steps a function that nothing reached may run, or a program that can't
/// reach Collet.
private let shortLimit = 20_000

/// Runs a package's programs and tests, and then the code that none of them reached.
struct Roots {
    var runs: [RootRun] = []
    /// All compiled code.
    let code: Program
    let sources: SourceFiles
    var programs: [Interpreter] = []
    private var visited: Set<String> = []
    /// The functions that the programs ran.
    private(set) var ran: Set<String> = []
    private let known: Interpreter.Model

    init(_ files: PackageFiles, known: @escaping Interpreter.Model) {
        self.known = known
        let own = Program(files.own)
        code = files.tests.isEmpty ? own : Program(files.tests)
        sources = SourceFiles(code)
        files.programs.forEach { runProgram(Program($0)) }
        ran = visited
        if code !== own { runTests() }
        for (number, interpreter) in programs.enumerated() {
            runUnreached(interpreter, program: number)
        }
        // The code that no program links, or that only previews use.
        runUnreached(Interpreter(own, known: known))
    }

    // MARK: Programs

    private mutating func runProgram(_ program: Program) {
        let main = program.functions["async_Main"] ?? program.functions["main"]!
        let interpreter = Interpreter(program, known: known)
        if program.reach.naming.isEmpty { interpreter.limit = shortLimit }
        let own = run(main, in: interpreter)
        if !interpreter.decisions.isEmpty, own.contains(where: \.leavesOpen) {
            let worlds = interpreter.worlds.map { world in
                let interpreter = Interpreter(program, known: known)
                interpreter.world = world
                interpreter.possible = 1
                return run(main, in: interpreter)
            }
            let areWhole = worlds.joined().allSatisfy { !$0.journal.isCut }
            for (index, run) in own.enumerated() where areWhole {
                run.worlds = worlds.compactMap { $0.dropFirst(index).first }
            }
        }
        runs += own
        visited.formUnion(interpreter.visited)
        programs.append(interpreter)
    }

    private func run(_ main: Function, in interpreter: Interpreter) -> [RootRun] {
        interpreter.errorsEnd = true
        interpreter.takeMemory(of: interpreter.call(main.symbol, "main", [], []))
        interpreter.errorsEnd = false
        // So the worlds run about 200,000 steps in all, and there are 16 at most.
        interpreter.worldLimit = 200_000 / max(interpreter.steps, 12_500)
        interpreter.runTasks()
        interpreter.note(.finished)
        interpreter.makeUnasked()
        interpreter.askForUnread()
        let number = programs.count
        var runs = [RootRun(interpreter, main.file.module, program: number)]
        let bodies = interpreter.calledByOthers
        if !bodies.isEmpty {
            interpreter.purpose = .called
            interpreter.runInAnyOrder(bodies)
            runs.append(RootRun(interpreter, "what others call", program: number))
        }
        return runs
    }

    // MARK: Tests

    /// Runs each test from the state in which the process begins.
    private mutating func runTests() {
        let start = Interpreter(code, known: known)
        start.purpose = .test
        start.findTests()
        // Traits may make blocks before any test runs.
        if !start.journal.events.isEmpty { runs.append(RootRun(start, "")) }
        // The unasked registrations of a test's containers, which other code may ask for.
        var unmade: [String: () -> Void] = [:]
        for test in start.tests {
            let interpreter = Interpreter(after: start)
            interpreter.run(test)
            interpreter.note(.finished)
            interpreter.askForUnread()
            let run = RootRun(interpreter, test.name, test: test)
            runs.append(run)
            for (symbol, cell, entry) in interpreter.unmadeEntries
            where unmade[symbol] == nil && isOfTests(symbol) {
                unmade[symbol] = {
                    interpreter.possibly {
                        interpreter.makeUnasked([entry], in: cell)
                        interpreter.askForUnread()
                    }
                    run.containers = interpreter.containers
                }
            }
            unmade = unmade.filter { !hasRun($0.key, in: start) }
        }
        for (symbol, make) in unmade.inOrder where !hasRun(symbol, in: start) { make() }
        visited.formUnion(start.visited)
    }

    private func hasRun(_ symbol: String, in interpreter: Interpreter) -> Bool {
        interpreter.visited.contains(symbol)
    }

    private func isOfTests(_ symbol: String) -> Bool {
        sources.isInTests(sources.own(code.functions[symbol]?.place))
    }

    // MARK: The rest

    /// Runs code that asks for something but wasn't reached from any root, so its callers
    /// are unknown. Each function is judged once, in the first program that links it, by
    /// what any program registers.
    private mutating func runUnreached(
        _ interpreter: Interpreter, program number: Int? = nil
    ) {
        interpreter.purpose = .unreached
        interpreter.limit = shortLimit
        interpreter.possible += 1
        interpreter.owners = []
        for other in programs where number != nil {
            interpreter.adopt(other.processRegistrations)
        }
        let program = interpreter.program
        // A function that another one reaches doesn't run by itself, so it comes later.
        var begun: Set<String> = []
        let unreached = program.order.filter {
            isUnreached($0, program)
                && (number == nil || !program.reach.isOfPreview($0.symbol))
        }
        let byCaller = Dictionary(grouping: unreached) {
            visited.isSuperset(of: program.reach.users(of: $0.symbol))
        }
        let functions = byCaller[true, default: []] + byCaller[false, default: []]
        lazy var visitedTypes = Set(visited.compactMap { program.functions[$0]?.type })
        let bodies = functions.map { function in
            // Code that ran may call it on a way that wasn't taken. If its type or the
            // function around it is used without it, perhaps nothing needs it.
            let isNamed = program.reach.users(of: function.symbol).contains(
                where: visited.contains)
            let isOptional = isNamed || isOfVisited(function, visitedTypes)
            return { () -> Outcome in
                let isReached = interpreter.visited.contains(function.symbol)
                if isReached, !begun.contains(function.symbol) {
                    return interpreter.returning()
                }
                begun.insert(function.symbol)
                interpreter.note(
                    .began(Start(function, isNamed: isNamed)), at: function.place)
                return interpreter.possibly(isOptional) {
                    interpreter.runUnknown(function)
                }
            }
        }
        interpreter.runInAnyOrder(bodies)
        interpreter.possible -= 1
        visited.formUnion(interpreter.visited)
        runs.append(RootRun(interpreter, "", program: number))
    }

    /// Whether a function is a closure or default argument of one that ran, or a member
    /// of a type whose other members ran. A private member doesn't count: it's there only
    /// for this program.
    private func isOfVisited(_ function: Function, _ types: Set<String>) -> Bool {
        let isPart = visited.cover(function.symbol)
        if isPart || function.isPrivate { return isPart }
        return function.type.map(types.contains) == true
    }

    private func isUnreached(_ function: Function, _ program: Program) -> Bool {
        let symbol = function.symbol
        if visited.contains(symbol) || function.isThunk || function.isInlined {
            return false
        }
        return program.reach.naming.contains(symbol) && !program.reach.isPasted(symbol)
    }
}

extension Set<String> {
    /// Whether one of some functions is a given one, or contains it.
    func cover(_ symbol: String) -> Bool {
        symbol.indices.dropFirst(3).contains { contains(String(symbol[...$0])) }
    }
}

private let roundLimit = 4

/// After the first number of tasks that nothing waits for, the same code runs as often as
/// the second says; in a long run, so do those that one with the same code has led to.
private let taskLimits = (all: 200, again: 3)

extension Interpreter {
    /// The code that other modules may call once the program runs: requirements of their
    /// protocols and overrides of their classes that nothing has reached, functions for
    /// Objective-C, and closures that they keep.
    fileprivate var calledByOthers: [() -> Outcome] {
        let members = reach.callbacks.inOrder.flatMap { type, symbols in
            symbols.map { (type: type, symbol: $0) }
        }
        let exported = program.order.filter(\.isForObjectiveC).map {
            (type: $0.type ?? "", symbol: $0.symbol)
        }
        // What describes and compares values needs one.
        let called = (members + exported).filter { type, symbol in
            let isForValues = reach.comparisons[type]?.contains(symbol) == true
            if isForValues, visited.isDisjoint(with: reach.makers[symbol] ?? []) {
                return false
            }
            return reach.relevant.contains(symbol) && !isReached(symbol)
        }
        let functions = called.map { type, symbol in
            { self.callBack(symbol, on: self.handedBack(type) ?? .unknown) }
        }
        return functions + repeatedCalls.map(\.run)
    }

    /// Whether a function ran, or if it is a witness, the function that it calls.
    private func isReached(_ symbol: String) -> Bool {
        let function = program.functions[symbol].flatMap { $0.isWitness ? $0 : nil }
        return ([symbol] + (function?.references ?? [])).contains(where: visited.contains)
    }

    /// Runs a function whose callers and arguments are unknown.
    func runUnknown(_ function: Function) -> Outcome {
        let signature = function.signature
        let types = signature.genericNames.map { _ in "?" }
        let symbol = function.symbol
        return call(symbol, symbol, types, arguments(for: signature))
    }

    /// Runs several bodies in any order, until nothing new is registered. Each begins
    /// with the state that any of them may have left.
    fileprivate func runInAnyOrder(_ bodies: [() -> Outcome]) {
        for round in 0...roundLimit {
            let keys = Set(processRegistrations.map(\.key))
            journal = Journal()
            // More may be registered than the last round finds.
            if round == roundLimit { note(.cut(.rounds)) }
            runEach(bodies)
            if keys.isSuperset(of: processRegistrations.map(\.key)) { return }
        }
    }

    /// Runs each body on the same state, and continues with what any of them may leave.
    private func runEach(_ bodies: [() -> Outcome]) {
        let base = heap
        var branches = [Heap(base: base)]
        for body in bodies {
            heap = Heap(base: base)
            container = process
            isOnMainActor = nil
            bindings = [0: .unknown]
            steps = 0
            let outcome = body()
            let ends = [outcome.returned, outcome.thrown].compactMap { $0?.heap }
            branches += ends
            // The other bodies may find what this one has made, in what it wrote.
            for (cell, value) in ends.flatMap({ $0.written(above: base) })
            where base[cell] == nil { base[cell] = value }
        }
        heap = base
        base.take(base.joining(branches))
    }

    /// Adds the registrations of other programs, where any of the programs may run.
    func adopt(_ registrations: [Registration]) {
        guard var container = container(at: process) else { return }
        for registration in registrations
        where !container.entries.contains(where: { $0.key == registration.key }) {
            let foreign = Registration(
                key: registration.key, make: .unknown, lifetime: registration.lifetime,
                place: registration.place, site: registration.site,
                isMainActor: registration.isMainActor)
            container.entries.append(
                .init(registration: foreign, instance: allocate(.none)))
        }
        heap[process] = .container(container)
    }

    /// The container of a task, and what task locals are bound to in it.
    typealias Home = (container: Cell, bindings: [Cell: Value])

    var home: Home { (container, bindings) }

    /// Runs a task's code, which has its own errors and its own actor.
    func child(in home: Home, _ body: () -> Outcome) -> Outcome {
        let old = (isOnMainActor, errorsEnd, bindings)
        (errorsEnd, bindings) = (false, home.bindings)
        defer { (isOnMainActor, errorsEnd, bindings) = old }
        return home.container == container ? body() : running(in: home.container, body)
    }

    /// Runs a task, except on the ways that have already run it.
    func run(task cell: Cell) -> Outcome? {
        guard let body = heap[cell]?.field("closure"), let task = started[cell] else {
            return nil
        }
        let made = made(in: task.result)
        if let made, !made.isMaybe { return returning(made) }
        let outcome = possibly(made != nil) {
            child(in: task.home) { invoke(body) }
        }
        if let branch = outcome.returned {
            branch.heap[task.result] = Value.some(branch.value)
        }
        return outcome
    }

    /// Runs the tasks that nothing has waited for, the last one first, and after each
    /// those that it has begun. One that begins with nothing that a task with its code
    /// didn't have, which has led to it, does the same again.
    ///
    /// - Parameters:
    ///   - count: The number of tasks to leave for the caller.
    ///   - turns: The tasks that have led to the others, and the states in which they
    ///     began, by their code.
    func runTasks(above count: Int = 0, _ turns: [String: (task: Cell, turn: Turn)] = [:])
    {
        while tasks.count > count {
            let cell = tasks.removeLast()
            guard let task = started[cell] else { continue }
            let closure = closure(ofTask: cell)
            let captures = closure?.captures.map(loaded) ?? []
            let code = closure?.symbol ?? ""
            if let (earlier, turn) = turns[code], let other = started[earlier] {
                let types = self.closure(ofTask: earlier)?.substitutions
                let isSame = other.home == task.home && types == closure?.substitutions
                var values = captures
                // On a layer, so that nothing becomes unknown.
                if isSame, !onLayer({ widen(&values, since: turn) }).value { continue }
                repeatedTasks[code, default: 0] += 1
            }
            if leavesOut(code) { continue }
            let base = heap
            heap = Heap(base: base)
            let waiting = tasks.count
            possibly { run(task: cell).map(takeMemory) }
            // That it has ended changes nothing for a task that it has begun.
            base[task.result] = heap[task.result]
            var turns = turns
            if closure != nil {
                turns[code] = (cell, Turn(heap: base, values: captures, count: 2))
            }
            runTasks(above: waiting, turns)
            base.take(heap)
            heap = base
        }
        if tasks.isEmpty, hasLeftOutTasks {
            hasLeftOutTasks = false
            possibly { note(.cut(.rounds)) }
        }
    }

    /// Leaves out a task if there were too many with its code, and returns whether it does.
    /// If there were too many in all, that is noted once the others have run, and only if
    /// the task might register something. Its requests count as those of the others.
    private func leavesOut(_ code: String) -> Bool {
        let isRepeated = repeatedTasks[code, default: 0] > taskLimits.again
        taskCounts[code, default: 0] += 1
        if isRepeated, steps > limit / 10, let function = program.functions[code] {
            possibly { noteCut(of: function) }
        } else if taskCounts[code]! > taskLimits.again,
            taskCounts.values.reduce(0, +) > taskLimits.all
        {
            if reach.registrars.contains(code) { hasLeftOutTasks = true }
        } else {
            return false
        }
        return true
    }

    private func closure(ofTask cell: Cell) -> Closure? {
        heap[cell]?.field("closure")?.closure
    }
}
