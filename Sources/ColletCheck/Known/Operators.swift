/// Literals, operators and checks. Most are calls in raw SIL alone, where nothing is
/// inlined.
extension Interpreter {
    static let operators: ModelTable = {
        var all: ModelTable = [
            "_OptionalNilComparisonType.init": { $0.returning(.none, $1) },
            "static Bool.! prefix": { run, call in
                let value = call.parameters[0].integer
                return run.returning(value.map { .bool($0 == 0) } ?? .unknown, call)
            },
            "static Bool.&& infix": { $0.decide($1, if: false) },
            "static Bool.|| infix": { $0.decide($1, if: true) },
            "?? infix": { $0.orElse($1) },
            "static Comparable...< infix": { $0.makeRange("Range", $1) },
            "static Comparable.... infix": { $0.makeRange("ClosedRange", $1) },
            "static String.+ infix": { $0.join($1) },
            "static String.+= infix": { $0.join($1) },
            "precondition": { run, call in
                call.firstClosure.map {
                    run.then(run.invoke($0, [])) {
                        $0.integer == 0 ? Outcome() : run.returning(.void, call)
                    }
                }
            },
        ]
        for type in ["StaticString", "Bool", "Double", "Int", "Int32", "Int64", "UInt"] {
            all["\(type).init"] = { run, call in
                let isLiteral = call.name.contains("(_builtin")
                return isLiteral ? run.returning(call.parameters[0], call) : nil
            }
        }
        for (sign, builtin) in builtins {
            all["static Int.\(sign) infix"] = { run, call in
                run.returning(run.calculate(builtin, call), call)
            }
            guard !builtin.hasPrefix("cmp") else { continue }
            all["static Int.\(sign)= infix"] = { run, call in
                run.store(run.calculate(builtin, call), at: call.parameters[0])
                return run.returning(.void, call)
            }
        }
        for name in equalities {
            all[name] = { run, call in
                let isEqual = run.areEqual(call.parameters[0], call.parameters[1])
                let isNegated = call.base.contains("!")
                return isEqual.map { run.returning(.bool($0 != isNegated), call) }
            }
        }
        return all
    }()

    private static let builtins = [
        "+": "sadd", "-": "ssub", "*": "smul", "==": "cmp_eq", "!=": "cmp_ne",
        "<": "cmp_slt", "<=": "cmp_sle", ">": "cmp_sgt", ">=": "cmp_sge",
    ]

    private static let equalities = [
        "static String.== infix", "static Optional.== infix", "static Optional.!= infix",
        "static Equatable.!= infix", "~= infix", "=== infix", "!== infix",
    ]

    private func calculate(_ builtin: String, _ call: KnownCall) -> Value {
        let (a, b) = (loaded(call.parameters[0]), loaded(call.parameters[1]))
        let result = arithmetic(builtin, a, b)
        guard case .tuple = result else { return result }
        return result.part(.index(0))
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
        let (low, high) = (loaded(call.parameters[0]), loaded(call.parameters[1]))
        let bounds = ["lowerBound": low, "upperBound": high]
        return returning(.fields(type: type, bounds), call)
    }

    /// Two texts as one; `+=` stores it.
    private func join(_ call: KnownCall) -> Outcome? {
        let (target, added) = (call.parameters[0], loaded(call.parameters[1]))
        guard case (.string(let old), .string(let new)) = (loaded(target), added) else {
            return nil
        }
        guard case .address = target else {
            return returning(.string(old + new), call)
        }
        store(.string(old + new), at: target)
        return returning(.void, call)
    }

    // MARK: What may run its right side

    /// An operand decides, or else the other one.
    private func decide(_ call: KnownCall, if decisive: Bool) -> Outcome? {
        guard let other = call.lastClosure else { return nil }
        let decided = { self.returning(.bool(decisive)) }
        guard let value = call.parameters[0].integer else {
            return passing(either([decided, { self.invoke(other, []) }]), call)
        }
        return passing((value != 0) == decisive ? decided() : invoke(other, []), call)
    }

    private func orElse(_ call: KnownCall) -> Outcome? {
        guard let other = call.lastClosure else { return nil }
        let isOptional = call.symbol.hasPrefix("$ss2qqoiyxSg")
        return passing(
            unwrapping(call.parameters[0]) {
                self.returning(isOptional ? .some($0) : $0)
            } orElse: {
                self.invoke(other, [])
            }, call)
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
