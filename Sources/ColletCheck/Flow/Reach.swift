/// What code runs at all when a program does, and what runs only in an override.
struct Reach {
    let code: ProgramCode
    var declarations: Declarations { code.declarations }
    private let pieces: CodePieces
    private let graph: RunGraph
    private let live: Set<Code>
    /// What the program's own code leads to, whoever else may call what is public.
    private let used: Set<Code>
    /// For code that certainly runs only in overrides and isolations, the innermost ones.
    private let confined: Links<Code>
    /// The same for the code of tests.
    private let confinedTests: Links<Code>
    /// For code what runs or mentions it.
    private let users: Links<Code>
    var isolations: Set<Code> { graph.isolations }
    /// The overrides of the program itself, which are no previews.
    let overrides: Set<Code>
    private let appModules: Set<String>
    /// The modules that tests import.
    private let testedModules: Set<String>

    init(of code: ProgramCode, in appModules: Set<String>) {
        self.code = code
        pieces = CodePieces(of: code)
        graph = RunGraph(of: pieces)
        self.appModules = appModules
        let units = code.files.map(\.file.unit)
        let ofTests = code.files.filter(\.file.isInTests).map(\.file.unit.module)
        testedModules = units.imported(by: ofTests)
        let uses = graph.uses
        live = uses.reached(from: [.start])
        let named = code.mentions.filter(\.file.isOfProgram).map(\.symbol.usr)
        used = uses.reached(from: named.map(pieces.code))
        confined = graph.confined(graph.mentions)
        confinedTests = graph.confinedTests
        users = uses.reversed
        overrides = graph.running.intersection(live).subtracting(graph.isolations)
    }

    /// Notes whether a registration is ever built.
    func withEffect(
        _ read: Read<Registration>, of blocks: [Place: Block]
    ) -> Read<Registration> {
        let ofBlock = blocks[read.value.block]?.effect
        let effect = ofBlock ?? effect(at: read.mention, isBuilding: true)
        let isForOthers = isOfOtherPrograms(read.value.site)
        let others = Effect(scopes: effect.scopes.union([.start]), isCertain: true)
        return read.with {
            $0.effect = isForOthers ? others : effect
            $0.isForOthers = isForOthers
            $0.isOfTestSupport =
                isForOthers && isTestSupport(read.value.site.module, with: effect)
            $0.isBehindCondition = read.mention.isBehindCondition || !$0.effect.isCertain
        }
    }

    /// Whether a module that no program imports has something for tests: a program that
    /// loads it could have that only from code which builds it.
    private func isTestSupport(_ module: String, with effect: Effect) -> Bool {
        let mayBeBuilt = effect.unreached != nil || effect.scopes.contains(.start)
        let isForPrograms = appModules.isEmpty || !testedModules.contains(module)
        return !mayBeBuilt && !isForPrograms
    }

    /// Whether no program imports the module that something is in: it is for programs
    /// elsewhere.
    private func isOfOtherPrograms(_ site: Site) -> Bool {
        !site.isInTests && !appModules.contains(site.module)
    }

    /// What a block serves that a call overrides or isolates with, or makes a container
    /// of, which has no place. What is current in any of them may be kept as a container,
    /// and entered anywhere, but what tests keep is nothing to the program.
    func effect(ofScope scope: Code?, isInTests: Bool) -> Effect {
        let performing = Code.performing(isInTests: isInTests)
        var served = graph.scopes.filter { $0 == performing || $0 == scope }
        // A container is no use to build, also where nobody is seen to enter it.
        if scope == nil { served.insert(performing) }
        let meant = scope.map { [$0] } ?? served
        return Effect(scopes: served, isPossible: !meant.isDisjoint(with: pieces.open))
    }

    /// Where something takes effect that is handed on at a mention, so that it may be
    /// isolated with anywhere, or that is registered or built there.
    func effect(at mention: Mention, isBuilding: Bool = false) -> Effect {
        let code = pieces.code(around: mention)
        let isInTests = mention.file.isInTests
        if !isInTests, let unused = unusedMember(around: mention) {
            return Effect(unreached: unused)
        }
        var effect = Effect(
            scopes: scopes(around: mention), isCertain: !mention.isBehindCondition)
        let callers = users.reached(from: [code])
        let isDead = !isInTests && !isLive(code, mention)
        if isDead, let container = mention.functions.first {
            effect.unreached = declarations.function(container)
            effect.unreached?.isReplaced = isReplaced(container)
            effect.unreached?.isTested = !callers.isDisjoint(with: graph.tests)
            effect.isOfOtherBuilds = isNamed(container, in: \.inactiveWords)
        }
        if effect.scopes.isEmpty, effect.unreached == nil {
            effect.scopes = [isInTests ? .testing : .start]
        }
        // What also runs in an isolation counts there, too.
        let mayServe = !effect.scopes.isEmpty && !isBuilding
        let others = mayServe ? isolations : callers
        effect.scopes.formUnion(others.intersection(isolations))
        return effect
    }

    func isReplaced(_ member: USR) -> Bool { pieces.replaced.contains(member) }

    /// Whether something runs the code around a mention, and makes who has it: a
    /// requirement may be called of other types alone.
    private func isLive(_ code: Code, _ mention: Mention) -> Bool {
        let isOfObject = declarations[mention.container]?.isOfObject == true
        let owner = isOfObject ? declarations.type(around: mention.container) : nil
        return live.contains(code) && owner.map { live.contains(.type($0)) } != false
    }

    /// The initializer that a mention is in, if nothing names that: it is reached with its
    /// type, which others make, and doesn't run.
    private func unusedMember(around mention: Mention) -> Function? {
        guard let usr = mention.container, declarations[usr]?.kind == .constructor
        else { return nil }
        if !code.mentions(of: usr).isEmpty { return nil }
        let isMadeByOthers = declarations.makers(of: usr).contains {
            !code.mentions(of: $0).isEmpty
        }
        // A subclass may inherit an initializer.
        let isInherited =
            declarations[declarations.type(around: usr)]?.isOpenClass == true
        let mayBeCalled = isInherited || declarations.isKnownToOthers(usr)
        return isMadeByOthers && !mayBeCalled ? declarations.function(usr) : nil
    }

    /// Whether words that aren't read name a declaration: those that `#if` leaves out, or
    /// those of files as tests that nobody has built.
    func isNamed(_ usr: USR, in words: (SourceFile) -> Set<Substring>) -> Bool {
        let name = declarations[usr]?.symbol.baseName ?? ""
        return code.files.contains { words($0.file).contains(name) }
    }

    /// The overrides and isolations for which alone a mention counts, if it does so for
    /// some.
    func scopes(around mention: Mention) -> Set<Code> {
        let code = pieces.code(around: mention)
        if graph.scopes.contains(code) { return [code] }
        return (mention.file.isInTests ? confinedTests : confined)[code]
    }

    /// Notes which requests are made in overrides only, and what keeps who asks.
    func withScopes(
        _ requests: [Read<Request>], _ table: RegistrationTable, of blocks: [Place: Block]
    ) -> [Read<Request>] {
        let asking = asking(requests, table)
        let confined = graph.confined(asking, of: table.all)
        let lazy = declarations.lazyValues
        let earlier =
            lazy.isEmpty
            ? confined
            : graph.confined(asking, of: table.all, beforeReading: lazy)
        let keepers = keepers(table.all)
        let served = Set(blocks.values.flatMap(\.effect.scopes))
        return requests.map { read in
            let site = read.value.site
            if isOfOtherPrograms(site) { return read }
            let code = pieces.code(around: read.mention)
            let around = scopes(around: read.mention)
            let outer = site.isInTests ? confinedTests : confined
            // What only a block that nobody builds runs is asked for in none.
            let scopes = around.isEmpty ? outer.targets[code] : around
            return read.with { request in
                request.isOfApp = !site.isInTests
                request.isForOthers = isForOthers(read.mention)
                request.keeper = site.isInTests ? nil : keepers[code]
                request.isUsed = self.code.uses(of: read).contains {
                    $0.file.isOfProgram || used.contains(pieces.code(around: $0))
                }
                let isEarlier = earlier[code] != confined[code]
                if isEarlier, !earlier[code].contains(.start) {
                    request.earlierScopes = earlier[code]
                }
                guard let scopes else { return }
                request.scopes = scopes.map { self.scopes(with: $0, in: outer, served) }
            }
        }
    }

    /// Whether who calls what a mention is in can't be followed: no name says that it runs,
    /// or another module does.
    private func isForOthers(_ mention: Mention) -> Bool {
        let container = mention.container ?? ""
        let required = declarations.requirements[container]
        let isRequired = required.contains { declarations[$0] == nil }
        if isRequired || declarations[container]?.isNeverNamed == true { return true }
        return mention.node.path.contains { mention.mayKeep($0) }
    }

    /// What code asks for, by what serves that.
    private func asking(
        _ requests: [Read<Request>], _ table: RegistrationTable
    ) -> Links<Code> {
        requests.filter { !$0.value.site.isInTests }.reduce(into: Links()) {
            asking, read in
            let served = table.registrations(for: read.value.key)
            asking.add(served.map(\.code), to: pieces.code(around: read.mention))
        }
    }

    /// The overrides that are in force together: one may itself run in others.
    private func scopes(
        with scope: Code, in outer: Links<Code>, _ served: Set<Code>
    ) -> Set<Code> {
        reachable(from: [scope]) { scope -> Set<Code> in
            if scope == .start { return [] }
            // An isolation sees nothing around it. Of another module's block nothing is
            // known.
            if isolations.contains(scope) {
                return served.contains(scope) ? [] : [.start]
            }
            let around = outer.targets[scope] ?? [.start]
            // What a container lies over is known where it is made.
            return scope.isPerforming ? around.union([.start]) : around
        }
    }

    /// The code of the objects that registrations and variables of types keep.
    private func keepers(_ registrations: [Registration]) -> [Code: Place] {
        let kept = registrations.filter(\.isKept).map { ($0.code, $0.place) }
        var result = Dictionary(kept) { $1 }
        for (usr, variable) in declarations.definitions
        where variable.symbol.isShared && variable.keepsValue {
            result[.function(usr)] = variable.place
        }
        let types = Set(declarations.types.keys.map(Code.type))
        for (code, place) in result.sorted(by: { $0.value > $1.value }) {
            let objects = reachable(from: [code]) { graph.runs[$0].intersection(types) }
            for object in objects { result[object] = place }
        }
        return result
    }
}

extension Definition {
    /// Whether it is a class that others may inherit from.
    fileprivate var isOpenClass: Bool { kind == .class && !modifiers.contains("final") }

    /// Whether no name says where it runs, also because it has none.
    fileprivate var isNeverNamed: Bool {
        let hasNoName = isDeinitializer || symbol.baseName == "subscript"
        return hasNoName || isCalledByNoName
    }
}

extension Mention {
    /// Whether a closure around it is given to what may keep it, or a setter runs it.
    fileprivate func mayKeep(_ node: Node) -> Bool {
        if node.kind == .setter { return true }
        if !mayEscape(node) { return false }
        // What runs in a task is in the override around it, or certainly in none.
        let isTask =
            file.isToken(file.callee(of: node), "Task") || file.task(of: node).isItsOwn
        return !isTask && Phrase(file, node.range).variable == nil
    }
}
