import Counters
import Foundation

/// Instruction counts under valgrind's callgrind, which repeat exactly.
///
/// The program starts itself under valgrind. There it makes a number of calls of each operation,
/// then twice that number, and has the instructions of both written to files. The difference is what
/// the calls cost, without the way into the loop and out of it.
enum Instructions {
    /// Whether this process is the one under valgrind.
    static var areCounted: Bool { callgrind_is_running() }

    private enum Side: String, CaseIterable {
        case byHand, collet

        func operation(of row: Row) -> (Int) -> Void {
            switch self {
            case .byHand: row.byHand
            case .collet: row.collet
            }
        }
    }

    // MARK: - Under valgrind

    /// Calls the rows' operations and has their instructions written.
    static func dump(_ rows: [Row]) {
        for (index, row) in rows.enumerated() {
            register(others: row.others)
            let calls = calls(of: row)
            for side in Side.allCases {
                let operation = side.operation(of: row)
                let once = label(index, side, 1)
                let twice = label(index, side, 2)
                operation(calls)
                callgrind_dump("warm-up")
                operation(calls)
                callgrind_dump(once)
                operation(2 * calls)
                callgrind_dump(twice)
            }
        }
    }

    /// So many calls that what the C library's heap does now and then is spread thinly over them.
    private static func calls(of row: Row) -> Int { max(2, 1_000 / row.parts) }

    private static func label(_ row: Int, _ side: Side, _ multiple: Int) -> String {
        "row \(row) \(side.rawValue) \(multiple)"
    }

    // MARK: - Outside

    /// Returns the instructions of each row, counted in a process under valgrind.
    ///
    /// - Parameter arguments: The options by which that process selects the same rows.
    static func count(
        _ rows: [Row],
        arguments: [String]
    ) throws -> [(byHand: Double, collet: Double)] {
        let counted = try runUnderValgrind(arguments: arguments)
        return try rows.enumerated().map { index, row in
            func instructions(_ side: Side) throws -> Double {
                guard let once = counted[label(index, side, 1)],
                    let twice = counted[label(index, side, 2)]
                else {
                    throw Failure(
                        description: "valgrind did not count \"\(row.operation)\"; "
                            + "were its headers there when this was built?"
                    )
                }
                return Double(twice - once) / Double(calls(of: row) * row.parts)
            }
            return (try instructions(.byHand), try instructions(.collet))
        }
    }

    /// Runs this program under valgrind and returns the instructions written under each label.
    private static func runUnderValgrind(arguments: [String]) throws -> [String: Int] {
        try withTemporaryFolder { folder in
            // Without debug information, which valgrind may be too old to read, and with equal
            // hashes in each run, so that dictionaries take equally long.
            let program = folder.appending(path: "Benchmarks").path()
            let counts = folder.appending(path: "counts").path()
            try run("strip", ["--strip-debug", "-o", program, CommandLine.arguments[0]])
            try run(
                "valgrind",
                ["--quiet", "--tool=callgrind", "--callgrind-out-file=\(counts)", program]
                    + arguments,
                environment: ["SWIFT_DETERMINISTIC_HASHING": "1"]
            )
            return try readCounts(in: folder)
        }
    }

    /// Reads callgrind's files, one for each label.
    private static func readCounts(in folder: URL) throws -> [String: Int] {
        var counted: [String: Int] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path())
        where file.hasPrefix("counts.") {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            func field(_ name: String) -> Substring? {
                text.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
            }
            if let label = field("desc: Trigger: Client Request: "),
                let total = field("totals: ").flatMap({ Int($0) })
            {
                counted[String(label)] = total
            }
        }
        return counted
    }
}
