/// A call of a function that may be known by name.
struct KnownCall {
    /// The name, as SIL's comment has it.
    let name: String
    /// The name without generics and arguments: `Task.init` of `Task<>.init(name:)`.
    let base: String
    let symbol: String
    var substitutions: [String] = []
    let arguments: [Value]
    var signature: Signature?
    var place: Place?

    /// The addresses that get its results.
    var outs: ArraySlice<Value> { arguments.prefix(signature?.results ?? 0) }

    /// The arguments without places for results.
    var parameters: Parameters {
        let places = signature?.leadingArguments ?? 0
        return Parameters(
            all: places == 0 ? arguments : Array(arguments.dropFirst(places)))
    }

    /// A parameter.
    subscript(index: Int) -> Value { parameters[index] }

    /// The receiver, or the last argument.
    var receiver: Value { parameters.all.last ?? .unknown }

    /// The place that the library is told: `App/main.swift:12`, or nothing.
    var site: String {
        let all = parameters.all
        for (file, line) in zip(all, all.dropFirst()) {
            if case (.string(let file), .int(let line)) = (file, line) {
                return "\(file):\(line)"
            }
        }
        return ""
    }

    var firstClosure: Value? { parameters.all.first(where: \.isCallable) }
    var lastClosure: Value? { parameters.all.last(where: \.isCallable) }
}

/// Arguments; one that isn't there is unknown.
struct Parameters: RandomAccessCollection {
    let all: [Value]
    var startIndex: Int { 0 }
    var endIndex: Int { all.count }
    subscript(index: Int) -> Value { all.indices.contains(index) ? all[index] : .unknown }
}

extension Interpreter {
    /// What a known function does, or `nil` if nobody knows it.
    func model(_ call: KnownCall) -> Outcome? {
        for model in models {
            if let outcome = model(self)(call) { return outcome }
        }
        return nil
    }

    /// A call that returns a value, also by its address.
    func returning(_ value: Value, _ call: KnownCall) -> Outcome {
        guard let out = call.outs.first else { return returning(value) }
        store(value, at: out)
        return returning(.void)
    }

    func returning(_ value: Value) -> Outcome {
        Outcome(returned: .init(value: value, heap: heap))
    }

    func throwing(_ error: Value = .unknown) -> Outcome {
        Outcome(thrown: .init(value: error, heap: heap))
    }

    /// The outcome of a closure as the call's own.
    func passing(
        _ outcome: Outcome, _ call: KnownCall, _ change: (Value) -> Value = { $0 }
    ) -> Outcome {
        guard let branch = outcome.returned else { return outcome }
        var outcome = outcome
        let now = heap
        heap = branch.heap
        let value = change(branch.value)
        if let out = call.outs.first {
            store(value, at: out)
            outcome.returned!.value = .void
        } else {
            outcome.returned!.value = value
        }
        heap = now
        return outcome
    }

    /// Goes on where a call returned; what it threw, both throw.
    func then(_ outcome: Outcome, _ next: (Value) -> Outcome) -> Outcome {
        guard let branch = outcome.returned else { return outcome }
        let (base, wasPossible) = (heap, possible)
        if outcome.thrown != nil, !errorsEnd { possible += 1 }
        heap = branch.heap
        var rest = next(branch.value)
        (heap, possible) = (base, wasPossible)
        rest.thrown = joining([outcome.thrown, rest.thrown], above: base)
        return settled(rest)
    }

    /// Runs a step for each of several, as long as the steps return.
    func inOrder<T>(_ all: ArraySlice<T>, _ step: (T) -> Outcome) -> Outcome {
        guard let first = all.first else { return returning(.void) }
        return then(step(first)) { _ in inOrder(all.dropFirst(), step) }
    }
}
