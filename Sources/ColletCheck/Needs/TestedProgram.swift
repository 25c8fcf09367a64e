/// What is known of a program when its tests are walked.
final class TestedProgram {
    let code: ProgramCode
    let requests: [Request]
    let lookup: Lookup
    let contents: ContentsReader
    let handMade: HandMade
    let dispatch: Dispatch
    let steps: Steps
    let lazyValues: Set<Code>
    private var declarations: Declarations { code.declarations }

    init(
        _ code: ProgramCode, _ registrations: [Read<Registration>],
        _ requests: [Read<Request>]
    ) {
        self.code = code
        self.requests = requests.map(\.value)
        lookup = Lookup(registrations, for: self.requests)
        contents = ContentsReader(code, lookup)
        dispatch = Dispatch(code.declarations)
        handMade = HandMade(in: code)
        steps = Steps(of: code, requests, dispatch)
        lazyValues = code.declarations.lazyValues
    }

    /// The making of an object by the initializer without arguments.
    func making(of type: USR) -> Making {
        steps.making(of: type, by: declarations.member("init()", of: type)?.usr)
    }

    /// The property of objects that a request is for, and their type.
    func property(of request: Int) -> (usr: USR, owner: USR)? {
        let request = requests[request]
        guard let usr = request.usedProperty, let owner = request.owner?.usr else {
            return nil
        }
        return declarations[usr]?.kind == .instanceProperty ? (usr, owner) : nil
    }

    /// What happens when a piece of code runs; nothing is said of what stands where it
    /// runs.
    func deed(of piece: Code) -> String? {
        switch piece {
        case .function(let usr): declarations[usr].map(deed)
        case .type(let usr): declarations[usr].map { "makes \($0.symbol.name)" }
        case .closure(let place):
            lookup[place].map { "gets \(lookup.registrations[$0].key)" }
        case .start, .performing, .replaced, .task, .testing: nil
        }
    }

    private func deed(of definition: Definition) -> String {
        let title = declarations.title(of: definition)
        if definition.kind == .constructor {
            return "makes \(title.prefix { $0 != "." })"
        }
        return (definition.symbol.isVariable ? "reads " : "calls ") + title
    }

    /// Whether a piece of code is the value of a stored variable of a type or a file.
    func isOnce(_ piece: Code) -> Bool {
        guard case .function(let usr) = piece else { return false }
        return declarations[usr]?.isMadeOnce == true
    }
}

/// The injected properties whose wrapper some code makes by hand, so that they ask for
/// nothing.
struct HandMade {
    /// For each property the code that does so, and whether on every way.
    private var settings: [USR: [USR: Bool]] = [:]
    /// Those of which other code than an initializer does so.
    private(set) var elsewhere: Set<USR> = []
    /// The initializers that each one goes on with.
    private var delegates = Links<USR>()

    init(in code: ProgramCode) {
        for usr in code.declarations.definitions.keys {
            delegates.add(code.declarations.initializers(impliedBy: usr), to: usr)
        }
        for mention in code.mentions {
            guard let container = mention.container else { continue }
            let symbol = mention.symbol
            let isInInitializer = code.declarations[container]?.kind == .constructor
            if mention.isMadeByHand {
                settings[symbol.usr, default: [:]][container] = !mention.isConditional
                if !isInInitializer { elsewhere.insert(symbol.usr) }
            } else if symbol.kind == .constructor, isInInitializer {
                delegates.add([symbol.usr], to: container)
            }
        }
    }

    /// Whether an initializer, or one that it goes on with, sets a property's wrapper on
    /// every way; `nil` if none sets it.
    func isSet(_ property: USR, by initializer: USR?) -> Bool? {
        guard let setting = settings[property], let initializer else { return nil }
        let run = delegates.reached(from: [initializer])
        let own = setting.filter { run.contains($0.key) }
        return own.isEmpty ? nil : own.values.contains(true)
    }
}
