/// Arrays, sets, ranges and dictionaries.
extension Interpreter {
    static let collections = arrays.merging(iterators) { a, _ in a }
        .merging(unordered) { a, _ in a }

    private static let arrays: ModelTable = [
        "_allocateUninitializedArray": { run, call in
            let count = min(call.parameters[0].integer ?? 0, arrayLimit)
            let all = Array(repeating: Value.unknown, count: count)
            let cell = run.allocate(.array(all, isOpen: false))
            let first = Value.address(cell, [.index(0)])
            return run.returning(.tuple([.address(cell, []), first]))
        },
        "_finalizeUninitializedArray": { run, call in
            run.returning(run.asArray(call.parameters[0]), call)
        },
        "Array.append": { $0.append($1) },
        "static Array.+= infix": { run, call in
            run.append(call.parameters[1], to: call.parameters[0], call)
        },
        "static RangeReplaceableCollection.+= infix": { run, call in
            run.append(call.parameters[1], to: call.parameters[0], call)
        },
        "static Array.+ infix": { $0.concatenate($1) },
        "Array.init": { run, call in
            let elements = run.elements(call, ofNew: "(_:)")
            return elements.map { run.returning(.array($0.all, isOpen: $0.isOpen), call) }
        },
        "Array.insert": { $0.insert($1) },
        "Array.remove": { run, call in
            run.takeOut(call) { _ in call.parameters[0].integer }
        },
        "RangeReplaceableCollection.removeFirst": { $0.takeOut($1, at: \.startIndex) },
        "RangeReplaceableCollection.removeLast": { $0.takeOut($1) { $0.count - 1 } },
        "RangeReplaceableCollection.popLast": { run, call in
            if run.certainElements(of: call.receiver)?.isEmpty == true {
                return run.returning(.none, call)
            }
            return run.takeOut(call, Value.some) { $0.count - 1 }
        },
        "Array.count.getter": { run, call in
            guard let all = run.certainElements(of: call.receiver) else { return nil }
            return run.returning(.int(all.count), call)
        },
        "Collection.isEmpty.getter": { $0.isEmpty($1) },
        "Array.subscript.getter": { run, call in
            guard let index = call.parameters[0].integer else { return nil }
            guard let all = run.certainElements(of: call.receiver) else { return nil }
            guard all.indices.contains(index) else { return nil }
            return run.returning(all[index], call)
        },
        "Collection.first.getter": { $0.end($1, \.first) },
        "BidirectionalCollection.last.getter": { $0.end($1, \.last) },
        "BidirectionalCollection.joined": { $0.joinTexts($1) },
        "Sequence.enumerated": { run, call in
            run.rearrange(call) {
                $0.enumerated().map { .tuple([.int($0.offset), $0.element]) }
            }
        },
        "BidirectionalCollection.reversed": { $0.rearrange($1) { $0.reversed() } },
        "zip": { run, call in
            guard let other = run.certainElements(of: call.parameters[1]) else {
                return nil
            }
            return run.rearrange(call) { zip($0, other).map { .tuple([$0, $1]) } }
        },
    ]

    private static let iterators: ModelTable = {
        var all: ModelTable = [
            "Collection.makeIterator": { $0.makeIterator($1) },
            "IndexingIterator.next": { $0.next($1) },
        ]
        for type in [
            "Set", "Dictionary", "Dictionary.Keys", "Dictionary.Values", "Zip2Sequence",
            "EnumeratedSequence", "ReversedCollection",
        ] {
            all["\(type).makeIterator"] = { $0.makeIterator($1) }
            all["\(type).Iterator.next"] = { $0.next($1) }
        }
        return all
    }()

    private static let unordered: ModelTable = [
        "Set.init": { run, call in
            let isLiteral = call.name.hasSuffix("(arrayLiteral:)")
            return run.elements(call, ofNew: isLiteral ? "(arrayLiteral:)" : "(_:)").map {
                run.returning(.dictionary($0.all, [], isOpen: $0.isOpen), call)
            }
        },
        "Set.insert": { run, call in
            let new = run.loaded(call.parameters[0])
            let set = run.load(call.receiver)
            guard case .dictionary(let all, [], let isOpen) = set else { return nil }
            if !all.contains(new) {
                run.store(.dictionary(all + [new], [], isOpen: isOpen), at: call.receiver)
            }
            return run.returning(.unknown, call)
        },
        "Dictionary.init": { run, call in
            let isLiteral = call.name.contains("dictionaryLiteral")
            let suffix = isLiteral ? "(dictionaryLiteral:)" : "(uniqueKeysWithValues:)"
            return run.elements(call, ofNew: suffix).map { pairs in
                run.returning(
                    .dictionary(
                        pairs.all.map { $0.part(.index(0)) },
                        pairs.all.map { $0.part(.index(1)) }, isOpen: pairs.isOpen), call)
            }
        },
        "Dictionary.subscript.getter": { $0.lookUp($1) },
        "Dictionary.subscript.setter": { $0.setValue($1) },
        "Dictionary.keys.getter": { run, call in
            guard case .dictionary(let keys, _, let isOpen) = run.loaded(call.receiver)
            else { return nil }
            return run.returning(.dictionary(keys, [], isOpen: isOpen), call)
        },
        "Dictionary.values.getter": { run, call in
            guard case .dictionary(_, let values, let isOpen) = run.loaded(call.receiver)
            else { return nil }
            return run.returning(.dictionary(values, [], isOpen: isOpen), call)
        },
    ]

    /// How many elements are told apart.
    private static let arrayLimit = 500
    private static let rangeLimit = 100

    // MARK: Elements

    /// What an array, a range, a set or a dictionary has.
    func sequence(_ value: Value) -> (all: [Value], isOpen: Bool)? {
        switch asArray(loaded(value)) {
        case .array(let all, let isOpen): return (all, isOpen)
        case .dictionary(let keys, let values, let isOpen):
            let pairs = zip(keys, values).map { Value.tuple([$0, $1]) }
            return (values.isEmpty ? keys : pairs, isOpen)
        case .fields(let type, let bounds):
            guard let low = bounds["lowerBound"]?.integer else { return nil }
            guard let high = bounds["upperBound"]?.integer else { return nil }
            let end = type.hasPrefix("Closed") ? high + 1 : high
            guard end >= low, end - low < Self.rangeLimit else { return nil }
            return ((low..<end).map { .int($0) }, false)
        default: return nil
        }
    }

    /// Whether nobody promises an order: what is first can't be told.
    func isUnordered(_ sequence: Value) -> Bool {
        if case .dictionary = loaded(sequence) { return true }
        return false
    }

    /// The elements in their order, if each of them is there for certain.
    private func certainElements(of value: Value) -> [Value]? {
        guard case let (all, false)? = sequence(value) else { return nil }
        let isCertain = !all.contains(where: \.isMaybe)
        return isCertain && (all.count < 2 || !isUnordered(value)) ? all : nil
    }

    /// What a new collection gets from another one.
    private func elements(
        _ call: KnownCall, ofNew suffix: String
    ) -> (all: [Value], isOpen: Bool)? {
        call.name.hasSuffix(suffix) ? sequence(call.parameters[0]) : nil
    }

    private func rearrange(
        _ call: KnownCall, _ change: ([Value]) -> [Value]
    ) -> Outcome? {
        certainElements(of: call.parameters[0]).map {
            returning(.array(change($0), isOpen: false), call)
        }
    }

    private func joinTexts(_ call: KnownCall) -> Outcome? {
        guard let all = certainElements(of: call.receiver) else { return nil }
        guard case .string(let separator) = call.parameters[0] else { return nil }
        let texts = all.compactMap { one -> String? in
            if case .string(let text) = one { text } else { nil }
        }
        if texts.count < all.count { return nil }
        return returning(.string(texts.joined(separator: separator)), call)
    }

    private func isEmpty(_ call: KnownCall) -> Outcome? {
        guard let (all, isOpen) = sequence(call.receiver) else { return nil }
        if all.contains(where: { !$0.isMaybe }) { return returning(.bool(false), call) }
        return isOpen || !all.isEmpty ? nil : returning(.bool(true), call)
    }

    private func end(_ call: KnownCall, _ end: ([Value]) -> Value?) -> Outcome? {
        guard let all = certainElements(of: call.receiver) else { return nil }
        return returning(end(all).map(Value.some) ?? .none, call)
    }

    // MARK: Changes

    private func append(_ call: KnownCall) -> Outcome? {
        if call.name.contains("contentsOf") {
            return append(call.parameters[0], to: call.receiver, call)
        }
        guard case .array(let all, let isOpen) = asArray(load(call.receiver)) else {
            return nil
        }
        var new = call.parameters[0]
        // An array's own address is the array; another one is where the element is.
        if case .array = asArray(new) {} else { new = loaded(new) }
        store(.array(all + [new], isOpen: isOpen), at: call.receiver)
        return returning(.void, call)
    }

    private func insert(_ call: KnownCall) -> Outcome? {
        guard case .array(var all, let isOpen) = asArray(load(call.receiver)) else {
            return nil
        }
        let new = loaded(call.parameters[0])
        let index = call.parameters[1].integer ?? -1
        if isOpen || all.contains(where: \.isMaybe) || !(0...all.count).contains(index) {
            all = (all + [new]).map(\.asMaybe)
        } else {
            all.insert(new, at: index)
        }
        store(.array(all, isOpen: isOpen), at: call.receiver)
        return returning(.void, call)
    }

    /// Takes an element out of an array; any, if it can't be told which.
    private func takeOut(
        _ call: KnownCall, _ wrap: (Value) -> Value = { $0 }, at index: ([Value]) -> Int?
    ) -> Outcome? {
        guard case .array(var all, let isOpen) = asArray(load(call.receiver)) else {
            return nil
        }
        var taken = Value.joined(all.map(\.certain) + (isOpen ? [.unknown] : []))
        let isExact = !isOpen && !all.contains(where: \.isMaybe)
        if isExact, let index = index(all), all.indices.contains(index) {
            taken = all.remove(at: index)
        } else {
            all = all.map(\.asMaybe)
        }
        store(.array(all, isOpen: isOpen), at: call.receiver)
        return returning(wrap(taken), call)
    }

    private func append(_ more: Value, to target: Value, _ call: KnownCall) -> Outcome? {
        guard case .array(let all, let isOpen) = asArray(load(target)) else { return nil }
        if let (more, isMoreOpen) = sequence(more) {
            store(.array(all + more, isOpen: isOpen || isMoreOpen), at: target)
        } else {
            store(.array(all, isOpen: true), at: target)
        }
        return returning(.void, call)
    }

    private func concatenate(_ call: KnownCall) -> Outcome? {
        guard let (a, isOpen) = sequence(call.parameters[0]) else { return nil }
        guard let (b, isOtherOpen) = sequence(call.parameters[1]) else { return nil }
        return returning(.array(a + b, isOpen: isOpen || isOtherOpen), call)
    }

    // MARK: Iterators

    private func makeIterator(_ call: KnownCall) -> Outcome? {
        guard let (all, isOpen) = sequence(call.parameters[0]) else { return nil }
        // One order stands for all: who depends on it, does so by chance.
        let rest = Value.array(all, isOpen: isOpen)
        return returning(.fields(type: "Iterator", ["rest": rest]), call)
    }

    private func next(_ call: KnownCall) -> Outcome? {
        guard case .fields("Iterator", var fields) = load(call.receiver),
            case .array(var rest, let isOpen)? = fields["rest"]
        else { return nil }
        guard !rest.isEmpty else {
            let end = isOpen ? Value.oneOf([.none, .some(.unknown)]) : .none
            return returning(end, call)
        }
        let first = rest.removeFirst()
        fields["rest"] = .array(rest, isOpen: isOpen)
        store(.fields(type: "Iterator", fields), at: call.receiver)
        guard case .maybe(let value) = first else { return returning(.some(first), call) }
        // It may be there: then the loop's body runs for it.
        return returning(.oneOf([.some(value), .none]), call)
    }

    // MARK: Dictionaries

    private func lookUp(_ call: KnownCall) -> Outcome? {
        guard case .dictionary(let keys, let values, let isOpen) = loaded(call.receiver)
        else { return nil }
        let key = loaded(call.parameters[0])
        let found: Value
        if keys.allSatisfy(\.isLiteral), key.isLiteral, !isOpen {
            found = keys.firstIndex(of: key).map { .some(values[$0]) } ?? .none
        } else {
            let others: [Value] = isOpen ? [.some(.unknown)] : []
            found = .joined([.none] + others + values.map(Value.some))
        }
        let other = call.parameters[1]
        // Its default value is a closure.
        guard call.parameters.count > 2, other.isCallable else {
            return returning(found, call)
        }
        return passing(
            unwrapping(found) {
                self.returning($0)
            } orElse: {
                self.invoke(other, [])
            }, call)
    }

    private func setValue(_ call: KnownCall) -> Outcome? {
        let (new, key) = (loaded(call.parameters[0]), loaded(call.parameters[1]))
        guard case .dictionary(var keys, var values, let isOpen) = load(call.receiver),
            keys.allSatisfy(\.isLiteral), key.isLiteral
        else { return nil }
        if let old = keys.firstIndex(of: key) {
            keys.remove(at: old)
            values.remove(at: old)
        }
        switch new {
        case .enumeration(_, "none", _): break
        case .enumeration(_, "some", let value?):
            keys.append(key)
            values.append(value)
        // Whether there is one nobody can tell.
        default: return nil
        }
        store(.dictionary(keys, values, isOpen: isOpen), at: call.receiver)
        return returning(.void, call)
    }
}
