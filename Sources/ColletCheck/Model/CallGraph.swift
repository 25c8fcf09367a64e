/// Who calls what when a program runs, as far as registrations and components are concerned.
package struct CallGraph {
    /// What runs: a piece of code that can be called.
    package enum Node: Hashable {
        /// Where the program starts, and whatever calls what nobody is seen to call.
        case start
        case declaration(String)
        /// The closure that a call of the library's takes, by the place of the call.
        case closure(Place)
    }

    /// When a call happens, once its caller runs; later is when somebody runs the closure around it.
    enum Timing: Comparable { case always, perhaps, later }

    /// A call of some code, and where it stands.
    package struct Edge {
        package let target: Node
        let place: Place, timing: Timing
    }

    typealias Context = (callers: [Node], timing: Timing)

    package var functions: [Node: Function] = [:]
    package var members: [String: [Node]] = [:]
    /// The components of each type, with those from a protocol's extension, in order.
    package var components: [String: [Node]] = [:]
    var injected: [String: [Registration]] = [:]
    package var edges: [Node: [Edge]] = [:]

    mutating func add(_ targets: [Node], isCertain: Bool, at place: Place, in context: Context) {
        let timing = isCertain ? context.timing : max(context.timing, .perhaps)
        let new = targets.map { Edge(target: $0, place: place, timing: timing) }
        for caller in context.callers { edges[caller, default: []] += new }
    }
}
