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
        let found = look(for: key, in: home)
        request.answers = found.answers
        request.isOpen = found.isOpen
        if let only = found.only {
            note(.asked(request), at: place)
            return answer(only, home, place)
        }
        if let value = requestSome(request, at: place) { return value }
        note(.asked(request), at: place)
        noteMissing(request)
        return each(found.entries) { self.answer($0, home, place) }
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

    /// A `verify()` throws for what is missing.
    private func noteMissing(_ request: Request) {
        guard request.answers.isEmpty, !request.isOpen, possible == 0 else { return }
        verification?.append("verify() finds nothing registered for \(request.key)")
    }

    private func each<T>(_ all: [T], _ body: (T) -> Value) -> Value {
        possible += 1
        defer { possible -= 1 }
        return .joined(all.map(body))
    }

    private func requestOptional(
        _ key: Key, _ request: Request, at place: Place?
    ) -> Value {
        let home = request.container ?? container
        let found = look(for: key, in: home)
        var request = request
        request.form = .optional
        request.answers = found.answers
        request.isOpen = found.isOpen
        note(.asked(request), at: place)
        if let only = found.only { return .some(answer(only, home, place)) }
        let isNone = found.entries.isEmpty && !found.isOpen
        return isNone ? .none : .join(.none, .some(.unknown))
    }

    /// Everything that is registered for an element's type, in each container.
    private func requestAll(of type: String, _ request: Request, at place: Place?)
        -> Value
    {
        let home = request.container ?? container
        var found = Found()
        // By key, how many may be the one; the last of them certainly is there.
        var counts: [Key: Int] = [:]
        var settled: Set<Key> = []
        for (cell, container) in chain(from: home) {
            for entry in container.entries.reversed()
            where entry.registration.key.type == type {
                let key = entry.registration.key
                if settled.contains(key) { continue }
                counts[key, default: 0] += 1
                let isCertain = found.add(entry, in: cell)
                if isCertain, !entry.hasAlternative, key.name != .unknown {
                    settled.insert(key)
                }
            }
            found.isOpen = found.isOpen || container.isOpen
        }
        found.entries.reverse()
        var request = request
        request.form = .array
        request.answers = found.answers
        request.isOpen = found.isOpen
        note(.asked(request), at: place)
        let all = found.entries.map { one in
            let isOnly = counts[one.entry.registration.key] == 1
            let isPossible = !isOnly || !one.answer.isCertain
            if isPossible { possible += 1 }
            let value = answer(one, home, place)
            if isPossible { possible -= 1 }
            return isPossible ? value.asMaybe : value
        }
        return .array(all, isOpen: found.isOpen)
    }

    private func reachesProcess(_ home: Cell) -> Bool {
        chain(from: home).contains { $0.cell == process }
    }

    // MARK: Making

    /// What a registration gives that answers a request.
    private func answer(
        _ found: (answer: Request.Answer, entry: Container.Entry), _ asker: Cell,
        _ place: Place?
    ) -> Value {
        let value = make(found.entry, in: found.answer.container, for: asker, at: place)
        if found.entry.isKept { note(.got(.instance(found.entry.instance)), at: place) }
        return value
    }

    /// Makes what a registration describes, or returns what was made.
    func make(
        _ entry: Container.Entry, in home: Cell, for asker: Cell, at place: Place?
    ) -> Value {
        let registration = entry.registration
        if entry.isKept, let instance = heap[entry.instance] {
            // On another way it may not be there yet; it is made as on this one.
            let made = instance.alternatives.filter { $0 != .void }
            if !made.isEmpty { return .joined(made) }
        }
        if let index = making.firstIndex(where: { $0.registration == registration }) {
            noteCycle(from: index, registration, at: place)
            return .unknown
        }
        madeRegistrations.insert(ObjectIdentifier(registration))
        let wasOnMainActor = isOnMainActor
        let cell = entry.isKept ? home : asker
        let value = run(entry, in: cell)
        note(
            .made(
                Made(
                    registration: registration, instance: entry.instance, value: value,
                    container: cell,
                    isOnMainActor: wasOnMainActor)), at: place)
        if entry.isKept { heap[entry.instance] = value }
        return value
    }

    private func run(_ entry: Container.Entry, in cell: Cell) -> Value {
        let registration = entry.registration
        making.append(
            Underway(registration: registration, container: cell, possible: possible))
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
        guard entry.isKept else { return value(of: run()) }
        return value(of: running(for: .instance(entry.instance), run))
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
        if isCertain { verification?.append("cycle " + names.joined(separator: " -> ")) }
    }

    // MARK: What nothing asks for

    /// Makes what is registered for the process and was never asked for, as `verify()`
    /// would.
    func makeUnasked() {
        guard let current = container(at: process) else { return }
        container = process
        isOnMainActor = true
        for entry in current.entries where entry.isCertain && !wasMade(entry) {
            let place = entry.registration.place
            madeUnasked.append(make(entry, in: process, for: process, at: place))
        }
    }

    private func wasMade(_ entry: Container.Entry) -> Bool {
        madeRegistrations.contains(ObjectIdentifier(entry.registration))
    }

    /// Asks for what injected properties ask for that nothing reads, once their objects
    /// are made.
    func askForUnread() {
        let owned = ownedObjects()
        for (cell, wrapper) in wrappers.sorted(by: { $0.key < $1.key }) {
            guard owned.contains(cell), let home = home(ofUnread: cell) else { continue }
            if wrapper.key.isTypeUnknown { continue }
            var request = Request(key: wrapper.key, form: .unread, container: home)
            let found = look(for: wrapper.key, in: home)
            request.answers = found.answers
            request.isOpen = found.isOpen
            note(.asked(request), at: wrapper.place)
        }
    }

    /// The container of a wrapper that has no value yet.
    private func home(ofUnread wrapper: Cell) -> Cell? {
        guard case .fields(_, let fields)? = heap[wrapper] else { return nil }
        return fields["value"] == nil ? fields["container"]?.integer : nil
    }

    /// The objects that another one, a global or a made value has: a wrapper that an
    /// initializer replaced is nobody's.
    private func ownedObjects() -> Set<Cell> {
        var owned: Set<Cell> = []
        func visit(_ value: Value) {
            switch value {
            case .object(let cell, _): owned.insert(cell)
            case .fields(_, let fields): fields.values.forEach(visit)
            case .tuple(let all), .oneOf(let all), .array(let all, _): all.forEach(visit)
            case .enumeration(_, _, let one?), .maybe(let one): visit(one)
            default: break
            }
        }
        madeUnasked.forEach(visit)
        for cell in objects.union(globals.values) { heap[cell].map(visit) }
        return owned
    }
}

extension Container.Entry {
    /// Whether its value is made once.
    var isKept: Bool { registration.lifetime != .transient }
}
