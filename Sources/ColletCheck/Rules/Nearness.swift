/// What comes near to what is missing, the nearest first: another name is more likely
/// meant than none.
enum Nearness: Comparable {
    case otherName, unnamed, function, concreteType, optional, protocolType
    /// The same generic type with other arguments.
    case generic
}

/// A registration that may have been meant.
struct NearMatch {
    let nearness: Nearness
    /// How many letters differ between the names.
    let distance: Int
    let registration: Registration

    /// The cure where it is registered.
    func write(_ what: String, at place: Place?) -> String {
        "write \(what) where \(registration.key) is registered\(place.inBrackets)"
    }
}

extension Registered {
    /// The registration that comes nearest to a key, of those that nobody asks for if
    /// there are any.
    func nearest(to key: Key, in code: Program, asked: Set<Key>) -> NearMatch? {
        let matches = all.compactMap { registration -> NearMatch? in
            let near = registration.key
            let nearness = code.nearness(of: near, to: key)
            return nearness.map {
                let isAskedFor = asked.contains(near)
                let distance = near.distance(to: key) + (isAskedFor ? 1000 : 0)
                return NearMatch(
                    nearness: $0, distance: distance, registration: registration)
            }
        }
        func order(_ match: NearMatch) -> (Int, Nearness, Int, Place) {
            let name = match.registration.key.name
            // Of the same name it is meant, with another type.
            let isNamed = name != .none && name == key.name
            let place = match.registration.origin
            return (isNamed ? 0 : 1, match.nearness, match.distance, place)
        }
        return matches.min { order($0) < order($1) }
    }
}

extension Program {
    fileprivate func nearness(of near: Key, to missing: Key) -> Nearness? {
        if near == missing || near.isTypeUnknown { return nil }
        if near.type == missing.type {
            return near.name == .none ? .unnamed : .otherName
        }
        // Without a name, an array has all parts.
        if near.type == missing.argument(of: "Array") { return .unnamed }
        let isFunction = near.type.hasSuffix("() -> \(missing.type)")
        if isFunction, near.name == missing.name { return .function }
        if isKind(near, of: missing) { return .concreteType }
        if near.argument(of: "Optional") == missing.type { return .optional }
        if isKind(missing, of: near) { return .protocolType }
        let isAlike =
            near.bareType.baseName == missing.bareType.baseName
        if !isAlike || near.isOfSome { return nil }
        // `any Cache` may have what is asked for as `any Cache<String, Int>`.
        return near.bareType.contains("<") ? .generic : .concreteType
    }

    /// Whether a value of one key's type is also one of the other's.
    private func isKind(_ key: Key, of other: Key) -> Bool {
        kinds(of: key.bareType).contains(other.bareType)
    }
}

extension Key {
    /// `Clock` of `any Clock`.
    var bareType: String {
        type.hasPrefix("any ") ? String(type.dropFirst(4)) : type
    }

    fileprivate func distance(to other: Key) -> Int {
        let names = [self, other].map { key in
            if case .literal(let name) = key.name { name } else { "" }
        }
        return names[0].distance(to: names[1])
    }
}

extension String {
    /// How many letters differ.
    func distance(to other: String) -> Int { difference(from: other).count }
}
