/// How arguments and results are passed, from a function's type.
final class Signature {
    struct Parameter: Equatable {
        var isNoescape = false
        var isInout = false
        /// Whether a value is passed by address.
        var isIndirect = false
    }

    /// The names of generic parameters, as in the body's types.
    private(set) var genericNames: [String] = []
    /// The types of results that are stored at addresses that the caller passes.
    private(set) var storedTypes: [SILText] = []
    /// The types of the other results.
    private(set) var returnedTypes: [SILText] = []
    /// Whether an error is stored at such an address.
    private(set) var hasErrorResult = false
    private(set) var mayThrow = false
    private(set) var parameters: [Parameter] = []
    /// The text in the brackets of the parameters, and all after it.
    private var texts: (parameters: SILText, rest: SILText)?

    /// Reads a type such as `@convention(thin) <T> (@in T) -> (@out T, @error any
    /// Error)`.
    init(_ text: SILText) {
        var type = text
        while true {
            if type.hasPrefix("@convention(") {
                type = type.dropFirst(11).afterBracket()
            } else if type.hasPrefix("@") {
                type = type.after(" ")
            } else if type.hasPrefix("<") {
                genericNames += type.inBracket().before(" where ").parts.map {
                    $0.withoutPrefix("each ").withoutPrefix("let ").before(" :").string
                }
                type = type.afterBracket()
            } else {
                break
            }
        }
        guard type.hasPrefix("(") else { return }
        let inBracket = type.inBracket()
        parameters = inBracket.parts.map(Parameter.init)
        var result = type.from(inBracket.end).after("-> ")
        texts = (inBracket, result)
        if result.hasPrefix("@lifetime(") { result = result.after(") ") }
        if result.hasPrefix("(") { result = result.inBracket() }
        for part in result.parts { readResult(part.before("->")) }
    }

    /// How many results are stored at addresses that the caller passes.
    var results: Int { storedTypes.count }

    /// The types of its parameters, with the generic arguments filled in.
    var parameterTypes: [String] {
        guard let texts else { return [] }
        // `@substituted <T> (@in T) -> () for <Int>`
        let arguments = texts.rest.after(" for ").inBracket().parts
        let names = genericNames.suffix(arguments.count)
        let types = Dictionary(zip(names, arguments)) { $1 }
        return texts.parameters.parts.map { text in
            let type = text.hasPrefix("@") ? text.after(" ") : text
            return (types[type.string] ?? type).string
        }
    }

    /// How many arguments come before the parameters: places for results and the error.
    var leadingArguments: Int { results + (hasErrorResult ? 1 : 0) }

    /// Reads the part of a result before its arrow. A function's own results come after.
    private func readResult(_ text: SILText) {
        if text.contains("@error_indirect ") { hasErrorResult = true }
        if text.contains("@error") {
            mayThrow = true
        } else if text.contains("@out ") {
            storedTypes.append(text.after("@out "))
        } else {
            returnedTypes.append(text.withoutPrefix("@owned "))
        }
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
