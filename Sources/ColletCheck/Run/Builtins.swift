/// The compiler's built-in functions.
extension Interpreter {
    /// They convert a number, and pass everything else on.
    private static let conversions = [
        "bitcast", "freeze", "int_expect", "inttoptr", "ptrtoint", "sext",
        "stringObjectOr", "trunc", "zext",
    ]

    func builtin(_ instruction: Instruction, _ frame: Frame) -> Value {
        let name = instruction.name
        let operands = frame.operands(of: instruction)
        if name == "errorInMain" || name == "unexpectedError" {
            fail(with: operands.first ?? .unknown, at: instruction.place)
            return .void
        }
        if name == "once", operands.count > 1 {
            initializeOnce(token: operands[0], operands[1])
            return .void
        }
        if name.hasPrefix("createAsyncTask") || name.hasPrefix("startAsyncLet") {
            return startTask(name, operands)
        }
        if Self.conversions.contains(where: name.hasPrefix) {
            return operands.first ?? .unknown
        }
        if name.contains("checked_trunc") || name.contains("checked_conversion") {
            return .tuple([operands.first ?? .unknown, .bool(false)])
        }
        guard operands.count >= 2 else { return .unknown }
        return arithmetic(name, operands[0], operands[1])
    }

    /// An error leaves the program.
    private func fail(with error: Value, at place: Place?) {
        guard case .fields("VerificationError", let fields) = error else { return }
        guard case .string(let message)? = fields["message"] else { return }
        note(.failed(message), at: place)
    }

    /// A global or static property is made when somebody first reads it.
    private func initializeOnce(token: Value, _ initializer: Value) {
        guard case .address(let cell, _) = token else {
            _ = value(of: invoke(initializer, []))
            return
        }
        let place = stack.last { $0.place?.isWritten == true }?.place
        // Nobody has made it where the program starts.
        if base[cell] == .unknown { base[cell] = Value.none }
        _ = once(cell) {
            // Who asks for it while it is made doesn't make it.
            self.heap[cell] = Value.some(.void)
            return self.value(
                of: self.running(for: .global(cell)) { self.invoke(initializer, []) })
        }
        note(.got(.global(cell)), at: place)
    }

    private func startTask(_ name: String, _ operands: [Value]) -> Value {
        guard let closure = operands.last(where: { $0.closure != nil }) else {
            return .unknown
        }
        let value = value(of: invoke(closure, []))
        if name.hasPrefix("startAsyncLet"), operands.count > 1 {
            store(value, at: operands.last!)
        }
        return .tuple([value, value])
    }

    // MARK: Arithmetic

    func arithmetic(_ name: String, _ a: Value, _ b: Value) -> Value {
        guard let a = a.integer, let b = b.integer else { return .unknown }
        switch name.prefix(while: { $0 != "_" }) {
        case "cmp": return comparison(name.dropFirst(4).prefix { $0 != "_" }, a, b)
        case "sadd", "uadd": return .tuple([.int(a &+ b), .bool(false)])
        case "ssub", "usub": return .tuple([.int(a &- b), .bool(false)])
        case "smul", "umul": return .tuple([.int(a &* b), .bool(false)])
        case "xor": return .int(a ^ b)
        case "and": return .int(a & b)
        case "or": return .int(a | b)
        default: return .unknown
        }
    }

    private func comparison(_ name: Substring, _ a: Int, _ b: Int) -> Value {
        let (x, y) = (UInt(bitPattern: a), UInt(bitPattern: b))
        return switch name {
        case "eq": .bool(a == b)
        case "ne": .bool(a != b)
        case "slt": .bool(a < b)
        case "sle": .bool(a <= b)
        case "sgt": .bool(a > b)
        case "sge": .bool(a >= b)
        case "ult": .bool(x < y)
        case "ule": .bool(x <= y)
        case "ugt": .bool(x > y)
        case "uge": .bool(x >= y)
        default: .unknown
        }
    }
}
