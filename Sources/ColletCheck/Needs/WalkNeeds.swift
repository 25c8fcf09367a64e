extension Request {
    /// By its place; several stand in one.
    fileprivate var order: (Place, String) { (place, key.description) }
}

// What a walk comes to.
extension Walk {
    /// What the test asks for, or may, and nothing registers; once for each key, as sure
    /// as can be. Walks again.
    func needs() -> [Need] {
        let possible = asked.compactMap(need)
        restart()
        let certain = asked.compactMap(need)
        let all = (possible + certain).map { ($0.request.key, $0) }
        let surest = Dictionary(all) { $1.rank < $0.rank ? $1 : $0 }
        return surest.values.sorted {
            $0.request.key.description < $1.request.key.description
        }
    }

    /// What is asked for, whether or not something answers; once for each key.
    func requestedKeys() -> [(request: Request, isCertain: Bool)] {
        func requests() -> [Request] { asked.map { program.requests[$0.request] } }
        let all = Dictionary(requests().map { ($0.key, $0) }) {
            $1.place < $0.place ? $1 : $0
        }
        restart()
        let certain = Set(requests().map(\.key))
        return all.values.map { ($0, certain.contains($0.key)) }
            .sorted { $0.request.order < $1.request.order }
    }

    /// Whether it asks for something that other tests may register.
    var asksProcess: Bool {
        asked.contains { asking in
            containersAsked(by: asking).numbers.contains(where: containers.isOfProcess)
        }
    }

    private func need(_ asking: Asking) -> Need? {
        let request = program.requests[asking.request]
        if request.key.isOptional || !request.key.type.isKnown { return nil }
        let (asked, isAll) = containersAsked(by: asking)
        let lacks = asked.map { containers.lack(of: request.key, in: $0) }
        guard let least = lacks.compactMap(\.self).min() else { return nil }
        guard let index = lacks.firstIndex(of: least) else { return nil }
        let first = asked[index]
        let isCertain = isOfCertain && isAll && lacks.allSatisfy { $0 == .certain }
        // Of what doesn't certainly happen, the first walk has told.
        if isOfCertain, !isCertain { return nil }
        let runsAlways = !root.isConditional && !mayEnd
        let rank = isCertain && runsAlways ? Need.Rank.certain : .possible
        // A test's own is to be changed, and not what the app makes within it.
        let own = containers.layers(of: first).first {
            containers[$0].maker?.site.isInTests == true
        }
        let container = containers[own ?? first]
        let registered = containers.registrations(in: first)
        let isOutside = first == TestContainers.process
        let hasBlock = inside != TestContainers.process
        return Need(
            test: root.test, request: request, rank: max(rank, least),
            block: container.block, container: container.maker?.site,
            registered: registered, isOutside: isOutside, hasBlock: hasBlock,
            isDetached: isDetached(asking.event),
            hasOthers: !registeredForAll.isEmpty, path: path(to: asking))
    }

    /// Whether something on the way leaves the test's containers.
    private func isDetached(_ event: Event) -> Bool {
        sequence(first: event) { self.causes[$0.state] }.contains { event in
            guard case .enter(_, let scopes) = event.step.action else { return false }
            return scopes.isEmpty
        }
    }

    /// What led to a request, step by step.
    private func path(to asking: Asking) -> [Diagnostic.Note] {
        let request = program.requests[asking.request]
        let variable = request.variable.map { " ('\($0)')" } ?? ""
        // What asks for no property stands in one place, wherever it is read.
        let isMade = request.isForUsers && request.usedProperty == nil
        let place = isMade ? request.place : asking.event.place
        var steps = [(place, "asks for \(request.key)\(variable)")]
        var state = asking.event.state
        while let cause = causes[state] {
            if let deed = program.deed(of: state.piece) {
                steps.append((cause.place, deed))
            }
            state = cause.state
        }
        return steps.reversed()
    }
}
