/// What the command line asks for.
struct Options {
    /// What to do.
    enum Task {
        case measure, check, sizes, help
    }

    var task = Task.measure
    var countsInstructions = false
    /// A part of the name of each operation that is wanted.
    var only: String?

    static let help = """
        Usage: swift run -c release Benchmarks [--instructions | --short | --sizes] [--only TEXT]

        Prints what Collet costs beside what one would write by hand.

          --instructions  count instructions, too, with valgrind
          --short         count only instructions and allocations; exit with 1 where
                          they are above the checked-in ceilings
          --sizes         measure source lines, binary size and compile times instead,
                          from the package's folder
          --only TEXT     only operations whose name contains the text
          --help          print this
        """

    init(_ arguments: some Sequence<String>) throws(Failure) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            switch argument {
            case "--help", "-h": task = .help
            case "--instructions": countsInstructions = true
            case "--short": task = .check
            case "--sizes": task = .sizes
            case "--only":
                only = rest.next()
                if only == nil { throw Failure(description: "--only needs a text; see --help") }
            default: throw Failure(description: "unknown option \(argument); see --help")
            }
            if task == .help { return }
        }
    }

    /// The rows that are wanted.
    var rows: [Row] { Row.all.filter { isWanted($0.operation) } }

    /// The options that ask for the same rows.
    var selection: [String] { only.map { ["--only", $0] } ?? [] }

    func isWanted(_ operation: String) -> Bool {
        only.map(operation.contains) ?? true
    }
}
