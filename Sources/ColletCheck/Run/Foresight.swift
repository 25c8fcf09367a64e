/// A child task, of a group or `async let`, that has run from its start to its end. Other
/// code may have run while it was suspended.
struct ChildTask {
    let run: () -> Outcome
    let home: Interpreter.Home
    let events: ArraySlice<Event>
    /// What its cells hold once it has returned, what they held before it began, and what
    /// they hold once it has thrown, or `nil` if it can't throw.
    let written: [Cell: Value]
    let old: [Cell: Value]
    let thrown: [Cell: Value]?
}

extension Interpreter {
    /// Runs a task that begins, without its events, to see what it may do before anything
    /// waits for it. A task on the main actor begins where the actor's code suspends.
    func foresee(task: Cell, _ body: Value, in home: Home) {
        // A task that begins another one with the same code does the same once more.
        let code = body.closure?.symbol
        if foreseenCode.contains(code) { return }
        foreseenCode.append(code)
        defer { foreseenCode.removeLast() }
        let last = lastCell
        let old = entries(of: home.container)
        let kept = (
            journal, steps, tasks, foreseen, keptClosures, lentClosures, lent, objects,
            repeatedCalls, newScopes, containers, madeRegistrations, released,
            beginsOnMainActor, callbacks
        )
        journal = Journal()
        beginsOnMainActor = nil
        let ((writes, new), written) = onLayer {
            let writes = heap.untimed.recording(after: last) {
                let outcome = possibly {
                    child(in: home) { invoke(body) }
                }
                takeMemory(of: outcome)
            }
            return (writes, entries(of: home.container))
        }
        let isOnMain = isOnMainActor == true && beginsOnMainActor == true
        // The task's registrations may hold values that the task has made.
        for (cell, value) in written where cell > last && heap[cell] == nil {
            heap[cell] = value
        }
        (
            journal, steps, tasks, foreseen, keptClosures, lentClosures, lent, objects,
            repeatedCalls, newScopes, containers, madeRegistrations, released,
            beginsOnMainActor, callbacks
        ) = kept
        // Until something waits for the task, its effects are only possible.
        let begin = {
            self.heap.untimed.add(writes, of: task)
            self.expect(new.without(old), without: old.without(new), in: home.container)
        }
        if isOnMain { foreseen.append((task, begin)) } else { begin() }
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

    // MARK: Children

    /// Runs a child task that begins. Returns its value, and the cell that stands for it.
    func begin(_ run: @escaping () -> Outcome) -> (value: Value, child: Cell) {
        let count = journal.events.count, base = heap
        let ((thrown, value), written) = onLayer {
            let outcome = run()
            // Before the outcome's value, which takes over what it writes if it returns.
            return (outcome.thrown?.heap.written(above: base), self.value(of: outcome))
        }
        let cells = written.merging(thrown ?? [:]) { $1 }.keys
        let old = cells.reduce(into: [:]) { $0[$1] = heap[$1] }
        for (cell, value) in written { heap[cell] = Self.opened(old[cell], value) }
        let child = allocate(.void)
        // So that where ways meet, it can be told that only some of them began it.
        self.base[child] = .bool(false)
        heap[child] = .bool(true)
        children[child] = ChildTask(
            run: run, home: home, events: journal.events[count...],
            written: old.merging(written) { $1 }, old: old,
            thrown: thrown.map { old.merging($0) { $1 } })
        return (value, child)
    }

    /// What a cell holds until something waits for the child task that writes to it. Until
    /// then, what the task registers and removes is only possible.
    private static func opened(_ old: Value?, _ new: Value) -> Value {
        guard case .container? = old else { return new }
        return .join(old!, new)
    }

    /// Makes certain what a child task has registered and removed, once something has
    /// waited for it, if it has begun on all ways.
    func settle(child cell: Cell) {
        let states = heap[cell]?.alternatives ?? []
        let hasBegun = states.allSatisfy { $0 == .bool(true) || $0 == .void }
        guard hasBegun, let child = children[cell] else { return }
        heap[cell] = .void
        for (cell, new) in child.written {
            let old = child.old[cell], now = heap[cell]
            guard case .container(let before)? = old, case .container(let after) = new,
                case .container(var container)? = now
            else { continue }
            container.entries = container.entries.compactMap { entry in
                func isSame(_ other: Container.Entry) -> Bool {
                    other.registration == entry.registration
                }
                let own = after.entries.first(where: isSame)
                return before.entries.contains(where: isSame) == (own != nil)
                    ? entry : own
            }
            // Where nothing else has changed it, the container is as the task left it.
            let isAlone = now == Self.opened(old, new)
            heap[cell] = isAlone ? new : .container(container)
        }
    }

    /// The outcome of waiting for a child task. Its error is thrown here. Where other code
    /// has written to the same place since it began, either value may be there.
    func wait(forChild cell: Cell) -> Outcome {
        end(child: cell)
        guard let child = children[cell], let thrown = child.thrown else {
            return returning()
        }
        return choose(nil) {
            returning()
        } or: {
            for (cell, new) in thrown {
                let old = child.written[cell], now = heap[cell] ?? new
                if old != new { heap[cell] = now == old ? new : .join(now, new) }
            }
            return throwing()
        }
    }

    /// Runs a child task once more where something waits for it, as a guess: with what
    /// other code has written since it began. If it then asks for something else, its
    /// first run was only possible.
    func end(child: Cell) {
        if heap[child] == Value.none { return }
        settle(child: child)
        heap[child] = Value.none
        if isRepeating { return }
        let child = children[child]!
        for event in child.events {
            guard let request = event.request, request.answers.isEmpty else { continue }
            if !look(request).answers.isEmpty { event.isLater = true }
        }
        let count = journal.events.count
        isRepeating = true
        _ = onLayer {
            for (cell, value) in child.written where heap[cell] == value {
                heap[cell] = child.old[cell]
            }
            _ = guessing(on: .uncomputed) {
                possibly { self.child(in: child.home, child.run) }
            }
        }
        isRepeating = false
        if child.events.asked != journal.events[count...].asked {
            child.events.forEach { $0.possible += 1 }
        }
    }
}

extension ArraySlice<Event> {
    /// The keys that are asked for, with the places of the answers.
    fileprivate var asked: Set<[AnyHashable]> {
        Set(compactMap(\.request).map { [$0.key, $0.answers.map(\.registration.place)] })
    }
}
