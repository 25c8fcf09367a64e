import Collet
import TestSupport

/// Collet as a plain, single-threaded program, in the guide's words: what is registered
/// where, what keeps an instance, and what holds a container.
///
/// It has none of the library's states: whether a container has ended, or keeps an
/// instance, follows from the holders and registrations of that moment.
///
/// The model skips mistakes such as a missing module or a cycle, and has Collet skip
/// them. It notes all `events`; Collet must have the same events, in the same order.
final class ProgramModel {
    let program: Program
    private(set) var events: [ProgramEvent] = []
    let tracker = ItemTracker()
    /// How often something was done in another task: at once, later, or in an
    /// asynchronous run.
    private(set) var counts = (
        elsewhere: 0, later: 0, asynchronous: 0, performed: 0, late: 0, stayed: 0,
        restarted: 0
    )
    /// Whether everything was done in one task, and none waits.
    private(set) var isOneTask = true
    /// Whether the step asked for an instance that is kept, or that the caller holds.
    private var isSettled = false

    private let process = ModelContainer(outer: nil)
    private var current: ModelContainer
    private var graph: ModelGraph?
    private var variables: [[ModelItem]]
    private var wrappers: [ModelWrapper?]
    private var tasks: [(ModelContainer, [Program.Need])?] = [nil, nil]
    /// The program's containers, and whether it holds them: one that it got as `current`
    /// may still end.
    private var containers: [(container: ModelContainer, isHeld: Bool)?]
    /// The containers whose closures are running, the innermost last: a closure holds its
    /// container until it returns.
    private var entered: [ModelContainer] = []
    /// The containers that haven't ended, without the process's, which never ends.
    private var goingOn: [ModelContainer] = []
    /// The instances that are being made, the innermost last. Needing one of them is a
    /// cycle.
    private var beingMade: [ModelInstance] = []
    /// The items that entries return. Collet may release them later, with a task that
    /// waits.
    private var registered: [ModelItem] = []
    /// The block that was built, entered or held last.
    private var lastBlock: [ModelRegistration] = []
    private var lastSerial = 0
    /// How many closures are running, and how many more a step may call.
    private var depth = 0
    private var budget = 0

    init(_ program: Program) {
        self.program = program
        current = process
        variables = Array(repeating: [], count: Program.variables)
        wrappers = Array(repeating: nil, count: Program.variables)
        containers = Array(repeating: nil, count: Program.containers)
    }

    // MARK: Steps

    /// Takes a step that contains no others. Returns whether it is to be taken at all.
    func take(_ action: Program.Action) -> Bool {
        events = []
        isSettled = false
        budget = 30
        switch action {
        case .register(let entry), .registerClosure(let entry):
            guard let entry = made(entry) else { return false }
            current.register([entry])
        case .registerValue(let kind, let name, let variable):
            guard let item = variables[variable].first else { return false }
            registered.append(item)
            let key = ModelKey(type: kind.type, name: name)
            current.register([ModelRegistration(key, kind, .shared, .item(item))])
        case .build(let block):
            build(use(block))
        case .buildAgain:
            build(lastBlock.map { $0.copy() })
        case .reset:
            current.reset()
        case .resolve(let lookup, let target):
            guard let items = resolve(lookup) else { return false }
            note(items, target)
        case .inject(let lookup, let wrapper):
            wrappers[wrapper] = ModelWrapper(lookup, current)
        case .read(let wrapper, let target):
            guard let items = wrappers[wrapper].flatMap(read) else { return false }
            note(items, target)
        case .dropWrapper(let wrapper):
            wrappers[wrapper] = nil
        case .create(let recipe, let variable):
            note([make(recipe)], variable)
            isSettled = false
        case .readProperty(let variable, let position, let target):
            let wrappers = variables[variable].first?.wrappers ?? []
            guard position < wrappers.count, let items = read(wrappers[position]) else {
                return false
            }
            note(items, target)
        case .component(let variable, let number, let target):
            guard let item = variables[variable].first,
                let component = component(number, of: item)
            else { return false }
            note([component], target)
        case .drop(let variable):
            variables[variable] = []
        case .begin(let task, let needs):
            isOneTask = false
            tasks[task] = (current, needs)
        case .finish(let task):
            guard let (container, needs) = tasks[task] else { return false }
            tasks[task] = nil
            counts.later += needs.count
            let outer = current
            current = container
            depth += 1
            carryOut(needs, for: ModelItem(0, container), nil)
            depth -= 1
            current = outer
        case .checkUnused:
            if current === process { return false }
            events.append(.unused(current.unused))
        case .hold(let block, let number):
            containers[number] = (container(use(block), over: current), isHeld: true)
            endWhatNobodyHolds()
        case .keepCurrent(let number):
            containers[number] = (current, isHeld: false)
            endWhatNobodyHolds()
        case .letGo(let number):
            containers[number] = nil
            endWhatNobodyHolds()
        case .perform(let number, let body):
            counts.performed += body.count
            return containers[number] != nil
        case .override, .isolate, .elsewhere, .leave:
            return true
        }
        return true
    }

    /// How much later another thread is to repeat a step's request, with the same answer.
    func late(_ step: Program.Step) -> Int? {
        guard isSettled, let late = step.late else { return nil }
        counts.late += 1
        isOneTask = false
        return late
    }

    private func note(_ items: [ModelItem], _ target: Int?) {
        events.append(.got(items.map(\.serial)))
        if let target { variables[target] = items }
    }

    // MARK: Containers

    /// Begins an override or an isolation.
    func enter(_ block: Program.Block, isIsolated: Bool) -> ModelContainer {
        let entries = depth == 0 ? use(block) : made(block)
        return enter(container(entries, over: isIsolated ? nil : current))
    }

    /// Enters a held container.
    func enter(_ number: Int) -> ModelContainer { enter(containers[number]!.container) }

    private func enter(_ container: ModelContainer) -> ModelContainer {
        entered.append(container)
        if container.hasEnded {
            container.hasEnded = false
            goingOn.append(container)
        }
        defer { current = container }
        return current
    }

    private func container(
        _ entries: [ModelRegistration], over outer: ModelContainer?
    ) -> ModelContainer {
        let container = ModelContainer(outer: outer)
        container.begin(entries)
        goingOn.append(container)
        return container
    }

    /// Ends the containers that nothing holds any more: neither the program nor a closure
    /// that runs in them.
    private func endWhatNobodyHolds() {
        for container in goingOn {
            let isHeld = containers.contains {
                $0?.container === container && $0!.isHeld
            }
            if isHeld || entered.contains(where: { $0 === container }) { continue }
            goingOn.removeAll { $0 === container }
            container.end()
        }
    }

    /// Registers a block, except for entries that would replace a fake brought by another
    /// block.
    private func build(_ entries: [ModelRegistration]) {
        let added = entries.filter { entry in
            guard let fake = current.fake(for: entry.key) else { return true }
            return fake.module === entry.module
        }
        counts.stayed += entries.count - added.count
        counts.restarted += added.count { current.fake(for: $0.key) != nil }
        current.register(added)
    }

    /// Ends a closure that runs in the current container, and returns to the one before.
    func leave(to container: ModelContainer) {
        entered.removeLast()
        current = container
        endWhatNobodyHolds()
    }

    /// Goes to another thread or task, and returns the container of this one.
    func go(_ place: Elsewhere) -> ModelContainer {
        isOneTask = false
        defer { if !place.inherits { current = process } }
        return current
    }

    func comeBack(to container: ModelContainer) { current = container }

    /// Takes all steps, and returns their events.
    func takeAll(_ steps: [Program.Step]) -> [ProgramEvent] {
        var all: [ProgramEvent] = []
        for step in steps {
            guard take(step.action) else { continue }
            all += events
            _ = late(step)
            switch step.action {
            case .override(let block, let body), .isolate(let block, let body):
                let isIsolated = if case .isolate = step.action { true } else { false }
                let container = enter(block, isIsolated: isIsolated)
                all += takeAll(body)
                leave(to: container)
            case .perform(let number, let body):
                let container = enter(number)
                all += takeAll(body)
                leave(to: container)
            case .elsewhere(let place, let body):
                let container = go(place)
                all += takeAll(body)
                comeBack(to: container)
            case .leave:
                return all
            default: break
            }
        }
        return all
    }

    /// Releases everything.
    func end() {
        variables = []
        wrappers = []
        registered = []
        lastBlock = []
        tasks = []
        containers = []
        endWhatNobodyHolds()
        process.reset()
    }

    // MARK: Requests

    /// The answer to a request, or `nil` if it would be a mistake.
    ///
    /// The innermost container with a registration of the type or of its parts decides.
    private func answer(_ lookup: Program.Lookup, in container: ModelContainer)
        -> [ModelValue]?
    {
        if let entries = entries(for: lookup, in: container) {
            guard entries.allSatisfy(canMake) else { return nil }
            let values = entries.map { value(of: $0, in: container) }
            let later = self.entries(for: lookup, in: container)
            if depth == 0, entries.count == 1, later?.count == 1, later?[0] === entries[0]
            {
                isSettled = isSettled(entries[0].instance, entries[0].container)
            }
            return values
        }
        switch lookup.type {
        case .plain: return nil
        case .optional: return []
        case .list: return lookup.name == nil ? [] : nil
        }
    }

    private func entries(
        for lookup: Program.Lookup, in container: ModelContainer
    ) -> [ModelRegistration]? {
        sequence(first: container, next: \.outer).lazy.compactMap {
            self.entries(lookup.type, lookup.name, in: $0, of: container)
        }
        .first
    }

    /// The entries of one container for a type, or else for its parts.
    private func entries(
        _ type: ModelType, _ name: String?, in container: ModelContainer,
        of asking: ModelContainer
    ) -> [ModelRegistration]? {
        if let own = container.entry(ModelKey(type: type, name: name)) { return [own] }
        switch type {
        case .plain: return nil
        case .optional(let wrapped):
            return entries(wrapped, name, in: container, of: asking)
        case .list(let element):
            guard name == nil, container.hasAny(element) else { return nil }
            return asking.findAll(element)
        }
    }

    private func canMake(_ entry: ModelRegistration) -> Bool {
        canMake(entry.instance)
    }

    private func canMake(_ instance: ModelInstance) -> Bool {
        budget > 0 && depth < 10 && !beingMade.contains { $0 === instance }
    }

    /// Whether an instance stays, because something keeps it or the caller holds it.
    private func isSettled(_ instance: ModelInstance, _ keeper: ModelKeeper) -> Bool {
        keeper.kept[ObjectIdentifier(instance)] != nil || instance.object != nil
    }

    /// A transient module is made for each injection site, in the container of the
    /// request. Others have one instance for everybody, which is made in the container of
    /// the registration.
    private func value(of entry: ModelRegistration, in container: ModelContainer)
        -> ModelValue
    {
        entry.wasAskedFor = true
        let make = { self.make(entry.source) }
        if entry.lifetime == .transient {
            return ModelValue(run(in: container, isOutside: container !== current, make))
        }
        let owner = entry.container!
        let value = value(of: entry.instance, entry.kind, in: owner, make)
        if entry.lifetime == .shared, owner.keeps(entry) {
            owner.kept[ObjectIdentifier(entry.instance)] = value
        }
        return value
    }

    /// The one instance if something holds it, or else a new one, which is made outside
    /// of the graph that asks for it.
    private func value(
        of instance: ModelInstance, _ kind: ItemKind, in container: ModelContainer,
        _ make: () -> ModelItem
    ) -> ModelValue {
        if let value = instance.value { return value }
        beingMade.append(instance)
        let value = ModelValue(run(in: container, isOutside: true, make))
        beingMade.removeLast()
        instance.begin(value, isObject: kind.isObject)
        return value
    }

    /// Makes something, within the current graph or outside of it.
    private func run(
        in container: ModelContainer, isOutside: Bool, _ make: () -> ModelItem
    ) -> ModelItem {
        let outer = (current, graph)
        if isOutside { graph = nil }
        current = container
        depth += 1
        defer {
            depth -= 1
            (current, graph) = outer
        }
        return make()
    }

    private func read(_ wrapper: ModelWrapper) -> [ModelItem]? {
        if let values = wrapper.values { return values.map(\.item) }
        guard let values = answer(wrapper.lookup, in: wrapper.container!) else {
            return nil
        }
        wrapper.values = values
        wrapper.container = nil
        return values.map(\.item)
    }

    private func resolve(_ lookup: Program.Lookup) -> [ModelItem]? {
        answer(lookup, in: current)?.map(\.item)
    }

    private func component(_ number: Int, of owner: ModelItem) -> ModelItem? {
        let component = program.components[number]
        let instance = owner.instance(of: component)
        guard canMake(instance) else { return nil }
        let make = { self.make(component.recipe, owner) }
        if component.lifetime == .asynchronous {
            counts.asynchronous += 1
            isOneTask = false
        }
        if component.lifetime != .graph {
            let value = value(of: instance, component.kind, in: owner.container, make)
            if component.lifetime != .weak {
                owner.kept[ObjectIdentifier(instance)] = value
            }
            if depth == 0 { isSettled = isSettled(instance, owner) }
            return value.item
        }
        if graph != nil { return object(instance, component, owner, make) }
        graph = ModelGraph()
        defer { graph = nil }
        return object(instance, component, owner, make)
    }

    private func object(
        _ instance: ModelInstance, _ component: Program.Component, _ owner: ModelItem,
        _ make: () -> ModelItem
    ) -> ModelItem? {
        let graph = graph!
        if let object = graph.objects.first(where: { $0.instance === instance }) {
            return object.item
        }
        // Objects within a `configure` closure are configured first.
        let isOutermost = graph.making == 0
        let waiting = graph.configurations
        if isOutermost { graph.configurations = [] }
        let position = graph.objects.count
        graph.objects.append((instance, nil))
        graph.making += 1
        depth += 1
        let item = make()
        depth -= 1
        graph.making -= 1
        graph.objects[position].item = item
        if let needs = component.configuration {
            graph.configurations.append((item, owner, needs))
        }
        guard isOutermost else { return item }
        while !graph.configurations.isEmpty {
            let (item, owner, needs) = graph.configurations.removeFirst()
            events.append(.configure(item.serial))
            depth += 1
            carryOut(needs, for: item, owner)
            depth -= 1
        }
        graph.configurations = waiting
        return item
    }

    // MARK: Making items

    /// The entries of a step's block, which may be built again later.
    private func use(_ block: Program.Block) -> [ModelRegistration] {
        lastBlock = made(block)
        return lastBlock.map { $0.copy() }
    }

    private func made(_ block: Program.Block) -> [ModelRegistration] {
        block.nested.compactMap { made($0, isNested: true) }
            + block.own.compactMap { made($0) }
    }

    /// The entry, if it doesn't need a variable that is empty.
    private func made(_ entry: Program.Entry, isNested: Bool = false)
        -> ModelRegistration?
    {
        let key = ModelKey(type: entry.kind.type, name: entry.name)
        guard let variable = entry.variable, depth == 0 else {
            return ModelRegistration(
                key, entry.kind, entry.lifetime, .recipe(entry.recipe), isNested)
        }
        guard let item = variables[variable].first else { return nil }
        registered.append(item)
        return ModelRegistration(key, entry.kind, entry.lifetime, .item(item), isNested)
    }

    private func make(_ source: ModelRegistration.Source) -> ModelItem {
        switch source {
        case .item(let item): item
        case .recipe(let recipe): make(recipe)
        }
    }

    private func make(_ recipe: Int, _ owner: ModelItem? = nil) -> ModelItem {
        budget -= 1
        lastSerial += 1
        let item = ModelItem(lastSerial, current)
        events.append(.make(recipe: recipe, serial: lastSerial))
        carryOut(program.recipes[recipe], for: item, owner)
        item.begin(tracker)
        return item
    }

    private func carryOut(
        _ needs: [Program.Need], for item: ModelItem, _ owner: ModelItem?
    ) {
        let position = events.count
        events.append(.decisions([]))
        let decisions = needs.map { carryOut($0, for: item, owner) }
        events[position] = .decisions(decisions)
    }

    /// Returns whether it can be carried out.
    private func carryOut(
        _ need: Program.Need, for item: ModelItem, _ owner: ModelItem?
    ) -> Bool {
        switch need {
        case .take(let lookup), .injectAndTake(let lookup):
            guard let items = resolve(lookup) else { return false }
            events.append(.got(items.map(\.serial)))
            item.held += items
        case .takeAndDrop(let lookup):
            guard let items = resolve(lookup) else { return false }
            events.append(.got(items.map(\.serial)))
        case .inject(let lookup):
            item.wrappers.append(ModelWrapper(lookup, current))
        case .component(let position, let number):
            let owners = (owner.map { [$0] } ?? []) + item.held
            guard !owners.isEmpty,
                let component = component(number, of: owners[position % owners.count])
            else { return false }
            events.append(.got([component.serial]))
            item.held.append(component)
        case .override(let block, let isIsolated, let needs):
            guard depth > 0 else { return false }
            let outer = (enter(block, isIsolated: isIsolated), graph)
            graph = nil
            carryOut(needs, for: item, owner)
            leave(to: outer.0)
            graph = outer.1
        case .elsewhere(let place, let needs):
            counts.elsewhere += needs.count
            let outer = (go(place), graph)
            graph = nil
            carryOut(needs, for: item, owner)
            (current, graph) = outer
        case .begin(let task, let needs):
            isOneTask = false
            tasks[task] = (current, needs)
        case .register(let entry):
            guard depth > 0, let entry = made(entry) else { return false }
            current.register([entry])
        case .reset:
            current.reset()
        }
        return true
    }
}

/// An event while a step is taken.
enum ProgramEvent: Equatable {
    case make(recipe: Int, serial: Int)
    case configure(Int)
    /// The needs that are carried out, and those that aren't.
    case decisions([Bool])
    case got([Int])
    case unused([String])
}

// MARK: - The parts of the model

/// A type that is asked for.
indirect enum ModelType: Hashable {
    case plain(ItemKind), optional(ModelType), list(ModelType)
}

extension ItemKind {
    var type: ModelType {
        switch self {
        case .optionalItem: .optional(.plain(.item))
        case .items: .list(.plain(.item))
        default: .plain(self)
        }
    }
}

extension Program.Lookup {
    var type: ModelType {
        switch form {
        case .one: kind.type
        case .optional: .optional(kind.type)
        case .list: .list(kind.type)
        }
    }
}

struct ModelKey: Hashable {
    let type: ModelType
    let name: String?
}

/// A value that is kept, or that a property has after it was read.
final class ModelValue {
    let item: ModelItem
    init(_ item: ModelItem) { self.item = item }
}

/// The one instance of a registration or component, while something holds it: objects
/// hold an object, and properties and keepers a value.
final class ModelInstance {
    private weak var held: ModelValue?
    private(set) weak var object: ModelItem?

    var value: ModelValue? { held ?? object.map(ModelValue.init) }

    func begin(_ value: ModelValue, isObject: Bool) {
        held = value
        object = isObject ? value.item : nil
    }
}

/// Keeps instances: a container, or an object that has a scope.
protocol ModelKeeper: AnyObject {
    var kept: [ObjectIdentifier: ModelValue] { get }
}

final class ModelRegistration {
    enum Source {
        case recipe(Int)
        case item(ModelItem)
    }

    let key: ModelKey
    let kind: ItemKind
    let lifetime: ModuleLifetime
    let source: Source
    /// The same for all copies of an entry.
    fileprivate let module: Module
    /// Whether it came with a nested block, and so is never reported as unused.
    private let isNested: Bool
    /// Whether an override, an isolation or a held container began with it.
    fileprivate var isFake = false
    /// Whether its container had ended, or ended with it: it answers, but the container
    /// keeps no instance of it, even if a closure holds the container again.
    fileprivate var isOfEnded = false
    fileprivate let instance = ModelInstance()
    fileprivate unowned var container: ModelContainer!
    var wasAskedFor = false
    fileprivate var isUnused: Bool { isFake && !isNested && !wasAskedFor }
    fileprivate var description: String {
        kind.library.typeName + (key.name.map { " named \"\($0)\"" } ?? "")
    }

    init(
        _ key: ModelKey, _ kind: ItemKind, _ lifetime: ModuleLifetime, _ source: Source,
        _ isNested: Bool = false, module: Module = Module()
    ) {
        self.key = key
        self.kind = kind
        self.lifetime = lifetime
        self.source = source
        self.isNested = isNested
        self.module = module
    }

    final class Module {}

    /// The same module, registered again, with an instance of its own.
    fileprivate func copy() -> ModelRegistration {
        ModelRegistration(key, kind, lifetime, source, isNested, module: module)
    }
}

/// The registrations of the process, of an override or isolation, or of a held container.
final class ModelContainer: ModelKeeper {
    let outer: ModelContainer?
    /// The shared instances that it keeps, until they are replaced or it ends.
    fileprivate(set) var kept: [ObjectIdentifier: ModelValue] = [:]
    /// Whether nothing holds it: neither the program nor a closure.
    fileprivate var hasEnded = false
    private var order: [ModelKey] = []
    private var entries: [ModelKey: ModelRegistration] = [:]
    /// Entries that nothing asked for before they were replaced or reset.
    private var neverAskedFor: [String] = []

    init(outer: ModelContainer?) { self.outer = outer }

    /// Begins an override, an isolation or a held container with its block.
    fileprivate func begin(_ block: [ModelRegistration]) {
        for entry in block { entry.isFake = true }
        register(block)
    }

    /// Registers one after the other. Each replaces the entry with its type and name,
    /// whose instance is released.
    fileprivate func register(_ added: [ModelRegistration]) {
        for entry in added {
            entry.container = self
            entry.isOfEnded = hasEnded
            guard let replaced = entries.updateValue(entry, forKey: entry.key) else {
                order.append(entry.key)
                continue
            }
            kept[ObjectIdentifier(replaced.instance)] = nil
            if replaced.module === entry.module {
                entry.isFake = replaced.isFake
                entry.wasAskedFor = replaced.wasAskedFor
            } else if replaced.isUnused {
                neverAskedFor.append(replaced.description)
            }
        }
    }

    /// As if nothing had ever been registered.
    fileprivate func reset() {
        neverAskedFor += entries.values.filter(\.isUnused).map(\.description)
        kept = [:]
        order = []
        entries = [:]
    }

    /// From its end on it keeps no instances.
    fileprivate func end() {
        hasEnded = true
        for entry in entries.values { entry.isOfEnded = true }
        kept = [:]
    }

    /// Whether it keeps the shared instance of a registration, which it doesn't if that
    /// was replaced or reset meanwhile.
    fileprivate func keeps(_ entry: ModelRegistration) -> Bool {
        entries[entry.key] === entry && !entry.isOfEnded
    }

    /// Looks only in this container.
    fileprivate func entry(_ key: ModelKey) -> ModelRegistration? { entries[key] }

    func hasAny(_ type: ModelType) -> Bool { order.contains { $0.type == type } }

    fileprivate func find(_ key: ModelKey) -> ModelRegistration? {
        entries[key] ?? outer?.find(key)
    }

    /// An entry that a block has brought, to this container or to one under it.
    fileprivate func fake(for key: ModelKey) -> ModelRegistration? {
        if let entry = entries[key], entry.isFake { return entry }
        return outer?.fake(for: key)
    }

    fileprivate func findAll(_ type: ModelType) -> [ModelRegistration] {
        keys(of: type).map { find($0)! }
    }

    private func keys(of type: ModelType) -> [ModelKey] {
        let outerKeys = outer?.keys(of: type) ?? []
        return outerKeys + order.filter { $0.type == type && !outerKeys.contains($0) }
    }

    var unused: [String] {
        (neverAskedFor + entries.values.filter(\.isUnused).map(\.description)).sorted()
    }
}

/// An item, as the model makes it.
final class ModelItem: ModelKeeper {
    let serial: Int
    var held: [ModelItem] = []
    var wrappers: [ModelWrapper] = []
    /// The container in which it was made, and its scope.
    let container: ModelContainer
    private var components: [ModelComponentKey: ModelInstance] = [:]
    /// The instances that its scope keeps, as long as it lives.
    fileprivate(set) var kept: [ObjectIdentifier: ModelValue] = [:]
    private var tracker: ItemTracker?

    init(_ serial: Int, _ container: ModelContainer) {
        self.serial = serial
        self.container = container
    }

    func begin(_ tracker: ItemTracker) {
        self.tracker = tracker
        tracker.noteMaking(of: serial)
    }

    deinit { tracker?.noteEnd(of: serial) }

    fileprivate func instance(of component: Program.Component) -> ModelInstance {
        let key = ModelComponentKey(component.kind, component.lifetime, component.key)
        if let instance = components[key] { return instance }
        let instance = ModelInstance()
        components[key] = instance
        return instance
    }
}

/// Identifies a component. The calls of each lifetime have one place.
private struct ModelComponentKey: Hashable {
    let kind: ItemKind
    let lifetime: Program.Component.Lifetime
    let key: Program.Component.Key

    init(
        _ kind: ItemKind, _ lifetime: Program.Component.Lifetime,
        _ key: Program.Component.Key
    ) {
        self.kind = kind
        self.lifetime = lifetime
        self.key = key
    }
}

final class ModelWrapper {
    let lookup: Program.Lookup
    /// The container in which it was created, until it is read.
    var container: ModelContainer?
    fileprivate var values: [ModelValue]?

    init(_ lookup: Program.Lookup, _ container: ModelContainer) {
        self.lookup = lookup
        self.container = container
    }
}

/// One outermost `graph` call.
private final class ModelGraph {
    var objects: [(instance: ModelInstance, item: ModelItem?)] = []
    var making = 0
    var configurations: [(ModelItem, owner: ModelItem, [Program.Need])] = []
}
