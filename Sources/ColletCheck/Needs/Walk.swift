/// What a test runs, makes and asks for. It is walked twice: first all that may run, then
/// what certainly does, in the containers that are known by then.
final class Walk {
    /// A piece of code in a container.
    struct State: Hashable {
        let piece: Code, container: Int
        /// Whether an error that it throws may end no test. Only the second walk tells.
        var isCaught = false
    }
    /// Where an object is made, and by which initializer.
    struct Creation: Hashable {
        let container: Int, initializer: USR?
        /// Whether it may happen elsewhere, or only once for several tests.
        let isUncertain: Bool
    }
    /// A step that is taken in a state.
    struct Event {
        let step: Step, state: State
        var place: Place { step.place }
        var container: Int { state.container }
    }
    /// A request, and what makes it.
    struct Asking {
        let request: Int, event: Event
        /// What tells how it is answered.
        var question: [Int] { [request, event.container] }
    }

    let program: TestedProgram
    let root: TestRoot
    private(set) var containers: TestContainers
    private(set) var isOfCertain = false
    private(set) var asked: [Asking] = []
    private(set) var visited: Set<State> = []
    /// What led to each state, but for those that the test starts in.
    private(set) var causes: [State: Event] = [:]
    /// All pieces that may run.
    private(set) var pieces: Set<Code> = []
    private var made: Set<USR> = []
    /// Whether something may skip the test.
    private(set) var mayEnd = false
    /// Where objects are made, by their types and what these inherit.
    private var creations: [USR: Set<Creation>] = [:]
    /// What it registers for the process, by the places of the calls.
    private(set) var registeredForAll: [Place: (contents: Contents, isBuilt: Bool)] = [:]
    /// The test's own container.
    private(set) var inside = TestContainers.process
    private var queue: [State] = []
    /// Lazy properties that are read in several containers.
    private var uncertain: Set<Code> = []
    /// What depends on the objects that are made.
    private var delayed: [Event] = []
    private var knownQuestions: Set<[Int]> = []
    private var receivers: [Callee: (madeCount: Int, functions: Set<USR>)] = [:]

    init(_ root: TestRoot, in program: TestedProgram, process: TestContainer) {
        self.root = root
        self.program = program
        containers = TestContainers(program.lookup, process: process)
        run()
    }

    /// Walks again what is certain.
    func restart() {
        isOfCertain = true
        // What is read in several containers has its value from one of them.
        let lazy = visited.map(\.piece).filter(program.lazyValues.contains)
        uncertain = Set(Dictionary(grouping: lazy) { $0 }.filter { $1.count > 1 }.keys)
        (asked, visited, causes, delayed, knownQuestions) = ([], [], [:], [], [])
        run()
    }

    // MARK: Running

    private func run() {
        start()
        var (known, size) = (-1, 0)
        while known != size {
            known = size
            var (askedCount, delayedCount) = (0, 0)
            // What is new may answer what was asked or called before.
            while runNext(&askedCount, &delayedCount) {}
            size = visited.count + made.count + containers.changes
        }
    }

    /// Does what is to be done next, and tells whether there was something.
    private func runNext(_ askedCount: inout Int, _ delayedCount: inout Int) -> Bool {
        if let state = queue.popLast() {
            for step in program.steps[state.piece] where runs(step, in: state) {
                take(Event(step: step, state: state))
            }
        } else if askedCount < asked.count {
            serve(asked[askedCount])
            askedCount += 1
        } else if delayedCount < delayed.count {
            take(delayed[delayedCount], isDelayed: true)
            delayedCount += 1
        } else {
            return false
        }
        return true
    }

    private func runs(_ step: Step, in state: State) -> Bool {
        if !isOfCertain { return true }
        return switch step.certainty {
        case .always: true
        case .unlessThrown: !state.isCaught
        case .perhaps: false
        }
    }

    private func start() {
        inside = TestContainers.process
        for layer in root.layers {
            let outer = layer.isIsolating ? nil : inside
            let maker = TestContainer.Maker(site: layer.site, piece: nil)
            inside = containers.container(layer.contents, over: outer, by: maker)
        }
        for (type, isInside) in root.types {
            var making = program.making(of: type)
            // What XCTest calls of a case, it calls in its tests.
            if !isInside { making.later = [] }
            make(making, in: isInside ? inside : TestContainers.process)
        }
        if !isOfCertain {
            root.attributes.forEach { push($0, in: TestContainers.process) }
        }
        runFunctions(areInside: false, in: TestContainers.process)
        runTest(in: inside, by: 0)
    }

    /// Runs the test by XCTest's functions from one on, as far as they are overridden.
    private func runTest(in container: Int, by first: Int) {
        let next = root.invocations.keys.filter { $0 >= first }.min()
        if let next, let usr = root.invocations[next] {
            return push(.function(usr), in: container)
        }
        inside = container
        runFunctions(areInside: true, in: container)
    }

    private func runFunctions(areInside: Bool, in container: Int) {
        for (function, isInside) in root.functions where isInside == areInside {
            push(.function(function), in: container)
        }
    }

    private func push(_ piece: Code, in container: Int, after event: Event? = nil) {
        if uncertain.contains(piece) { return }
        let isTried = isOfCertain && event?.step.isCaught == true
        let isCaught = isTried || event?.state.isCaught == true
        let new = State(piece: piece, container: container, isCaught: isCaught)
        guard visited.insert(new).inserted else { return }
        causes[new] = event
        pieces.insert(piece)
        queue.append(new)
    }

    private func take(_ event: Event, isDelayed: Bool = false) {
        let container = event.container
        switch event.step.action {
        case .run(let piece): push(piece, in: container, after: event)
        case .call(let callee):
            if isDelayed { run(callee, after: event) } else { delayed.append(event) }
        case .make(let making): make(making, in: container, after: event)
        case .ask(let requests):
            // Which type a generic property asks for, is not known here.
            if isOfCertain, requests.count > 1 { return }
            requests.forEach { ask($0, after: event) }
        case .enter(let piece, let scopes):
            let entered = entered(scopes)
            // Where the objects are made that keep a container, is known later.
            let isEarly = !isDelayed && entered.contains(where: \.contents.isCurrent)
            if isEarly { return delayed.append(event) }
            enter(entered, piece, after: event)
        case .invoke(let number): runTest(in: container, by: number + 1)
        case .end: mayEnd = true
        case .register(let call):
            if isOfCertain { return }
            let way = ContentsReader.Way(happens: happens)
            let contents = program.contents.contents(ofCall: call, way)
            let isBuilt = call.use == .build
            containers.add(contents, isBuilt: isBuilt, to: container)
            if container == TestContainers.process {
                registeredForAll[call.place] = (contents, isBuilt)
            }
        }
    }

    private func ask(_ request: Int, after event: Event) {
        let asking = Asking(request: request, event: event)
        if knownQuestions.insert(asking.question).inserted { asked.append(asking) }
    }

    private func make(_ making: Making, in container: Int, after event: Event? = nil) {
        for piece in making.pieces { push(piece, in: container, after: event) }
        if isOfCertain || making.isDelegating { return }
        for piece in making.later { push(piece, in: container, after: event) }
        let isOnce = event.map { program.isOnce($0.state.piece) } == true
        let creation = Creation(
            container: container, initializer: making.initializer,
            isUncertain: making.isKept || isOnce)
        made.insert(making.type)
        for ancestor in program.dispatch.ancestors(of: making.type) {
            creations[ancestor, default: []].insert(creation)
        }
    }

    // MARK: Scopes

    /// A scope, with what its block registers.
    private typealias Entered = (scope: ClosureReader.Scope, contents: Contents)

    /// Runs a piece of code in scopes, the outermost first, or in the process's container.
    private func enter(_ scopes: [Entered], _ piece: Code, after event: Event) {
        let outer = scopes.isEmpty ? TestContainers.process : event.container
        let inner = scopes.reduce([outer]) { all, scope in
            all.flatMap { enter(scope, from: $0, running: piece, at: event.step.site) }
        }
        for container in inner { push(piece, in: container, after: event) }
    }

    /// The containers that code runs in which a scope runs.
    private func enter(
        _ entered: Entered, from container: Int, running piece: Code, at site: Site
    ) -> [Int] {
        let (scope, contents) = entered
        let use = scope.call?.use
        if contents.isCurrent { return kept(by: contents.keeper, from: container) }
        // A container is the same one each time that something enters it.
        let held = use == .perform ? contents.holder : nil
        // A block that a caller gives is changed there.
        let own = contents.isOfCaller ? site : scope.call?.site
        let maker = TestContainer.Maker(
            site: held ?? own ?? site, piece: held == nil ? piece : nil)
        let layers = containers.layers(of: container)
        // What a scope runs may come back to it.
        let same = layers.first { containers[$0].maker == maker }
        let outer = outer(of: use, in: container)
        let inner = same ?? containers.container(contents, over: outer, by: maker)
        // A container lies over the one that was current where it was made.
        let isMadeElsewhere = !layers.contains(inside)
        if use == .perform, isMadeElsewhere { containers.add(.open, to: inner) }
        if contents.isOfCaller { containers.add(contents, to: inner) }
        return [inner]
    }

    private func entered(_ scopes: [ClosureReader.Scope]) -> [Entered] {
        scopes.map { scope in
            let way = ContentsReader.Way { self.isCalled($0, by: scope) }
            let contents = scope.call.map {
                program.contents.contents(ofReceiver: $0, way)
            }
            return (scope, contents ?? .open)
        }
    }

    /// Whether a call is the one on the way to a scope, or may happen otherwise.
    private func isCalled(_ call: Mention, by scope: ClosureReader.Scope) -> Bool {
        scope.calls[call.symbol.usr].map { $0 == call.place } ?? happens(call)
    }

    /// What something lies over that is entered in a container. A container is usually
    /// made in the test's own.
    private func outer(of scope: ColletSymbols.Use?, in container: Int) -> Int? {
        switch scope {
        case .isolation: nil
        case .perform: inside
        default: container
        }
    }

    /// The containers in which the objects of a type are made.
    private func kept(by keeper: USR?, from container: Int) -> [Int] {
        let kept = Set(creations[keeper ?? "", default: []].map(\.container))
        // Which of them is meant, nobody knows.
        if isOfCertain, kept.count > 1 { return [] }
        return kept.isEmpty ? [container] : kept.sorted()
    }

    /// Whether a call may happen, as far as is known.
    private func happens(_ call: Mention) -> Bool {
        program.steps.piece(around: call).map(pieces.contains) ?? true
    }

    // MARK: Requests and calls

    /// The containers that a request goes to: for a property, those in which its owners
    /// are made.
    func containersAsked(by asking: Asking) -> (numbers: [Int], isAll: Bool) {
        let own = asking.event.container
        guard let (property, owner) = program.property(of: asking.request) else {
            return ([own], true)
        }
        let all = creations[owner, default: []]
        if all.isEmpty { return ([own], false) }
        func isSet(_ creation: Creation) -> Bool? {
            program.handMade.isSet(property, by: creation.initializer)
        }
        let asks = all.filter { isSet($0) != true }
        let isCertain = all.allSatisfy { isSet($0) == nil && !$0.isUncertain }
        let isAll = isCertain && !program.handMade.elsewhere.contains(property)
        return (Set(asks.map(\.container)).sorted(), isAll)
    }

    /// Runs what makes the answers of a request.
    private func serve(_ asking: Asking) {
        let key = program.requests[asking.request].key
        for container in containersAsked(by: asking).numbers {
            let found = containers.answers(to: key, in: container)
            let numbers = found.map(\.registration)
            for (number, layer) in found {
                let isMade =
                    !isOfCertain
                    || program.lookup.isMade(number, of: numbers, for: key)
                if !isMade { continue }
                let registration = program.lookup.registrations[number]
                let isTransient = registration.lifetime == .transient
                let maker = isTransient ? container : layer
                push(registration.code, in: maker, after: asking.event)
            }
        }
    }

    private func run(_ callee: Callee, after event: Event) {
        let registered = registeredFunctions(for: callee, after: event)
        let functions = registered ?? functions(for: callee)
        if isOfCertain, functions.count != 1 { return }
        for function in functions.sorted() {
            push(.function(function), in: event.container, after: event)
        }
    }

    /// The functions of what is registered for the receiver of a call, if that is known.
    private func registeredFunctions(for callee: Callee, after event: Event) -> Set<USR>?
    {
        guard let request = callee.request else { return nil }
        let asking = Asking(request: request, event: event)
        let key = program.requests[request].key
        let found = containersAsked(by: asking).numbers.flatMap {
            containers.answers(to: key, in: $0)
        }
        let types = Set(
            found.map {
                program.lookup.registrations[$0.registration].implementation?.usr ?? ""
            })
        let functions = types.compactMap {
            program.dispatch.function(callee.function, in: $0)
        }
        return functions.isEmpty || functions.count < types.count ? nil : Set(functions)
    }

    /// The functions of the types that the test makes.
    private func functions(for callee: Callee) -> Set<USR> {
        if let known = receivers[callee], known.madeCount == made.count {
            return known.functions
        }
        let types = made.filter { type in
            callee.type.map(program.dispatch.ancestors(of: type).contains) ?? true
        }
        let own = types.compactMap {
            program.dispatch.function(callee.function, in: $0)
        }
        let others = program.dispatch.unseenFunctions(for: callee.function)
        let functions = Set(
            own + others.filter { !made.contains($0.key) }.values)
        receivers[callee] = (made.count, functions)
        return functions
    }
}
