import Collet
import TestSupport

/// A random program over the public API, which `ModelTests` runs with Collet and a model.
struct Program: Sendable {
    var steps: [Step] = []
    /// How the closures of registrations and the `make` closures of components make their
    /// items.
    let recipes: [[Need]]
    let components: [Component]

    static let variables = 6
    static let names: [String?] = [nil, "a", "b"]
    static let containers = 3

    /// One thing that the program does. Steps are dropped by their number.
    struct Step: Sendable {
        let number: Int
        var action: Action
        /// How many steps later another thread makes the same request, if one does.
        let late: Int?
    }

    indirect enum Action: Sendable {
        case register(Entry)
        case registerClosure(Entry)
        case registerValue(ItemKind, name: String?, variable: Int)
        case build(Block)
        /// Builds the block that was built, entered or held last.
        case buildAgain
        case reset
        case override(Block, [Step])
        case isolate(Block, [Step])
        /// Makes a container, and holds it in a place of its own.
        case hold(Block, container: Int)
        case keepCurrent(container: Int)
        case letGo(container: Int)
        case perform(container: Int, [Step])
        /// Ends the innermost override, isolation or `perform` with an error.
        case leave
        /// Runs steps on another thread or in another task, while this one waits.
        case elsewhere(Elsewhere, [Step])
        /// Begins a task that does its work when it is finished.
        case begin(task: Int, [Need])
        case finish(task: Int)
        case resolve(Lookup, into: Int?)
        /// Creates a wrapper, to be read later.
        case inject(Lookup, wrapper: Int)
        case read(wrapper: Int, into: Int?)
        case dropWrapper(Int)
        /// Makes an item by hand.
        case create(recipe: Int, into: Int)
        /// Reads a wrapper of the item in a variable.
        case readProperty(of: Int, at: Int, into: Int?)
        case component(of: Int, Int, into: Int?)
        case drop(Int)
        case checkUnused
    }

    /// One thing that making an item does.
    indirect enum Need: Sendable {
        case take(Lookup)
        case takeAndDrop(Lookup)
        /// Creates a wrapper and reads it at once.
        case injectAndTake(Lookup)
        /// Creates a wrapper that the item keeps.
        case inject(Lookup)
        /// Takes a component of the item that the component belongs to, or of one that
        /// was taken.
        case component(of: Int, Int)
        case override(Block, isIsolated: Bool, [Need])
        case elsewhere(Elsewhere, [Need])
        /// Begins a task that outlives the making.
        case begin(task: Int, [Need])
        case register(Entry)
        case reset
    }

    /// A request.
    struct Lookup: Sendable {
        enum Form: CaseIterable { case one, optional, list }

        let kind: ItemKind
        let form: Form
        let name: String?
    }

    /// A registration by a recipe or, if `variable` is set, of the item in a variable.
    struct Entry: Sendable {
        let kind: ItemKind
        let lifetime: ModuleLifetime
        let name: String?
        let recipe: Int
        let variable: Int?
    }

    struct Block: Sendable {
        /// The entries of a nested block.
        let nested: [Entry]
        let own: [Entry]
    }

    /// A component that every item has in its scope.
    struct Component: Sendable {
        enum Lifetime: Int, CaseIterable { case shared, weak, asynchronous, graph }
        enum Key: Hashable, Sendable { case none, number(Int), clashing(Int) }

        let kind: ItemKind
        let lifetime: Lifetime
        let key: Key
        let recipe: Int
        let configuration: [Need]?
    }

    /// Returns the program without some steps, and without the steps in them.
    func dropping(_ numbers: Set<Int>) -> Program {
        func kept(_ steps: [Step]) -> [Step] {
            steps.filter { !numbers.contains($0.number) }.map { step in
                var step = step
                switch step.action {
                case .override(let block, let body):
                    step.action = .override(block, kept(body))
                case .isolate(let block, let body):
                    step.action = .isolate(block, kept(body))
                case .elsewhere(let place, let body):
                    step.action = .elsewhere(place, kept(body))
                case .perform(let number, let body):
                    step.action = .perform(container: number, kept(body))
                default: break
                }
                return step
            }
        }
        var program = self
        program.steps = kept(steps)
        return program
    }

    /// The numbers of all steps.
    var numbers: [Int] {
        func numbers(_ steps: [Step]) -> [Int] {
            steps.flatMap { step in
                switch step.action {
                case .override(_, let body), .isolate(_, let body),
                    .elsewhere(_, let body),
                    .perform(_, let body):
                    [step.number] + numbers(body)
                default: [step.number]
                }
            }
        }
        return numbers(steps)
    }
}

/// The types that a program registers, which all hold items.
enum ItemKind: Int, CaseIterable, Sendable {
    case service, namesake, item, note, leftBox, rightBox, optionalItem, items

    /// Whether its instances can be told apart.
    var isObject: Bool { self == .service || self == .namesake || self == .item }
}

// MARK: - Making up programs

extension Program {
    /// Makes up the program of a seed.
    init(seed: Int) {
        var author = ProgramAuthor(seed: seed)
        recipes = (0..<8).map { _ in author.needs(upTo: 3) }
        components = (0..<12).map { _ in author.component() }
        author.budget = Int.random(
            in: seed.isMultiple(of: 4) ? 100...196 : 10...90, using: &author.random)
        steps = author.start() + author.steps(depth: 0)
    }
}

/// Makes up the parts of a program.
private struct ProgramAuthor {
    var random: SplitMix
    /// The number of steps that may follow.
    var budget = 0
    private var number = 0
    /// Other programs run in one thread, so that the memory they leave allocated can be
    /// counted.
    private let hasLateThreads: Bool

    init(seed: Int) {
        random = SplitMix(state: UInt64(seed))
        hasLateThreads = !seed.isMultiple(of: 2)
    }

    private mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &random)
    }
    private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
    private mutating func place() -> Elsewhere { Elsewhere.allCases[below(6)] }
    private mutating func variable() -> Int { below(Program.variables) }
    private mutating func container() -> Int { below(Program.containers) }
    private mutating func target() -> Int? { chance(50) ? variable() : nil }
    private mutating func name() -> String? { Program.names[chance(50) ? 0 : below(3)] }
    /// Few kinds are frequent, so that requests meet registrations.
    private mutating func kind() -> ItemKind {
        ItemKind(rawValue: chance(60) ? below(3) : below(8))!
    }

    private mutating func lookup() -> Program.Lookup {
        let forms = Program.Lookup.Form.allCases
        return Program.Lookup(
            kind: kind(), form: forms[chance(60) ? 0 : below(3)], name: name())
    }

    private mutating func entry() -> Program.Entry {
        let kind = kind()
        let number = below(3)
        let lifetime: ModuleLifetime =
            number == 0 ? .transient : number == 1 && kind.isObject ? .weak : .shared
        return Program.Entry(
            kind: kind, lifetime: lifetime, name: name(), recipe: below(8),
            variable: chance(10) ? variable() : nil)
    }

    private mutating func block(upTo count: Int) -> Program.Block {
        let nested = chance(20) ? (0..<below(3)).map { _ in entry() } : []
        return Program.Block(
            nested: nested, own: (0..<below(count + 1)).map { _ in entry() })
    }

    mutating func needs(upTo count: Int, depth: Int = 0) -> [Program.Need] {
        (0..<below(count + 1)).map { _ in
            switch below(100) {
            case ..<40: .take(lookup())
            case ..<48: .takeAndDrop(lookup())
            case ..<56: .injectAndTake(lookup())
            case ..<72: .inject(lookup())
            case ..<88: .component(of: below(4), below(12))
            case ..<92 where depth < 2:
                .override(
                    block(upTo: 2), isIsolated: chance(20),
                    needs(upTo: 3, depth: depth + 1))
            case ..<95 where depth < 2:
                .elsewhere(place(), needs(upTo: 3, depth: depth + 1))
            case ..<97 where depth < 2:
                .begin(task: below(2), needs(upTo: 3, depth: depth + 1))
            case ..<99: .register(entry())
            default: .reset
            }
        }
    }

    mutating func component() -> Program.Component {
        let lifetime = Program.Component.Lifetime.allCases[min(below(6), 3)]
        let kinds: [ItemKind] =
            lifetime == .weak ? [.item, .service] : [.item, .service, .note]
        let keys: [Program.Component.Key] = [
            .none, .number(1), .clashing(1), .clashing(2),
        ]
        return Program.Component(
            kind: kinds[below(kinds.count)], lifetime: lifetime, key: keys[below(4)],
            recipe: below(8),
            configuration: lifetime == .graph && chance(70) ? needs(upTo: 3) : nil)
    }

    /// Registers many things at once, as an app does, and holds containers.
    mutating func start() -> [Program.Step] {
        let holds = (0..<Program.containers).map {
            Program.Action.hold(block(upTo: 6), container: $0)
        }
        return ([.build(block(upTo: 16))] + holds).map { action in
            number += 1
            return Program.Step(number: number, action: action, late: nil)
        }
    }

    mutating func steps(depth: Int) -> [Program.Step] {
        var steps: [Program.Step] = []
        while budget > 0 {
            budget -= 1
            number += 1
            let number = number
            if depth > 0, chance(12) { break }
            let late = hasLateThreads ? below(200) : nil
            let action = action(depth: depth)
            steps.append(Program.Step(number: number, action: action, late: late))
        }
        return steps
    }

    private mutating func action(depth: Int) -> Program.Action {
        switch below(113) {
        case ..<9: return .register(entry())
        case ..<11: return .registerClosure(entry())
        case ..<15: return .registerValue(kind(), name: name(), variable: variable())
        case ..<18: return .build(block(upTo: 4))
        case ..<20: return .buildAgain
        case ..<21: return .reset
        case ..<32 where depth < 5:
            let block = block(upTo: 6)
            let body = steps(depth: depth + 1)
            return chance(25) ? .isolate(block, body) : .override(block, body)
        case ..<33: return .leave
        case ..<38: return .hold(block(upTo: 6), container: container())
        case ..<39: return .keepCurrent(container: container())
        case ..<40: return .letGo(container: container())
        case ..<46 where depth < 5:
            return .perform(container: container(), steps(depth: depth + 1))
        case ..<49 where depth < 5: return .elsewhere(place(), steps(depth: depth + 1))
        case ..<52: return .begin(task: below(2), needs(upTo: 3))
        case ..<55: return .finish(task: below(2))
        case ..<67: return .resolve(lookup(), into: target())
        case ..<73: return .inject(lookup(), wrapper: variable())
        case ..<81: return .read(wrapper: variable(), into: target())
        case ..<82: return .dropWrapper(variable())
        case ..<86: return .create(recipe: below(8), into: variable())
        case ..<93: return .readProperty(of: variable(), at: below(3), into: target())
        case ..<105: return .component(of: variable(), below(12), into: target())
        case ..<111: return .drop(variable())
        default: return .checkUnused
        }
    }
}

/// The same numbers for the same seed: SplitMix64.
struct SplitMix: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var result = state
        result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
        result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
        return result ^ (result >> 31)
    }
}

// MARK: - Printing programs

extension Program: CustomStringConvertible {
    /// A line for each step, and the things that steps refer to.
    var description: String {
        var lines: [String] = []
        func add(_ steps: [Step], indent: String) {
            for step in steps {
                var action = step.action
                var body: [Step] = []
                switch step.action {
                case .override(let block, let steps):
                    (action, body) = (.override(block, []), steps)
                case .isolate(let block, let steps):
                    (action, body) = (.isolate(block, []), steps)
                case .elsewhere(let place, let steps):
                    (action, body) = (.elsewhere(place, []), steps)
                case .perform(let number, let steps):
                    (action, body) = (.perform(container: number, []), steps)
                default: break
                }
                let late = step.late.map { " (again after \($0))" } ?? ""
                lines.append("\(indent)\(step.number): \(action)\(late)")
                add(body, indent: indent + "    ")
            }
        }
        add(steps, indent: "")
        for (number, needs) in recipes.enumerated() {
            lines.append("recipe \(number): \(needs)")
        }
        for (number, component) in components.enumerated() {
            lines.append("component \(number): \(component)")
        }
        // The types of enum cases, which Swift prints, say nothing new.
        let text = lines.joined(separator: "\n").replacing(
            "ColletTests.Program.", with: "")
        return text.replacing(#/\b([A-Z]\w*\.)+(?=[a-z])/#, with: "")
    }
}
