/// Tasks, actors, queues, threads and locks.
extension Interpreter {
    // MARK: Tasks

    static let tasks: ModelTable = [
        "Task.init, static Task.immediate": { $0.startTask($1, in: $0.container) },
        "static Task.detached, static Task.immediateDetached": {
            $0.startTask($1, in: $0.process)
        },
        "Task.value.getter": { run, call in
            run.outcome(ofTask: call).map { run.passing($0, call) }
        },
        "Task.result.getter": { run, call in
            run.outcome(ofTask: call).map { run.returning(run.result(of: $0), call) }
        },
        // What the child task threw is thrown here.
        "swift_asyncLet_get_throwing, static Task.sleep, static Task.checkCancellation": {
            $0.maySucceed($1)
        },
        "AsyncIteratorProtocol.next": { $0.next($1) },
        """
        withTaskGroup, withThrowingTaskGroup, withDiscardingTaskGroup, \
        withThrowingDiscardingTaskGroup
        """: { run, call in
            run.runOnce(call, with: [.address(run.allocate(.unknown), [])])
        },
        """
        TaskGroup.addTask, TaskGroup.addTaskUnlessCancelled, \
        ThrowingTaskGroup.addTask, ThrowingTaskGroup.addTaskUnlessCancelled, \
        DiscardingTaskGroup.addTask, DiscardingTaskGroup.addTaskUnlessCancelled, \
        ThrowingDiscardingTaskGroup.addTask, \
        ThrowingDiscardingTaskGroup.addTaskUnlessCancelled
        """: { run, call in
            call.lastClosure.map { body in
                // What it throws is thrown to who waits for it; that isn't followed.
                _ = run.result(of: run.child { run.invoke(body, []) })
                return run.returning(.unknown, call)
            }
        },
    ]

    /// `next(isolation:)`, where a type has only `next()`.
    private func next(_ call: KnownCall) -> Outcome? {
        let proto = "AsyncIteratorProtocol"
        let member =
            "#\(proto).next: <Self where Self : \(proto)> (inout Self) -> () "
            + "async throws -> Self.Element?"
        let symbol = call.substitutions.first.flatMap {
            program.witness(member, of: $0, proto: proto)
        }
        return symbol.map {
            let next = Value.function(Closure(.symbol($0), captures: [call.receiver]))
            return passing(invoke(next, []), call)
        }
    }

    private func startTask(_ call: KnownCall, in container: Cell) -> Outcome? {
        guard let body = call.lastClosure else { return nil }
        let fields = [
            "closure": body, "container": .int(container),
            "result": .int(allocate(.none)),
        ]
        let cell = allocate(.fields(type: "Task", fields))
        tasks.append(cell)
        return returning(.object(cell, type: "Task"), call)
    }

    /// How a task ended that somebody waits for.
    private func outcome(ofTask call: KnownCall) -> Outcome? {
        call.receiver.cell.flatMap(run(task:))
    }

    // MARK: Queues and threads

    /// Dispatch is Objective-C's on a Mac.
    static let queues: ModelTable = [
        "Thread.__allocating_init": { run, call in
            call.firstClosure.map {
                let cell = run.allocate(.fields(type: "Thread", ["closure": $0]))
                return run.returning(.object(cell, type: "Thread"), call)
            }
        },
        "Thread.start": { run, call in
            let thread = call.receiver.cell.flatMap { run.heap[$0] }
            return run.hand(thread?.field("closure"), isOnMainActor: false, call)
        },
        "static Thread.detachNewThread, Thread.detachNewThread": {
            $0.hand($1.lastClosure, isOnMainActor: false, $1)
        },
        "DispatchQueue.sync, OS_dispatch_queue.sync": {
            $1.receiver == .mainQueue ? $0.runOnMainActor($1) : $0.runOnce($1)
        },
        """
        OperationQueue.addOperation, DispatchQueue.async, DispatchQueue.asyncAfter, \
        OS_dispatch_queue.async, OS_dispatch_queue.asyncAfter
        """: { run, call in
            // Another queue may be the main queue.
            let isOnMain = call.receiver == .mainQueue
            let isKnown = isOnMain || call.receiver == .globalQueue
            return run.hand(
                call.lastClosure, isOnMainActor: isKnown ? isOnMain : nil, call)
        },
    ]

    /// Code that a thread runs later: in the process's container.
    private func hand(
        _ body: Value?, isOnMainActor isThere: Bool?, _ call: KnownCall
    ) -> Outcome? {
        guard let body else { return nil }
        let wasOnMainActor = isOnMainActor
        isOnMainActor = isThere
        runLater { self.running(in: self.process) { self.invoke(body, []) } }
        isOnMainActor = wasOnMainActor
        return returning(.unknown, call)
    }

    // MARK: What runs its closure once

    static let once: ModelTable = [
        "Mutex.init": { $0.returning($0.loaded($1[0]), $1) },
        "Mutex.withLock": { run, call in
            var state = Value.unknown
            if case .address = call.receiver { state = call.receiver }
            return run.runOnce(call, with: [state])
        },
        "withTaskCancellationHandler, withObservationTracking": { $0.runFirst($1) },
        "Actor.assumeIsolated": { $0.runOnce($1, with: [$1.receiver]) },
        "static MainActor.run": { $0.runOnMainActor($1) },
        "static MainActor.assumeIsolated": { run, call in
            if run.isOnMainActor != false { return run.runOnMainActor(call) }
            run.note(.assumedMainActor, at: call.place)
            return Outcome()
        },
    ]

    private func runOnMainActor(_ call: KnownCall) -> Outcome? {
        let wasOnMainActor = isOnMainActor
        isOnMainActor = true
        defer { isOnMainActor = wasOnMainActor }
        return runOnce(call)
    }

    /// Runs the first closure; the second one may run at any time.
    private func runFirst(_ call: KnownCall) -> Outcome? {
        let closures = call.parameters.filter(\.isCallable)
        guard let body = closures.first else { return nil }
        for other in closures.dropFirst() {
            for home in homes {
                maybe { self.running(in: home) { self.invokeAll(other) } }
            }
        }
        return passing(invoke(body, []), call)
    }

    /// Calls a closure, and the one that it returns: an autoclosure that gives a closure.
    private func invokeAll(_ closure: Value) -> Outcome {
        let outcome = invoke(closure, [])
        guard let value = outcome.returned?.value, value.isCallable else {
            return outcome
        }
        return invoke(value, [])
    }

    // MARK: Continuations

    static let continuations: ModelTable = [
        "withCheckedContinuation, withUnsafeContinuation": { run, call in
            run.begin(call) { run.returning(.unknown, call) }
        },
        // Whether it is resumed with an error isn't followed.
        "withCheckedThrowingContinuation, withUnsafeThrowingContinuation": { run, call in
            run.begin(call) { run.maySucceed(call) }
        },
    ]

    private func begin(_ call: KnownCall, _ end: () -> Outcome) -> Outcome? {
        call.lastClosure.map { body in
            _ = value(of: invoke(body, [.unknown]))
            return end()
        }
    }

    /// It returns or throws, and nobody can tell which.
    private func maySucceed(_ call: KnownCall) -> Outcome {
        either([{ self.returning(.unknown, call) }, { self.throwing() }])
    }
}
