/// Swift Testing's and XCTest's functions: what macros tell, conditions and assertions.
extension Interpreter {
    static let testing: ModelTable = macros.merging(traits) { a, _ in a }
        .merging(checks) { a, _ in a }.merging(assertions) { a, _ in a }

    // MARK: Tests and suites

    private static let macros: ModelTable = [
        "static Test.__function": { $0.tellTest($1) },
        "static Test.__type": { run, call in
            if case .metatype(let type) = call.parameters[0] {
                let place = run.loaded(call.parameters[3]).sourceLocation
                run.suites[type] = Suite(
                    traits: run.traits(call.parameters[2]), place: place)
            }
            return run.returning(.unknown, call)
        },
        "static SourceLocation.__here": { $0.sourceLocation($1) },
        "SourceLocation.init": { $0.sourceLocation($1) },
    ]

    private func tellTest(_ call: KnownCall) -> Outcome? {
        let parameters = call.parameters
        guard case .string(let name) = parameters[0] else { return nil }
        var suite: String?
        if case .metatype(let type)? = parameters[1].unwrapped { suite = type }
        let module = stack.last.flatMap { program.functions[$0.symbol]?.file.module }
        tests.append(
            TestRoot(
                name: name, suite: suite, traits: traits(parameters[4]),
                place: parameters.lazy.compactMap { self.loaded($0).sourceLocation }
                    .first,
                module: module ?? "", code: .function(call.lastClosure ?? .unknown)))
        return returning(.unknown, call)
    }

    private func traits(_ array: Value) -> [Value] {
        guard case .array(let all, _) = asArray(array) else { return [.unknown] }
        return all
    }

    private func sourceLocation(_ call: KnownCall) -> Outcome? {
        let parts = call.parameters.dropFirst().prefix(3).map(loaded)
        let location = Value.tuple(parts)
        return location.sourceLocation == nil ? nil : returning(location, call)
    }

    // MARK: Traits

    private static let traits: ModelTable = {
        var all: ModelTable = [:]
        for (name, enables) in [("enabled", true), ("disabled", false)] {
            all["static Trait.\(name)"] = { run, call in
                var fields = ["enables": Value.bool(enables)]
                fields["closure"] = call.lastClosure
                return run.returning(.fields(type: "ConditionTrait", fields), call)
            }
        }
        for name in [
            "bug", "serialized.getter", "tags", "timeLimit",
            // The comments above a test.
            "__block", "__documentationBlock", "__documentationLine", "__line",
        ] {
            all["static Trait.\(name)"] = { run, call in
                run.returning(.fields(type: "OtherTrait", [:]), call)
            }
        }
        return all
    }()

    // MARK: Expectations

    private static let checks: ModelTable = {
        var all: ModelTable = [
            "__checkValue": { run, call in
                run.returning(checked(run.loaded(call.parameters[0])), call)
            },
            "__checkBinaryOperation": { run, call in
                let closures = call.parameters.filter(\.isCallable)
                guard closures.count > 1 else { return run.returning(.unknown, call) }
                // The operator's closure evaluates the right side.
                _ = run.value(
                    of: run.invoke(closures[0], [call.parameters[0], closures[1]]))
                return run.returning(.unknown, call)
            },
            "__checkClosureCall": { run, call in
                // Another process runs what is expected to exit.
                if !call.name.contains("processExitsWith"), let body = call.firstClosure {
                    _ = run.result(of: run.invoke(body, []))
                }
                return run.returning(.unknown, call)
            },
            "Result.__required": { $0.require($1) },
            "Result.__expected": { $0.returning(.unknown, $1) },
            "confirmation": { run, call in
                call.lastClosure.map { run.passing(run.invoke($0, [.unknown]), call) }
            },
            "withKnownIssue": { run, call in
                guard let body = call.firstClosure else { return nil }
                _ = run.result(of: run.invoke(body, []))
                return run.returning(.unknown, call)
            },
        ]
        for name in ["__requiringTry", "__requiringAwait", "__requiringUnsafe"] {
            all[name] = { run, call in run.returning(run.loaded(call.parameters[0]), call)
            }
        }
        for name in ["FunctionCall", "PropertyAccess", "Cast"] {
            all["__check\(name)"] = { $0.check($1) }
        }
        return all
    }()

    private static func checked(_ value: Value) -> Value {
        .fields(type: "Checked", ["value": value])
    }

    /// A closure that gets what stands before and behind it.
    private func check(_ call: KnownCall) -> Outcome {
        let parameters = call.parameters
        guard let index = parameters.firstIndex(where: \.isCallable) else {
            return returning(.unknown, call)
        }
        let others = parameters.dropFirst(index + 1).prefix { $0 != .unknown }
        let arguments = Array(parameters.prefix(index)) + Array(others)
        let value = value(of: invoke(parameters[index], arguments))
        return returning(Self.checked(value), call)
    }

    /// Without a value the test ends.
    private func require(_ call: KnownCall) -> Outcome? {
        let checked = loaded(call.parameters[0])
        guard case .fields("Checked", let fields) = checked, let value = fields["value"]
        else {
            return returning(.unknown, call)
        }
        let found = value.alternatives.compactMap { one -> Value? in
            guard case .enumeration(_, let name, let payload) = one else { return one }
            return ["none", "some"].contains(name) ? payload : one
        }
        return found.isEmpty ? throwing() : returning(.joined(found), call)
    }

    // MARK: XCTest

    private static let assertions: ModelTable = {
        var all: ModelTable = [
            "XCTSkipIf": { $0.skip($1, if: true) },
            "XCTSkipUnless": { $0.skip($1, if: false) },
            "XCTUnwrap": { run, call in
                let value = run.assert(call, operands: 1)
                let found = value.alternatives.compactMap(\.unwrapped)
                if case .enumeration(_, "none", _) = value { return run.throwing() }
                return run.returning(found.isEmpty ? .unknown : .joined(found), call)
            },
            "XCTAssertThrowsError": { run, call in
                _ = run.assert(call, operands: 1)
                if let handle = call.parameters.last, handle.isCallable {
                    run.maybe { run.invoke(handle, [.unknown]) }
                }
                return run.returning(.unknown, call)
            },
            "XCTestCase.init": { run, call in run.returning(call.receiver, call) },
            "XCTestCase.invokeTest": { run, call in
                run.continuation?()
                return run.returning(.void, call)
            },
        ]
        let single = ["", "True", "False", "Nil", "NotNil", "NoThrow"]
        let double = [
            "Equal", "NotEqual", "Identical", "NotIdentical", "LessThan",
            "LessThanOrEqual",
            "GreaterThan", "GreaterThanOrEqual",
        ]
        for (names, operands) in [(single, 1), (double, 2)] {
            for name in names {
                all["XCTAssert\(name)"] = { run, call in
                    _ = run.assert(call, operands: operands)
                    return run.returning(.unknown, call)
                }
            }
        }
        return all
    }()

    /// Evaluates an assertion's operands, and returns what the last one is. Its message is
    /// evaluated only if it fails.
    private func assert(_ call: KnownCall, operands: Int) -> Value {
        var last = Value.unknown
        for operand in call.parameters.prefix(operands) where operand.isCallable {
            let outcome = invoke(operand, [])
            last = outcome.returned?.value ?? .unknown
            _ = result(of: outcome)
        }
        for message in call.parameters.dropFirst(operands).filter(\.isCallable).prefix(1)
        {
            maybe { self.invoke(message, []) }
        }
        return last
    }

    private func skip(_ call: KnownCall, if condition: Bool) -> Outcome {
        var answer = Value.unknown
        if let closure = call.firstClosure { answer = value(of: invoke(closure, [])) }
        if let answer = answer.integer {
            return (answer != 0) == condition ? throwing() : returning(.void, call)
        }
        isSkipping = true
        return Outcome(
            returned: .init(value: .void, heap: Heap(base: heap)),
            thrown: .init(value: .unknown, heap: Heap(base: heap)))
    }
}

extension Value {
    /// What `SourceLocation` holds: a file, a line and a column.
    fileprivate var sourceLocation: Place? {
        guard case .tuple(let parts) = self, parts.count == 3 else { return nil }
        guard case .string(let file) = parts[0] else { return nil }
        guard let line = parts[1].integer, let column = parts[2].integer else {
            return nil
        }
        return Place(file: file, line: line, column: column)
    }
}
