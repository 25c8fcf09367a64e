/// The standard library's functions: texts, collections, optionals and results.
extension Interpreter {
    static let standardLibrary = texts.merging(collections) { a, _ in a }
        .merging(sequences) { a, _ in a }.merging(dictionaries) { a, _ in a }
        .merging(others) { a, _ in a }

    // MARK: Texts

    private static let texts: ModelTable = [
        "String.init": { run, call in
            let value = call.parameters[0]
            if call.name.contains("_builtinStringLiteral") {
                return run.returning(value, call)
            }
            guard call.name.hasSuffix("(stringInterpolation:)") else { return nil }
            guard case .string = value else { return nil }
            return run.returning(value, call)
        },
        "StaticString.init": { $0.literal($1) },
        "Int.init": { $0.literal($1) },
        "UInt.init": { $0.literal($1) },
        "DefaultStringInterpolation.init": { $0.returning(.string(""), $1) },
        "DefaultStringInterpolation.appendLiteral": { $0.appendText($1) },
        "DefaultStringInterpolation.appendInterpolation": { $0.appendText($1) },
        "static String.== infix": { $0.compareTexts($1) { $0 == $1 } },
        "static String.+ infix": { run, call in
            guard let (a, b) = texts(call) else { return nil }
            return run.returning(.string(a + b), call)
        },
        "static String.+= infix": { run, call in
            guard case .string(let old) = run.load(call.parameters[0]),
                case .string(let new) = run.loaded(call.parameters[1])
            else { return nil }
            run.store(.string(old + new), at: call.parameters[0])
            return run.returning(.void, call)
        },
    ]

    /// A literal's value, where the compiler has left its initializer.
    private func literal(_ call: KnownCall) -> Outcome? {
        let isLiteral = call.name.contains("(_builtin")
        return isLiteral ? returning(call.parameters[0], call) : nil
    }

    private static func texts(_ call: KnownCall) -> (String, String)? {
        guard case .string(let a) = call.parameters[0] else { return nil }
        guard case .string(let b) = call.parameters[1] else { return nil }
        return (a, b)
    }

    private func compareTexts(
        _ call: KnownCall, _ compare: (String, String) -> Bool
    ) -> Outcome? {
        Self.texts(call).map { returning(.bool(compare($0, $1)), call) }
    }

    private func appendText(_ call: KnownCall) -> Outcome? {
        let added = loaded(call.parameters[0])
        // A type's own description may ask for something.
        if !callbacks(of: added).isEmpty { return nil }
        switch (load(call.receiver), added) {
        case (.string(let old), .string(let new)):
            store(.string(old + new), at: call.receiver)
        case (.string(let old), .int(let new)):
            store(.string("\(old)\(new)"), at: call.receiver)
        default: store(.unknown, at: call.receiver)
        }
        return returning(.void, call)
    }

    // MARK: Optionals, results, key paths

    private static let others: ModelTable = [
        "Optional.map": { $0.mapOptional($1) { .some($0) } },
        "Optional.flatMap": { $0.mapOptional($1) { $0 } },
        "Result.init": { run, call in
            guard call.name.hasSuffix("(catching:)") else { return nil }
            guard let body = call.firstClosure else { return nil }
            return run.returning(run.result(of: run.invoke(body, [])), call)
        },
        "Result.get": { run, call in
            let result = run.loaded(call.receiver)
            guard case .enumeration(_, let name, let payload?) = result else {
                return nil
            }
            if name == "success" { return run.returning(payload, call) }
            return run.throwing(payload)
        },
        "swift_getAtKeyPath": { $0.readKeyPath($1) },
        "withExtendedLifetime": { $0.runOnce($1) },
        "withUnsafePointer": { $0.runOnce($1) },
        "withUnsafeMutablePointer": { $0.runOnce($1) },
        "withUnsafeBytes": { $0.runOnce($1) },
        "autoreleasepool": { $0.runOnce($1) },
    ]

    /// A call that runs its closure once, and returns what that does.
    func runOnce(_ call: KnownCall, with arguments: [Value] = [.unknown]) -> Outcome? {
        call.lastClosure.map { passing(invoke($0, arguments), call) }
    }

    /// `Result`, of a closure's outcome.
    func result(of outcome: Outcome) -> Value {
        func result(_ name: String, _ branch: Outcome.Branch?) -> Outcome.Branch? {
            guard var branch else { return nil }
            branch.value = .enumeration(type: "Result", name: name, branch.value)
            return branch
        }
        return value(
            joining: [
                result("success", outcome.returned), result("failure", outcome.thrown),
            ])
    }

    /// The value where one of several ways was gone, each of which has its memory.
    private func value(joining branches: [Outcome.Branch?]) -> Value {
        let branches = branches.compactMap(\.self)
        let base = heap
        base.take(base.joining(branches.map(\.heap)))
        return .joined(branches.map(\.value))
    }

    private func mapOptional(
        _ call: KnownCall, _ wrap: @escaping (Value) -> Value
    ) -> Outcome? {
        guard let closure = call.firstClosure else { return nil }
        let all = loaded(call.receiver).alternatives
        let ways = all.map { one in
            { () -> Outcome in
                switch one {
                case .enumeration(_, "none", _): return self.returning(.none)
                case .enumeration(_, "some", let payload?):
                    var outcome = self.invoke(
                        closure, [self.argument(payload, for: closure)])
                    if let value = outcome.returned?.value {
                        outcome.returned!.value = wrap(value)
                    }
                    return outcome
                default:
                    self.maybe { self.invoke(closure, [.unknown]) }
                    return self.returning(.unknown)
                }
            }
        }
        return passing(either(ways), call)
    }

    /// An argument as a closure takes it: by its address, where the type is generic.
    func argument(_ value: Value, for closure: Value) -> Value {
        let function = closure.closure?.symbol.flatMap { program.functions[$0] }
        guard let header = function?.header else { return value }
        let isIndirect = header.contains("@in_guaranteed") || header.contains("(@in ")
        return isIndirect ? .address(allocate(value), []) : value
    }

    private func readKeyPath(_ call: KnownCall) -> Outcome? {
        guard case .keyPath(let components) = call.receiver else { return nil }
        var value = loaded(call.parameters[0])
        for component in components {
            if component.hasPrefix(".") {
                let step = Step.field(String(component.dropFirst()))
                if case .object(let cell, _) = value {
                    value = load(.address(cell, [step]))
                } else {
                    value = value.part(step)
                }
            } else {
                let getter = Value.function(Closure(.symbol(component), name: "key path"))
                let cell = Value.address(allocate(value), [])
                value = self.value(of: invoke(getter, [cell]))
            }
        }
        return returning(value, call)
    }
}
