/// How arguments and results are passed, from a function's type.
struct Signature {
    struct Parameter: Equatable {
        var isNoescape = false
        var isInout = false
        /// Whether a value is passed by address.
        var isIndirect = false
        var type = ""
    }

    /// The names of generic parameters, as in the body's types.
    var genericNames: [String] = []
    /// The types of results that are stored at addresses that the caller passes.
    private(set) var storedTypes: [String] = []
    /// The types of the other results.
    private(set) var returnedTypes: [String] = []
    /// Whether an error is stored at such an address.
    var hasErrorResult = false
    var mayThrow = false
    var parameters: [Parameter] = []

    /// Reads a type such as `@convention(thin) <T> (@in T) -> (@out T, @error any
    /// Error)`.
    init(_ text: SILText) {
        var type = text
        while true {
            if let rest = Self.withoutAttribute(type) {
                type = rest
            } else if type.hasPrefix("<") {
                let names = type.inBracket().before(" where ").parts
                genericNames += names.map { $0.withoutPrefix("each ").string }
                type = type.afterBracket()
            } else {
                break
            }
        }
        guard type.hasPrefix("(") else { return }
        parameters = type.inBracket().parts.map(Parameter.init)
        var result = type.from(type.endOfBracket(at: type.start)).after("-> ")
        // `@substituted <T> (@in T) -> () for <Int>`
        let types = result.after(" for ").inBracket().parts
        for (name, type) in zip(genericNames.suffix(types.count), types) {
            for index in parameters.indices where parameters[index].type == name {
                parameters[index].type = type.string
            }
        }
        if result.hasPrefix("@lifetime(") { result = result.after(") ") }
        if result.hasPrefix("(") { result = result.inBracket() }
        for part in result.parts { readResult(part.before("->")) }
    }

    /// How many results are stored at addresses that the caller passes.
    var results: Int { storedTypes.count }

    /// How many arguments come before the parameters: places for results and the error.
    var leadingArguments: Int { results + (hasErrorResult ? 1 : 0) }

    /// Reads the part of a result before its arrow. A function's own results come after.
    private mutating func readResult(_ text: SILText) {
        if text.contains("@error_indirect ") { hasErrorResult = true }
        if text.contains("@error") {
            mayThrow = true
        } else if text.contains("@out ") {
            storedTypes.append(text.after("@out ").string)
        } else {
            returnedTypes.append(text.withoutPrefix("@owned ").string)
        }
    }

    private static func withoutAttribute(_ type: SILText) -> SILText? {
        if type.hasPrefix("@convention(") { return type.dropFirst(11).afterBracket() }
        if type.hasPrefix("@") { return type.after(" ") }
        return type.hasPrefix(" ") ? type.dropFirst(1) : nil
    }
}

extension Signature.Parameter {
    init(_ text: SILText) {
        isNoescape = text.contains("@noescape")
        let isDependent = text.hasPrefix("@lifetime") && text.contains("@inout")
        isInout = text.hasPrefix("@inout") || isDependent
        isIndirect = text.hasPrefix("@in_guaranteed ") || text.hasPrefix("@in ")
        type = (text.hasPrefix("@") ? text.after(" ") : text).string
    }
}
