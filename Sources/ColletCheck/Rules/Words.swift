/// `1 test`, `2 tests`.
func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
}

/// The reason why something isn't done, or the mistake.
package struct Refusal: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

extension [String] {
    /// `a`, `a and b`, `a, b and c`.
    var list: String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + last!
    }
}

extension Place {
    /// The place as the compiler prints it, even if there is none.
    var inText: String { file == Self.unknownFile ? "<unknown>:0" : description }
}

extension Place? {
    /// ` (App.swift:20)`, or nothing.
    var inBrackets: String { map { " (\($0.short))" } ?? "" }
}
