/// What a value is registered under, or asked for by.
struct Key: Hashable, CustomStringConvertible {
    enum Name: Hashable { case none, literal(String), unknown }

    let type: String
    let name: Name
    /// Whether the type, or a part of it, can't be told.
    let isTypeUnknown: Bool
    /// Whether it may be the same type as one that is spelt in another way.
    let mayBeOther: Bool

    init(type: String, name: Name = .none) {
        self.type = type
        self.name = name
        // A generic parameter that nobody has bound, as raw SIL prints it.
        isTypeUnknown = type.contains("?") || type.contains("τ_")
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

    /// The generic argument, if the type is a certain generic type: `Int` of
    /// `Array<Int>`.
    func argument(of generic: String) -> String? {
        guard type.hasSuffix(">"), type.baseName == generic else { return nil }
        return type.genericArguments.first
    }

    /// Whether a request for it gets `nil` or an empty array where nothing is registered.
    var mayBeAbsent: Bool {
        argument(of: "Optional") != nil || argument(of: "Array") != nil && name == .none
    }

    /// How messages name it: `Clock named "utc"`.
    var description: String {
        // The library's own messages have no `any`.
        var words = spelling
        if words.hasPrefix("any ") { words = String(words.dropFirst(4)) }
        if words.contains("any ") {
            words = words.replacing(Self.oneInBrackets) { $0.1 }
                .replacing(Self.any, with: "")
        }
        if case .literal(let name) = name { return "\(words) named \"\(name)\"" }
        return name == .none ? words : "\(words) with a name that can't be told"
    }

    /// The type as code spells it: `[any Clock]` of `Array<any Clock>`.
    var spelling: String {
        let type = Self.withoutDiscriminators(type)
        if let wrapped = argument(of: "Optional") {
            let inner = Key(type: wrapped).spelling
            return inner.contains(/^any |->/) ? "(\(inner))?" : inner + "?"
        }
        if let element = argument(of: "Array") {
            return "[\(Key(type: element).spelling)]"
        }
        return type
    }

    // A regular expression is read anew at each use, which takes a thousand times as long
    // as a look whether it may match.
    nonisolated(unsafe) private static let oneInBrackets = #/\(any (\w+)\)/#
    nonisolated(unsafe) private static let any = #/\bany /#

    /// `Kit.Feed` of `Kit.(Feed in _9B…)`, and `Feed` of `Feed #1 in Kit.test() -> ()`.
    private static func withoutDiscriminators(_ type: String) -> String {
        guard type.contains(" in ") else { return type }
        return type.replacing(#/\((\w+)( #\d+)? in [^()]*(\([^()]*\)[^()]*)*\)/#) { $0.1 }
            .replacing(#/(\w+) #\d+ in .*/#) { $0.1 }
    }
}

extension String {
    /// Whether it is the same type with a marker: `any P<Int> & Sendable`. How the program
    /// was built decides whether those are one.
    fileprivate func mayBe(_ other: String) -> Bool {
        hasSuffix("> & Sendable") && hasPrefix(other)
    }
}
