import Collet
import Foundation

protocol P: Sendable {}
struct Value: P {}
struct Pair<First: Sendable>: Sendable { let first: First }
final class Object: P {}
enum Choice: P { case one }
struct Duration: Sendable {}  // the app's own, not Swift's
func make() -> any P { Object() }
let pairs = [Pair(first: 1)]

let dependencies = Dependencies {
    Module(.weak) { Value() as any P }
    Module(.weak, "value") { Value() }
    Module.mainActor(.weak, "choice") { Choice.one as any P }
    Module(.weak, "pair") { pairs.first }
    Module(.weak, "number") { 1 }
    Module(.weak, "array") { [Object()] as [Object] }
    Module(.weak, "object") { Object() as any P }
    Module.mainActor("shown") { Object() as any P }
    Module(.weak, "made") { make() }
    // swift-format-ignore
    Module(.weak, "replaced") { var p = Value() as any P; p = Object(); return p }
    Module { Duration() }
}

// Plain values need a name.
let plain = Dependencies {
    Module { 3 }
    Module("limit") { 3 }
    Module { "https://example.org" as String }
    Module(.shared) { Date() }
    Module { [3] as [Int] }
    Module { 3.words }
}

struct App {
    @Inject var p: any P
    @Inject("value") var value: Value
    @Inject("choice") var choice: any P
    @Inject("pair") var pair: Pair<Int>?
    @Inject("number") var number: Int
    @Inject("array") var array: [Object]
    @Inject("object") var object: any P
    @Inject("made") var made: any P
    @Inject("replaced") var replaced: any P
    @Inject var duration: Duration
    @Inject var limit: Int
    @Inject("limit") var named: Int
    @Inject var hosts: [String]
    @Inject var date: Date?
}

// Nothing here says how functions are isolated by default.
func show() async { print(Resolver.resolve((any P).self, name: "shown")) }
