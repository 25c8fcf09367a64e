/// What is known of parts of unknown values.
typealias World = [(part: Value, value: Value)]

/// Parts of the names of functions that get what a user gives the program.
private let sources =
    "CommandLine. ProcessInfo. UserDefaults. getenv readLine".words

/// Worlds: the values that unknowns may have, if they decide what is registered.
///
/// Once ways have met, it can't be told whether a request after the same decision is
/// answered. So the program also runs in each world.
extension Interpreter {
    /// Gives the first unknown result or error of an instruction an identity, unless it may
    /// stand for those of several turns or calls. In a world, some of it is known.
    func identified(_ value: Value, isError: Bool = false) -> Value {
        switch value {
        case .unknown, .oneOf: break
        default: return value
        }
        if later > 0 || isGuess { return value }
        if depthOfClosures > 0 || purpose != .program { return value }
        if frames.contains(where: { !$0.turns.isEmpty }) { return value }
        let error = isError ? [ObjectIdentifier(Self.self)] : []
        var input = frames.suffix(2).map { ObjectIdentifier($0.instruction) } + error
        if inputs[input] != nil { return value }
        let instruction = frame.instruction!
        var operands = instruction.operands.map { loaded(frame[$0]) }
        let symbol = instruction.opcode == .apply ? operands.first?.closure?.symbol : nil
        // The same question about the same has the same answer.
        if let callee = symbol.map({ callees[$0] }),
            callee.isComputing || callee.isConstant
        {
            operands.removeSubrange(1..<1 + instruction.signature.results)
            let isClear =
                callee.isConstant || operands.dropFirst().allSatisfy(\.isClear)
            input = inputs.first { isClear && $1.operands == operands }?.key ?? input
        }
        inputs[input] = (instruction.comment, operands)
        var result = value == .unknown ? .input(input) : value
        choices.append((.input(input), result))
        for case (.input(input, let steps), let known) in world {
            result = result.replacing(steps[...], with: result.chosen(known))
        }
        return result
    }

    /// Whether a value depends on what a user gives the program, rather than on what isn't
    /// computed here.
    func isGiven(_ value: Value) -> Bool {
        if case .input(let input, _) = value, let (call, operands) = inputs[input] {
            let isSource = sources.contains(where: call.contains)
            // A program always has an argument, its own path.
            return !call.contains("isEmpty")
                && (isSource || operands.contains(where: isGiven))
        }
        let chosen = choices.filter { $0.value == value }.map(\.part)
        return (chosen + value.parts).contains(where: isGiven)
    }

    /// Notes that a branch on a value decided what is registered.
    func noteDecision(on value: Value, by branch: Instruction) {
        let part = choices.first { $0.value == value }?.part ?? value
        let isKnown = decisions.contains { $0.part == part }
        let isCondition = branch.opcode == .condBr
        guard case .input = part, !isKnown,
            isCondition || !branch.targets[0].name.isEmpty
        else { return }
        let cases = branch.targets.map { target in
            Value.enumeration(
                "", target.name == "default" ? branch.caseNames : target.name, .unknown)
        }
        decisions.append((part, isCondition ? [.bool(true), .bool(false)] : cases))
    }

    /// The worlds that cover all decisions, or as many of the first as the limit allows.
    var worlds: [World] {
        decisions.reduce([[]]) { worlds, decision in
            let all = worlds.flatMap { world in
                decision.cases.map { world + [(decision.part, $0)] }
            }
            return all.count > worldLimit ? worlds : all
        }.filter { !$0.isEmpty }
    }
}

extension Value {
    /// Whether two such values stay the same if they are equal.
    fileprivate var isClear: Bool {
        switch self {
        case .unknown, .oneOf, .maybe, .function, .object, .address: false
        default: parts.allSatisfy(\.isClear)
        }
    }

    /// Of several values, those that a known case allows. A single value is that case.
    fileprivate func chosen(_ known: Value) -> Value {
        guard case .oneOf(let all) = self, let name = known.caseName else { return known }
        // Several names are those of the cases that it isn't.
        let names = name.split(separator: ", ")
        return .joined(
            all.filter { one in
                one.caseName.map { names.contains($0[...]) } != (names.count > 1)
            })
    }
}

extension Instruction {
    /// The cases that a switch tells apart. In a world, this is the name of any other
    /// case.
    var caseNames: String { targets.map(\.name).joined(separator: ", ") }
}
