extension Interpreter {
    /// Runs a task that begins, without its events, to see what it may do before anything
    /// waits for it. A task on the main actor begins where the actor's code suspends.
    func foresee(task: Cell, _ body: Value, in home: Cell) {
        let last = lastCell
        let old = container(at: home)?.entries ?? []
        let kept = (
            journal, steps, tasks, foreseen, keptClosures, lentClosures, lent, objects,
            repeatedCalls, newScopes, containers, madeRegistrations, released,
            beginsOnMainActor
        )
        journal = Journal()
        beginsOnMainActor = nil
        let ((writes, new), written) = onLayer {
            let writes = heap.untimed.recording(after: last) {
                let outcome = possibly {
                    child { running(in: home) { invoke(body, []) } }
                }
                _ = valueOrError(of: outcome)
            }
            return (writes, container(at: home)?.entries ?? old)
        }
        let isOnMain = isOnMainActor == true && beginsOnMainActor == true
        // Its registrations may hold values that it has made.
        for (cell, value) in written where cell > last && heap[cell] == nil {
            heap[cell] = value
        }
        (
            journal, steps, tasks, foreseen, keptClosures, lentClosures, lent, objects,
            repeatedCalls, newScopes, containers, madeRegistrations, released,
            beginsOnMainActor
        ) = kept
        // Until something waits for the task, its effects are only possible.
        let begin = {
            self.heap.untimed.add(writes, of: task)
            self.expect(new.without(old), without: old.without(new), in: home)
        }
        if isOnMain { foreseen.append((task, begin)) } else { begin() }
    }

    /// Forgets what a task may do, because something has waited for its end.
    func forget(foreseen task: Cell) {
        foreseen.removeAll { $0.task == task }
        heap.untimed.remove(task: task)
    }

    /// From now on, a container may have some entries, and lack others.
    private func expect(
        _ added: [Container.Entry], without gone: [Container.Entry], in home: Cell
    ) {
        guard !(gone + added).isEmpty, let now = container(at: home) else { return }
        var then = now
        then.entries = now.entries.without(gone) + added.without(now.entries)
        heap[home] = .container(now.joined(with: then))
    }
}

extension [Container.Entry] {
    fileprivate func without(_ others: Self) -> Self {
        filter { entry in
            !others.contains { $0.registration == entry.registration }
        }
    }
}
