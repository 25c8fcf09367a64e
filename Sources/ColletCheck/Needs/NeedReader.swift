/// Finds out what tests need, and what of that nothing registers for them.
struct NeedReader {
    let roots: [TestRoot]
    let types: TypeRelations
    private let program: TestedProgram
    var declarations: Declarations { program.code.declarations }
    /// The container that the process has without the tests.
    private let process: TestContainer

    /// What is left of a walk.
    private struct Outcome {
        let needs: [Need]
        let pieces: Set<Code>
        let registered: [Place: (contents: Contents, isBuilt: Bool)]
        let asksProcess: Bool

        init(of walk: Walk) {
            pieces = walk.pieces
            registered = walk.registeredForAll
            asksProcess = walk.asksProcess
            needs = walk.needs()
        }
    }

    /// - Parameter haveHost: Whether an app runs the tests, which may register anything.
    init(_ steps: WiringSteps, haveHost: Bool) {
        program = TestedProgram(steps.code, steps.registrations, steps.requests)
        types = steps.wiring.types
        roots = TestRootReader(code: steps.code, contents: program.contents).roots
        process = TestContainer(Contents(isOpen: haveHost), over: nil)
    }

    /// What the tests lack. What one of them registers for the process may be there when
    /// another one runs.
    var needs: [Need] {
        let outcomes = outcomes
        let process = process(after: outcomes)
        return zip(roots, outcomes).flatMap { root, outcome in
            if process.isEmpty || !outcome.asksProcess { return outcome.needs }
            return walk(root, process).needs()
        }
    }

    private var outcomes: [Outcome] { roots.map { Outcome(of: walk($0)) } }

    /// The container of the process, with what any test registers for it.
    var processAfterTests: TestContainer { process(after: outcomes) }

    /// Walks through a test in the container that the process has without other tests.
    func walk(_ root: TestRoot) -> Walk { walk(root, process) }

    func walk(_ root: TestRoot, _ process: TestContainer) -> Walk {
        Walk(root, in: program, process: process)
    }

    /// The container of the process with what the tests register for it. Test code that
    /// no test is seen to run may register anything.
    private func process(after outcomes: [Outcome]) -> TestContainer {
        var process = process
        for (_, added) in outcomes.flatMap({ $0.registered.sorted { $0.key < $1.key } }) {
            process.add(added.contents, isBuilt: added.isBuilt)
        }
        let reached = outcomes.reduce(into: Set()) { $0.formUnion($1.pieces) }
        if !program.steps.registering.isSubset(of: reached) {
            process.add(.open)
        }
        return process
    }
}
