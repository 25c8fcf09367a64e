/// How many elements are told apart.
private let arrayLimit = 500

/// Functions that run a closure for each element of a sequence.
extension Interpreter {
    static let sequences: ModelTable = [
        "_allocateUninitializedArray": allocateArray,
        "Sequence.map, Collection.map": doing {
            $0.transform($1) { result, _ in [result] }
        },
        "Sequence.filter, _ArrayProtocol.filter, Set.filter": doing {
            $0.transform($1) { $1.kept(if: $0.truth) }
        },
        // The closure's type spells out the pair, so it is two arguments.
        "Dictionary.filter": doing {
            $0.transform($1, \.parts) { $1.kept(if: $0.truth) }
        },
        "RangeReplaceableCollection.removeAll": doing { run, call in
            let rest = run.transform(call) { $1.kept(if: $0.negated.truth) }
            return rest.map { run.then($0) { run.returning(call.given($0)) } }
        },
        "Sequence.flatMap": doing { $0.transform($1) { result, _ in result.elements } },
        "Sequence.compactMap": doing { $0.transform($1) { result, _ in result.held } },
        "Sequence.forEach": doing { $0.transform($1) { _, _ in [] } },
        "Sequence.reduce": reduce,
        "Sequence.sorted, MutableCollection.sort": doing { run, call in
            let sorted = run.sorted(call) ?? call.receiver.elements.inAnyOrder
            return run.then(run.compare(call, giving: .array(sorted))) {
                run.returning(call.given($0))
            }
        },
        "Sequence.min, Sequence.max": doing { run, call in
            return run.compare(
                call,
                giving: run.sorted(call)?.first.map(Value.some)
                    ?? call.any(of: call.receiver.elements))
        },
        "Dictionary.mapValues": doing {
            $0.transform($1, { [$0[1]] }) { result, pair in
                [.tuple([pair.key, result])]
            }
        },
        "Dictionary.merging, Dictionary.merge": doing { $0.merge($1) },
        "Dictionary.init": doing { run, call in
            if call.name.hasSuffix("(grouping:by:)") { return run.group(call) }
            if call.name.hasSuffix("(_:uniquingKeysWith:)") { return run.merge(call) }
            let isUnique = call.name.hasSuffix("(uniqueKeysWithValues:)")
            let stops = isUnique && run.stopsAtTwin(among: call[0].exact ?? [])
            return stops ? Outcome() : call.collection.map(run.returning)
        },
        "Sequence.first, BidirectionalCollection.last": doing {
            $0.search($1, for: true, $1.any)
        },
        "Sequence.contains": doing { run, call in
            run.search(call, for: true, inAnyOrder: true) {
                Value.array($0).isEmpty.negated
            }
        },
        "Collection.firstIndex, BidirectionalCollection.lastIndex": doing { run, call in
            run.search(call, for: true, call.index)
        },
        "Sequence.allSatisfy": doing {
            $0.search($1, for: false, inAnyOrder: true) { Value.array($0).isEmpty }
        },
        "Dictionary.subscript.getter": lookUp,
        "Dictionary.subscript.modify": modifyValue,
        "Array.subscript.getter, Array.subscript.modify": doing { run, call in
            let index = call[0].integer
            run.notePassing(of: call.receiver)
            if let all = call.subarray() { return run.returning(all) }
            if let stop = run.stopBeyondEnd(call, index) { return stop }
            guard let index, index >= 0 else { return nil }
            if call.base.hasSuffix("getter") {
                return call.receiver.elements(at: index)
                    .map { run.returning(.joined($0.map(\.certain))) }
            }
            let isExact = call.receiver.exact?.indices.contains(index) == true
            let element = run.address(call.target, .index(index))
            return isExact ? run.returning(.tuple([element])) : nil
        },
        // Code depends on which element comes first, unless it is a loop that can't end
        // early: for that, one order stands for all. In a set or dictionary, any may be the
        // first, and in an array, unknown ones may come before one that is known.
        """
        Set.Iterator.next, Dictionary.Iterator.next, Dictionary.Keys.Iterator.next, \
        Dictionary.Values.Iterator.next, IndexingIterator.next, \
        Zip2Sequence.Iterator.next, EnumeratedSequence.Iterator.next, \
        ReversedCollection.Iterator.next, LazyFilterSequence.Iterator.next, \
        LazyMapSequence.Iterator.next, FlattenSequence.Iterator.next, \
        StrideToIterator.next, StrideThroughIterator.next, IteratorProtocol.next
        """: giving { run, call in
            let all = call.receiver.elements
            let isFirst = call.isOrdered && all.first?.isOthers != true
            let exits = run.flow.innermost[run.frame.position.block]?.exits ?? []
            let isWhole = exits.count(where: run.flow.reachesExit) == 1
            if isFirst || isWhole || all.count < 2 { return call.next() }
            run.noteGuess(call.nextOfAny)
            return call.nextOfAny
        },
        "_arrayForceCast": doing { run, call in
            let type = "Array<\(call.substitutions.last ?? "?")>"
            let stops = run.stopsAtCast(of: call[0], to: type)
            return stops ? Outcome() : run.returning(call[0])
        },
        "Array.remove": doing { $0.remove($1, at: $1[0].integer) },
        "RangeReplaceableCollection.removeFirst": doing { $0.remove($1, at: 0) },
        "RangeReplaceableCollection.removeLast": doing {
            $0.remove($1, at: $1.lastIndex)
        },
        // A lazy sequence runs its closure when an element is read, if ever.
        """
        LazySequenceProtocol.map, LazySequenceProtocol.filter, \
        LazySequenceProtocol.compactMap
        """: doing { run, call in
            if run.isSameWhenever(call) {
                return foreignFunctions["Sequence." + call.base.lastName]?(run)(call)
            }
            run.guessing(on: .uncomputed) {
                run.runSomewhere {
                    run.lending(run.invoke(call.firstClosure ?? .unknown, [.unknown]))
                }
            }
            if !call.base.hasSuffix(".filter") {
                return run.returning(.result(of: [call.receiver]))
            }
            // Only the program knows which elements it keeps.
            let all = call.receiver.elements.map(\.asMaybe)
            all.forEach { run.noteGuess(.oneOf([.some($0.certain), .none])) }
            if !all.contains(.others) { run.noteGuess(call.any(of: all)) }
            return run.returning(.array(all))
        },
    ]

    /// Whether a lazy sequence's closure gives the same results whenever it runs.
    private func isSameWhenever(_ call: KnownCall) -> Bool {
        guard let closure = call.firstClosure?.closure, !acts(closure) else {
            return false
        }
        // A closure without a symbol may act.
        let names = reach.used(by: [closure.symbol!]).names
        return !mayAct(call.receiver) && !names.contains { $0.contains(#/vpZ?$/#) }
    }

    private func allocateArray(_ call: KnownCall) -> Outcome? {
        let count = min(call[0].integer ?? 0, arrayLimit)
        let cell = allocate(.array(Array(repeating: .unknown, count: count)))
        return returning(.tuple([.address(cell), .address(cell, [.index(0)])]))
    }

    /// Calls a closure with each element in order, if the element is there and reached.
    private func each(
        of elements: [Value], _ call: KnownCall,
        _ arguments: (Value) -> [Value] = { [$0] },
        isReached: () -> Bool? = { true },
        _ use: (_ result: Value, _ element: Value) -> Void,
        then end: () -> Value
    ) -> Outcome? {
        // The program's own sequences aren't followed.
        let type = call.receiver.dynamicType?.baseName ?? ""
        guard call.isAnswered, reach.callbacks[type] == nil else { return nil }
        // A range asks its bounds for the values between them.
        call.receiver.field("lowerBound").map(callBack)
        let outcome = inOrder(elements[...]) { element in
            let isReached = isReached()
            return choose(element.isMaybe && isReached == true ? nil : isReached) {
                then(answer(call, arguments(element.certain))) {
                    use($0, element)
                    return returning()
                }
            } or: {
                returning()
            }
        }
        return then(outcome) { _ in returning(end()) }
    }

    /// What a call's closure says of an element, or whether the element equals the first
    /// parameter.
    private func answer(_ call: KnownCall, _ arguments: [Value]) -> Outcome {
        if let closure = call.firstClosure { return invoke(closure, arguments) }
        let (element, other) = (arguments[0], call[0])
        return equal(element, other) ?? returning(.result(of: [element, other]))
    }

    /// The array of the elements that a closure's results give.
    private func transform(
        _ call: KnownCall, _ arguments: (Value) -> [Value] = { [$0] },
        _ give: (_ result: Value, _ element: Value) -> [Value]
    ) -> Outcome? {
        var results: [Value] = []
        return each(of: call.receiver.elements, call, arguments) { result, element in
            let given = give(result, element.certain)
            results += element.isMaybe ? given.map(\.asMaybe) : given
        } then: {
            .array(results, isOrdered: call.receiver.isOrdered)
        }
    }

    /// The result for the elements that a closure gives an answer for, up to the first
    /// certain one. In a set, it can't be told which of them is first, unless any will do.
    private func search(
        _ call: KnownCall, for answer: Bool, inAnyOrder: Bool = false,
        _ give: ([Value]) -> Value
    ) -> Outcome? {
        let isOrdered = call.receiver.isOrdered
        let all = call.receiver.elements
        let isLast = call.base.contains(".last")
        var found: [Value] = []
        func isReached() -> Bool? {
            if !isOrdered { return nil }
            return found.isEmpty ? true : found.allSatisfy(\.isMaybe) ? nil : false
        }
        return each(of: isLast ? all.reversed() : all, call, isReached: isReached) {
            let kept = $1.kept(if: $0.truth.map { $0 == answer })
            found += isOrdered || inAnyOrder ? kept : kept.map(\.asMaybe)
        } then: {
            let result = give(found)
            if !isOrdered { noteGuess(result) }
            return result
        }
    }

    private func reduce(_ call: KnownCall) -> Outcome? {
        let all = call.receiver.elements
        if all.contains(where: \.isOthers) { return nil }
        let isInto = call.name.contains("(into:")
        let partial = Value.address(allocate(call[0]))
        let arguments = { [isInto ? partial : self.load(partial), $0] }
        return each(of: all, call, arguments) { result, _ in
            if !isInto { store(result, at: partial) }
        } then: {
            // In a text, the order of a set's or dictionary's elements can be seen.
            let isOpen = !call.receiver.isOrdered && all.count > 1
            return isOpen && load(partial).text != nil ? .uncomputed : load(partial)
        }
    }

    /// A dictionary with another one's pairs, or a new one. A closure combines the values
    /// of one key.
    private func merge(_ call: KnownCall) -> Outcome? {
        let isNew = call.base.hasSuffix("init")
        let pairs = (isNew ? [] : call.receiver.elements) + call[0].elements
        let isKnown = pairs.allSatisfy { !$0.isMaybe && $0.key.isLiteral }
        guard isKnown, let closure = call.firstClosure else { return nil }
        var all: [Value] = []
        let outcome = inOrder(pairs.map(\.key).unique[...]) { key in
            let values = pairs.filter { $0.key == key }.map { $0[1] }
            let value = values.dropFirst().reduce(returning(values[0])) { old, new in
                then(old) { invoke(closure, [$0, new]) }
            }
            return then(value) {
                all.append(.tuple([key, $0]))
                return returning()
            }
        }
        return then(outcome) { _ in
            returning(call.given(.array(all, isOrdered: false)))
        }
    }

    /// A dictionary of the elements by the keys that a closure gives them.
    private func group(_ call: KnownCall) -> Outcome? {
        let all = call[0].elements
        if all.contains(where: \.isMaybe) { return nil }
        var keys: [Value] = []
        return each(of: all, call) { key, _ in
            keys.append(key)
        } then: {
            let isKnown = keys.allSatisfy(\.isLiteral)
            let groups = keys.unique.map { key in
                let own = zip(keys, all).compactMap { other, one in
                    other == key ? one : isKnown ? nil : Value.maybe(one)
                }
                return Value.tuple([key, .array(own)])
            }
            return .array(groups, isOrdered: false)
        }
    }

    /// The elements in order, if all comparisons can be told. The least comes first, or
    /// for `max`, the greatest.
    private func sorted(_ call: KnownCall) -> [Value]? {
        let all = call.receiver.elements
        if all.contains(where: \.isMaybe) { return nil }
        // The program makes other comparisons than these, so what these do doesn't count.
        let outer = journal
        journal = Journal()
        defer { journal = outer }
        return onLayer {
            try? all.sorted {
                let (a, b) = call.base.hasSuffix("max") ? ($1, $0) : ($0, $1)
                let outcome = call.firstClosure.map { invoke($0, [a, b]) }
                return try isBefore(outcome ?? order(a, b), among: all)
            }
        }.value
    }

    /// The outcome of a comparison, if it can be told.
    private func isBefore(_ outcome: Outcome?, among all: [Value]) throws -> Bool {
        struct IsUnclear: Error {}
        let answer = outcome.map(value)
        if answer == .uncomputed { noteGuess(.joined(all)) }
        guard let truth = answer?.truth else { throw IsUnclear() }
        return truth
    }

    /// Compares any elements, because nothing promises which are compared, or in which
    /// order.
    private func compare(_ call: KnownCall, giving result: Value) -> Outcome {
        let all = call.receiver.elements
        let any = Value.joined(all.map(\.certain))
        let one = all.count { !$0.isMaybe } < 2 ? any.asMaybe : any
        let isOne = all.count < 2 && !all.contains(where: \.isOthers)
        var compared = each(of: isOne ? [] : [one], call, { [any, $0] }) { _, _ in
        } then: {
            result
        }
        // Only the program knows whether elements are compared that make it throw.
        if compared?.returned != nil { compared?.thrown?.value = .uncomputed }
        return compared ?? returning(result)
    }

    /// Notes that an array has too few elements, or that one from a request may have.
    private func stopBeyondEnd(_ call: KnownCall, _ index: Int?) -> Outcome? {
        let count = call.receiver.sequence?.all.count { !$0.isMaybe }
        guard let count, count <= max(index ?? 0, 0) else { return nil }
        let isDecided = call.receiver.exact != nil
        let isElement = call.base.hasPrefix("Array.")
        let type = isElement ? "Array<\(call.type)>" : call.type
        // A specialized function has no generic arguments.
        let own = call.signature?.parameterTypes.last ?? ""
        let array = call.substitutions.isEmpty ? own : type
        let mayBeEmpty = call.receiver.exact?.isEmpty != false
        if mayBeEmpty, let key = absentKey(of: array, isDecided) {
            return stop(at: key, isDecided)
        }
        // The loop over an empty array's indices has no turn.
        guard isDecided, index != nil else { return nil }
        // Another length isn't that of the array that the request gave.
        let request = requests(for: array).last { $0.answers.count == count }
        guard isSureNow || request != nil else { return nil }
        note(.beyondEnd(request?.key.inner))
        return returning(.unknown)
    }

    /// Whether the program stops because two of a dictionary's keys are equal.
    private func stopsAtTwin(among pairs: [Value]) -> Bool {
        let keys = pairs.map(\.key)
        let isSure = isSureNow && keys.allSatisfy(\.isLiteral)
        let stops = isSure && keys.unique.count < keys.count
        if stops { note(.repeatedKey) }
        return stops
    }

    private func remove(_ call: KnownCall, at index: Int?) -> Outcome? {
        // A call with a number removes several elements at once.
        if call.name.hasSuffix("(_:)") { return call.shortened.map(returning) }
        _ = stopBeyondEnd(call, index)
        return call.takeOut(at: index).map(returning)
    }

    private func lookUp(_ call: KnownCall) -> Outcome? {
        notePassing(of: call.receiver)
        return call.receiver.value(for: call[0]).map { found in
            // Only the program knows which object it is.
            if call[0].cell != nil { noteGuess(found) }
            // A default value is a closure after the key.
            guard call.parameters.count > 2 else { return returning(found) }
            return unwrapping(found) {
                returning($0)
            } orElse: {
                invoke(call[1])
            }
        }
    }

    /// Yields a dictionary's value, which is the default value at first.
    private func modifyValue(_ call: KnownCall) -> Outcome? {
        guard call.parameters.count > 2, call[0].isLiteral, let found = lookUp(call)
        else { return nil }
        return then(found) {
            _ = call.setValue(.some($0), for: call[0])
            let pair = address(call.target, .index(call.receiver.elements.count - 1))
            return returning(.tuple([address(pair, .index(1))]))
        }
    }
}

extension Value {
    var isOrdered: Bool { sequence?.isOrdered ?? true }

    /// The element, if an answer keeps it.
    fileprivate func kept(if answer: Bool?) -> [Value] {
        guard let answer else { return [asMaybe] }
        return answer ? [self] : []
    }

    /// The value in an optional, or nothing.
    fileprivate var held: [Value] {
        if isUnknown { return [.others] }
        if let value = unwrapped { return [value] }
        return alternatives.compactMap { $0.unwrapped?.asMaybe }
    }
}

extension KnownCall {
    /// Whether a closure, or a comparison with the first parameter, says which elements
    /// are meant.
    fileprivate var isAnswered: Bool {
        firstClosure != nil || ["Index", ".contains"].contains(where: base.contains)
    }

    /// Whether the first parameter is an element, or `nil` if that can't be told.
    var isElement: Bool? {
        let all = receiver.elements
        let answers = all.map { $0.certain.equals(self[0]) }
        let isThere = zip(all, answers).contains { !$0.isMaybe && $1 == true }
        return isThere || answers.allSatisfy { $0 == false } ? isThere : nil
    }

    /// The index of the first or last element that was found, as an optional.
    func index(of found: [Value]) -> Value {
        guard let element = found.first else { return .none }
        let all = receiver.exact
        let isLast = base.contains(".last")
        let index = isLast ? all?.lastIndex(of: element) : all?.firstIndex(of: element)
        return index.map { .some(.int($0)) } ?? .result(of: [receiver])
    }

    /// Any of the elements, as an optional: perhaps `nil`, if none is certainly there.
    func any(of all: [Value]) -> Value {
        let nothing = type.hasPrefix("Lazy") ? Value.none : .none(of: type)
        let some = all.map { Value.some($0.certain) }
        return .joined(all.allSatisfy(\.isMaybe) ? [nothing] + some : some)
    }
}
