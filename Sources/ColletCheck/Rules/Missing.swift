extension PackageRuns {
    /// Unanswered requests of programs.
    var missingKeys: [Finding] {
        let all = judges.flatMap { judge in
            // A loop or recursion may lack the same thing thousands of times.
            var known: Set<[AnyHashable]> = []
            return judge.lacks.filter { lack in
                known.insert([lack.visit.id, lack.reason, lack.severity]).inserted
            }.map(judge.finding)
        }
        // A doubt adds nothing where another program certainly lacks the key, or where
        // the object that asks isn't registered and so isn't made.
        let told = all.filter { !$0.isDoubt }
        let places = Set(told.map { [$0.place.inText, $0.subject] })
        let types = Set(told.map(\.subject))
        return all.filter {
            !$0.isDoubt
                || !places.contains([$0.place.inText, $0.subject])
                    && kinds(ofOwner: $0.place).isDisjoint(with: types)
        }
    }
}

/// A request that isn't answered, and how sure that is.
struct Lack {
    /// Why it is reported, and the message: `#` stands for what is wrong, `@` for the
    /// key.
    enum Reason: String {
        case certain = "#"
        /// The request comes after an undecided branch.
        case onSomeWays = "#, if it gets here"
        /// The request certainly comes, and input decides whether it is registered.
        case onSomeInput = "@ is registered here on some ways only"
        /// A registration may be there on the ways that lead here, or on some of them.
        case perhaps = "@ may not be registered here"
        /// The time of the request can't be told, and the key is registered in the end.
        case beforeRegistered = "this may ask for @ before it is registered"
        /// Something unknown may be registered.
        case open = "cannot tell whether @ is registered here"
        case unplaced =
            "nothing is registered for @, and where this was made can't be told"
        /// Nothing that was followed makes the object that asks, or reads its property; a
        /// storyboard may.
        case unmade = "nothing is registered for @, if something reads it"
        /// Nothing reads the property, and nothing registers its key.
        case unread = "# where this is made"
        /// Nothing reads the property, and its key isn't registered here.
        case unreadHere = "@ is not registered where this is made"
        /// Nothing that runs leads here.
        case unreached = "nothing is registered for @, if something calls this"
        /// Other code that the system may call registers it.
        case registeredByOthers =
            "only what the system or another library calls registers @"

        var severity: Finding.Severity {
            switch self {
            case .certain: .error
            case .onSomeWays, .onSomeInput, .unread, .unmade: .warning
            default: .note
            }
        }
    }

    let visit: Visit
    let reason: Reason
    let severity: Finding.Severity
}

/// Judges the requests of a program.
final class MissingInProgram {
    let program: ProgramRuns
    unowned let runs: PackageRuns
    /// Everything that the program registers anywhere.
    private(set) lazy var registered = Registered(program.runs)
    /// The blocks of all programs and tests, with what they register.
    private(set) lazy var blocks = runs.events.compactMap(\.blockEnd)
    /// The keys that blocks of reached code have, used or not.
    private lazy var keysInBlocks =
        events.compactMap(\.blockEnd).flatMap { $1.map(\.key) }
    /// The process's registrations in the end.
    private lazy var atLast =
        program.runs.first { $0.purpose == .program }?.registrations ?? []
    /// The events of reached code.
    private(set) lazy var events = program.runs.filter { !$0.isUnreached }.events
    private lazy var visits = runs.visits(in: program.runs)
    private lazy var endEarly = (program.runs + runs.tests).endEarly
    /// Whether the program may stop before it makes all its objects.
    private lazy var mayStop =
        events.contains(where: \.isCycle)
        || visits.contains { !$0.root.isUnreached && $0.isStop }
    /// The keys that the program asks for.
    private(set) lazy var asked = Set(visits.map(\.request.key))
    /// The moments at which the program registers something.
    private(set) lazy var registrations = program.runs.moments.filter {
        $0.event.registration != nil && !$0.event.isVerifying
    }
    /// Registrations by functions, whoever calls them, but not by overrides and containers.
    private lazy var registering = runs.events.filter {
        $0.registration != nil && !$0.isBrought
    }
    /// By request that nothing answers, the kept object that asks.
    private(set) lazy var kept = Keepers(runs, following: program.runs).lacking

    init(_ program: ProgramRuns, _ runs: PackageRuns) {
        self.program = program
        self.runs = runs
    }

    /// The program's uses of blocks, except for verifying them.
    var uses: [(block: Block?, use: Block.Use)] {
        events.compactMap(\.blockUse).filter { $0.use != .verified }
    }

    /// Where a block that certainly registers something is used on some ways only, or else
    /// where it is in another block.
    func use(of registration: Registration) -> Place? {
        let blocks = events.compactMap { event -> Block? in
            guard case .blockEnded(let block, let modules) = event.kind else {
                return nil
            }
            let isThere = modules.all.contains {
                $0.isCertain && $0.registration == registration
            }
            return isThere ? block : nil
        }
        let all = events.filter { event in
            blocks.contains { $0 == event.blockUse?.block }
        }
        let use = all.first { !$0.isCertain } ?? all.last { $0.blockUse?.use == .nested }
        return use?.place
    }

    var buildsBlocks: Bool { uses.contains { $0.use == .registered } }

    /// A block of the package's that registers a key, and that only tests or other
    /// programs use: the largest, which the program may build, or the smallest, which it
    /// may nest in a block that it builds.
    func blockOfOthers(registering key: Key) -> Forgotten.Code? {
        let blocks = blocksOfOthers.filter { $0.keys.contains(key) }
            .sorted { ($0.keys.count, $0.place) < ($1.keys.count, $1.place) }
        return buildsBlocks ? blocks.first : blocks.last
    }

    /// A function in the program's modules that registers a key, but isn't called.
    func uncalledFunction(registering key: Key) -> Forgotten.Code? {
        registering.filter { $0.registration?.key.matches(key) == true }
            .compactMap { event -> Forgotten.Code? in
                event.way.compactMap { runs.code.functions[$0.symbol] }
                    .filter { program.modules.contains($0.file.module) }
                    .map { Start($0, isNamed: true).name }.last { !$0.isEmpty }
                    .map {
                        .init(kind: .function, name: $0, place: event.origin)
                    }
            }.first
    }

    /// The blocks in the program's modules that it doesn't use, but tests or other
    /// programs may, or that it only verifies, each once. Another module's may be fakes.
    private lazy var blocksOfOthers: [Forgotten.Code] = {
        var known = Set(uses.map(\.block))
        let others = runs.roots.filter { !$0.isUnreached }
        // A trait's block is made before its test runs.
        let entered = Dictionary(grouping: others.moments.filter(\.event.isBrought)) {
            $0.container?.block
        }
        let ends = entered.compactMap { block, all in
            block.map { ($0, all.compactMap(\.event.registration)) }
        }
        return (others.events.compactMap(\.blockEnd) + ends).compactMap { block, all in
            guard let place = runs.sources.own(block.place),
                let module = runs.sources.files[place.file]?.module,
                program.modules.contains(module), known.insert(block).inserted,
                // A block that is written where code enters it can't be nested.
                block.name != nil || entered[block] == nil
            else { return nil }
            return .init(
                kind: .block, name: block.name ?? "", place: place, keys: all.map(\.key))
        }
    }()

    /// The keys that code in an isolation asks for in vain, although others have them.
    func lacked(in isolation: Container) -> Set<Key> {
        let lacks = visits.filter {
            $0.answer == .missing && $0.containers.last?.record.place == isolation.place
        }
        return Set(lacks.map(\.key).filter(registered.mayHave))
    }

    /// By code that asks in vain, the first key that it asks for: a loop may ask under
    /// several names.
    private(set) lazy var firstKeys = Dictionary(
        visits.filter(\.isStop).map { ($0.code, $0.key) }
    ) { first, _ in first }

    // MARK: How sure it is

    /// The requests that lack an answer, in order.
    private(set) lazy var lacks = visits.compactMap { visit -> Lack? in
        guard let reason = reason(visit) else { return nil }
        if visit.isOver, reason.severity == .note { return nil }
        if reason == .unreached, isServedByOwnBlock(visit) { return nil }
        // This package isn't blamed for anything after a cut or a guess, or in another
        // package.
        let isGuess = visit.isBehindCut || visit.event.isGuess
        let isSure = !isGuess && visit.place.isOwn
        return Lack(
            visit: visit, reason: reason, severity: isSure ? reason.severity : .note)
    }

    /// Where code that ran would register a type that nothing else registers, on a way that
    /// it didn't take.
    func otherWay(to key: Key) -> Place? {
        let isElsewhere =
            registered.all.contains { $0.key.type == key.type }
            || runs.forgotten.code(registering: key)?.kind == .block
        return isElsewhere ? nil : runs.untaken[key.type]
    }

    /// Whether a way that isn't taken would register a key's type, or a block has the key.
    /// If nothing uses that block, what asks for the key may be left out as well.
    private func isLeftOut(_ key: Key) -> Bool {
        runs.untaken[key.type] != nil
            || keysInBlocks.contains { $0.matches(key) != false }
    }

    func nearest(to key: Key) -> NearMatch? {
        registered.nearest(to: key, in: runs.code, asked: asked)
    }

    /// What to write where values of other types are registered that a key may mean.
    func cast(to key: Key) -> String? {
        let isElement = asked.contains { $0.element == key.type }
        return nearest(to: key).flatMap {
            isElement || $0.nearness == .concreteType
                ? casts(to: key, $0.registration) : nil
        }
    }

    func casts(to key: Key, _ near: Registration) -> String? {
        runs.casts(to: key, near, among: registered.all, asked: asked)
    }

    /// The number of places where the program asks for a key.
    func askers(of key: Key) -> Int {
        Set(visits.filter { $0.key == key }.map(\.place)).count
    }

    private func reason(_ visit: Visit) -> Lack.Reason? {
        switch visit.answer {
        case .answered, .unvisited, .cut, .untyped: return nil
        case .onSomeWays: return visit.lacksInput ? .onSomeInput : .perhaps
        case .open: return visit.request.answers.isEmpty ? .open : nil
        case .unplaced:
            if visit.key.isTypeUnknown || visit.key.isOfSome { return nil }
            // If its name isn't known, any may be meant.
            if registered.mayHave(visit.request.key) || endEarly { return nil }
            if isLeftOut(visit.key) { return nil }
            if !runs.registeredByTests.mayHave(visit.key), isMissingForAll(visit) {
                return .unmade
            }
            return mayStop ? nil : .unplaced
        case .missing where visit.request.form == .unread:
            // `verify()` throws an error for this, which the caller may catch.
            let mayBeOff = otherWay(to: visit.key) != nil
            if visit.event.isVerifying || mayBeOff { return .perhaps }
            return registered.mayHave(visit.key) ? .unreadHere : .unread
        case .missing: return reasonOfMissing(visit)
        }
    }

    private func reasonOfMissing(_ visit: Visit) -> Lack.Reason {
        let isElsewhere = registered.mayHave(visit.key)
        switch visit.root.purpose {
        case .unreached:
            let isMistake = visit.event.way.first?.needsCaller != false
            return isMistake && isMissingForAll(visit) ? .certain : .unreached
        case .called where isElsewhere && mayChange(visit): return .registeredByOthers
        default: break
        }
        let mayComeLater = visit.event.isLater && isElsewhere
        if mayComeLater, mayChange(visit) {
            let isInTheEnd = atLast.contains { $0.key.matches(visit.key) != false }
            return isInTheEnd && visit.reachesProcess ? .beforeRegistered : .perhaps
        }
        return visit.isCertain ? .certain : .onSomeWays
    }

    /// Whether a module that nothing uses asks for what its own block has.
    private func isServedByOwnBlock(_ visit: Visit) -> Bool {
        let maker = visit.event.way.first?.symbol ?? ""
        return blocks.contains { _, all in
            all.contains { $0.closures.contains(maker) }
                && all.contains { $0.key == visit.key }
        }
    }

    /// Whether another order, or another thread, may lead to another answer.
    private func mayChange(_ visit: Visit) -> Bool {
        let cells = visit.cells
        return !visit.event.isOnThread
            || registrations.contains {
                cells.contains($0.event.container)
                    && $0.event.registration?.key.matches(visit.key) != false
            }
    }

    /// Whether unreached code of a program asks for a key that no program registers. If a
    /// library asks, its app may register it.
    private func isMissingForAll(_ visit: Visit) -> Bool {
        let isOfProgram = visit.root.isUnreached && !program.name.isEmpty
        return isOfProgram && visit.isCertain
            && !runs.registeredByPrograms.mayHave(visit.key)
    }

    // MARK: Telling it

    func finding(_ lack: Lack) -> Finding {
        let visit = lack.visit
        let cure = MissingCure(visit, self)
        let isDoubt = lack.severity == .note
        let start = lack.reason.rawValue.replacing("@", with: visit.key.description)
            .replacing("#", with: cure.start)
        let reader =
            runs.owner(ofProperty: visit.place).map { ", needed by \($0)" } ?? ""
        // What isn't computed may keep the program from getting there, but a cut may hide
        // what registers it.
        let isMissing = lack.reason.severity < .note && !visit.isBehindCut
        let isClear = isMissing || lack.reason == .perhaps
        let fix = isClear ? "\(reader); to fix, \(cure.text)" : ""
        return Finding(
            rule: .missing, severity: lack.severity, place: visit.place,
            message: start + inProgram + fix,
            notes: visit.event.steps(runs) + cure.notes, isDoubt: isDoubt,
            subject: visit.key.description, mistake: isClear ? cure.mistake : nil,
            program: isDoubt || inProgram.isEmpty
                ? nil : (program.name, "\(cure.start); to fix, \(cure.text)"),
            mayStop: lack.severity == .warning && lack.reason == .onSomeWays,
            order: visit.moment.index)
    }

    /// The program that it is about, if there are several.
    private var inProgram: String {
        if runs.programs.count < 2 || program.name.isEmpty { return "" }
        return " in the program '\(program.name)'"
    }
}

extension Call {
    /// Whether it is a mistake that nothing calls a function: a free function is written
    /// only to be called. A type's methods may be there for other users or for
    /// subclasses, and a closure that is handed over need not be called.
    fileprivate var needsCaller: Bool {
        // `closure #1 in App.start()`, `App.Feed.show()`, `App.(Feed in _9B).show()`
        let member =
            #/^(static )?(\(extension in \w+\):)?\w+\.(\w+|\(\w+ in \w+\))\.(?![gs]etter)/#
        let title = demangled(symbol)
        return !title.contains("closure #") && !title.contains(member)
    }
}
