/// Conversions, whose result is their operand, with as many bits as it has room for.
private let conversions =
    """
    addressOfRawLayout bitcast freeze int_expect inttoptr ptrtoint sext stringObjectOr \
    trunc zext
    """.words

/// The compiler's built-in functions.
extension Interpreter {
    func builtin() -> Value {
        let name = instruction.name
        if name == "once" {
            initializeOnce(token: operand(), operand(1))
            return .void
        }
        if name == "finishAsyncLet", let cell = operand().cell, heap[cell] != Value.none {
            // Nothing has waited for it, so it may have done either.
            _ = result(of: wait(forChild: cell))
        }
        if name.hasPrefix("createAsyncTask") || name.hasPrefix("startAsyncLet") {
            return startTask(name)
        }
        if conversions.contains(where: name.hasPrefix) { return converted(name) }
        if name.contains("checked_trunc") {
            return .tuple([converted(name), .bool(false)])
        }
        // Code compares the tag, so the case without its payload will do.
        if name == "getEnumTag" {
            let value = loaded(operand())
            guard case .enumeration(let type, let name, _) = value else {
                return .result(of: [value])
            }
            return .enumeration(type, name)
        }
        return arithmetic(name, operand(), operand(1))
    }

    /// Makes a global or static property when it is first read.
    private func initializeOnce(token: Value, _ initializer: Value) {
        guard case .address(let cell, _) = token else {
            _ = value(of: invoke(initializer))
            return
        }
        let place = stack.last { $0.place?.isWritten == true }?.place
        if heap[cell] == Value.some(.int(postponed)), let name = stack.last?.name {
            let global = name.replacing(".unsafeMutableAddressor", with: "")
            note(.cycle([global, global], isCertain: possible == 0), at: place)
        }
        // At the start of the program, the global hasn't been made.
        if base[cell] == .unknown { base[cell] = Value.none }
        let isFirst = heap[cell] == Value.none
        let last = lastCell, began = steps, outer = lastBriefStep
        // The initializer runs once, even if a closure that may run several times reads
        // the global first.
        let depth = depthOfClosures
        depthOfClosures = -1
        defer { depthOfClosures = depth }
        // The initializer's steps don't count as those of the code that happens to read
        // first.
        lastBriefStep = .max
        _ = once(cell) {
            // Code that reads it while it is being made doesn't make it again.
            heap[cell] = Value.some(.int(postponed))
            let (made, written) = onLayer {
                value(of: running(for: .global(cell)) { invoke(initializer) })
            }
            written.forEach { heap[$0] = $1 }
            written.forEach { shareConstant($1, in: $0) }
            return made
        }
        if outer != .max { lastBriefStep = outer + steps - began }
        if isFirst { heap.sink(after: last, into: base) }
        note(.got(.global(cell)), at: place)
    }

    /// Several ways may be the first to read a constant: if they make the same object, the
    /// first one stands for all.
    private func shareConstant(_ new: Value, in cell: Cell) {
        guard let old = heap.untimed.constants[cell] else { return }
        if old == .unknown { heap.untimed.constants[cell] = new }
        guard let first = old.cell, let other = new.cell else { return }
        if heap[first] == heap[other] { heap[cell] = old }
    }

    private func startTask(_ name: String) -> Value {
        guard let closure = operands.last(where: { $0.closure != nil }) else {
            return .unknown
        }
        if name.hasPrefix("startAsyncLet") {
            let ended = errorsEnd
            // An error ends the root if all ways wait for the task, and it does so there.
            let waits = frame.code.blocks.enumerated().compactMap { index, block in
                block.instructions.last.flatMap { last in
                    last.opcode == .tryApply
                        && last.operands.contains(instruction.results[0])
                        ? (index, last) : nil
                }
            }
            let blocks = Set(waits.map(\.0)), flow = frame.code.flow
            errorsEnd =
                !flow.reachesExit(frame.position.block, around: blocks)
                && waits.map(\.1).allSatisfy(passesErrors)
            let (value, child) = begin { self.invoke(closure) }
            errorsEnd = ended
            store(value, at: operands.last!)
            return .object(child, "AsyncLet")
        }
        let value = value(of: invoke(closure))
        return .tuple([value, value])
    }

    // MARK: Arithmetic

    /// `zext_Int8_Int64` reads the bits of its operand as those of an unsigned integer.
    private func converted(_ name: String) -> Value {
        let types = name.split(separator: "_").suffix(2)
        let sign = name.hasPrefix("zext") ? "U" : ""
        return operand().wrapped(to: sign + types.first!).wrapped(to: types.last!)
    }

    /// Comparisons of two integers, by the function's name without a type.
    private static let comparisons: [Substring: @Sendable (Int, Int) -> Bool] = [
        "cmp_eq": (==), "cmp_ne": (!=), "cmp_slt": (<), "cmp_sle": (<=), "cmp_sgt": (>),
        "cmp_sge": (>=),
    ]

    /// Functions that compute an integer from two others, by their names without a type.
    private static let operations: [Substring: @Sendable (Int, Int) -> Int?] = [
        "add": { $0 &+ $1 }, "sub": { $0 &- $1 }, "mul": { $0 &* $1 }, "xor": (^),
        "and": (&), "or": (|),
        "sdiv": { $1 > 0 ? $0 / $1 : nil }, "srem": { $1 > 0 ? $0 % $1 : nil },
    ]

    static func calculate(_ operation: Substring, _ a: Value, _ b: Value) -> Value {
        guard let a = a.integer, let b = b.integer else {
            return equality(operation, a, b) ?? .result(of: [a, b])
        }
        if operation.hasPrefix("cmp_u") {
            // Unsigned integers are ordered like signed ones with the first bit flipped.
            let signed = "cmp_s" + operation.dropFirst(5)
            return calculate(signed[...], .int(a ^ .min), .int(b ^ .min))
        }
        if let compare = comparisons[operation] { return .bool(compare(a, b)) }
        return operations[operation]?(a, b).map(Value.int) ?? .unknown
    }

    /// Compares two tags or metatypes.
    private static func equality(_ operation: Substring, _ a: Value, _ b: Value)
        -> Value?
    {
        let isSame = a.equals(b).map(Value.bool)
        if operation == "cmp_ne" { return isSame?.negated }
        return ["cmp_eq", "is_same"].contains(operation) ? isSame : nil
    }

    /// The result of a function of two integers. `sadd_with_overflow_Int64` is `add`, and
    /// also returns whether it overflows.
    private func arithmetic(_ name: String, _ a: Value, _ b: Value) -> Value {
        let end = name.lastIndex(of: "_") ?? name.endIndex
        let type = name[end...].dropFirst()
        let parts = name[..<end].split(separator: "_with_")
        let operation = parts.count > 1 ? parts[0].dropFirst() : name[..<end]
        let result = Self.calculate(operation, a.wrapped(to: type), b.wrapped(to: type))
            .wrapped(to: type)
        let hasFlag = parts.count > 1 && result.integer != nil
        return hasFlag ? .tuple([result, .bool(false)]) : result
    }
}
