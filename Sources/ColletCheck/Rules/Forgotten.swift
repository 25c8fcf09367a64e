/// What registers something, but isn't put to use: blocks that nothing builds, modules
/// that no block has, and functions that nothing calls.
struct Forgotten {
    enum Kind { case block, module, function }

    struct Code {
        let kind: Kind
        /// Of a function, or of the variable that has the block.
        var name = ""
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
    private(set) var blocks: [Code] = []
    private(set) var modules: [Code] = []
    private(set) var functions: [Code] = []

    init(_ runs: PackageRuns) {
        sources = runs.sources
        let own = runs.programs.flatMap(\.runs)
        let uses = Uses(runs.roots)
        for run in own + runs.tests { addBlocks(of: run, uses) }
        if uses.areBlocksUnknown { blocks = [] }
        if uses.areModulesUnknown { modules = [] }
        if !uses.areFunctionsUnknown {
            for run in own where run.purpose == .unreached { addFunctions(of: run) }
        }
        // Other builds may use it.
        var conditions = Conditions(sources)
        functions.removeAll { conditions.mention($0.baseName) }
        blocks.removeAll { conditions.mention($0.baseName) }
        // What others register all of is there to replace them.
        let isAlternative = { (code: Code) in uses.registered.isSuperset(of: code.keys) }
        blocks.removeAll(where: isAlternative)
        functions.removeAll(where: isAlternative)
    }

    var all: [Code] { functions + blocks + modules }

    /// What would register a key, if somebody put it to use.
    func code(registering key: Key) -> Code? {
        all.first { $0.keys.contains { $0.matches(key) == true } }
    }

    // MARK: Blocks and modules

    /// What uses blocks and modules.
    private struct Uses {
        private(set) var blocks: Set<Block> = []
        /// The places of modules that a block has, or somebody registers.
        private(set) var modules: Set<Place> = []
        /// The keys that code which runs registers.
        private(set) var registered: Set<Key> = []
        /// Whether any block, module or function may be used.
        private(set) var areBlocksUnknown = false
        private(set) var areModulesUnknown = false
        private(set) var areFunctionsUnknown = false

        init(_ runs: [RootRun]) {
            for run in runs {
                for event in run.journal.events { read(event, in: run.purpose) }
            }
        }

        private mutating func read(_ event: Event, in purpose: Interpreter.Purpose) {
            switch event.kind {
            // A test may be about what a block has.
            case .blockUsed(_, .verified) where purpose != .test: break
            case .blockUsed(let block?, _): blocks.insert(block)
            case .blockUsed(nil, .passedOn): break
            case .blockUsed(nil, _) where purpose != .unreached: areBlocksUnknown = true
            case .blockEnded(_, let modules):
                for element in modules.all { use(element.registration) }
                areModulesUnknown = areModulesUnknown || modules.isOpen
            case .opened where purpose != .unreached:
                (areModulesUnknown, areFunctionsUnknown) = (true, true)
            case .registered(let registration, _, _) where !event.isVerifying:
                use(registration)
                if purpose != .unreached { registered.insert(registration.key) }
            case .passedOn(let registration): use(registration)
            default: break
            }
        }

        private mutating func use(_ registration: Registration) {
            if let place = registration.place { modules.insert(place) }
        }
    }

    private mutating func addBlocks(of run: RootRun, _ uses: Uses) {
        for event in run.journal.events {
            switch event.kind {
            case .blockEnded(let block, let modules):
                // A block without modules is there for others to replace.
                guard !modules.all.isEmpty, !uses.blocks.contains(block) else { continue }
                let keys = modules.all.map(\.registration.key)
                add(.block, block.name ?? "", event.place, keys, run)
            case .moduleCreated(let registration):
                guard let place = registration.place, !uses.modules.contains(place)
                else { continue }
                add(.module, "", place, [registration.key], run)
            default: break
            }
        }
    }

    private mutating func add(
        _ kind: Kind, _ name: String, _ place: Place?, _ keys: [Key], _ run: RootRun
    ) {
        guard let place = place.flatMap(sources.written), sources.isOwn(place) else {
            return
        }
        let isOfOthers = run.purpose == .test && !sources.isInTests(place)
        let isKnown = (blocks + modules).contains { $0.place == place }
        if isKnown || isOfOthers { return }
        let code = Code(kind: kind, name: name, place: place, keys: keys)
        if code.kind == .block { blocks.append(code) } else { modules.append(code) }
    }

    // MARK: Functions

    private mutating func addFunctions(of run: RootRun) {
        var start: (start: Start, place: Place)?
        for event in run.journal.events {
            switch event.kind {
            case .began(let function): start = (function, event.place ?? .unknown)
            case .registered(let registration, _, _):
                guard let start, !start.start.mayBeCalled else { continue }
                guard run.containers[event.container]?.kind == .process else { continue }
                // What it registers depends on who calls it.
                if registration.key.isKnown { add(registration.key, to: start) }
            default: break
            }
        }
    }

    private mutating func add(_ key: Key, to start: (start: Start, place: Place)) {
        if let index = functions.firstIndex(where: { $0.place == start.place }) {
            functions[index].keys.append(key)
        } else {
            functions.append(
                Code(
                    kind: .function, name: start.start.name, place: start.place,
                    keys: [key]))
        }
    }
}

extension PackageRuns {
    /// The keys that somebody asks for and that nothing answers.
    var missingKeys: Set<Key> {
        let all = programs.flatMap(\.runs) + [rest].compactMap { $0 }
        return all.flatMap(\.journal.events).reduce(into: []) { keys, event in
            guard case .asked(let request) = event.kind, request.answers.isEmpty else {
                return
            }
            let isOne = request.form == .one || request.form == .unread
            if isOne, !request.isOpen { keys.insert(request.key) }
        }
    }

    /// What is forgotten, but for what the message on a missing registration names.
    func untold(_ code: [Forgotten.Code]) -> [Forgotten.Code] {
        let missing = missingKeys
        return code.filter { missing.isDisjoint(with: $0.keys) }
    }
}
