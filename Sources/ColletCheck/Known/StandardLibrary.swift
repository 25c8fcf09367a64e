/// The standard library's functions: texts, collections, optionals and results.
extension Interpreter {
    // MARK: Texts

    static let texts: ValueTable = [
        "String.init": { run, call in
            if call.name.contains("_builtinStringLiteral") { return call[0] }
            let labels = ["(stringInterpolation:)", "(describing:)", "(_:)"]
            guard labels.contains(where: call.name.hasSuffix) else { return nil }
            return description(of: run.loaded(call[0]), call).map { .string($0) }
        },
        """
        DefaultStringInterpolation.appendLiteral, \
        DefaultStringInterpolation.appendInterpolation
        """: { run, call in
            let added = run.loaded(call[0])
            // A type's own description may ask for something.
            if !run.callbacks(of: added).isEmpty { return nil }
            let old = run.load(call.receiver).text
            let all = old.flatMap { old in
                description(of: added, call).map { Value.string(old + $0) }
            }
            return run.storing(all ?? .unknown, in: call.receiver)
        },
        "String.count.getter": { $0.loaded($1.receiver).text.map { .int($0.count) } },
        "String.isEmpty.getter": {
            $0.loaded($1.receiver).text.map { .bool($0.isEmpty) }
        },
        "String.uppercased": {
            $0.loaded($1.receiver).text.map { .string($0.uppercased()) }
        },
        "String.lowercased": {
            $0.loaded($1.receiver).text.map { .string($0.lowercased()) }
        },
        "swift_getAtKeyPath": { $0.valueAtKeyPath($1) },
        "swift_setAtWritableKeyPath, swift_setAtReferenceWritableKeyPath": { run, call in
            run.address(ofKeyPath: call).map { run.storing(run.loaded(call[2]), in: $0) }
        },
    ]

    /// A value as a text, if it can be told.
    private static func description(of value: Value, _ call: KnownCall) -> String? {
        if case .metatype(let type) = value, !type.contains(where: "<?@(".contains) {
            return type.split(separator: ".").last.map(String.init)
        }
        // A truth value is an integer, too.
        let isNumber = call.substitutions.first?.contains("Int") == true
        return value.text ?? (isNumber ? value.integer.map(String.init) : nil)
    }

    /// What returns the same, whatever it is given.
    static let constants = [
        "_OptionalNilComparisonType.init": Value.none,
        "DefaultStringInterpolation.init": .string(""),
        "static MainActor.shared.getter, static MainActor.sharedUnownedExecutor.getter":
            .mainActor,
        "static DispatchQueue.main.getter, static OS_dispatch_queue.main.getter":
            .mainQueue,
        "static DispatchQueue.global, static OS_dispatch_queue.global": .globalQueue,
        "swift_asyncLet_get": .void,
        "static Trait.bug, static Trait.serialized.getter, static Trait.tags": otherTrait,
        // The comments above a test.
        """
        static Trait.__block, static Trait.__documentationBlock, \
        static Trait.__documentationLine, static Trait.__line, static Trait.timeLimit
        """: otherTrait,
        "Result.__expected": .unknown,
    ].mapValues { value -> @Sendable (Interpreter, KnownCall) -> Value? in
        { _, _ in value }
    }

    private static let otherTrait = Value.fields(type: "OtherTrait", [:])

    // MARK: Optionals, results, key paths

    /// A `!` finds `nil`, which certainly is what the last request got.
    private func unwrapNil(_ call: KnownCall) -> Outcome {
        if possible == 0, let absent { note(.unwrapped(absent), at: call.place) }
        return returning(.unknown, call)
    }

    static let optionals: ModelTable = [
        "_diagnoseUnexpectedNilOptional": { $0.unwrapNil($1) },
        "Optional.map": { $0.mapOptional($1) { .some($0) } },
        "Optional.flatMap": { $0.mapOptional($1) { $0 } },
        "Result.init": { run, call in
            guard call.name.hasSuffix("(catching:)") else { return nil }
            return call.firstClosure.map {
                run.returning(run.result(of: run.invoke($0, [])), call)
            }
        },
        "Result.get": { run, call in
            let result = run.loaded(call.receiver)
            guard case .enumeration(_, let name, let payload?) = result else {
                return nil
            }
            return name == "success"
                ? run.returning(payload, call) : run.throwing(payload)
        },
        // Coroutines, which yield an address.
        "swift_readAtKeyPath": { run, call in
            run.valueAtKeyPath(call).map {
                run.returning(.tuple([.address(run.allocate($0), [])]))
            }
        },
        "swift_modifyAtWritableKeyPath, swift_modifyAtReferenceWritableKeyPath": {
            run, call in
            run.address(ofKeyPath: call).map { run.returning(.tuple([$0])) }
        },
        """
        withExtendedLifetime, withUnsafePointer, withUnsafeMutablePointer, \
        withUnsafeBytes, autoreleasepool, NSLocking.withLock, TaskLocal.withValue, \
        withTaskExecutorPreference, confirmation, \
        ObservationRegistrar.withMutation, Array.withUnsafeBufferPointer
        """: { $0.runOnce($1) },
    ]

    /// A call that runs its closure once, and returns what that does.
    func runOnce(_ call: KnownCall, with arguments: [Value] = [.unknown]) -> Outcome? {
        call.lastClosure.map { passing(invoke($0, arguments), call) }
    }

    /// `Result`, of a closure's outcome: of either, where it may return and throw.
    func result(of outcome: Outcome) -> Value {
        let results = [("success", outcome.returned), ("failure", outcome.thrown)]
        let branches = results.compactMap { name, branch in
            branch.map {
                (Value.enumeration(type: "Result", name: name, $0.value), $0.heap)
            }
        }
        let base = heap
        base.take(base.joining(branches.map(\.1)))
        return .joined(branches.map(\.0))
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
