/// Arrays, sets, ranges and dictionaries.
extension Interpreter {
    static let collections: ValueTable = [
        "_allocateUninitializedArray": { run, call in
            let count = min(call[0].integer ?? 0, arrayLimit)
            let cell = run.allocate(array(Array(repeating: .unknown, count: count)))
            return .tuple([.address(cell, []), .address(cell, [.index(0)])])
        },
        "_finalizeUninitializedArray": { $0.asArray($1[0]) },
        "Array.init, Set.init, Dictionary.init": { $0.convert($1) },
        "Array.append": { $0.append($1) },
        "static Array.+= infix, static RangeReplaceableCollection.+= infix": {
            $0.append(contentsOf: $1[1], to: $1[0])
        },
        "static Array.+ infix": { $0.concatenate($1) },
        "Array.insert": { $0.insert($1) },
        """
        Array.remove, RangeReplaceableCollection.removeFirst, \
        RangeReplaceableCollection.removeLast, RangeReplaceableCollection.popLast
        """: { $0.takeOut($1) },
        "Array.removeAll": { $0.storing(array([]), in: $1.receiver) },
        "Collection.prefix": { run, call in
            guard let count = call[0].integer, count >= 0 else { return nil }
            let text = run.loaded(call.receiver).text
            return text.map { .string(String($0.prefix(count))) }
                ?? run.use(call) { array(Array($0.prefix(count))) }
        },
        "Array.count.getter": { $0.use($1) { .int($0.count) } },
        "Collection.isEmpty.getter": { $0.isEmpty($1) },
        "Array.subscript.getter": { run, call in
            run.use(call) { all in
                call[0].integer.flatMap { all.indices.contains($0) ? all[$0] : nil }
            }
        },
        "Collection.first.getter": { $0.use($1) { .optional($0.first) } },
        "BidirectionalCollection.last.getter": { $0.use($1) { .optional($0.last) } },
        "BidirectionalCollection.joined": { run, call in
            run.use(call) { all in
                let texts = all.compactMap(\.text)
                guard texts.count == all.count else { return nil }
                return call[0].text.map { .string(texts.joined(separator: $0)) }
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
        """
        Collection.makeIterator, Set.makeIterator, Dictionary.makeIterator, \
        Dictionary.Keys.makeIterator, Dictionary.Values.makeIterator, \
        Zip2Sequence.makeIterator, EnumeratedSequence.makeIterator, \
        ReversedCollection.makeIterator
        """: { run, call in
            // One order stands for all: who depends on it, does so by chance.
            run.sequence(call[0]).map {
                .fields(type: "Iterator", ["rest": .array($0.all, isOpen: $0.isOpen)])
            }
        },
        """
        IndexingIterator.next, Set.Iterator.next, Dictionary.Iterator.next, \
        Dictionary.Keys.Iterator.next, Dictionary.Values.Iterator.next, \
        Zip2Sequence.Iterator.next, EnumeratedSequence.Iterator.next, \
        ReversedCollection.Iterator.next
        """: { $0.next($1) },
        "Set.insert": { run, call in
            let new = run.loaded(call[0])
            guard case .dictionary(let all, [], let isOpen) = run.load(call.receiver)
            else { return nil }
            let isOld = all.contains(new)
            run.store(
                .dictionary(isOld ? all : all + [new], [], isOpen: isOpen),
                at: call.receiver)
            return .unknown
        },
        "Dictionary.subscript.setter": { $0.setValue($1) },
        // As sets, as they have no order.
        "Dictionary.keys.getter": { $0.part($1) { keys, _ in keys } },
        "Dictionary.values.getter": { $0.part($1) { _, values in values } },
    ]

    /// How many elements are told apart.
    private static let arrayLimit = 500
    private static let rangeLimit = 20

    // MARK: Elements

    /// What an array, a range, a set or a dictionary has.
    func sequence(_ value: Value) -> (all: [Value], isOpen: Bool)? {
        let value = asArray(loaded(value))
        if case .array(let all, let isOpen) = value { return (all, isOpen) }
        if case .dictionary(let keys, let values, let isOpen) = value {
            let pairs = zip(keys, values).map { Value.tuple([$0, $1]) }
            return (values.isEmpty ? keys : pairs, isOpen)
        }
        return numbers(in: value).map { ($0.map { .int($0) }, false) }
    }

    /// What a short range has.
    private func numbers(in range: Value) -> Range<Int>? {
        guard case .fields(let type, let bounds) = range,
            let low = bounds["lowerBound"]?.integer,
            let high = bounds["upperBound"]?.integer
        else { return nil }
        let end = type.hasPrefix("Closed") ? high + 1 : high
        return end >= low && end - low < Self.rangeLimit ? low..<end : nil
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

    static func array(_ all: [Value]) -> Value { .array(all, isOpen: false) }

    /// What a sequence's elements give, if they are known.
    private func use(
        _ call: KnownCall, _ sequence: Value? = nil, _ give: ([Value]) -> Value?
    ) -> Value? {
        certainElements(of: sequence ?? call.receiver).flatMap(give)
    }

    /// A new collection of another one's elements.
    private func convert(_ call: KnownCall) -> Value? {
        let labels = ["(_:)", "Literal:)", "(uniqueKeysWithValues:)"]
        guard labels.contains(where: call.name.hasSuffix),
            let (all, isOpen) = sequence(call[0])
        else { return nil }
        if call.base == "Set.init" { return .dictionary(all, [], isOpen: isOpen) }
        if call.base == "Array.init" { return .array(all, isOpen: isOpen) }
        return .dictionary(
            all.map { $0.part(.index(0)) }, all.map { $0.part(.index(1)) }, isOpen: isOpen
        )
    }

    private func isEmpty(_ call: KnownCall) -> Value? {
        guard let (all, isOpen) = sequence(call.receiver) else { return nil }
        if all.contains(where: { !$0.isMaybe }) { return .bool(false) }
        return isOpen || !all.isEmpty ? nil : .bool(true)
    }

    // MARK: Changes

    /// Changes an array, and returns what the change gives.
    private func change(
        _ target: Value, _ change: (inout [Value], _ isOpen: inout Bool) -> Value
    ) -> Value? {
        guard case .array(var all, var isOpen) = asArray(load(target)) else { return nil }
        let value = change(&all, &isOpen)
        store(.array(all, isOpen: isOpen), at: target)
        return value
    }

    private func append(_ call: KnownCall) -> Value? {
        if call.name.contains("contentsOf") {
            return append(contentsOf: call[0], to: call.receiver)
        }
        // An array's own address is the array; another one is where the element is.
        let array = asArray(call[0])
        var new = array
        if case .address = array { new = load(array) }
        return change(call.receiver) { all, _ in
            all.append(new)
            return .void
        }
    }

    private func append(contentsOf more: Value, to target: Value) -> Value? {
        let (more, isMoreOpen) = sequence(more) ?? ([], true)
        return change(target) { all, isOpen in
            all += more
            isOpen = isOpen || isMoreOpen
            return .void
        }
    }

    private func insert(_ call: KnownCall) -> Value? {
        let (new, index) = (loaded(call[0]), call[1].integer ?? -1)
        return change(call.receiver) { all, isOpen in
            let isKnown = !isOpen && !all.contains(where: \.isMaybe)
            if isKnown, (0...all.count).contains(index) {
                all.insert(new, at: index)
            } else {
                all = (all + [new]).map(\.asMaybe)
            }
            return .void
        }
    }

    private func takeOut(_ call: KnownCall) -> Value? {
        let isOptional = call.base.hasSuffix("popLast")
        return change(call.receiver) { all, isOpen in
            let isKnown = !isOpen && !all.contains(where: \.isMaybe)
            if isKnown, isOptional, all.isEmpty { return Value.none }
            let index = isKnown ? Self.index(takenOutBy: call, of: all.count) : nil
            let taken = Self.take(index, outOf: &all, isOpen: isOpen)
            return isOptional ? .some(taken) : taken
        }
    }

    private static func index(takenOutBy call: KnownCall, of count: Int) -> Int? {
        if call.base == "Array.remove" { return call[0].integer }
        return call.base.hasSuffix("removeFirst") ? 0 : count - 1
    }

    /// Takes an element out of an array; any, if it can't be told which.
    private static func take(
        _ index: Int?, outOf all: inout [Value], isOpen: Bool
    ) -> Value {
        if let index, all.indices.contains(index) { return all.remove(at: index) }
        let any = Value.joined(all.map(\.certain) + (isOpen ? [.unknown] : []))
        all = all.map(\.asMaybe)
        return any
    }

    private func concatenate(_ call: KnownCall) -> Value? {
        guard let (a, isOpen) = sequence(call[0]) else { return nil }
        guard let (b, isOtherOpen) = sequence(call[1]) else { return nil }
        return .array(a + b, isOpen: isOpen || isOtherOpen)
    }

    // MARK: Iterators

    private func next(_ call: KnownCall) -> Value? {
        guard case .fields("Iterator", var fields) = load(call.receiver),
            case .array(let rest, let isOpen)? = fields["rest"]
        else { return nil }
        guard let first = rest.first else {
            return isOpen ? .oneOf([.none, .some(.unknown)]) : Value.none
        }
        fields["rest"] = .array(Array(rest.dropFirst()), isOpen: isOpen)
        store(.fields(type: "Iterator", fields), at: call.receiver)
        // It may be there: then the loop's body runs for it.
        let some = Value.some(first.certain)
        return first.isMaybe ? .oneOf([some, .none]) : some
    }

    // MARK: Sets and dictionaries

    /// A dictionary's keys or values.
    private func part(
        _ call: KnownCall, _ part: (_ keys: [Value], _ values: [Value]) -> [Value]
    ) -> Value? {
        guard case .dictionary(let keys, let values, let isOpen) = loaded(call.receiver)
        else { return nil }
        return .dictionary(part(keys, values), [], isOpen: isOpen)
    }

    func lookUp(_ call: KnownCall) -> Outcome? {
        guard let found = value(of: loaded(call[0]), in: loaded(call.receiver)) else {
            return nil
        }
        // A default value is a closure behind the key.
        let hasDefault = call.parameters.count > 2
        return hasDefault
            ? unwrapping(found, or: call[1], call) : returning(found, call)
    }

    private func value(of key: Value, in dictionary: Value) -> Value? {
        guard case .dictionary(let keys, let values, let isOpen) = dictionary else {
            return nil
        }
        if keys.allSatisfy(\.isLiteral), key.isLiteral, !isOpen {
            return .optional(keys.firstIndex(of: key).map { values[$0] })
        }
        let others: [Value] = isOpen ? [.some(.unknown)] : []
        return .joined([.none] + others + values.map(Value.some))
    }

    private func setValue(_ call: KnownCall) -> Value? {
        let (new, key) = (loaded(call[0]), loaded(call[1]))
        guard case .dictionary(let keys, let values, let isOpen) = load(call.receiver),
            keys.allSatisfy(\.isLiteral), key.isLiteral
        else { return nil }
        // Otherwise nobody can tell whether there is one.
        guard new.isNone || new.unwrapped != nil else { return nil }
        var pairs = zip(keys, values).filter { $0.0 != key }
        if let value = new.unwrapped { pairs.append((key, value)) }
        store(
            .dictionary(pairs.map(\.0), pairs.map(\.1), isOpen: isOpen), at: call.receiver
        )
        return .void
    }
}
