/// Containers, and what is registered in them.
extension Interpreter {
    /// Begins a container with a block's modules.
    func open(
        _ kind: Container.Kind, _ modules: Modules, of block: Block?, at place: Place?
    ) -> Cell {
        let parent = kind == .isolation ? nil : container
        let cell = allocate(Container(kind: kind, parent: parent))
        containers[cell]?.block = block
        containers[cell]?.place = place
        let old = container
        container = cell
        register(modules, isBrought: true)
        container = old
        return cell
    }

    /// A container of which nothing is known but what is around it.
    func openUnknown(_ kind: Container.Kind, in parent: Cell? = nil) -> Cell {
        allocate(Container(kind: kind, parent: parent, isOpen: true))
    }

    private func allocate(_ container: Container) -> Cell {
        let cell = allocate(.container(container))
        containers[cell] = ContainerRecord(
            kind: container.kind, parent: container.parent)
        return cell
    }

    /// Registers modules in the current container.
    func register(_ modules: Modules, isBrought: Bool = false) {
        guard var current = container(at: container) else { return }
        if modules.isOpen {
            current.isOpen = true
            note(.opened, at: nil)
        }
        for module in modules.all {
            let registration = module.registration
            note(
                .registered(
                    registration, isCertain: module.isCertain, isBrought: isBrought),
                at: registration.place)
            current.add(
                .init(
                    registration: registration, isCertain: module.isCertain,
                    isBrought: isBrought, instance: allocate(.none)))
        }
        heap[container] = .container(current)
    }

    /// The containers from one to the outermost, with their cells.
    func chain(from start: Cell) -> [(cell: Cell, container: Container)] {
        var chain: [(Cell, Container)] = []
        var next: Cell? = start
        while let cell = next, let container = container(at: cell) {
            chain.append((cell, container))
            next = container.parent
        }
        return chain
    }

    /// What is registered for the process.
    var processRegistrations: [Registration] {
        container(at: process)?.entries.map(\.registration) ?? []
    }

    // MARK: Blocks

    /// The modules of a block.
    func modules(of block: Value) -> Modules {
        switch block {
        case .fields: return modules(ofArray: block.field("modules") ?? .unknown)
        case .address: return modules(of: load(block))
        case .oneOf(let all):
            var result = Modules()
            for some in all.map({ modules(of: $0).asPossible }) {
                result.isOpen = result.isOpen || some.isOpen
                result.all += some.all
            }
            return result
        default: return Modules(isOpen: true)
        }
    }

    func modules(ofArray array: Value) -> Modules {
        guard case .array(let all, let isOpen) = asArray(array) else {
            return Modules(isOpen: true)
        }
        var modules = Modules(isOpen: isOpen)
        for one in all { modules.add(one) }
        return modules
    }
}

extension Modules {
    /// Adds what an array of modules has at one place.
    fileprivate mutating func add(_ value: Value) {
        switch value {
        case .module(let registration): all.append(.init(registration: registration))
        case .maybe(let one): addPossible(one.alternatives)
        case .oneOf(let some): addPossible(some)
        default: isOpen = true
        }
    }

    private mutating func addPossible(_ values: [Value]) {
        for case .module(let registration) in values {
            all.append(.init(registration: registration, isCertain: false))
        }
        isOpen =
            isOpen || values.contains { if case .module = $0 { false } else { true } }
    }
}
