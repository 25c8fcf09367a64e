/// What runs a closure for each element of a sequence.
extension Interpreter {
    static let sequences: ModelTable = [
        "Sequence.map, Collection.map": { $0.transform($1) { result, _ in [result] } },
        "Sequence.filter, _ArrayProtocol.filter": { $0.transform($1, keep) },
        "RangeReplaceableCollection.removeAll": { run, call in
            let rest = run.transform(call) { result, element in
                keep(result.integer.map { .bool($0 == 0) } ?? .unknown, element)
            }
            return rest.map {
                run.passing($0, call) { run.storing($0, in: call.receiver) }
            }
        },
        "Sequence.flatMap": { $0.transform($1, flatten) },
        "Sequence.compactMap": { $0.transform($1, unwrap) },
        "Sequence.forEach": { $0.transform($1) { _, _ in [] } },
        "Sequence.reduce": { $0.reduce($1) },
        "Sequence.sorted": { $0.sort($1) },
        "Sequence.min, Sequence.max": { $0.findExtreme($1) },
        "Sequence.first": {
            $0.search($1, for: true, .none) { _, one in .some(one) }
        },
        "Sequence.contains": {
            $0.contains($1)
                ?? $0.search($1, for: true, .bool(false)) { _, _ in .bool(true) }
        },
        "Set.contains": { $0.contains($1) },
        "Sequence.allSatisfy": {
            $0.search($1, for: false, .bool(true)) { _, _ in .bool(false) }
        },
        "Collection.firstIndex": {
            $0.search($1, for: true, .none) { index, _ in .some(index) }
        },
        // A lazy sequence runs it when somebody reads an element, if ever.
        """
        LazySequenceProtocol.map, LazySequenceProtocol.filter, \
        LazySequenceProtocol.compactMap
        """: { run, call in
            run.maybe { run.invoke(call.lastClosure ?? .unknown, [.unknown]) }
            return run.returning(.unknown, call)
        },
        "Dictionary.subscript.getter": { $0.lookUp($1) },
    ]

    // MARK: All elements

    /// An array of what a closure's results give; `nil` stands for more that nobody knows.
    private func transform(
        _ call: KnownCall,
        _ give: @escaping (_ result: Value, _ element: Value) -> [Value]?
    ) -> Outcome? {
        guard let closure = call.firstClosure else { return nil }
        var results: [Value] = []
        var (all, isOpen) = sequence(call.receiver) ?? ([], true)
        if isOpen { all.append(.maybe(.unknown)) }
        let outcome = inOrder(all[...]) { element in
            self.invoke(closure, for: element) { branch in
                let given = give(branch.value, element)
                isOpen = isOpen || given == nil
                results += element.isMaybe ? (given ?? []).map(\.asMaybe) : given ?? []
            }
        }
        let isUnordered = isUnordered(call.receiver)
        return passing(outcome, call) { _ in
            isUnordered
                ? .dictionary(results, [], isOpen: isOpen)
                : .array(results, isOpen: isOpen)
        }
    }

    /// Calls a closure with an element, if that is there.
    private func invoke(
        _ closure: Value, _ first: [Value] = [], for element: Value,
        _ use: @escaping (Outcome.Branch) -> Void
    ) -> Outcome {
        perhaps(element.isMaybe) {
            let outcome = self.invoke(
                closure, first + [self.argument(element.certain, for: closure)])
            outcome.returned.map(use)
            return outcome
        }
    }

    /// Something happens, or may happen.
    private func perhaps(_ isMaybe: Bool, _ body: @escaping () -> Outcome) -> Outcome {
        isMaybe ? either([body, { self.returning(.void) }]) : body()
    }

    private static func flatten(_ result: Value, _: Value) -> [Value]? {
        guard case .array(let all, isOpen: false) = result else { return nil }
        return all
    }

    private static func unwrap(_ result: Value, _: Value) -> [Value]? {
        if case .unknown = result { return nil }
        if result.isNone { return [] }
        if let value = result.unwrapped { return [value] }
        return result.alternatives.compactMap { $0.unwrapped?.asMaybe }
    }

    private static func keep(_ result: Value, _ element: Value) -> [Value]? {
        guard let answer = result.integer else { return [element.asMaybe] }
        return answer == 0 ? [] : [element]
    }

    // MARK: Until an answer

    /// A search that ends with the first element for which a closure gives an answer.
    private func search(
        _ call: KnownCall, for answer: Bool, _ notFound: Value,
        _ found: @escaping (_ index: Value, _ element: Value) -> Value
    ) -> Outcome? {
        guard let closure = call.firstClosure else { return nil }
        guard let (elements, isOpen) = sequence(call.receiver) else { return nil }
        let all = isOpen ? elements + [.maybe(.unknown)] : elements
        let isOrdered = !isUnordered(call.receiver)
        var results: [Value] = []
        var isDone = false
        let outcome = inOrder(Array(all.enumerated())[...]) { index, element in
            if isDone { return self.returning(.void) }
            let isExact = !all[..<index].contains(where: \.isMaybe)
            let isReached = results.isEmpty && isOrdered
            let one = isReached ? element : element.asMaybe
            return self.invoke(closure, for: one) { branch in
                let result = branch.value.integer
                if result.map({ ($0 != 0) != answer }) == true { return }
                results.append(
                    found(isExact ? .int(index) : .unknown, element.certain))
                isDone = result != nil && isOrdered && !element.isMaybe
            }
        }
        return passing(outcome, call) { _ in
            .joined(isDone ? results : results + [notFound])
        }
    }

    /// Whether an element is there that is told apart from all others.
    private func contains(_ call: KnownCall) -> Outcome? {
        guard call.firstClosure == nil, case let (all, false)? = sequence(call.receiver)
        else { return nil }
        let answers = all.map { areEqual($0.certain, call[0]) }
        if zip(all, answers).contains(where: { !$0.isMaybe && $1 == true }) {
            return returning(.bool(true), call)
        }
        let isNone = answers.allSatisfy { $0 == false }
        return isNone ? returning(.bool(false), call) : nil
    }

    // MARK: Folds

    private func reduce(_ call: KnownCall) -> Outcome? {
        guard let closure = call.lastClosure else { return nil }
        guard case let (all, false)? = sequence(call.receiver) else { return nil }
        let isInto = call.name.contains("(into:")
        var partial = loaded(call[0])
        let outcome = inOrder(all[...]) { element in
            let cell = Value.address(self.allocate(partial), [])
            let first = isInto ? cell : self.argument(partial, for: closure)
            return self.invoke(closure, [first], for: element) { branch in
                let next = isInto ? branch.heap.load(cell) : branch.value
                partial = element.isMaybe ? .join(partial, next) : next
            }
        }
        return passing(outcome, call) { _ in partial }
    }

    private func sort(_ call: KnownCall) -> Outcome? {
        guard let (all, isOpen) = sequence(call.receiver) else { return nil }
        let any = isOpen ? Value.unknown : .joined(all.map(\.certain))
        return passing(compare(any, of: all, isOpen: isOpen, call), call) { _ in
            .array(all.map { $0.isMaybe ? any.asMaybe : any }, isOpen: isOpen)
        }
    }

    private func findExtreme(_ call: KnownCall) -> Outcome? {
        guard case let (all, false)? = sequence(call.receiver),
            !all.contains(where: \.isMaybe)
        else { return nil }
        let any = Value.joined(all)
        return passing(compare(any, of: all, isOpen: false, call), call) { _ in
            .optional(all.isEmpty ? nil : any)
        }
    }

    /// Which elements are compared, and in which order, nobody promises.
    private func compare(
        _ any: Value, of all: [Value], isOpen: Bool, _ call: KnownCall
    ) -> Outcome {
        guard let closure = call.firstClosure, isOpen || all.count > 1 else {
            return returning(.void)
        }
        let count = all.count { !$0.isMaybe }
        return perhaps(count < 2) {
            let arguments = (0..<2).map { _ in self.argument(any, for: closure) }
            return self.invoke(closure, arguments)
        }
    }
}
