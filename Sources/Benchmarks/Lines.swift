import Collet
import Counters

/// Measures all that is wanted.
func measure(_ options: Options) throws -> [Line] {
    let memory = memoryLines()  // First of all, see there.
    let rows = options.rows
    var lines = rows.map { row in
        let (byHand, collet) = row.measure()
        return Line(row, byHand: byHand, collet: collet)
    }
    if options.countsInstructions {
        let counts = try Instructions.count(rows, arguments: options.selection)
        for (index, count) in counts.enumerated() {
            lines[index].instructions = pair(count.collet, count.byHand, decimals: 0)
        }
    }
    return lines + (memory + threadLines()).filter { options.isWanted($0.operation) }
}

extension Line {
    /// A row's line: its costs and their ratio.
    init(_ row: Row, byHand: Cost, collet: Cost) {
        let ratio = collet.nanoseconds / byHand.nanoseconds
        self.init(
            operation: row.operation,
            others: "\(row.others)",
            baseline: row.baseline,
            nanoseconds: pair(collet.nanoseconds, byHand.nanoseconds, decimals: 1),
            ratio: ratio.rounded(decimals: 2),
            limit: row.limit.map { "≤ \($0.rounded(decimals: 2))" } ?? "",
            allocations: pair(collet.allocations, byHand.allocations, decimals: 1),
            bytes: pair(collet.bytes, byHand.bytes, decimals: 1),
            isOver: row.limit.map { ratio > $0 } ?? false
        )
    }
}

/// Counts the memory of registrations and of an injected property.
///
/// Runs before anything else, so that a registration pays for what is made the first time only.
func memoryLines() -> [Line] {
    let features = Feature.all
    let byHand = heldBytes { for feature in features { feature.register(.shared) } }
    let collet = heldBytes { Dependencies { for feature in features { feature.module() } }.build() }
    let perModule = (
        byHand: byHand / Double(features.count), collet: collet / Double(features.count)
    )

    register(others: 100)
    let session = Session.shared as AnyObject
    let bare = repeated { Screen.Bare(object: session) }
    let injected = repeated {
        let screen = Screen.InjectedSession()
        return (screen, screen.session)
    }
    let object = leastAllocations(of: bare)
    let whole = leastAllocations(of: injected)
    let inject = (count: whole.count - object.count, bytes: whole.bytes - object.bytes)

    return [
        Line(
            operation: "memory held for each registration",
            others: "1000",
            baseline: "dictionary",
            limit: "≤ 250 bytes",
            bytes: pair(perModule.collet, perModule.byHand, decimals: 0),
            isOver: perModule.collet > 250
        ),
        Line(
            operation: "one @Inject beyond its object, resolved",
            others: "100",
            limit: "≤ 1 of 80 bytes",
            allocations: inject.count.rounded(decimals: 2),
            bytes: inject.bytes.rounded(decimals: 1),
            isOver: inject.count > 1 || inject.bytes > 80
        ),
    ]
}

/// Compares what two threads resolve with what one does, and how often they read a constant.
func threadLines() -> [Line] {
    register(others: 100)
    let transient = nanosecondsByThreads { Resolver.resolve((any AccountModuleType).self) }
    let shared = nanosecondsByThreads { Resolver.resolve((any SessionType).self) }
    let constant = nanosecondsByThreads { Session.shared }
    return [
        line("two threads, transient module", transient, atLeast: 1.3),
        line("two threads, one shared module", shared, atLeast: 0.9),
        line("two threads, one static let", constant),
    ]

    func line(
        _ operation: String,
        _ nanoseconds: (one: Double, two: Double),
        atLeast limit: Double? = nil
    ) -> Line {
        let ratio = nanoseconds.one / nanoseconds.two
        return Line(
            operation: operation,
            others: "100",
            baseline: "one thread",
            nanoseconds: pair(nanoseconds.two, nanoseconds.one, decimals: 1),
            ratio: ratio.rounded(decimals: 2),
            limit: limit.map { "≥ \($0)" } ?? "",
            isOver: limit.map { ratio < $0 } ?? false
        )
    }
}
