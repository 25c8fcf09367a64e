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
        "swift_asyncLet_get": { $0.returning(.void, $1) },
        // What the child task threw is thrown here.
        "swift_asyncLet_get_throwing, static Task.sleep, static Task.checkCancellation": {
            $0.maySucceed($1)
        },
        "withTaskGroup, withThrowingTaskGroup": { $0.runGroup($1) },
        "withDiscardingTaskGroup, withThrowingDiscardingTaskGroup": { $0.runGroup($1) },
        "TaskGroup.addTask, TaskGroup.addTaskUnlessCancelled": { $0.addTask($1) },
        "ThrowingTaskGroup.addTask, ThrowingTaskGroup.addTaskUnlessCancelled": {
            $0.addTask($1)
        },
        "DiscardingTaskGroup.addTask, DiscardingTaskGroup.addTaskUnlessCancelled": {
            $0.addTask($1)
        },
        """
        ThrowingDiscardingTaskGroup.addTask, \
        ThrowingDiscardingTaskGroup.addTaskUnlessCancelled
        """: { $0.addTask($1) },
    ]

    private func runGroup(_ call: KnownCall) -> Outcome? {
        runOnce(call, with: [.address(allocate(.unknown), [])])
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
        guard case .object(let cell, _) = call.receiver else { return nil }
        return run(task: cell)
    }

    private func addTask(_ call: KnownCall) -> Outcome? {
        guard let body = call.lastClosure else { return nil }
        // What it throws is thrown to who waits for it; that isn't followed.
        _ = result(of: child { invoke(body, []) })
        return returning(.unknown, call)
    }

    // MARK: Queues and threads

    /// Dispatch is Objective-C's on a Mac.
    static let queues: ModelTable = [
        "static MainActor.shared.getter, static MainActor.sharedUnownedExecutor.getter": {
            $0.returning(.mainActor, $1)
        },
        "Thread.__allocating_init": { run, call in
            guard let body = call.firstClosure else { return nil }
            let cell = run.allocate(.fields(type: "Thread", ["closure": body]))
            return run.returning(.object(cell, type: "Thread"), call)
        },
        "Thread.start": { run, call in
            guard case .object(let cell, _) = call.receiver else { return nil }
            return run.hand(run.heap[cell]?.field("closure"), isOnMainActor: false, call)
        },
        "static Thread.detachNewThread, Thread.detachNewThread": {
            $0.hand($1.lastClosure, isOnMainActor: false, $1)
        },
        // It may be the main queue.
        "OperationQueue.addOperation": { $0.handToQueue($1) },
        "static DispatchQueue.main.getter, static OS_dispatch_queue.main.getter": {
            $0.returning(.mainQueue, $1)
        },
        "static DispatchQueue.global, static OS_dispatch_queue.global": {
            $0.returning(.globalQueue, $1)
        },
        "DispatchQueue.sync, OS_dispatch_queue.sync": {
            $1.receiver == .mainQueue ? $0.runOnMainActor($1) : $0.runOnce($1)
        },
        "DispatchQueue.async, DispatchQueue.asyncAfter": { $0.handToQueue($1) },
        "OS_dispatch_queue.async, OS_dispatch_queue.asyncAfter": { $0.handToQueue($1) },
    ]

    private func handToQueue(_ call: KnownCall) -> Outcome? {
        let isOnMain = call.receiver == .mainQueue
        let isElsewhere = call.receiver == .globalQueue
        let isOnMainActor = isOnMain ? true : isElsewhere ? false : nil
        return hand(call.lastClosure, isOnMainActor: isOnMainActor, call)
    }

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
        "NSLocking.withLock, TaskLocal.withValue, withTaskExecutorPreference": {
            $0.runOnce($1)
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
