/// Swift Testing's and XCTest's functions: declarations, conditions and assertions.
extension KnownCall {
    static let testing: ResultTable = [
        "static SourceLocation.__here, SourceLocation.init": {
            let location = Value.tuple([$0[1], $0[2], $0[3]])
            return location.sourceLocation == nil ? nil : location
        },
        "static Trait.enabled, static Trait.disabled": { call in
            let enables = Value.bool(call.base.hasSuffix("enabled"))
            let condition = ["enables": enables, "closure": call.firstClosure]
            return .fields("ConditionTrait", condition.compactMapValues(\.self))
        },
        // The comments above a test are also traits.
        """
        static Trait.bug, static Trait.serialized.getter, static Trait.tags, \
        static Trait.__block, static Trait.__documentationBlock, \
        static Trait.__documentationLine, static Trait.__line, static Trait.timeLimit
        """: { _ in .fields("Testing.Trait") },
        "__checkValue": { checked($0[0]) },
        "Result.__expected": { _ in .unknown },
        // Test runners keep this default: synchronous tests run on no actor.
        "__defaultSynchronousIsolationContext.getter": { _ in Value.none },
        "__requiringTry, __requiringAwait, __requiringUnsafe": { $0[0] },
        "SuiteTrait.isRecursive.getter": { _ in .bool(false) },
        "Test.isSuite.getter": { $0[0].field("isSuite") },
        "XCTestCase.init": { $0.target },
    ]
}

/// The value that an expectation looks at.
private func checked(_ value: Value) -> Value {
    .fields("Checked", ["value": value])
}

extension Interpreter {
    static let testing: ModelTable = [
        "static Test.__function": tellTest,
        "static Test.__type": giving { run, call in
            if let type = call[0].typeOfMembers {
                run.suites[type] = run.traits(call[2], at: call[3].sourceLocation)
            }
            return .unknown
        },
        """
        __checkBinaryOperation, __checkFunctionCall, __checkPropertyAccess, __checkCast
        """: check,
        "__checkClosureCall, withKnownIssue": giving {
            // Code that is expected to exit runs in another process.
            let isElsewhere = $1.name.contains("processExitsWith")
            if !isElsewhere { _ = $0.catching($1) }
            return .unknown
        },
        "Result.__required": require,
        """
        XCTAssert, XCTAssertTrue, XCTAssertFalse, XCTAssertNil, XCTAssertNotNil, \
        XCTAssertNoThrow
        """: giving { $0.assert($1) },
        """
        XCTAssertEqual, XCTAssertNotEqual, XCTAssertIdentical, \
        XCTAssertNotIdentical, XCTAssertLessThan, XCTAssertLessThanOrEqual, \
        XCTAssertGreaterThan, XCTAssertGreaterThanOrEqual
        """: giving { $0.assert($1, operands: 2) },
        "XCTAssertThrowsError": giving { run, call in
            let value = run.assert(call)
            if call.target.isCallable { run.maybe { run.invoke(call.target) } }
            return value
        },
        "static Test.cancel": doing { run, _ in run.throwing() },
        "XCTSkipIf, XCTSkipUnless": skip,
        "XCTUnwrap": doing { run, call in
            let value = run.assert(call)
            let found = value.alternatives.compactMap(\.unwrapped)
            return value.isNone ? run.throwing() : run.returning(.joined(found))
        },
        "XCTestCase.addTeardownBlock": giving { run, call in
            run.teardownBlocks += call.firstClosure.map { [($0, run.possible)] } ?? []
            return .void
        },
        "XCTestCase.invokeTest": giving { run, _ in
            run.continuation?()
            return .void
        },
    ]

    // MARK: Tests and suites

    private func tellTest(_ call: KnownCall) -> Outcome? {
        guard let name = call[0].text else { return nil }
        let place = call.parameters.compactMap { loaded($0).sourceLocation }.first
        let closures = call.parameters.filter(\.isCallable)
        tests.append(
            TestRoot(
                name: name, suite: call[1].unwrapped?.typeOfMembers,
                traits: traits(call[4], at: place), arguments: closures.dropLast(),
                place: place,
                code: closures.last ?? .unknown))
        return returning(.unknown)
    }

    private func traits(_ array: Value, at place: Place?) -> [PlacedTrait] {
        (array.sequence?.all ?? [.unknown]).map { ($0, place) }
    }

    // MARK: Expectations

    /// Runs an expectation's closure, which gets the operands before and after it.
    private func check(_ call: KnownCall) -> Outcome? {
        let parameters = call.parameters
        guard let index = parameters.firstIndex(where: \.isCallable) else {
            return returning(.unknown)
        }
        let others = parameters.dropFirst(index + 1).prefix { $0 != .unknown }
        let arguments = Array(parameters.prefix(index) + others)
        return returning(checked(value(of: invoke(parameters[index], arguments))))
    }

    /// Returns an optional's value. Without one, the test ends.
    private func require(_ call: KnownCall) -> Outcome? {
        guard let value = call[0].field("value") else { return returning(.unknown) }
        let found = value.alternatives.compactMap { $0.isNone ? nil : $0.unwrapped ?? $0 }
        return found.isEmpty ? throwing() : returning(.joined(found))
    }

    // MARK: XCTest

    /// Evaluates an assertion's operands, and returns the last one's value. Its message
    /// is evaluated only if it fails.
    private func assert(_ call: KnownCall, operands: Int = 1) -> Value {
        var last = Value.unknown
        for operand in call.parameters.prefix(operands) where operand.isCallable {
            let outcome = invoke(operand)
            last = outcome.returned?.value ?? .unknown
            _ = result(of: outcome)
        }
        let message = call.parameters.dropFirst(operands).first(where: \.isCallable)
        if let message { maybe { invoke(message) } }
        return last
    }

    private func skip(_ call: KnownCall) -> Outcome? {
        let condition = call.base == "XCTSkipIf"
        let answer = call.firstClosure.flatMap { value(of: invoke($0)).truth }
        isSkipping = answer == nil
        return choose(answer.map { $0 == condition }) {
            throwing()
        } or: {
            returning()
        }
    }
}

extension Value {
    /// The file, line and column of a `SourceLocation`.
    fileprivate var sourceLocation: Place? {
        guard case .tuple(let parts) = self, parts.count == 3,
            let file = parts[0].text, let line = parts[1].integer,
            let column = parts[2].integer
        else { return nil }
        return Place(file: file, line: line, column: column)
    }
}
