import Collet
import Synchronization
import TestSupport

/// Takes the steps of a random program with Collet, and compares the events with the
/// model's.
///
/// Unchecked, because threads use it one after the other.
final class ProgramLibrary: @unchecked Sendable {
    let program: Program
    let tracker = ItemTracker()
    /// The first disagreement of Collet and the model.
    private(set) var disagreement: String?

    private var variables: [[Item]]
    private var wrappers: [(any ItemWrapper)?]
    /// The model's events of the current step that haven't happened yet.
    private var events: ArraySlice<ProgramEvent> = []
    private var tasks: [WaitingTask?] = [nil, nil]
    private(set) var containers: [Dependencies.Container?]
    /// The items that modules return. A task may keep their containers, which doesn't
    /// matter.
    private var registered: [Item] = []
    private var lastBlock: Dependencies?
    /// Makes the same request as the step, as soon as the item is made.
    private var lateThread: LateThread?
    private let lateSerials = Mutex<[Int]?>(nil)

    init(_ program: Program) {
        self.program = program
        variables = Array(repeating: [], count: Program.variables)
        wrappers = Array(repeating: nil, count: Program.variables)
        containers = Array(repeating: nil, count: Program.containers)
    }

    // MARK: Steps

    /// Takes a step that contains no others.
    func take(_ action: Program.Action, expecting events: [ProgramEvent], late: Int?) {
        self.events = events[...]
        if let late { begin(late, action) }
        switch action {
        case .register(let entry):
            Resolver.register(module(entry))
        case .registerClosure(let entry):
            if entry.lifetime == .transient, entry.variable == nil {
                entry.kind.library.register(name: entry.name) { self.make(entry.recipe) }
            } else {
                Resolver.register(module(entry))
            }
        case .registerValue(let kind, let name, let variable):
            registered.append(variables[variable][0])
            kind.library.register(variables[variable][0], name: name)
        case .build(let block):
            use(block).build()
        case .buildAgain:
            lastBlock?.build()
        case .reset:
            Resolver.reset()
        case .resolve(_, let target), .read(_, let target),
            .readProperty(_, _, let target),
            .component(_, _, let target):
            note(answer(to: action), target)
        case .inject(let lookup, let wrapper):
            wrappers[wrapper] = lookup.kind.library.inject(lookup)
        case .dropWrapper(let wrapper):
            wrappers[wrapper] = nil
        case .create(let recipe, let variable):
            note([make(recipe)], variable)
        case .drop(let variable):
            variables[variable] = []
        case .begin(let task, let needs):
            begin(needs, task)
        case .finish(let task):
            // It may begin another one in its own place.
            let waiting = tasks[task]!
            tasks[task] = nil
            waiting.finish()
        case .checkUnused:
            expect(.unused(Dependencies.unused.sorted()))
        case .hold(let block, let number):
            containers[number] = use(block).makeContainer()
        case .keepCurrent(let number):
            containers[number] = .current
        case .letGo(let number):
            containers[number] = nil
        case .override, .isolate, .elsewhere, .perform, .leave:
            break
        }
        if let event = self.events.first { disagree("nothing more", instead: event) }
    }

    /// The answer to the request of a step.
    private func answer(to action: Program.Action) -> [Item] {
        switch action {
        case .resolve(let lookup, _): lookup.kind.library.resolve(lookup)
        case .read(let wrapper, _): wrappers[wrapper]!.read()
        case .readProperty(let variable, let position, _):
            variables[variable][0].wrapper(at: position).read()
        case .component(let variable, let number, _):
            [component(number, of: variables[variable][0])]
        default: []
        }
    }

    private func begin(_ late: Int, _ action: Program.Action) {
        let container = Dependencies.Container.current
        lateThread = LateThread(after: late) { [self] in
            let serials = container.perform { answer(to: action).map(\.serial) }
            lateSerials.withLock { $0 = serials }
        }
    }

    private func note(_ items: [Item], _ target: Int?) {
        expect(.got(items.map(\.serial)))
        lateThread?.waitForEnd()
        lateThread = nil
        let late = lateSerials.withLock { $0.take() }
        if let late, late != items.map(\.serial) { disagree("a late thread got \(late)") }
        if let target { variables[target] = items }
    }

    /// The block of a step, which may be built again later.
    func use(_ block: Program.Block) -> Dependencies {
        let dependencies = dependencies(block)
        lastBlock = dependencies
        return dependencies
    }

    /// The block, without the entries that need a variable that is empty.
    func dependencies(_ block: Program.Block) -> Dependencies {
        let nested = modules(block.nested)
        let own = modules(block.own)
        return Dependencies {
            Dependencies {
                for module in nested { module }
            }
            for module in own { module }
        }
    }

    /// Releases everything.
    func end() {
        variables = []
        wrappers = []
        registered = []
        lastBlock = nil
        containers = []
        for task in tasks { task?.drop() }
        tasks = []
        Resolver.reset()
    }

    private func begin(_ needs: [Program.Need], _ task: Int) {
        tasks[task]?.drop()
        tasks[task] = WaitingTask { [self] in
            var (held, wrappers): ([Item], [any ItemWrapper]) = ([], [])
            carryOut(needs, nil, &held, &wrappers)
        }
    }

    // MARK: Making items

    private func modules(_ entries: [Program.Entry]) -> [Module] {
        entries.filter { entry in
            guard let variable = entry.variable, !isMaking else { return true }
            return !variables[variable].isEmpty
        }
        .map(module)
    }

    private func module(_ entry: Program.Entry) -> Module {
        guard let variable = entry.variable, !isMaking else {
            return entry.kind.library.module(entry) { self.make(entry.recipe) }
        }
        let item = variables[variable][0]
        registered.append(item)
        return entry.kind.library.module(entry) { item }
    }

    /// Whether a closure is running: closures can't use the program's variables.
    private var isMaking = false

    private func make(_ recipe: Int, _ owner: Item? = nil) -> Item {
        guard disagreement == nil else { return Item(0, [], [], tracker) }
        guard case .make(recipe, let serial)? = events.popFirst() else {
            disagree("recipe \(recipe) runs")
            return Item(0, [], [], tracker)
        }
        var held: [Item] = []
        var wrappers: [any ItemWrapper] = []
        carryOut(program.recipes[recipe], owner, &held, &wrappers)
        if !isMaking { lateThread?.begin() }
        return Item(serial, held, wrappers, tracker)
    }

    private func configure(_ item: Item, _ owner: Item, _ needs: [Program.Need]) {
        expect(.configure(item.serial))
        var (held, wrappers) = item.parts.withLock(\.self)
        carryOut(needs, owner, &held, &wrappers)
        item.parts.withLock { $0 = (held, wrappers) }
    }

    private func carryOut(
        _ needs: [Program.Need], _ owner: Item?, _ held: inout [Item],
        _ wrappers: inout [any ItemWrapper]
    ) {
        guard disagreement == nil, case .decisions(let decisions)? = events.popFirst()
        else {
            return disagree("needs are carried out")
        }
        let wasMaking = isMaking
        isMaking = true
        defer { isMaking = wasMaking }
        for (need, isCarriedOut) in zip(needs, decisions) where isCarriedOut {
            if disagreement == nil { carryOut(need, owner, &held, &wrappers) }
        }
    }

    private func carryOut(
        _ need: Program.Need, _ owner: Item?, _ held: inout [Item],
        _ wrappers: inout [any ItemWrapper]
    ) {
        switch need {
        case .take(let lookup):
            let items = lookup.kind.library.resolve(lookup)
            expect(.got(items.map(\.serial)))
            held += items
        case .takeAndDrop(let lookup):
            expect(.got(lookup.kind.library.resolve(lookup).map(\.serial)))
        case .injectAndTake(let lookup):
            let items = lookup.kind.library.inject(lookup).read()
            expect(.got(items.map(\.serial)))
            held += items
        case .inject(let lookup):
            wrappers.append(lookup.kind.library.inject(lookup))
        case .component(let position, let number):
            let owners = (owner.map { [$0] } ?? []) + held
            let component = component(number, of: owners[position % owners.count])
            expect(.got([component.serial]))
            held.append(component)
        case .override(let block, let isIsolated, let needs):
            let dependencies = dependencies(block)
            if isIsolated {
                dependencies.isolate { carryOut(needs, owner, &held, &wrappers) }
            } else {
                dependencies.override { carryOut(needs, owner, &held, &wrappers) }
            }
        case .elsewhere(let place, let needs):
            let before = (held, wrappers)
            let after = place.run { [self] () -> ([Item], [any ItemWrapper]) in
                var parts = before
                carryOut(needs, owner, &parts.0, &parts.1)
                return parts
            }
            (held, wrappers) = after
        case .begin(let task, let needs):
            begin(needs, task)
        case .register(let entry):
            Resolver.register(module(entry))
        case .reset:
            Resolver.reset()
        }
    }

    private func component(_ number: Int, of owner: Item) -> Item {
        let component = program.components[number]
        let configure = component.configuration.map { needs in
            { (item: Item) in self.configure(item, owner, needs) }
        }
        let makeItem = { @Sendable [self] in make(component.recipe, owner) }
        let (library, lifetime) = (component.kind.library, component.lifetime)
        return switch component.key {
        case .none:
            library.component(lifetime, owner.scope, Never?.none, configure, makeItem)
        case .number(let key):
            library.component(lifetime, owner.scope, key, configure, makeItem)
        case .clashing(let key):
            library.component(
                lifetime, owner.scope, ClashingKey(key: key), configure, makeItem)
        }
    }

    // MARK: Comparing

    private func expect(_ event: ProgramEvent) {
        if disagreement != nil { return }
        let expected = events.popFirst()
        if expected != event { disagree("\(event)", instead: expected) }
    }

    private func disagree(_ event: String) { disagree(event, instead: events.first) }

    private func disagree(_ event: String, instead expected: ProgramEvent?) {
        if disagreement != nil { return }
        disagreement =
            "\(event), instead of \(expected.map { "\($0)" } ?? "nothing more")"
    }
}

// MARK: - Items

protocol ItemService: Sendable, AnyObject {}

enum ItemSpace {
    protocol ItemService: Sendable, AnyObject {}
    enum Left { enum Kind {} }
    enum Right { enum Kind {} }
}

/// An object that a random program makes.
final class Item: ItemService, ItemSpace.ItemService, Sendable {
    let serial: Int
    let scope = Scope()
    let parts: Mutex<(held: [Item], wrappers: [any ItemWrapper])>
    private let tracker: ItemTracker

    init(
        _ serial: Int, _ held: [Item], _ wrappers: [any ItemWrapper],
        _ tracker: ItemTracker
    ) {
        self.serial = serial
        self.tracker = tracker
        parts = Mutex((held, wrappers))
        tracker.noteMaking(of: serial)
    }

    deinit { tracker.noteEnd(of: serial) }

    func wrapper(at position: Int) -> any ItemWrapper {
        parts.withLock { $0.wrappers[position] }
    }
}

/// A value that holds an item.
struct ItemNote: Sendable { let item: Item }

/// A value that holds an item, for types that print alike.
struct ItemBox<Kind>: Sendable { let item: Item }

/// A key that looks like others until they are compared.
struct ClashingKey: Hashable, Sendable {
    let key: Int

    func hash(into hasher: inout Hasher) {}
}

/// Notes which items are alive.
final class ItemTracker: Sendable {
    private let serials = Mutex<Set<Int>>([])

    var alive: Set<Int> { serials.withLock(\.self) }

    func noteMaking(of serial: Int) { _ = serials.withLock { $0.insert(serial) } }
    func noteEnd(of serial: Int) { _ = serials.withLock { $0.remove(serial) } }
}

// MARK: - Calling Collet with the types of a program

/// A wrapper, whatever its type.
protocol ItemWrapper: Sendable { func read() -> [Item] }

private struct WrapperOf<T: Sendable>: ItemWrapper {
    let inject: Inject<T>
    let items: @Sendable (T) -> [Item]

    func read() -> [Item] { items(inject()) }
}

/// Calls Collet with one type.
protocol ItemLibrary: Sendable {
    var typeName: String { get }
    func module(_ entry: Program.Entry, _ make: @escaping @Sendable () -> Item) -> Module
    func register(_ item: Item, name: String?)
    func register(name: String?, _ make: @escaping @Sendable () -> Item)
    func resolve(_ lookup: Program.Lookup) -> [Item]
    func inject(_ lookup: Program.Lookup) -> any ItemWrapper
    func component(
        _ lifetime: Program.Component.Lifetime, _ scope: Scope,
        _ key: some Hashable & Sendable,
        _ configure: ((Item) -> Void)?, _ make: @escaping @Sendable () -> Item
    ) -> Item
}

private struct LibraryOf<T: Sendable>: ItemLibrary {
    let value: @Sendable (Item) -> T
    let items: @Sendable (T) -> [Item]

    var typeName: String { String(reflecting: T.self) }

    func module(_ entry: Program.Entry, _ make: @escaping @Sendable () -> Item) -> Module
    {
        entry.lifetime.module(entry.name) { value(make()) }
    }

    func register(_ item: Item, name: String?) {
        Resolver.register(value: value(item), name: name)
    }

    func register(name: String?, _ make: @escaping @Sendable () -> Item) {
        Resolver.register(name: name) { value(make()) }
    }

    func resolve(_ lookup: Program.Lookup) -> [Item] {
        switch lookup.form {
        case .one: items(Resolver.resolve(T.self, name: lookup.name))
        case .optional: Resolver.resolve(T?.self, name: lookup.name).map(items) ?? []
        case .list: Resolver.resolve([T].self, name: lookup.name).flatMap(items)
        }
    }

    func inject(_ lookup: Program.Lookup) -> any ItemWrapper {
        switch lookup.form {
        case .one: WrapperOf<T>(inject: Inject(lookup.name), items: items)
        case .optional: WrapperOf<T?>(inject: Inject(lookup.name)) { $0.map(items) ?? [] }
        case .list: WrapperOf<[T]>(inject: Inject(lookup.name)) { $0.flatMap(items) }
        }
    }

    /// The run is in its own task, which may block its thread.
    private func asynchronous(
        _ scope: Scope, _ key: some Hashable & Sendable,
        _ make: @escaping @Sendable () -> Item
    ) async -> T {
        await scope.shared(for: key) { () async in
            await withTaskExecutorPreference(OwnThreads.shared) { () async in
                value(make())
            }
        }
    }

    func component(
        _ lifetime: Program.Component.Lifetime, _ scope: Scope,
        _ key: some Hashable & Sendable,
        _ configure: ((Item) -> Void)?, _ make: @escaping @Sendable () -> Item
    ) -> Item {
        let component: T =
            switch lifetime {
            case .shared: scope.shared(for: key) { value(make()) }
            case .weak: scope.weak(for: key) { value(make()) }
            case .asynchronous: waited { await asynchronous(scope, key, make) }
            case .graph:
                scope.graph(for: key) {
                    value(make())
                } configure: {
                    configure?(items($0)[0])
                }
            }
        return items(component)[0]
    }
}

/// Waits for an asynchronous component on the calling thread.
private func waited<T: Sendable>(_ component: @escaping @Sendable () async -> T) -> T {
    let result = Handover<T>()
    Task(executorPreference: OwnThreads.shared) { result.give(await component()) }
        .waitForEnd()
    return result.take()!
}

extension ItemKind {
    var library: any ItemLibrary { Self.libraries[rawValue] }

    private static let libraries: [any ItemLibrary] = allCases.map { kind in
        switch kind {
        case .service: LibraryOf<any ItemService>(value: { $0 }, items: { [$0 as! Item] })
        case .namesake:
            LibraryOf<any ItemSpace.ItemService>(value: { $0 }, items: { [$0 as! Item] })
        case .item: LibraryOf<Item>(value: { $0 }, items: { [$0] })
        case .note:
            LibraryOf<ItemNote>(value: { ItemNote(item: $0) }, items: { [$0.item] })
        case .leftBox:
            LibraryOf<ItemBox<ItemSpace.Left.Kind>>(
                value: { ItemBox(item: $0) }, items: { [$0.item] })
        case .rightBox:
            LibraryOf<ItemBox<ItemSpace.Right.Kind>>(
                value: { ItemBox(item: $0) }, items: { [$0.item] })
        case .optionalItem:
            LibraryOf<Item?>(value: { $0 }, items: { $0.map { [$0] } ?? [] })
        case .items: LibraryOf<[Item]>(value: { [$0] }, items: { $0 })
        }
    }
}
