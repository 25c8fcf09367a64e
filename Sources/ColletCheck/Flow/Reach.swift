/// Finds out what code runs at all when a program does, and what runs only in an override.
struct ReachReader {
    let code: ProgramCode
    var declarations: Declarations { code.declarations }
    private var runs: [Code: Set<Code>] = [:]
    /// What code mentions. What of that the index doesn't show it to run, it may run all the same.
    private var mentions: [Code: Set<Code>] = [:]
    private var scopes: Set<Code> = []
    private var live: Set<Code> = []
    /// For code that certainly runs only in overrides and isolations, the innermost ones.
    private var confined: [Code: Set<Code>] = [:]
    /// The isolations, with what code each runs, though others may run it, too.
    private(set) var isolations: [Code: Set<Code>] = [:]
    /// The overrides, isolations and containers that the program itself runs, but for previews.
    private(set) var running: Set<Code> = []
    /// Those of which some code that they run can't be followed.
    private var open: Set<Code> = []
    /// What code runs in by the bracket around it: an override, an isolation or a container.
    private var scopesByNode: [Node: Code] = [:]
    /// Containers are not told apart: what one of them has, all closures of `perform` have.
    private static let performing = Code.declaration("perform")

    init(_ code: ProgramCode) {
        self.code = code
        for call in code.calls where call.use?.isScope == true {
            follow(scope(of: call), at: call)
        }
        for mention in code.mentions { add(mention) }
        for call in code.calls { addCall(call) }
        addDeclarations()
        live = running(from: .start)
        for scope in isolations.keys { isolations[scope] = running(from: scope) }
        confined = scopes(mentions)
        running.formIntersection(live)
    }

    /// Follows what an override runs: a closure, a function, or what a helper around it is given.
    /// Of a helper's arguments only those count that it passes on.
    private mutating func follow(
        _ scope: Code, at mention: Mention, passing passed: [String]? = nil,
        by others: Set<String> = []
    ) {
        let (file, helper) = (mention.file, mention.container ?? "")
        let parameters = declarations[helper]?.closureParameters ?? []
        let isPutOff = mention.symbol.demangled?.contains("@autoclosure") == true
        var isFollowed = false
        let arguments = mention.arguments.list, given = arguments.map(\.label)
        // A closure behind the call has no label, and is one that is missing.
        let callee = declarations[mention.symbol.usr]
        let first = callee?.closureParameters.map(\.label).first { !given.contains($0) }
        for (label, value) in arguments where passed?.contains(label ?? first ?? "") != false {
            let isFunction = value.range.last.flatMap { file.symbol(at: $0) }?.isFunction == true
            let isSeen = value.braces != nil || isFunction || isPutOff
            let node = value.braces ?? file.node(openedBy: mention.index + 1)
            if isSeen, let node { scopesByNode[node] = scope }
            let names = Set(value.range.map { file.tokens[$0].text })
            let inner = parameters.filter { names.contains($0.name) }.map(\.label)
            isFollowed = isFollowed || isSeen || !inner.isEmpty
            if inner.isEmpty || others.contains(helper) { continue }
            for use in code.mentions(of: helper) {
                follow(scope, at: use, passing: inner, by: others.union([helper]))
            }
        }
        if !isFollowed { open.insert(scope) }
    }

    private func scope(of call: Mention) -> Code {
        call.use == .perform ? Self.performing : .closure(call.place)
    }

    /// The overrides of the program itself, which are no previews.
    var overrides: Set<Code> { running.subtracting(isolations.keys) }

    /// Notes whether a registration is ever built.
    func withEffect(
        _ read: Read<Registration>, of blocks: [Place: Block], in appModules: Set<String>
    ) -> Read<Registration> {
        // What no program imports is for programs elsewhere.
        guard appModules.contains(read.value.site.module) else { return read }
        let effect = blocks[read.value.block]?.effect ?? effect(at: read.mention)
        return read.with { $0.effect = effect }
    }

    /// Notes which requests are made in overrides only, and what keeps who asks.
    func withScopes(_ requests: [Read<Request>], _ table: RegistrationTable) -> [Read<Request>] {
        // What is kept is made where it is registered.
        let kept = table.all.filter { $0.lifetime != .transient && $0.isBuilt }.map(\.site.place)
        var asking: [Code: Set<Code>] = [:]
        for read in requests where !read.value.site.isInTests {
            let served = table.registrations(for: read.value.key)
            asking[code(around: read.mention), default: []]
                .formUnion(served.map { .closure($0.site.place) })
        }
        let confined = scopes(asking, kept: kept, of: table.all)
        let keepers = keepers(kept)
        return requests.map { read in
            if read.value.site.isInTests { return read }
            let (code, around) = (code(around: read.mention), scopes(around: read.mention))
            let scopes = around.isEmpty ? confined[code, default: []] : around
            return read.with {
                $0.keeper = keepers[code]
                if scopes.isEmpty { return }
                // An override may itself run in another one; an isolation sees nothing around it.
                $0.scopes = scopes.map { scope in
                    reachable(from: [scope]) { scope in
                        let isLast = scope == .start || isolations[scope] != nil
                        return isLast ? [] : confined[scope] ?? [.start]
                    }
                }
            }
        }
    }

    func code(around mention: Mention) -> Code {
        let (file, reader) = (mention.file, mention.reader)
        var isInTask = true
        for node in mention.node.path {
            if let call = reader.closures[node], call.isRegistering { return .closure(call.place) }
            if isInTask, let scope = scopesByNode[node] { return scope }
            if node.isBraces, file.task(of: node).isItsOwn { isInTask = false }
        }
        return mention.container.map(code) ?? .start
    }

    /// What a block serves that a call overrides or isolates with, or makes a container of, which has
    /// no place. What is current in any of them may be kept as a container.
    func effect(ofScope scope: Code?) -> Effect {
        let served = scopes.intersection([scope ?? Self.performing, Self.performing])
        return Effect(scopes: served, isPossible: scope.map(open.contains) == true)
    }

    /// Where something takes effect that is registered or built at a mention. What is handed on there
    /// may be isolated with anywhere.
    func effect(at mention: Mention, isBuilding: Bool = true) -> Effect {
        if mention.file.isInTests { return Effect(scopes: [.closure(mention.place)]) }
        let code = code(around: mention)
        var effect = Effect(scopes: scopes(around: mention))
        if let container = mention.container, !live.contains(code) {
            effect.unreached = declarations.function(container)
            effect.isOfOtherBuilds = isOfOtherBuilds(container)
        }
        if effect.scopes.isEmpty, effect.unreached == nil { effect.scopes = [.start] }
        // What also runs in an isolation counts there, too.
        let mayServe = !effect.scopes.isEmpty && !isBuilding
        effect.scopes.formUnion(isolations.filter { mayServe || $0.value.contains(code) }.keys)
        return effect
    }

    private func running(from code: Code) -> Set<Code> {
        reachable(from: [code]) { runs[$0, default: []].union(mentions[$0, default: []]) }
    }

    func isOfOtherBuilds(_ usr: String) -> Bool {
        let name = declarations[usr]?.symbol.name.prefix { $0 != "(" } ?? ""
        return code.files.contains { $0.file.inactiveWords.contains(name) }
    }

    /// The overrides and isolations for which alone a mention counts, if it does so for some.
    func scopes(around mention: Mention) -> Set<Code> {
        let code = code(around: mention)
        return scopes.contains(code) ? [code] : confined[code] ?? []
    }

    /// For code that runs only in overrides and isolations, the innermost ones; by what code asks
    /// for or mentions, the places of the registrations that keep what they make, whoever asks, and
    /// all registrations: an isolation has only its own.
    func scopes(
        _ related: [Code: Set<Code>], kept: [Place] = [], of registrations: [Registration] = []
    ) -> [Code: Set<Code>] {
        let graph = runs.merging(related) { $0.union($1) }
        func reached(from start: Set<Code>, without missing: Set<Code> = []) -> Set<Code> {
            reachable(from: start.subtracting(missing)) {
                scopes.contains($0) ? [] : graph[$0, default: []].subtracting(missing)
            }
        }
        // What is overridden both outside and within itself, as what calls itself, is outside.
        let unbuilt = Set(registrations.filter { !$0.isBuilt }.map { Code.closure($0.site.place) })
        let outside = reached(from: Set(kept.map(Code.closure) + [.start]), without: unbuilt)
        var result: [Code: Set<Code>] = [:]
        for scope in scopes {
            // What is around an override may be what another one has, if that runs it.
            let (isAlone, isOutside) = (isolations[scope] != nil, outside.contains(scope))
            let others = registrations.filter {
                !$0.effect.scopes.contains(scope) && (isAlone || isOutside && !$0.isBuilt)
            }
            let missing = Set(others.map { Code.closure($0.site.place) })
            let inside = reached(from: graph[scope, default: []], without: missing)
            for code in inside.subtracting(outside) { result[code, default: []].insert(scope) }
        }
        // What nobody there asks for would run where it is registered.
        let asked = outside.union(result.keys)
        for registration in registrations where !registration.isBuilt {
            let code = Code.closure(registration.site.place)
            for code in reached(from: [code]).subtracting(asked) {
                result[code, default: []].formUnion(registration.effect.scopes)
            }
        }
        return result
    }

    /// The code of the objects that registrations and variables of types keep.
    func keepers(_ registrations: [Place]) -> [Code: Place] {
        var result = Dictionary(registrations.map { (Code.closure($0), $0) }) { $1 }
        let kinds: Set<IndexSymbol.Kind?> = [.variable, .staticProperty, .classProperty]
        for (usr, variable) in declarations.definitions
        where kinds.contains(variable.symbol.kind) && variable.equalsSign != nil {
            result[.declaration(usr)] = variable.site.place
        }
        let types = Set(declarations.types.keys.map(Code.declaration))
        for (code, place) in result.sorted(by: { $0.value > $1.value }) {
            let objects = reachable(from: [code]) { runs[$0, default: []].intersection(types) }
            for object in objects { result[object] = place }
        }
        return result
    }

    private func code(of usr: String) -> Code {
        let usr = declarations.owner(ofAccessor: usr)
        // An initializer, and what is stored, comes with its type.
        let joined: [IndexSymbol.Kind?] = [.constructor, .instanceProperty, .enumCase, nil]
        let isJoined = joined.contains(declarations[usr]?.symbol.kind)
        return .declaration(isJoined ? declarations.type(around: usr)?.usr ?? usr : usr)
    }

    private mutating func add(_ mention: Mention) {
        let (file, symbol) = (mention.file, mention.symbol)
        // What a type stores comes with its objects, whoever reads it.
        guard symbol.kind != .instanceProperty, symbol.isType || declarations[symbol.usr] != nil
        else { return }
        let source = file.isInTests ? .start : code(around: mention)
        mentions[source, default: []].insert(code(of: symbol.usr))
        // Who makes an object mentions an initializer, too.
        if file.isInTests || symbol.isType { return }
        runs[source, default: []].insert(code(of: symbol.usr))
    }

    private mutating func addCall(_ call: Mention) {
        let (file, outer) = (call.file, code(around: call))
        if call.isRegistering { mentions[outer, default: []].insert(.closure(call.place)) }
        guard call.use?.isScope == true else { return }
        let scope = scope(of: call)
        runs[outer, default: []].insert(scope)
        if file.isInTests { return }
        scopes.insert(scope)
        if call.use == .isolation { isolations[scope] = [] }
        let macro = (0..<call.index).last { file.isToken($0, "#Preview") }
        if macro.map({ file.expression(from: $0).range.contains(call.index) }) == true { return }
        if declarations[call.container]?.symbol.name == "previews" { return }
        running.insert(scope)
    }

    private mutating func addDeclarations() {
        for (type, bases) in declarations.bases {
            runs[.declaration(type), default: []].formUnion(bases.map(Code.declaration))
        }
        // What nobody is seen to make, a preview or a cell, others may that know its bases.
        let made = Set(runs.values.joined())
        let others = declarations.types.filter { declarations[$0.key] == nil }
        for (usr, definition) in declarations.definitions {
            let (symbol, isPublic) = (definition.symbol, declarations.isPublic(definition))
            let type = declarations[declarations.type(around: usr)?.usr]
            let isForObjectiveC = type?.modifiers.contains("@objcMembers") == true
            let inheritsFromOthers = declarations.bases[usr, default: []]
                .contains { others[$0]?.kind == .class }
            let isUnmade = symbol.isType && !made.contains(.declaration(usr))
            let bases = isUnmade ? reachable(from: [usr]) { declarations.bases[$0] ?? [] } : []
            let mayBeMade =
                isUnmade && (isPublic || definition.hasUnknownAttribute)
                || bases.contains { others[$0] != nil }
            let isCalled =
                symbol.kind == .protocol || mayBeMade || symbol.name.hasPrefix("main(")
                || symbol.kind == .variable && definition.file.isScript
                || symbol.isFunction && (definition.hasUnknownAttribute || isForObjectiveC)
            let mayBeCalled = inheritsFromOthers || isPublic
            if isCalled { runs[.start, default: []].insert(code(of: usr)) }
            if mayBeCalled { mentions[.start, default: []].insert(code(of: usr)) }
        }
        // Types of other modules are made there.
        runs[.start, default: []].formUnion(others.keys.map(Code.declaration))
        for (requirement, fulfilled) in declarations.witnesses {
            for (type, function) in fulfilled {
                // What another module requires, it calls.
                let source = declarations[requirement] == nil ? type : requirement
                runs[.declaration(source), default: []].insert(code(of: function))
            }
        }
    }
}
