import Collet
import Foundation

/// The cost of Collet, beside code that one would write by hand, and other libraries.
///
///     COLLET_BENCHMARKS=1 swift run -c release Benchmarks
///
/// Each operation is performed by hand, with the dictionary of closures in a mutex that
/// people write themselves, and with Collet, with 100 other registrations. A time is the
/// least of forty samples of at least 2 ms, taken in turns. Trust the ratios, because
/// times drift with the machine; an exclamation mark follows a ratio beyond its limit.
/// The second table shows whether the cost of each thing grows with their number.
///
/// `COLLET_PEERS` adds Resolver, Factory, Swinject and swift-dependencies: it names a
/// folder with their modules, all of their objects in `libPeers.a`, and their versions in
/// `versions.txt`.
///
/// With `--check` nothing is timed. Memory and allocations are counted, which don't
/// depend on the machine's load, and the program fails if Collet exceeds a limit.
///
/// With three numbers it performs only one operation, for callgrind: `Benchmarks 2 0 500`
/// is Collet's side of the third row, 500 times; 1 and more are the other sides.
@main
enum Benchmarks {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let isCheck = arguments == ["--check"]
        let numbers = arguments.compactMap { Int($0) }
        if numbers.count == 3 {
            registerModules()
            return Row.all()[numbers[0]].sides[numbers[1]].run(numbers[2])
        }
        precondition(
            arguments.isEmpty || isCheck, "Usage: Benchmarks [--check | ROW SIDE COUNT]")
        var lines = [
            ["operation", "beside", "by hand", "Collet", "ratio", "limit", "allocations"]
        ]
        lines += memory()
        if !isCheck { lines.append(launch()) }
        lines += Row.all().flatMap { self.lines(for: $0, timed: !isCheck) }
        printTable(lines)
        if isCheck { exit(lines.joined().contains { $0.hasSuffix("!") } ? 1 : 0) }
        print("\nNanoseconds for each, of few and of many:")
        printTable(Growth.all().map(line))
        guard let peers = ProcessInfo.processInfo.environment["COLLET_PEERS"] else {
            return
        }
        let versions = try? String(
            contentsOfFile: peers + "/versions.txt", encoding: .utf8)
        print("\n\(Date.now.formatted(.iso8601.year().month().day())) \(versions ?? "")")
    }

    /// Counts the bytes of a registration, of a thousand, of an injected property, and of
    /// a scope.
    private static func memory() -> [[String]] {
        let features = Feature.all(for: Never.self)
        // The runtime's records of the types themselves stay when the registrations are
        // gone.
        func bytes(_ register: () -> Void) -> Int64 {
            register()
            Resolver.reset()
            Handwritten.reset()
            return heap(register).held / 1_000
        }
        let byHand = bytes { for feature in features { feature.register() } }
        let collet = bytes { Dependencies { for f in features { f.module() } }.build() }

        registerModules()
        var injected = [Inject<any SessionType>()]
        injected.reserveCapacity(1_001)
        _ = injected[0]()
        let held = heap {
            for _ in 0..<1_000 { injected.append(Inject()) }
            for inject in injected { _ = inject() }
        }.held
        // The bytes that a scope keeps for each key after a peak, and after a few others
        // have come and gone.
        func bytesOfKey(afterPeakOf count: Int) -> Int64 {
            let scope = Scope()
            func object(_ key: Int) -> Session { scope.weak(for: key) { Session() } }
            return heap {
                escape((0..<count).map(object))
                for key in 0..<100 { _ = object(count + key) }
            }.held / Int64(count)
        }
        func line(_ what: String, _ few: [String], _ bytes: Int64, limit: Int64)
            -> [String]
        {
            [what] + few + ["\(bytes)", "", "\(limit)" + mark(bytes > limit), ""]
        }
        let few = ["100 keys", "\(bytesOfKey(afterPeakOf: 100))"]
        let many = bytesOfKey(afterPeakOf: 10_000)
        return [
            line(
                "bytes for a registration", ["dictionary", "\(byHand)"], collet,
                limit: 260),
            line("bytes for an Inject, resolved", ["", ""], held / 1_000, limit: 130),
            line("bytes of a key after a peak of 10,000", few, many, limit: 600),
        ]
    }

    /// Times the first registration of types in a large program, and the second.
    ///
    /// The runtime knows the types from the dictionary. The result is the least of ten
    /// times, each with a hundred types of its own.
    private static func launch() -> [String] {
        let features = Feature.all(for: Benchmarks.self)
        var (first, again) = (Double.infinity, Double.infinity)
        for start in stride(from: 0, to: features.count, by: 100) {
            let hundred = features[start..<start + 100]
            for feature in hundred { feature.register() }
            func register() -> Double {
                nanoseconds { Dependencies { for f in hundred { f.module() } }.build() }
                    / 100
            }
            first = min(first, register())
            again = min(again, register())
        }
        registerModules()
        return ["register a type for the first time", "again"]
            + cells(first, again, limit: 3) + [
                ""
            ]
    }

    /// Returns a line for each way by hand, without times if they aren't measured.
    private static func lines(for row: Row, timed: Bool) -> [[String]] {
        let times = timed ? row.leastNanoseconds() : row.sides.map { _ in .nan }
        let allocations = row.sides.map { $0.allocations() }
        return row.sides.indices.dropFirst().map { index in
            let side = row.sides[index]
            let isOver =
                index == 1 && !row.mayAllocate && allocations[0] > allocations[1] + 0.1
            return [row.operation, side.name]
                + cells(times[0], times[index], limit: timed ? side.limit : .nan)
                + [
                    "\(text(allocations[0], 1)) / \(text(allocations[index], 1))"
                        + mark(isOver)
                ]
        }
    }

    private static func cells(_ collet: Double, _ byHand: Double, limit: Double)
        -> [String]
    {
        let ratio = collet / byHand
        return [text(byHand, 1), text(collet, 1), text(ratio, 2)]
            + [text(limit, 2) + mark(ratio > limit)]
    }

    private static func line(for growth: Growth) -> [String] {
        [growth.what, ""]
            + [growth.few, growth.many].flatMap {
                ["\($0)", text(growth.cost(of: $0), 0)]
            }
    }

    private static func mark(_ isOver: Bool) -> String { isOver ? " !" : "" }

    private static func text(_ number: Double, _ decimals: Int) -> String {
        number.isFinite ? String(format: "%.\(decimals)f", number) : ""
    }

    /// Prints lines of cells, texts to the left and figures to the right.
    private static func printTable(_ lines: [[String]]) {
        let widths = lines[0].indices.map { column in
            lines.map { $0[column].count }.max()!
        }
        for line in lines {
            let cells = zip(line, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column < 2 ? cell.0 + space : space + cell.0
            }
            print(cells.joined(separator: "  "))
        }
    }
}
