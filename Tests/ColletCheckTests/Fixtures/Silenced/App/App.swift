import Collet

protocol Node: Sendable {}
struct Leaf: Node {}
struct Inner: Node { let child: any Node }
protocol Mail: Sendable {}
struct SMTP: Mail {}

struct Tree: Sendable {
    private let scope = Scope()
    // What is less each time ends, if a branch ends it.
    func component(depth: Int) -> any Node {
        depth == 0 ? Leaf() : Inner(child: component(depth: depth - 1))
    }
    func component(depth: Int, more: Bool) -> any Node {
        guard depth > 0 else { return Leaf() }
        return Inner(child: component(depth: depth - 1, more: more))
    }
    // This may not.
    func component(width: Int) -> any Node {
        width == 0 ? Leaf() : Inner(child: component(width: width))
    }
    func component(endless: Int) -> any Node { Inner(child: component(endless: endless - 1)) }
    // A function of another name is no component.
    func componentTitle(of width: Int) -> String {
        width == 0 ? "" : componentTitle(of: width)
    }
    // A label is no statement: what follows it certainly runs.
    func component(labelled: Bool) -> any Node {
        _ = scope.shared(for: 1) { Leaf() }
        return Inner(child: component(labelled: labelled))
    }
}

// Nobody asks for what each initializer makes by hand.
final class Always {
    @Inject var mail: any Mail
    @Inject(value: SMTP()) var byArgument: any Mail
    let made = Inject<any Mail>(value: SMTP())
    init() { _mail = Inject(value: SMTP()) }
}
final class Sometimes {
    @Inject var mail: any Mail
    init() { _mail = Inject(value: SMTP()) }
    init(isReal: Bool) { if isReal { _mail = Inject(value: SMTP()) } }
}
struct Row {
    @Inject var memberwise: any Mail
    @Inject("x") var other: any Mail
}
func rows() -> [Row] { [Row(memberwise: Inject(value: SMTP()))] }

final class Screen {
    @Inject private var tree: Tree
    func names(_ names: [String]) {
        for name in names { print(Resolver.resolve((any Node).self, name: "node \(name)")) }
        print(names.map { Resolver.resolve((any Node).self, name: "\($0)") })
    }
}

let app = Dependencies {
    Module(.shared) { Tree() }
    Module("leaf") { Leaf() as any Node }
    #if !LEFT_OUT
        // collet-check:allow unused: the next version asks for it
        Module("depth") { 1 }
    #endif
}
// What is set behind a comma may be a default argument.
func start(
    _ count: Int, with block: Dependencies = Dependencies { Module("more") { Leaf() as any Node } }
) {
    for _ in 0..<count { block.build() }
}

@main
struct Main {
    static func main() {
        app.build()
        start(1)
        typed.build()
        print(Screen(), Always(), Sometimes())
    }
}

let typed: Dependencies = Dependencies { Module("typed") { Leaf() as any Node } }

// Neither is a label before a closure in parentheses: it may run whenever it is called.
final class Waiting: Node, Sendable {
    init(for count: Int, make: @escaping @Sendable () -> any Node) {}
    func component() -> any Node { Waiting(for: 1, make: { self.component() }) }
}
