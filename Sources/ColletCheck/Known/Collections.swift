/// Arrays, sets, ranges and dictionaries.
extension KnownCall {
    static let collections: ResultTable = [
        "Array.init, ArraySlice.init, Set.init, KeyValuePairs.init": { $0.collection },
        "Array.append": { call in call.change { $0 + call.added } },
        """
        static Array.+= infix, static String.+= infix, \
        static RangeReplaceableCollection.+= infix
        """: { call in
            let place = call.parameters[0]
            return call.texts.map { call.storing(.string($0 + $1), in: place) }
                ?? call.change(place) { $0 + call[1].elements }
        },
        """
        static Array.+ infix, static String.+ infix, \
        static RangeReplaceableCollection.+ infix
        """: { call in
            if let (a, b) = call.texts { return .string(a + b) }
            let isArray = call.isOfArray || call.base.contains("Array")
            return isArray ? .array(call[0].elements + call[1].elements) : nil
        },
        "Array.insert, RangeReplaceableCollection.insert": { call in
            call.change { all in
                guard let index = call[1].integer, (0...all.count).contains(index),
                    !all.prefix(index).contains(where: \.isMaybe)
                else { return (all + call.added).map(\.asMaybe) }
                return all[..<index] + call.added + all[index...]
            }
        },
        "MutableCollection.swapAt": { call in
            guard var all = call.receiver.exact, let (a, b) = call.integers,
                [a, b].allSatisfy(all.indices.contains)
            else { return nil }
            all.swapAt(a, b)
            return call.storing(.array(all))
        },
        "Sequence.shuffled, MutableCollection.shuffle": {
            $0.given(.array($0.receiver.elements.inAnyOrder))
        },
        "MutableCollection.subscript.getter": { $0.isOfArray ? $0.subarray() : nil },
        "RangeReplaceableCollection.removeSubrange": { call in
            call.subarray(isCovered: false).map(call.given)
        },
        "Sequence.lazy.getter": { $0.receiver },
        "_dictionaryUpCast, _setUpCast": { $0[0] },
        "RangeReplaceableCollection.popLast": { call in
            let last = call.first(fromEnd: true)
            return call.takeOut(at: call.lastIndex).flatMap { _ in last }
        },
        "Array.removeAll": { $0.change { _ in [] } },
        "Set.contains": { $0.isElement.map(Value.bool) },
        "Set.insert": { call in
            let isNew = call.isElement.map { Value.bool(!$0) } ?? .unknown
            return call.change { $0.contains(call[0]) ? $0 : $0 + [call[0]] }
                .map { _ in .tuple([isNew, call[0]]) }
        },
        "Array.count.getter, ArraySlice.count.getter": {
            $0.receiver.exact.map { .int($0.count) }
        },
        "Dictionary.count.getter, Set.count.getter": { call in
            let all = call.base.hasPrefix("Set") ? call.receiver : call.part(0)
            return all?.members.map { .int($0.unique.count) }
        },
        "Collection.isEmpty.getter, Dictionary.isEmpty.getter, Set.isEmpty.getter": {
            $0.receiver.isEmpty
        },
        "Collection.first.getter": { $0.first() },
        "BidirectionalCollection.last.getter": { $0.first(fromEnd: true) },
        "Collection.randomElement": { $0.any(of: $0.receiver.elements) },
        "Collection.prefix": { $0.slice { $0.prefix($1) } },
        "BidirectionalCollection.suffix": { $0.slice { $0.suffix($1) } },
        "Collection.dropFirst, Collection.dropLast, BidirectionalCollection.dropLast": {
            $0.shortened
        },
        "RandomAccessCollection.indices.getter": {
            !$0.isOfArray
                ? nil
                : $0.receiver.exact.map {
                    .fields(
                        "Range", ["lowerBound": .int(0), "upperBound": .int($0.count)])
                }
        },
        """
        BidirectionalCollection.reversed, Sequence.reversed, MutableCollection.reverse
        """: { call in
            call.receiver.exact.map { call.given(.array($0.reversed())) }
        },
        "BidirectionalCollection.joined, Sequence.joined": { call in
            let all = call.receiver.exact ?? [.unknown]
            if call.name.hasSuffix("joined()") {
                let isOrdered = all.allSatisfy(\.isOrdered)
                return .array(all.flatMap(\.elements), isOrdered: isOrdered)
            }
            let texts = all.compactMap(\.text)
            guard texts.count == all.count else { return nil }
            return call[0].text.map { .string(texts.joined(separator: $0)) }
        },
        "Sequence.enumerated": {
            $0.receiver.exact.map { all in
                .array(all.enumerated().map { .tuple([.int($0), $1]) })
            }
        },
        "zip": {
            guard let a = $0[0].exact(beside: $0[1]), let b = $0[1].exact(beside: $0[0])
            else { return nil }
            return .array(zip(a, b).map { .tuple([$0, $1]) })
        },
        "stride": { $0.stride },
        // An iterator is the array of the elements still to come, in one of the orders
        // that a set or dictionary may have.
        """
        Collection.makeIterator, Set.makeIterator, Dictionary.makeIterator, \
        Dictionary.Keys.makeIterator, Dictionary.Values.makeIterator, \
        Zip2Sequence.makeIterator, EnumeratedSequence.makeIterator, \
        ReversedCollection.makeIterator, LazyFilterSequence.makeIterator, \
        LazyMapSequence.makeIterator, FlattenSequence.makeIterator, \
        StrideTo.makeIterator, StrideThrough.makeIterator
        """: { $0[0].sequence.map { .array($0.all) } },
        // The program's types decide what a mirror's children are.
        "AnyIterator.next": { call in
            call.type.hasPrefix("(label: ") ? .oneOf([.none, .some(.uncomputed)]) : nil
        },
        // A sequence that is its own iterator.
        "Sequence.makeIterator": {
            $0.receiver.sequence.map { .array($0.all) } ?? $0.receiver
        },
        "Dictionary.subscript.setter": { $0.setValue($0[0], for: $0[1]) },
        "Dictionary.removeValue": { call in
            let old = call.receiver.value(for: call[0])
            return call.setValue(.none, for: call[0]).flatMap { _ in old }
        },
        // An option set counts as the set of its bits.
        """
        OptionSet.union, OptionSet.formUnion, OptionSet.insert, Set.union, Set.formUnion
        """: { $0.combined { $0 || $1 } },
        """
        OptionSet.intersection, OptionSet.formIntersection, Set.intersection, \
        Set.formIntersection
        """: { $0.combined { $0 && $1 } },
        """
        SetAlgebra.subtracting, SetAlgebra.subtract, OptionSet.remove, Set.subtracting, \
        Set.subtract
        """: { $0.combined { $0 && !$1 } },
        "OptionSet.contains, SetAlgebra.isSuperset, Set.isSuperset": {
            $0.members { !$0 && $1 }.map { .bool($0.isEmpty) }
        },
        "SetAlgebra.isDisjoint, Set.isDisjoint": {
            $0.members { $0 && $1 }.map { .bool($0.isEmpty) }
        },
        "Dictionary.keys.getter": { $0.part(0) },
        "Dictionary.values.getter": { $0.part(1) },
    ]

    /// Whether the function belongs to collections whose elements are in order.
    var isOrdered: Bool { !["Set", "Dictionary"].contains(where: base.hasPrefix) }

    /// A new collection, empty or with the elements of another one.
    var collection: Value? {
        if name.hasSuffix("init()") { return .array([], isOrdered: isOrdered) }
        let labels = ["(_:)", "Literal:)", "(uniqueKeysWithValues:)"]
        guard labels.contains(where: name.hasSuffix) else { return nil }
        return self[0].sequence.map {
            .array($0.all, isOrdered: isOrdered && $0.isOrdered)
        }
    }

    /// The first or last element: any element up to the first one that is certainly
    /// there.
    private func first(fromEnd: Bool = false) -> Value? {
        receiver.elements(at: 0, fromEnd: fromEnd).map(any)
    }

    /// A part of a collection or text, from one of its ends.
    private func slice(_ part: ([Value], Int) -> ArraySlice<Value>) -> Value? {
        guard let count = self[0].integer, let all = receiver.exact else { return nil }
        if count < 0 { return nil }
        let part = Array(part(all, count))
        return receiver.text == nil
            ? .array(part) : .string(part.compactMap(\.text).joined())
    }

    /// The integers from one to another, if there are few.
    private var stride: Value? {
        guard let step = self[2].integer, let (from, to) = integers else { return nil }
        let isThrough = name.contains("through")
        let all = (0..<100).map { from &+ $0 &* step }.prefix {
            $0 == to ? isThrough : ($0 < to) == (step > 0)
        }
        return all.count < 100 ? .array(all.map(Value.int)) : nil
    }

    /// A slice's indices are those of its base collection.
    private var isOfArray: Bool { type.hasPrefix("Array<") }

    /// A collection without as many elements, at one end, as the first parameter says.
    var shortened: Value? {
        let isFirst = base.hasSuffix("First")
        return slice { isFirst ? $0.dropFirst($1) : $0.dropLast($1) }.map(given)
    }

    /// The elements of an array at the indices in a range, or at all others.
    func subarray(isCovered: Bool = true) -> Value? {
        guard self[0].covers(.int(0)) != nil, let all = receiver.exact else { return nil }
        let part = all.enumerated().filter {
            self[0].covers(.int($0.offset)) == isCovered
        }
        return .array(part.map(\.element))
    }

    /// The elements that an array gets: one, or those of another collection.
    private var added: [Value] {
        name.contains("contentsOf") ? self[0].elements : [self[0]]
    }

    // MARK: Sets

    /// The members of the receiver and another set that are meant, by which has them.
    private func members(_ isMeant: (Bool, Bool) -> Bool) -> [Value]? {
        guard let own = receiver.members, let others = self[0].members else { return nil }
        return (own + others).unique.filter {
            isMeant(own.contains($0), others.contains($0))
        }
    }

    /// The set of those, which the receiver may become.
    private func combined(_ isMeant: (Bool, Bool) -> Bool) -> Value? {
        guard let all = members(isMeant) else { return nil }
        let isOfBits = receiver.rawBits != nil, type = receiver.dynamicType ?? ""
        return given(
            isOfBits ? .options(type, all) : .array(all, isOrdered: false))
    }

    // MARK: Changes

    /// A result, which the receiver becomes if the call changes it.
    func given(_ value: Value) -> Value {
        let isChange = base.contains(
            #/\.(form|insert|merge$|remove|reverse$|shuffle$|sort$|subtract$)/#)
        return isChange ? storing(value) : value
    }

    /// Changes the elements of the receiver, or of the array at an address.
    private func change(
        _ target: Value? = nil, _ elements: ([Value]) -> [Value]
    ) -> Value? {
        let target = target ?? self.target
        guard case .array(let all, let isOrdered) = loaded(target) else { return nil }
        return storing(.array(elements(all), isOrdered: isOrdered), in: target)
    }

    /// The index of the last element, if that can be told.
    var lastIndex: Int? { receiver.exact.map { $0.count - 1 } }

    /// Takes out an element: any of them, if it can't be told which.
    func takeOut(at index: Int?) -> Value? {
        guard case .array(var all, let isOrdered) = receiver else { return nil }
        let taken: Value
        if let index, receiver.exact?.indices.contains(index) == true {
            taken = all.remove(at: index)
        } else {
            taken = .joined(all.map(\.certain))
            all = all.map(\.asMaybe)
        }
        heap.store(.array(all, isOrdered: isOrdered), at: target)
        return taken
    }

    /// Any element that an iterator may give, or `nil` at its end.
    var nextOfAny: Value {
        .joined([.none] + receiver.elements.map { .some($0.certain) })
    }

    func next() -> Value? {
        guard case .array(var all, let isOrdered) = receiver else {
            return receiver == .uncomputed ? .oneOf([.none, .some(receiver)]) : nil
        }
        // In a loop that isn't followed to its end, the iterator gives any of its
        // elements.
        guard isOrdered, let index = all.firstIndex(where: { !$0.isOthers }) else {
            return nextOfAny
        }
        let first = all.remove(at: index)
        heap.store(.array(all), at: target)
        // If the element is there, the loop's body runs for it.
        let some = Value.some(first.certain)
        return first.isMaybe ? .oneOf([some, .none]) : some
    }

    // MARK: Dictionaries

    /// A dictionary's keys or values.
    private func part(_ index: Int) -> Value? {
        guard case .array(let pairs, isOrdered: false) = receiver else { return nil }
        let parts = pairs.map { pair in
            let part = pair[index]
            return pair.isMaybe ? part.asMaybe : part
        }
        return .array(parts, isOrdered: false)
    }

    func setValue(_ new: Value, for key: Value) -> Value? {
        guard new.isNone || new.unwrapped != nil else { return nil }
        return change { pairs in
            let keys = [key] + pairs.filter { !$0.isOthers }.map(\.key)
            // Otherwise it can't be told whether the dictionary has the key.
            let isKnown = keys.allSatisfy(\.isLiteral)
            let others = isKnown ? pairs.filter { $0.key != key } : pairs.map(\.asMaybe)
            return new.unwrapped.map { others + [.tuple([key, $0])] } ?? others
        }
    }
}

extension Value {
    /// The raw value of an option set.
    var rawBits: Int? { field("rawValue")?.integer }

    /// An option set with some bits.
    static func options(_ type: String, _ bits: [Value]) -> Value {
        .fields(type, ["rawValue": .int(bits.compactMap(\.integer).reduce(0, |))])
    }

    /// The members of a set, if all can be told.
    fileprivate var members: [Value]? {
        if let bits = rawBits {
            return (0..<64).map { .int(bits & 1 << $0) }.filter { $0 != .int(0) }
        }
        return sequence.flatMap { all, _ in all.allSatisfy(\.isLiteral) ? all : nil }
    }

    /// The elements, or any number of unknown ones if they can't be told.
    var elements: [Value] {
        sequence?.all ?? [self == .uncomputed ? asMaybe : .others]
    }

    /// Its elements, or of a range that has more than another collection, as many.
    fileprivate func exact(beside other: Value) -> [Value]? {
        guard let low = field("lowerBound")?.integer, let count = other.exact?.count
        else { return exact }
        let isCovered = covers(.int(low &+ count)) == true
        return isCovered ? (0..<count).map { .int(low + $0) } : exact
    }

    /// The elements that may have an index, because some before them may be missing.
    func elements(at index: Int, fromEnd: Bool = false) -> [Value]? {
        guard var all = sequence?.all, isOrdered else { return sequence?.all }
        if fromEnd { all.reverse() }
        let before = all.prefix(index)
        if before.contains(where: \.isOthers) { return [.others] }
        let certain = all.indices.dropFirst(index).filter { !all[$0].isMaybe }
        let last = certain.dropFirst(before.count(where: \.isMaybe)).first
        return Array(all.prefix((last ?? all.count) + 1).dropFirst(index))
    }

    /// Whether there are no elements.
    var isEmpty: Value {
        if elements.isEmpty { return .bool(true) }
        return elements.allSatisfy(\.isMaybe) ? .result(of: [self]) : .bool(false)
    }

    /// The key of a dictionary's pair.
    var key: Value { self[0] }

    /// A dictionary's value for a key, as an optional.
    func value(for key: Value) -> Value? {
        guard case .array(let pairs, isOrdered: false) = self else { return nil }
        let isKnown = pairs.allSatisfy { !$0.isMaybe && $0.key.isLiteral }
        if isKnown, key.isLiteral {
            return .optional(pairs.first { $0.key == key }?[1])
        }
        let same = pairs.first { !$0.isMaybe && $0.key == key && key.cell != nil }
        return same.map { .some($0[1]) }
            ?? .joined([.none] + pairs.map { .some($0[1]) })
    }
}

extension [Value] {
    /// As many elements, each of which may be any of these.
    var inAnyOrder: [Value] {
        let any = Value.joined(map(\.certain))
        return map { $0.isMaybe ? any.asMaybe : any }
    }
}
