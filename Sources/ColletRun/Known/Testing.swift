/// Swift Testing's functions, which its macros call, and XCTest's.
extension Interpreter {
    func testing(_ call: KnownCall) -> Outcome? {
        if let outcome = Self.testingFunctions[call.base]?(self, call) { return outcome }
        for (prefix, model) in Self.testingPrefixes where call.base.hasPrefix(prefix) {
            return model(self, call)
        }
        return nil
    }

    private static let testingFunctions: ModelTable = [
        "static Test.__function": { $0.addTest($1) },
        "static Test.__type": { $0.addSuite($1) },
        "SourceLocation.init": { $0.makeLocation($1) },
        "static SourceLocation.__here": { $0.makeLocation($1) },
        "static Trait.disabled": { $0.makeCondition("disabled", $1) },
        "static Trait.enabled": { $0.makeCondition("enabled", $1) },
        "confirmation": { $0.runBody($1) },
        "withKnownIssue": { $0.runBody($1) },
        "XCTUnwrap": { $0.assert($1) },
        "XCTestCase.init": { $0.returning($1.receiver, $1) },
        "XCTestCase.invokeTest": { $0.invokeTest($1) },
    ]

    /// By the beginning of the name, the more special ones first.
    private static let testingPrefixes:
        [(String, @Sendable (Interpreter, KnownCall) -> Outcome?)] = [
            ("static Trait.", { $0.makeTrait($1) }),
            ("__check", { $0.check($1) }),
            ("__requiring", { $0.returning($0.loaded($1.parameters[0]), $1) }),
            ("Result.__required", { $0.require($1) }),
            ("Result.__expected", { $0.returning(.unknown, $1) }),
            ("XCTSkip", { $0.skip($1) }),
            ("XCTAssert", { $0.assert($1) }),
        ]

    // MARK: What macros tell

    private func addTest(_ call: KnownCall) -> Outcome? {
        let parameters = call.parameters
        guard case .string(let name) = parameters[0] else { return nil }
        var suite: String?
        if case .metatype(let type)? = parameters[1].unwrapped { suite = type }
        tests.append(
            TestRoot(
                name: name, suite: suite, traits: elements(parameters[4]),
                place: location(in: parameters), module: caller?.file.module ?? "",
                code: .function(call.lastClosure ?? .unknown)))
        return returning(.unknown, call)
    }

    private func addSuite(_ call: KnownCall) -> Outcome {
        if case .metatype(let type) = call.parameters[0] {
            suites[type] = elements(call.parameters[2])
        }
        return returning(.unknown, call)
    }

    private func makeLocation(_ call: KnownCall) -> Outcome? {
        let parts = Array(call.parameters.all.dropFirst().prefix(3))
        guard Value.tuple(parts).place != nil else { return nil }
        return returning(.tuple(parts), call)
    }

    private func location(in parameters: Parameters) -> Place? {
        parameters.lazy.compactMap { self.loaded($0).place }.first
    }

    private func elements(_ array: Value) -> [Value] {
        guard case .array(let all, _) = asArray(array) else { return [.unknown] }
        return all
    }

    private func makeCondition(_ name: String, _ call: KnownCall) -> Outcome {
        returning(.fields(type: "ConditionTrait", [name: .unknown]), call)
    }

    /// A trait of Swift Testing's own changes nothing.
    private func makeTrait(_ call: KnownCall) -> Outcome? {
        let isOurs = call.base.contains("dependencies") || call.base.contains("overrides")
        return isOurs ? nil : returning(.fields(type: "OtherTrait", [:]), call)
    }

    // MARK: Expectations

    private func check(_ call: KnownCall) -> Outcome {
        let parameters = call.parameters
        let index = parameters.firstIndex(where: \.isCallable)
        guard let index, call.base != "__checkValue" else {
            let value = Value.fields(
                type: "Checked", ["value": loaded(parameters[0])])
            return returning(call.base == "__checkValue" ? value : .unknown, call)
        }
        let closures = parameters.filter(\.isCallable)
        if call.base == "__checkBinaryOperation", closures.count > 1 {
            // The operator's closure evaluates the right side.
            _ = value(of: invoke(closures[0], [parameters[0], closures[1]]))
            return returning(.unknown, call)
        }
        if call.base == "__checkClosureCall" {
            _ = valueOrError(of: invoke(closures[0], []))
            return returning(.unknown, call)
        }
        let others = parameters.all.dropFirst(index + 1).prefix { $0 != .unknown }
        let arguments = parameters.all.prefix(index) + others
        let value = value(of: invoke(closures[0], Array(arguments)))
        return returning(.fields(type: "Checked", ["value": value]), call)
    }

    /// Without a value the test ends.
    private func require(_ call: KnownCall) -> Outcome {
        let checked = loaded(call.parameters[0])
        guard case .fields("Checked", let fields) = checked, let value = fields["value"]
        else { return returning(.unknown, call) }
        let found = value.alternatives.compactMap(\.requirable)
        return found.isEmpty ? throwing() : returning(.joined(found), call)
    }

    private func runBody(_ call: KnownCall) -> Outcome? {
        call.lastClosure.map { passing(invoke($0, [.unknown]), call) }
    }

    // MARK: XCTest

    private func skip(_ call: KnownCall) -> Outcome {
        let condition = call.firstClosure.map { value(of: invoke($0, [])) } ?? .unknown
        if let answer = condition.integer {
            let skips = (answer != 0) == (call.base == "XCTSkipIf")
            return skips ? throwing() : returning(.void, call)
        }
        isSkipping = true
        return Outcome(
            returned: .init(value: .void, heap: Heap(base: heap)),
            thrown: .init(value: .unknown, heap: Heap(base: heap)))
    }

    /// Those with one autoclosure before the message.
    private static let assertionsOfOne: Set = [
        "XCTAssert", "XCTAssertFalse", "XCTAssertNil", "XCTAssertNotNil", "XCTAssertTrue",
        "XCTUnwrap",
    ]

    /// Autoclosures run, but for the message.
    private func assert(_ call: KnownCall) -> Outcome {
        let count = Self.assertionsOfOne.contains(call.base) ? 1 : 2
        var value = Value.unknown
        for closure in call.parameters.prefix(count) where closure.isCallable {
            value = valueOrError(of: invoke(closure, []))
        }
        let found = value.alternatives.compactMap(\.unwrapped)
        return returning(call.base == "XCTUnwrap" ? .joined(found) : .unknown, call)
    }

    private func invokeTest(_ call: KnownCall) -> Outcome {
        continuation?()
        return returning(.void, call)
    }
}

extension Value {
    /// What `#require` gives, if it gives anything.
    fileprivate var requirable: Value? {
        guard case .enumeration(_, let name, let payload) = self else { return self }
        return name == "some" || name == "none" ? payload : self
    }

    /// A source location: file, line and column.
    fileprivate var place: Place? {
        guard case .tuple(let parts) = self, parts.count == 3 else { return nil }
        guard case .string(let file) = parts[0], let line = parts[1].integer else {
            return nil
        }
        return parts[2].integer.map { Place(file: file, line: line, column: $0) }
    }
}
