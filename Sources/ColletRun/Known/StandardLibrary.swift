/// The standard library's functions whose results matter for what is registered.
extension Interpreter {
    func standardLibrary(_ call: KnownCall) -> Outcome? {
        if call.symbol.isEmpty { return nil }
        if call.symbol.hasPrefix("$ss27_allocateUninitializedArray") {
            return allocateArray(call)
        }
        if call.symbol.hasPrefix("$ss27_finalizeUninitializedArray") {
            return returning(asArray(call.parameters[0]), call)
        }
        return Self.libraryFunctions[call.base]?(self, call)
    }

    private static let libraryFunctions: ModelTable = strings.merging(collections) {
        a, _ in a
    }
    .merging(dictionaries) { a, _ in a }.merging(others) { a, _ in a }

    private static let strings: ModelTable = [
        "String.init": { $0.makeString($1) },
        "DefaultStringInterpolation.init": { $0.returning(.string(""), $1) },
        "DefaultStringInterpolation.appendLiteral": { $0.interpolate($1) },
        "DefaultStringInterpolation.appendInterpolation": { $0.interpolate($1) },
        "static String.== infix": { $0.compare($1) { $0 == $1 } },
        "static String.!= infix": { $0.compare($1) { $0 != $1 } },
        "static String.+ infix": { $0.concatenate($1) },
    ]

    private static let collections: ModelTable = [
        "_ArrayProtocol.makeIterator": { $0.makeIterator($1) },
        "Array.makeIterator": { $0.makeIterator($1) },
        "Collection.makeIterator": { $0.makeIterator($1) },
        "Dictionary.makeIterator": { $0.makeIterator($1) },
        "Sequence.makeIterator": { $0.makeIterator($1) },
        "IndexingIterator.next": { $0.next($1) },
        "Dictionary.Iterator.next": { $0.next($1) },
        "LazyMapSequence.Iterator.next": { $0.next($1) },
        "Array.append": { $0.append($1) },
        "ContiguousArray.append": { $0.append($1) },
        "RangeReplaceableCollection.append": { $0.append($1) },
        "Set.insert": { $0.append($1) },
        "static Array.+= infix": { $0.appendAll($1) },
        "static RangeReplaceableCollection.+= infix": { $0.appendAll($1) },
        "static Array.+ infix": { $0.addArrays($1) },
        "static RangeReplaceableCollection.+ infix": { $0.addArrays($1) },
        "Array.count.getter": { $0.count($1) },
        "Array.isEmpty.getter": { $0.isEmpty($1) },
        "Collection.isEmpty.getter": { $0.isEmpty($1) },
        "Array.subscript.getter": { $0.element($1) },
        "BidirectionalCollection.last.getter": { $0.end($1, \.last) },
        "Collection.first.getter": { $0.end($1, \.first) },
        "_ArrayProtocol.filter": { $0.sequence($1) },
        "Array.filter": { $0.sequence($1) },
        "Array.forEach": { $0.sequence($1) },
        "Array.map": { $0.sequence($1) },
        "Collection.firstIndex": { $0.sequence($1) },
        "Collection.map": { $0.sequence($1) },
        "Sequence.allSatisfy": { $0.sequence($1) },
        "Sequence.compactMap": { $0.sequence($1) },
        "Sequence.contains": { $0.sequence($1) },
        "Sequence.filter": { $0.sequence($1) },
        "Sequence.first": { $0.sequence($1) },
        "Sequence.flatMap": { $0.sequence($1) },
        "Sequence.forEach": { $0.sequence($1) },
        "Sequence.map": { $0.sequence($1) },
        "Sequence.max": { $0.sorted($1) },
        "Sequence.min": { $0.sorted($1) },
        "Sequence.reduce": { $0.reduce($1) },
        "Sequence.sorted": { $0.sorted($1) },
    ]

    private static let dictionaries: ModelTable = [
        "Dictionary.init": { $0.makeDictionary($1) },
        "Dictionary.subscript.getter": { $0.lookUp($1) },
        "Dictionary.subscript.setter": { $0.setValue($1) },
        "Dictionary.values.getter": { $0.values($1) },
    ]

    private static let others: ModelTable = [
        "Optional.map": { $0.mapOptional($1) },
        "Optional.flatMap": { $0.mapOptional($1) },
        "swift_getAtKeyPath": { $0.readKeyPath($1) },
        "static MainActor.shared.getter": { $0.returning(.mainActor, $1) },
        "static OS_dispatch_queue.main.getter": { $0.returning(.mainQueue, $1) },
        "static OS_dispatch_queue.global": { $0.returning(.globalQueue, $1) },
        "swift_asyncLet_get": { $0.returning(.void, $1) },
        "swift_asyncLet_get_throwing": { $0.returning(.void, $1) },
        "swift_asyncLet_finish": { $0.returning(.void, $1) },
    ]

    private static let rangeLimit = 100

    /// A range of known bounds as an array.
    private func array(ofRange value: Value) -> Value? {
        guard case .fields(let type, let range) = value else { return nil }
        guard let low = range["lowerBound"]?.integer else { return nil }
        guard var high = range["upperBound"]?.integer else { return nil }
        if type.hasPrefix("Closed") { high += 1 }
        guard high >= low, high - low < Self.rangeLimit else { return nil }
        return .array((low..<high).map { .int($0) }, isOpen: false)
    }

    /// A collection as an array, also where it is passed by its address.
    private func collection(_ value: Value) -> Value {
        let direct = asArray(value)
        if case .array = direct { return direct }
        let collection = asArray(loaded(value))
        if case .dictionary(let keys, let values, let isOpen) = collection {
            return .array(zip(keys, values).map { .tuple([$0, $1]) }, isOpen: isOpen)
        }
        return array(ofRange: collection) ?? collection
    }

    // MARK: Strings

    private func makeString(_ call: KnownCall) -> Outcome? {
        let value = call.parameters[0]
        if call.name.contains("_builtinStringLiteral") { return returning(value, call) }
        guard call.name == "String.init(stringInterpolation:)" else { return nil }
        guard case .string = value else { return nil }
        return returning(value, call)
    }

    private func interpolate(_ call: KnownCall) -> Outcome? {
        let added = loaded(call.parameters[0])
        // What it is described by may be the program's code.
        guard callbacks(of: added).isEmpty else { return nil }
        let target = call.receiver
        switch (load(target), added) {
        case (.string(let old), .string(let new)): store(.string(old + new), at: target)
        case (.string(let old), .int(let new)): store(.string(old + "\(new)"), at: target)
        default: store(.unknown, at: target)
        }
        return returning(.void, call)
    }

    private func compare(
        _ call: KnownCall, _ comparison: (String, String) -> Bool
    ) -> Outcome? {
        guard case .string(let a) = call.parameters[0] else { return nil }
        guard case .string(let b) = call.parameters[1] else { return nil }
        return returning(.bool(comparison(a, b)), call)
    }

    private func concatenate(_ call: KnownCall) -> Outcome? {
        guard case .string(let a) = call.parameters[0] else { return nil }
        guard case .string(let b) = call.parameters[1] else { return nil }
        return returning(.string(a + b), call)
    }

    // MARK: Arrays

    private func allocateArray(_ call: KnownCall) -> Outcome {
        let count = min(call.parameters[0].integer ?? 0, 500)
        let cell = allocate(
            .array(Array(repeating: .unknown, count: count), isOpen: false))
        return returning(.tuple([.address(cell, []), .address(cell, [.index(0)])]))
    }

    private func makeIterator(_ call: KnownCall) -> Outcome {
        let rest = collection(call.parameters[0])
        return returning(.fields(type: "Iterator", ["rest": rest]), call)
    }

    private func next(_ call: KnownCall) -> Outcome? {
        let iterator = call.receiver
        guard case .fields(let type, var fields) = load(iterator) else { return nil }
        guard case .array(var rest, let isOpen)? = fields["rest"] else { return nil }
        guard !rest.isEmpty else {
            return returning(isOpen ? .oneOf([.none, .some(.unknown)]) : .none, call)
        }
        let first = rest.removeFirst()
        fields["rest"] = .array(rest, isOpen: isOpen)
        store(.fields(type: type, fields), at: iterator)
        // The loop's body is possible for what may be there.
        if case .maybe(let value) = first {
            return returning(.oneOf([.some(value), .none]), call)
        }
        return returning(.some(first), call)
    }

    private func append(_ call: KnownCall) -> Outcome? {
        let target = call.receiver
        var new = call.parameters[0]
        if case .address(_, let steps) = new, !steps.isEmpty || call.outs.isEmpty {
            new = load(new)
        }
        let array = asArray(load(target))
        guard case .array(let all, let isOpen) = array else { return nil }
        if call.name.contains("contentsOf") {
            store(appending(new, to: array), at: target)
        } else {
            store(.array(all + [new], isOpen: isOpen), at: target)
        }
        return returning(.void, call)
    }

    private func appending(_ more: Value, to array: Value) -> Value {
        guard case .array(let all, let isOpen) = array else { return .unknown }
        guard case .array(let new, let isOther) = asArray(more) else {
            return .array(all, isOpen: true)
        }
        return .array(all + new, isOpen: isOpen || isOther)
    }

    private func appendAll(_ call: KnownCall) -> Outcome? {
        let target = call.parameters[0]
        let array = asArray(load(target))
        guard case .array = array else { return nil }
        store(appending(loaded(call.parameters[1]), to: array), at: target)
        return returning(.void, call)
    }

    private func addArrays(_ call: KnownCall) -> Outcome? {
        let sides = call.parameters.prefix(2).map(collection)
        guard case .array(let a, let isOpen) = sides[0] else { return nil }
        guard case .array(let b, let isOther) = sides[1] else { return nil }
        return returning(.array(a + b, isOpen: isOpen || isOther), call)
    }

    /// The elements of an array of which everything is known.
    private func elements(_ value: Value) -> [Value]? {
        guard case .array(let all, false) = asArray(loaded(value)) else { return nil }
        return all
    }

    private func count(_ call: KnownCall) -> Outcome? {
        guard let all = elements(call.parameters[0]) else { return nil }
        return all.contains(where: \.isMaybe) ? nil : returning(.int(all.count), call)
    }

    private func isEmpty(_ call: KnownCall) -> Outcome? {
        elements(call.parameters[0]).map { returning(.bool($0.isEmpty), call) }
    }

    private func element(_ call: KnownCall) -> Outcome? {
        guard let index = call.parameters[0].integer else { return nil }
        guard case .array(let all, _) = asArray(call.receiver) else { return nil }
        return all.indices.contains(index) ? returning(all[index], call) : nil
    }

    private func end(_ call: KnownCall, _ end: ([Value]) -> Value?) -> Outcome? {
        guard let all = elements(call.parameters[0]) else { return nil }
        return returning(end(all).map { .some($0) } ?? .none, call)
    }

    // MARK: Dictionaries

    private func makeDictionary(_ call: KnownCall) -> Outcome? {
        guard call.name.contains("dictionaryLiteral") else { return nil }
        guard case .array(let pairs, let isOpen) = asArray(call.parameters[0]) else {
            return nil
        }
        let keys = pairs.map { $0.part(.index(0)) }
        let values = pairs.map { $0.part(.index(1)) }
        return returning(.dictionary(keys, values, isOpen: isOpen), call)
    }

    private func lookUp(_ call: KnownCall) -> Outcome? {
        let dictionary = loaded(call.receiver)
        guard case .dictionary(let keys, let values, let isOpen) = dictionary else {
            return nil
        }
        if call.name.contains("default:") { return nil }
        let key = loaded(call.parameters[0])
        guard keys.allSatisfy(\.isLiteral), key.isLiteral, !isOpen else {
            return returning(.oneOf([.none] + values.map { .some($0) }), call)
        }
        let index = keys.firstIndex(of: key)
        return returning(index.map { .some(values[$0]) } ?? .none, call)
    }

    private func setValue(_ call: KnownCall) -> Outcome? {
        let dictionary = load(call.receiver)
        guard case .dictionary(var keys, var values, let isOpen) = dictionary else {
            return nil
        }
        let new = loaded(call.parameters[0])
        let value = new.unwrapped ?? new
        let key = loaded(call.parameters[1])
        if let index = keys.firstIndex(of: key) {
            values[index] = value
        } else {
            keys.append(key)
            values.append(value)
        }
        store(.dictionary(keys, values, isOpen: isOpen), at: call.receiver)
        return returning(.void, call)
    }

    private func values(_ call: KnownCall) -> Outcome? {
        guard case .dictionary(_, let values, let isOpen) = loaded(call.receiver) else {
            return nil
        }
        return returning(.array(values, isOpen: isOpen), call)
    }

    // MARK: Sequences and closures

    /// An argument as the closure wants it: by its address where its type is generic.
    private func passed(_ value: Value, to closure: Value) -> Value {
        let symbol = closure.closure?.symbol
        guard let function = symbol.flatMap({ program.functions[$0] }) else {
            return value
        }
        let type = function.header.after(" : $")
        let isIndirect = type.contains("@in_guaranteed") || type.contains("(@in ")
        return isIndirect ? .address(allocate(value), []) : value
    }

    private func call(_ closure: Value, _ arguments: [Value]) -> Value {
        value(of: invoke(closure, arguments.map { passed($0, to: closure) }))
    }

    private func sorted(_ call: KnownCall) -> Outcome? {
        guard let closure = call.firstClosure else { return nil }
        let value = collection(call.receiver)
        guard case .array(let all, _) = value else { return unknown(call, closure) }
        if all.count > 1 { _ = self.call(closure, Array(all.prefix(2))) }
        return returning(call.base.hasSuffix("sorted") ? value : .unknown, call)
    }

    private func reduce(_ call: KnownCall) -> Outcome? {
        guard let closure = call.firstClosure else { return nil }
        guard case .array(let all, _) = collection(call.receiver) else {
            return unknown(call, closure)
        }
        var partial = loaded(call.parameters[0])
        for one in all { partial = self.call(closure, [partial, one]) }
        return returning(partial, call)
    }

    /// A closure runs for elements that nobody knows.
    private func unknown(_ call: KnownCall, _ closure: Value) -> Outcome {
        maybe { self.invoke(closure, [.unknown]) }
        return returning(.unknown, call)
    }

    private func sequence(_ call: KnownCall) -> Outcome? {
        guard let closure = call.firstClosure else { return nil }
        guard case .array(let all, let isOpen) = collection(call.receiver) else {
            return unknown(call, closure)
        }
        var walk = SequenceWalk(operation: call.operation, isOpen: isOpen)
        for one in all {
            let answer = result(of: closure, for: one)
            walk.add(one, call.operation == "flatMap" ? asArray(answer) : answer)
            if let result = walk.result { return returning(result, call) }
        }
        if isOpen { maybe { self.invoke(closure, [.unknown]) } }
        return returning(walk.resultAtEnd, call)
    }

    private func result(of closure: Value, for element: Value) -> Value {
        guard case .maybe(let inner) = element else { return call(closure, [element]) }
        var result = Value.unknown
        maybe {
            let outcome = self.invoke(closure, [self.passed(inner, to: closure)])
            if let branch = outcome.returned { result = branch.value }
            return outcome
        }
        return result.asMaybe
    }

    private func mapOptional(_ call: KnownCall) -> Outcome? {
        guard let closure = call.firstClosure else { return nil }
        let isFlat = call.base.hasSuffix("flatMap")
        let all = loaded(call.receiver).alternatives
        if all.count > 1 { possible += 1 }
        let results = all.map { one -> Value in
            if case .enumeration(_, "none", _) = one { return .none }
            guard let payload = one.unwrapped else {
                maybe { self.invoke(closure, [.unknown]) }
                return .unknown
            }
            let result = self.call(closure, [payload])
            return isFlat ? result : .some(result)
        }
        if all.count > 1 { possible -= 1 }
        return returning(.joined(results), call)
    }

    private func readKeyPath(_ call: KnownCall) -> Outcome? {
        guard case .keyPath(let components) = call.receiver else { return nil }
        var value = loaded(call.parameters[0])
        for component in components {
            if component.hasPrefix(".") {
                value = property(String(component.dropFirst()), of: value)
            } else {
                let getter = Value.function(Closure(.symbol(component), name: "key path"))
                let cell = Value.address(allocate(value), [])
                value = self.value(of: invoke(getter, [cell]))
            }
        }
        return returning(value, call)
    }

    private func property(_ name: String, of value: Value) -> Value {
        guard case .object(let cell, _) = value else { return value.part(.field(name)) }
        return load(.address(cell, [.field(name)]))
    }
}

extension KnownCall {
    /// `map` of `Sequence.map`.
    fileprivate var operation: String {
        base.split(separator: ".").last.map(String.init) ?? base
    }
}

/// What a sequence's method makes of its closure's results, element by element.
private struct SequenceWalk {
    let operation: String
    let isOpen: Bool
    private var results: [Value] = []
    /// The result, once it is clear before the end.
    private(set) var result: Value?

    init(operation: String, isOpen: Bool) {
        self.operation = operation
        self.isOpen = isOpen
    }

    mutating func add(_ element: Value, _ answer: Value) {
        switch operation {
        case "map": results.append(answer)
        case "compactMap": addWrapped(answer)
        case "flatMap": addArray(answer)
        case "filter":
            guard let isIn = answer.integer else {
                return results.append(element.asMaybe)
            }
            if isIn != 0 { results.append(element) }
        case "first":
            guard let isIt = answer.integer else { return result = .unknown }
            if isIt != 0 { result = .some(element) }
        default: break
        }
    }

    private mutating func addWrapped(_ answer: Value) {
        if let payload = answer.unwrapped { return results.append(payload) }
        if answer == .unknown { return result = .array(results, isOpen: true) }
        results += answer.alternatives.compactMap { $0.unwrapped?.asMaybe }
    }

    private mutating func addArray(_ answer: Value) {
        guard case .array(let inner, _) = answer else {
            return result = .array(results, isOpen: true)
        }
        results += inner
    }

    var resultAtEnd: Value {
        switch operation {
        case "map", "compactMap", "flatMap", "filter": .array(results, isOpen: isOpen)
        case "forEach": .void
        case "first": .none
        default: .unknown
        }
    }
}
