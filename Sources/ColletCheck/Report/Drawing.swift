import Foundation

/// A drawing of who makes and injects what in a program: `--graph`.
///
/// A module is what is registered for a key in one place. It frames its components, those
/// that somebody makes. Other types that ask for modules stand beside.
struct Drawing {
    struct Module {
        let title: String
        /// The types that its closure makes.
        fileprivate(set) var types: Set<String> = []
        fileprivate(set) var components: [Component] = []
    }

    struct Component {
        fileprivate let symbol: String
        let title: String
        fileprivate(set) var id = ""
    }

    /// From who asks to what is asked for: `m1` is a module, `c1` a component, `t1` a type.
    struct Arrow: Hashable {
        let source: String, target: String
    }

    /// The name of the program.
    let name: String
    private(set) var modules: [Module] = []
    /// The titles of the types that stand beside.
    private(set) var clients: [String] = []
    private(set) var arrows: Set<Arrow> = []

    /// The numbers of the modules: by key and place, and by the symbols of their closures.
    private var numbers: [[String]: Int] = [:], closures: [String: Int] = [:]
    /// What components are drawn as, by their symbols.
    private var components: [String: String] = [:]

    init(_ name: String, _ runs: [RootRun], _ properties: [Place: String]) {
        self.name = name
        for run in runs { addModules(run) }
        for event in runs.flatMap(\.journal.events) { addComponent(event) }
        numberComponents()
        for event in runs.flatMap(\.journal.events) { addArrows(event, properties) }
        removeDetours()
    }

    // MARK: Modules

    private mutating func addModules(_ run: RootRun) {
        for event in run.journal.events where !event.isVerifying {
            switch event.kind {
            case .registered(let registration, _, _):
                add(registration, in: run.containers[event.container]?.kind)
            case .made(let made):
                guard let number = number(of: made.registration) else { continue }
                let types = made.value.alternatives.compactMap(\.dynamicType)
                modules[number].types.formUnion(types)
            default: break
            }
        }
    }

    private mutating func add(_ registration: Registration, in kind: Container.Kind?) {
        let number = number(of: registration) ?? modules.count
        let symbols = registration.make.alternatives.compactMap { $0.closure?.symbol }
        for symbol in symbols { closures[symbol] = number }
        if number < modules.count { return }
        numbers[registration.identity] = number
        modules.append(
            Module(
                title: (["\(registration.key)"] + registration.remarks(in: kind)).joined(
                    separator: " ")))
    }

    private func number(of registration: Registration) -> Int? {
        numbers[registration.identity]
    }

    // MARK: Components

    private mutating func addComponent(_ event: Event) {
        guard case .calledComponent = event.kind, let call = event.way.last else {
            return
        }
        let name = FunctionName(call)
        let module = modules.firstIndex { $0.types.contains(name.type) }
        guard let module, components[call.symbol] == nil else { return }
        components[call.symbol] = ""
        let title = "\(name.name) -> \(FunctionName.result(ofSymbol: call.symbol))"
        modules[module].components.append(Component(symbol: call.symbol, title: title))
    }

    private mutating func numberComponents() {
        var number = 0
        for module in modules.indices {
            for component in modules[module].components.indices {
                let id = "c\(number)"
                modules[module].components[component].id = id
                components[modules[module].components[component].symbol] = id
                number += 1
            }
        }
    }

    // MARK: Arrows

    private mutating func addArrows(_ event: Event, _ properties: [Place: String]) {
        if event.isVerifying { return }
        switch event.kind {
        case .calledComponent:
            guard let target = event.way.last.flatMap({ components[$0.symbol] }) else {
                return
            }
            draw(from: sources(of: event.way.dropLast()), to: target)
        case .asked(let request):
            let unread = request.form == .unread ? event.place : nil
            let property = unread.flatMap { properties[$0] }
            let type = property?.split(separator: ".").dropLast().joined(separator: ".")
            for number in request.answers.compactMap({ number(of: $0.registration) }) {
                let sources = type.map { drawn($0) } ?? sources(of: event.way[...])
                draw(from: sources, to: "m\(number)")
            }
        default: break
        }
    }

    /// Whose code runs at the end of a way: a component, a module's closure, or a type.
    private mutating func sources(of way: ArraySlice<Call>) -> [String] {
        for (index, call) in zip(way.indices, way).reversed() {
            if let component = components[call.symbol] { return [component] }
            if let number = closures[call.symbol] { return ["m\(number)"] }
            let name = FunctionName(call)
            // What a closure does within the function that it stands in, that does.
            let isInner =
                call.isClosure && way[..<index].contains { FunctionName($0) == name }
            if !call.isThunk, !isInner { return drawn(name.owner) }
        }
        return []
    }

    /// What a type is drawn as: the modules that make it, or itself.
    private mutating func drawn(_ type: String) -> [String] {
        let made = modules.indices.filter { modules[$0].types.contains(type) }
        if !made.isEmpty { return made.map { "m\($0)" } }
        if !clients.contains(type) { clients.append(type) }
        return ["t\(clients.firstIndex(of: type)!)"]
    }

    private mutating func draw(from sources: [String], to target: String) {
        arrows.formUnion(sources.map { Arrow(source: $0, target: target) })
    }

    /// Who uses components of a module points to these, and not to the module as well.
    private mutating func removeDetours() {
        var frames: [String: String] = [:]
        for (index, module) in modules.enumerated() {
            for component in module.components { frames[component.id] = "m\(index)" }
        }
        let framed = { (id: String) in frames[id] ?? id }
        let used = arrows.filter { $0.target.hasPrefix("c") }.map {
            Arrow(source: framed($0.source), target: framed($0.target))
        }
        arrows = arrows.filter { arrow in
            let whole = Arrow(source: framed(arrow.source), target: arrow.target)
            return !used.contains(whole)
        }
    }
}

extension Registration {
    fileprivate var identity: [String] {
        [key.description, place?.description ?? site]
    }
}

extension Registration {
    /// Its lifetime, and the kind of container that has it besides the process's.
    func remarks(in kind: Container.Kind?) -> [String] {
        let lifetime = lifetime == .transient ? nil : ".\(lifetime)"
        let kinds: [Container.Kind: String] = [
            .override: "in an override", .isolation: "in an isolation",
            .held: "in a container",
        ]
        return [lifetime, kind.flatMap { kinds[$0] }].compactMap(\.self)
    }
}

extension Drawing.Arrow: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        [left.source, left.target].lexicographicallyPrecedes(
            [right.source, right.target]
        ) { $0.compare($1, options: .numeric) == .orderedAscending }
    }
}
