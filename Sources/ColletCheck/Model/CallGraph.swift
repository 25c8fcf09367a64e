/// Who calls what when a program runs, as far as registrations and components are
/// concerned.
package struct CallGraph {
    /// When a call happens, once its caller runs; later is when somebody runs the closure
    /// around it, and unknown where a function that is called may do so.
    enum Timing: Comparable { case always, perhaps, unknown, later }

    /// A call of some code, and where it stands.
    package struct Edge {
        package let target: Code
        let place: Place, timing: Timing
    }

    typealias Context = (callers: [Code], timing: Timing)

    package var functions: [Code: Function] = [:]
    package var members: [String: [Code]] = [:]
    /// The components of each type, with those from a protocol's extension, in order.
    package var components: [String: [Code]] = [:]
    package var edges: [Code: [Edge]] = [:]

    mutating func add(
        _ targets: [Code], isCertain: Bool, at place: Place, in context: Context
    ) {
        let timing = isCertain ? context.timing : max(context.timing, .perhaps)
        let new = targets.map { Edge(target: $0, place: place, timing: timing) }
        for caller in context.callers { edges[caller, default: []] += new }
    }
}
