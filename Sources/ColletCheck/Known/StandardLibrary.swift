/// The standard library's functions: texts, collections, optionals and results.
extension Interpreter {
    // MARK: Texts

    static let texts: ModelTable = [
        "String.init": { run, call in
            let value = call[0]
            if call.name.contains("_builtinStringLiteral") {
                return run.returning(value, call)
            }
            guard call.name.hasSuffix("(stringInterpolation:)") else { return nil }
            guard case .string = value else { return nil }
            return run.returning(value, call)
        },
        "DefaultStringInterpolation.init": { $0.returning(.string(""), $1) },
        """
        DefaultStringInterpolation.appendLiteral, \
        DefaultStringInterpolation.appendInterpolation
        """: { $0.appendText($1) },
        "String.count.getter": { run, call in
            run.loaded(call.receiver).text.map { run.returning(.int($0.count), call) }
        },
        "String.isEmpty.getter": { run, call in
            run.loaded(call.receiver).text.map { run.returning(.bool($0.isEmpty), call) }
        },
    ]

    private func appendText(_ call: KnownCall) -> Outcome? {
        let added = loaded(call[0])
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

    static let optionals: ModelTable = [
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
        "swift_getAtKeyPath": { run, call in
            run.valueAtKeyPath(call).map { run.returning($0, call) }
        },
        "swift_readAtKeyPath": { run, call in
            run.valueAtKeyPath(call).map {
                run.returning(.tuple([.address(run.allocate($0), [])]))
            }
        },
        "swift_modifyAtWritableKeyPath, swift_modifyAtReferenceWritableKeyPath": {
            run, call in
            run.address(ofKeyPath: call).map { run.returning(.tuple([$0])) }
        },
        "swift_setAtWritableKeyPath, swift_setAtReferenceWritableKeyPath": { run, call in
            run.address(ofKeyPath: call).map {
                run.storing(run.loaded(call[2]), in: $0, call)
            }
        },
        "withExtendedLifetime, withUnsafePointer, withUnsafeMutablePointer": {
            $0.runOnce($1)
        },
        "withUnsafeBytes, autoreleasepool": { $0.runOnce($1) },
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
        return passing(
            unwrapping(call.receiver) { payload in
                var outcome = self.invoke(
                    closure, [self.argument(payload, for: closure)])
                if let value = outcome.returned?.value {
                    outcome.returned!.value = wrap(value)
                }
                return outcome
            } orElse: {
                self.returning(.none)
            }, call)
    }

    /// An argument as a closure takes it: by its address, where the type is generic.
    func argument(_ value: Value, for closure: Value) -> Value {
        let function = closure.closure?.symbol.flatMap { program.functions[$0] }
        guard let header = function?.header else { return value }
        let isIndirect = header.contains("@in_guaranteed") || header.contains("(@in ")
        return isIndirect ? .address(allocate(value), []) : value
    }

    private func valueAtKeyPath(_ call: KnownCall) -> Value? {
        guard case .keyPath(let components) = call[1] else { return nil }
        return components.reduce(loaded(call[0])) { value, component in
            if component.hasPrefix(".") {
                let step = Step.field(String(component.dropFirst()))
                guard case .object(let cell, _) = value else { return value.part(step) }
                return load(.address(cell, [step]))
            }
            let getter = Value.function(Closure(.symbol(component), name: "key path"))
            return self.value(of: invoke(getter, [.address(allocate(value), [])]))
        }
    }

    /// The address that a key path of stored properties leads to.
    private func address(ofKeyPath call: KnownCall) -> Value? {
        guard case .keyPath(let components) = call[1] else { return nil }
        var address = call[0]
        for component in components {
            if case .object(let cell, _) = loaded(address) {
                address = .address(cell, [])
            }
            guard case .address(let cell, let steps) = address,
                component.hasPrefix(".")
            else { return nil }
            address = .address(cell, steps + [.field(String(component.dropFirst()))])
        }
        return address
    }
}
