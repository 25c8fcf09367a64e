/// Swift Testing's and XCTest's functions: what macros tell, conditions and assertions.
extension Interpreter {
    // MARK: Tests and suites

    static let testing: ModelTable = [
        "static Test.__function": tellTest,
        "static Test.__type": tellSuite,
        "static SourceLocation.__here, SourceLocation.init": doing {
            let location = Value.tuple([$1[1], $1[2], $1[3]])
            return location.sourceLocation == nil ? nil : $0.returning(location)
        },
        "static Trait.enabled": doing { $0.condition($1, enables: true) },
        "static Trait.disabled": doing { $0.condition($1, enables: false) },
        "__checkValue": doing { $0.returning(checked($1[0])) },
        "__checkBinaryOperation": doing { run, call in
            let closures = call.parameters.filter(\.isCallable)
            if closures.count > 1 {
                // The operator's closure evaluates the right side.
                _ = run.value(of: run.invoke(closures[0], [call[0], closures[1]]))
            }
            return run.returning(.unknown)
        },
        "__checkFunctionCall, __checkPropertyAccess, __checkCast": check,
        "__checkClosureCall, withKnownIssue": doing {
            // Another process runs what is expected to exit.
            let isElsewhere = $1.name.contains("processExitsWith")
            if !isElsewhere { _ = $0.catching($1) }
            return $0.returning(.unknown)
        },
        "Result.__expected": doing { run, _ in run.returning(.unknown) },
        "Result.__required": require,
        "__requiringTry, __requiringAwait, __requiringUnsafe": doing {
            $0.returning($1[0])
        },
        // Test runners leave it at that: no actor runs tests that wait for nothing.
        "__defaultSynchronousIsolationContext.getter": doing { run, _ in
            run.returning(.none)
        },
    ]

    private func tellTest(_ call: KnownCall) -> Outcome? {
        guard let name = call[0].text else { return nil }
        var suite: String?
        if case .metatype(let type)? = call[1].unwrapped { suite = type }
        let place = call.parameters.lazy.compactMap { self.loaded($0).sourceLocation }
        tests.append(
            TestRoot(
                name: name, suite: suite, traits: traits(call[4]), place: place.first,
                module: caller?.file.module ?? "",
                code: .function(call.lastClosure ?? .unknown)))
        return returning(.unknown)
    }

    private func tellSuite(_ call: KnownCall) -> Outcome? {
        if case .metatype(let type) = call[0] {
            suites[type] = Suite(
                traits: traits(call[2]), place: call[3].sourceLocation)
        }
        return returning(.unknown)
    }

    private func traits(_ array: Value) -> [Value] {
        guard case .array(let all, _) = array else { return [.unknown] }
        return all
    }

    private func condition(_ call: KnownCall, enables: Bool) -> Outcome? {
        var fields = ["enables": Value.bool(enables)]
        fields["closure"] = call.lastClosure
        return returning(.fields(type: "ConditionTrait", fields))
    }

    // MARK: Expectations

    private static func checked(_ value: Value) -> Value {
        .fields(type: "Checked", ["value": value])
    }

    /// A closure that gets what stands before and behind it.
    private func check(_ call: KnownCall) -> Outcome? {
        let parameters = call.parameters
        guard let index = parameters.firstIndex(where: \.isCallable) else {
            return returning(.unknown)
        }
        let others = parameters.dropFirst(index + 1).prefix { $0 != .unknown }
        let arguments = Array(parameters.prefix(index)) + Array(others)
        let value = value(of: invoke(parameters[index], arguments))
        return returning(Self.checked(value))
    }

    /// Without a value the test ends.
    private func require(_ call: KnownCall) -> Outcome? {
        guard let value = call[0].field("value") else { return returning(.unknown) }
        let found = value.alternatives.compactMap { one -> Value? in
            guard case .enumeration(_, let name, let payload) = one else { return one }
            return ["none", "some"].contains(name) ? payload : one
        }
        return found.isEmpty ? throwing() : returning(.joined(found))
    }

    // MARK: XCTest

    static let assertions: ModelTable = [
        """
        XCTAssert, XCTAssertTrue, XCTAssertFalse, XCTAssertNil, XCTAssertNotNil, \
        XCTAssertNoThrow
        """: doing { $0.returning($0.assert($1, operands: 1)) },
        """
        XCTAssertEqual, XCTAssertNotEqual, XCTAssertIdentical, \
        XCTAssertNotIdentical, XCTAssertLessThan, XCTAssertLessThanOrEqual, \
        XCTAssertGreaterThan, XCTAssertGreaterThanOrEqual
        """: doing { $0.returning($0.assert($1, operands: 2)) },
        "XCTAssertThrowsError": doing { run, call in
            let value = run.assert(call, operands: 1)
            if call.target.isCallable { run.maybe { run.invoke(call.target, []) } }
            return run.returning(value)
        },
        "static Test.cancel": doing { run, _ in run.throwing() },
        "XCTSkipIf": doing { $0.skip($1, if: true) },
        "XCTSkipUnless": doing { $0.skip($1, if: false) },
        "XCTUnwrap": doing { run, call in
            let value = run.assert(call, operands: 1)
            let found = value.alternatives.compactMap(\.unwrapped)
            if value.isNone { return run.throwing() }
            return run.returning(found.isEmpty ? .unknown : .joined(found))
        },
        "XCTestCase.init": doing { $0.returning($1.target) },
        "XCTestCase.invokeTest": doing { run, _ in
            run.continuation?()
            return run.returning(.void)
        },
    ]

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
        let answer = call.firstClosure.flatMap { value(of: invoke($0, [])).truth }
        isSkipping = isSkipping || answer == nil
        return choose(answer.map { $0 == condition }) {
            self.throwing()
        } or: {
            self.returning(.void)
        }
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
