import Foundation

/// What Collet costs, beside what one would write by hand.
///
/// ```
/// swift run -c release Benchmarks
/// ```
///
/// prints one table. In each pair of figures, the first is Collet's and the second the baseline's,
/// measured in the same run. A time is the least of forty samples of at least 2 ms, the two sides
/// taking turns; trust the ratio, since times drift with the machine. Allocations are counted by a
/// `malloc` that stands in front of the C library's, and bytes are those it was asked for. Both
/// sides return their result to the same loop, which neither sees into the operation nor is seen by
/// it. The baselines:
///
/// - *initializer*, *initializers*: the module's, or those of the thirteen objects, called by hand.
/// - *static let*: a global constant of protocol type.
/// - *stored property*: an object whose property is set by its initializer, or reading that property.
/// - *lazy var*: an object that makes its property on first access, or reading that property.
/// - *dictionary*: `[ObjectIdentifier: () -> Any]` under a `Mutex`, which people write themselves.
///
/// With `--instructions` the table also has instruction counts, which repeat exactly; they are
/// counted by valgrind, which must be installed (with its headers, when this was built). `--short`
/// is for CI: it counts instructions and allocations, compares them with ``Ceiling/all`` and never
/// looks at the time. `--sizes` measures what else a library costs its users: see ``Size/all`` for
/// the commands.
@main
enum Benchmarks {
    static func main() {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            guard !Instructions.areCounted else { return Instructions.dump(options.rows) }
            switch options.task {
            case .measure: printLines(try measure(options))
            case .check: exit(printLines(try countForCeilings(options)) ? 0 : 1)
            case .sizes: printLines(try measureSizes())
            case .help: print(Options.help)
            }
        } catch {
            FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
            exit(2)
        }
    }
}
