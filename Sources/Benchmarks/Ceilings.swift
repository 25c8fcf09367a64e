/// The most that one operation may cost in what is counted and repeats, whatever the machine.
///
/// A change that costs more fails in CI. Instructions have a margin of five percent, because the
/// C library picks its functions by the processor. Whoever raises a ceiling copies the figure from
/// `Benchmarks --short` and says in the commit what it buys.
struct Ceiling {
    var instructions: Double
    var allocations: Double

    static let all: [String: Ceiling] = [
        "resolve a transient module": Ceiling(instructions: 2_090, allocations: 2),
        "resolve a shared module": Ceiling(instructions: 3_280, allocations: 1),
        "new object, first access, transient": Ceiling(instructions: 4_430, allocations: 4),
        "new object, first access, shared": Ceiling(instructions: 5_630, allocations: 3),
        "read a resolved property": Ceiling(instructions: 800, allocations: 0),
        "graph of 13 components": Ceiling(instructions: 7_400, allocations: 13),
        "shared component that exists": Ceiling(instructions: 1_000, allocations: 0),
        "Scope.graph of 13 components": Ceiling(instructions: 24_000, allocations: 40),
        "override a module, resolve, leave": Ceiling(instructions: 2_090, allocations: 2),
        "make a block, override, resolve, leave": Ceiling(instructions: 3_980, allocations: 5),
        "build, for each module": Ceiling(instructions: 4_520, allocations: 4.5),
    ]
}

/// Counts instructions and allocations and compares them with the ceilings.
func countForCeilings(_ options: Options) throws -> [Line] {
    let memory = memoryLines()  // First of all, see there.
    let rows = options.rows
    let instructions = try Instructions.count(rows, arguments: options.selection)
    let lines = zip(rows, instructions).map { row, instructions in
        let allocations = row.countAllocations()
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
