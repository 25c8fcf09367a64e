extension Value {
    /// The value that may be either of two.
    static func join(_ a: Value, _ b: Value) -> Value {
        if a == b { return a }
        if let both = partwise(a, b, join) { return both }
        switch (a, b) {
        case (.unknown, _), (_, .unknown), (.input, _), (_, .input): return .unknown
        case (.uncomputed, _), (_, .uncomputed): return .uncomputed
        case (.container(let a), .container(let b)): return .container(a.joined(with: b))
        case (.enumeration(let type, let name, let x?), .enumeration(_, _, let y?))
        where a.isSameCase(as: b):
            return .enumeration(type, name, join(x, y))
        case (.array(let x, let isFirst), .array(let y, let isSecond)):
            return joined(x, y, isOrdered: isFirst && isSecond)
        default: return oneOf(a, b)
        }
    }

    /// Joins the parts of two tuples of one length, or of two structs or objects of one
    /// type, by a closure.
    private static func partwise(
        _ a: Value, _ b: Value, _ join: (Value, Value) -> Value
    ) -> Value? {
        switch (a, b) {
        case (.tuple(let x), .tuple(let y)) where x.count == y.count:
            .tuple(zip(x, y).map(join))
        case (.fields(let type, let x), .fields(let other, let y)) where type == other:
            .fields(type, x.with(y).merging(y.with(x), uniquingKeysWith: join))
        default: nil
        }
    }

    /// The value that may be any of several, or unknown if there are none.
    static func joined(_ all: [Value]) -> Value {
        all.dropFirst().reduce(all.first ?? .unknown, join)
    }

    /// The elements of both arrays, in the order of the longer one. An element that only
    /// one of them has may be missing, or be anywhere if the longer one lacks it.
    private static func joined(_ x: [Value], _ y: [Value], isOrdered: Bool) -> Value {
        if x.count == y.count, !(x + y).contains(where: \.isMaybe) {
            return .array(zip(x, y).map(join), isOrdered: isOrdered)
        }
        let (longer, shorter) = x.count > y.count ? (x, y) : (y, x)
        let (inLonger, inShorter) = (Set(longer), Set(shorter))
        let all = longer.map { inShorter.contains($0) ? $0 : $0.asMaybe }
        let others = shorter.filter { !inLonger.contains($0) }.map(\.asMaybe)
        let both = all + others
        if !isOrdered, both.count > memberLimit {
            return .array(both.filter { !$0.isMaybe } + [.others], isOrdered: false)
        }
        return .array(
            both, isOrdered: isOrdered && longer.filter(inShorter.contains) == shorter)
    }

    /// How many members of a set or a dictionary are told apart, if some may be missing.
    private static let memberLimit = 50

    /// How many alternatives are told apart: more for objects than for other values,
    /// because objects ask for what they need.
    private static let limit = 6
    private static let objectLimit = 16

    private static func oneOf(_ a: Value, _ b: Value) -> Value {
        var all = a.alternatives
        for one in b.alternatives where !all.contains(one) {
            if let same = all.firstIndex(where: one.isSameCase) {
                all[same] = join(all[same], one)
            } else {
                all.append(one)
            }
        }
        let limit = all.allSatisfy { $0.cell != nil } ? objectLimit : limit
        return all.count > limit ? .unknown : all.count == 1 ? all[0] : .oneOf(all)
    }

    /// Whether both have a payload of the same case.
    private func isSameCase(as other: Value) -> Bool {
        guard case .enumeration(_, let name, _?) = self,
            case .enumeration(_, name, _?) = other
        else { return false }
        return true
    }

    /// The value that covers those before and after a turn of a loop, be it the first
    /// turn or a later one.
    static func widen(_ old: Value, _ new: Value, isFirst: Bool) -> Value {
        if old == new { return old }
        let parts = partwise(old, new) { widen($0, $1, isFirst: isFirst) }
        if let parts { return parts }
        switch (old, new) {
        // Most likely, it is a counter.
        case (.int, .int): return .unknown
        case (.array(let x, let isOrdered), .array(let y, _)):
            // An iterator with few elements ends by itself.
            let isRest = y.count < x.count && y == x.suffix(y.count)
            if isRest {
                return x.count <= limit
                    ? new : .array(x.map(\.asMaybe), isOrdered: false)
            }
            let both = x.map { y.contains($0) ? $0 : $0.asMaybe }
            // How many modules a loop adds changes nothing in a block.
            if old.isOfModules, Set(y.map(\.asMaybe)).isSubset(of: x) {
                return .array(both, isOrdered: isOrdered)
            }
            if isFirst { return join(old, new) }
            return .array(
                both.filter { $0 != .others } + [.others],
                isOrdered: isOrdered && zip(x, y).allSatisfy(==))
        case (.container, .container): return join(old, new)
        default: break
        }
        let both = join(old, new)
        // One object may stand for several, some of which haven't yet made what they
        // keep.
        let isKnown = [old, join(old, .none)].contains(both) || both.hasFew
        return isFirst || isKnown ? both : .unknown
    }

    /// Whether it is a module, or has nothing else.
    private var isOfModules: Bool {
        if case .module = self { return true }
        return (self == .array([]) || !parts.isEmpty) && parts.allSatisfy(\.isOfModules)
    }

    /// Whether its alternatives are objects, closures or of different types, so that there
    /// can't be many.
    private var hasFew: Bool {
        var types: Set<String> = []
        return alternatives.allSatisfy { one in
            guard case .enumeration(let type, let name, let payload) = one else {
                if one.cell != nil || one.closure != nil { return true }
                return one.dynamicType.map { types.insert($0).inserted } == true
            }
            return types.insert(type + name).inserted && payload?.hasFew != false
        }
    }

    var asMaybe: Value { isMaybe ? self : .maybe(self) }
}

extension [String: Value] {
    /// Adds the properties that only another value names, if a value stands for all that
    /// aren't named here. If none does, they aren't set yet.
    fileprivate func with(_ other: Self) -> Self {
        self[""].map { rest in merging(other.mapValues { _ in rest }) { own, _ in own } }
            ?? self
    }
}

extension Container {
    /// The container that may be either of two.
    func joined(with other: Container) -> Container {
        let own = entries.without(other.entries)
        let added = other.entries.without(entries)
        var joined = self
        joined.isOpen = isOpen || other.isOpen
        joined.entries =
            entries.map { $0.joined(with: other, own) }
            + added.map { $0.joined(with: self, added) }
        return joined
    }
}

extension [Container.Entry] {
    func without(_ others: Self) -> Self {
        filter { entry in
            !others.contains { $0.registration == entry.registration }
        }
    }
}

extension Container.Entry {
    /// The entry of a container that may also be another one. If the other one has the
    /// key as well, the entry is one of several.
    ///
    /// - Parameter all: The entries that only this one's container has.
    fileprivate func joined(with other: Container, _ all: [Self]) -> Self {
        let same = other.entries(for: key)
        let twin = same.first { $0.registration == registration }
        let isThere = same.contains {
            $0.isCertain && $0.key.matches(key) == true
        }
        var joined = self
        if twin?.companions != companions {
            joined.companions =
                twin == nil && isCertain
                ? all.filter(\.isCertain).map(\.registration) : []
        }
        joined.isCertain = isCertain && isThere
        joined.hasAlternative = hasAlternative || twin?.isSure != true
        return joined
    }
}
