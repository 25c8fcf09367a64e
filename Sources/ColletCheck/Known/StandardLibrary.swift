import Foundation

/// The standard library's functions: texts, optionals, results and key paths.
extension KnownCall {
    static let library: ResultTable = [
        "_findStringSwitchCase": { call in
            guard call[1].isLiteral else { return nil }
            return call[0].exact.map { .int($0.firstIndex(of: call[1]) ?? -1) }
        },
        "String.hasPrefix": { $0.texts.map { .bool($1.hasPrefix($0)) } },
        "String.hasSuffix": { $0.texts.map { .bool($1.hasSuffix($0)) } },
        "StringProtocol.contains": { $0.texts.map { .bool($1.contains($0)) } },
        "StringProtocol.components": {
            $0.texts.map { .array($1.components(separatedBy: $0).map(Value.string)) }
        },
        "Collection.split": { call in
            guard let text = call.receiver.text, let separator = call[0].text?.first
            else { return nil }
            let isPlain = call[1].integer == .max && call[2].truth == true
            return isPlain
                ? .array(text.split(separator: separator).map { .string(String($0)) })
                : nil
        },
        "FixedWidthInteger.init": { call in
            let isDecimal = call.name.hasSuffix("(_:)") || call[1].integer == 10
            return isDecimal && call.type == "Int"
                ? call[0].text.map { .optional(Int($0).map(Value.int)) } : nil
        },
        "String.count.getter": { $0.receiver.text.map { .int($0.count) } },
        "String.isEmpty.getter": { $0.receiver.text.map { .bool($0.isEmpty) } },
        "String.uppercased": { $0.receiver.text.map { .string($0.uppercased()) } },
        "StringProtocol.capitalized.getter": {
            $0.receiver.text.map { .string($0.capitalized) }
        },
        "Character.isNumber.getter": {
            $0.receiver.text?.first.map { .bool($0.isNumber) }
        },
        "Character.wholeNumberValue.getter": {
            $0.receiver.text?.first.map { .optional($0.wholeNumberValue.map(Value.int)) }
        },
        "String.lowercased": { $0.receiver.text.map { .string($0.lowercased()) } },
        "String.append": { call in
            call.texts.map { call.storing(.string($1 + $0)) }
        },
        "swap": { call in
            let (a, b) = (call[0], call[1])
            _ = call.storing(a, in: call.parameters[1])
            return call.storing(b, in: call.parameters[0])
        },
        // Functions whose result is constant or their argument.
        "_OptionalNilComparisonType.init": { _ in Value.none },
        """
        default argument 0 of Collection.dropFirst, \
        default argument 0 of Collection.dropLast
        """: { _ in .int(1) },
        "default argument 1 of Collection.split": { _ in .int(.max) },
        "default argument 2 of Collection.split": { _ in .bool(true) },
        "default argument 1 of FixedWidthInteger.init": { _ in .int(10) },
        """
        default argument 0 of BidirectionalCollection.joined, \
        default argument 0 of Sequence.joined, \
        DefaultStringInterpolation.init
        """: { _ in .string("") },
        "static MainActor.shared.getter, static MainActor.sharedUnownedExecutor.getter": {
            _ in .mainActor
        },
        "static DispatchQueue.main.getter, static OS_dispatch_queue.main.getter": { _ in
            .mainQueue
        },
        "static DispatchQueue.global, static OS_dispatch_queue.global": { _ in
            .globalQueue
        },
        // Values of other types may equal it.
        "_convertToAnyHashable": {
            ["Int", $0[0].dynamicType].contains($0.type) ? $0[0] : nil
        },
        "Optional.init": { Value.some($0[0]) },
        "Optional.take": { call in
            defer { call.heap.store(.none, at: call.target) }
            return call.receiver
        },
        """
        _finalizeUninitializedArray, ObjectIdentifier.init, \
        _convertPointerToPointerArgument, static Unmanaged.passRetained, \
        static Unmanaged.passUnretained, static Unmanaged.fromOpaque, \
        Unmanaged.toOpaque, Unmanaged.takeRetainedValue, \
        Unmanaged.takeUnretainedValue, Unmanaged.retain
        """: { $0[0] },
    ]

    /// The first parameter, as often as the second one says.
    fileprivate var repeated: Value? {
        guard let text = self[0].text, let count = self[1].integer else { return nil }
        return 0..<1000 ~= count
            ? .string(String(repeating: text, count: count)) : nil
    }

    /// The first parameter as a text, if it can be told.
    fileprivate var description: String? {
        let value = self[0]
        if case .metatype(let type) = value, !type.contains(where: "<?@(".contains) {
            return type.split(separator: ".").last.map(String.init)
        }
        // Here, truth values are integers as well.
        if type == "Bool" { return value.truth.map { "\($0)" } }
        let isNumber = type.contains("Int")
        return value.text ?? (isNumber ? value.integer.map(String.init) : nil)
    }
}

extension Interpreter {
    static let library: ModelTable = [
        "String.init": doing { run, call in
            if call.name.contains("_builtinStringLiteral") {
                return run.returning(call[0])
            }
            if call.name.hasSuffix("(repeating:count:)") {
                return call.repeated.map(run.returning)
            }
            let labels = ["(stringInterpolation:)", "(describing:)", "(_:)"]
            return labels.contains(where: call.name.hasSuffix) ? run.describe(call) : nil
        },
        """
        DefaultStringInterpolation.appendLiteral, \
        DefaultStringInterpolation.appendInterpolation
        """: interpolate,
        """
        _diagnoseUnexpectedNilOptional, _assertionFailure, fatalError, \
        preconditionFailure
        """: doing { run, call in
            // In canonical SIL, the body of the first of these functions stands where it
            // was called.
            let isOfNil = call.parameters.contains {
                $0.text?.hasPrefix("Unexpectedly found nil") == true
            }
            return run.stopAtNil(isUnwrapped: isOfNil || call.base.hasPrefix("_diagnose"))
        },
        """
        Optional.map, Optional.flatMap, Result.map, Result.flatMap, Result.mapError, \
        Result.flatMapError
        """: mapCase,
        "Result.init": doing { $0.catching($1) },
        "Result.get": doing { run, call in
            guard case .enumeration(_, let name, let payload?) = call.receiver else {
                return nil
            }
            return name == "success" ? run.returning(payload) : run.throwing(payload)
        },
        // The elements of an option set are option sets.
        "SetAlgebra.init": giving { run, call in
            let isOptions = run.program.conforms(call.type, to: "OptionSet")
            guard isOptions == true, let all = call[0].exact else { return nil }
            let bits = all.compactMap(\.rawBits).map(Value.int)
            return bits.count == all.count ? .options(call.type, bits) : nil
        },
        "_AppendKeyPath.appending": giving { _, call in
            guard case .keyPath(let first) = call.receiver,
                case .keyPath(let rest) = call[0]
            else { return nil }
            return .keyPath(first + rest)
        },
        "swift_getAtKeyPath, swift_getAtPartialKeyPath": giving {
            $0.address(ofKeyPath: $1).map($0.load)
        },
        // Coroutines, which yield an address.
        """
        swift_readAtKeyPath, swift_modifyAtWritableKeyPath, \
        swift_modifyAtReferenceWritableKeyPath
        """: giving { run, call in
            let isRead = call.base.contains("read")
            return run.address(ofKeyPath: call, isWritten: !isRead).map { .tuple([$0]) }
        },
        "swift_setAtWritableKeyPath, swift_setAtReferenceWritableKeyPath": giving {
            run, call in
            run.address(ofKeyPath: call, isWritten: true).map {
                call.storing(call[2], in: $0)
            }
        },
        """
        withExtendedLifetime, withUnsafePointer, withUnsafeBytes, autoreleasepool, \
        NSLocking.withLock, withTaskExecutorPreference, confirmation, \
        ObservationRegistrar.withMutation, Array.withUnsafeBufferPointer
        """: doing { $0.runOnce($1, with: [.uncomputed]) },
        """
        withUnsafeMutablePointer, _convertInOutToPointerArgument, \
        _convertMutableArrayToPointerArgument
        """: doing { run, call in
            // Writes through the pointer aren't followed.
            run.store(.unknown, at: call.parameters[0])
            return run.runOnce(call) ?? run.returning(.unknown)
        },
    ]

    private func interpolate(_ call: KnownCall) -> Outcome? {
        // A type's own description may ask for something.
        if !callbacks(of: call[0]).isEmpty { return nil }
        return then(describe(call) ?? returning(.result(of: [call[0]]))) { added in
            let start = call.receiver
            let text = start.text.flatMap { start in added.text.map { start + $0 } }
            store(
                text.map(Value.string) ?? .result(of: [start, added]), at: call.target)
            return returning()
        }
    }

    /// A value's own description, or its text or a case's name, if it has none.
    private func describe(_ call: KnownCall) -> Outcome? {
        if let text = call.description { return returning(.string(text)) }
        let (proto, value) = ("CustomStringConvertible", call[0])
        if let own = witness("description!getter", of: proto, for: value) {
            return invoke(.code(own), [value])
        }
        guard case .enumeration(let type, let name, nil) = value,
            program.conforms(type, to: proto) == false
        else { return nil }
        return returning(.string(name))
    }

    /// Notes that the program stops because there is no value, perhaps because a request
    /// got none. Without `!`, it may stop for other reasons, unless the branch was
    /// decided.
    private func stopAtNil(isUnwrapped: Bool) -> Outcome? {
        let isDefault = !isUnwrapped && defaulted?.possible == possible
        let isDecided = isDefault || frame.isDecided
        var key: Key?
        for case .enumeration(_, "none", .metatype(let type)?)
            in (isDefault ? defaulted!.value : frame.switched).alternatives
        {
            key = absentKey(of: type, isDecided)
        }
        let isDue = isUnwrapped || isDecided && key != nil
        return isDue ? stop(at: key, isDecided) : nil
    }

    /// Notes that a value isn't there. If it has a key, nothing registers that. Code that
    /// runs later may find it after all.
    func stop(at key: Key?, _ isDecided: Bool) -> Outcome {
        let isSure = isDecided && isSureNow
        if isSure || key != nil { note(.unwrapped(key, isSure: isSure)) }
        return returning(.unknown)
    }

    /// Runs a call's closure once, and returns its outcome.
    func runOnce(_ call: KnownCall, with arguments: [Value] = []) -> Outcome? {
        call.firstClosure.map { invoke($0, arguments) }
    }

    // MARK: Optionals and results

    /// Runs a closure with the payload of one case, and leaves other cases as they are.
    private func mapCase(_ call: KnownCall) -> Outcome? {
        let type = call.declaringType
        let isOptional = type == "Optional"
        let isOfErrors = call.base.hasSuffix("Error")
        let name = isOptional ? "some" : isOfErrors ? "failure" : "success"
        let isFlat = call.base.contains(".flat")
        return call.firstClosure.map { closure in
            func mapped(_ payload: Value) -> Outcome {
                then(invoke(closure, [payload])) {
                    returning(isFlat ? $0 : .enumeration(type, name, $0))
                }
            }
            return guessing(on: call.receiver) {
                either(call.receiver.alternatives) { one in
                    guard case .enumeration(_, let other, let payload) = one else {
                        let unknown = Value.result(of: [one])
                        return choose(nil) {
                            mapped(unknown)
                        } or: {
                            returning(isOptional ? .none : unknown)
                        }
                    }
                    return other == name ? mapped(payload ?? .unknown) : returning(one)
                }
            }
        }
    }

    /// Runs a closure that may throw, for a `Result`.
    func catching(_ call: KnownCall) -> Outcome? {
        call.firstClosure.map { returning(result(of: invoke($0))) }
    }

    // MARK: Key paths

    /// The address that a key path leads to: of a stored property or a getter's value.
    private func address(ofKeyPath call: KnownCall, isWritten: Bool = false) -> Value? {
        guard case .keyPath(let components) = call[1] else {
            callLent([call.parameters[0]], areGetters: true)
            return nil
        }
        return components.indices.reduce(call.parameters[0]) { address, index in
            let component = components[index]
            guard component.hasPrefix(".") else {
                let isLast = index == components.count - 1
                let new = isLast && call.parameters.count > 2 ? call[2] : nil
                return .address(
                    allocate(part(of: address, by: component, isWritten, new)))
            }
            let object = loaded(address)
            return self.address(
                object.cell == nil ? address : object,
                .field(String(component.dropFirst())))
        }
    }

    /// A computed part of a value. If there is a new value, this sets it. Code that
    /// changes the part in place may call the setter later, with any value.
    private func part(
        of whole: Value, by getter: String, _ isWritten: Bool, _ new: Value?
    ) -> Value {
        // A key path's getter is `…TK`, its setter `…Tk`.
        func set() -> Outcome {
            invoke(
                .code(getter.dropLast() + "k", name: "key path"),
                [new ?? .unknown, whole])
        }
        if new != nil { return value(of: set()) }
        if isWritten {
            maybe(set)
            store(.unknown, at: whole)
        }
        return value(of: invoke(.code(getter, name: "key path"), [loaded(whole)]))
    }
}
