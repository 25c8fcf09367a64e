/// How deep a function may call itself, if all branches since the first call were
/// decided; with numbers that it counts; and otherwise, or after that.
private let recursionLimits = (straight: 64, counted: 16, undecided: 5)

/// How many calls of a recursion run one by one, if its branches were decided, or if
/// it ends by itself; how many run in all; and after how many that are too deep no
/// more are followed.
private let callLimits = (single: 3000, inner: 500, all: 3200, deep: 100)

private let stackLimit = 400

/// How many of a member's possible implementations run.
private let choiceLimit = 8

/// How many steps a function that can't reach Collet may run in a root.
private let briefLimit = 10_000

/// Calls: which code runs, with which arguments, and what an unknown function may do.
extension Interpreter {
    func apply() -> Outcome {
        let types = types(instruction.substitutions)
        let ended = errorsEnd
        errorsEnd = passesErrors(at: instruction)
        defer { errorsEnd = ended }
        return calling(at: instruction.place) {
            call(operand(), types, Array(operands.dropFirst()), instruction)
        }
    }

    /// Whether an error that a call throws ends the root: it leaves the function, or traps. A
    /// call that can't throw catches its closures' errors, unless they fail the test.
    func passesErrors(at instruction: Instruction) -> Bool {
        if let error = instruction.targets.first(where: { $0.name == "error" }) {
            return !flow.reachesExit(error.block)
        }
        guard errorsEnd, let name = operand().closure?.name else { return false }
        return name.hasPrefix("XCTAssert") && !name.hasPrefix("XCTAssertThrows")
            || name.hasPrefix("Throwing") && name.contains("TaskGroup.addTask")
    }

    /// The control flow of the current function. An error that ends the root is no way.
    var flow: Flow {
        frame.errorsEnd ? frame.code.flowWithoutErrors : frame.code.flow
    }

    /// Types with the current function's generic arguments filled in.
    func types(_ all: [String]) -> [String] {
        all.map { frame.type($0, program) }
    }

    // MARK: Functions

    /// Calls a function. An unknown one may throw if its type says so.
    ///
    /// - Parameter caller: The instruction that calls it with just these arguments.
    func call(
        _ callee: Value, _ types: [String], _ arguments: [Value],
        _ caller: Instruction? = nil
    ) -> Outcome {
        if case .oneOf(let all) = callee {
            return guessing(on: callee) {
                either(all) { call($0, types, arguments, caller) }
            }
        }
        guard let closure = callee.closure else {
            // It may be any closure, and may run the closures it is handed.
            if hasLooseRegistrar { openContainers() }
            callLent(arguments)
            return callUnknown(arguments, [], caller?.signature)
        }
        let captures = closure.captures
        let arguments = captures.isEmpty ? arguments : arguments + captures
        let types = types.isEmpty ? closure.substitutions : types
        switch closure.target {
        case .symbol(let symbol): return call(symbol, closure.name, types, arguments)
        case .model(let name):
            return model(name, types, arguments) ?? returning(.unknown)
        case .classMethod(let member):
            return each(implementations(member, of: arguments.last ?? .unknown)) {
                call($0.symbol, member, types, arguments)
            } else: {
                // Another library's method is known by its name, if at all.
                model(member, types, arguments)
                    ?? callUnknown(arguments, types, caller?.signature, name: member)
            }
        case .witness(let member, let type):
            return callWitness(member, of: type, types, arguments, caller)
        }
    }

    /// Runs each closure that a lost one may be, or each key path's getter.
    func callLent(_ arguments: [Value], areGetters: Bool = false) {
        for closure in lentClosures {
            let symbol = closure.closure?.symbol ?? ""
            if isRunning(symbol) || symbol.hasSuffix("TK") != areGetters { continue }
            guessing(on: .uncomputed) {
                runLater(isCertain: false) { invoke(closure, arguments) }
            }
        }
    }

    /// The containers in which another module may run the program's code, now or later.
    var homes: [Cell] { [container, process].unique }

    private func openContainers() {
        for cell in homes where container(at: cell) != nil {
            running(in: cell) {
                changeContainer { $0.isOpen = true }
                note(.opened)
            }
        }
    }

    private func callWitness(
        _ member: String, of type: String, _ types: [String], _ arguments: [Value],
        _ caller: Instruction?
    ) -> Outcome {
        let witnesses = witnesses(member, of: type, arguments.last ?? .unknown)
        return each(witnesses) { witness in
            var arguments = arguments
            if witnesses.all.count > 1, let receiver = arguments.popLast() {
                arguments.append(narrowed(receiver, to: witness.type))
            }
            return call(
                witness.symbol, member,
                witness.type.genericArguments + types.dropFirst(), arguments)
        } else: {
            model(member, types, arguments, "", caller?.signature)
                ?? callUnknown(arguments, types, caller?.signature, isComputing: true)
        }
    }

    /// Calls each function that it may be, and an unknown one if there may be others.
    private func each(
        _ found: Implementers, _ body: (Witness) -> Outcome, else unknown: () -> Outcome
    ) -> Outcome {
        let relevant = reach.relevant
        let first = found.all.filter { relevant.contains($0.symbol) }
        if first.count > choiceLimit { note(.cut(.choices)) }
        let rest = found.all.filter { !relevant.contains($0.symbol) }
        var ways: [Witness?] = Array((first + rest).prefix(choiceLimit))
        if found.isOpen || ways.isEmpty { ways.append(nil) }
        return guessing(on: found.isGuess && ways.count > 1 ? .uncomputed : .void) {
            either(ways) { $0.map(body) ?? unknown() }
        }
    }

    func call(
        _ symbol: String, _ name: String, _ types: [String], _ arguments: [Value]
    ) -> Outcome {
        let callee = callees[symbol]
        if callee.isForeign,
            let outcome = model(name, types, arguments, callee.symbol, callee.signature)
        {
            return outcome
        }
        guard let function = callee.function else {
            journal.unknown.insert(callee.symbol)
            Trace.unknown("function", name)
            // Another library's deinitializer doesn't change its object.
            if callee.symbol.hasSuffix("fd") { return returning() }
            let wasInSwiftUI = isInSwiftUI
            isInSwiftUI = callee.isOfSwiftUI
            defer { isInSwiftUI = wasInSwiftUI }
            // Another library's initializer returns the object, and calls it later.
            let object = callee.symbol.hasSuffix("fc") ? arguments.last : nil
            var outcome = callUnknown(
                object == nil ? arguments : arguments.dropLast(), types,
                callee.signature, name: name, isComputing: callee.isComputing)
            if let object { outcome.returned?.value = object }
            return outcome
        }
        return run(function, callee, types, arguments, name: name)
    }

    private func run(
        _ function: Function, _ callee: Callee, _ types: [String],
        _ arguments: [Value], name: String
    ) -> Outcome {
        count(steps: 1)
        let depth = callee.depth
        if depth == 0 {
            (callee.possible, callee.calls) = (possible, 0)
            (callee.cuts, callee.smaller) = (0, 0)
        }
        callee.calls += 1
        let isStraight = callee.possible == possible
        noteCycle(name, depth, isStraight)
        let isSmaller = isSmaller(arguments, callee)
        if isSmaller { callee.smaller = depth }
        // Whatever gets smaller hasn't come to an end.
        if callee.calls == callLimits.inner { callee.smaller = 0 }
        let isSingle = isStraight || isSmaller
        let isFew = isSingle && callee.calls < callLimits.all
        let isOver = callee.cuts > callLimits.deep
        let limit =
            isFew
            ? recursionLimits.straight : callee.smaller + recursionLimits.undecided
        let isTooDeep = depth >= (isOver ? 2 : limit)
        var arguments = arguments
        let entry = heap
        if depth > 0 { heap = Heap(base: entry) }
        let isLong = !isSingle || callee.calls > callLimits.single
        let isRepeated = isLong && depth > 1
        let isCovered = isRepeated && !isOver && isCovered(&arguments, types, callee)
        if isTooDeep || isCovered || stack.count >= stackLimit || isExhausted {
            heap = entry
            // If a cycle is noted, that says why the recursion has no end, and nothing
            // follows its calls any more.
            if callee.cuts < .max {
                noteInjectionOfItself(in: function, isStraight)
                let isCycle = journal.events.last?.isCycle == true
                if isTooDeep { callee.cuts = isCycle ? .max : callee.cuts + 1 }
                if !isCovered, isExhausted || !isCycle { noteCut(of: function) }
            }
            return giveUp(arguments, function.signature)
        }
        callee.depth += 1
        if depth > 0 {
            let turn = Turn(heap: entry, values: arguments, count: depth)
            callee.repeated.append((types, container, turn))
        }
        stack.append(
            Call(symbol: function.symbol, name: name, place: place, possible: possible))
        callees.visited.insert(callee.symbol)
        if name.contains(".component("), !name.contains(" in ") { note(.calledComponent) }
        Trace.call(name, function.symbol, depth: stack.count, possible: possible)
        let wasGuess = isGuess
        // Only the program knows how deep the recursion goes.
        isGuess = wasGuess || isRepeated
        defer {
            if depth > 0 { callee.repeated.removeLast() }
            isGuess = wasGuess
            callee.depth -= 1
            stack.removeLast()
        }
        let outcome = runBriefly(callee, types, function.signature, arguments) {
            run(
                Frame(function, types, errorsEnd: errorsEnd),
                along: Way(block: 0, arguments: arguments))
        }
        if depth == 0 { return outcome }
        heap = entry
        return settled(outcome)
    }

    /// Whether a call in a recursion gets a closure that the call before it got inside of
    /// another one. Such a recursion ends by itself: it is a chain of middlewares. With an
    /// index or a shorter list it mostly does, soon.
    private func isSmaller(_ arguments: [Value], _ callee: Callee) -> Bool {
        guard callee.calls < callLimits.inner, let last = callee.repeated.last else {
            return false
        }
        // It repeats only what it calls.
        if callee.function?.isThunk == true { return true }
        let isCounted = callee.depth < recursionLimits.counted
        return zip(last.turn.values, arguments).contains { outer, inner in
            if inner.closure != nil, outer.contents.dropFirst().contains(inner) {
                return true
            }
            guard isCounted else { return false }
            return zip(outer.contents, inner.contents).contains { outer, inner in
                let isOther = inner.integer != nil && inner != outer
                return isOther || inner.items.count < outer.items.count
            }
        }
    }

    /// Whether a call in a recursion begins with nothing that the call before it didn't
    /// have. If not, it gets what either of them had, as in a loop.
    private func isCovered(
        _ arguments: inout [Value], _ types: [String], _ callee: Callee
    ) -> Bool {
        if !callee.matters, !arguments.contains(where: mayAct) { return true }
        let last = callee.repeated.last!
        let isChanged = widen(&arguments, since: last.turn)
        return !isChanged && last.types == types
            && containers[last.container]?.place == containers[container]?.place
    }

    /// Runs a function. If it can't reach Collet, and runs for too long, its results and
    /// what it may write become unknown: a search or a parser would take longer than
    /// everything else.
    private func runBriefly(
        _ callee: Callee, _ types: [String], _ signature: Signature,
        _ arguments: [Value], _ body: () -> Outcome
    ) -> Outcome {
        // What is in such a function is given up with it.
        if lastBriefStep != .max || reachesCollet(callee) { return body() }
        let (began, outer) = (steps, brief)
        lastBriefStep = began + briefLimit - briefSteps[callee.symbol, default: 0]
        brief = (callee.symbol, arguments, types)
        let outcome = body()
        let isDone = steps <= lastBriefStep
        lastBriefStep = .max
        if !isDone { forgetWrites() }
        brief = outer
        // Short runs don't add up to much. In an exhausted root, there are countless steps.
        let ran = min(steps - began, briefLimit)
        if ran > 99 { briefSteps[callee.symbol, default: 0] += ran }
        return isDone ? outcome : giveUp(arguments, signature)
    }

    /// Whether a function can reach Collet. In a long run, globals that are made don't
    /// count: finding that out would take longer than a short run.
    private func reachesCollet(_ callee: Callee) -> Bool {
        callee.mayReachCollet
            && (steps < briefLimit || reach.reaching.contains(callee.symbol))
    }

    /// Counts instructions. Lifts the limit of a function that can't reach Collet if it
    /// turns out that it may.
    func count(steps count: Int) {
        steps += count
        journal.steps += count
        // It is decided once.
        if steps > lastBriefStep, lastBriefStep != .min {
            lastBriefStep = used == nil ? .max : .min
        }
    }

    /// Counts comparisons of memory as steps, so that the limit also bounds the time that
    /// loops and branches take in a program with much memory.
    func count(comparisons: Int) { count(steps: comparisons / 32) }

    /// Whether no more steps may run.
    var isExhausted: Bool { steps > min(limit, lastBriefStep) }

    /// What the brief code that is running may use, and the memory that it may reach, or
    /// `nil` if it may reach Collet.
    private var used: (use: Reach.Use, cells: [Cell])? {
        var code: Set = [brief.symbol]
        while true {
            let use = reach.used(by: code)
            if use.reachesCollet || !use.tokens.allSatisfy(isMade) { return nil }
            let variables = globals.filter { use.names.contains($0.key) }
            let held = variables.map { .address($0.value) } + properties(in: use.names)
            let values =
                brief.arguments + brief.types.map(Value.metatype) + held.map(load)
            let cells = values.flatMap(\.addressed).allReached {
                heap[$0]?.addressed ?? []
            }
            let contents = (values + cells.map { load(.address($0)) }).flatMap(\.contents)
            let closures = contents.compactMap(\.closure)
            if closures.contains(where: { $0.symbol == nil }) { return nil }
            let names = Set(contents.compactMap(\.typeOfMembers)).flatMap(\.typeNames)
            let known = code
            code.formUnion(closures.compactMap(\.symbol) + names)
            if code == known { return (use, cells) }
        }
    }

    /// The addresses of objects' properties with these names.
    private func properties(in names: Set<String>) -> [Value] {
        let byType = Dictionary(grouping: names.filter { $0.contains(".") }) {
            String($0[..<$0.lastIndex(of: ".")!])
        }
        return objects.flatMap { type, cells in
            let own = program.ancestry(of: type).flatMap { byType[$0] ?? [] }
            let steps = own.map { Step.field(String($0.lastName)) }
            let known = steps.isEmpty ? [] : cells.filter { heap[$0] != nil }
            return known.flatMap { cell in steps.map { Value.address(cell, [$0]) } }
        }
    }

    /// Makes unknown what code that is given up may have written.
    private func forgetWrites() {
        guard let (use, cells) = used else { return }
        let memory = cells.map { Value.address($0) } + properties(in: use.written)
        for address in memory { store(.uncomputed, at: address) }
        for name in use.written where name.hasPrefix("$") {
            let cell = global(name)
            if name.hasSuffix("_Wz") {
                heap[cell] = .some(.void)
            } else {
                store(.uncomputed, at: .address(cell))
            }
        }
    }

    /// Whether a global was made on all ways.
    private func isMade(_ token: String) -> Bool {
        globals[token].flatMap { made(in: $0) }?.isMaybe == false
    }

    /// Whether code may call something on a value, or change it.
    func mayAct(_ value: Value) -> Bool {
        switch loaded(value) {
        case .function, .object, .address, .keyPath: true
        case let value: value.parts.contains(where: mayAct)
        }
    }

    /// Notes a cycle if components make each other without end. Any other recursion is
    /// assumed to end by counting.
    private func noteCycle(_ name: String, _ depth: Int, _ isStraight: Bool) {
        let isEndless = depth == recursionLimits.straight && isStraight
        guard isEndless, name.contains("component") else { return }
        note(.cycle([name], isCertain: possible == 0))
    }

    /// Notes a cycle if a method's object injects its own type, so that it calls itself
    /// without end.
    private func noteInjectionOfItself(in function: Function, _ isStraight: Bool) {
        let frame = frames.last { $0.function === function }
        let receiver = frame.map { loaded($0.receiver) } ?? .unknown
        guard let type = receiver.dynamicType else { return }
        let isCertain = isStraight && possible == 0
        let last = journal.events.last { $0.made != nil }
        // Each call makes a new object of the same type.
        if let last, let made = last.made, made.value.dynamicType == type,
            last.way.count(where: { $0.symbol == function.symbol }) > 4
        {
            // An object may ask for an array of parts that has the object itself.
            let asked = journal.events.lazy.compactMap(\.request).last
            let key = asked?.form == .array ? asked!.key : made.registration.key
            let name = key.description
            note(.cycle([name, name], isCertain: isCertain), at: last.place)
        }
        let properties = receiver.cell.flatMap { heap[$0] } ?? receiver
        for cell in properties.objects {
            guard let wrapper = wrappers[cell], let made = made(in: cell),
                ([made] + made.parts).contains(where: { $0.dynamicType == type })
            else { continue }
            let name = wrapper.key.description
            note(.cycle([name, name], isCertain: isCertain), at: wrapper.place)
        }
    }

    /// Notes that a function isn't followed to its end.
    func noteCut(of function: Function) {
        if steps > limit {
            // One cut is enough for all code that follows. Its steps are still counted. A
            // program that can't reach Collet leaves nothing open.
            if steps < .max / 2, !reach.naming.isEmpty { note(.cut(.steps)) }
            steps = .max / 2
        } else if steps > lastBriefStep {
            return
        } else if reach.registrars.contains(function.symbol) {
            note(.cut(.repetition))
        } else {
            journal.parts.insert(function.symbol)
        }
    }

    /// Runs a function's body, or the rest of a coroutine's.
    func run(_ frame: Frame, along way: Way) -> Outcome {
        let entry = heap
        let wasOnMainActor = isOnMainActor
        // The compiler lets other modules call it only there.
        if isOnMainActor == nil, frame.function.isOnMainActor { isOnMainActor = true }
        frames.append(frame)
        let outcome = run(along: way)
        frames.removeLast()
        isOnMainActor = wasOnMainActor
        heap = entry
        return settled(outcome)
    }

    /// Ends a call that isn't followed: its results are unknown.
    private func giveUp(_ arguments: [Value], _ signature: Signature) -> Outcome {
        let rest = arguments.dropFirst(signature.leadingArguments)
        let result = Value.result(of: rest.map(loaded))
        for out in arguments.prefix(signature.results) { store(result, at: out) }
        for (value, parameter) in zip(rest, signature.parameters) where parameter.isInout
        {
            store(result, at: value)
        }
        return signature.mayThrow ? maySucceed(result, or: result) : returning(result)
    }

    // MARK: Closures

    /// Calls a closure with places for its results, and returns the results from there.
    func invoke(_ callee: Value, _ arguments: [Value] = []) -> Outcome {
        depthOfClosures += 1
        defer { depthOfClosures -= 1 }
        if case .oneOf(let all) = callee {
            return guessing(on: callee) { either(all) { invoke($0, arguments) } }
        }
        guard let closure = callee.closure, let symbol = closure.symbol,
            let signature = program.functions[symbol]?.signature
        else { return calling { call(callee, [], arguments) } }
        let all = self.arguments(for: signature, arguments, last: closure.captures)
        var outcome = calling {
            call(symbol, closure.name, closure.substitutions, all)
        }
        if signature.results > 0, let branch = outcome.returned {
            outcome.returned!.value = branch.heap.load(all[0])
        }
        return outcome
    }

    /// A function's arguments, after the places for its results. Arguments that aren't
    /// given are unknown.
    func arguments(
        for signature: Signature, _ first: [Value] = [], last: [Value] = []
    ) -> [Value] {
        let places = (0..<signature.leadingArguments).map { _ in
            Value.address(allocate(.unknown))
        }
        let count = max(0, signature.parameters.count - last.count)
        let given = zip(first, signature.parameters).prefix(count).map {
            value, parameter in
            if case .address = value { return value }
            return parameter.isIndirect ? .address(allocate(value)) : value
        }
        let others = Array(repeating: Value.unknown, count: count - given.count)
        return places + given + others + last
    }
}

extension Value {
    /// It, and all that it consists of or captures.
    fileprivate var contents: [Value] {
        [self] + (closure?.captures ?? parts).flatMap(\.contents)
    }

    /// The cells of the addresses in it.
    fileprivate var addressed: [Cell] {
        contents.compactMap { if case .address(let cell, _) = $0 { cell } else { nil } }
    }
}
