/// What registers something, but isn't put to use: blocks that nothing builds, modules
/// that no block has, and functions that nothing calls.
struct Forgotten {
    enum Kind { case block, module, function }

    struct Code {
        let kind: Kind
        /// Of a function, or of the variable that has the block.
        let name: String
        let place: Place
        /// What it is known by where somebody uses it: the block, or the place.
        var subject: AnyHashable?
        /// What it would register.
        var keys: [Key] = []

        /// `start` of `Setup.start(…)`; nothing of a symbol.
        var baseName: String {
            if name.hasPrefix("$") { return "" }
            let path = name.prefix { $0 != "(" }
            return String(path.split(separator: ".").last ?? "")
        }
    }

    private let sources: SourceFiles
    private(set) var all: [Code] = []
    /// The blocks that somebody uses, and the places of modules that a block has or
    /// somebody registers.
    private var used: Set<AnyHashable?> = []
    /// The keys that code which runs registers.
    private var registered: Set<Key> = []
    /// What may be used of which nobody can tell.
    private var unknown: Set<Kind> = []
    /// Whether the package only verifies its blocks.
    private let onlyVerifies: Bool
    /// The function that runs, if nothing calls it.
    private var start: (name: String, place: Place?)?

    init(_ runs: PackageRuns) {
        sources = runs.sources
        onlyVerifies = !runs.events.compactMap(\.blockUse?.use).contains {
            $0 == .registered || $0 == .entered
        }
        for moment in runs.moments { read(moment) }
        all.removeAll { code in
            // What others register all of is there to replace them.
            let isAlternative =
                code.kind != .module && registered.isSuperset(of: code.keys)
            // Other builds may use what `#if` mentions.
            return used.contains(code.subject) || unknown.contains(code.kind)
                || isAlternative || runs.conditions.mention(code.baseName)
        }
    }

    /// What would register a key, if somebody put it to use.
    func code(registering key: Key) -> Code? {
        all.first { $0.keys.contains { $0.matches(key) == true } }
    }

    private mutating func read(_ moment: Moment) {
        let event = moment.event
        let purpose = moment.root.purpose
        let isReached = purpose != .unreached
        if moment.index == 0 { start = nil }
        switch event.kind {
        // A test may be about what a block has.
        case .blockUsed(_, .verified) where purpose != .test && !onlyVerifies: break
        case .blockUsed(let block?, _): used.insert(block)
        case .blockUsed(nil, .passedOn): break
        case .blockUsed(nil, _) where isReached: unknown.insert(.block)
        case .blockEnded(let block, let modules):
            used.formUnion(modules.all.map(\.registration.origin))
            if modules.isOpen { unknown.insert(.module) }
            let keys = modules.all.map(\.registration.key)
            add(.block, block.name ?? "", event.place, keys, moment, as: block)
        case .moduleCreated(let registration):
            add(
                .module, "", registration.place, [registration.key], moment,
                as: registration.origin)
        case .opened where isReached: unknown.formUnion([.module, .function])
        case .began(let function):
            start = function.mayBeCalled ? nil : (function.name, event.place)
        case .registered(let registration, _, _): read(registration, moment)
        case .passedOn(let registration): used.insert(registration.origin)
        default: break
        }
    }

    private mutating func read(_ registration: Registration, _ moment: Moment) {
        // What it registers may depend on who calls it.
        let isClear = registration.key.isKnown && moment.kind == .process
        if let start, isClear {
            add(
                .function, start.name, start.place, [registration.key], moment,
                as: start.name)
        }
        if moment.event.isVerifying { return }
        used.insert(registration.origin)
        if moment.root.purpose != .unreached { registered.insert(registration.key) }
    }

    /// A block without modules is there for others to replace.
    private mutating func add(
        _ kind: Kind, _ name: String, _ place: Place?, _ keys: [Key], _ moment: Moment,
        as subject: AnyHashable
    ) {
        guard let place = sources.own(place), !keys.isEmpty else { return }
        let root = moment.root
        let isOfOthers = root.purpose == .test && !sources.isInTests(place)
        let isOfLibrary = root.purpose == .unreached && root.program == nil
        if isOfOthers || isOfLibrary { return }
        if let index = all.firstIndex(where: { $0.place == place }) {
            all[index].keys += keys
        } else {
            all.append(
                Code(kind: kind, name: name, place: place, subject: subject, keys: keys))
        }
    }
}

extension PackageRuns {
    /// What is forgotten, but for what the message on a missing registration names.
    var untold: [Forgotten.Code] {
        let missing = visits(in: programRoots + rest).filter { $0.answer == .missing }
        let keys = Set(missing.map(\.key))
        return forgotten.all.filter { keys.isDisjoint(with: $0.keys) }
    }
}
