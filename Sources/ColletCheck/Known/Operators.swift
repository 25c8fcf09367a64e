/// Literals, operators and checks. Most are calls in raw SIL alone, where nothing is
/// inlined.
extension Interpreter {
    static let operators: ModelTable = [
        "static Bool.&& infix": { $0.decide($1, if: false) },
        "static Bool.|| infix": { $0.decide($1, if: true) },
        "?? infix": { run, call in
            // Where the default value is an optional, so is the result.
            let isOptional = call.symbol.hasPrefix("$ss2qqoiyxSg")
            return call.lastClosure.map {
                run.unwrapping(call[0], or: $0, call) { isOptional ? .some($0) : $0 }
            }
        },
        "precondition": { run, call in
            call.firstClosure.map {
                run.then(run.invoke($0, [])) {
                    $0.integer == 0 ? Outcome() : run.returning(.void, call)
                }
            }
        },
    ]

    static let numbers: ValueTable = [
        "StaticString.init, Bool.init, Double.init, Int.init, Int32.init, UInt.init": {
            $1.name.contains("(_builtin") ? $1[0] : nil
        },
        "static Bool.! prefix": { $1[0].integer.map { .bool($0 == 0) } },
        "static Comparable...< infix": { $0.range("Range", $1) },
        "static Comparable.... infix": { $0.range("ClosedRange", $1) },
        """
        static Int.+ infix, static Int.- infix, static Int.* infix, \
        static Int.+= infix, static Int.-= infix, static Int.== infix, \
        static Int.!= infix, static Int.< infix, static Int.<= infix, \
        static Int.> infix, static Int.>= infix
        """: { run, call in
            // `+=` of `static Int.+= infix`
            let sign = String(call.base.dropFirst(11).dropLast(6))
            let isChange = builtins[sign] == nil
            let name = builtins[isChange ? String(sign.dropLast()) : sign] ?? ""
            let result = run.calculate(name, run.loaded(call[0]), run.loaded(call[1]))
            return isChange ? run.storing(result, in: call[0]) : result
        },
        "static String.+ infix, static String.+= infix": { run, call in
            guard let old = run.loaded(call[0]).text else { return nil }
            guard let new = run.loaded(call[1]).text else { return nil }
            let isChange = call.base.contains("=")
            let joined = Value.string(old + new)
            return isChange ? run.storing(joined, in: call[0]) : joined
        },
        """
        static String.== infix, static Optional.== infix, ~= infix, \
        static Equatable.!= infix, === infix, !== infix
        """: { run, call in
            run.areEqual(call[0], call[1]).map { .bool($0 != call.base.contains("!")) }
        },
    ]

    /// The compiler's functions for operators.
    private static let builtins: [String: Substring] = [
        "+": "add", "-": "sub", "*": "mul", "==": "cmp_eq", "!=": "cmp_ne",
        "<": "cmp_slt", "<=": "cmp_sle", ">": "cmp_sgt", ">=": "cmp_sge",
    ]

    /// Stores a value, as a function does that returns nothing.
    func storing(_ value: Value, in target: Value) -> Value {
        store(value, at: target)
        return .void
    }

    /// Whether two values are equal, or `nil` if that can't be told.
    func areEqual(_ a: Value, _ b: Value) -> Bool? {
        switch (loaded(a), loaded(b)) {
        case (.int(let a), .int(let b)): a == b
        case (.string(let a), .string(let b)): a == b
        case (.object(let a, _), .object(let b, _)): a == b ? true : nil
        case (.enumeration(_, "some", let a?), .enumeration(_, "some", let b?)):
            areEqual(a, b)
        case (.enumeration(_, let a, _), .enumeration(_, let b, _))
        where [a, b].contains("none"): a == b
        default: nil
        }
    }

    private func range(_ type: String, _ call: KnownCall) -> Value {
        let bounds = ["lowerBound": loaded(call[0]), "upperBound": loaded(call[1])]
        return .fields(type: type, bounds)
    }

    // MARK: What may run its right side

    /// An operand decides, or else the other one.
    private func decide(_ call: KnownCall, if decisive: Bool) -> Outcome? {
        guard let other = call.lastClosure else { return nil }
        let ways = [
            { self.returning(.bool(decisive)) }, { self.invoke(other, []) },
        ]
        let value = call[0].integer.map { ($0 != 0) == decisive }
        let outcome = value.map { ways[$0 ? 0 : 1]() } ?? either(ways)
        return passing(outcome, call)
    }

    /// What an optional holds, or what a closure gives.
    func unwrapping(
        _ optional: Value, or other: Value, _ call: KnownCall,
        _ wrap: @escaping (Value) -> Value = { $0 }
    ) -> Outcome {
        let outcome = unwrapping(optional) {
            self.returning(wrap($0))
        } orElse: {
            self.invoke(other, [])
        }
        return passing(outcome, call)
    }

    /// Goes on with what an optional holds, or without.
    func unwrapping(
        _ optional: Value, _ body: @escaping (Value) -> Outcome,
        orElse: @escaping () -> Outcome
    ) -> Outcome {
        let ways = loaded(optional).alternatives.flatMap { one -> [() -> Outcome] in
            if one.isNone { return [orElse] }
            let there = { body(one.unwrapped ?? .unknown) }
            return one.unwrapped == nil ? [there, orElse] : [there]
        }
        return either(ways)
    }
}
