/// An injected property that asks for a key.
struct Wrapper {
    let key: Key
    let site: String
    let place: Place?
    let home: Cell
    /// What is certainly registered where it was made.
    let given: [Registration]
    /// Whether the property belongs to an object. Nothing holds a struct's property or a
    /// local one.
    var isOfObject = false
    /// Whether an initializer has put another wrapper in its place.
    var isReplaced = false

    /// The request that it makes if nothing reads it.
    var unread: Request { Request(key: key, form: .unread, container: home) }
}

extension Request {
    /// The only answer, if it is certain and nothing else may answer.
    fileprivate var only: Answer? { answers.count == 1 && isAnswered ? answers[0] : nil }

    /// The key of what it doesn't get on some way, or if `isDecided`, on every way.
    fileprivate func lacking(_ isDecided: Bool) -> Key? {
        if answers.isEmpty { return key.inner }
        if isDecided { return nil }
        if form == .optional { return isAnswered ? nil : key.inner }
        return answers.first { !$0.isCertain }?.registration.key
    }
}

/// Requests, answered as they would be at run time.
extension Interpreter {
    typealias Chain = [(cell: Cell, container: Container)]

    /// A request with the registrations that may answer it, or `key` in its place, in the
    /// containers of a chain.
    func look(
        for key: Key? = nil, _ request: Request, in chain: Chain? = nil
    ) -> Request {
        var request = request
        request.answers = []
        let chain = chain ?? self.chain(from: home(of: request))
        request.isOpen = chain.isEmpty
        for (cell, container) in chain {
            for entry in container.entries(for: key ?? request.key) {
                let matches = entry.key.matches(key ?? request.key)
                if matches == false { continue }
                lazy var isGiven =
                    !entry.companions.isEmpty && given.contains(entry.registration)
                let isCertain = (entry.isCertain || isGiven) && matches == true
                request.answers.append(
                    .init(entry: entry, container: cell, isCertain: isCertain))
                if isCertain, !entry.hasAlternative {
                    request.isOpen = false
                    return request
                }
            }
            // If several are only certain together, one of them is there.
            if request.isAnswered { return request }
            request.isOpen = request.isOpen || container.isOpen
        }
        return request
    }

    private func home(of request: Request) -> Cell { request.container ?? container }

    // MARK: Asking

    /// The value that a request gets.
    func request(_ key: Key, in home: Cell, site: String) -> Value {
        let request = Request(key: key, container: home, site: site)
        if key.isTypeUnknown {
            note(.asked(request))
            return .unknown
        }
        return key.mayBeAbsent ? requestSome(request, key) : answer(asked: look(request))
    }

    private func answer(asked request: Request) -> Value {
        note(.asked(request))
        return answer(request)
    }

    /// The value for an optional or an array, or for one in the optional that is asked
    /// for. The innermost container that registers it or a part of it decides.
    private func requestSome(_ request: Request, _ key: Key) -> Value {
        let chain = chain(from: home(of: request))
        let parts = chain.map { _, container in
            container.entries.map { entry in
                let isPart = key.isMade(of: entry.key)
                return isPart == true && !entry.isCertain ? nil : isPart
            }
        }
        let end = parts.firstIndex { $0.contains(true) } ?? chain.count
        var found = look(for: key, request, in: Array(chain.prefix(end + 1)))
        func askParts() -> Value {
            key.element == nil
                ? requestOptional(request, key) : requestAll(request, key)
        }
        found.answers.removeAll { $0.registration.key.isTypeUnknown }
        guard let home = found.answers.last?.container else { return askParts() }
        let nearer = zip(chain, parts).prefix { $0.0.cell != home }
        if found.isAnswered, nearer.allSatisfy({ $1.allSatisfy { $0 == false } }) {
            return answer(asked: found)
        }
        // Nothing needs to serve it.
        found.form = .optional
        return value(
            of: choose(nil) {
                returning(answer(asked: found))
            } or: {
                returning(askParts())
            })
    }

    private func requestOptional(_ request: Request, _ key: Key) -> Value {
        let none = Value.none(of: request.key.type)
        let wrapped = key.unwrapped
        if wrapped.mayBeAbsent {
            return .joined(
                requestSome(request, wrapped).alternatives.map {
                    $0 == none ? none : .some($0)
                })
        }
        var found = look(for: wrapped, request)
        found.form = .optional
        note(.asked(found))
        guard let value = someAnswer(found) else { return none }
        guard case .maybe(let one) = value else { return .some(value) }
        return .oneOf([none, .some(one)])
    }

    /// Everything registered for an element's type, as if all of it were in one
    /// container, from the outermost inwards. In an optional, it is `nil` if that is
    /// nothing.
    private func requestAll(_ request: Request, _ key: Key) -> Value {
        let chain = chain(from: home(of: request)).map(\.container).reversed()
        let keys = chain.flatMap(\.entries).map(\.key)
        let found = keys.filter { key.isMade(of: $0) == true }.unique.map { part in
            var found = look(for: part, request)
            found.answers.removeAll { $0.registration.key != part }
            return found
        }
        var all = request
        all.form = .array
        all.answers = found.flatMap(\.answers)
        all.isOpen =
            chain.isEmpty || chain.contains(where: \.isOpen)
            || keys.contains(where: \.isTypeUnknown)
        note(.asked(all))
        let values = found.compactMap(someAnswer) + (all.isOpen ? [.others] : [])
        let array = Value.array(values)
        if key == request.key || !values.allSatisfy(\.isMaybe) { return array }
        let none = Value.none(of: request.key.type)
        return values.isEmpty ? none : .oneOf([none, array])
    }

    /// The key of what the last request for an optional or an array didn't get on some
    /// way, or if `isDecided`, on every way.
    func absentKey(of type: String, _ isDecided: Bool) -> Key? {
        requests(for: type).compactMap { $0.lacking(isDecided) }.last
    }

    /// The requests for a type that only known containers answer.
    func requests(for type: String) -> [Request] {
        journal.events.compactMap(\.request).filter {
            $0.key.type == type && !$0.isOpen
        }
    }

    // MARK: Making

    /// The value of a request that something answers. If it can't be told what, each
    /// possible answer is made.
    private func answer(_ request: Request) -> Value {
        let asker = home(of: request)
        if let only = request.only { return answer(only, asker) }
        var ways: [Request.Answer?] = request.answers
        if request.isOpen { ways.append(nil) }
        return possibly {
            value(
                of: either(ways) { returning($0.map { answer($0, asker) } ?? .unknown) })
        }
    }

    /// The same for a request that may have no answer, or only on some ways.
    private func someAnswer(_ request: Request) -> Value? {
        if request.answers.isEmpty { return request.isOpen ? .maybe(.unknown) : nil }
        if request.isAnswered { return answer(request) }
        var value = Value.unknown
        maybe {
            value = answer(request)
            return returning(value)
        }
        return .maybe(value)
    }

    /// The value that an answering registration gives.
    private func answer(_ answer: Request.Answer, _ asker: Cell) -> Value {
        let value = make(answer.entry, in: answer.container, for: asker)
        if answer.registration.isKept { note(.got(.instance(answer.entry.instance))) }
        return value
    }

    /// Makes the value that a registration describes, or returns the one already made.
    func make(_ entry: Container.Entry, in home: Cell, for asker: Cell) -> Value {
        let registration = entry.registration
        let isWeak = registration.lifetime == .weak
        // Only a kept value can have been made before.
        let made = made(in: entry.instance, isWeak: isWeak)
        if let made, !made.isMaybe { return made }
        if let index = making.firstIndex(where: { $0.registration == registration }) {
            if making[index].postponed == postponed {
                noteCycle(from: index, registration)
            }
            return .unknown
        }
        return registration.isKept
            ? once(entry.instance, isWeak: isWeak) { makeAnew(entry, in: home) }
            : makeAnew(entry, in: asker)
    }

    private func makeAnew(_ entry: Container.Entry, in cell: Cell) -> Value {
        let registration = entry.registration
        madeRegistrations.insert(ObjectIdentifier(registration))
        let count = newScopes.count
        let old = (isOnMainActor, given)
        making.append((registration, postponed))
        if registration.isMainActor { isOnMainActor = true }
        if !entry.isSure { given += entry.companions }
        func run() -> Outcome {
            running(in: cell) {
                registration.make.isCallable
                    ? invoke(registration.make) : returning(registration.make)
            }
        }
        let value = value(
            of: registration.isKept
                ? running(for: .instance(entry.instance), run) : run())
        making.removeLast()
        (isOnMainActor, given) = old
        note(
            .made(
                Made(
                    registration: registration, instance: entry.instance, value: value,
                    container: cell, isOnMainActor: isOnMainActor,
                    scopes: scopes(since: count, heldBy: value))))
        return value
    }

    // MARK: Values made once

    /// The value in a cell for something made once, perhaps only on some ways. If it is
    /// weak, it may be gone unless something that lives certainly holds it.
    func made(in cell: Cell, isWeak: Bool = false) -> Value? {
        let states = (heap[cell] ?? Value.none).alternatives
        let made = states.filter { $0 != Value.none }.map { $0.unwrapped ?? .unknown }
        if made.isEmpty { return nil }
        let value = Value.joined(made)
        let isThere = !isWeak || value.objects.allSatisfy { isHeld($0, certainly: true) }
        return made.count < states.count || !isThere ? .maybe(value) : value
    }

    /// The value of something made once, which a cell holds as an optional. It is made
    /// here, except on the ways that have already made it.
    func once(_ cell: Cell, isWeak: Bool = false, _ make: () -> Value) -> Value {
        let made = made(in: cell, isWeak: isWeak)
        if let made, !made.isMaybe { return made }
        let value =
            made.map { old in
                isWeak
                    ? self.value(of: renew(old.certain) { returning(make()) })
                    : makeAgain(old.certain, make)
            } ?? make()
        heap[cell] = Value.some(value)
        return value
    }

    /// Makes a weak value again, because perhaps nothing held it. If it can't be told
    /// whether anything did, that is a guess. Of several values made like this, the first
    /// and the last count.
    func renew(_ old: Value, _ make: () -> Outcome) -> Outcome {
        let old = old.alternatives[0]
        let mayBeHeld = old.objects.contains {
            isHeld($0, certainly: false) || isLent($0)
        }
        let isUntouched = tasks.isEmpty && children.isEmpty && keptClosures.isEmpty
        if !mayBeHeld, possible + later == 0, isUntouched, !isInForeignCall {
            return make()
        }
        let outcome = choose(nil) {
            returning(old)
        } or: {
            guessing(on: mayBeHeld ? .uncomputed : old, make)
        }
        return then(outcome) { new in
            let content = old.cell.flatMap { heap[$0] }
            let isSame = new.objects.allSatisfy { heap[$0] == content }
            return returning(isSame ? old : new)
        }
    }

    /// Whether the code runs inside of another library's function, which may hold what it
    /// got so far.
    private var isInForeignCall: Bool {
        frames.dropLast().contains { frame in
            let callee = frame.instruction.operands.first.map { frame[$0] }
            guard let symbol = callee?.closure?.symbol else { return false }
            return callees[symbol].isForeign && !reach.isCollet(symbol)
        }
    }

    /// Makes a value that some ways have already made, so its effects are no longer only
    /// possible. Those ways may have written to variables since then, so a variable may
    /// have either value.
    private func makeAgain(_ old: Value, _ make: () -> Value) -> Value {
        let (new, again) = onLayer { possibly(true, make) }
        for (cell, new) in again {
            let old = heap.untimed.globals.contains(cell) ? heap[cell] : nil
            heap[cell] = .join(old ?? new, new)
        }
        // Either can stand for both, because the same code made them.
        let types = Set((old.alternatives + new.alternatives).map(\.dynamicType))
        return types.count == 1 && types != [nil] ? old : .join(old, new)
    }

    /// Notes that a registration asks for itself while it is being made.
    private func noteCycle(from index: Int, _ registration: Registration) {
        let asked = journal.events.lazy.compactMap(\.request).last { request in
            request.answers.contains { $0.registration == registration }
        }
        var keys = making[index...].map(\.registration.key)
        if let asked, asked.form == .array { keys.append(asked.key) }
        keys.append(registration.key)
        note(
            .cycle(keys.map(\.description), isCertain: possible == 0),
            at: place ?? registration.place)
    }

    // MARK: Values that nothing asks for

    /// Makes the process's registrations that nothing has asked for, as `verify()` would.
    /// No run of the program need do that.
    func makeUnasked() {
        possibly { makeUnasked(entries(of: process).filter(\.isCertain), in: process) }
        // Perhaps nothing ever asks for what other containers have.
        guessing(on: .uncomputed) {
            for (_, cell, entry) in unmadeEntries {
                possibly { makeUnasked([entry], in: cell) }
            }
        }
    }

    func makeUnasked(_ entries: [Container.Entry], in home: Cell) {
        isOnMainActor = true
        for entry in entries
        where !madeRegistrations.contains(ObjectIdentifier(entry.registration)) {
            let value = calling(at: entry.registration.place) {
                make(entry, in: home, for: home)
            }
            madeUnasked.append(value)
        }
    }

    /// The entries that nothing has asked for but that may ask for something, with the
    /// functions that make them and their containers.
    var unmadeEntries: [(symbol: String, container: Cell, entry: Container.Entry)] {
        containers.keys.sorted().flatMap { cell in
            entries(of: cell).compactMap { entry in
                let symbol = entry.registration.make.closure?.symbol
                guard let symbol, reach.relevant.contains(symbol),
                    !visited.contains(symbol)
                else { return nil }
                return (symbol, cell, entry)
            }
        }
    }

    /// Makes the requests of injected properties that nothing reads, once their objects
    /// exist.
    func askForUnread() {
        let cells = Set(globals.values).union(objects.values.joined())
        let held = cells.compactMap { heap[$0] }
        // A key path may replace a struct's property, so one that lacks its value isn't
        // noted.
        let others = wrappers.filter { _, wrapper in
            !wrapper.isOfObject && !wrapper.isReplaced
                && (wrapper.key.mayBeAbsent || look(wrapper.unread).only != nil)
        }.keys.map { Value.object($0, "") }
        _ = askForUnread(of: madeUnasked + held + others) { home in
            !chain(from: home).contains { verified.contains($0.cell) }
        }
    }

    /// Makes the requests of unread properties that values hold and that were made in
    /// certain containers. Returns whether all of them may be answered.
    func askForUnread(of values: [Value], madeIn isHome: (Cell) -> Bool) -> Bool {
        let owned = ownedObjects(of: values)
        var isWhole = true
        for (cell, wrapper) in wrappers.inOrder {
            let isRead = !owned.contains(cell) || made(in: cell) != nil
            if isRead || !isHome(wrapper.home) { continue }
            var request = look(wrapper.unread)
            let lacks = request.isMissing && !wrapper.key.mayBeAbsent
            // The error of `verify()` ends the program or fails the test.
            if lacks, errorsEnd { request.form = .one }
            note(.asked(request), at: wrapper.place)
            isWhole = isWhole && !lacks
        }
        return isWhole
    }

    /// Whether a subclass overrides an injected property, so that nothing reads the
    /// wrapper.
    private func isReplaced(_ wrapper: String, in type: String) -> Bool {
        let end = ".\(wrapper.dropFirst())!getter"
        return program.tables.all[type]?.symbols.contains { member, symbol in
            member.contains(end)
                && !program.methods(member, of: Program.owner(of: member))
                    .contains(symbol)
        } == true
    }

    /// The objects that values hold, directly or through other objects. A wrapper that
    /// nothing reads because a subclass overrides its property isn't among them.
    func ownedObjects(of values: [Value]) -> Set<Cell> {
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
