/// What a value is registered under, or asked for by.
struct Key: Hashable, CustomStringConvertible {
    enum Name: Hashable { case none, literal(String), unknown }

    let type: String
    let name: Name
    /// Whether the type, or a part of it, can't be told.
    let isTypeUnknown: Bool

    init(type: String, name: Name = .none) {
        self.type = type
        self.name = name
        isTypeUnknown = type.contains("?")
    }

    /// Whether both are the same, or `nil` if that can't be told.
    func matches(_ other: Key) -> Bool? {
        let isUnknown = isTypeUnknown || other.isTypeUnknown
        guard isUnknown || type == other.type else { return false }
        let isNameUnknown = name == .unknown || other.name == .unknown
        guard isNameUnknown || name == other.name else { return false }
        return isUnknown || isNameUnknown ? nil : true
    }

    /// The generic argument, if the type is a certain generic type: `Int` of
    /// `Array<Int>`.
    func argument(of generic: String) -> String? {
        guard type.hasPrefix(generic + "<"), type.hasSuffix(">") else { return nil }
        return String(type.dropFirst(generic.count + 1).dropLast())
    }

    var description: String {
        if case .literal(let name) = name { return "\(type) named \"\(name)\"" }
        return name == .none ? type : "\(type) with a name that can't be told"
    }
}
