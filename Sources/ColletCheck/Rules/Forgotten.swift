/// Code that would register something, but isn't used: blocks that nothing builds,
/// modules that no block has, and functions that nothing calls.
struct Forgotten {
    enum Kind { case block, module, function }

    struct Code {
        let kind: Kind
        /// The function's name, or the block's.
        let name: String
        let place: Place
        /// Identifies it where it is used: the block, or the place of the module.
        var subject: AnyHashable?
        /// The keys that it would register.
        var keys: [Key] = []
        /// The event that makes it, or `nil` for a function.
        var event: Event?
        /// Whether the function around it ran, but never came to it.
        var isOnOtherWay: Bool { event?.isOnOtherWay ?? true }

        /// `start` of `Setup.start(…)`.
        var baseName: String { String(name.prefix { $0 != "(" }.lastName) }
    }

    private let sources: SourceFiles
    private(set) var all: [Code] = []
    /// The used blocks, and the places of modules that are registered or in a block.
    private var used: Set<AnyHashable?> = []
    /// The keys that programs register.
    private var registered: Set<Key> = []
    /// The kinds whose code may all be used, because it can't be told which is.
    private var unknown: Set<Kind> = []
    /// Whether the package only verifies its blocks.
    private let onlyVerifies: Bool
    /// The unreached function that runs.
    private var start: (function: Start, place: Place?)?

    init(_ runs: PackageRuns) {
        sources = runs.sources
        onlyVerifies = !runs.events.compactMap(\.blockUse?.use).contains {
            $0 == .registered || $0 == .entered
        }
        for moment in runs.moments { read(moment) }
        all.removeAll { code in
            // Code whose keys all have other registrations is there to replace them.
            let isAlternative =
                code.kind != .module && registered.isSuperset(of: code.keys)
            // Other builds may use a name that `#if` mentions.
            return used.contains(code.subject) || unknown.contains(code.kind)
                || isAlternative || runs.conditions.mention(code.baseName)
                || runs.code.isDefault(code.event?.way.first?.symbol ?? "")
        }
    }

    /// The unused code that would register a key, or one that may be meant by an unknown
    /// name.
    func code(registering key: Key) -> Code? {
        all.first { code in
            code.keys.contains { $0.matches(key) ?? (key.name == .unknown) }
        }
    }

    private mutating func read(_ moment: Moment) {
        let event = moment.event
        let root = moment.root
        if moment.index == 0 { start = nil }
        switch event.kind {
        // Verifying a block isn't using it, except in a test that is about it.
        case .blockUsed(_, .verified) where !root.isTest && !onlyVerifies: break
        case .blockUsed(let block?, _): used.insert(block)
        case .blockUsed(nil, .passedOn): break
        case .blockUsed(nil, _) where !root.isUnreached: unknown.insert(.block)
        case .blockEnded(let block, let modules):
            used.formUnion(modules.all.map(\.registration.origin))
            if modules.isOpen { unknown.insert(.module) }
            let all = modules.all.map(\.registration)
            // Nothing calls the function that the symbol stands for.
            let isOfStart = block.name?.hasPrefix("$") == true
            let name = isOfStart ? start?.function.name : block.name
            add(.block, name ?? "", event.place, all, moment, as: block)
        case .moduleCreated(let registration):
            // Only the braces that make the module have what it captures.
            let isBound = registration.make.closure?.captures.isEmpty == false
            if isBound, event.isOnOtherWay { break }
            add(
                .module, "", registration.place, [registration], moment,
                as: registration.origin)
        case .opened where !root.isUnreached: unknown.formUnion([.module, .function])
        case .began(let function):
            start = (function, event.place)
        case .registered(let registration, _, _): read(registration, moment)
        case .passedOn(let registration): used.insert(registration.origin)
        default: break
        }
    }

    private mutating func read(_ registration: Registration, _ moment: Moment) {
        // Otherwise the key or the container may depend on the caller.
        let isClear = registration.key.isKnown && moment.kind == .process
        if let start, !start.function.mayBeCalled, isClear {
            add(.function, start.function.name, start.place, [registration], moment)
        }
        if moment.event.isVerifying { return }
        used.insert(registration.origin)
        // A test's fakes replace the code where it is used.
        let isOfProgram = !moment.root.isUnreached && !moment.root.isTest
        if isOfProgram { registered.insert(registration.key) }
    }

    /// Adds code that the package itself may have forgotten. It leaves out blocks without
    /// modules, which are there for others to replace, and modules that may register what
    /// a caller gives.
    private mutating func add(
        _ kind: Kind, _ name: String, _ place: Place?, _ registrations: [Registration],
        _ moment: Moment, as subject: AnyHashable? = nil
    ) {
        let keys = registrations.filter { !$0.key.isTypeUnknown && !$0.make.isUnknown }
            .map(\.key)
        guard let place = sources.own(place), !keys.isEmpty else { return }
        let root = moment.root
        let isOfOthers = root.isTest && !sources.isInTests(place)
        let isOfLibrary = root.isUnreached && root.program == nil
        if isOfOthers || isOfLibrary { return }
        if let index = all.firstIndex(where: { $0.place == place }) {
            all[index].keys += keys
        } else {
            all.append(
                Code(
                    kind: kind, name: name, place: place, subject: subject, keys: keys,
                    event: moment.event))
        }
    }
}

extension Program {
    /// Whether a function is a protocol's default, in place of which the conforming types
    /// may have their own.
    fileprivate func isDefault(_ symbol: String) -> Bool {
        let name = demangled(symbol)
        guard let start = name.firstRange(of: "(extension in ") else { return false }
        let path = name[start.upperBound...].split(separator: ".")
        return declaration(of: String(path[1]))?.kind == "protocol"
    }
}

extension Event {
    /// Whether the function around it ran, but never came to it.
    fileprivate var isOnOtherWay: Bool {
        way.allSatisfy { plainName(ofSymbol: $0.symbol).hasPrefix("closure #") }
    }
}
