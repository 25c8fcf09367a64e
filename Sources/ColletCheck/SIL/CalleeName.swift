/// A function's name from a comment or an instruction, without the details of its
/// compilation.
struct CalleeName {
    let full: String
    /// Without generics and arguments: `Task.init` for `Task<>.init(name:)`.
    let base: String

    init(_ comment: String) {
        var name = comment[...]
        // A member in an instruction: `#Thread.start : (Thread) -> () -> ()`, or
        // `#Equatable."==" : …`.
        if name.hasPrefix("#") {
            let parts = name.dropFirst().split(separator: "\"")
            name =
                parts.count > 1
                ? "static \(parts[0])\(parts[1]) infix"
                : name.dropFirst().prefix { !": !<".contains($0) }
        }
        if name.hasPrefix("generic specialization <"),
            let end = name.firstRange(of: "> of ")
        {
            name = name[end.upperBound...]
        }
        if name.hasPrefix("specialized ") { name = name.dropFirst(12) }
        full = String(name)
        base = Self.base(name)
    }

    private static func base(_ name: Substring) -> String {
        var result = ""
        var depth = 0
        for character in name.prefix(while: { $0 != "(" }) {
            // In an operator, `<` isn't a bracket.
            if character == "<", result.last?.isLetter == true { depth += 1 }
            if depth == 0 { result.append(character) }
            if character == ">" { depth = max(0, depth - 1) }
        }
        return result
    }
}
