/// Tasks, actors, queues, threads and locks.
extension Interpreter {
    static let concurrency: ModelTable = tasks.merging(queues) { a, _ in a }
        .merging(once) { a, _ in a }.merging(continuations) { a, _ in a }

    // MARK: Tasks

    private static let tasks: ModelTable = {
        var all: ModelTable = [
            "Task.value.getter": { run, call in
                run.outcome(ofTask: call).map { run.passing($0, call) }
            },
            "Task.result.getter": { run, call in
                run.outcome(ofTask: call).map { run.returning(run.result(of: $0), call) }
            },
            "swift_asyncLet_get": { run, call in run.returning(.void, call) },
            "static Task.sleep": { $0.maySucceed($1) },
            "static Task.checkCancellation": { $0.maySucceed($1) },
            // What the child task threw is thrown here.
            "swift_asyncLet_get_throwing": { $0.maySucceed($1) },
        ]
        for name in ["Task.init", "static Task.immediate"] {
            all[name] = { $0.startTask($1, in: $0.container) }
        }
        for name in ["static Task.detached", "static Task.immediateDetached"] {
            all[name] = { $0.startTask($1, in: $0.process) }
        }
        for name in ["with%TaskGroup", "withThrowing%TaskGroup"] {
            for kind in ["", "Discarding"] {
                all[name.replacing("%", with: kind)] = { run, call in
                    let group = Value.address(run.allocate(.unknown), [])
                    return run.runOnce(call, with: [group])
                }
            }
        }
        for group in ["", "Throwing", "Discarding", "ThrowingDiscarding"] {
            all["\(group)TaskGroup.addTask"] = { $0.addTask($1) }
            all["\(group)TaskGroup.addTaskUnlessCancelled"] = { $0.addTask($1) }
        }
        return all
    }()

    private func startTask(_ call: KnownCall, in container: Cell) -> Outcome? {
        guard let body = call.lastClosure else { return nil }
        let fields = ["closure": body, "container": Value.int(container)]
        let cell = allocate(.fields(type: "Task", fields))
        tasks.append(cell)
        return returning(.object(cell, type: "Task"), call)
    }

    /// How a task ended that somebody waits for.
    private func outcome(ofTask call: KnownCall) -> Outcome? {
        guard case .object(let cell, _) = call.receiver else { return nil }
        guard let fields = heap[cell] else { return nil }
        if let value = fields.field("value") { return returning(value) }
        guard let body = fields.field("closure") else { return nil }
        guard let home = fields.field("container")?.integer else { return nil }
        let outcome = child { running(in: home) { invoke(body, []) } }
        if let branch = outcome.returned {
            branch.heap[cell] = .fields(type: "Task", ["value": branch.value])
        }
        return outcome
    }

    private func addTask(_ call: KnownCall) -> Outcome? {
        guard let body = call.lastClosure else { return nil }
        // What it throws is thrown to who waits for it; that isn't followed.
        _ = result(of: child { invoke(body, []) })
        return returning(.unknown, call)
    }

    // MARK: Queues and threads

    private static let queues: ModelTable = {
        var all: ModelTable = [
            "static MainActor.shared.getter": { $0.returning(.mainActor, $1) },
            "Thread.start": { run, call in
                guard case .object(let cell, _) = call.receiver else { return nil }
                guard let body = run.heap[cell]?.field("closure") else { return nil }
                return run.hand(body, isOnMainActor: false, call)
            },
        ]
        all["Thread.__allocating_init"] = { run, call in
            guard let body = call.firstClosure else { return nil }
            let cell = run.allocate(.fields(type: "Thread", ["closure": body]))
            return run.returning(.object(cell, type: "Thread"), call)
        }
        for name in ["static Thread.detachNewThread", "OperationQueue.addOperation"] {
            all[name] = { run, call in
                call.lastClosure.map { run.hand($0, isOnMainActor: false, call) }
            }
        }
        // Dispatch is Objective-C's on a Mac.
        for queue in ["DispatchQueue", "OS_dispatch_queue"] {
            all["static \(queue).main.getter"] = { $0.returning(.mainQueue, $1) }
            all["static \(queue).global"] = { $0.returning(.globalQueue, $1) }
            all["\(queue).sync"] = { run, call in
                call.receiver == .mainQueue ? run.runOnMainActor(call) : run.runOnce(call)
            }
            for name in ["async", "asyncAfter"] {
                all["\(queue).\(name)"] = { run, call in
                    let isOnMain = call.receiver == .mainQueue
                    let isElsewhere = call.receiver == .globalQueue
                    let isOnMainActor = isOnMain ? true : isElsewhere ? false : nil
                    return call.lastClosure.map {
                        run.hand($0, isOnMainActor: isOnMainActor, call)
                    }
                }
            }
        }
        return all
    }()

    /// Code that a thread runs later: in the process's container.
    private func hand(
        _ body: Value, isOnMainActor isThere: Bool?, _ call: KnownCall
    ) -> Outcome {
        let wasOnMainActor = isOnMainActor
        isOnMainActor = isThere
        runLater { self.running(in: self.process) { self.invoke(body, []) } }
        isOnMainActor = wasOnMainActor
        return returning(.unknown, call)
    }

    // MARK: What runs its closure once

    private static let once: ModelTable = {
        var all: ModelTable = [
            "Mutex.init": { $0.returning($0.loaded($1.parameters[0]), $1) },
            "Mutex.withLock": { run, call in
                var state = Value.unknown
                if case .address = call.receiver { state = call.receiver }
                return run.runOnce(call, with: [state])
            },
            "withTaskCancellationHandler": { $0.runFirst($1) },
            "withObservationTracking": { $0.runFirst($1) },
            "TaskLocal.withValue": { $0.runOnce($1) },
            "withTaskExecutorPreference": { $0.runOnce($1) },
            "Actor.assumeIsolated": { run, call in
                run.runOnce(call, with: [call.receiver])
            },
        ]
        all["NSLocking.withLock"] = { $0.runOnce($1) }
        for name in ["static MainActor.run", "static MainActor.assumeIsolated"] {
            all[name] = { $0.runOnMainActor($1) }
        }
        return all
    }()

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

    private static let continuations: ModelTable = {
        var all: ModelTable = [:]
        for kind in ["Checked", "Unsafe"] {
            all["with\(kind)Continuation"] = { run, call in
                call.lastClosure.map { body in
                    _ = run.value(of: run.invoke(body, [.unknown]))
                    return run.returning(.unknown, call)
                }
            }
            // Whether it is resumed with an error isn't followed.
            all["with\(kind)ThrowingContinuation"] = { run, call in
                call.lastClosure.map { body in
                    _ = run.value(of: run.invoke(body, [.unknown]))
                    return run.maySucceed(call)
                }
            }
        }
        return all
    }()

    /// It returns or throws, and nobody can tell which.
    private func maySucceed(_ call: KnownCall) -> Outcome {
        either([{ self.returning(.unknown, call) }, { self.throwing() }])
    }
}
