/// Which code runs which, as far as the index shows it or somebody may call it.
struct RunGraph {
    private let pieces: CodePieces
    private var declarations: Declarations { pieces.code.declarations }
    private(set) var runs: [Code: Set<Code>] = [:]
    /// What code mentions. What of that the index doesn't show it to run, it may run all
    /// the same.
    private(set) var mentions: [Code: Set<Code>] = [:]
    /// The overrides, isolations and containers.
    private(set) var scopes: Set<Code> = []
    private(set) var isolations: Set<Code> = []
    /// Those that the program itself runs, but for previews.
    private(set) var running: Set<Code> = []
    /// What runs in tasks of their own.
    private(set) var tasks: Set<Code> = []
    /// What tests declare, and what they override and isolate.
    private(set) var tests: Set<Code> = [.testing]

    init(of pieces: CodePieces) {
        self.pieces = pieces
        let definitions = declarations.definitions.filter { $0.value.file.isInTests }
        tests.formUnion(definitions.keys.map(pieces.code))
        for call in pieces.code.calls { addCall(call) }
        for mention in pieces.code.mentions { add(mention) }
        addDeclarations()
        for case .task(let usr) in tasks {
            runs[pieces.code(of: usr), default: []].insert(.task(usr))
        }
    }

    /// What code runs or mentions.
    func next(to code: Code) -> Set<Code> {
        runs[code, default: []].union(mentions[code, default: []])
    }

    /// For code what runs or mentions it.
    var users: [Code: Set<Code>] {
        var users: [Code: Set<Code>] = [:]
        for (user, used) in Array(runs) + Array(mentions) {
            for code in used { users[code, default: []].insert(user) }
        }
        return users
    }

    /// What code is in; for what tests run in the app's overrides, any test may be meant.
    private mutating func source(of mention: Mention) -> Code {
        let code = pieces.code(around: mention)
        if case .task = code { tasks.insert(code) }
        return mention.file.isInTests && !tests.contains(code) ? .testing : code
    }

    private mutating func add(_ mention: Mention) {
        let (file, symbol) = (mention.file, mention.symbol)
        // What a type stores comes with its objects, whoever reads it.
        guard symbol.kind != .instanceProperty,
            symbol.isType || declarations[symbol.usr] != nil
        else { return }
        let source = source(of: mention)
        mentions[source, default: []].insert(pieces.code(of: symbol.usr))
        // Who makes an object mentions an initializer, too.
        if file.isInTests || symbol.isType { return }
        runs[source, default: []].insert(pieces.code(of: symbol.usr))
    }

    private mutating func addCall(_ call: Mention) {
        let (file, outer) = (call.file, source(of: call))
        if call.isRegistering {
            mentions[outer, default: []].insert(.closure(call.place))
        }
        guard let scope = call.scope else { return }
        runs[outer, default: []].insert(scope)
        scopes.insert(scope)
        if call.use == .isolation { isolations.insert(scope) }
        if file.isInTests {
            tests.insert(scope)
            return
        }
        let macro = (0..<call.index).last { file.isToken($0, "#Preview") }
        if macro.map({ file.expression(from: $0).range.contains(call.index) }) == true {
            return
        }
        if declarations[call.container]?.symbol.name == "previews" { return }
        running.insert(scope)
    }

    private mutating func addDeclarations() {
        for (type, bases) in declarations.bases {
            runs[.type(type), default: []].formUnion(bases.map(Code.type))
        }
        // What nobody is seen to make, a preview or a cell, others may that know its
        // bases.
        let made = Set(runs.values.joined())
        let others = declarations.types.filter { declarations[$0.key] == nil }
        for (usr, definition) in declarations.definitions {
            let (symbol, isPublic) = (
                definition.symbol, declarations.isPublic(definition)
            )
            let type = declarations[declarations.type(around: usr)?.usr]
            let isForObjectiveC = type?.modifiers.contains("@objcMembers") == true
            let inheritsFromOthers = declarations.bases[usr, default: []]
                .contains { others[$0]?.kind == .class }
            let isUnmade = symbol.isType && !made.contains(.type(usr))
            let bases =
                isUnmade ? reachable(from: [usr]) { declarations.bases[$0] ?? [] } : []
            let mayBeMade =
                isUnmade && (isPublic || definition.hasUnknownAttribute)
                || bases.contains { others[$0] != nil }
            let isCalled =
                symbol.kind == .protocol || mayBeMade || symbol.name.hasPrefix("main(")
                || symbol.kind == .variable && definition.file.isScript
                || symbol.isFunction
                    && (definition.hasUnknownAttribute || isForObjectiveC)
            let mayBeCalled = inheritsFromOthers || isPublic
            let root = definition.file.isInTests ? Code.testing : .start
            if isCalled { runs[root, default: []].insert(pieces.code(of: usr)) }
            // A test's suite is made for it.
            if isCalled, root == .testing, let type {
                runs[root, default: []].insert(.type(type.symbol.usr))
            }
            if mayBeCalled { mentions[root, default: []].insert(pieces.code(of: usr)) }
        }
        // Types of other modules are made there.
        runs[.start, default: []].formUnion(others.keys.map(Code.type))
        for (requirement, fulfilled) in declarations.witnesses {
            for (type, function) in fulfilled {
                // What another module requires, it calls.
                let isOthers = declarations[requirement] == nil
                let isInTests = declarations[function]?.file.isInTests == true
                let own = isInTests ? Code.testing : .function(requirement)
                let source = isOthers ? Code.type(type) : own
                runs[source, default: []].insert(pieces.code(of: function))
            }
        }
    }
}
