/// An injected property that asks for a key.
struct Wrapper {
    let key: Key
    let site: String
    let place: Place?
    let home: Cell
    /// Whether a struct has it, which nothing holds.
    var isOfStruct = false
    /// Whether an initializer has put another one in its place.
    var isReplaced = false
}

/// Requests, answered as they are when the program runs.
extension Interpreter {
    /// What may answer a request, the most recent first.
    private struct Found {
        var entries: [(answer: Request.Answer, entry: Container.Entry)] = []
        var isOpen = false

        /// What certainly answers, with nothing else that may.
        var only: (answer: Request.Answer, entry: Container.Entry)? {
            guard entries.count == 1, entries[0].answer.isCertain else { return nil }
            return entries[0]
        }

        var answers: [Request.Answer] { entries.map(\.answer) }

        /// Adds what may answer, and says whether it does on every way.
        @discardableResult mutating func add(
            _ entry: Container.Entry, in cell: Cell, isSame: Bool = true
        ) -> Bool {
            let answer = Request.Answer(
                registration: entry.registration, container: cell,
                instance: entry.instance, isCertain: entry.isCertain && isSame)
            entries.append((answer, entry))
            return answer.isCertain
        }
    }

    private func look(for key: Key, in start: Cell) -> Found {
        var found = Found()
        for (cell, container) in chain(from: start) {
            for entry in container.entries.reversed() {
                let matches = entry.registration.key.matches(key)
                if matches == false { continue }
                let isCertain = found.add(entry, in: cell, isSame: matches == true)
                if isCertain, !entry.hasAlternative {
                    found.isOpen = false
                    return found
                }
            }
            // One of those that are certain together is there.
            if found.entries.contains(where: \.answer.isCertain) { return found }
            found.isOpen = found.isOpen || container.isOpen
        }
        if chain(from: start).isEmpty { found.isOpen = true }
        return found
    }

    // MARK: Asking

    /// What a request gets.
    func request(
        _ key: Key, in home: Cell, site: String, at place: Place?, readAt: Place? = nil
    ) -> Value {
        var request = Request(
            key: key, container: home, site: site, reachesProcess: reachesProcess(home),
            readAt: readAt)
        if key.isTypeUnknown {
            note(.asked(request), at: place)
            return .unknown
        }
        absent = nil
        let found = look(for: key, in: home)
        if found.only == nil, let value = requestSome(request, at: place) { return value }
        note(found, for: &request, at: place)
        return answer(found, home, place)
    }

    private func note(_ found: Found, for request: inout Request, at place: Place?) {
        request.answers = found.answers
        request.isOpen = found.isOpen
        note(.asked(request), at: place)
    }

    /// What an optional or an array gets that isn't registered itself.
    private func requestSome(_ request: Request, at place: Place?) -> Value? {
        let key = request.key
        if let wrapped = key.argument(of: "Optional") {
            return requestOptional(Key(type: wrapped, name: key.name), request, at: place)
        }
        guard let element = key.argument(of: "Array"), key.name == .none else {
            return nil
        }
        return requestAll(of: element, request, at: place)
    }

    private func requestOptional(
        _ key: Key, _ request: Request, at place: Place?
    ) -> Value {
        let home = request.container ?? container
        let found = look(for: key, in: home)
        var request = request
        request.form = .optional
        note(found, for: &request, at: place)
        guard let value = someAnswer(found, home, place) else {
            absent = key
            return .none
        }
        guard case .maybe(let one) = value else { return .some(value) }
        return .oneOf([.none, .some(one)])
    }

    /// Everything that is registered for an element's type, as if it all were in one
    /// container, from the outermost inwards.
    private func requestAll(of type: String, _ request: Request, at place: Place?)
        -> Value
    {
        let home = request.container ?? container
        let chain = chain(from: home)
        var keys: [Key] = []
        var all = Found(isOpen: chain.isEmpty)
        for (_, container) in chain.reversed() {
            all.isOpen = all.isOpen || container.isOpen
            for key in container.entries.map(\.registration.key) {
                all.isOpen = all.isOpen || key.isTypeUnknown
                if key.type == type, !keys.contains(key) { keys.append(key) }
            }
        }
        let found = keys.map { key in
            var found = look(for: key, in: home)
            found.entries.removeAll { $0.entry.registration.key != key }
            return found
        }
        all.entries = found.flatMap(\.entries)
        var request = request
        request.form = .array
        note(all, for: &request, at: place)
        let values = found.compactMap { someAnswer($0, home, place) }
        if values.isEmpty, !all.isOpen { absent = Key(type: type) }
        return .array(all.isOpen ? values + [.others] : values)
    }

    private func reachesProcess(_ home: Cell) -> Bool {
        chain(from: home).contains { $0.cell == process }
    }

    // MARK: Making

    /// What a request gets that something answers: each of what may, where that can't be
    /// told.
    private func answer(_ found: Found, _ home: Cell, _ place: Place?) -> Value {
        if let only = found.only { return answer(only, home, place) }
        var ways = found.entries.map { one in
            { self.returning(self.answer(one, home, place)) }
        }
        if found.isOpen { ways.append { self.returning(.unknown) } }
        return possibly { value(of: either(ways)) }
    }

    /// The same where nothing may answer, or only on some ways.
    private func someAnswer(_ found: Found, _ home: Cell, _ place: Place?) -> Value? {
        if found.entries.isEmpty { return found.isOpen ? .maybe(.unknown) : nil }
        let isAnswered = found.answers.contains(where: \.isCertain)
        if isAnswered { return answer(found, home, place) }
        var value = Value.unknown
        maybe {
            value = self.answer(found, home, place)
            return self.returning(value)
        }
        return .maybe(value)
    }

    /// What a registration gives that answers a request.
    private func answer(
        _ found: (answer: Request.Answer, entry: Container.Entry), _ asker: Cell,
        _ place: Place?
    ) -> Value {
        let value = make(found.entry, in: found.answer.container, for: asker, at: place)
        if found.entry.registration.isKept {
            note(.got(.instance(found.entry.instance)), at: place)
        }
        return value
    }

    /// Makes what a registration describes, or returns what was made.
    func make(
        _ entry: Container.Entry, in home: Cell, for asker: Cell, at place: Place?
    ) -> Value {
        let registration = entry.registration
        if entry.registration.isKept, let made = made(in: entry.instance), !made.isMaybe {
            return made
        }
        if let index = making.firstIndex(where: { $0.registration == registration }) {
            noteCycle(from: index, registration, at: place)
            return .unknown
        }
        let make = { self.makeAnew(entry, in: home, for: asker, at: place) }
        return entry.registration.isKept ? once(entry.instance, make) : make()
    }

    private func makeAnew(
        _ entry: Container.Entry, in home: Cell, for asker: Cell, at place: Place?
    ) -> Value {
        let registration = entry.registration
        madeRegistrations.insert(ObjectIdentifier(registration))
        let wasOnMainActor = isOnMainActor
        let cell = entry.registration.isKept ? home : asker
        let count = newScopes.count
        let value = run(entry, in: cell)
        note(
            .made(
                Made(
                    registration: registration, instance: entry.instance, value: value,
                    container: cell,
                    isOnMainActor: wasOnMainActor,
                    scopes: scopes(since: count, heldBy: value))), at: place)
        return value
    }

    private func run(_ entry: Container.Entry, in cell: Cell) -> Value {
        let registration = entry.registration
        making.append(Underway(registration: registration, possible: possible))
        let wasOnMainActor = isOnMainActor
        if registration.isMainActor { isOnMainActor = true }
        defer {
            isOnMainActor = wasOnMainActor
            making.removeLast()
        }
        let run = {
            self.running(in: cell) {
                guard registration.make.isCallable else {
                    return self.returning(registration.make)
                }
                return self.invoke(registration.make, [])
            }
        }
        guard entry.registration.isKept else { return value(of: run()) }
        return value(of: running(for: .instance(entry.instance), run))
    }

    // MARK: What is made once

    /// What a cell has that was made once, or that some ways have made.
    func made(in cell: Cell) -> Value? {
        let states = (heap[cell] ?? Value.none).alternatives
        let made = states.filter { $0 != Value.none }.map { $0.unwrapped ?? .unknown }
        if made.isEmpty { return nil }
        let value = Value.joined(made)
        return made.count < states.count ? .maybe(value) : value
    }

    /// What is made once and lies in a cell, as an optional: it is made now, but on the
    /// ways that have made it.
    func once(_ cell: Cell, _ make: () -> Value) -> Value {
        let made = made(in: cell)
        if let made, !made.isMaybe { return made }
        // Then all ways have made it, so what it leaves is no longer only possible.
        var value = made == nil ? make() : makeAgain(make)
        if case .maybe(let old)? = made {
            // One stands for the other, as the same code made both.
            let isAlike = old.dynamicType != nil && old.dynamicType == value.dynamicType
            value = isAlike ? old : .join(old, value)
        }
        heap[cell] = Value.some(value)
        return value
    }

    /// Makes what some ways have made: what they have written since to variables, may be
    /// there.
    private func makeAgain(_ make: () -> Value) -> Value {
        let (value, again) = onLayer { possibly(true, make) }
        for (cell, new) in again {
            let old = heap.untimed.globals.contains(cell) ? heap[cell] : nil
            heap[cell] = .join(old ?? new, new)
        }
        return value
    }

    private func noteCycle(
        from index: Int, _ registration: Registration, at place: Place?
    ) {
        let keys = making[index...].map(\.registration.key) + [registration.key]
        cycle(
            keys.map(\.description),
            isCertain: making[index].possible == possible && possible == 0,
            at: place ?? registration.place)
    }

    /// What is being made asks for itself.
    func cycle(_ names: [String], isCertain: Bool, at place: Place?) {
        note(.cycle(names, isCertain: isCertain), at: place)
    }

    // MARK: What nothing asks for

    /// Makes what is registered for the process and was never asked for, as `verify()`
    /// would.
    func makeUnasked() {
        let entries = container(at: process)?.entries ?? []
        makeUnasked(entries.filter(\.isCertain), in: process)
    }

    func makeUnasked(_ entries: [Container.Entry], in home: Cell) {
        container = home
        isOnMainActor = true
        for entry in entries where !wasMade(entry) {
            let place = entry.registration.place
            madeUnasked.append(make(entry, in: home, for: home, at: place))
        }
    }

    /// What blocks register and nothing asked for, if it may ask for something, with the
    /// functions that make it.
    var unmadeEntries: [(symbol: String, container: Cell, entry: Container.Entry)] {
        containers.keys.sorted().flatMap { cell in
            (container(at: cell)?.entries ?? []).compactMap { entry in
                let symbol = entry.registration.make.closure?.symbol
                guard let symbol, program.reach.relevant.contains(symbol),
                    !wasMade(entry)
                else { return nil }
                return (symbol, cell, entry)
            }
        }
    }

    private func wasMade(_ entry: Container.Entry) -> Bool {
        madeRegistrations.contains(ObjectIdentifier(entry.registration))
    }

    /// Asks for what injected properties ask for that nothing reads, once their objects
    /// are made.
    func askForUnread() {
        let held = objects.union(globals.values).compactMap { heap[$0] }
        // A struct's may be replaced by a key path: what nothing registers isn't told.
        let structs = wrappers.filter { _, wrapper in
            wrapper.isOfStruct && !wrapper.isReplaced
                && look(for: wrapper.key, in: wrapper.home).only != nil
        }.keys.map { Value.object($0, type: "") }
        _ = askForUnread(of: madeUnasked + held + structs) { home in
            !chain(from: home).contains { verified.contains($0.cell) }
        }
    }

    /// The same for those that values have and that were made in some containers; returns
    /// what nothing registers.
    func askForUnread(
        of values: [Value], madeIn isHome: (Cell) -> Bool
    ) -> [(request: Request, place: Place?)] {
        let owned = ownedObjects(of: values)
        var missing: [(Request, Place?)] = []
        for (cell, wrapper) in wrappers.sorted(by: { $0.key < $1.key }) {
            let isRead = !owned.contains(cell) || made(in: cell) != nil
            if isRead || wrapper.key.isTypeUnknown || !isHome(wrapper.home) { continue }
            var request = Request(
                key: wrapper.key, form: .unread, container: wrapper.home)
            let found = look(for: wrapper.key, in: wrapper.home)
            note(found, for: &request, at: wrapper.place)
            let isMissing = found.entries.isEmpty && !found.isOpen
            if isMissing, !wrapper.key.mayBeAbsent {
                missing.append((request, wrapper.place))
            }
        }
        return missing
    }

    /// Whether a subclass overrides an injected property, so that nobody reads its wrapper.
    private func isReplaced(_ wrapper: String, in type: String) -> Bool {
        let tables = program.tables
        let end = ".\(wrapper.dropFirst())!getter"
        return tables.all[type]?.symbols.contains { member, symbol in
            guard let name = member.firstRange(of: end) else { return false }
            let declaring = String(member[..<name.lowerBound].dropFirst())
            return tables.all[declaring]?.symbols[member] != symbol
        } == true
    }

    /// The objects that values have, or that these have: a wrapper that an initializer
    /// replaced is nobody's.
    private func ownedObjects(of values: [Value]) -> Set<Cell> {
        var owned: Set<Cell> = []
        func visit(_ value: Value) {
            switch value {
            case .object(let cell, _):
                if owned.insert(cell).inserted { heap[cell].map(visit) }
            case .fields(let type, let fields):
                for (name, value) in fields where !isReplaced(name, in: type) {
                    visit(value)
                }
            default: value.parts.forEach(visit)
            }
        }
        values.forEach(visit)
        return owned
    }
}
