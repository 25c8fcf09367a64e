/// Models of functions that are known by name, because their bodies aren't there.
///
/// To make a function known, add a line to the table of its library, under the name in
/// the SIL's comment, without generics and arguments: `Task.init` for
/// `Task<>.init(name:)`. Several names of one model share a line. A model returns `nil`
/// for a call that it doesn't know after all, and the function is then treated like any
/// other.
///
/// A wrong model makes certain findings that are false. So each function of another
/// library has a program that shows what it really does (`// Shows Task.init`, in
/// `known-….txt` among the odd programs), whose run is compared with what the model
/// foresaw.
typealias ModelTable = [String: Interpreter.Model]

/// Models of functions that run no code of the program: what they return.
typealias ResultTable = [String: @Sendable (KnownCall) -> Value?]

extension Interpreter {
    /// All models.
    static let known: Model = { run in { run.collet($0) ?? run.foreign($0) } }

    /// The models of other libraries' functions.
    static let foreignFunctions = named(
        [
            operators, sequences, library, concurrency, testing,
        ]
            + [
                KnownCall.operators, KnownCall.collections, KnownCall.library,
                KnownCall.testing,
            ].map(giving))

    /// A model that calls a closure with the interpreter and the call.
    static func doing(
        _ body: @escaping @Sendable (Interpreter, KnownCall) -> Outcome?
    ) -> Model {
        { run in { body(run, $0) } }
    }

    /// A model that returns what a closure makes of the interpreter and the call.
    static func giving(
        _ result: @escaping @Sendable (Interpreter, KnownCall) -> Value?
    ) -> Model {
        { run in { result(run, $0).map(run.returning) } }
    }

    private static func giving(_ table: ResultTable) -> ModelTable {
        table.mapValues { result in giving { result($1) } }
    }

    /// The models of several tables, each under all of its names.
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
        // What makes, fills and iterates over arrays compares and describes nothing.
        let moves = ["UninitializedArray", "Array.", "Iterator"]
        if !reach.comparisons.isEmpty, !moves.contains(where: call.base.contains) {
            callComparisons(call)
        }
        if runsOwnCode(call) { return nil }
        let old = call.receiver
        guard let outcome = model(self)(call) else { return nil }
        if case .address = call.target, call.receiver != old { release(old) }
        journal.models.insert(call.base)
        return outcome
    }

    /// Runs what a function may call to compare or describe its values.
    private func callComparisons(_ call: KnownCall) {
        possibly {
            for type in call.substitutions {
                callBack(
                    type: type, among: reach.comparisons,
                    of: call.parameters.map(call.loaded).flatMap {
                        [$0] + $0.parts + $0.parts.flatMap(\.parts)
                    })
            }
        }
    }

    /// Whether a function compares keys or gets elements with code of the program, which
    /// isn't followed.
    private func runsOwnCode(_ call: KnownCall) -> Bool {
        if call.substitutions.isEmpty { return false }
        var names: [String] = []
        if reach.compares(call.type) {
            names = ["Dictionary", "Set", "_convertToAnyHashable"]
            if witness("\"==\"", of: "Equatable", for: call[0]) == nil {
                names += ["Sequence.contains", "firstIndex", "lastIndex"]
            }
        }
        for type in call.substitutions.dropFirst()
        where reach.callbacks[type.baseName] != nil {
            names += ["Array.append", "+= infix"]
        }
        return names.contains(where: call.base.contains)
    }

    /// The calling function.
    var caller: Function? { stack.last.flatMap { program.functions[$0.symbol] } }
}
