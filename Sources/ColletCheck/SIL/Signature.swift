/// How arguments and results are passed, from a function's type.
struct Signature {
    struct Parameter: Equatable {
        var isNoescape = false
        var isInout = false
        /// Whether a value is passed by address.
        var isIndirect = false
    }

    /// The names of generic parameters, as in the body's types.
    var genericNames: [String] = []
    /// How many results are stored at addresses that the caller passes.
    var results = 0
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
        if result.hasPrefix("(") { result = result.inBracket() }
        for part in result.parts { readResult(part.before("->")) }
    }

    /// How many arguments come before the parameters: places for results and the error.
    var leadingArguments: Int { results + (hasErrorResult ? 1 : 0) }

    /// Reads the part of a result before its arrow. A function's own results come after.
    private mutating func readResult(_ text: SILText) {
        if text.contains("@out ") { results += 1 }
        if text.contains("@error_indirect ") { hasErrorResult = true }
        if text.contains("@error") { mayThrow = true }
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
    }
}
