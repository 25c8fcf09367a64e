/// Arrays, sets, ranges and dictionaries.
extension Interpreter {
    static let arrays: ModelTable = [
        "_allocateUninitializedArray": { run, call in
            let count = min(call[0].integer ?? 0, arrayLimit)
            let all = Array(repeating: Value.unknown, count: count)
            let cell = run.allocate(.array(all, isOpen: false))
            let first = Value.address(cell, [.index(0)])
            return run.returning(.tuple([.address(cell, []), first]))
        },
        "_finalizeUninitializedArray": { $0.returning($0.asArray($1[0]), $1) },
        "Array.init": { $0.convert($1, labels: "(_:)") { .array($0, isOpen: $1) } },
        "Array.append": { $0.append($1) },
        "static Array.+= infix, static RangeReplaceableCollection.+= infix": {
            $0.append(contentsOf: $1[1], to: $1[0], $1)
        },
        "static Array.+ infix": { $0.concatenate($1) },
        "Array.insert": { $0.insert($1) },
        "Array.remove": { run, call in run.takeOut(call) { _ in call[0].integer } },
        "RangeReplaceableCollection.removeFirst": { $0.takeOut($1, at: \.startIndex) },
        "RangeReplaceableCollection.removeLast": { $0.takeOut($1) { $0.count - 1 } },
        "RangeReplaceableCollection.popLast": { run, call in
            if run.certainElements(of: call.receiver)?.isEmpty == true {
                return run.returning(.none, call)
            }
            return run.takeOut(call, Value.some) { $0.count - 1 }
        },
        "Array.count.getter": { $0.use($1) { .int($0.count) } },
        "Collection.isEmpty.getter": { $0.isEmpty($1) },
        "Array.subscript.getter": { run, call in
            run.use(call) { all in
                call[0].integer.flatMap { all.indices.contains($0) ? all[$0] : nil }
            }
        },
        "Collection.first.getter": {
            $0.use($1) { $0.first.map(Value.some) ?? Value.none }
        },
        "BidirectionalCollection.last.getter": {
            $0.use($1) { $0.last.map(Value.some) ?? Value.none }
        },
        "BidirectionalCollection.joined": { run, call in
            run.use(call) { all in
                let texts = all.compactMap(\.text)
                return texts.count < all.count
                    ? nil : call[0].text.map { .string(texts.joined(separator: $0)) }
            }
        },
        "BidirectionalCollection.reversed": { $0.use($1) { array($0.reversed()) } },
        "Sequence.enumerated": {
            $0.use($1) { array($0.enumerated().map { .tuple([.int($0), $1]) }) }
        },
        "zip": { run, call in
            let other = run.certainElements(of: call[1])
            return run.use(call, call[0]) { all in
                other.map { array(zip(all, $0).map { .tuple([$0, $1]) }) }
            }
        },
    ]

    static let iterators: ModelTable = [
        "Collection.makeIterator, Set.makeIterator, Dictionary.makeIterator": {
            $0.makeIterator($1)
        },
        "Dictionary.Keys.makeIterator, Dictionary.Values.makeIterator": {
            $0.makeIterator($1)
        },
        "Zip2Sequence.makeIterator, EnumeratedSequence.makeIterator": {
            $0.makeIterator($1)
        },
        "ReversedCollection.makeIterator": { $0.makeIterator($1) },
        "IndexingIterator.next, Set.Iterator.next, Dictionary.Iterator.next": {
            $0.next($1)
        },
        "Dictionary.Keys.Iterator.next, Dictionary.Values.Iterator.next": { $0.next($1) },
        "Zip2Sequence.Iterator.next, EnumeratedSequence.Iterator.next": { $0.next($1) },
        "ReversedCollection.Iterator.next": { $0.next($1) },
    ]

    /// Sets and dictionaries.
    static let unordered: ModelTable = [
        "Set.init": { run, call in
            let isLiteral = call.name.hasSuffix("(arrayLiteral:)")
            return run.convert(call, labels: isLiteral ? "(arrayLiteral:)" : "(_:)") {
                .dictionary($0, [], isOpen: $1)
            }
        },
        "Set.insert": { $0.insertIntoSet($1) },
        "Dictionary.init": { run, call in
            let isLiteral = call.name.hasSuffix("(dictionaryLiteral:)")
            let labels = isLiteral ? "(dictionaryLiteral:)" : "(uniqueKeysWithValues:)"
            return run.convert(call, labels: labels) { pairs, isOpen in
                .dictionary(
                    pairs.map { $0.part(.index(0)) }, pairs.map { $0.part(.index(1)) },
                    isOpen: isOpen)
            }
        },
        "Dictionary.subscript.getter": { $0.lookUp($1) },
        "Dictionary.subscript.setter": { $0.setValue($1) },
        "Dictionary.keys.getter": { $0.part($1) { keys, _ in keys } },
        "Dictionary.values.getter": { $0.part($1) { _, values in values } },
    ]

    /// How many elements are told apart.
    private static let arrayLimit = 500
    private static let rangeLimit = 20

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

    private static func array(_ all: [Value]) -> Value { .array(all, isOpen: false) }

    /// What a sequence's elements give, if they are known.
    private func use(
        _ call: KnownCall, _ sequence: Value? = nil, _ give: ([Value]) -> Value?
    ) -> Outcome? {
        certainElements(of: sequence ?? call.receiver).flatMap(give)
            .map { returning($0, call) }
    }

    /// A new collection of another one's elements.
    private func convert(
        _ call: KnownCall, labels: String, _ make: ([Value], _ isOpen: Bool) -> Value
    ) -> Outcome? {
        guard call.name.hasSuffix(labels) else { return nil }
        return sequence(call[0]).map { returning(make($0.all, $0.isOpen), call) }
    }

    private func isEmpty(_ call: KnownCall) -> Outcome? {
        guard let (all, isOpen) = sequence(call.receiver) else { return nil }
        if all.contains(where: { !$0.isMaybe }) { return returning(.bool(false), call) }
        return isOpen || !all.isEmpty ? nil : returning(.bool(true), call)
    }

    // MARK: Changes

    /// Changes an array, and returns what the change gives.
    private func change(
        _ target: Value, _ call: KnownCall,
        _ change: (inout [Value], _ isOpen: inout Bool) -> Value
    ) -> Outcome? {
        guard case .array(var all, var isOpen) = asArray(load(target)) else { return nil }
        let value = change(&all, &isOpen)
        store(.array(all, isOpen: isOpen), at: target)
        return returning(value, call)
    }

    private func append(_ call: KnownCall) -> Outcome? {
        if call.name.contains("contentsOf") {
            return append(contentsOf: call[0], to: call.receiver, call)
        }
        // An array's own address is the array; another one is where the element is.
        var new = call[0]
        if case .array = asArray(new) {} else { new = loaded(new) }
        return change(call.receiver, call) { all, _ in
            all.append(new)
            return .void
        }
    }

    private func append(
        contentsOf more: Value, to target: Value, _ call: KnownCall
    ) -> Outcome? {
        let (more, isMoreOpen) = sequence(more) ?? ([], true)
        return change(target, call) { all, isOpen in
            all += more
            isOpen = isOpen || isMoreOpen
            return .void
        }
    }

    private func insert(_ call: KnownCall) -> Outcome? {
        let (new, index) = (loaded(call[0]), call[1].integer ?? -1)
        return change(call.receiver, call) { all, isOpen in
            let isKnown = !isOpen && !all.contains(where: \.isMaybe)
            if isKnown, (0...all.count).contains(index) {
                all.insert(new, at: index)
            } else {
                all = (all + [new]).map(\.asMaybe)
            }
            return .void
        }
    }

    /// Takes an element out of an array; any, if it can't be told which.
    private func takeOut(
        _ call: KnownCall, _ wrap: (Value) -> Value = { $0 }, at index: ([Value]) -> Int?
    ) -> Outcome? {
        change(call.receiver, call) { all, isOpen in
            let isKnown = !isOpen && !all.contains(where: \.isMaybe)
            if isKnown, let index = index(all), all.indices.contains(index) {
                return wrap(all.remove(at: index))
            }
            let any = Value.joined(all.map(\.certain) + (isOpen ? [.unknown] : []))
            all = all.map(\.asMaybe)
            return wrap(any)
        }
    }

    private func concatenate(_ call: KnownCall) -> Outcome? {
        guard let (a, isOpen) = sequence(call[0]) else { return nil }
        guard let (b, isOtherOpen) = sequence(call[1]) else { return nil }
        return returning(.array(a + b, isOpen: isOpen || isOtherOpen), call)
    }

    // MARK: Iterators

    private func makeIterator(_ call: KnownCall) -> Outcome? {
        guard let (all, isOpen) = sequence(call[0]) else { return nil }
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

    // MARK: Sets and dictionaries

    private func insertIntoSet(_ call: KnownCall) -> Outcome? {
        let new = loaded(call[0])
        guard case .dictionary(let all, [], let isOpen) = load(call.receiver) else {
            return nil
        }
        if !all.contains(new) {
            store(.dictionary(all + [new], [], isOpen: isOpen), at: call.receiver)
        }
        return returning(.unknown, call)
    }

    /// A dictionary's keys or values: as a set, as they have no order.
    private func part(
        _ call: KnownCall, _ part: (_ keys: [Value], _ values: [Value]) -> [Value]
    ) -> Outcome? {
        guard case .dictionary(let keys, let values, let isOpen) = loaded(call.receiver)
        else { return nil }
        return returning(.dictionary(part(keys, values), [], isOpen: isOpen), call)
    }

    private func lookUp(_ call: KnownCall) -> Outcome? {
        guard case .dictionary(let keys, let values, let isOpen) = loaded(call.receiver)
        else { return nil }
        let key = loaded(call[0])
        let found: Value
        if keys.allSatisfy(\.isLiteral), key.isLiteral, !isOpen {
            found = keys.firstIndex(of: key).map { .some(values[$0]) } ?? .none
        } else {
            let others: [Value] = isOpen ? [.some(.unknown)] : []
            found = .joined([.none] + others + values.map(Value.some))
        }
        // A default value is a closure behind the key.
        let hasDefault = call.parameters.count > 2
        return hasDefault
            ? unwrapping(found, or: call[1], call) : returning(found, call)
    }

    private func setValue(_ call: KnownCall) -> Outcome? {
        let (new, key) = (loaded(call[0]), loaded(call[1]))
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
