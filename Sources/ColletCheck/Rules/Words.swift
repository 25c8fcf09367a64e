/// `1 test`, `2 tests`.
func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
}

/// Why something isn't done, or what is wrong.
struct Refusal: Error, CustomStringConvertible { let description: String }

extension [String] {
    /// `a`, `a and b`, `a, b and c`.
    var list: String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + last!
    }
}

extension Place {
    /// As the compiler has it, also where there is none.
    var inText: String { file == Self.unknownFile ? "<unknown>:0" : description }
}

extension Place? {
    /// ` (App.swift:20)`, or nothing.
    var inBrackets: String { map { " (\($0.short))" } ?? "" }
}
