/// Collet's own functions, which are never interpreted.
extension Interpreter {
    func collet(_ call: KnownCall) -> Outcome? {
        if program.reach.isTrait(call.symbol) { return returning(trait(call), call) }
        guard call.symbol.isEmpty || program.reach.isCollet(call.symbol) else {
            return nil
        }
        if call.name.hasPrefix("default argument") { return returning(.none, call) }
        return Self.colletFunctions[call.base]?(self, call)
    }

    private static let colletFunctions = named([actions, returning(values)])

    private static let actions: ModelTable = [
        "Dependencies.init": { $0.makeBlock($1) },
        "Dependencies.override": { $0.runBlock(.override, $1) },
        "Dependencies.isolate": { $0.runBlock(.isolation, $1) },
        "Dependencies.Container.perform, Container.perform": { run, call in
            let home = call.receiver.cell ?? run.openUnknown(.held)
            return run.passing(run.running(in: home) { run.runClosure(of: call) }, call)
        },
        "Dependencies.verify": { $0.verify($1) },
        "Scope.shared, Scope.weak, Scope.graph": { $0.runScope($1) },
    ]

    private static let values: ValueTable = [
        "Dependencies.build": { $0.build($1) },
        "Dependencies.makeContainer": { run, call in
            .object(run.enter(call[0], .held, call), type: "Dependencies.Container")
        },
        """
        static Dependencies.Container.current.getter, static Container.current.getter
        """: { run, _ in .object(run.container, type: "Dependencies.Container") },
        "static DependenciesBuilder.buildExpression": { $0.buildExpression($1) },
        """
        static DependenciesBuilder.buildBlock, static DependenciesBuilder.buildArray
        """: { $0.buildBlock($1) },
        // Where the ways meet that the branches take, their modules are told apart.
        "static DependenciesBuilder.buildEither": { run, call in
            let name = call.name.contains("first:") ? "first" : "second"
            return .enumeration(type: "", name: name, run.asArray(call[0]))
        },
        """
        static DependenciesBuilder.buildOptional, \
        static DependenciesBuilder.buildLimitedAvailability, \
        static DependenciesBuilder.buildFinalResult
        """: { $0.list([$1[0]]) },
        """
        Module.Lifetime.shared.unsafeMutableAddressor, \
        Module.Lifetime.weak.unsafeMutableAddressor, \
        static Module.Lifetime.shared.getter, static Module.Lifetime.weak.getter
        """: { run, call in
            let lifetime = Value.string(call.base.contains("weak") ? "weak" : "shared")
            let isGetter = call.base.hasSuffix("getter")
            return isGetter ? lifetime : .address(run.allocate(lifetime), [])
        },
        "Module.init, static Module.mainActor": { run, call in
            let hasLifetime = call.name.contains("(_:_:")
            let lifetimes = hasLifetime ? run.lifetimes(call[0]) : []
            let registration = run.registration(call, lifetimes)
            run.note(.moduleCreated(registration), at: call.place)
            return .module(registration)
        },
        "static Resolver.register": { $0.register($1) },
        "static Resolver.resolve": { $0.resolve($1) },
        "static Resolver.reset": { run, call in
            run.note(.reset, at: call.place)
            run.changeContainer { $0.entries = [] }
            return .void
        },
        "Inject.__allocating_init, Inject.init": { $0.makeWrapper($1) },
        "Inject.wrappedValue.getter, Inject.callAsFunction": { $0.readWrapper($1) },
        "Scope.__allocating_init, Scope.init": { run, call in
            let cell = run.allocate(
                .fields(type: "Scope", ["container": .int(run.container)]))
            run.newScopes.append((cell, run.stack))
            run.note(.scopeCreated(cell), at: call.place)
            return .object(cell, type: "Scope")
        },
        "ComponentFactory.component": { _, _ in .unknown },
    ]

    /// A test's trait: its kind and its block's closure.
    private func trait(_ call: KnownCall) -> Value {
        let isOverride = call.name.contains(".overrides")
        let block = call.firstClosure ?? call[0]
        let kind = isOverride ? "overrides" : "dependencies"
        var fields = ["kind": Value.string(kind), "block": block]
        if block.isCallable {
            fields["made"] = value(ofBlock: Self.array([]), newBlock(call))
        }
        return .fields(type: "DependenciesTrait", fields)
    }

    // MARK: Blocks and containers

    private func makeBlock(_ call: KnownCall) -> Outcome {
        let block = newBlock(call)
        note(.blockCreated(block), at: call.place)
        return passing(invoke(call[0], []), call) {
            let modules = self.asArray($0)
            self.note(
                .blockEnded(block, self.modules(of: modules)), at: call.place)
            return self.value(ofBlock: modules, block)
        }
    }

    private func build(_ call: KnownCall) -> Value {
        note(.blockUsed(block(call.receiver), .registered), at: call.place)
        var modules = modules(of: call[0])
        modules.all = modules.all.compactMap(addable)
        register(modules)
        return .void
    }

    /// What `build()` registers of a block: nothing in the place of a fake, but the very
    /// module starts anew.
    private func addable(_ module: Modules.Element) -> Modules.Element? {
        let key = module.registration.key
        let entries = chain(from: container).flatMap { $0.container.entries.reversed() }
        let fake = entries.first {
            $0.isBrought && $0.registration.key.matches(key) != false
        }
        guard let fake, fake.registration !== module.registration else { return module }
        if fake.isCertain, fake.registration.key.matches(key) == true { return nil }
        return .init(registration: module.registration, isCertain: false)
    }

    private func runBlock(_ kind: Container.Kind, _ call: KnownCall) -> Outcome {
        let cell = enter(call.receiver, kind, call)
        return passing(running(in: cell) { runClosure(of: call) }, call) {
            self.release(.object(cell, type: "Dependencies.Container"))
            return $0
        }
    }

    /// Begins a container with a block.
    private func enter(_ value: Value, _ kind: Container.Kind, _ call: KnownCall) -> Cell
    {
        let block = block(value)
        note(.blockUsed(block, .entered), at: call.place)
        return open(kind, modules(of: value), of: block, at: call.place)
    }

    private func runClosure(of call: KnownCall) -> Outcome {
        invoke(call.firstClosure ?? call[0], [])
    }

    /// Makes each module once, in a container of its own.
    private func verify(_ call: KnownCall) -> Outcome {
        let block = block(call.receiver)
        note(.blockUsed(block, .verified), at: call.place)
        let modules = modules(of: call.receiver)
        let old = verification
        verification = []
        let cell = open(.isolation, modules, of: nil, at: call.place)
        for module in modules.all { make(module, in: cell, at: call.place) }
        let problems = verification ?? []
        verification = old
        if problems.isEmpty || modules.isOpen { return returning(.void, call) }
        let message = Value.string(problems.joined(separator: ", "))
        return throwing(.fields(type: "VerificationError", ["message": message]))
    }

    private func make(_ module: Modules.Element, in cell: Cell, at place: Place?) {
        let entry = container(at: cell)?.entries.last {
            $0.registration == module.registration
        }
        guard let entry else { return }
        let make = { self.returning(self.make(entry, in: cell, for: cell, at: place)) }
        if module.isCertain { _ = make() } else { maybe(make) }
    }

    // MARK: The result builder

    private func buildExpression(_ call: KnownCall) -> Value {
        let ways = call[0].alternatives.map { value -> Value in
            if case .module = value { return Self.array([value]) }
            if case .fields = value {
                note(.blockUsed(block(value), .nested), at: call.place)
                return value.field("modules") ?? .unknown
            }
            return sequence(value).map { .array($0.all, isOpen: $0.isOpen) } ?? .unknown
        }
        return list([ways.count == 1 ? ways[0] : .oneOf(ways)])
    }

    /// The modules of several parts. What a branch chooses is one of several lists.
    private func list(_ parts: [Value], isOpen: Bool = false) -> Value {
        var all: [Value] = []
        var isOpen = isOpen
        for part in parts {
            switch asArray(part) {
            case .array(let modules, let isOther):
                all += modules
                isOpen = isOpen || isOther
            case .oneOf(let ways): all.append(.oneOf(ways.map { list([$0]) }))
            case .maybe(let one): all.append(.maybe(list([one])))
            case .enumeration(_, _, let chosen?): all.append(list([chosen]))
            case .enumeration(_, "none", nil): break
            default: isOpen = true
            }
        }
        return .array(all, isOpen: isOpen)
    }

    private func buildBlock(_ call: KnownCall) -> Value {
        guard case .array(let parts, let isOpen) = asArray(call[0]) else {
            return .array([], isOpen: true)
        }
        let list = list(parts, isOpen: isOpen)
        note(.listed(modules(of: list).all), at: call.place)
        return list
    }

    // MARK: Modules

    private func lifetimes(_ value: Value) -> [Lifetime] {
        loaded(value).alternatives.compactMap { $0.text.flatMap(Lifetime.init) }
    }

    /// Of several lifetimes it has the one that can go wrong.
    private func registration(
        _ call: KnownCall, _ lifetimes: [Lifetime]
    ) -> Registration {
        let isWeak = lifetimes.contains(.weak)
        let closure = call.firstClosure ?? .unknown
        let type = keyType(call.type, exact: closure.closure?.symbol)
        let name = call.parameters.first(where: \.isName).map(Self.keyName)
        return Registration(
            key: Key(type: type, name: name ?? .unknown), make: closure,
            lifetime: isWeak ? .weak : lifetimes.first ?? .transient,
            place: call.place, site: call.site,
            isMainActor: call.name.contains("mainActor"),
            isLifetimeCertain: lifetimes.count < 2)
    }

    private func keyType(_ type: String, exact symbol: String? = nil) -> String {
        program.names.keyType(type, in: caller, exact: symbol)
    }

    /// The names that a value may be, if all can be told. Whether there is one at all is
    /// left open: who writes `isTest ? "fake" : nil` knows which way runs.
    private static func keyNames(_ value: Value) -> [Key.Name] {
        let names = value.alternatives.flatMap { one -> [Key.Name] in
            if one.isNone { return value == one ? [.none] : [.unknown] }
            let texts = one.unwrapped?.alternatives.map(\.text) ?? [nil]
            return texts.map { $0.map { .literal($0) } ?? .unknown }
        }
        return names.contains(.unknown) ? [.unknown] : names
    }

    private static func keyName(_ value: Value) -> Key.Name {
        let names = keyNames(value)
        return names.count == 1 ? names[0] : .unknown
    }

    private func register(_ call: KnownCall) -> Value {
        let isModule = call.substitutions.isEmpty && call.parameters.count < 3
        if isModule {
            register(modules(of: call[0]))
            return .void
        }
        let isValue = call.name.contains("value:")
        var registration = registration(call, isValue ? [.shared] : [])
        if isValue {
            // The value is made now.
            registration = Registration(
                key: registration.key, make: value(of: invoke(call[0], [])),
                lifetime: .shared, place: call.place, site: call.site)
        }
        register(Modules(all: [.init(registration: registration)]))
        return .void
    }

    // MARK: Requests

    private func resolve(_ call: KnownCall) -> Value {
        let type = keyType(call.type)
        let isOptional = call.name.contains("-> A?") || call.symbol.contains("xSg")
        let wrapsResult = call.signature?.results == 1 && isOptional
        let names = Self.keyNames(call[call.name.contains("(_:name:") ? 1 : 0])
        let ways = names.map { name in
            let key = Key(type: wrapsResult ? "Optional<\(type)>" : type, name: name)
            return {
                self.returning(
                    self.request(key, in: self.container, site: call.site, at: call.place)
                )
            }
        }
        return value(of: either(ways))
    }

    private func makeWrapper(_ call: KnownCall) -> Value {
        var type = call.type
        if case .metatype(let wrapper) = call.receiver, type == "?" {
            type = Self.genericArguments(of: wrapper).first ?? type
        }
        type = keyType(type, exact: stack.last?.symbol)
        let cell = allocate(.none)
        // A class's method has no labels.
        let isValue = !call.name.contains("(") && call.site.isEmpty
        if isValue || call.name.contains("(value:") {
            heap[cell] = Value.some(loaded(call[0]))
        } else {
            let key = Key(type: type, name: Self.keyName(call[0]))
            wrappers[cell] = (key, call.site, call.place, container)
            note(.injected(cell, key), at: call.place)
        }
        return .object(cell, type: "Inject<\(type)>")
    }

    private func readWrapper(_ call: KnownCall) -> Value {
        .joined(
            call.receiver.alternatives.map { one in
                if let cell = one.cell { return read(wrapper: cell, at: call.place) }
                if case .fields = one { return .unknown }
                noteUnknownWrapper(call)
                return .unknown
            })
    }

    /// The first read asks, and later ones get the same.
    private func read(wrapper cell: Cell, at place: Place?) -> Value {
        guard let wrapper = wrappers[cell] else {
            return heap[cell]?.unwrapped ?? .unknown
        }
        let value = once(cell) {
            self.running(for: .wrapper(cell)) {
                self.request(
                    wrapper.key, in: wrapper.home, site: wrapper.site, at: wrapper.place,
                    readAt: place)
            }
        }
        note(.got(.wrapper(cell)), at: place)
        return value
    }

    /// Whose wrapper it is can't be told: what it asks for is known by its type.
    private func noteUnknownWrapper(_ call: KnownCall) {
        guard let type = call.substitutions.first else { return }
        var place = call.place
        // A getter that the compiler wrote has no place.
        if place?.file == Place.unknownFile, let getter = stack.last?.symbol {
            place = program.injectedProperties.place(ofGetter: getter) ?? place
        }
        note(
            .asked(Request(key: Key(type: type, name: .unknown), container: nil)),
            at: place)
    }

    // MARK: Scopes

    private func runScope(_ call: KnownCall) -> Outcome {
        guard let make = call.firstClosure else { return returning(.unknown, call) }
        let key = call.name.contains("(for:") ? loaded(call[0]) : Value.none
        let caller = stack.last?.symbol ?? ""
        let place = call.place?.description ?? ""
        let site = "scope \(place) \(call.substitutions) \(caller) \(key)"
        let scope = call.receiver.cell
        // What is kept is made once for each scope and place.
        let isKept = !call.name.hasPrefix("Scope.graph")
        let owner = scope.flatMap { isKept ? Owner.scope($0, site: site) : nil }
        let made = owner.flatMap { self.made(in: cell(of: $0)) }
        if let owner, let made, !made.isMaybe {
            note(.got(owner), at: call.place)
            noteUse(of: scope, for: made, call)
            return returning(made, call)
        }
        possible += made == nil ? 0 : 1
        defer { possible -= made == nil ? 0 : 1 }
        if let open = scopes.first(where: { $0.site == site && $0.cell == scope }) {
            let isCertain = possible == 0 && open.possible == 0 && scope != nil
            cycle(
                [Key(type: call.type).description],
                isCertain: key.isLiteral && isCertain, at: call.place)
            return returning(.unknown, call)
        }
        if !isKept, let value = graph?.objects["\(site) \(scope ?? 0)"] {
            return returning(value, call)
        }
        let isOutermost = graph == nil
        if !isKept { graph = graph ?? ObjectGraph() }
        scopes.append((scope, site, possible))
        // What a scope keeps is made where the scope was.
        let home = owner == nil ? nil : scope.flatMap { heap[$0]?.field("container") }
        let run = {
            self.running(in: home?.integer ?? self.container) { self.invoke(make, []) }
        }
        let outcome = owner.map { running(for: $0, run) } ?? run()
        if let owner { note(.got(owner), at: call.place) }
        scopes.removeLast()
        defer { if !isKept, isOutermost { graph = nil } }
        return passing(outcome, call) {
            self.noteUse(of: scope, for: $0, call)
            if let owner { self.heap[self.cell(of: owner)] = Value.some($0) }
            if !isKept {
                self.graph?.objects["\(site) \(scope ?? 0)"] = $0
                self.configure($0, call, now: isOutermost)
            }
            return $0
        }
    }

    /// Configures what a graph has before its outermost call returns.
    private func configure(_ value: Value, _ call: KnownCall, now isOutermost: Bool) {
        let closures = call.parameters.map { $0.unwrapped ?? $0 }
        let configurations = closures.filter(\.isCallable).dropFirst()
        graph?.configurations += configurations.map { ($0, value) }
        while isOutermost, let next = graph?.configurations.popLast() {
            _ = self.value(of: invoke(next.closure, [next.object]))
        }
    }
}

extension KnownCall {
    /// The type that it is asked for or that it registers.
    fileprivate var type: String { substitutions.first ?? "?" }
}

extension Value {
    /// Whether it is a name that a module may have, or none.
    fileprivate var isName: Bool {
        switch self {
        case .enumeration(_, "some", .string?), .enumeration(_, "none", nil): true
        default: false
        }
    }
}
