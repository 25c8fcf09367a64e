import Foundation

/// One line of the printed table; what does not apply to a line is empty.
struct Line {
    var operation: String
    var others = ""
    var baseline = ""
    var nanoseconds = ""
    var ratio = ""
    var limit = ""
    var allocations = ""
    var bytes = ""
    var instructions = ""
    /// Whether a figure is beyond the limit.
    var isOver = false

    /// The head of the table; in each pair, Collet's figure is the first and the baseline's second.
    static let head = Line(
        operation: "operation",
        others: "others",
        baseline: "baseline",
        nanoseconds: "nanoseconds",
        ratio: "ratio",
        limit: "limit",
        allocations: "allocations",
        bytes: "bytes",
        instructions: "instructions"
    )

    /// The line's cells, from left to right.
    fileprivate var cells: [String] {
        let limit = isOver ? "\(limit) !" : limit
        return [operation, others, baseline, nanoseconds, ratio]
            + [limit, allocations, bytes, instructions]
    }
}

/// Prints those columns that have figures; returns whether all of these are within their limits.
@discardableResult
func printLines(_ lines: [Line]) -> Bool {
    let rows = ([.head] + lines).map(\.cells)
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max()! }
    let columns = widths.indices.filter { column in
        rows.dropFirst().contains { !$0[column].isEmpty }
    }
    for row in rows {
        let cells = columns.map { column in
            let space = String(repeating: " ", count: widths[column] - row[column].count)
            let isText = column == 0 || column == 2
            return isText ? row[column] + space : space + row[column]
        }
        print(cells.joined(separator: "  ").trimmingSuffix(" "))
    }
    let over = lines.count(where: \.isOver)
    print(over == 0 ? "All are within their limits." : "\(over) beyond their limits, marked !")
    return over == 0
}

extension String {
    /// The string without the characters at its end that equal the given one.
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        var trimmed = self[...]
        while trimmed.last == character { trimmed.removeLast() }
        return String(trimmed)
    }
}

extension Double {
    /// The number with so many decimals at most, and none that are zero.
    func rounded(decimals: Int) -> String {
        guard isFinite else { return "-" }
        let text = String(format: "%.\(decimals)f", self)
        guard text.contains(".") else { return text }
        return text.trimmingSuffix("0").trimmingSuffix(".")
    }
}

/// Two figures in one cell: Collet's and the baseline's.
func pair(_ collet: Double, _ byHand: Double, decimals: Int) -> String {
    "\(collet.rounded(decimals: decimals)) / \(byHand.rounded(decimals: decimals))"
}
