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
        if !isCheck { lines.append(launch()) }
        lines += Row.all().flatMap { self.lines(for: $0, timed: !isCheck) }
        printTable(lines)
        if isCheck {
            exit(lines.joined().contains { $0.hasSuffix("!") } ? 1 : 0)
        }
        print("\nNanoseconds for each, of few and of many:")
        printTable(Growth.all().map(line))
    }

    /// Counts the bytes of registrations, of a thousand, of injected properties, and of a scope.
    private static func memory() -> [[String]] {
        let features = Feature.all()
        // What the runtime keeps of the types themselves stays when the registrations are gone.
        func bytes(_ register: () -> Void) -> Int64 {
            register()
            Resolver.reset()
            Handwritten.reset()
            return heap(register).held / 1_000
        }
        let byHand = bytes { for feature in features { feature.register() } }
        let collet = bytes {
            Dependencies { for feature in features { feature.module() } }.build()
        }

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
                + ["280" + mark(collet > 280), ""],
            ["bytes for an Inject, resolved", "", "", "\(inject)", ""]
                + ["130" + mark(inject > 130), ""],
            peakOfKeys(),
        ]
    }

    /// Counts what a scope still has when a peak of keys is over, and others came and went.
    private static func peakOfKeys() -> [String] {
        let (few, many) = (bytes(afterPeakOf: 100), bytes(afterPeakOf: 10_000))
        return ["bytes of a scope after 10,000 keys", "100 keys", "\(few)", "\(many)", ""]
            + ["40000" + mark(max(few, many) > 40_000), ""]
    }

    private static func bytes(afterPeakOf count: Int) -> Int64 {
        let scope = Scope()
        func object(_ key: Int) -> Session { scope.weak(for: key) { Session() } }
        return heap {
            escape((0..<count).map(object))
            for key in 0...3 * count { _ = object(count + key) }
        }.held
    }

    /// Times the first registration of types in a large program, and the second.
    ///
    /// The runtime knows the types from the dictionary. The least of ten times is taken, each with
    /// a hundred types of its own.
    private static func launch() -> [String] {
        let features = Feature.all()
        var (first, again) = (Double.infinity, Double.infinity)
        for start in stride(from: 0, to: features.count, by: 100) {
            let hundred = features[start..<start + 100]
            for feature in hundred { feature.launchedByHand() }
            func register() -> Double {
                nanoseconds { Dependencies { for f in hundred { f.launched() } }.build() } / 100
            }
            first = min(first, register())
            again = min(again, register())
        }
        Resolver.reset()
        registerModules()
        return ["register a type for the first time", "again", text(again, 1), text(first, 1)]
            + [text(first / again, 2), "3.00" + mark(first / again > 3), ""]
    }

    /// Returns a line for each way by hand, without times where they don't matter.
    private static func lines(for row: Row, timed: Bool) -> [[String]] {
        let times =
            timed
            ? Side.leastNanoseconds(of: [row.collet] + row.byHand)
            : [Double](repeating: .nan, count: 3)
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
