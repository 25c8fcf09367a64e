import Collet
import Foundation

/// What Collet costs, beside what one would write by hand.
///
/// ```
/// COLLET_BENCHMARKS=1 swift run -c release Benchmarks
/// ```
///
/// Each operation is performed by hand, with the dictionary of closures in a mutex that people
/// write themselves, and with Collet, beside 100 other registrations. A time is the least of forty
/// samples of at least 2 ms, in which they take turns. Trust the ratios, as times drift with the
/// machine; an exclamation mark follows one that is beyond its limit. The second table shows
/// whether what each of many costs grows with their number.
///
/// With `--check` no clock is looked at: memory and allocations are counted, on which the machine's
/// load has no influence, and the program fails where Collet takes more than it may.
@main
enum Benchmarks {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let isCheck = arguments == ["--check"]
        guard arguments.isEmpty || isCheck else {
            print("Usage: Benchmarks [--check]")
            exit(2)
        }
        var lines = [["operation", "beside", "by hand", "Collet", "ratio", "limit", "allocations"]]
        lines += memory()
        lines += Row.all().flatMap { self.lines(for: $0, timed: !isCheck) }
        printTable(lines)
        if isCheck {
            exit(lines.joined().contains { $0.hasSuffix("!") } ? 1 : 0)
        }
        print("\nNanoseconds for each, of few and of many:")
        printTable(Growth.all().map(line))
    }

    /// Counts the bytes of registrations, of a thousand, and of injected properties.
    ///
    /// To be called before anything is registered, since memory is used again.
    private static func memory() -> [[String]] {
        let features = Feature.all()
        let byHand = heap { for feature in features { feature.register() } }.held / 1_000
        let collet =
            heap {
                Dependencies { for feature in features { feature.module() } }.build()
            }.held / 1_000

        registerModules()
        var injected: [Inject<any SessionType>] = []
        injected.reserveCapacity(1_000)
        let inject =
            heap {
                for _ in 0..<1_000 {
                    injected.append(Inject())
                    _ = injected.last!()
                }
            }.held / 1_000
        return [
            ["bytes for a registration", "dictionary", "\(byHand)", "\(collet)", ""]
                + ["390" + mark(collet > 390), ""],
            ["bytes for an Inject, resolved", "", "", "\(inject)", ""]
                + ["130" + mark(inject > 130), ""],
        ]
    }

    /// Returns a line for each way by hand, without times where they don't matter.
    private static func lines(for row: Row, timed: Bool) -> [[String]] {
        let times = timed ? row.leastNanoseconds() : [Double](repeating: .nan, count: 3)
        let allocated = row.collet.allocations()
        return row.byHand.enumerated().map { index, side in
            let byHand = side.allocations()
            let isOver = index == 0 && !row.mayAllocate && allocated > byHand + 0.1
            let ratio = times[0] / times[index + 1]
            return [
                row.operation, side.name, text(times[index + 1], 1), text(times[0], 1),
                text(ratio, 2), text(timed ? side.limit : .nan, 2) + mark(ratio > side.limit),
                "\(text(allocated, 1)) / \(text(byHand, 1))" + mark(isOver),
            ]
        }
    }

    private static func line(for growth: Growth) -> [String] {
        [growth.what, ""]
            + [growth.few, growth.many].flatMap { ["\($0)", text(growth.cost(of: $0), 0)] }
    }

    private static func mark(_ isOver: Bool) -> String { isOver ? " !" : "" }

    private static func text(_ number: Double, _ decimals: Int) -> String {
        number.isFinite ? String(format: "%.\(decimals)f", number) : ""
    }

    /// Prints lines of cells, texts to the left and figures to the right.
    private static func printTable(_ lines: [[String]]) {
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max()! }
        for line in lines {
            let cells = zip(line, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column < 2 ? cell.0 + space : space + cell.0
            }
            print(cells.joined(separator: "  "))
        }
    }
}
