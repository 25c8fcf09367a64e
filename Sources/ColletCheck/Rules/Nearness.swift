/// How near a registration is to a missing key, the nearest first: another name is more
/// likely meant than none.
enum Nearness: Comparable {
    case otherName, unnamed, function, concreteType, optional, protocolType
    /// A module whose component it is.
    case module
    /// Another type under the same name, if nobody asks for that.
    case otherType
    /// The same generic type with other arguments.
    case generic
}

/// A registration that may have been meant.
struct NearMatch {
    let nearness: Nearness
    /// How many letters differ between the names.
    let distance: Int
    /// Whether the missing name is this one, misspelt or with more words.
    let isAlike: Bool
    let isAskedFor: Bool
    let registration: Registration

    /// Whether one of the names is misspelt: nobody asks for this one, which is alike.
    var isMisspelt: Bool { isAlike && !isAskedFor }

    /// Whether a name or the type is wrong, even if others register the right one.
    var isMeant: Bool { nearness == .concreteType ? !isAskedFor : isMisspelt }
}

extension Registered {
    /// The registration nearest to a key; of equally near ones, one that nobody asks for.
    func nearest(to key: Key, in code: Program, asked: Set<Key>) -> NearMatch? {
        let name = key.letters
        let matches = all.compactMap { registration -> NearMatch? in
            let near = registration.key, other = near.letters
            let distance = other.distance(to: name)
            let isTypo = distance < 4 && distance * 2 <= name.count
            // `operator` of `operator.name`.
            let isLike = isTypo || name.contains(other)
            let isAsked = asked.contains {
                $0 == near || $0.isOfSome && $0.isMade(of: near) == true
            }
            let isOfName = near.name == key.name && !name.isEmpty && !isAsked
            return code.nearness(of: near, to: key, isOfName).map {
                NearMatch(
                    nearness: $0, distance: distance,
                    isAlike: $0 == .otherName && isLike,
                    isAskedFor: isAsked, registration: registration)
            }
        }
        func order(_ match: NearMatch) -> (Int, Nearness, Int, Int, Place) {
            // A registration with the same name is meant. If neither has a name, only a
            // function or a concrete type that nobody asks for is.
            let isMeant =
                [.function, .concreteType].contains(match.nearness) && !match.isAskedFor
            let isNamed =
                match.registration.key.name == key.name && (isMeant || !name.isEmpty)
            return (
                isNamed ? 0 : match.isAlike ? 1 : 2, match.nearness,
                match.isAskedFor ? 1 : 0, match.distance, match.registration.origin
            )
        }
        return matches.min { order($0) < order($1) }
    }
}

extension Program {
    fileprivate func nearness(
        of near: Key, to missing: Key, _ isOfName: Bool
    ) -> Nearness? {
        if near == missing || near.isTypeUnknown { return nil }
        if near.type == missing.type {
            return near.name == .none ? .unnamed : .otherName
        }
        // An array that is asked for without a name has all parts.
        if near.type == missing.element { return .unnamed }
        if near.type.hasSuffix("() -> \(missing.type)"), near.name == missing.name {
            return .function
        }
        if near.bareType.baseName == missing.bareType.baseName, !near.isOfSome {
            // `any Cache` may be meant by a request for `any Cache<String, Int>`.
            return near.bareType.contains("<") ? .generic : .concreteType
        }
        if isKind(near, of: missing) { return .concreteType }
        if near.wrapped == missing.type { return .optional }
        let makers = components.filter { $0.last == missing.bareType }.map { $0[1] }
        if makers.flatMap(kinds).contains(near.bareType) { return .module }
        if isKind(missing, of: near) { return .protocolType }
        return isOfName ? .otherType : nil
    }

    /// Whether a value of one key's type is also of the other's type, with the same
    /// associated type if that is `any Repo<Int>`.
    func isKind(_ key: Key, of other: Key) -> Bool {
        if let part = key.element, let kind = other.element {
            return isKind(Key(type: part), of: Key(type: kind))
        }
        let type = key.bareType, proto = other.bareType
        let wanted = proto.genericArguments
        let associated = declaration(of: proto)?.parameters.map {
            associatedType($0, of: type)
        }
        return kinds(of: type).contains(proto.baseName)
            && (wanted.isEmpty || wanted == associated)
    }
}

extension Key {
    /// `Clock` of `any Clock`.
    var bareType: String {
        type.hasPrefix("any ") ? String(type.dropFirst(4)) : type
    }

    /// The letters of its name, whatever their case.
    fileprivate var letters: String { text?.lowercased() ?? "" }
}

extension String {
    /// How many letters differ.
    func distance(to other: String) -> Int { difference(from: other).count }
}
