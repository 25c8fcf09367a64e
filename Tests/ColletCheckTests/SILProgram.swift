import Foundation

@testable import ColletCheck

/// A small program, written in SIL.
struct SILProgram {
    /// Types, tables and globals.
    var declarations = ""
    var functions: [String] = []

    /// Adds a function. Its name is its symbol.
    func function(
        _ name: String, _ body: String
    ) -> SILProgram { function(name, "@convention(thin) () -> Int", body) }

    func function(_ name: String, _ type: String, _ body: String) -> SILProgram {
        var program = self
        program.functions.append(
            """
            sil @\(name) : $\(type) {
            \(body)
            } // end sil function '\(name)'
            """)
        return program
    }

    /// Adds tables, or functions without a body.
    func adding(_ text: String) -> SILProgram {
        var program = self
        program.functions.append(text)
        return program
    }

    /// An interpreter for the program.
    func interpreter() -> Interpreter {
        let text = "\(declarations)\n\n" + functions.joined(separator: "\n\n") + "\n"
        let program = Program(SILText(copying: text))
        return Interpreter(program, known: Interpreter.known)
    }

    /// Runs the function `test`.
    func run(
        _ arguments: [Value] = [], prepare: (Interpreter) -> Void = { _ in }
    ) throws -> SILRun {
        let interpreter = interpreter()
        prepare(interpreter)
        guard interpreter.program.functions["test"] != nil else {
            throw NoSuchFunction()
        }
        let outcome = interpreter.call("test", "test()", [], arguments)
        return SILRun(interpreter: interpreter, outcome: outcome)
    }

    struct NoSuchFunction: Error {}

    // MARK: Collet

    /// Instructions that ask for a type, at a line.
    static func ask(_ type: String, line: Int = 1) -> String {
        """
          // function_ref static Resolver.resolve<A>(_:name:)
          %90 = function_ref @$s6Collet8ResolverO7resolve : $@convention(thin) () -> ()
          %91 = enum $Optional<String>, #Optional.none!enumelt
          %92 = apply %90<\(type)>(%91, %91) : $@convention(thin) () -> (), loc "a.swift":\(line):1
        """
    }

    /// Instructions that register a type, with the function `make` as its closure.
    static func register(_ type: String, line: Int = 1) -> String {
        """
          // function_ref static Resolver.register<A>(_:name:_:)
          %80 = function_ref @$s6Collet8ResolverO8register : $@convention(thin) () -> ()
          %81 = enum $Optional<String>, #Optional.none!enumelt
          %82 = function_ref @make : $@convention(thin) () -> Int
          %83 = apply %80<\(type)>(%81, %81, %82) : $@convention(thin) () -> (), loc "a.swift":\(line):1
        """
    }
}

/// The result of a run.
struct SILRun {
    let interpreter: Interpreter
    let outcome: Outcome

    var value: Value? { outcome.returned?.value }
    var events: [Event] { interpreter.journal.events }

    /// The requests, in order.
    var requests: [(request: Request, event: Event)] {
        events.compactMap { event in
            guard case .asked(let request) = event.kind else { return nil }
            return (request, event)
        }
    }

    var cuts: [Cut] {
        events.compactMap { event in
            guard case .cut(let cut) = event.kind else { return nil }
            return cut
        }
    }
}

extension SILText {
    init(copying string: String) { self.init(copying: Array(string.utf8)) }
}

extension Program {
    /// A program of one file.
    convenience init(_ text: SILText) { self.init([SILFile(path: "", text: text)]) }
}

/// A journal that tells of each event as it happens.
final class ObservedJournal: Journal {
    private let observer: (Event) -> Void

    init(_ observer: @escaping (Event) -> Void) { self.observer = observer }

    override func note(_ event: Event) {
        super.note(event)
        observer(event)
    }
}
