/// Containers and their registrations.
extension Interpreter {
    /// Creates a container with a block's modules.
    func open(
        _ kind: Container.Kind, _ modules: Modules, of block: Block?,
        at other: Place? = nil
    ) -> Cell {
        let cell = allocate(
            Container(kind: kind, around: container, block: block, place: other ?? place))
        let old = container
        container = cell
        register(modules, isBrought: true)
        container = old
        return cell
    }

    func allocate(_ container: Container) -> Cell {
        let cell = allocate(.container(container))
        containers[cell] = container
        return cell
    }

    /// Registers modules in the current container.
    func register(_ modules: Modules, isBrought: Bool = false) {
        guard container(at: container) != nil else { return }
        if modules.isOpen { note(.opened) }
        let all = modules.all.map { module in
            note(
                .registered(
                    module.registration, isCertain: module.isSure, isBrought: isBrought),
                at: module.registration.place)
            var entry = module
            entry.instance = allocate(.none)
            entry.isBrought = isBrought
            return entry
        }
        changeContainer {
            $0.isOpen = $0.isOpen || modules.isOpen
            $0.add(all)
        }
    }

    /// Changes the current container, and releases the instances that it no longer has.
    func changeContainer(_ body: (inout Container) -> Void) {
        guard let old = container(at: container) else { return }
        changes += 1
        var new = old
        body(&new)
        heap[container] = .container(new)
        let kept = Set(new.entries.map(\.instance))
        var gone = old
        gone.entries.removeAll { kept.contains($0.instance) }
        release(.container(gone))
    }

    /// Leaves open whether a container still has what it made. It may have ended since,
    /// because `Container.current` doesn't hold it.
    func loosen(_ cell: Cell) {
        let isInUse = chain(from: container).contains { $0.cell == cell }
        if isInUse || isHeld(cell, certainly: true) { return }
        for entry in entries(of: cell) {
            heap[entry.instance] = heap[entry.instance].map { .join(.none, $0) }
        }
    }

    /// The containers from one to the outermost, with their cells.
    func chain(from start: Cell) -> Chain {
        var chain: Chain = []
        var next: Cell? = start
        while let cell = next, let container = container(at: cell) {
            chain.append((cell, container))
            next = container.parent
        }
        return chain
    }

    /// The registrations of the process's container.
    var processRegistrations: [Registration] {
        entries(of: process).map(\.registration)
    }

    func entries(of cell: Cell) -> [Container.Entry] {
        container(at: cell)?.entries ?? []
    }

    // MARK: Blocks

    /// The modules of a block, a builder's result or an array.
    func modules(of value: Value) -> Modules {
        switch value {
        case .module(let registration): Modules(registration)
        case .fields: modules(of: value.field("modules") ?? .unknown)
        case .address: modules(of: load(value))
        case .array(let all, _):
            all.map(modules).reduce(into: Modules()) {
                $0.all += $1.all
                $0.isOpen = $0.isOpen || $1.isOpen
            }
        case .enumeration(_, "none", _): Modules()
        case .enumeration(_, _, let chosen?): modules(of: chosen)
        case .maybe(let one): Modules(oneOf: [modules(of: one), Modules()])
        case .oneOf(let all): Modules(oneOf: all.map(modules))
        default: Modules(isOpen: true)
        }
    }
}

extension Modules {
    init(_ registration: Registration) {
        self.init(all: [.init(registration: registration)])
    }

    /// The modules of one of several lists, joined as containers would be.
    fileprivate init(oneOf all: [Modules]) {
        let containers = all.map { modules in
            var container = Container(kind: .held, isOpen: modules.isOpen)
            container.add(modules.all)
            return container
        }
        let joined = containers.dropFirst().reduce(containers[0]) { $0.joined(with: $1) }
        self.init(all: joined.entries, isOpen: joined.isOpen)
    }
}
