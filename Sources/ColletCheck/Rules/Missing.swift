/// What a program asks for, and nothing answers.
struct Missing: Rule {
    func findings(in runs: PackageRuns) -> [Finding] {
        let rest = runs.rest.map { ProgramRuns(name: "", runs: [$0]) }
        return (runs.programs + [rest].compactMap(\.self)).flatMap { program in
            let judge = MissingInProgram(program, runs)
            return judge.lacks.map(judge.finding)
        }
    }
}

/// A request that isn't answered, and how sure that is.
struct Lack {
    enum Reason {
        case certain
        /// Some ways lead here, and nothing registers it anywhere.
        case onSomeWays
        /// Some ways lead here, and what is registered elsewhere may be what they have.
        case perhaps
        /// Ways that lead here differ in what they register.
        case registeredOnSomeWays
        /// It runs at a time that nobody can tell, and is registered in the end.
        case beforeRegistered
        /// Something unknown may be registered.
        case open
        case unplaced
        /// Nothing reads the property, and nothing registers what it asks for; or only
        /// other code has that.
        case unread, unreadHere
        /// Nothing that runs leads here.
        case unreached
        /// Other code that the system may call registers it.
        case registeredByOthers
    }

    let visit: Visit
    let reason: Reason
    let severity: Finding.Severity

    var isDoubt: Bool { severity == .note }
}

/// Judges the requests of a program.
struct MissingInProgram {
    let program: ProgramRuns
    let runs: PackageRuns
    /// What the program registers anywhere.
    let registered: Registered
    /// What any program does.
    private let registeredByAny: Registered
    /// What is registered for the process in the end.
    private let atLast: [Registration]
    private let visits: [Visit]
    /// What the program asks for.
    let asked: Set<Key>
    /// Where it registers what.
    let registrations: [Registering]

    /// A registration as it happens.
    struct Registering {
        let registration: Registration
        let container: Cell
        let root: RootRun

        var kind: Container.Kind? { root.containers[container]?.kind }
    }

    init(_ program: ProgramRuns, _ runs: PackageRuns) {
        self.program = program
        self.runs = runs
        registered = Registered(program.runs)
        registeredByAny =
            runs.programs.count > 1
            ? Registered(runs.programs.flatMap(\.runs)) : registered
        atLast = program.runs.first { $0.purpose == .program }?.registrations ?? []
        visits = runs.visits(in: program.runs)
        asked = Set(visits.map(\.request.key))
        registrations = program.runs.flatMap { root in
            root.journal.events.compactMap { event in
                guard case .registered(let registration, _, _) = event.kind else {
                    return nil
                }
                return Registering(
                    registration: registration, container: event.container, root: root)
            }
        }
    }

    /// The blocks that the program has built where a request comes; their order is that
    /// of the program.
    func built(before visit: Visit) -> [Block] {
        let chain = visit.root.containers(from: visit.request.container).map(\.cell)
        var blocks: [Block] = []
        for root in program.runs where root.purpose != .unreached {
            for event in root.journal.events where chain.contains(event.container) {
                guard let block = event.builtBlock, !blocks.contains(block) else {
                    continue
                }
                blocks.append(block)
            }
            if root.journal === visit.root.journal { break }
        }
        return blocks
    }

    // MARK: How sure it is

    /// Each place and key that lacks something, as sure as can be.
    var lacks: [Lack] {
        let all = visits.compactMap(lack)
        let surest = Dictionary(all.map { ($0.visit.id, $0) }) { old, new in
            new.severity < old.severity ? new : old
        }
        return Array(surest.values)
    }

    /// Whether another name is meant, which is spelt much like it.
    func isMisspelt(_ key: Key) -> Bool {
        let near = registered.nearest(to: key, types: runs.types, asked: asked)
        return near.map { $0.nearness == .otherName && $0.distance < 4 } == true
    }

    private func lack(of visit: Visit) -> Lack? {
        reason(visit).map { reason in
            Lack(visit: visit, reason: reason, severity: severity(reason, visit))
        }
    }

    private func reason(_ visit: Visit) -> Lack.Reason? {
        switch visit.answer {
        case .answered, .untyped: nil
        case .unplaced:
            registered.mayHave(visit.key) || visit.key.isOfSome ? nil : .unplaced
        case .open: visit.request.answers.isEmpty ? .open : nil
        case .onSomeWays: .registeredOnSomeWays
        case .missing: reasonOfMissing(visit)
        }
    }

    private func reasonOfMissing(_ visit: Visit) -> Lack.Reason? {
        if visit.request.form == .unread {
            return registered.mayHave(visit.key) ? .unreadHere : .unread
        }
        switch visit.root.purpose {
        case .unreached: return .unreached
        case .called where registered.mayHave(visit.key): return .registeredByOthers
        default: break
        }
        let isElsewhere = registered.mayHave(visit.key)
        let isInTheEnd = atLast.contains { $0.key.matches(visit.key) != false }
        if visit.event.isLater, isInTheEnd {
            return visit.isCertain ? .beforeRegistered : nil
        }
        if visit.isCertain {
            return visit.event.isLater && isElsewhere ? .perhaps : .certain
        }
        return isElsewhere ? .perhaps : .onSomeWays
    }

    private func severity(_ reason: Lack.Reason, _ visit: Visit) -> Finding.Severity {
        if visit.isBehindCut || !runs.sources.isOwn(visit.place) { return .note }
        switch reason {
        case .certain: return .error
        case .onSomeWays, .unread: return .warning
        case .unreached:
            // A library's app may register it.
            let isOfProgram = !program.name.isEmpty
            let isNowhere = !registeredByAny.mayHave(visit.key)
            return isOfProgram && isNowhere && visit.isCertain ? .error : .note
        default: return .note
        }
    }

    // MARK: Telling it

    func finding(_ lack: Lack) -> Finding {
        let visit = lack.visit
        let cure = MissingCure(visit, self)
        let notes = visit.event.steps(runs) + cure.notes
        let isTold = lack.severity < .note
        let fix = isTold ? "\(cure.reader); to fix, \(cure.text)" : ""
        return Finding(
            rule: .missing, severity: lack.severity, place: visit.place,
            message: start(lack, cure) + inProgram + fix, notes: notes,
            isDoubt: lack.isDoubt, subject: visit.key.description,
            mistake: lack.isDoubt ? nil : cure.mistake)
    }

    /// Which program it is about, if there are several.
    private var inProgram: String {
        let isOneOfMany = runs.programs.count > 1 && !program.name.isEmpty
        return isOneOfMany ? " in the program '\(program.name)'" : ""
    }

    private func start(_ lack: Lack, _ cure: MissingCure) -> String {
        let key = lack.visit.key
        let nothing = "nothing is registered for \(key)"
        switch lack.reason {
        case .certain: return cure.start ?? nothing
        case .onSomeWays: return "\(cure.start ?? nothing), if it gets here"
        case .unread, .unreadHere: return "\(cure.start ?? nothing) where this is made"
        case .unreached:
            if lack.severity == .error { return cure.start ?? nothing }
            return "\(nothing), if something calls this"
        case .perhaps: return "\(key) may not be registered here, if it gets here"
        case .registeredOnSomeWays: return "\(key) is registered on some ways only"
        case .beforeRegistered: return "this may ask for \(key) before it is registered"
        case .open: return "cannot tell whether \(key) is registered here"
        case .unplaced:
            return "\(nothing), and where this was made can't be told"
        case .registeredByOthers:
            return "only what the system or another library calls registers \(key)"
        }
    }
}

extension Event {
    /// The block that it builds.
    fileprivate var builtBlock: Block? {
        guard case .blockUsed(let block, .registered) = kind else { return nil }
        return block
    }
}
