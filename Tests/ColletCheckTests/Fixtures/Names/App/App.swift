import Collet

protocol P: Sendable {}
struct S: P {}

enum Names: String { case first, second = "2nd" }
enum Constants {
    static let plain = "plain"
    static let computed = ["computed"].joined()
    nonisolated(unsafe) static var changing = "changing"
}
let global: String = "global"

func dependencies(_ suffix: String) -> Dependencies {
    Dependencies {
        Module("plain") { S() as any P }
        Module("global") { S() as any P }
        Module(Names.first.rawValue) { S() as any P }
        Module(Names.second.rawValue) { S() as any P }
        Module(Constants.computed) { S() as any P }
        Module(.shared, nil) { S() as any P }
    }
}

func runTime(_ suffix: String) -> Dependencies {
    Dependencies {
        Module("run-\(suffix)") { S() }
        for name in ["a", "b"] { Module(name) { S() } }
    }
}

final class App {
    @Inject(Constants.plain) var plain: any P
    @Inject(global) var fromGlobal: any P
    @Inject("first") var first: any P
    @Inject(Names.second.rawValue) var second: any P
    @Inject(Constants.computed) var computed: any P
    @Inject(nil) var unnamed: any P

    @Inject("missing") var doubtful: any P  // Constants.computed may be "missing"
    @Inject("run-1") var doubtfulToo: S
    @Inject(Constants.changing) var changing: any P
    @Inject("2nd") var found: any P

    func look(_ name: String) {
        _ = Resolver.resolve((any P).self, name: name)
        _ = Resolver.resolve(Int.self, name: name)
    }
}

// swift-format-ignore
enum OnOneLine { static let one = "one"; static let two = "two" }
// swift-format-ignore
let separated = Dependencies {
    Module(OnOneLine.one) { var s = S(); s = S(); return s as any P }
    Module("""
        two
        lines
        """) { S() as any P }
}
// swift-format-ignore
func separate() { let p: any P = Resolver.resolve(name: OnOneLine.two); print(p) }
final class Separated {
    @Inject("one") var one: any P
    @Inject("two\nlines") var lines: any P
}

protocol Q: Sendable {}
struct T: Q {}
enum Together { static let one = "one", two: String = "two", three = "three" }
let together = Dependencies {
    Module(Together.one) { T() as any Q }
    Module(Together.two) { T() as any Q }
    Module(Together.three) { T() as any Q }
}
final class AllTogether {
    @Inject("one") var one: any Q
    @Inject("two") var two: any Q
    @Inject("three") var three: any Q
    @Inject("four") var four: any Q
    @Inject("" + Together.one) var joined: any Q
}

// Two names that can't be read, of which nobody knows whether they are one.
protocol R: Sendable {}
struct U: R {}
enum Unread {
    static let one = ["one"].joined()
    static let other = ["other"].joined()
}
// What an optional gets is what is registered as one, not what it would hold.
struct V: Sendable {}
let unread = Dependencies {
    Module("literal") { U() as any R }
    Module(Unread.one) { U() as any R }
    Module { V() as V? }
    Module { V() }
}
func read() {
    unread.build()
    _ = Resolver.resolve((any R).self, name: Unread.other)
    _ = Resolver.resolve(V?.self)
}
