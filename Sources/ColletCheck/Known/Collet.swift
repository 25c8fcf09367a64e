/// Collet's own functions, which are never interpreted.
extension Interpreter {
    func collet(_ call: KnownCall) -> Outcome? {
        if call.isOfTestCase { return nil }
        let isTrait = call.symbol.hasPrefix("$s7Testing5TraitP06Collet")
        if isTrait, let outcome = Self.trait(self, call) { return outcome }
        guard call.symbol.isEmpty || program.reach.isCollet(call.symbol) else {
            return nil
        }
        if call.name.hasPrefix("default argument") { return returning(.none, call) }
        if let outcome = Self.colletFunctions[call.base]?(self, call) { return outcome }
        return call.base.hasPrefix("static Trait.") ? Self.trait(self, call) : nil
    }

    private static let colletFunctions = named([
        [
            "Dependencies.init": { $0.makeBlock($1) },
            "Dependencies.build": { $0.build($1) },
            "Dependencies.override": { $0.runBlock(.override, $1) },
            "Dependencies.isolate": { $0.runBlock(.isolation, $1) },
            "Dependencies.makeContainer": { $0.makeContainer($1) },
            "Dependencies.Container.perform, Container.perform": { $0.perform($1) },
            """
            static Dependencies.Container.current.getter, static Container.current.getter
            """: { $0.currentContainer($1) },
            "Dependencies.verify": { $0.verify($1) },
            "static DependenciesBuilder.buildExpression": { $0.buildExpression($1) },
            """
            static DependenciesBuilder.buildBlock, static DependenciesBuilder.buildArray
            """: { $0.buildBlock($1) },
            "static DependenciesBuilder.buildEither": { $0.buildEither($1) },
            """
            static DependenciesBuilder.buildOptional, \
            static DependenciesBuilder.buildLimitedAvailability, \
            static DependenciesBuilder.buildFinalResult
            """: { $0.returning($0.list([$1[0]]), $1) },
            "Module.Lifetime.shared.unsafeMutableAddressor": {
                $0.address(ofLifetime: .shared, $1)
            },
            "Module.Lifetime.weak.unsafeMutableAddressor": {
                $0.address(ofLifetime: .weak, $1)
            },
            "static Module.Lifetime.shared.getter": {
                $0.returning(.string("shared"), $1)
            },
            "static Module.Lifetime.weak.getter": { $0.returning(.string("weak"), $1) },
            "Module.init, static Module.mainActor": { $0.makeModule($1) },
            "static Resolver.register": { $0.register($1) },
            "static Resolver.resolve": { $0.resolve($1) },
            "static Resolver.reset": { $0.reset($1) },
            "Inject.__allocating_init, Inject.init": { $0.makeWrapper($1) },
            "Inject.wrappedValue.getter, Inject.callAsFunction": { $0.readWrapper($1) },
            "Scope.__allocating_init, Scope.init": { $0.makeScope($1) },
            "Scope.shared, Scope.weak, Scope.graph": { $0.runScope($1) },
            "ComponentFactory.component": { $0.returning(.unknown, $1) },
        ]
    ])

    /// A test's trait: its kind and its block's closure.
    private static let trait: @Sendable (Interpreter, KnownCall) -> Outcome? = {
        let isOverride = $1.name.contains(".overrides")
        guard isOverride || $1.name.contains(".dependencies") else { return nil }
        let block = $1.firstClosure ?? $1.parameters[0]
        let kind = isOverride ? "overrides" : "dependencies"
        var fields = ["kind": Value.string(kind), "block": block]
        if block.isCallable {
            fields["made"] = $0.value(
                ofBlock: .array([], isOpen: false), $0.newBlock($1))
        }
        return $0.returning(.fields(type: "DependenciesTrait", fields), $1)
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

    private func build(_ call: KnownCall) -> Outcome {
        note(.blockUsed(block(call.receiver), .registered), at: call.place)
        var modules = modules(of: call[0])
        modules.all = modules.all.compactMap(addable)
        register(modules)
        return returning(.void, call)
    }

    /// What `build()` registers of a block: nothing in the place of a fake, but the very
    /// module starts anew.
    private func addable(_ module: Modules.Element) -> Modules.Element? {
        for (_, container) in chain(from: container) {
            for entry in container.entries.reversed() where entry.isBrought {
                let matches = entry.registration.key.matches(module.registration.key)
                if matches == false { continue }
                if entry.registration === module.registration { return module }
                if matches == true, entry.isCertain { return nil }
                return .init(registration: module.registration, isCertain: false)
            }
        }
        return module
    }

    private func runBlock(_ kind: Container.Kind, _ call: KnownCall) -> Outcome {
        let block = block(call.receiver)
        note(.blockUsed(block, .entered), at: call.place)
        let cell = open(kind, modules(of: call.receiver), of: block, at: call.place)
        let closure = call.firstClosure ?? call[0]
        return passing(running(in: cell) { invoke(closure, []) }, call)
    }

    private func makeContainer(_ call: KnownCall) -> Outcome {
        let block = block(call[0])
        note(.blockUsed(block, .entered), at: call.place)
        let cell = open(
            .held, modules(of: call[0]), of: block, at: call.place)
        return returning(.object(cell, type: "Dependencies.Container"), call)
    }

    private func perform(_ call: KnownCall) -> Outcome {
        let closure = call.firstClosure ?? call[0]
        var cell: Cell?
        if case .object(let held, _) = call.receiver { cell = held }
        let home = cell ?? openUnknown(.held)
        return passing(running(in: home) { invoke(closure, []) }, call)
    }

    private func currentContainer(_ call: KnownCall) -> Outcome {
        returning(.object(container, type: "Dependencies.Container"), call)
    }

    private func reset(_ call: KnownCall) -> Outcome {
        if var current = container(at: container) {
            current.entries = []
            heap[container] = .container(current)
        }
        return returning(.void, call)
    }

    /// Makes each module once, in a container of its own.
    private func verify(_ call: KnownCall) -> Outcome {
        let block = block(call.receiver)
        note(.blockUsed(block, .verified), at: call.place)
        let modules = modules(of: call.receiver)
        let old = verification
        verification = []
        let cell = open(.isolation, modules, of: nil, at: call.place)
        for module in modules.all {
            let entry = container(at: cell)?.entries.last {
                $0.registration == module.registration
            }
            guard let entry else { continue }
            let make = {
                self.returning(self.make(entry, in: cell, for: cell, at: call.place))
            }
            if module.isCertain { _ = make() } else { maybe(make) }
        }
        let problems = verification ?? []
        verification = old
        if problems.isEmpty || modules.isOpen { return returning(.void, call) }
        let message = Value.string(problems.joined(separator: ", "))
        return throwing(.fields(type: "VerificationError", ["message": message]))
    }

    // MARK: The result builder

    private func buildExpression(_ call: KnownCall) -> Outcome {
        let ways = call[0].alternatives.map { value -> Value in
            if case .module = value { return .array([value], isOpen: false) }
            if case .fields = value {
                note(.blockUsed(block(value), .nested), at: call.place)
                return value.field("modules") ?? .unknown
            }
            return sequence(value).map { .array($0.all, isOpen: $0.isOpen) } ?? .unknown
        }
        return returning(list([ways.count == 1 ? ways[0] : .oneOf(ways)]), call)
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

    private func buildBlock(_ call: KnownCall) -> Outcome {
        guard case .array(let parts, let isOpen) = asArray(call[0]) else {
            return returning(.array([], isOpen: true), call)
        }
        let list = list(parts, isOpen: isOpen)
        note(.listed(modules(of: list).all), at: call.place)
        return returning(list, call)
    }

    /// Where the ways meet that the branches take, their modules are told apart.
    private func buildEither(_ call: KnownCall) -> Outcome {
        let name = call.name.contains("first:") ? "first" : "second"
        return returning(.enumeration(type: "", name: name, asArray(call[0])), call)
    }

    // MARK: Modules

    private func address(ofLifetime lifetime: Lifetime, _ call: KnownCall) -> Outcome {
        returning(.address(allocate(.string(lifetime.rawValue)), []), call)
    }

    private func makeModule(_ call: KnownCall) -> Outcome {
        let hasLifetime = call.name.contains("(_:_:")
        let lifetimes = hasLifetime ? lifetimes(call[0]) : []
        let registration = registration(call, lifetimes)
        note(.moduleCreated(registration), at: call.place)
        return returning(.module(registration), call)
    }

    private func lifetimes(_ value: Value) -> [Lifetime] {
        loaded(value).alternatives.compactMap { one in
            guard case .string(let name) = one else { return nil }
            return Lifetime(rawValue: name)
        }
    }

    /// Of several lifetimes it has the one that can go wrong.
    private func registration(
        _ call: KnownCall, _ lifetimes: [Lifetime]
    ) -> Registration {
        let isWeak = lifetimes.contains(.weak)
        let closure = call.firstClosure ?? .unknown
        let exact = closure.closure?.symbol
        let type = program.names.keyType(
            call.substitutions.first ?? "?", in: caller, exact: exact.map { [$0] } ?? [])
        let name = call.parameters.all.first(where: \.isName).map(Self.keyName)
        return Registration(
            key: Key(type: type, name: name ?? .unknown), make: closure,
            lifetime: isWeak ? .weak : lifetimes.first ?? .transient,
            place: call.place, site: call.site,
            isMainActor: call.name.contains("mainActor"),
            isLifetimeCertain: lifetimes.count < 2)
    }

    static func keyName(_ value: Value) -> Key.Name {
        let names = keyNames(value)
        return names.count == 1 ? names[0] : .unknown
    }

    /// The names that it may be.
    private static func keyNames(_ value: Value) -> [Key.Name] {
        value.alternatives.flatMap { one -> [Key.Name] in
            if case .enumeration(_, "none", _) = one { return [.none] }
            let names = (one.unwrapped ?? .unknown).alternatives
            return names.map { $0.text.map(Key.Name.literal) ?? .unknown }
        }
    }

    private func register(_ call: KnownCall) -> Outcome {
        let parameters = call.parameters
        guard !call.substitutions.isEmpty || parameters.count > 2 else {
            register(modules(of: parameters[0]))
            return returning(.void, call)
        }
        let isValue = call.name.contains("value:")
        var registration = registration(call, isValue ? [.shared] : [])
        if isValue {
            // The value is made now.
            registration = Registration(
                key: registration.key, make: value(of: invoke(parameters[0], [])),
                lifetime: .shared, place: call.place, site: call.site)
        }
        register(Modules(all: [.init(registration: registration)]))
        return returning(.void, call)
    }

    // MARK: Requests

    private func resolve(_ call: KnownCall) -> Outcome {
        let parameters = call.parameters
        let type = program.names.keyType(call.substitutions.first ?? "?", in: caller)
        let isOptional = call.name.contains("-> A?") || call.symbol.contains("xSg")
        let wrapsResult = call.signature?.results == 1 && isOptional
        let name = parameters[call.name.contains("(_:name:") ? 1 : 0]
        let ways = Self.keyNames(name).map { name in
            {
                let key = Key(type: wrapsResult ? "Optional<\(type)>" : type, name: name)
                return self.returning(
                    self.request(key, in: self.container, site: call.site, at: call.place)
                )
            }
        }
        return returning(value(of: either(ways)), call)
    }

    private func makeWrapper(_ call: KnownCall) -> Outcome {
        var type = call.substitutions.first ?? "?"
        if case .metatype(let wrapper) = call.receiver, type == "?" {
            type = Self.genericArguments(of: wrapper).first ?? type
        }
        type = program.names.keyType(
            type, in: caller, exact: stack.last.map { [$0.symbol] } ?? [])
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
        return returning(.object(cell, type: "Inject<\(type)>"), call)
    }

    private func readWrapper(_ call: KnownCall) -> Outcome {
        let values = call.receiver.alternatives.map { one -> Value in
            switch one {
            case .object(let cell, _): return read(wrapper: cell, at: call.place)
            case .fields: return .unknown
            default:
                noteUnknownWrapper(call)
                return .unknown
            }
        }
        return returning(.joined(values), call)
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

    private func makeScope(_ call: KnownCall) -> Outcome {
        let cell = allocate(.fields(type: "Scope", ["container": .int(container)]))
        newScopes.append((cell, stack))
        note(.scopeCreated(cell), at: call.place)
        return returning(.object(cell, type: "Scope"), call)
    }

    private func runScope(_ call: KnownCall) -> Outcome {
        guard let make = call.firstClosure else { return returning(.unknown, call) }
        var key = Value.none
        if call.name.contains("(for:") { key = loaded(call[0]) }
        let caller = stack.last?.symbol ?? ""
        let place = call.place?.description ?? ""
        let site = "scope \(place) \(call.substitutions) \(caller) \(key)"
        var scope: Cell?
        if case .object(let cell, _) = call.receiver { scope = cell }
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
                [Key(type: call.substitutions.first ?? "?").description],
                isCertain: key.isLiteral && isCertain,
                at: call.place)
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
            if isKept { self.noteUse(of: scope, for: $0, call) }
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
        let closures = call.parameters.all.map { $0.unwrapped ?? $0 }
        let configurations = closures.filter(\.isCallable).dropFirst()
        graph?.configurations += configurations.map { ($0, value) }
        while isOutermost, let next = graph?.configurations.popLast() {
            _ = self.value(of: invoke(next.closure, [next.object]))
        }
    }
}

/// The objects that a scope's `graph` has made since its outermost call began.
struct ObjectGraph {
    fileprivate(set) var objects: [String: Value] = [:]
    fileprivate(set) var configurations: [(closure: Value, object: Value)] = []
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
