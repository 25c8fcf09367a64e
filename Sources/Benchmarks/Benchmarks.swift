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
///
/// A row is of what an app does over and over. So the modules that it makes were made before, and a
/// block that it puts in force was in force before. What is made first, and in an override whatever
/// needs something, is followed exactly, so that a cycle or a missing module is reported with its
/// path: the row *make a block, override, resolve, leave* shows what that takes.
///
/// ## What is above its limit, and why
///
/// The limits are goals that a sketch reached without being safe. On the way from here to there is
/// work that this library does not leave out:
///
/// - *resolve a shared module* (2.9 to 3.1): a lock, without which no replaced instance could be
///   released, and references to the closure that returns the instance. To return it under the lock,
///   where it needs none, made this row 10 ns quicker, and a transient module 7 to 15 ns slower,
///   however it was written.
/// - *new object, first access, shared* (2.7 to 3.1): the wrapper's own lock, and its allocation; the
///   object by hand has none but its own.
/// - *two threads, one shared module* (0.5 to 1.0, by the machine's hour): both count references to
///   the same instance and to the closure that returns it. Two threads that read one constant don't
///   gain either (0.5 to 1.0), as they count references, too.
/// - Of the sizes, the lines, the stripped size and the build: graphs, verification and messages
///   are in the same file, and a message that explains itself is made of code.
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
