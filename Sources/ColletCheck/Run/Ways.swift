/// How often a block may run before a loop without an end is given up.
private let visitLimit = 300

/// The ways through a function. A branch on an unknown value goes each way, and the ways
/// meet where the control flow does.
extension Interpreter {
    /// Runs a part of a function, from a way's block to the first of some others, or to
    /// the end.
    func run(along start: Way, until ends: Set<Int> = []) -> Outcome {
        var way = start
        repeat {
            guard enter(way) else { return Outcome() }
            let turn = beginTurn(at: way.block)
            if turn?.isCovered == true { return Outcome() }
            let outcome = runInstructions(of: way.block)
            let ways = outcome.reached
            if ways.isEmpty { return outcome }
            if ways.count == 1 {
                turn.map { endTurn($0, at: way.block) }
                way = ways[0]
            } else {
                let (cause, before, branch) = (cause(of: ways), changes, instruction)
                let (outcome, next) = guessing(on: cause) {
                    fork(at: way.block, ways, until: ends, turn)
                }
                if changes > before { noteDecision(on: cause, by: branch) }
                guard let next else { return outcome }
                way = next
                follow(way)
            }
            if let branch = way.heap { heap.take(branch) }
        } while !ends.contains(way.block)
        way.heap = heap
        way.registers = frame.registers
        way.isOnMainActor = isOnMainActor
        return Outcome(reached: [way])
    }

    /// Begins a block, unless it has run too often.
    private func enter(_ way: Way) -> Bool {
        if !frame.turns.isEmpty { forgetDecidedTurns(before: way.block) }
        frame.visits[way.block] += 1
        let visits = frame.visits[way.block]
        frame.hasLooped = frame.hasLooped || visits > 1
        count(steps: frame.code.blocks[way.block].instructions.count)
        let isEndless =
            visits >= visitLimit && !frame.code.flow.hasEnd(around: way.block)
        if isExhausted || isEndless {
            noteCut(of: frame.function)
            return false
        }
        if way.arguments.isEmpty { return true }
        let arguments = frame.code.blocks[way.block].arguments
        for (register, value) in zip(arguments, way.arguments) { frame[register] = value }
        return true
    }

    // MARK: Blocks

    /// Runs a block's instructions, and returns how the function ends there, or the ways
    /// on which it goes on.
    private func runInstructions(of block: Int) -> Outcome {
        frame.position = (block, 0)
        for instruction in frame.code.blocks[block].instructions {
            frame.position.count += 1
            frame.instruction = instruction
            if frame.function.isMain { followInitialization() }
            if let outcome = run(instruction) { return outcome }
        }
        // Asynchronous top-level code ends with a call that doesn't return.
        let endsMain = frame.function.isMain && frame.code.flow.reachesExit(block)
        return endsMain ? returning() : Outcome()
    }

    /// Runs an instruction, and returns where it leads, or `nil` for the next
    /// instruction.
    private func run(_ instruction: Instruction) -> Outcome? {
        switch instruction.opcode {
        case .return, .unwind: return returning(operand())
        case .throw: return throwing(operand())
        case .throwAddr: return throwing(load(frame.errorAddress))
        case .unreachable: return Outcome()
        case .yield: return yield()
        case .br, .condBr, .switchEnum, .switchValue, .checkedCastBr:
            return Outcome(reached: ways())
        case .tryApply: return tryCall()
        case .apply, .beginApply:
            return call() ? nil : Outcome()
        case .endApply: endCoroutine(0)
        case .abortApply: endCoroutine(1)
        case .unconditionalCheckedCast:
            let value = loaded(operand())
            if stopsAtCast(of: value, to: namedType, at: instruction.place) {
                return Outcome()
            }
            fallthrough
        default:
            let value = evaluate()
            Trace.instruction(instruction, value)
            frame.setResults(value)
        }
        return nil
    }

    /// Makes a call that can't throw, and returns `false` if it doesn't return.
    private func call() -> Bool {
        guard let branch = apply().returned else { return false }
        heap.take(branch.heap)
        frame.setResults(identified(branch.value))
        if instruction.opcode == .beginApply, let token = instruction.results.last {
            frame.coroutines[token] = suspended
            suspended = nil
        }
        return true
    }

    private func tryCall() -> Outcome {
        let outcome = apply()
        suspended = nil
        let ways = [("normal", outcome.returned), ("error", outcome.thrown)].compactMap {
            name, branch -> Way? in
            let target = instruction.targets.first { $0.name == name }
            guard let branch, let target else { return nil }
            let value = identified(branch.value, isError: name == "error")
            return Way(block: target.block, arguments: [value], heap: branch.heap)
        }
        // In a world, the value in place of the error says whether the call throws.
        guard case .enumeration("", let name, .unknown)? = ways.last?.arguments[0] else {
            return Outcome(reached: ways)
        }
        return Outcome(reached: [ways[name == "normal" ? 0 : ways.count - 1]])
    }

    /// Tracks the variable that `main.swift` is initializing, which owns what is made
    /// until it has a value.
    private func followInitialization() {
        if let variable = frame.initialized, heap[global(variable)] != nil {
            frame.initialized = nil
            owners = []
        }
        if instruction.opcode == .allocGlobal {
            frame.initialized = instruction.name
            owners = [.variable(instruction.name)]
        }
    }

    // MARK: Coroutines

    /// Suspends a coroutine. The caller continues with its values, and resumes it later.
    private func yield() -> Outcome {
        suspended = (frame, instruction.targets.map(\.block))
        return returning(.tuple(operands))
    }

    /// Resumes a coroutine at one of its two ends.
    private func endCoroutine(_ index: Int) {
        guard let token = instruction.operands.first,
            let coroutine = frame.coroutines[token]
        else { return }
        _ = value(of: run(coroutine.frame, along: Way(block: coroutine.blocks[index])))
    }

    // MARK: Forks

    /// Runs each way on a layer of its own until they meet. Returns the outcome of the
    /// ways that end, or if all meet, the way on which the function continues.
    ///
    /// - Parameters:
    ///   - ends: The blocks where the running part of the function ends.
    ///   - turn: The turn of the loop that the branch is in.
    private func fork(
        at block: Int, _ ways: [Way], until ends: Set<Int>, _ turn: Turn?
    ) -> (Outcome, Way?) {
        let earlier = frame.turns[block]
        frame.turns[block] = turn
        defer {
            frame.turns[block] = earlier
            frame.hasLooped = true
        }
        // An error that leaves the root ends it, which makes the other way certain.
        let flow = isSkipping ? frame.code.flow : flow
        isSkipping = false
        var waiting = liveWays(ways, until: ends, flow)
        if waiting.count == 1 { return (Outcome(), waiting[0]) }
        let loop = flow.innermost[block]
        var ended = Outcome()
        while let next = flow.first(of: waiting.map(\.block), besides: ends) {
            let others = waiting.filter { $0.block != next }
            let way = meet(waiting.filter { $0.block == next })
            let isAlone = ended.returned == nil && ended.thrown == nil
            if others.isEmpty, isAlone { return (ended, way) }
            // The code after the loop isn't one of its turns.
            if loop?.blocks.contains(next) != true { frame.turns[block] = earlier }
            let meetings = flow.meetings(of: block, waiting.map(\.block).unique)
                .filter { flow.runs(next, before: $0) }
            let outcome = run(way, until: ends.union(meetings))
            ended = .joined([ended, outcome], above: heap)
            waiting = others + outcome.reached
        }
        ended.reached = waiting.map(\.block).unique.map { end in
            meet(waiting.filter { $0.block == end })
        }
        return (ended, nil)
    }

    /// The ways of a branch that can lead to the function's end. On the others, the
    /// program ends or an error leaves the root.
    private func liveWays(
        _ ways: [Way], until ends: Set<Int>, _ flow: Flow
    ) -> [Way] {
        ways.compactMap { way in
            var way = way
            let isAtEnd = ends.contains(way.block)
            way.heap = way.heap ?? heap
            way.registers = isAtEnd ? frame.registers : nil
            way.isOnMainActor = isOnMainActor
            if isAtEnd || flow.reachesExit(way.block) { return way }
            if way.arguments.isEmpty, loaded(operand()) == weakReference { noteStop() }
            _ = run(way, until: [])
            return nil
        }
    }

    private func run(_ way: Way, until ends: Set<Int>) -> Outcome {
        let base = heap
        let saved = frame.registers
        let wasOnMainActor = isOnMainActor
        heap = Heap(base: way.heap ?? base)
        follow(way)
        frame.hasLooped = false
        frame.isDecided = false
        possible += 1
        defer {
            possible -= 1
            heap = base
            frame.registers = saved
            isOnMainActor = wasOnMainActor
        }
        var outcome = run(along: way, until: ends)
        // In code without loops, a register is set only once.
        if !frame.hasLooped {
            for end in outcome.reached.indices { outcome.reached[end].registers = nil }
        }
        return outcome
    }

    /// Continues with a way's registers and on its actor.
    private func follow(_ way: Way) {
        if let registers = way.registers { frame.registers = registers }
        isOnMainActor = way.isOnMainActor
    }

    /// Joins ways that reached the same block.
    private func meet(_ reached: [Way]) -> Way {
        var way = reached[0]
        if reached.count == 1 { return way }
        let joined = heap.joining(reached.compactMap(\.heap))
        count(comparisons: joined.cells.count)
        way.heap = joined
        for other in reached.dropFirst() {
            if other.isOnMainActor != way.isOnMainActor { way.isOnMainActor = nil }
            way.arguments = zip(way.arguments, other.arguments).map(Value.join)
        }
        way.arguments = way.arguments.map {
            isGuess && $0.isAnyTruth ? .uncomputed : identified($0)
        }
        let changed = reached.compactMap(\.registers)
        if !changed.isEmpty {
            way.registers = changed.reduce(frame.registers) {
                zip($0, $1).map(Value.join)
            }
        }
        if isGuess { (way.arguments + joined.cells.values).forEach(noteGuess) }
        return way
    }

    // MARK: Branches

    /// The ways that a branch may take.
    private func ways() -> [Way] {
        let all = instruction.targets.map { target in
            Way(block: target.block, arguments: target.arguments.map { frame[$0] })
        }
        if instruction.opcode == .br { return all }
        let value = loaded(operand())
        frame.switched = value
        frame.isDecided = true
        switch instruction.opcode {
        case .condBr:
            guard let value = value.integer else { return all }
            // Another build may decide otherwise, and use the blocks that are left out here.
            let leftOut = all[value & 1].block
            frame.code.uses[leftOut].forEach { notePassing(of: loaded(frame[$0])) }
            return [all[1 - value & 1]]
        // This is for truth values only. The other operands are the values of the cases.
        case .switchValue:
            guard let truth = value.truth else { return all }
            let index = all.indices.first { operand($0 + 1).truth == truth }
            return [all[index ?? all.count - 1]]
        case .checkedCastBr: return waysOfCast(loaded(value))
        default: return waysOfSwitch(value)
        }
    }

    private func waysOfSwitch(_ value: Value) -> [Way] {
        let targets = instruction.targets
        let unknown = targets.map {
            Way(block: $0.block, arguments: [identified(.result(of: [value]))])
        }
        var ways: [Way] = []
        for one in value.alternatives {
            guard case .enumeration(_, let name, let payload) = one else {
                return unknown
            }
            // In a world, it may only be known that the value is none of another switch's
            // cases.
            if name.contains(","), name != instruction.caseNames { return unknown }
            let target = targets.first { $0.name == name }
            let other = targets.first { $0.name == "default" }
            guard let block = (target ?? other)?.block else { return unknown }
            // The way of several other cases gets the value itself.
            if ways.contains(where: { $0.block == block }) { continue }
            let arguments = payload.map { [target == nil ? value : $0] } ?? []
            ways.append(Way(block: block, arguments: arguments))
        }
        return ways
    }

    private func waysOfCast(_ value: Value) -> [Way] {
        let target = namedType
        // A cast to another type than an optional finds the value in one.
        var value =
            target.baseName == "Optional"
            ? value : .joined(value.alternatives.map { $0.unwrapped ?? $0 })
        // A generic function's text may be a character.
        if otherTexts.contains(sourceType) { value = .uncomputed }
        let answers = Set(value.alternatives.map { cast($0, to: target) })
        if answers != [false] { store(value, at: operand(1)) }
        let ways = instruction.targets.map { Way(block: $0.block, arguments: [value]) }
        guard answers.count == 1, let answer = answers.first! else { return ways }
        return [ways[answer ? 0 : 1]]
    }

    /// The value that decides which way a branch takes. Only the program knows which type a
    /// value of one of its own protocols or classes has.
    private func cause(of ways: [Way]) -> Value {
        if instruction.opcode == .tryApply { return ways[1].arguments[0] }
        let value = loaded(operand())
        guard instruction.opcode == .checkedCastBr else { return value }
        // The program knows whether an integer is an `Int` or a `Bool`.
        if !value.isUnknown { return .result(of: [value]) }
        return program.declaration(of: sourceType) != nil ? .uncomputed : value
    }

    /// The type that a value has before a cast: `checked_cast_br any Service in %1 to …`.
    private var sourceType: String {
        let words = instruction.line.string.prefix { $0 != "%" }.split(separator: " ")
        return frame.type(String(words.dropLast().last ?? ""), program)
    }

    /// Whether the program stops because `as!` finds a value of another type.
    func stopsAtCast(of value: Value, to target: String, at place: Place? = nil) -> Bool {
        let fails = value.alternatives.map { isNever($0, target) }
        let isSure = isSureNow && !fails.contains(false)
        if isSure || possible == 0, fails.contains(true) {
            guessing(on: isSure ? .void : .uncomputed) { note(.castFailed, at: place) }
        }
        return isSure
    }

    /// Whether a value can't have a type, nor an array have elements of one. A library's
    /// type may be bridged or boxed, or conform to anything.
    private func isNever(_ value: Value, _ target: String) -> Bool {
        if case .array(let all, _) = value, let element = Key(type: target).element {
            return all.contains { isNever($0, element) }
        }
        if value.text != nil, ["Bool", "Double", "Int"].contains(target) { return true }
        if value.integer != nil, target == "String" { return true }
        return parts(of: target).contains { part in
            program.declaration(of: part) != nil
                && program.conforms(value.dynamicType ?? part, to: part) == false
        }
    }

    /// Whether a value has a type, or `nil` if that can't be told.
    func cast(_ value: Value, to target: String) -> Bool? {
        let isOfTypes = target.hasSuffix(".Type")
        if isNever(value, target) { return false }
        if value.text != nil, otherTexts.contains(target) { return nil }
        guard let type = isOfTypes ? value.typeOfMembers : value.dynamicType else {
            return nil
        }
        // A protocol's own type isn't one of those that conform to it.
        if isOfTypes, type.hasPrefix("any ") { return nil }
        let target = program.names.atRunTime(
            isOfTypes ? Self.instanceType(target) : target)
        if [type, "Any", "any Any"].contains(target) { return true }
        if target.hasPrefix("any ") {
            let answers = parts(of: target).map { program.conforms(type, to: $0) }
            return answers.contains(false) ? false : answers.contains(nil) ? nil : true
        }
        let isKind = program.conforms(type, to: target)
        if case .object = value, !target.hasPrefix("Optional<") { return isKind }
        if isOfTypes, let isKind { return isKind }
        // A bridged or boxed value's type isn't what it seems to be.
        let isVague = [value.isNone ? target : type, target].contains { name in
            name.contains(#/[?{]/#)
                || ["Optional", "Any", "NS"].contains(where: name.hasPrefix)
        }
        return isVague ? nil : false
    }

    // MARK: Alternatives

    /// Runs code for each of several things. One of them is there, but it can't be told
    /// which.
    func either<T>(_ all: [T], _ body: (T) -> Outcome) -> Outcome {
        if all.count == 1 { return body(all[0]) }
        let base = heap
        possible += 1
        let outcomes = all.map { one in
            heap = Heap(base: base)
            return body(one)
        }
        possible -= 1
        heap = base
        return settled(.joined(outcomes, above: base))
    }

    /// An outcome in the caller's memory, if it either only returns or only throws.
    func settled(_ outcome: Outcome) -> Outcome {
        if outcome.returned != nil, outcome.thrown != nil { return outcome }
        var outcome = outcome
        takeMemory(of: outcome)
        outcome.returned?.heap = heap
        outcome.thrown?.heap = heap
        return outcome
    }

    /// Runs code that depends on a value, as a guess if the value isn't computed, or if only
    /// the program knows whether something holds a weak reference's object.
    func guessing<T>(on value: Value, _ body: () -> T) -> T {
        let wasGuess = isGuess
        isGuess = wasGuess || value == .uncomputed || isGuessed(value)
        defer { isGuess = wasGuess }
        return body()
    }

    /// Goes one way or the other, or both if it can't be told which.
    func choose(
        _ isFirst: Bool?, _ first: () -> Outcome, or second: () -> Outcome
    ) -> Outcome {
        either(isFirst.map { [$0] } ?? [true, false]) { $0 ? first() : second() }
    }

    /// Notes that a guess has chosen one of several values.
    func noteGuess(_ value: Value) {
        value.parts.forEach(noteGuess)
        guard case .oneOf(let all) = value, !isGuessed(value) else { return }
        if value.choices.count == all.count {
            guesses.insert(value.choices)
        } else if all.contains(where: \.isNone) || !all.allSatisfy(\.isLiteral) {
            guessedValues.insert(value)
        }
    }

    /// Whether it is one of several values of which only the program knows the right one.
    func isGuessed(_ value: Value) -> Bool {
        guard case .oneOf = value.unwrapped ?? value else { return false }
        return guesses.contains(value.choices) || guessedValues.contains(value)
            || isFromWeakReference(value)
    }

    /// Runs code that may run or not.
    func maybe(_ body: () -> Outcome) {
        _ = value(of: choose(nil, body) { returning() })
    }

    /// Runs code that counts as possible, unless `isPossible` is false.
    func possibly<T>(_ isPossible: Bool = true, _ body: () -> T) -> T {
        possible += isPossible ? 1 : 0
        defer { possible -= isPossible ? 1 : 0 }
        return body()
    }

    /// Runs code on a layer of its own, and returns what it wrote there.
    func onLayer<T>(_ body: () -> T) -> (value: T, written: [Cell: Value]) {
        let before = heap
        heap = Heap(base: before)
        defer { heap = before }
        let value = body()
        return (value, heap.written(above: before))
    }

    /// The value that an outcome returns, with the effects until then.
    func value(of outcome: Outcome) -> Value {
        guard let branch = outcome.returned else { return .unknown }
        heap.take(branch.heap)
        return branch.value
    }

    /// The `Result` of a closure's outcome, or one of two if it may return and throw.
    func result(of outcome: Outcome) -> Value {
        let results = [("success", outcome.returned), ("failure", outcome.thrown)]
        let branches = results.compactMap { name, branch in
            branch.map {
                (Value.enumeration("Result", name, $0.value), $0.heap)
            }
        }
        heap.take(heap.joining(branches.map(\.1)))
        return .joined(branches.map(\.0))
    }

    /// Continues with the effects until code returned, or if it can only throw, until
    /// the error.
    func takeMemory(of outcome: Outcome) {
        if let branch = outcome.returned ?? outcome.thrown { heap.take(branch.heap) }
    }
}

extension Value {
    /// Whether it is true or false, which decides nothing.
    fileprivate var isAnyTruth: Bool {
        [.bool(true), .bool(false)].allSatisfy(alternatives.contains)
    }
}

/// The protocols in `any P & Q`, or another type itself.
private func parts(of type: String) -> [String] {
    type.replacing("any ", with: "").split(separator: " & ").map(String.init)
}

/// The types of texts besides `String`, and optionals of the usual ones.
let otherTexts =
    """
    Character StaticString Substring Unicode.Scalar Optional<Character> \
    Optional<Substring>
    """.words
