/// A call of a function that may be known by name.
struct KnownCall {
    /// The name from the SIL's comment.
    let name: String
    /// The name without generics and arguments: `Task.init` for `Task<>.init(name:)`.
    let base: String
    let symbol: String
    var substitutions: [String] = []
    let arguments: [Value]
    var signature: Signature?
    /// The memory at the time of the call.
    let heap: Heap

    /// The arguments without places for results.
    var parameters: [Value] {
        let places = signature?.leadingArguments ?? 0
        return places == 0 ? arguments : Array(arguments.dropFirst(places))
    }

    /// A parameter's value, or unknown if there is no such parameter.
    subscript(index: Int) -> Value {
        let all = parameters
        return all.indices.contains(index) ? loaded(all[index]) : .unknown
    }

    /// The value of the receiver, or of the last argument.
    var receiver: Value { loaded(target) }

    /// The receiver as it is passed: the address of a value that the call may change.
    var target: Value { parameters.last ?? .unknown }

    /// The place passed to the library: `App/main.swift:12`, or an empty string.
    var site: String {
        for (file, line) in zip(parameters, parameters.dropFirst()) {
            if case (.string(let file), .int(let line)) = (file, line) {
                return "\(file):\(line)"
            }
        }
        return ""
    }

    func loaded(_ value: Value) -> Value {
        if case .address = value { heap.asArray(heap.load(value)) } else { value }
    }

    /// The type that declares the function: `Thread`.
    var declaringType: String { String(base.prefix { $0 != "." }) }

    /// The first generic argument: the type that the call asks for, or of the elements.
    var type: String { substitutions.first ?? "?" }

    /// The closure that the call runs.
    var body: Value { firstClosure ?? self[0] }

    var firstClosure: Value? { parameters.first(where: \.isCallable) }
}

extension Heap {
    /// The array at an address that points to a whole one, or else the value itself.
    func asArray(_ value: Value) -> Value {
        guard case .address(let cell, []) = value,
            case .array(let all, isOrdered: true)? = self[cell]
        else { return value }
        return .array(all)
    }
}

extension Interpreter {
    /// The outcome of a function that is known by the name in a comment, or `nil` if it
    /// has no model. The result or error is also stored where the caller wants it.
    func model(
        _ comment: String, _ types: [String], _ arguments: [Value],
        _ symbol: String = "", _ signature: Signature? = nil
    ) -> Outcome? {
        let name = program.calleeName(comment)
        let call = KnownCall(
            name: name.full, base: name.base, symbol: symbol, substitutions: types,
            arguments: arguments, signature: signature, heap: heap)
        guard var outcome = known(self)(call) else { return nil }
        let results = signature?.results ?? 0
        if results > 0, let branch = outcome.returned {
            // A function may return something beside what it stores.
            let isPair = signature?.returnedTypes.isEmpty == false
            let value = branch.value
            let stored = isPair ? value[1] : value
            branch.heap.store(identified(stored), at: arguments[0])
            outcome.returned!.value = isPair ? value[0] : .void
        }
        if signature?.hasErrorResult == true, let branch = outcome.thrown {
            branch.heap.store(branch.value, at: arguments[results])
        }
        return outcome
    }

    func returning(_ value: Value = .void) -> Outcome {
        Outcome(returned: .init(value: value, heap: heap))
    }

    func throwing(_ error: Value = .unknown) -> Outcome {
        Outcome(thrown: .init(value: error, heap: heap))
    }

    /// The outcome of a call that may return a value or throw.
    func maySucceed(_ value: Value = .uncomputed, or error: Value = .unknown) -> Outcome {
        choose(nil) {
            returning(value)
        } or: {
            throwing(error)
        }
    }

    /// Continues where a call returned. The whole throws what either part throws.
    func then(_ outcome: Outcome, _ next: (Value) -> Outcome) -> Outcome {
        guard let branch = outcome.returned else { return outcome }
        let base = heap
        heap = branch.heap
        let mayEnd = outcome.thrown != nil && !errorsEnd
        let rest = possibly(mayEnd) { next(branch.value) }
        heap = base
        return settled(.joined([Outcome(thrown: outcome.thrown), rest], above: base))
    }

    /// Runs a step for each element in order, as long as the steps return.
    func inOrder<T>(_ all: ArraySlice<T>, _ step: (T) -> Outcome) -> Outcome {
        guard let first = all.first else { return returning() }
        return then(step(first)) { _ in inOrder(all.dropFirst(), step) }
    }
}
