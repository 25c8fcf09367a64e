/// A drawing of who makes and injects what in a program: `--graph`.
///
/// A module stands for the registrations of a key in one place, and frames those of its
/// components that are made. Other types that ask for modules stand beside these.
struct Drawing {
    struct Module {
        let title: String
        /// The titles of its components.
        fileprivate(set) var components: [String] = []
    }

    /// From the asker to what it asks for: `m1` is a module, `m1c0` one of its
    /// components, `t1` a type.
    struct Arrow: Hashable {
        let source: String, target: String
    }

    /// The name of the program.
    let name: String
    private(set) var modules: [Module] = []
    /// The titles of the types that stand beside the modules.
    private(set) var clients: [String] = []
    private(set) var arrows: Set<Arrow> = []

    private let package: PackageRuns
    /// The numbers of the modules, by key and place.
    private var numbers: [Visit.ID: Int] = [:]
    /// By type, the numbers of the modules that make it.
    private var makers: [String: Set<Int>] = [:]
    /// The nodes of modules' closures and components, by symbol.
    private var symbols: [String: String] = [:]

    init(_ name: String, _ runs: [RootRun], _ package: PackageRuns) {
        self.name = name
        self.package = package
        let moments = runs.moments.filter { !$0.event.isVerifying }
        moments.forEach { addModule($0) }
        moments.forEach { addComponent($0.event) }
        moments.forEach { addArrows($0.event) }
        removeDetours()
    }

    // MARK: Modules and components

    private mutating func addModule(_ moment: Moment) {
        switch moment.event.kind {
        case .registered(let registration, _, _):
            let number = numbers[registration.id] ?? modules.count
            for symbol in registration.closures {
                symbols[symbol] = "m\(number)"
            }
            if number < modules.count { return }
            numbers[registration.id] = number
            let title = ["\(registration.key)"] + registration.remarks(in: moment.kind)
            modules.append(Module(title: title.joined(separator: " ")))
        case .made(let made):
            guard let number = numbers[made.registration.id] else { return }
            for type in made.types {
                makers[type, default: []].insert(number)
            }
        default: break
        }
    }

    private mutating func addComponent(_ event: Event) {
        guard case .calledComponent = event.kind, let call = event.way.last else {
            return
        }
        let name = FunctionName(call)
        guard let module = makers[name.type]?.min(), symbols[call.symbol] == nil else {
            return
        }
        symbols[call.symbol] = "m\(module)c\(modules[module].components.count)"
        modules[module].components.append(
            "\(name.name) -> \(FunctionName.result(ofSymbol: call.symbol))")
    }

    // MARK: Arrows

    private mutating func addArrows(_ event: Event) {
        switch event.kind {
        case .calledComponent:
            guard let target = event.way.last.flatMap({ symbols[$0.symbol] }) else {
                return
            }
            draw(from: sources(of: event.way.dropLast()), to: target)
        case .asked(let request):
            let unread = request.form == .unread ? event.place : nil
            let owner = unread.flatMap(package.owner(ofProperty:))
            for number in request.answers.compactMap({ numbers[$0.registration.id] }
            ) {
                let sources = owner.map { drawn($0) } ?? sources(of: event.way[...])
                draw(from: sources, to: "m\(number)")
            }
        default: break
        }
    }

    /// The nodes whose code runs at the end of a way: components, closures or types.
    private mutating func sources(of way: ArraySlice<Call>) -> [String] {
        for (index, call) in zip(way.indices, way).reversed() {
            if let symbol = symbols[call.symbol] { return [symbol] }
            let name = FunctionName(call)
            // A closure that runs within the function around it counts as that function.
            let isInner =
                call.isClosure && way[..<index].contains { FunctionName($0) == name }
            if !call.isThunk, !isInner { return drawn(name.owner) }
        }
        return []
    }

    /// The nodes of a type: the modules that make it, or one of its own.
    private mutating func drawn(_ type: String) -> [String] {
        if let makers = makers[type] { return makers.sorted().map { "m\($0)" } }
        if !clients.contains(type) { clients.append(type) }
        return ["t\(clients.firstIndex(of: type)!)"]
    }

    private mutating func draw(from sources: [String], to target: String) {
        // An object in a graph may be configured with the object that began the graph.
        // That draws no arrow.
        let others = sources.filter { $0 != target }
        arrows.formUnion(others.map { Arrow(source: $0, target: target) })
    }

    /// Removes arrows to a module from anything that uses the module's components.
    private mutating func removeDetours() {
        let framed = { (id: String) in String(id.prefix { $0 != "c" }) }
        let used = arrows.filter { $0.target.contains("c") }.map {
            Arrow(source: framed($0.source), target: framed($0.target))
        }
        arrows = arrows.filter {
            !used.contains(Arrow(source: framed($0.source), target: $0.target))
        }
    }
}

extension Made {
    /// The types of the values that may have been made.
    var types: [String] { value.alternatives.compactMap(\.dynamicType) }
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
