import ColletCheck

/// The graph of a program's wiring. A module is what is registered for one key; it frames
/// its components. Other types that inject modules stand on their own. Tests are left
/// out.
struct Drawing {
    /// A frame with components in it.
    struct Module {
        let registration: Registration
        let components: [Code]
        /// The components that are drawn in it: two keys may share a type, whose are
        /// drawn once.
        var drawn: [(name: String, title: String)] = []

        var title: String {
            let (key, lifetime) = (registration.key, registration.lifetime)
            let name = key.name.spelling.map { " \($0)" } ?? ""
            return "\(key.type)\(name)" + (lifetime == .transient ? "" : " .\(lifetime)")
        }
    }

    private let graph: CallGraph
    private let table: RegistrationTable
    private(set) var modules: [Module] = []
    private var indices: [Place: Int] = [:]
    private var numbers: [Code: Int] = [:]
    private(set) var clients: [DeclaredType] = []
    private(set) var arrows: [[String]] = []

    init(_ wiring: Wiring) {
        graph = wiring.calls
        let requests = wiring.requests.filter {
            !$0.site.isInTests && $0.key.type.isKnown
        }
        .sorted { $0.place < $1.place }
        let known = wiring.registrations.filter {
            !$0.site.isInTests && $0.isBuilt && $0.key.type.isKnown
        }.sorted { $0.place < $1.place }
        // The later registration of a key replaces the earlier one.
        let current = Dictionary(known.map { ($0.key, $0) }) { $1 }.values
            .sorted { $0.place < $1.place }
        table = RegistrationTable(current)
        // The package's own modules, and what it asks other packages for.
        let served = requests.filter(\.site.isReported).flatMap {
            table.registrations(for: $0.key)
        }
        let drawn = Set(served.map(\.place))
        modules = current.filter { $0.site.isReported || drawn.contains($0.place) }
            .map {
                let components = graph.components[$0.implementation?.usr ?? ""] ?? []
                return Module(registration: $0, components: components)
            }
        indices = Dictionary(zip(modules.map(\.registration.place), modules.indices)) {
            $1
        }
        for index in modules.indices {
            for node in modules[index].components where numbers[node] == nil {
                let title = graph.functions[node]?.signature ?? ""
                modules[index].drawn.append(("c\(numbers.count)", title))
                numbers[node] = numbers.count
            }
        }
        for (node, number) in numbers.sorted(by: { $0.value < $1.value }) {
            draw(from: ["c\(number)"], to: uses(from: [node]))
        }
        for request in requests { add(request) }
    }

    private mutating func draw(from sources: [String], to targets: [String]) {
        let new = targets.flatMap { target in sources.map { [$0, target] } }
        arrows += new.filter { !arrows.contains($0) }
    }

    private mutating func add(_ request: Request) {
        let served = table.registrations(for: request.key)
        let targets = served.compactMap { indices[$0.place] }.sorted()
        if let place = request.registration {
            draw(
                from: indices[place].map { ["m\($0)"] } ?? [],
                to: targets.map { "m\($0)" })
        } else if let owner = request.owner, !targets.isEmpty {
            let members = graph.members[owner.usr] ?? []
            let used = uses(from: members)
            // The arrows of a module's components are drawn already.
            let drawn = uses(from: members.filter { numbers[$0] != nil })
            let own = modules.indices
                .filter { modules[$0].registration.implementation == owner }.map {
                    "m\($0)"
                }
            if own.isEmpty, !clients.contains(owner) { clients.append(owner) }
            let sources = own.isEmpty ? ["t\(clients.firstIndex(of: owner)!)"] : own
            for target in targets {
                let components = modules[target].components.map { "c\(numbers[$0]!)" }
                let found = used.filter(components.contains)
                // Who is seen to use none of the components points to all of the module.
                let module = found.isEmpty ? ["m\(target)"] : []
                draw(from: sources, to: module + found.filter { !drawn.contains($0) })
            }
        }
    }

    /// The components that functions call, also through others of their type, but not
    /// through another type's or a registration: those arrows are its own.
    private func uses(from start: [Code]) -> [String] {
        func called(by node: Code) -> [Code] {
            let types = [nil, graph.functions[node]?.type]
            return (graph.edges[node] ?? []).map(\.target).filter { target in
                guard case .function = target else { return false }
                return numbers[target] != nil
                    || types.contains(graph.functions[target]?.type)
            }
        }
        let callers = reachable(from: start) {
            called(by: $0).filter { numbers[$0] == nil }
        }
        return Set(callers.flatMap(called).compactMap { numbers[$0] }).sorted().map {
            "c\($0)"
        }
    }
}
