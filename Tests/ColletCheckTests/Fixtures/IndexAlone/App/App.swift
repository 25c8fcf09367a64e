import Collet
import Foundation

protocol P: Sendable {}; protocol Q: Sendable {}; protocol Missing: Sendable {}
struct A: P, Q {
    static func make() -> any Q { A() }
    var made: any Q { self }
    static let one = A()
}
struct Box<T: Sendable>: Sendable {
    init(_ value: T) {}
    struct Lid {}
}
struct Other: P, Q {}

let isFast = true
func make() -> any Q { A() }
func hand(_ other: Other) -> Module { Module("handed") { other } }
func wrap<T: Sendable>(_ value: T) -> Module { Module("wrapped") { value } }

/// What words tell, and what they can't tell, but contain.
let core = Dependencies {
    Module { A() as any P }
    Module { A() }
    Module("ternary") { isFast ? A() : A() }
    Module("literal") { "text" }
    Module("number") { 1 }
    Module("choice") { isFast ? 1 : 2 }
    Module("made") { make() }
    Module("branches") { if isFast { return A() as any Q } else { return A() } }
    wrap(A() as any Q)
    hand(Other())
    Module("signature") { () -> any P in Resolver.resolve(A.self) }
    Module("resolved") { Resolver.resolve(A.self) }
    Module("function") { A.make() }
    Module("cast") { A.make() as! any P }
    Module("member") { A().made }
}

/// What a closure asks for, only an object tells.
struct Later {
    let task: Task<any P, Never> = Task { Resolver.resolve(name: "literal") }
    let function: @Sendable () -> any P = { Resolver.resolve(name: "number") }
}

@main
struct Main {
    @Inject var p: any P
    @Inject var a: A
    @Inject("ternary") var ternary: A
    @Inject("literal") var literal: String
    @Inject("number") var number: Int
    @Inject("choice") var choice: Int
    @Inject("made") var made: any Q
    @Inject("branches") var branches: any Q
    @Inject("wrapped") var wrapped: any Q
    @Inject("handed") var handed: A
    @Inject("signature") var signature: any P
    @Inject("resolved") var resolved: A
    @Inject("function") var function: any Q
    @Inject("cast") var cast: any P
    @Inject("member") var member: any Q
    @Inject var missing: any Missing
    @Inject("ternary") var other: Other
    @Inject("literal") var rate: Double

    static func main() {
        core.build()
        signs.build()
        others.build(); composed.build()
    }
}

// What signs call, and other numbers.
struct Table {
    func callAsFunction() -> any P { A() }
    subscript(index: Int) -> any P { A() }
}
let table = Table()
let signs = Dependencies {
    Module("called") { table() }
    Module("element") { table[1] }
    Module("compared") { 1 < 2 }
    Module("exponent") { 1.5e3 }
    Module("hexadecimal") { 0xFF }
    Module { Books() as any Shelf<Int, String> }
    Module(.shared, "handed on", A.make)
    Module("case") { Choice.one(1) }
}
final class Client {
    @Inject("called") var called: any P
    @Inject("element") var element: any P
    @Inject("compared") var compared: Bool
    @Inject("exponent") var exponent: Double
    @Inject("hexadecimal") var hexadecimal: Int
}

// Words give the arguments in this order, and symbols by their names.
protocol Shelf<Row, Column>: Sendable {
    associatedtype Row
    associatedtype Column
}
struct Books: Shelf {
    typealias Row = Int
    typealias Column = String
}
final class Reader {
    @Inject var shelf: any Shelf<Int, String>
    @Inject("case") var choice: Choice
    @Inject("handed on") var handedOn: any Q
}
enum Choice: Sendable { case one(Int) }

// A closure of several statements, an initializer that fails, and a variable of a loop.
struct Parsed: Sendable { init?(_ text: String) {} }
struct Boxed<Value: Sendable>: Sendable { init?(_ value: Value) {} }
struct Pair<Value, Key>: Sendable {}
struct Started: Sendable { init(init number: Int) {} }
let others = Dependencies {
    Module("true") { true }
    Module("returned") {
        print("made")
        return A()
    }
    Module("parsed") { Parsed("") }
    // swift-format-ignore
    Module("unwrapped") { guard let it = Parsed("") else { fatalError() }; return it }
    Module("initialized") { A.init() }
    for part in [A(), A()] { Module("part") { part } }
    Module("generic") { Box(A()) }
    Module("whole") { Box<A>(A()) }
    // swift-format-ignore
    Module("loop") { var last = A(); for it in [A()] { last = it }; return last }
    // swift-format-ignore
    Module("inner return") { let make = { return A() }; return make() }
    // swift-format-ignore
    Module("variable") { var it = A(); it = A(); return it }
    // swift-format-ignore
    Module("constant") { let it = A(), other = Other(); return other }
    // swift-format-ignore
    Module("for") { () -> any Q in for _ in [A()] {}; return make() }
    Module("returns") {
        #if UNSET
            return Other()
        #else
            return A()
        #endif
    }
    Module("word") { "in" }
    Module("pair") { Pair<Int, A>() }
    Module("boxed") { Boxed(A()) }
    Module("giving") { () -> @Sendable () -> A in { A() } }
    #if !UNSET
        Module("conditional") { make() }
    #endif
    Module("label") { Started(init: 1 as Int) }
    Module("metatype") { A.self }
    Module("an optional") { Optional(A()) }
    Module("inner cast") { [A() as any P].first! }
    Module("optional cast") { make() as? A }
    Module("two casts") { A() as any P as! A }
    Module("static") { A.one }
    Module("of an inner type") { Box<A>.Lid() }
    Module("float") { 0x1p3 }
    Module("false") { false }
    Module("escaped") { #"\#n"# }
}
final class Others {
    @Inject("true") var isTrue: Bool
    // With a name it isn't what the others hold.
    @Inject("all") var all: [Bool]
    @Inject("returned") var returned: A
    @Inject("parsed") var parsed: Parsed
    @Inject("unwrapped") var unwrapped: Parsed
    @Inject("initialized") var initialized: A
    @Inject("part") var part: Other
    @Inject("boxed") var boxed: Boxed<A>
    @Inject("generic") var generic: Box<A>
    @Inject("pair") var pair: Pair<Int, A>
    @Inject("word") var word: String
    @Inject("returns") var fromBranches: A
    @Inject("conditional") var conditional: any Q
    @Inject("label") var started: Started
    @Inject("metatype") var metatype: A
    @Inject("an optional") var anOptional: A?
    @Inject("for") var madeBehindFor: any Q
    @Inject("giving") var given: A
}
// What another member inherits from is no part of a composition.
protocol Wide: Sendable {}
protocol Narrow: Wide {}
struct Narrowed: Narrow {}
let composed = Dependencies { Module("composed") { Narrowed() as any Narrow & Wide } }
final class Composed { @Inject("composed") var narrow: any Narrow }

/// Only a session has it, and nobody can tell what it is.
let session = Dependencies { Module("session") { isFast ? A() : A() } }.makeContainer()
func enter() { session.perform {} }
struct Visitor { @Inject("session") var guest: A? }
