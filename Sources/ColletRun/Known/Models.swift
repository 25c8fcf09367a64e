/// What functions do that are known by name.
///
/// To make a function known, add a line to the table of its library, under the name that
/// SIL's comment has, without generics and arguments: `Task.init` of
/// `Task<>.init(name:)`. A model returns `nil` where it doesn't know this call after all;
/// then the function is treated as any other.
typealias ModelTable = [String: @Sendable (Interpreter, KnownCall) -> Outcome?]

extension Interpreter {
    /// All models. The first that knows a call answers.
    static var models: [Model] {
        [
            { $0.collet }, { $0.standardLibrary }, { $0.testing }, { $0.concurrency },
        ]
    }

    /// The function that calls.
    var caller: Function? { stack.last.flatMap { program.functions[$0.symbol] } }
}

extension KnownCall {
    /// Whether a program's own superclass is called, by its name alone.
    var isOfTestCase: Bool { symbol.isEmpty && base.hasPrefix("XCTestCase.") }
}
