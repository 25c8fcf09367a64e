/// Instructions that allocate, read, write and release memory.
extension Interpreter {
    func memory() -> Value {
        let operand = operand()
        switch instruction.opcode {
        case .allocPack: return .address(allocate(.tuple([])))
        case .allocStack: return storage(for: namedType)
        case .allocRef: return object(of: operand.typeOfMembers ?? namedType)
        case .globalAddr:
            noteVariable()
            return .address(global(instruction.name))
        case .allocGlobal:
            let cell = global(instruction.name)
            let isNew = variables.insert(instruction.name).inserted
            // It has no value yet.
            if isNew, base[cell] == .unknown { base[cell] = nil }
        case .load: return load(operand)
        case .loadWeak: return loadWeak(operand)
        case .refToUnowned: return stored(operand)
        case .loadUnowned: return owned(loaded(operand))
        case .store, .storeWeak, .storeUnowned, .assign, .copyAddr:
            store()
            return self.operand(1)
        case .unconditionalCheckedCast:
            store()
            return operand
        case .tupleAddrConstructor: storeTuple()
        case .injectEnumAddr: inject(instruction.name, at: operand)
        case .hopToExecutor: hop(to: operand)
        case .release: release(operand)
        case .destroyAddr: release(load(operand))
        default: return .unknown
        }
        return .void
    }

    // MARK: Allocating

    /// Notes that a variable of `main.swift` is read, other than to initialize it.
    private func noteVariable() {
        let name = instruction.name
        guard variables.contains(name), !owners.contains(.variable(name)) else { return }
        note(.got(.variable(name)), at: instruction.place)
    }

    /// Memory for a value. A struct may get its properties one by one, or have none. A
    /// local struct may share its name with others, so it is only known not to be an
    /// object.
    private func storage(for name: String) -> Value {
        // In raw SIL, a box for an `X` has the type `{ var X }`.
        let isBox = name.hasPrefix("{ ")
        let type = isBox ? String(name.dropFirst(6).dropLast(2)) : name
        let isStruct = program.declaration(of: type)?.kind == "struct"
        let isLocal = frame.function.symbol.contains("\(type.count)\(type)L_V")
        let start = isStruct ? Value.fields(type) : isLocal ? .void : .unknown
        return .address(allocate(start))
    }

    private func object(of type: String) -> Value {
        let cell = allocate(.fields(type))
        objects[type, default: []].insert(cell)
        return .object(cell, type)
    }

    // MARK: Reading and writing

    private func store() {
        let value = operand()
        let address = operand(1)
        let isCopy = [.copyAddr, .unconditionalCheckedCast].contains(instruction.opcode)
        let new = isCopy ? load(value) : heap.asArray(value)
        noteReplaced(by: new, at: address)
        let old = load(address)
        store(isSetElsewhere(address, new) ? .unknown : stored(new), at: address)
        if instruction.opcode == .assign { release(old) }
    }

    /// Whether a property without a value may be one that Objective-C sets.
    private func isSetElsewhere(_ address: Value, _ new: Value) -> Bool {
        guard case .address(_, let steps) = address, case .field(let name)? = steps.last
        else { return false }
        return new.isNone && program.exposedProperties.contains(name)
    }

    /// Sets a tuple from a flat list of its elements and those of the tuples in it. Only
    /// the old value shows how they are nested.
    private func storeTuple() {
        let address = operand()
        var elements = operands.dropFirst().map(loaded)[...]
        func renewed(_ old: Value) -> Value {
            guard case .tuple(let all) = old else {
                return elements.popFirst() ?? .unknown
            }
            return .tuple(all.map(renewed))
        }
        let old = load(address)
        store(old.isUnknown ? .tuple(Array(elements)) : renewed(old), at: address)
    }

    /// Notes that an initializer replaces the wrapper of an injected property.
    private func noteReplaced(by new: Value, at address: Value) {
        guard case .object(let cell, let type) = new, type.hasPrefix("Inject<") else {
            return
        }
        if case .address(let home, let steps) = address, !steps.isEmpty {
            wrappers[cell]?.isOfObject = objects.values.contains { $0.contains(home) }
        }
        guard let old = load(address).cell, wrappers[old] != nil else { return }
        wrappers[old]?.isReplaced = true
        note(.replaced(old))
    }

    /// Sets an enumeration's case. Its payload, if it has one, is already there.
    private func inject(_ name: String, at address: Value) {
        if load(address).caseName != name { store(.enumeration("", name), at: address) }
    }

    // MARK: Executors

    private func hop(to executor: Value) {
        let actor = executor.unwrapped ?? executor
        isOnMainActor = (ownExecutor(of: actor) ?? actor).isMainActor
        beginsOnMainActor = beginsOnMainActor ?? (isOnMainActor == true)
        foreseen.forEach { $0.begin() }
        foreseen = []
    }

    /// The main actor's executor, if an actor uses it as its own to run its jobs.
    private func ownExecutor(of actor: Value) -> Value? {
        let symbol = witness("unownedExecutor!getter", of: "Actor", for: actor)
        guard let symbol, !isRunning(symbol) else { return nil }
        let executor = value(of: call(symbol, "unownedExecutor", [], [actor]))
        return executor == .mainActor ? executor : nil
    }

    // MARK: Releasing

    /// Runs the relevant `deinit`s of a value and of objects that only it holds, unless
    /// something lasting holds the object. They run as possible code, because references
    /// aren't counted.
    func release(_ value: Value) {
        let hasDeinits = !reach.deinits.isEmpty
        guard hasDeinits || hasWeakReferences else { return }
        switch value {
        case .object(let cell, let type):
            // If only weak references matter, just the ends of scopes and containers are
            // followed: following the end of each object would take several times as
            // long.
            let isHolder = type == "Scope" || containers[cell] != nil
            guard hasDeinits || isHolder, isLastReference(to: cell) else { return }
            released.insert(cell)
            runDeinit(of: type, value)
            // An object's fields have its type, but aren't another object.
            if case .fields(_, let fields)? = heap[cell] {
                releaseAll(fields)
            } else {
                heap[cell].map(release)
            }
        case .container(let container):
            container.entries.compactMap { made(in: $0.instance) }.forEach(release)
        case .fields(let type, let fields):
            runDeinit(of: type, value)
            releaseAll(fields)
        case .address(let box, []): heap[box].map(release)
        case .function(let closure): closure.captures.forEach(release)
        default: value.parts.forEach(release)
        }
    }

    private func releaseAll(_ fields: [String: Value]) {
        fields.inOrder.forEach { release($0.value) }
    }

    private func isLastReference(to cell: Cell) -> Bool {
        if cell == process || released.contains(cell) { return false }
        return !chain(from: container).contains { $0.cell == cell }
            && !isHeld(cell, certainly: false)
    }

    private func runDeinit(of type: String, _ value: Value) {
        let symbol = reach.deinits[type.baseName]
        guard let symbol else { return }
        let untimed = heap.untimed
        let wasGuess = untimed.isGuess
        untimed.isGuess = true
        defer { untimed.isGuess = wasGuess }
        let written = onLayer {
            runLater(isCertain: false) { call(symbol, "deinit", [], [value]) }
        }.written
        for (cell, new) in written { heap[cell] = guessed(new) }
    }

    /// A value that code at an unknown time may have changed: only the program knows it.
    private func guessed(_ value: Value) -> Value {
        if case .fields(let type, let fields) = value {
            return .fields(type, fields.mapValues(guessed))
        }
        // An iterator gives such an element as one of these.
        for case .maybe(let one) in value.parts {
            noteGuess(.oneOf([.some(one), .none]))
        }
        noteGuess(value)
        guard case .oneOf(let all) = value else { return value }
        return all.allSatisfy(\.isLiteral) ? .uncomputed : value
    }

    // MARK: Weak references

    /// A value as it is stored: in a weak or unowned reference, which doesn't hold it.
    private func stored(_ value: Value) -> Value {
        let opcode = instruction.opcode
        guard [.storeWeak, .storeUnowned, .refToUnowned].contains(opcode) else {
            return value
        }
        hasWeakReferences = true
        // The next instruction releases the object. If nothing else holds it by then, a
        // weak reference has lost it, whatever holds another object from the same place
        // later.
        frame.position.count += 1
        defer { frame.position.count -= 1 }
        let isThere = opcode != .storeWeak || areHeld(value)
        return .maybe(isThere ? value : value.asMaybe)
    }

    /// Whether all objects of a value may be held by something that lasts: something that
    /// is held itself, that code under way got as an argument, or that a closure captures
    /// which a task or another module has yet to run. Objects that hold each other are
    /// never released.
    private func areHeld(_ value: Value) -> Bool {
        var known: [Cell: Bool] = [:]
        lazy var arguments = frames.flatMap { frame in
            frame.code.blocks[0].arguments.flatMap { loaded(frame[$0]).objects }
        }
        lazy var kept = keptClosures.flatMap(captures)
        func isCaptured(_ cell: Cell) -> Bool {
            capturers[cell, default: []].contains { made(in: started[$0]!.result) == nil }
                || kept.contains(cell)
        }
        func lasts(_ cell: Cell) -> Bool {
            if let known = known[cell] { return known }
            known[cell] = true
            let lasts =
                globals.values.contains(cell) || isLent(cell) || arguments.contains(cell)
                || isHeld(cell, certainly: false, where: lasts)
                || isCaptured(cell)
            known[cell] = lasts
            return lasts
        }
        return value.objects.allSatisfy {
            known = [$0: true]
            return isHeld($0, certainly: false, where: lasts) || isCaptured($0)
        }
    }

    /// The objects that a closure captures, perhaps in another one that it calls.
    func captures(_ value: Value) -> [Cell] {
        value.closure?.captures.flatMap(captures) ?? loaded(value).objects
    }

    /// An unowned reference's object. Where nothing may hold it, the program may stop.
    private func owned(_ reference: Value) -> Value {
        let object = reference.certain
        if !areHeld(object), !object.objects.contains(where: isLent) {
            noteStop()
        }
        return object
    }

    /// Notes that the program may stop at the current instruction, because nothing may hold
    /// the object that it needs. A key path's code is written where the key path is.
    func noteStop() {
        let places = frames.reversed().compactMap(\.instruction.place)
        note(
            .unwrapped(nil, isSure: false),
            at: places.first { $0.isWritten || $0.isMacro })
    }

    /// A weak reference's object, which may be gone unless something lasting holds it.
    private func loadWeak(_ address: Value) -> Value {
        let value = load(address)
        guard case .maybe(let object) = value else { return value }
        if !object.isMaybe, areHeld(object) { return object }
        weakReference = .oneOf(([.none] + object.certain.alternatives).unique)
        return weakReference
    }

    /// Whether a weak reference gave a value, and no other module got its object.
    func isFromWeakReference(_ value: Value) -> Bool {
        value == weakReference && !value.objects.contains(where: isLent)
    }

    /// Whether another module got an object, which it may keep.
    func isLent(_ cell: Cell) -> Bool { lent.values.contains { $0.contains(cell) } }

    /// Whether an object is held, directly or through other objects: certainly, by a
    /// value that is used later, a global or a container; or perhaps, by anything
    /// lasting. Elements that may be missing hold nothing for certain, and weak
    /// references hold nothing at all.
    func isHeld(
        _ cell: Cell, certainly isCertain: Bool,
        where lasts: (Cell) -> Bool = { _ in true }
    ) -> Bool {
        var seen: Set<Cell> = []
        func isHeld(in other: Cell) -> Bool {
            guard seen.insert(other).inserted else { return false }
            return isHeld(by: load(.address(other)))
                || isCertain
                    && ownedCells.contains { $0.scope == other && isHeld(in: $1) }
        }
        func isHeld(by value: Value) -> Bool {
            switch value {
            case .object(let other, _): other == cell || isCertain && isHeld(in: other)
            case .address(let box, _): isHeld(in: box)
            case .function(let closure): closure.captures.contains(where: isHeld)
            case .container(let container):
                container.entries.contains {
                    $0.registration.lifetime == .shared && isHeld(in: $0.instance)
                }
            case .oneOf(let all) where isCertain: all.allSatisfy(isHeld)
            case .maybe where isCertain || hasWeakReferences: false
            default: value.parts.contains(where: isHeld)
            }
        }
        // Most objects are in a register of one of the innermost frames.
        let isUsed = frames.reversed().contains { frame in
            frame.usedLater.contains { isHeld(by: frame[$0]) }
        }
        lazy var cells = globals.values + chain(from: container).map(\.cell) + [process]
        if isUsed { return true }
        if isCertain { return cells.contains(where: isHeld) }
        return hasLasting(cell, where: lasts) {
            // What holds it need not last, unlike something else that has the same box.
            seen = []
            return isHeld(by: $0)
        }
    }
}

extension Value {
    /// Whether an executor is the main actor's, or `nil` if that can't be told.
    fileprivate var isMainActor: Bool? {
        if cell != nil { return self == .mainActor }
        return isNone ? false : nil
    }
}
