/// Literals, operators and checks. Most are calls in raw SIL alone, where nothing is
/// inlined.
extension Interpreter {
    static let operators: ModelTable = [
        "StaticString.init, Bool.init, Double.init, Int.init, Int32.init, UInt.init": {
            let isLiteral = $1.name.contains("(_builtin")
            return isLiteral ? $0.returning($1[0], $1) : nil
        },
        "_OptionalNilComparisonType.init": { $0.returning(.none, $1) },
        "static Bool.! prefix": { run, call in
            call[0].integer.map { run.returning(.bool($0 == 0), call) }
        },
        "static Bool.&& infix": { $0.decide($1, if: false) },
        "static Bool.|| infix": { $0.decide($1, if: true) },
        "?? infix": { $0.orElse($1) },
        "static Comparable...< infix": { $0.makeRange("Range", $1) },
        "static Comparable.... infix": { $0.makeRange("ClosedRange", $1) },
        "static String.+ infix, static String.+= infix": { $0.join($1) },
        "static Int.+ infix, static Int.- infix, static Int.* infix": {
            $0.calculate($1)
        },
        "static Int.+= infix, static Int.-= infix": { $0.calculate($1) },
        "static Int.== infix, static Int.!= infix, static Int.< infix": {
            $0.calculate($1)
        },
        "static Int.<= infix, static Int.> infix, static Int.>= infix": {
            $0.calculate($1)
        },
        "static String.== infix, static Optional.== infix, ~= infix": { $0.compare($1) },
        "static Equatable.!= infix, === infix, !== infix": { $0.compare($1) },
        "precondition": { run, call in
            call.firstClosure.map {
                run.then(run.invoke($0, [])) {
                    $0.integer == 0 ? Outcome() : run.returning(.void, call)
                }
            }
        },
    ]

    /// The compiler's functions for operators.
    private static let builtins: [String: Substring] = [
        "+": "add", "-": "sub", "*": "mul", "==": "cmp_eq", "!=": "cmp_ne",
        "<": "cmp_slt", "<=": "cmp_sle", ">": "cmp_sgt", ">=": "cmp_sge",
    ]

    private func calculate(_ call: KnownCall) -> Outcome {
        // `+=` of `static Int.+= infix`
        let sign = String(call.base.dropFirst(11).dropLast(6))
        let builtin = Self.builtins[sign]
        let name = builtin ?? Self.builtins[String(sign.dropLast())]
        let result = calculate(name ?? "", loaded(call[0]), loaded(call[1]))
        return builtin == nil
            ? storing(result, in: call[0], call) : returning(result, call)
    }

    func storing(
        _ value: Value, in target: Value, _ call: KnownCall
    ) -> Outcome {
        store(value, at: target)
        return returning(.void, call)
    }

    private func compare(_ call: KnownCall) -> Outcome? {
        areEqual(call[0], call[1]).map {
            returning(.bool($0 != call.base.contains("!")), call)
        }
    }

    /// Whether two values are equal, or `nil` if that can't be told.
    func areEqual(_ a: Value, _ b: Value) -> Bool? {
        switch (loaded(a), loaded(b)) {
        case (.int(let a), .int(let b)): a == b
        case (.string(let a), .string(let b)): a == b
        case (.object(let a, _), .object(let b, _)): a == b ? true : nil
        case (.enumeration(_, "some", let a?), .enumeration(_, "some", let b?)):
            areEqual(a, b)
        case (
            .enumeration(_, let a, _), .enumeration(_, let b, _)
        ) where [a, b].contains("none"): a == b
        default: nil
        }
    }

    private func makeRange(_ type: String, _ call: KnownCall) -> Outcome {
        let bounds = ["lowerBound": loaded(call[0]), "upperBound": loaded(call[1])]
        return returning(.fields(type: type, bounds), call)
    }

    /// Two texts as one; `+=` stores it.
    private func join(_ call: KnownCall) -> Outcome? {
        guard let old = loaded(call[0]).text, let new = loaded(call[1]).text else {
            return nil
        }
        let joined = Value.string(old + new)
        guard case .address = call[0] else { return returning(joined, call) }
        return storing(joined, in: call[0], call)
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

    private func orElse(_ call: KnownCall) -> Outcome? {
        // Where the default value is an optional, so is the result.
        let isOptional = call.symbol.hasPrefix("$ss2qqoiyxSg")
        return call.lastClosure.map {
            unwrapping(call[0], or: $0, call) { isOptional ? .some($0) : $0 }
        }
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
            switch one {
            case .enumeration(_, "none", _): [orElse]
            case .enumeration(_, "some", let payload?): [{ body(payload) }]
            default: [{ body(.unknown) }, orElse]
            }
        }
        return either(ways)
    }
}
