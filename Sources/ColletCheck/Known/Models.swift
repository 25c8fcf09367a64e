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
typealias ModelTable = [String: @Sendable (Interpreter, KnownCall) -> Outcome?]

/// The same for functions of which only the result matters.
typealias ValueTable = [String: @Sendable (Interpreter, KnownCall) -> Value?]

extension Interpreter {
    /// All models. The first that knows a call answers.
    static var models: [Model] { [{ $0.collet }, { $0.foreign }] }

    /// The models of other libraries' functions.
    static let foreignFunctions = named(
        [
            operators, sequences, optionals, tasks, queues, once, continuations, checks,
            assertions,
        ] + [collections, texts, numbers, macros, traits, constants].map(returning))

    static func returning(_ table: ValueTable) -> ModelTable {
        table.mapValues { value in
            { run, call in value(run, call).map { run.returning($0, call) } }
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
        guard let outcome = Self.foreignFunctions[call.base]?(self, call) else {
            return nil
        }
        journal.noteModel(call.base)
        return outcome
    }

    /// The function that calls.
    var caller: Function? { stack.last.flatMap { program.functions[$0.symbol] } }
}
