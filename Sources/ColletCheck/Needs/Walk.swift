/// What a test runs, makes and asks for. It is walked twice: first all that may run, then
/// what certainly does, in the containers that are known by then.
final class Walk {
    /// A piece of code in a container.
    struct State: Hashable {
        let piece: Int, container: Int
        /// Whether an error that it throws may end no test. Only the second walk tells.
        var isCaught = false
    }
    /// Where an object is made, and by which initializer.
    struct Creation: Hashable { let container: Int, initializer: USR?, isOnce: Bool }
    /// A request of some code, which may ask for a property's value.
    struct Asking {
        let request: Int, state: State, place: Place, isOfProperty: Bool
        /// What tells how it is answered.
        var question: [Int] { [request, state.container, isOfProperty ? 1 : 0] }
    }

    let program: TestedProgram
    let root: TestRoot
    private(set) var containers: TestContainers
    private(set) var isOfCertain = false
    private(set) var asked: [Asking] = []
    /// What led to each state, and where.
    private(set) var visited: [State: (from: State?, place: Place)] = [:]
    /// All pieces that may run.
    private(set) var pieces: Set<Int> = []
    private(set) var made: Set<USR> = []
    /// Whether something may skip the test.
    private(set) var mayEnd = false
    /// Where objects are made, by their types and what these inherit.
    private var creations: [USR: Set<Creation>] = [:]
    /// What it registers for the process, by the places of the calls.
    private(set) var registeredForAll: [Place: (contents: Contents, isBuilt: Bool)] = [:]
    /// The test's own container.
    private var inside = TestContainers.process
    private var queue: [State] = []
    /// What depends on the objects that are made.
    private var delayed: [(step: Step, state: State)] = []
    private var knownQuestions: Set<[Int]> = []
    private var receivers: [Int: (madeCount: Int, functions: Set<USR>)] = [:]

    init(_ root: TestRoot, in program: TestedProgram, process: TestContainer) {
        self.root = root
        self.program = program
        containers = TestContainers(program.lookup, process: process)
        run()
    }

    /// Walks again what is certain.
    func restart() {
        isOfCertain = true
        (asked, visited, queue, delayed, knownQuestions) = ([], [:], [], [], [])
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
            for step in program.steps.steps(of: state.piece) where runs(step, in: state) {
                take(step, in: state)
            }
        } else if askedCount < asked.count {
            serve(asked[askedCount])
            askedCount += 1
        } else if delayedCount < delayed.count {
            takeDelayed(delayed[delayedCount])
            delayedCount += 1
        } else {
            return false
        }
        return true
    }

    private func runs(_ step: Step, in state: State) -> Bool {
        !isOfCertain || step.certainty == .always
            || step.certainty == .unlessThrown && !state.isCaught
    }

    private func start() {
        inside = TestContainers.process
        for layer in root.layers {
            inside = containers.container(
                layer.contents, over: layer.isIsolating ? nil : inside, at: layer.site)
        }
        for (type, isInside) in root.types {
            let container = isInside ? inside : TestContainers.process
            let initializer = program.initializer(of: type)
            let creation = Creation(
                container: container, initializer: initializer, isOnce: false)
            add(creation, of: type)
            let codes =
                program.dispatch.classes(of: type).map(Code.type)
                + program.dispatch.initializers(runBy: initializer).map(Code.function)
            codes.forEach { start($0, in: container) }
        }
        if !isOfCertain {
            root.attributes.forEach { start($0, in: TestContainers.process) }
        }
        for (function, isInside) in root.functions {
            start(.function(function), in: isInside ? inside : TestContainers.process)
        }
    }

    private func start(_ code: Code, in container: Int) {
        push(code, in: container, from: nil, at: root.test.place)
    }

    private func push(
        _ code: Code, in container: Int, from state: State?, at place: Place
    ) {
        // What has no number does nothing that matters.
        if let piece = program.steps[code] {
            push(piece, in: container, from: state, at: place)
        }
    }

    private func push(
        _ piece: Int, in container: Int, from state: State?, at place: Place
    ) {
        let new = State(
            piece: piece, container: container, isCaught: state?.isCaught == true)
        if visited[new] != nil { return }
        visited[new] = (state, place)
        pieces.insert(piece)
        queue.append(new)
    }

    private func take(_ step: Step, in outer: State) {
        var state = outer
        if isOfCertain, step.isCaught, !outer.isCaught {
            state.isCaught = true
            // It is the same code, so what led to it is the same.
            visited[state] = visited[outer]
        }
        let (place, container) = (step.place, state.container)
        switch step.action {
        case .run(let piece): push(piece, in: container, from: state, at: place)
        case .call, .keep: delayed.append((step, state))
        case .make(let making): make(making, in: state, at: place)
        case .read(let requests):
            // Which type a generic property asks for, is not known here.
            if isOfCertain, requests.count > 1 { return }
            requests.forEach { ask($0, in: state, at: place, isOfProperty: true) }
        case .ask(let request): ask(request, in: state, at: place, isOfProperty: false)
        case .enter(let piece, let scope): enter(piece, scope, in: state, at: step.site)
        case .leave(let piece):
            push(piece, in: TestContainers.process, from: state, at: place)
        case .end: mayEnd = true
        case .register(let call):
            if isOfCertain { return }
            let contents = program.contents.contents(ofCall: call, happens)
            let isBuilt = call.use == .build
            containers.add(contents, isBuilt: isBuilt, to: container)
            if container == TestContainers.process {
                registeredForAll[call.place] = (contents, isBuilt)
            }
        }
    }

    private func ask(
        _ request: Int, in state: State, at place: Place, isOfProperty: Bool
    ) {
        let asking = Asking(
            request: request, state: state, place: place, isOfProperty: isOfProperty)
        if knownQuestions.insert(asking.question).inserted { asked.append(asking) }
    }

    private func make(_ making: Making, in state: State, at place: Place) {
        let container = state.container
        for piece in making.pieces { push(piece, in: container, from: state, at: place) }
        if isOfCertain { return }
        for piece in making.later { push(piece, in: container, from: state, at: place) }
        if making.isDelegating { return }
        let creation = Creation(
            container: container, initializer: making.initializer,
            isOnce: program.isOnce(state.piece))
        add(creation, of: making.type)
    }

    private func add(_ creation: Creation, of type: USR) {
        made.insert(type)
        for ancestor in program.dispatch.ancestors(of: type) {
            creations[ancestor, default: []].insert(creation)
        }
    }

    // MARK: Scopes

    private func enter(
        _ piece: Int, _ scope: Mention?, in state: State, at site: Site
    ) {
        let contents = scope.map { program.contents.contents(ofReceiver: $0, happens) }
        if contents?.isCurrent == true {
            return keep(piece, by: contents?.keeper, in: state, at: site.place)
        }
        // A container is the same one each time that something enters it.
        let held = scope?.use == .perform ? contents?.holder : nil
        let call = held ?? scope?.site ?? site
        // What a scope runs may come back to it.
        let same = containers.layers(of: state.container).first {
            containers[$0].site?.place == call.place
        }
        let inner =
            same
            ?? containers.container(
                contents ?? .open, over: outer(of: scope?.use, in: state.container),
                at: call)
        // A container lies over the one that was current where it was made.
        let isMadeElsewhere = !containers.layers(of: state.container).contains(inside)
        if scope?.use == .perform, isMadeElsewhere { containers.add(.open, to: inner) }
        if contents?.isOfCaller == true, let contents {
            containers.add(contents, to: inner)
        }
        push(piece, in: inner, from: state, at: site.place)
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

    /// Runs a piece of code in the containers in which the objects of a type are made.
    private func keep(
        _ piece: Int, by keeper: USR?, in state: State, at place: Place
    ) {
        let kept = Set(creations[keeper ?? "", default: []].map(\.container))
        // Which of them is meant, nobody knows.
        if isOfCertain, kept.count > 1 { return }
        for container in kept.isEmpty ? [state.container] : kept.sorted() {
            push(piece, in: container, from: state, at: place)
        }
    }

    /// Whether a call may happen, as far as is known.
    private func happens(_ call: Mention) -> Bool {
        guard let piece = program.steps.piece(around: call) else { return true }
        return pieces.contains(piece)
    }

    // MARK: Requests and calls

    /// The containers that a request goes to: for a property, those in which its owners
    /// are made.
    func containersAsked(by asking: Asking) -> (numbers: [Int], isAll: Bool) {
        let request = program.requests[asking.request]
        guard asking.isOfProperty, let owner = request.owner,
            let property = request.property,
            program.isInstanceProperty(property)
        else { return ([asking.state.container], true) }
        let all = creations[owner.usr, default: []]
        if all.isEmpty { return ([asking.state.container], false) }
        func isSet(_ creation: Creation) -> Bool? {
            program.handMade.isSet(property, by: creation.initializer)
        }
        let asks = all.filter { isSet($0) != true }
        let isCertain = all.allSatisfy { isSet($0) == nil && !$0.isOnce }
        let isAll = isCertain && !program.handMade.isSetElsewhere(property)
        return (Set(asks.map(\.container)).sorted(), isAll)
    }

    /// Runs what makes the answers of a request.
    private func serve(_ asking: Asking) {
        for container in containersAsked(by: asking).numbers {
            let found = containers.answers(to: asking.request, in: container)
            if isOfCertain, found.count != 1 { continue }
            for (number, layer) in found {
                let registration = program.lookup.registrations[number]
                let isTransient = registration.lifetime == .transient
                push(
                    .closure(registration.place),
                    in: isTransient ? container : layer,
                    from: asking.state, at: asking.place)
            }
        }
    }

    private func takeDelayed(_ item: (step: Step, state: State)) {
        let (state, place) = (item.state, item.step.place)
        switch item.step.action {
        case .call(let call): run(call, in: state, at: place)
        case .keep(let piece, let keeper): keep(piece, by: keeper, in: state, at: place)
        default: break
        }
    }

    private func run(_ call: Call, in state: State, at place: Place) {
        let functions = registeredFunctions(for: call, in: state) ?? functions(for: call)
        if isOfCertain, functions.count != 1 { return }
        for function in functions {
            push(.function(function), in: state.container, from: state, at: place)
        }
    }

    /// The functions of what is registered for the receiver of a call, if that is known.
    private func registeredFunctions(for call: Call, in state: State) -> Set<USR>? {
        guard let request = call.requests.first else { return nil }
        let asking = Asking(
            request: request, state: state, place: root.test.place,
            isOfProperty: true)
        let found = containersAsked(by: asking).numbers.flatMap {
            containers.answers(to: request, in: $0)
        }
        let types = Set(
            found.map { program.lookup.registrations[$0.registration] }.map {
                $0.implementation?.usr ?? ""
            })
        let functions = types.compactMap {
            program.dispatch.function(call.function, in: $0)
        }
        return functions.isEmpty || functions.count < types.count ? nil : Set(functions)
    }

    /// The functions of the types that the test makes.
    private func functions(for call: Call) -> Set<USR> {
        if let known = receivers[call.number], known.madeCount == made.count {
            return known.functions
        }
        let types = made.filter { type in
            call.type.map(program.dispatch.ancestors(of: type).contains) ?? true
        }
        let own = types.compactMap { program.dispatch.function(call.function, in: $0) }
        let others = program.dispatch.unseenFunctions(for: call.function)
        let functions = Set(
            own + others.filter { !made.contains($0.type) }.map(\.function))
        receivers[call.number] = (made.count, functions)
        return functions
    }
}
