/// Swift Testing's and XCTest's functions: what macros tell, conditions and assertions.
extension Interpreter {
    // MARK: Tests and suites

    static let macros: ValueTable = [
        "static Test.__function": { $0.tellTest($1) },
        "static Test.__type": { run, call in
            if case .metatype(let type) = call[0] {
                run.suites[type] = Suite(
                    traits: run.traits(call[2]), place: run.loaded(call[3]).sourceLocation
                )
            }
            return .unknown
        },
        "static SourceLocation.__here, SourceLocation.init": { run, call in
            let parts = call.parameters.dropFirst().prefix(3).map(run.loaded)
            let location = Value.tuple(parts)
            return location.sourceLocation == nil ? nil : location
        },
    ]

    private func tellTest(_ call: KnownCall) -> Value? {
        guard let name = call[0].text else { return nil }
        var suite: String?
        if case .metatype(let type)? = call[1].unwrapped { suite = type }
        let place = call.parameters.lazy.compactMap { self.loaded($0).sourceLocation }
        tests.append(
            TestRoot(
                name: name, suite: suite, traits: traits(call[4]), place: place.first,
                module: caller?.file.module ?? "",
                code: .function(call.lastClosure ?? .unknown)))
        return .unknown
    }

    private func traits(_ array: Value) -> [Value] {
        guard case .array(let all, _) = asArray(array) else { return [.unknown] }
        return all
    }

    // MARK: Traits

    static let traits: ValueTable = [
        "static Trait.enabled": { $0.condition($1, enables: true) },
        "static Trait.disabled": { $0.condition($1, enables: false) },
    ]

    private func condition(_ call: KnownCall, enables: Bool) -> Value {
        var fields = ["enables": Value.bool(enables)]
        fields["closure"] = call.lastClosure
        return .fields(type: "ConditionTrait", fields)
    }

    // MARK: Expectations

    static let checks: ModelTable = [
        "__checkValue": { $0.returning(checked($0.loaded($1[0])), $1) },
        "__checkBinaryOperation": { run, call in
            let closures = call.parameters.filter(\.isCallable)
            if closures.count > 1 {
                // The operator's closure evaluates the right side.
                _ = run.value(of: run.invoke(closures[0], [call[0], closures[1]]))
            }
            return run.returning(.unknown, call)
        },
        "__checkFunctionCall, __checkPropertyAccess, __checkCast": { $0.check($1) },
        "__checkClosureCall, withKnownIssue": {
            // Another process runs what is expected to exit.
            let isElsewhere = $1.name.contains("processExitsWith")
            return isElsewhere ? $0.returning(.unknown, $1) : $0.catching($1)
        },
        "Result.__required": { $0.require($1) },
        "__requiringTry, __requiringAwait, __requiringUnsafe": {
            $0.returning($0.loaded($1[0]), $1)
        },
    ]

    /// Runs a closure that may throw.
    private func catching(_ call: KnownCall) -> Outcome {
        if let body = call.firstClosure { _ = result(of: invoke(body, [])) }
        return returning(.unknown, call)
    }

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
        let checked = loaded(call[0])
        guard case .fields("Checked", _) = checked, let value = checked.field("value")
        else { return returning(.unknown, call) }
        let found = value.alternatives.compactMap { one -> Value? in
            guard case .enumeration(_, let name, let payload) = one else { return one }
            return ["none", "some"].contains(name) ? payload : one
        }
        return found.isEmpty ? throwing() : returning(.joined(found), call)
    }

    // MARK: XCTest

    static let assertions: ModelTable = [
        """
        XCTAssert, XCTAssertTrue, XCTAssertFalse, XCTAssertNil, XCTAssertNotNil, \
        XCTAssertNoThrow
        """: { $0.assertion($1, operands: 1) },
        """
        XCTAssertEqual, XCTAssertNotEqual, XCTAssertIdentical, \
        XCTAssertNotIdentical, XCTAssertLessThan, XCTAssertLessThanOrEqual, \
        XCTAssertGreaterThan, XCTAssertGreaterThanOrEqual
        """: { $0.assertion($1, operands: 2) },
        "XCTAssertThrowsError": { run, call in
            let outcome = run.assertion(call, operands: 1)
            if let handle = call.parameters.last, handle.isCallable {
                run.maybe { run.invoke(handle, [.unknown]) }
            }
            return outcome
        },
        "static Test.cancel": { run, _ in run.throwing() },
        "XCTSkipIf": { $0.skip($1, if: true) },
        "XCTSkipUnless": { $0.skip($1, if: false) },
        "XCTUnwrap": { run, call in
            let value = run.assert(call, operands: 1)
            let found = value.alternatives.compactMap(\.unwrapped)
            if value.isNone { return run.throwing() }
            return run.returning(found.isEmpty ? .unknown : .joined(found), call)
        },
        "XCTestCase.init": { $0.returning($1.receiver, $1) },
        "XCTestCase.invokeTest": { run, call in
            run.continuation?()
            return run.returning(.void, call)
        },
    ]

    private func assertion(_ call: KnownCall, operands: Int) -> Outcome {
        _ = assert(call, operands: operands)
        return returning(.unknown, call)
    }

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
        let answer = call.firstClosure.map { value(of: invoke($0, [])) }?.integer
        if let answer {
            return (answer != 0) == condition ? throwing() : returning(.void, call)
        }
        isSkipping = true
        return either([{ self.returning(.void) }, { self.throwing() }])
    }
}

extension Value {
    /// What `SourceLocation` holds: a file, a line and a column.
    fileprivate var sourceLocation: Place? {
        guard case .tuple(let parts) = self, parts.count == 3 else { return nil }
        guard let file = parts[0].text, let line = parts[1].integer,
            let column = parts[2].integer
        else { return nil }
        return Place(file: file, line: line, column: column)
    }
}
