/// Which code runs which, as far as the index shows it or somebody may call it.
struct RunGraph {
    private let pieces: CodePieces
    private var declarations: Declarations { pieces.code.declarations }
    private(set) var runs = Links<Code>()
    /// What code mentions. What of that the index doesn't show it to run, it may run all
    /// the same.
    private(set) var mentions = Links<Code>()
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
    }

    /// What code runs or mentions.
    var uses: Links<Code> { runs.merging(mentions) }

    /// What code is in; for what tests run in the app's overrides, any test may be meant.
    private mutating func source(of mention: Mention) -> Code {
        let code = pieces.code(around: mention)
        if case .task(let usr) = code {
            tasks.insert(code)
            runs.add([code], to: pieces.code(of: usr))
        }
        // A closure that runs later does so for whoever has what keeps it.
        if code == pieces.laterClosure(around: mention), let container = mention.container
        {
            runs.add([code], to: pieces.code(of: container))
        }
        return mention.file.isInTests && !tests.contains(code) ? .testing : code
    }

    private mutating func add(_ mention: Mention) {
        let file = mention.file
        let symbol = mention.symbol
        guard symbol.isType || declarations[symbol.usr] != nil else { return }
        let code = pieces.code(of: symbol.usr)
        // What a type stores comes with its objects, whoever reads it.
        if symbol.kind == .instanceProperty, case .type = code { return }
        let source = source(of: mention)
        mentions.add([code], to: source)
        // Who makes an object mentions an initializer, too.
        if file.isInTests || symbol.isType { return }
        runs.add([code], to: source)
    }

    private mutating func addCall(_ call: Mention) {
        let file = call.file
        let outer = source(of: call)
        if call.isRegistering { mentions.add([.closure(call.place)], to: outer) }
        guard let scope = call.scope else { return }
        runs.add([scope], to: outer)
        scopes.insert(scope)
        if call.use == .isolation { isolations.insert(scope) }
        if file.isInTests {
            tests.insert(scope)
        } else if !call.isInPreview {
            running.insert(scope)
        }
    }

    private mutating func addDeclarations() {
        for (type, bases) in declarations.bases.targets {
            runs.add(bases.map(Code.type), to: .type(type))
        }
        // What nobody is seen to make, a preview or a cell, others may that know its
        // bases.
        let made = Set(runs.targets.values.joined())
        let others = declarations.types.filter { declarations[$0.key] == nil }
        for (usr, definition) in declarations.definitions {
            let root = definition.file.isInTests ? Code.testing : .start
            let code = [pieces.code(of: usr)]
            let type = declarations[declarations.type(around: usr)]
            let bases = declarations.bases
            let inheritsFromOthers = bases[usr].contains { others[$0]?.kind == .class }
            let isPublic = declarations.isPublic(definition)
            if inheritsFromOthers || isPublic { mentions.add(code, to: root) }
            let isUnmade = definition.symbol.isType && !made.contains(.type(usr))
            let isKnown = isPublic || definition.hasUnknownAttribute
            let mayBeMade =
                isUnmade
                && (isKnown || bases.reached(from: [usr]).contains { others[$0] != nil })
            guard mayBeMade || definition.isEntry(in: type) else { continue }
            runs.add(code, to: root)
            // A test's suite is made for it.
            if root == .testing, let type {
                runs.add([.type(type.usr)], to: root)
            }
        }
        // Types of other modules are made there.
        runs.add(others.keys.map(Code.type), to: .start)
        for (requirement, fulfilled) in declarations.witnesses {
            for (type, function) in fulfilled {
                let member = declarations[function]
                let code = pieces.code(of: function)
                // What an object stores is made with it, not where a requirement is read.
                if member?.kind == .instanceProperty, case .type = code { continue }
                let isMade = declarations[requirement]?.kind == .constructor
                let called =
                    isMade ? .function(requirement) : pieces.code(of: requirement)
                let own = member?.file.isInTests == true ? Code.testing : called
                // What another module requires, it calls.
                let source = declarations[requirement] == nil ? .type(type) : own
                runs.add([code], to: source)
            }
        }
    }
}

extension Mention {
    fileprivate var isInPreview: Bool {
        let isInMacro = node.braces.contains {
            file.isToken(file.callee(of: $0), "#Preview")
        }
        return isInMacro || declarations[container]?.symbol.name == "previews"
    }
}

extension Definition {
    /// Whether it runs although nothing in the program calls it.
    fileprivate func isEntry(in type: Definition?) -> Bool {
        if symbol.kind == .protocol || symbol.name.hasPrefix("main(") { return true }
        if isOfScript { return !isRunByName }
        let isForObjectiveC = type?.modifiers.contains("@objcMembers") == true
        return symbol.isFunction && (hasUnknownAttribute || isForObjectiveC)
    }
}
