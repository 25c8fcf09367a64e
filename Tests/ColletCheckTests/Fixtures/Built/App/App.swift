import Collet

protocol A: Sendable {}; protocol B: Sendable {}; protocol C: Sendable {}; protocol D: Sendable {}
protocol E: Sendable {}; protocol F: Sendable {}; protocol G: Sendable {}; protocol H: Sendable {}
protocol I: Sendable {}; protocol J: Sendable {}
struct S: A, B, C, D, E, F, G, H, I, J {}

let core = Dependencies {
    Module { S() as any A }
    nested
    handedOn
}
let nested = Dependencies { Module { S() as any B } }
let handedOn = Dependencies { inner }
let inner = Dependencies { Module { S() as any C } }
let previews = Dependencies {
    mocks
    Module { S() as any D }
}
let mocks = Dependencies { Module { S() as any E } }
let forgotten = Dependencies {
    if (CommandLine.arguments.count > 1) { Module { S() as any F } }
    Module("too") { S() as any F }
    deep
}
let deep = Dependencies { Module("deep") { S() as any F } }

struct Screen {
    @Inject var a: any A
    @Inject var b: any B
    @Inject var c: any C
    @Inject var onlyInPreviews: any D
    @Inject var onlyInMocks: any E
    @Inject var forgotten: any F
    @Inject("too") var forgottenToo: any F
    @Inject("deep") var forgottenDeep: any F
}

struct Again {
    @Inject var onlyInPreviews: any D
    @Inject var forgotten: any F
}

func preview() {
    previews.override { print(Screen()) }
    core.override { print(Screen()) }
    fake("a").override { print(Screen()) }
}

func session() async {
    await Dependencies {
        core
        session(of: "inline")
        Module("inline") { S() as any D }
    }
    .isolate {
        await Task.yield()
        print(Resolver.resolve((any D).self, name: "inline"))
        print(Resolver.resolve((any E).self, name: "inline"))
        let later = { Resolver.resolve((any E).self, name: "other") }
        print(later())
    }
    previews.override({ print(Resolver.resolve((any D).self)) })
    print(Resolver.resolve((any D).self, name: "inline"))
}
func fake(_ name: String) -> Dependencies { Dependencies { Module("fake") { S() as any E } } }
func session(of name: String) -> Dependencies { Dependencies { Module("inline") { S() as any E } } }

func array() -> [Dependencies] { [core] }

@DependenciesBuilder func common() -> [Module] {
    Module { S() as any G }
    Module("second") { S() as any G }
}
@DependenciesBuilder private var mocked: [Module] { Module { S() as any H } }
struct Feature {
    @DependenciesBuilder static func forgotten() -> [Module] { Module { S() as any I } }
}
let app = Dependencies { common() }
let looped = Dependencies { Module("looped") { S() as any G } }
let listed = Dependencies { Nested.modules }
enum Nested { static let modules = Dependencies { mocked } }

// This registers the first block as a value, and does nothing with the second.
let value = Dependencies { Module { S() as any J } }
let ignored = Dependencies { Module("ignored") { S() as any J } }
let wrong = Dependencies {
    Module { value }
    Module("ignoring") {
        _ = ignored
        return S() as any G
    }
}

struct BuilderScreen {
    @Inject var g: any G
    @Inject("second") var second: any G
    @Inject var h: any H
    @Inject var i: any I
    @Inject var j: any J
    @Inject("ignored") var ignored: any J
    @Inject("ignoring") var ignoring: any G
    @Inject("fake") var fake: any E
    @Inject("looped") var looped: any G
    @Inject var block: Dependencies
}

@main
struct Main {
    static func main() {
        Task { await session() }
        for block in array() + [1].map({ _ in looped }) { block.build() }
        app.build()
        wrong.build()
        local()
        listed.override { print(BuilderScreen()) }
        // A variable may have the name of what it is set to.
        let modules = Nested.modules
        _ = modules
        print(BuilderScreen(), DependenciesBuilder.self)
    }
}

// A block may be in a type of a function.
func local() {
    enum Local { static let tokens = Dependencies { Module { LocalToken() } } }
    Local.tokens.build()
    gathered()
    print(Resolver.resolve(LocalToken.self))
}
struct LocalToken: Sendable {}

// Of two blocks with it that nobody builds, the first is named.
let forgottenAgain = Dependencies { deep }

// What is added to a list is in it.
final class Gathered {
    var modules: [Module] = []
    func gather() { modules += [Module("member") { LocalToken() }] }
}
func gathered() {
    let all = Gathered()
    all.gather()
    var more: [Module] = []
    more += [Module("local") { LocalToken() }]
    Dependencies {
        all.modules
        more
    }.build()
    print(Resolver.resolve(LocalToken.self, name: "member"))
    print(Resolver.resolve(LocalToken.self, name: "local"))
}
