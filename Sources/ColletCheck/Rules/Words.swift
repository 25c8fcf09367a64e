/// `1 test`, `2 tests`.
func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
}

extension [String] {
    /// `a`, `a and b`, `a, b and c`.
    var list: String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + last!
    }

    /// Each once, in its order.
    var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Place {
    /// As the compiler has it, also where there is none.
    var inText: String { file == Self.unknownFile ? "<unknown>:0" : description }
}
