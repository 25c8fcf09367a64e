/// Arrays, sets, ranges and dictionaries.
extension Interpreter {
    static let collections: ModelTable = [
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
        "Set.init": { run, call in
            guard call.name.hasSuffix("(arrayLiteral:)") else { return nil }
            return run.returning(run.asArray(call.parameters[0]), call)
        },
        "Set.insert": { run, call in
            let new = run.loaded(call.parameters[0])
            guard case .array(let all, let isOpen) = run.load(call.receiver) else {
                return nil
            }
            if !all.contains(new) {
                run.store(.array(all + [new], isOpen: isOpen), at: call.receiver)
            }
            return run.returning(.unknown, call)
        },
        "Collection.makeIterator": { $0.makeIterator($1) },
        "Set.makeIterator": { $0.makeIterator($1) },
        "Dictionary.makeIterator": { $0.makeIterator($1) },
        "IndexingIterator.next": { $0.next($1) },
        "Set.Iterator.next": { $0.next($1) },
        "Dictionary.Iterator.next": { $0.next($1) },
    ]

    static let dictionaries: ModelTable = [
        "Dictionary.init": { run, call in
            guard call.name.contains("dictionaryLiteral") else { return nil }
            guard case .array(let pairs, let isOpen) = run.asArray(call.parameters[0])
            else { return nil }
            let keys = pairs.map { $0.part(.index(0)) }
            let values = pairs.map { $0.part(.index(1)) }
            return run.returning(.dictionary(keys, values, isOpen: isOpen), call)
        },
        "Dictionary.subscript.getter": { $0.lookUp($1) },
        "Dictionary.subscript.setter": { $0.setValue($1) },
        "Dictionary.values.getter": { run, call in
            guard case .dictionary(_, let values, let isOpen) = run.loaded(call.receiver)
            else { return nil }
            return run.returning(.array(values, isOpen: isOpen), call)
        },
    ]

    /// How many elements are told apart.
    private static let arrayLimit = 500
    private static let rangeLimit = 100

    // MARK: Elements

    /// An array, or what a range, a set or a dictionary has, as an array.
    func sequence(_ value: Value) -> (all: [Value], isOpen: Bool)? {
        switch asArray(loaded(value)) {
        case .array(let all, let isOpen): return (all, isOpen)
        case .dictionary(let keys, let values, let isOpen):
            return (zip(keys, values).map { .tuple([$0, $1]) }, isOpen)
        case .fields(let type, let bounds):
            guard let low = bounds["lowerBound"]?.integer else { return nil }
            guard let high = bounds["upperBound"]?.integer else { return nil }
            let end = type.hasPrefix("Closed") ? high + 1 : high
            guard end >= low, end - low < Self.rangeLimit else { return nil }
            return ((low..<end).map { .int($0) }, false)
        default: return nil
        }
    }

    /// The elements, if each of them is there for certain.
    private func certainElements(of value: Value) -> [Value]? {
        guard let (all, isOpen) = sequence(value), !isOpen else { return nil }
        return all.contains(where: \.isMaybe) ? nil : all
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
        let key = loaded(call.parameters[0])
        guard case .dictionary(let keys, let values, let isOpen) = loaded(call.receiver),
            !call.name.contains("default:")
        else { return nil }
        if keys.allSatisfy(\.isLiteral), key.isLiteral, !isOpen {
            let index = keys.firstIndex(of: key)
            return returning(index.map { .some(values[$0]) } ?? .none, call)
        }
        let others: [Value] = isOpen ? [.some(.unknown)] : []
        return returning(.joined([.none] + others + values.map(Value.some)), call)
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
