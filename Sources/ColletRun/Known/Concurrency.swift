/// Tasks, actors, queues and locks.
extension Interpreter {
    func concurrency(_ call: KnownCall) -> Outcome? {
        if call.symbol.isEmpty { return nil }
        if let outcome = Self.concurrencyFunctions[call.base]?(self, call) {
            return outcome
        }
        if Self.runningOnce.contains(call.base) { return runOnce(call) }
        let isContinuation =
            call.base.hasPrefix("with") && call.base.hasSuffix("Continuation")
        return isContinuation ? runContinuation(call) : nil
    }

    private static let concurrencyFunctions: ModelTable = [
        "Task.init": { $0.makeTask($1, in: $0.container) },
        "static Task.immediate": { $0.makeTask($1, in: $0.container) },
        "static Task.detached": { $0.makeTask($1, in: $0.process) },
        "static Task.immediateDetached": { $0.makeTask($1, in: $0.process) },
        "Task.value.getter": { $0.value(ofTask: $1) },
        "Task.result.getter": { $0.value(ofTask: $1) },
        "withTaskGroup": { $0.runGroup($1) },
        "withThrowingTaskGroup": { $0.runGroup($1) },
        "withDiscardingTaskGroup": { $0.runGroup($1) },
        "withThrowingDiscardingTaskGroup": { $0.runGroup($1) },
        "TaskGroup.addTask": { $0.addTask($1) },
        "TaskGroup.addTaskUnlessCancelled": { $0.addTask($1) },
        "ThrowingTaskGroup.addTask": { $0.addTask($1) },
        "ThrowingTaskGroup.addTaskUnlessCancelled": { $0.addTask($1) },
        "DiscardingTaskGroup.addTask": { $0.addTask($1) },
        "ThrowingDiscardingTaskGroup.addTask": { $0.addTask($1) },
        "OS_dispatch_queue.async": { $0.runElsewhere($1) },
        "OS_dispatch_queue.asyncAfter": { $0.runElsewhere($1) },
        "DispatchQueue.async": { $0.runElsewhere($1) },
        "Thread.detachNewThread": { $0.runElsewhere($1) },
        "static Thread.detachNewThread": { $0.runElsewhere($1) },
        "Thread.init": { $0.runElsewhere($1) },
        "OperationQueue.addOperation": { $0.runElsewhere($1) },
        "MainActor.run": { $0.runOnMainActor($1) },
        "static MainActor.run": { $0.runOnMainActor($1) },
        "static MainActor.assumeIsolated": { $0.runOnMainActor($1) },
        "Mutex.withLock": { $0.runWithLock($1) },
        "Result.init": { $0.makeResult($1) },
        "TaskLocal.withValue": { $0.runWithoutArguments($1) },
        "withObservationTracking": { $0.runFirst($1) },
        "withTaskCancellationHandler": { $0.runFirst($1) },
    ]

    /// They run their last closure once, and return what it returns.
    private static let runningOnce: Set<String> = [
        "Actor.assumeIsolated", "Actor.withSerialExecutor", "DispatchQueue.sync",
        "NSLock.withLock", "NSLocking.withLock", "NSRecursiveLock.withLock",
        "OS_dispatch_queue.sync", "autoreleasepool", "blockOn", "rethrow",
        "withExtendedLifetime", "withTaskExecutorPreference",
        "withTaskPriorityEscalationHandler", "withUnsafeBytes",
        "withUnsafeMutablePointer", "withUnsafePointer", "withoutActuallyEscaping",
    ]

    // MARK: Tasks

    private func makeTask(_ call: KnownCall, in home: Cell) -> Outcome? {
        guard let closure = call.lastClosure else { return nil }
        let fields = ["closure": closure, "container": Value.int(home)]
        let cell = allocate(.fields(type: "Task", fields))
        tasks.append(cell)
        return returning(.object(cell, type: "Task"), call)
    }

    /// Whoever waits for a task runs it.
    private func value(ofTask call: KnownCall) -> Outcome? {
        guard case .object(let cell, _) = call.receiver else { return nil }
        guard let task = heap[cell] else { return nil }
        if let value = task.field("value") { return returning(value, call) }
        guard let closure = task.field("closure") else { return nil }
        guard let home = task.field("container")?.integer else { return nil }
        let wasOnMainActor = isOnMainActor
        let outcome = running(in: home) { invoke(closure, []) }
        isOnMainActor = wasOnMainActor
        return passing(outcome, call) { value in
            self.heap[cell] = .fields(type: "Task", ["value": value])
            return value
        }
    }

    private func runGroup(_ call: KnownCall) -> Outcome? {
        guard let closure = call.lastClosure else { return nil }
        let group = Value.address(allocate(.fields(type: "TaskGroup", [:])), [])
        return passing(invoke(closure, [group]), call)
    }

    private func addTask(_ call: KnownCall) -> Outcome? {
        guard let closure = call.lastClosure else { return nil }
        _ = value(of: invoke(closure, []))
        return returning(.void, call)
    }

    // MARK: Queues, threads and actors

    private func runElsewhere(_ call: KnownCall) -> Outcome? {
        guard let closure = call.lastClosure else { return nil }
        let wasOnMainActor = isOnMainActor
        isOnMainActor = call.receiver == .globalQueue ? false : nil
        runLater { self.running(in: self.process) { self.invoke(closure, []) } }
        isOnMainActor = wasOnMainActor
        return returning(.unknown, call)
    }

    private func runOnMainActor(_ call: KnownCall) -> Outcome? {
        guard let closure = call.lastClosure else { return nil }
        let wasOnMainActor = isOnMainActor
        isOnMainActor = true
        defer { isOnMainActor = wasOnMainActor }
        return passing(invoke(closure, []), call)
    }

    // MARK: Closures that run now

    private func runOnce(_ call: KnownCall) -> Outcome? {
        call.lastClosure.map { passing(invoke($0, [.unknown]), call) }
    }

    private func runWithoutArguments(_ call: KnownCall) -> Outcome? {
        call.lastClosure.map { passing(invoke($0, []), call) }
    }

    /// What the first closure returns; the second one runs if something happens.
    private func runFirst(_ call: KnownCall) -> Outcome? {
        call.firstClosure.map { passing(invoke($0, [.unknown]), call) }
    }

    private func runWithLock(_ call: KnownCall) -> Outcome? {
        guard let closure = call.lastClosure else { return nil }
        var contents = Value.unknown
        if case .address = call.receiver { contents = call.receiver }
        return passing(invoke(closure, [contents]), call)
    }

    private func makeResult(_ call: KnownCall) -> Outcome? {
        call.lastClosure.map { passing(invoke($0, []), call) { _ in .unknown } }
    }

    private func runContinuation(_ call: KnownCall) -> Outcome? {
        guard let closure = call.lastClosure else { return nil }
        _ = value(of: invoke(closure, [.unknown]))
        return returning(.unknown, call)
    }
}
