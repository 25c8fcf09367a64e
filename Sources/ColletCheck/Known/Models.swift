/// What functions do that are known by name, as nobody has their bodies.
///
/// To make a function known, add a line to the table of its library, under the name that
/// SIL's comment has, without generics and arguments: `Task.init` of `Task<>.init(name:)`;
/// several names of one model stand in one line. A model returns `nil` where it doesn't
/// know this call after all; then the function is treated as any other.
///
/// A wrong model is a certain wrong finding. So each of another library's functions has a
/// program that shows what it really does (`// Shows Task.init`, in `known-….txt` among the
/// odd programs), and the run of which is compared with what the model foresaw.
typealias ModelTable = [String: Interpreter.Model]

/// The same for functions that run no code of the program: what they return.
typealias ResultTable = [String: @Sendable (KnownCall) -> Value?]

extension Interpreter {
    /// All that is known.
    static let known: Model = { run in { run.collet($0) ?? run.foreign($0) } }

    /// The models of other libraries' functions.
    static let foreignFunctions = named(
        [
            operators, sequences, library, tasks, queues, once, continuations, macros,
            expectations, assertions,
        ]
            + [
                KnownCall.operators, KnownCall.collections, KnownCall.texts,
                KnownCall.constants, KnownCall.testing,
            ].map(returning))

    /// A model that a method with more parameters is.
    static func doing(
        _ body: @escaping @Sendable (Interpreter, KnownCall) -> Outcome?
    ) -> Model {
        { run in { body(run, $0) } }
    }

    private static func returning(_ table: ResultTable) -> ModelTable {
        table.mapValues { result in
            { run in { call in result(call).map(run.returning) } }
        }
    }

    /// The models of several tables, by each of their names.
    static func named(_ tables: [ModelTable]) -> ModelTable {
        tables.joined().reduce(into: [:]) { all, line in
            for name in line.key.split(separator: ", ") {
                let old = all.updateValue(line.value, forKey: String(name))
                precondition(old == nil, "a function is known twice")
            }
        }
    }

    func foreign(_ call: KnownCall) -> Outcome? {
        guard let model = Self.foreignFunctions[call.base] else { return nil }
        for type in call.substitutions {
            callBack(
                type: type, among: program.reach.comparisons,
                of: call.parameters.map(call.loaded).flatMap {
                    [$0] + $0.parts + $0.parts.flatMap(\.parts)
                })
        }
        let old = call.receiver
        guard let outcome = model(self)(call) else { return nil }
        if case .address = call.target, call.receiver != old { release(old) }
        journal.models.insert(call.base)
        return outcome
    }

    /// The function that calls.
    var caller: Function? { stack.last.flatMap { program.functions[$0.symbol] } }
}
