// Written in place, a regular expression would be parsed at each use, which takes a
// thousand times as long as a check whether it may match.
nonisolated(unsafe) private let oneInBrackets = #/\(any (\w+)\)/#

nonisolated(unsafe) private let anyKeyword = #/\bany /#

/// The type and name under which a value is registered and requested.
struct Key: Hashable, CustomStringConvertible {
    enum Name: Hashable { case none, literal(String), unknown }

    let type: String
    let name: Name
    /// Whether the type, or a part of it, can't be told.
    let isTypeUnknown: Bool
    /// Whether the type may be the same as one that is spelt differently.
    let mayBeOther: Bool

    init(type: String, name: Name = .none) {
        self.type = type
        self.name = name
        // Raw SIL prints an unbound generic parameter as `τ_0_0`, and a pack's types as
        // `repeat each Pack{Int, String}`.
        isTypeUnknown = ["?", "τ_", "Pack{"].contains(where: type.contains)
        mayBeOther = isTypeUnknown || type.hasSuffix("> & Sendable")
    }

    /// Whether both are the same, or `nil` if that can't be told.
    func matches(_ other: Key) -> Bool? {
        let isSame = type == other.type
        let isUnknown = isTypeUnknown || other.isTypeUnknown
        let mayBeSame = isSame || type.mayBe(other.type) || other.type.mayBe(type)
        guard isUnknown || mayBeSame else { return false }
        let isNameUnknown = name == .unknown || other.name == .unknown
        guard isNameUnknown || name == other.name else { return false }
        return isUnknown || isNameUnknown || !isSame ? nil : true
    }

    /// The generic argument, if the type is a certain generic type: `Int` for
    /// `Array<Int>`.
    func argument(of generic: String) -> String? {
        guard type.hasSuffix(">"), type.baseName == generic else { return nil }
        return type.genericArguments.first
    }

    /// The type of what an optional or an array holds, if it is one.
    var wrapped: String? { argument(of: "Optional") }
    var element: String? { argument(of: "Array") }

    /// The key of an optional's value, or else the key itself.
    var unwrapped: Key { Key(type: wrapped ?? type, name: name) }

    /// The key of what an optional, an array or an optional array holds, or else the key
    /// itself.
    var inner: Key {
        if wrapped != nil { return unwrapped.inner }
        return Key(type: element ?? type, name: name)
    }

    /// Whether what another key registers is a part of this optional or array, or `nil` if
    /// that can't be told.
    func isMade(of part: Key) -> Bool? {
        if wrapped == nil { return inner.matches(Key(type: part.type)) }
        let isWrapped = unwrapped.matches(part)
        return isWrapped == false && unwrapped.mayBeAbsent
            ? unwrapped.isMade(of: part) : isWrapped
    }

    /// Whether its type is an optional or an array.
    var isOfSome: Bool { inner != self }

    /// Whether a request for it gets `nil` or an empty array if nothing is registered.
    var mayBeAbsent: Bool {
        wrapped != nil || element != nil && name == .none
    }

    /// Its name, if it has one that can be told.
    var text: String? { if case .literal(let name) = name { name } else { nil } }

    /// Its name in messages: `Clock named "utc"`.
    var description: String {
        // The library's own messages have no `any`.
        var words = spelling
        if words.hasPrefix("any ") { words = String(words.dropFirst(4)) }
        if words.contains("any ") {
            words = words.replacing(oneInBrackets) { $0.1 }
                .replacing(anyKeyword, with: "")
        }
        if let text { return "\(words) named \"\(text)\"" }
        return name == .none ? words : "\(words) with a name that can't be told"
    }

    /// The type as it is spelt in code: `[any Clock]` for `Array<any Clock>`.
    var spelling: String {
        let type = withoutDiscriminators(type)
        if let wrapped {
            let inner = Key(type: wrapped).spelling
            return inner.contains(/^any |->/) ? "(\(inner))?" : inner + "?"
        }
        if let element {
            return "[\(Key(type: element).spelling)]"
        }
        return type
    }
}

/// `Kit.Feed` for `Kit.(Feed in _9B…)`, and `Feed` for `Feed #1 in Kit.test() -> ()`.
private func withoutDiscriminators(_ type: String) -> String {
    guard type.contains(" in ") else { return type }
    return type.replacing(#/\((\w+)( #\d+)? in [^()]*(\([^()]*\)[^()]*)*\)/#) { $0.1 }
        .replacing(#/(\w+) #\d+ in .*/#) { $0.1 }
}

extension String {
    /// Whether it is the other type with a marker: `any P<Int> & Sendable`. Whether those
    /// are the same depends on how the program was built.
    fileprivate func mayBe(_ other: String) -> Bool {
        hasSuffix("> & Sendable") && hasPrefix(other)
    }
}
