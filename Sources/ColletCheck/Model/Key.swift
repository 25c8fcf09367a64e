/// The name of a registration or request, as far as the source says it.
package enum Name: Hashable {
    case none
    case literal(String)
    /// A constant whose value can't be read: equal only to itself.
    case constant(usr: String, spelling: String)
    /// A name that is made at run time.
    case unknown(String)

    func matches(_ other: Name) -> Bool? {
        switch (self, other) {
        case (.constant(let usr, _), .constant(let other, _)) where usr == other: true
        case (.constant, _), (_, .constant), (.unknown, _), (_, .unknown): nil
        default: self == other
        }
    }

    /// Whether it is made at run time, so that only who asks can say it.
    var isUnknown: Bool { matches(self) == nil }

    package var spelling: String? {
        switch self {
        case .none: nil
        case .literal(let name): name.debugDescription
        case .constant(_, let spelling), .unknown(let spelling): spelling
        }
    }

    /// How a registration is given the name.
    package var argument: String { spelling.map { "(\($0))" } ?? "" }
}

/// What a registration is found by: a type and perhaps a name.
package struct Key: Hashable, CustomStringConvertible {
    package let type: TypeName
    package let name: Name

    /// Whether two keys are the same; `nil` if that can't be told.
    func matches(_ other: Key) -> Bool? {
        let names = name.matches(other.name)
        if type.isKnown, other.type.isKnown { return type == other.type ? names : false }
        return names != false && type.mayEqual(other.type) ? nil : false
    }

    /// Whether it gives `nil`, or no elements, if nothing is registered; an array with a
    /// name doesn't.
    package var isOptional: Bool {
        type.element != nil && (!type.isArray || name == .none)
    }

    package var description: String {
        name.spelling.map { "\(type) named \($0)" } ?? "\(type)"
    }
}
