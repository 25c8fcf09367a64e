/// The most that one operation may cost in what is counted and repeats, whatever the machine.
///
/// A change that costs more fails in CI. Instructions have a margin of five percent, because the
/// C library picks its functions by the processor. They are those of the dearest of a row's sizes,
/// because where types are in memory decides which of them collide. Allocations have a margin of a
/// tenth, because now and then a look-up takes the long way. Whoever raises a ceiling copies the
/// figure from `Benchmarks --short` and says in the commit what it buys; whoever saves, lowers it.
struct Ceiling {
    var instructions: Double
    var allocations: Double

    static let all: [String: Ceiling] = [
        "resolve a transient module": Ceiling(instructions: 720, allocations: 1.1),
        "resolve a shared module": Ceiling(instructions: 455, allocations: 0.1),
        "new object, first access, transient": Ceiling(instructions: 2_115, allocations: 3.1),
        "new object, first access, shared": Ceiling(instructions: 1_850, allocations: 2.1),
        "read a resolved property": Ceiling(instructions: 155, allocations: 0.1),
        "graph of 13 components": Ceiling(instructions: 6_780, allocations: 13.1),
        "shared component that exists": Ceiling(instructions: 305, allocations: 0.1),
        "Scope.graph of 13 components": Ceiling(instructions: 20_240, allocations: 18.1),
        "override a module, resolve, leave": Ceiling(instructions: 4_440, allocations: 7.1),
        "build, for each module": Ceiling(instructions: 1_305, allocations: 1.4),
        "make a block and build, for each module": Ceiling(instructions: 4_220, allocations: 5.4),
        "register a module": Ceiling(instructions: 3_625, allocations: 4.1),
        "make a block, override, resolve, leave": Ceiling(instructions: 8_350, allocations: 12.1),
    ]
}

/// Counts instructions and allocations and compares them with the ceilings.
func countForCeilings(_ options: Options) throws -> [Line] {
    let memory = memoryLines()  // First of all, see there.
    let rows = options.rows
    let instructions = try Instructions.count(rows, arguments: options.selection)
    let lines = zip(rows, instructions).map { row, instructions in
        let allocations = row.countAllocations()
        // A row without a ceiling fails, so that it gets one.
        let ceiling = Ceiling.all[row.operation] ?? Ceiling(instructions: 0, allocations: 0)
        return Line(
            operation: row.operation,
            others: "\(row.others)",
            limit: "≤ \(ceiling.allocations.rounded(decimals: 1)), "
                + ceiling.instructions.rounded(decimals: 0),
            allocations: allocations.rounded(decimals: 1),
            instructions: instructions.collet.rounded(decimals: 0),
            isOver: allocations > ceiling.allocations
                || instructions.collet > ceiling.instructions
        )
    }
    return lines + memory.filter { options.isWanted($0.operation) }
}
