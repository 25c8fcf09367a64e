/// What runs a closure for each element of a sequence.
extension Interpreter {
    static let sequences: ModelTable = {
        var all: ModelTable = [
            "Sequence.flatMap": { $0.transform($1, flatten) },
            "Sequence.compactMap": { $0.transform($1, unwrap) },
            "Sequence.forEach": { run, call in
                run.transform(call) { _, _ in [] }.map { _ in run.returning(.void, call) }
            },
            "Sequence.reduce": { $0.reduce($1) },
            "Sequence.sorted": { $0.sort($1) },
            "Sequence.min": { $0.extreme($1) },
            "Sequence.max": { $0.extreme($1) },
            "Sequence.first": {
                $0.search($1, for: true, .none) { _, one in .some(one) }
            },
            "Sequence.contains": {
                $0.search($1, for: true, .bool(false)) { _, _ in .bool(true) }
            },
            "Sequence.allSatisfy": {
                $0.search($1, for: false, .bool(true)) { _, _ in .bool(false) }
            },
            "Collection.firstIndex": {
                $0.search($1, for: true, .none) { index, _ in .some(.int(index)) }
            },
        ]
        for name in ["Sequence.map", "Collection.map"] {
            all[name] = { $0.transform($1) { result, _ in [result] } }
        }
        for name in ["Sequence.filter", "_ArrayProtocol.filter"] {
            all[name] = { $0.transform($1, keep) }
        }
        // A lazy sequence runs it when somebody reads an element, if ever.
        for name in ["map", "filter", "compactMap"] {
            all["LazySequenceProtocol.\(name)"] = { run, call in
                guard let closure = call.lastClosure else { return nil }
                run.maybe { run.invoke(closure, [.unknown]) }
                return run.returning(.unknown, call)
            }
        }
        return all
    }()

    // MARK: All elements

    /// An array of what a closure's results give; `nil` stands for more that nobody knows.
    private func transform(
        _ call: KnownCall, _ give: (_ result: Value, _ element: Value) -> [Value]?
    ) -> Outcome? {
        guard let closure = call.firstClosure else { return nil }
        guard let (all, wasOpen) = sequence(call.receiver) else {
            maybe { self.invoke(closure, [.unknown]) }
            return returning(.array([], isOpen: true), call)
        }
        var results: [Value] = []
        var isOpen = wasOpen
        for element in all {
            guard let result = result(of: closure, for: element, certainly: true) else {
                // The closure ends the program.
                return element.isMaybe ? returning(.unknown, call) : Outcome()
            }
            let given = give(result, element)
            isOpen = isOpen || given == nil
            results += element.isMaybe ? (given ?? []).map(\.asMaybe) : given ?? []
        }
        if wasOpen { maybe { self.invoke(closure, [.unknown]) } }
        return returning(.array(results, isOpen: isOpen), call)
    }

    /// What a closure returns for an element, or `nil` if it doesn't return.
    private func result(
        of closure: Value, for element: Value, certainly isCertain: Bool
    ) -> Value? {
        var inner = element
        if case .maybe(let value) = element { inner = value }
        let argument = argument(inner, for: closure)
        if isCertain, !element.isMaybe {
            let outcome = invoke(closure, [argument])
            return outcome.returned == nil ? nil : value(of: outcome)
        }
        var result: Value?
        maybe {
            let outcome = self.invoke(closure, [argument])
            result = outcome.returned?.value
            return outcome
        }
        return result ?? .unknown
    }

    private static func flatten(_ result: Value, _: Value) -> [Value]? {
        guard case .array(let all, isOpen: false) = result else { return nil }
        return all
    }

    private static func unwrap(_ result: Value, _: Value) -> [Value]? {
        if case .unknown = result { return nil }
        if case .enumeration(_, "none", _) = result { return [] }
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
        _ found: (_ index: Int, _ element: Value) -> Value
    ) -> Outcome? {
        guard let closure = call.firstClosure else { return nil }
        guard let (all, isOpen) = sequence(call.receiver) else { return nil }
        var results: [Value] = []
        for (index, element) in all.enumerated() {
            let isCertain = results.isEmpty
            guard let result = result(of: closure, for: element, certainly: isCertain)
            else {
                return Outcome()
            }
            if result.integer.map({ ($0 != 0) != answer }) == true { continue }
            results.append(found(index, element))
            let isAnswer = result.integer != nil && !element.isMaybe
            if isAnswer { return returning(.joined(results), call) }
        }
        if isOpen { return nil }
        return returning(.joined(results + [notFound]), call)
    }

    // MARK: Folds

    private func reduce(_ call: KnownCall) -> Outcome? {
        guard let closure = call.lastClosure else { return nil }
        guard let (all, isOpen) = sequence(call.receiver), !isOpen else { return nil }
        let isInto = call.name.contains("(into:")
        var partial = loaded(call.parameters[0])
        for element in all {
            let cell = Value.address(allocate(partial), [])
            let first = isInto ? cell : argument(partial, for: closure)
            var next = partial
            let step = { () -> Outcome in
                let given = self.argument(element.certain, for: closure)
                let outcome = self.invoke(closure, [first, given])
                let heap = outcome.returned?.heap ?? self.heap
                next = isInto ? heap.load(cell) : outcome.returned?.value ?? .unknown
                return outcome
            }
            if element.isMaybe {
                maybe(step)
                partial = .join(partial, next)
            } else {
                let outcome = step()
                if outcome.returned == nil { return outcome }
                _ = value(of: outcome)
                partial = next
            }
        }
        return returning(partial, call)
    }

    /// Which elements are compared, and in which order, nobody promises.
    private func sort(_ call: KnownCall) -> Outcome? {
        guard let (all, isOpen) = sequence(call.receiver) else { return nil }
        if let closure = call.firstClosure { compare(all, isOpen, by: closure) }
        if all.count == 1, !isOpen { return returning(.array(all, isOpen: false), call) }
        let any = Value.joined(all.map(\.certain))
        let sorted = all.map { $0.isMaybe ? any.asMaybe : any }
        return returning(.array(sorted, isOpen: isOpen), call)
    }

    private func extreme(_ call: KnownCall) -> Outcome? {
        guard let (all, isOpen) = sequence(call.receiver), !isOpen else { return nil }
        guard !all.contains(where: \.isMaybe) else { return nil }
        if let closure = call.firstClosure { compare(all, isOpen, by: closure) }
        return returning(all.isEmpty ? .none : .some(.joined(all)), call)
    }

    private func compare(_ all: [Value], _ isOpen: Bool, by closure: Value) {
        let any = isOpen ? Value.unknown : .joined(all.map(\.certain))
        let arguments = (0..<2).map { _ in argument(any, for: closure) }
        if all.count(where: { !$0.isMaybe }) > 1 {
            _ = value(of: invoke(closure, arguments))
        } else if isOpen || all.count > 1 {
            maybe { self.invoke(closure, arguments) }
        }
    }
}

extension Value {
    /// An array's element where it is there.
    fileprivate var certain: Value {
        guard case .maybe(let value) = self else { return self }
        return value
    }
}
