/// Tasks, actors, queues, threads and locks.
extension Interpreter {
    static let concurrency: ModelTable = [
        "Task.init, static Task.immediate": doing { $0.startTask($1, in: $0.home) },
        "static Task.detached, static Task.immediateDetached": doing {
            $0.startTask($1, in: ($0.process, [:]))
        },
        "Task.value.getter": outcome(ofTask:),
        "Task.result.getter": giving { $0.outcome(ofTask: $1).map($0.result) },
        "static Task.sleep, static Task.checkCancellation": doing { run, call in
            // The program's own clock may throw other errors.
            let isOwn = call.substitutions.contains {
                run.program.declaration(of: $0) != nil
            }
            return run.mayBeCancelled || isOwn
                ? run.maySucceed(or: .uncomputed) : run.returning()
        },
        """
        static Task.isCancelled.getter, Task.isCancelled.getter, swift_task_isCancelled
        """: giving { run, _ in
            // A loop that ends where its task is cancelled isn't endless.
            run.mayBeCancelled || run.isInsideLoop ? .uncomputed : .bool(false)
        },
        "swift_asyncLet_get, swift_asyncLet_get_throwing": doing { run, call in
            call[0].cell.map(run.wait(forChild:)) ?? run.maySucceed()
        },
        "AsyncIteratorProtocol.next": next,
        // A new stream's elements are known, unless one that it gets is input.
        """
        AsyncStream.init, AsyncThrowingStream.init, static AsyncStream.makeStream, \
        static AsyncThrowingStream.makeStream, AsyncStream.Continuation.yield, \
        AsyncThrowingStream.Continuation.yield, \
        AsyncThrowingStream.Continuation.finish, CheckedContinuation.resume, \
        UnsafeContinuation.resume
        """: doing { run, call in
            let name = call.name.hasSuffix("(throwing:)") ? "failure" : "success"
            let given = call[0].unwrapped ?? call[0]
            if !given.isNone {
                run.results(call, adding: .enumeration("", name, given))
            }
            // A new stream runs the closure that fills it at once.
            if !call.name.hasSuffix("bufferingPolicy:_:)") { return nil }
            return run.runOnce(call, with: [.unknown]).map {
                run.then($0) { _ in run.returning(.unknown) }
            }
        },
        """
        AsyncStream.Iterator.next, AsyncThrowingStream.Iterator.next, TaskGroup.next, \
        TaskGroup.Iterator.next, TaskGroup.waitForAll, ThrowingTaskGroup.next, \
        ThrowingTaskGroup.Iterator.next, ThrowingTaskGroup.waitForAll
        """: nextResult,
        """
        withTaskGroup, withThrowingTaskGroup, withDiscardingTaskGroup, \
        withThrowingDiscardingTaskGroup
        """: doing { run, call in
            let last = run.lastCell
            run.groups.append([])
            defer { run.groups.removeLast() }
            // Only the program knows what is computed from a group's results.
            let outcome = run.runOnce(call, with: [.uncomputed])
            let base = run.heap
            run.heap = (outcome?.returned ?? outcome?.thrown)?.heap ?? base
            run.children.keys.filter { $0 > last }.sorted().forEach(run.end(child:))
            run.heap = base
            return outcome
        },
        """
        TaskGroup.addTask, TaskGroup.addTaskUnlessCancelled, \
        ThrowingTaskGroup.addTask, ThrowingTaskGroup.addTaskUnlessCancelled, \
        DiscardingTaskGroup.addTask, DiscardingTaskGroup.addTaskUnlessCancelled, \
        ThrowingDiscardingTaskGroup.addTask, \
        ThrowingDiscardingTaskGroup.addTaskUnlessCancelled
        """: giving { run, call in
            let child = run.begin {
                run.child(in: run.home) {
                    run.lending(run.catching(call) ?? run.returning())
                }
            }
            if let group = run.groups.indices.last {
                run.groups[group].append(child.child)
            }
            run.results(call, adding: child.value)
            return .unknown
        },
        // Raw SIL copies a mutex for a closure that doesn't escape, so it is an object. A
        // task local's object has the default value.
        "Mutex.init, TaskLocal.__allocating_init": giving {
            .object($0.allocate($1[0]), $1.declaringType)
        },
        "TaskLocal.get, TaskLocal.wrappedValue.getter": giving { run, call in
            guard let cell = call.receiver.cell else { return nil }
            let value = run.bindings[cell] ?? run.bindings[0] ?? run.heap[cell]
            return value == .unknown ? nil : value
        },
        "TaskLocal.withValue": doing { run, call in
            let old = run.bindings
            defer { run.bindings = old }
            if let cell = call.receiver.cell { run.bindings[cell] = call[0] }
            return run.runOnce(call)
        },
        // Queues and threads. On a Mac, Dispatch is Objective-C's: `OS_dispatch_queue`.
        """
        Thread.__allocating_init, DispatchWorkItem.__allocating_init, \
        BlockOperation.__allocating_init
        """: giving { run, call in
            let type = call.declaringType
            return call.firstClosure.map {
                .object(run.allocate(.fields(type, ["work": $0])), type)
            }
        },
        """
        Thread.start, static Thread.detachNewThread, Thread.detachNewThread, \
        OperationQueue.addOperation, OperationQueue.addOperations, \
        DispatchQueue.async, DispatchQueue.asyncAfter, DispatchGroup.notify, \
        DispatchWorkItem.notify, OS_dispatch_queue.async, OS_dispatch_queue.asyncAfter
        """: handOver,
        "DispatchQueue.sync, OS_dispatch_queue.sync": doing {
            $1.receiver == .mainQueue ? $0.runOnMainActor($1) : $0.runWork($1)
        },
        """
        DispatchSemaphore.wait, DispatchGroup.wait, OS_dispatch_semaphore.wait, \
        OS_dispatch_group.wait
        """: doing { run, _ in
            // Only the program knows what has run by now.
            run.heap.untimed.makeGuesses().map(run.load).forEach(run.noteGuess)
            return run.returning(.unknown)
        },
        "DispatchWorkItem.perform, Operation.start": runWork,
        "static DispatchQueue.concurrentPerform": giving { run, call in
            // Some iterations run here, and some on other threads.
            for home in [run.home, (run.process, [:])] {
                run.anyTimes { run.child(in: home) { run.invoke(call[1]) } }
            }
            return .void
        },
        // Functions that run their closure once.
        "Mutex.withLock": doing { run, call in
            run.runOnce(call, with: [call.receiver.cell.map { .address($0) } ?? .unknown])
        },
        "withTaskCancellationHandler, withObservationTracking": runFirst,
        "Actor.assumeIsolated": doing { $0.runOnce($1, with: [$1.target]) },
        "static MainActor.run": runOnMainActor,
        "static MainActor.assumeIsolated": doing { run, call in
            if run.isOnMainActor != false { return run.runOnMainActor(call) }
            run.note(.assumedMainActor)
            return Outcome()
        },
        """
        withCheckedContinuation, withUnsafeContinuation, \
        withCheckedThrowingContinuation, withUnsafeThrowingContinuation
        """: doing { run, call in
            // The value that resumes it isn't followed.
            run.runOnce(call).map {
                run.then($0) { _ in
                    run.then(run.nextResult(call)) { _ in run.returning(.uncomputed) }
                }
            }
        },
    ]

    // MARK: Tasks

    /// `next(isolation:)` for a type that has only `next()`.
    private func next(_ call: KnownCall) -> Outcome? {
        let member = """
            #AsyncIteratorProtocol.next: <Self where Self : AsyncIteratorProtocol> \
            (inout Self) -> () async throws -> Self.Element?
            """
        return program.methods(member, of: call.type, proto: "AsyncIteratorProtocol")
            .first.map { invoke(.code($0), [call.target]) }
    }

    /// Whether anything in the program cancels tasks, or other modules call the code that
    /// runs, which they may cancel.
    private var mayBeCancelled: Bool {
        reach.cancelsTasks || later > 0 || purpose != .program
    }

    private func startTask(_ call: KnownCall, in home: Home) -> Outcome? {
        guard let body = call.firstClosure else { return nil }
        let cell = allocate(.fields("Task", ["closure": body]))
        started[cell] = (home, allocate(.none), possible)
        for object in captures(body) { capturers[object, default: []].append(cell) }
        foresee(task: cell, body, in: home)
        tasks.append(cell)
        return returning(.object(cell, "Task"))
    }

    /// The outcome of a task that the code waits for.
    private func outcome(ofTask call: KnownCall) -> Outcome? {
        guard let cell = call.receiver.cell else { return nil }
        if possible <= started[cell]?.possible ?? 0 {
            // What it may do is no longer left open.
            foreseen.removeAll { $0.task == cell }
            heap.untimed.remove(task: cell)
        }
        return run(task: cell)
    }

    // MARK: Results that code hands over

    /// What the program has given to streams, groups and continuations of a type, and
    /// what it gives now.
    @discardableResult
    private func results(_ call: KnownCall, adding new: Value = .none) -> Value {
        // No variable's symbol is the name of a type.
        let cell = cell(of: .variable(call.type)), place = Value.address(cell)
        // Code that runs at an unknown time may give some.
        heap.untimed.globals.insert(cell)
        let all = new.alternatives.map {
            $0.caseName == "success"
                ? .enumeration("", "success", .result(of: $0.parts)) : $0
        }
        let results = Value.joined([load(place)] + all)
        store(results, at: place)
        return results
    }

    /// The outcome of waiting for the next result. Unless one of them is input, only the
    /// program knows which comes next.
    private func nextResult(_ call: KnownCall) -> Outcome {
        let given = results(call)
        let result = given.part(.payload("success"))
        let isOfGroup = call.base.contains("Group")
        if isOfGroup {
            settleGroup(whole: isInsideLoop || call.base.hasSuffix("waitForAll"))
        }
        let isGuess = !isInsideLoop && result == .uncomputed
        let value = isGuess ? result : .oneOf([.none, .some(result)])
        let error = given.alternatives.first { $0.caseName ?? "failure" == "failure" }
        // A group whose tasks all return doesn't throw.
        let isSure = isOfGroup && error == nil
        if isSure || !call.base.contains("Throwing") { return returning(value) }
        return maySucceed(value, or: error?.part(.payload("failure")) ?? .uncomputed)
    }

    /// Whether the current call may be made again in a loop.
    private var isInsideLoop: Bool {
        frame.code.flow.innermost[frame.position.block] != nil
    }

    /// Settles the tasks of the innermost group, or the only one that nothing has waited
    /// for. Of several, only the program knows which has ended.
    private func settleGroup(whole isWhole: Bool) {
        let tasks = groups.last ?? [], open = tasks.filter { heap[$0] == .bool(true) }
        (isWhole ? tasks : open.count == 1 ? open : []).forEach(settle)
    }

    // MARK: Queues and threads

    /// Runs code that another thread runs later, in the process's container.
    private func handOver(_ call: KnownCall) -> Outcome? {
        let queues = call.parameters.map(call.loaded)
        let isElsewhere = queues.contains(.globalQueue) || call.base.contains("Thread")
        let old = (isOnMainActor, isOnThread)
        defer { (isOnMainActor, isOnThread) = old }
        // Any other queue may be the main queue.
        isOnMainActor = queues.contains(.mainQueue) ? true : isElsewhere ? false : nil
        isOnThread = true
        return running(in: process) {
            let work = call.parameters.flatMap(work)
            if work.isEmpty { return callUnknown(call.arguments, [], call.signature) }
            for body in work {
                runLater(isCertain: !reach.cancels) {
                    bindings = [:]
                    return invoke(body)
                }
            }
            return returning(.unknown)
        }
    }

    private func runWork(_ call: KnownCall) -> Outcome? {
        call.parameters.flatMap(work).last.map { work in
            choose(reach.cancels ? nil : true) {
                invoke(work)
            } or: {
                returning()
            }
        }
    }

    /// The closures for other threads that a value is or contains.
    private func work(of value: Value) -> [Value] {
        let value = loaded(value)
        if value.isCallable { return [value] }
        let object = value.cell.flatMap { heap[$0] }
        return object?.field("work").map { [$0] } ?? value.parts.flatMap(work)
    }

    // MARK: Functions that run their closure once

    private func runOnMainActor(_ call: KnownCall) -> Outcome? {
        let wasOnMainActor = isOnMainActor
        isOnMainActor = true
        defer { isOnMainActor = wasOnMainActor }
        return runOnce(call)
    }

    /// Runs the first closure. The second one may run at any time, but what handles a
    /// cancellation only if something cancels tasks.
    private func runFirst(_ call: KnownCall) -> Outcome? {
        let closures = call.parameters.filter(\.isCallable)
        guard let body = closures.first else { return nil }
        for other in closures.dropFirst()
        where mayBeCancelled || call.base != "withTaskCancellationHandler" {
            // An autoclosure may return the closure.
            runSomewhere {
                then(invoke(other)) { $0.isCallable ? invoke($0) : returning($0) }
            }
        }
        return invoke(body)
    }
}
