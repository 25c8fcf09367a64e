/// What registers something, but isn't put to use: blocks that nothing builds, modules
/// that no block has, and functions that nothing calls.
struct Forgotten {
    enum Kind { case block, module, function }

    struct Code {
        let kind: Kind
        /// Of a function, or of the variable that has the block.
        let name: String
        let place: Place
        /// What it would register.
        var keys: [Key]

        /// `start` of `Setup.start(…)`; nothing of a symbol.
        var baseName: String {
            if name.hasPrefix("$") { return "" }
            let path = name.prefix { $0 != "(" }
            return String(path.split(separator: ".").last ?? "")
        }
    }

    private let sources: SourceFiles
    private(set) var all: [Code] = []

    init(_ runs: PackageRuns) {
        sources = runs.sources
        let uses = Uses(runs)
        for run in runs.programs.flatMap(\.runs) + runs.tests { add(run, uses) }
        var conditions = Conditions(sources)
        all.removeAll { code in
            // What others register all of is there to replace them.
            let isAlternative =
                code.kind != .module && uses.registered.isSuperset(of: code.keys)
            // Other builds may use what `#if` mentions.
            return uses.unknown.contains(code.kind) || isAlternative
                || conditions.mention(code.baseName)
        }
    }

    /// What would register a key, if somebody put it to use.
    func code(registering key: Key) -> Code? {
        all.first { $0.keys.contains { $0.matches(key) == true } }
    }

    /// What uses blocks and modules.
    private struct Uses {
        private(set) var blocks: Set<Block> = []
        /// The places of modules that a block has, or somebody registers.
        private(set) var modules: Set<Place> = []
        /// The keys that code which runs registers.
        private(set) var registered: Set<Key> = []
        /// What may be used of which nobody can tell.
        private(set) var unknown: Set<Kind> = []

        /// Whether the package only verifies its blocks.
        private let onlyVerifies: Bool

        init(_ runs: PackageRuns) {
            onlyVerifies = !runs.events.contains { event in
                guard case .blockUsed(_, let use) = event.kind else { return false }
                return use == .registered || use == .entered
            }
            for moment in runs.roots.moments {
                read(moment.event, in: moment.root.purpose)
            }
        }

        private mutating func read(_ event: Event, in purpose: Interpreter.Purpose) {
            let isReached = purpose != .unreached
            switch event.kind {
            // A test may be about what a block has.
            case .blockUsed(_, .verified) where purpose != .test && !onlyVerifies: break
            case .blockUsed(let block?, _): blocks.insert(block)
            case .blockUsed(nil, .passedOn): break
            case .blockUsed(nil, _) where isReached: unknown.insert(.block)
            case .blockEnded(_, let modules):
                modules.all.forEach { use($0.registration) }
                if modules.isOpen { unknown.insert(.module) }
            case .opened where isReached: unknown.formUnion([.module, .function])
            case .registered(let registration, _, _) where !event.isVerifying:
                use(registration)
                if isReached { registered.insert(registration.key) }
            case .passedOn(let registration): use(registration)
            default: break
            }
        }

        private mutating func use(_ registration: Registration) {
            if let place = registration.place { modules.insert(place) }
        }
    }

    private mutating func add(_ run: RootRun, _ uses: Uses) {
        var start: (name: String, place: Place?)?
        for event in run.journal.events {
            switch event.kind {
            case .blockEnded(let block, let modules) where !uses.blocks.contains(block):
                let keys = modules.all.map(\.registration.key)
                add(.block, block.name ?? "", event.place, keys, run)
            case .moduleCreated(let registration):
                guard let place = registration.place, !uses.modules.contains(place)
                else { continue }
                add(.module, "", place, [registration.key], run)
            case .began(let function):
                start = function.mayBeCalled ? nil : (function.name, event.place)
            // What it registers may depend on who calls it.
            case .registered(let registration, _, _) where registration.key.isKnown:
                let isForProcess = run.containers[event.container]?.kind == .process
                guard let start, isForProcess else { continue }
                add(.function, start.name, start.place, [registration.key], run)
            default: break
            }
        }
    }

    /// A block without modules is there for others to replace.
    private mutating func add(
        _ kind: Kind, _ name: String, _ place: Place?, _ keys: [Key], _ run: RootRun
    ) {
        guard let place = sources.own(place) else { return }
        let isOfOthers = run.purpose == .test && !sources.isInTests(place)
        if keys.isEmpty || isOfOthers { return }
        if let index = all.firstIndex(where: { $0.place == place }) {
            all[index].keys += keys
        } else {
            all.append(Code(kind: kind, name: name, place: place, keys: keys))
        }
    }
}

extension PackageRuns {
    /// What is forgotten, but for what the message on a missing registration names.
    func untold(_ kinds: Set<Forgotten.Kind>) -> [Forgotten.Code] {
        let asking = programs.flatMap(\.runs) + [rest].compactMap(\.self)
        let missing = asking.events.compactMap(\.request).filter { request in
            let isOne = request.form == .one || request.form == .unread
            return isOne && request.answers.isEmpty && !request.isOpen
        }
        return forgotten.all.filter {
            kinds.contains($0.kind) && Set(missing.map(\.key)).isDisjoint(with: $0.keys)
        }
    }
}
