/// Collet's own functions, which are never interpreted.
extension Interpreter {
    func collet(_ call: KnownCall) -> Outcome? {
        if reach.isTrait(call.symbol) { return returning(trait(call)) }
        guard call.symbol.isEmpty || reach.isCollet(call.symbol) else {
            return nil
        }
        if call.name.hasPrefix("default argument") { return returning(.none) }
        return Self.colletFunctions[call.base]?(self)(call)
    }

    private static let colletFunctions = named([
        actions, values.mapValues { value in giving { value($0)($1) } },
    ])

    private static let actions: ModelTable = [
        "Dependencies.init": makeBlock,
        "Dependencies.override": doing { $0.runBlock(.override, $1) },
        "Dependencies.isolate": doing { $0.runBlock(.isolation, $1) },
        "Dependencies.Container.perform, Container.perform": doing { run, call in
            run.either(call.receiver.alternatives) { one in
                let home =
                    one.certain.cell
                    ?? run.allocate(Container(kind: .held, isOpen: true))
                if one.isMaybe { run.loosen(home) }
                return run.running(in: home) { run.invoke(call.body) }
            }
        },
        "Dependencies.verify": verify,
        "Scope.shared, Scope.weak, Scope.graph": runScope,
        "static Resolver.resolve": resolve,
    ]

    private static let values: [String: @Sendable (Interpreter) -> (KnownCall) -> Value] =
        [
            "Dependencies.build": build,
            "Dependencies.makeContainer": { run in
                { .container(run.enter($0[0], .held)) }
            },
            """
            static Dependencies.Container.current.getter, static Container.current.getter
            """: { run in { _ in .container(run.container).asMaybe } },
            "static DependenciesBuilder.buildExpression": buildExpression,
            """
            static DependenciesBuilder.buildBlock, static DependenciesBuilder.buildArray
            """: buildBlock,
            // Keeps the branches' modules apart where their ways meet.
            "static DependenciesBuilder.buildEither": { _ in
                { .enumeration("", $0.name, $0[0]) }
            },
            """
            static DependenciesBuilder.buildOptional, \
            static DependenciesBuilder.buildLimitedAvailability, \
            static DependenciesBuilder.buildFinalResult
            """: { _ in { list([$0[0]]) } },
            """
            Module.Lifetime.shared.unsafeMutableAddressor, \
            Module.Lifetime.weak.unsafeMutableAddressor, \
            static Module.Lifetime.shared.getter, static Module.Lifetime.weak.getter
            """: lifetime,
            "static Dependencies.unused.getter": { run in
                { _ in
                    if run.container == run.process { run.note(.askedForUnused) }
                    return .uncomputed
                }
            },
            "static Dependencies.registered.getter": { run in
                { _ in
                    let chain = run.chain(from: run.container).map(\.container)
                    let texts = chain.flatMap(\.entries).map {
                        $0.isCertain ? Value.uncomputed : .others
                    }
                    let others = chain.contains(where: \.isOpen) ? [Value.others] : []
                    return .array(texts + others, isOrdered: false)
                }
            },
            "Module.init, static Module.mainActor": makeModule,
            "static Resolver.register": register,
            "static Resolver.reset": reset,
            "Inject.__allocating_init, Inject.init": makeWrapper,
            "Inject.wrappedValue.getter, Inject.callAsFunction": readWrapper,
            "Scope.__allocating_init, Scope.init": makeScope,
            "ComponentFactory.component": { _ in { _ in .unknown } },
        ]

    /// A test's trait: its kind and its block's closure.
    private func trait(_ call: KnownCall) -> Value {
        let block = call.body
        let isOverride = Value.bool(call.name.contains(".overrides"))
        var fields = ["isOverride": isOverride, "block": block]
        if block.isCallable {
            fields["made"] = value(ofBlock: .array([]), newBlock())
        }
        return .fields("DependenciesTrait", fields)
    }

    // MARK: Blocks and containers

    private func makeBlock(_ call: KnownCall) -> Outcome? {
        let block = newBlock()
        note(.blockCreated(block))
        // The block's braces run once.
        depthOfClosures -= 1
        let made = invoke(call[0])
        depthOfClosures += 1
        return then(made) {
            note(.blockEnded(block, modules(of: $0)))
            return returning(value(ofBlock: heap.asArray($0), block))
        }
    }

    private func build(_ call: KnownCall) -> Value {
        note(.blockUsed(block(call.receiver), .registered))
        var modules = modules(of: call[0])
        modules.all = modules.all.compactMap(addable)
        register(modules)
        return .void
    }

    /// The entry that `build()` adds for a block's module, or `nil` if a fake takes its
    /// place. If the fake is this very module, the module is added again, with no value
    /// made yet.
    private func addable(_ module: Container.Entry) -> Container.Entry? {
        let key = module.key
        let entries = chain(from: container).flatMap { $0.container.entries.reversed() }
        let fake = entries.first {
            $0.isBrought && $0.key.matches(key) != false
        }
        guard let fake, fake.registration !== module.registration else { return module }
        if fake.isCertain, fake.key.matches(key) == true { return nil }
        return .init(registration: module.registration, isCertain: false)
    }

    private func runBlock(_ kind: Container.Kind, _ call: KnownCall) -> Outcome {
        let cell = enter(call.receiver, kind)
        return then(running(in: cell) { invoke(call.body) }) {
            release(.container(cell))
            return returning($0)
        }
    }

    /// Creates a container with a block.
    private func enter(
        _ value: Value, _ kind: Container.Kind, _ use: Block.Use = .entered
    ) -> Cell {
        let block = block(value)
        note(.blockUsed(block, use))
        return open(kind, modules(of: value), of: block)
    }

    /// Makes each module once, in a container of its own. Throws an error that lists the
    /// injected properties that nothing registers. A closure that asks for such a key
    /// stops the program.
    private func verify(_ call: KnownCall) -> Outcome? {
        let old = verification
        verification = Verification(place: place ?? .unknown, isCaught: !errorsEnd)
        defer { verification = old }
        let cell = enter(call.receiver, .isolation, .verified)
        verified.insert(cell)
        var values: [Value] = []
        for entry in entries(of: cell) {
            if entry.isSure {
                values.append(make(entry, in: cell, for: cell))
            } else {
                maybe { returning(make(entry, in: cell, for: cell)) }
            }
        }
        let isWhole = askForUnread(of: values) { home in
            chain(from: home).contains { $0.cell == cell }
        }
        return isWhole ? returning() : throwing(.fields("VerificationError"))
    }

    // MARK: The result builder

    private func buildExpression(_ call: KnownCall) -> Value {
        for value in call[0].alternatives {
            guard case .fields = value else { continue }
            note(.blockUsed(block(value), .nested))
        }
        return list([call[0]])
    }

    private func buildBlock(_ call: KnownCall) -> Value {
        let parts = call[0].elements
        // Modules in a branch may be meant to replace others, whichever way is taken.
        note(.listed(parts.map { list([$0]).elements.compactMap(\.registration) }))
        return list(parts)
    }

    // MARK: Modules

    private func lifetime(_ call: KnownCall) -> Value {
        let lifetime = Value.string(call.base.contains("weak") ? "weak" : "shared")
        let isGetter = call.base.hasSuffix("getter")
        return isGetter ? lifetime : .address(allocate(lifetime))
    }

    private func makeModule(_ call: KnownCall) -> Value {
        let lifetimes = call.name.contains("(_:_:") ? call[0].alternatives : []
        let registration = registration(
            call, lifetimes.compactMap { $0.text.flatMap(Lifetime.init) })
        note(.moduleCreated(registration))
        changes += 1
        return .module(registration)
    }

    /// A registration of a closure, or of a value that already exists. Of several
    /// possible lifetimes, it has the one that can go wrong.
    private func registration(
        _ call: KnownCall, _ lifetimes: [Lifetime] = []
    ) -> Registration {
        let isValue = call.name.contains("value:")
        let isWeak = lifetimes.contains(.weak)
        let closure = call.firstClosure ?? .unknown
        let type = keyType(call.type, exact: closure.closure?.symbol)
        let name = call.parameters.first(where: \.isName)?.keyName
        return Registration(
            key: Key(type: type, name: name ?? .unknown),
            make: isValue ? value(of: invoke(closure)) : closure,
            lifetime: isWeak
                ? .weak : lifetimes.first ?? (isValue ? .shared : .transient),
            place: place, site: call.site,
            isMainActor: call.name.contains("mainActor"),
            isLifetimeCertain: lifetimes.count < 2)
    }

    private func keyType(_ type: String, exact symbol: String? = nil) -> String {
        program.names.keyType(type, in: caller, exact: symbol)
    }

    private func register(_ call: KnownCall) -> Value {
        if call.substitutions.isEmpty {
            register(modules(of: call[0]))
        } else {
            register(Modules(registration(call)))
        }
        return .void
    }

    private func reset(_ call: KnownCall) -> Value {
        note(.reset)
        changeContainer { $0.entries = [] }
        return .void
    }

    // MARK: Requests

    private func resolve(_ call: KnownCall) -> Outcome? {
        let type = keyType(call.type)
        let wrapsResult = call.signature?.results == 1 && call.symbol.contains("xSg")
        let name = call[call.name.contains("(_:name:") ? 1 : 0]
        let isUncomputed = (name.unwrapped ?? name) == .uncomputed
        return guessing(on: isGuessed(name) ? .uncomputed : .unknown) {
            either(name.keyNames) { name in
                let key = Key(type: wrapsResult ? "Optional<\(type)>" : type, name: name)
                let value = request(key, in: container, site: call.site)
                if isUncomputed { noteGuess(value) }
                return returning(value)
            }
        }
    }

    private func makeWrapper(_ call: KnownCall) -> Value {
        var type = call.type
        if case .metatype(let wrapper) = call.receiver, type == "?" {
            type = wrapper.genericArguments.first ?? type
        }
        // An initializer of the app's own makes the wrapper for the property that calls
        // the initializer.
        let own = stack.reversed().prefix { $0.symbol.isInitOfInject }
        let place = own.last?.place ?? place
        let property = place.flatMap { program.injectedProperties.symbols[$0] }
        type = keyType(type, exact: property ?? stack.last?.symbol)
        let cell = allocate(.none)
        // A class method's name has no labels.
        let isValue = !call.name.contains("(") && call.site.isEmpty
        if isValue || call.name.contains("(value:") {
            heap[cell] = Value.some(call[0])
        } else {
            let key = Key(type: type, name: call[0].keyName)
            wrappers[cell] = Wrapper(
                key: key, site: call.site, place: place, home: container, given: given)
            note(.injected(cell, key), at: place)
        }
        return .object(cell, "Inject<\(type)>")
    }

    private func readWrapper(_ call: KnownCall) -> Value {
        let all = call.receiver.alternatives
        // Of wrappers that were made in different containers, only one is asked.
        let homes = Set(all.map { one in one.cell.flatMap { wrappers[$0]?.home } })
        return possibly(homes.count > 1) {
            .joined(
                all.map { one in
                    if let cell = one.cell { return read(wrapper: cell) }
                    noteUnknownWrapper(call)
                    return .unknown
                })
        }
    }

    /// The value of a wrapper. The first read asks for it, and later ones get the same.
    private func read(wrapper cell: Cell) -> Value {
        guard let wrapper = wrappers[cell] else {
            return heap[cell]?.unwrapped ?? .unknown
        }
        let old = given
        given = wrapper.given
        defer { given = old }
        let value = once(cell) {
            running(for: .wrapper(cell)) {
                calling(at: wrapper.place) {
                    request(wrapper.key, in: wrapper.home, site: wrapper.site)
                }
            }
        }
        note(.got(.wrapper(cell)))
        // The program stops at a read without an answer, so the next one is the first.
        if value.isUnknown, look(wrapper.unread).isMissing { heap[cell] = Value.none }
        return value
    }

    /// Notes a read of an unknown wrapper, whose request is known only by its type.
    private func noteUnknownWrapper(_ call: KnownCall) {
        guard let type = call.substitutions.first else { return }
        let place = placeOfProperty ?? self.place
        if purpose == .unreached, beginsWithValue(place) { return }
        let name = place.flatMap { program.injectedProperties.names[$0] }.map {
            $0.map { Key.Name.literal($0) } ?? .none
        }
        let key = Key(type: type, name: name ?? .unknown)
        note(.asked(Request(key: key, container: nil)), at: place)
    }

    /// The place of the property from which the current instruction's receiver was read.
    private var placeOfProperty: Place? {
        var register = instruction.operands.last
        let code = frame.code.blocks[frame.position.block].instructions
        for one in code.reversed() where one.results == register.map({ [$0] }) {
            // Only instructions that read a stored property have a name.
            if !one.name.isEmpty {
                return program.injectedProperties.places["\(one.type).\(one.name)"]
            }
            register = one.operands.first
        }
        return nil
    }

    /// Whether the property at a place asks for nothing, because it begins with a value
    /// or all initializers replace its wrapper.
    private func beginsWithValue(_ place: Place?) -> Bool {
        let areReplaced = wrappers.values.filter { $0.place == place }.map(\.isReplaced)
        return place?.file == Place.unknownFile || Set(areReplaced) == [true]
    }

    // MARK: Scopes

    private func makeScope(_ call: KnownCall) -> Value {
        let cell = allocate(.fields("Scope", ["container": .int(container)]))
        newScopes.append((cell, stack))
        note(.scopeCreated(cell))
        return .object(cell, "Scope")
    }

    private func runScope(_ call: KnownCall) -> Outcome? {
        let make = call.firstClosure ?? .unknown
        let isGraph = call.base == "Scope.graph"
        let isWeak = call.base == "Scope.weak"
        let scope = call.receiver.cell
        callBack(call[0])
        // Keys with an `==` of the program's own may be equal. Equal numbers are the same
        // key, whatever their types.
        let isOwn = reach.compares(call.substitutions.last ?? "")
        let key = isOwn ? .unknown : call[0].unwrapped ?? call[0]
        let types = key.integer == nil ? call.substitutions : [call.type]
        let caller = stack.last?.symbol ?? ""
        let place = self.place?.description ?? ""
        let site = "scope \(place) \(types) \(caller) \(key)"
        // A kept value is made once for each scope and place.
        let owner =
            isGraph ? nil : scope.map { Owner.scope($0, site: site, isWeak: isWeak) }
        let made = owner.flatMap { self.made(in: cell(of: $0), isWeak: isWeak) }
        if let owner, let made, !made.isMaybe, !isOwn {
            note(.got(owner))
            noteUse(owner, for: made, call)
            return returning(made)
        }
        let open = scopes.drop { $0.site != site || $0.cell != scope }
        if let first = open.first {
            if postponed > first.postponed { return returning(.unknown) }
            let isCertain = possible == 0 && scope != nil
            note(
                .cycle(
                    open.map(\.type).unique,
                    isCertain: key.isLiteral && isCertain && made == nil))
            return returning(.unknown)
        }
        let run = { self.run(make, in: scope, at: site, owner, call) }
        if isGraph { return runGraph("\(site) \(scope ?? 0)", call, isOwn, run) }
        let outcome =
            (isWeak || isOwn) && made != nil
            ? renew(made!.certain, run) : possibly(made != nil, run)
        return then(outcome) {
            noteUse(owner, for: $0, call)
            if let owner { heap[cell(of: owner)] = Value.some($0) }
            return returning($0)
        }
    }

    /// Makes a scope's value: in the container where the scope was made, if the scope
    /// keeps it. A graph keeps nothing.
    private func run(
        _ make: Value, in scope: Cell?, at site: String, _ owner: Owner?,
        _ call: KnownCall
    ) -> Outcome {
        scopes.append((scope, site, postponed, Key(type: call.type).description))
        defer { scopes.removeLast() }
        guard let owner else { return invoke(make) }
        let home = scope.flatMap { heap[$0]?.field("container")?.integer }
        let outcome = running(for: owner) {
            running(in: home ?? container) { invoke(make) }
        }
        note(.got(owner))
        return outcome
    }

    private func runGraph(
        _ id: String, _ call: KnownCall, _ isOwn: Bool, _ run: () -> Outcome
    ) -> Outcome {
        let old = graph?.objects[id]
        if let old, !isOwn { return returning(old) }
        let isOutermost = graph == nil
        graph = graph ?? ObjectGraph()
        defer { if isOutermost { graph = nil } }
        return then(old.map { renew($0, run) } ?? run()) {
            noteUse(for: $0, call)
            graph?.objects[id] = $0
            configure($0, call, now: isOutermost)
            return returning($0)
        }
    }

    /// Configures a graph's objects before its outermost call returns.
    private func configure(_ value: Value, _ call: KnownCall, now isOutermost: Bool) {
        let closures = call.parameters.map { $0.unwrapped ?? $0 }
        let configurations = closures.filter(\.isCallable).dropFirst()
        graph?.configurations += configurations.map { ($0, value) }
        while isOutermost, let next = graph?.configurations.popLast() {
            _ = self.value(of: invoke(next.closure, [next.object]))
        }
    }
}

/// The modules of several parts. A branch's choice stays one part.
private func list(_ parts: [Value]) -> Value {
    .array(
        parts.flatMap { part in
            let part = part.field("modules") ?? part
            return part.sequence?.all ?? [part]
        })
}

extension Value {
    fileprivate static func container(_ cell: Cell) -> Value {
        .object(cell, "Dependencies.Container")
    }

    /// Whether it can be a module's name, or none.
    fileprivate var isName: Bool {
        switch self {
        case .enumeration(_, "some", .string?), .enumeration(_, "none", nil): true
        default: false
        }
    }

    /// The names that it may be, if all can be told. Whether it is a name at all is left
    /// open: the author of `isTest ? "fake" : nil` knows which way runs.
    fileprivate var keyNames: [Key.Name] {
        let names = alternatives.flatMap { one -> [Key.Name] in
            if one.isNone { return self == one ? [.none] : [.unknown] }
            let texts = one.unwrapped?.alternatives.map(\.text) ?? [nil]
            return texts.map { $0.map { .literal($0) } ?? .unknown }
        }
        return names.contains(.unknown) ? [.unknown] : names
    }

    fileprivate var keyName: Key.Name {
        let names = keyNames
        return names.count == 1 ? names[0] : .unknown
    }
}
