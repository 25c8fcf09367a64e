import Collet
import Foundation

protocol P {}
protocol Q {}
protocol Derived: P {}
protocol Source<Element> { associatedtype Element }
protocol Table<Row, Column> { associatedtype Row; associatedtype Column }
struct Grid: Table { typealias Row = Int; typealias Column = String }
struct Both: Derived, Q {}
struct Numbers: Source { typealias Element = Int }
struct Words: Source { typealias Element = String }
struct Box<Value> { var value: Value }
struct Outer<Value> { struct Inner {} }
class Base: @unchecked Sendable { required init() {} }
final class Sub: Base, @unchecked Sendable {}
final class Failing { init?(_ flag: Bool) { if flag { return nil } } }
enum Mode { case fast, slow(Int) }
typealias Existential = any P
typealias Handler = @Sendable (Int) -> String
typealias Pair = (first: Int, second: String)

extension Both { static let instance = Both() }
func makeP() -> any P { Both() }
func makeSub() -> sending Sub { Sub() }

let dependencies = Dependencies {
    Module { Both() as any P & Q }
    Module { Both() as any Q & P & Sendable }  // the same key: P & Q
    Module { Both() as any Derived & P }  // any Derived
    Module { Numbers() as any Source<Int> }
    Module { Words() as any Source<String> }
    Module { Grid() as any Table<Int, String> }
    Module { Both() as (any P)? }
    Module { [Both()] as [any P] }
    Module { ["a": 1] as [String: Int] }
    Module { { "\($0)" } as @Sendable (Int) -> String }
    Module { { _ in } as (any P) -> Void }
    Module { { 1 } as @Sendable () async throws -> Int }
    Module { (first: 1, second: "2") as (first: Int, second: String) }
    Module { Both.self as any P.Type }
    Module { Both.self }
    Module { Box<Int>(value: 1) }
    Module { Box(value: "a") as Box<String> }
    Module { Outer<Int>.Inner() }
    Module { Sub() }
    Module { Failing(true) }
    Module { Mode.fast }
    Module("slow") { Mode.slow(1) }
    Module("made") { makeP() }
    Module("function", makeSub)
    Module("instance") { Both.instance }
    Module("alias") { Both() as Existential }
    Module("signature") { () -> any P in Both() }
    Module("statements") {
        let both = Both()
        return both as any P
    }
    Module("variable") {
        let both: any P = Both()
        return both
    }
    Module("double") { 1.5 }
    Module("date") { Date(timeIntervalSince1970: 0) }
    Module.mainActor("main") { Both() as any P }
    Module(.weak, "weak") { Sub() as Base & Sendable }
}

func register() {
    Resolver.register(value: Both() as any P & Sendable, name: "registered")
    Resolver.register(Module("module") { Both() as any P })
    Resolver.register(value: nil as Int??, name: "twice")
}

final class App {
    @Inject var both: any Q & P
    @Inject var derived: any Derived
    @Inject var numbers: any Source<Int>
    @Inject var words: any Source<String>
    @Inject var table: any Table<Int, String>
    @Inject var optional: (any P)?
    @Inject var array: [any P]
    @Inject var dictionary: [String: Int]
    @Inject var handler: Handler
    @Inject var consumer: (any P) -> Void
    @Inject var effects: @Sendable () async throws -> Int
    @Inject var pair: Pair
    @Inject var existentialType: any P.Type
    @Inject var concreteType: Both.Type
    @Inject var box: Box<Int>
    @Inject var boxedString: Box<String>
    @Inject var inner: Outer<Int>.Inner
    @Inject var sub: Sub
    @Inject var failing: Failing?
    @Inject var mode: Mode
    @Inject("slow") var slow: Mode
    @Inject("made") var made: any P
    @Inject("function") var function: Sub
    @Inject("instance") var instance: Both
    @Inject("alias") var alias: any P
    @Inject("signature") var signature: any P
    @Inject("statements") var statements: any P
    @Inject("variable") var variable: any P
    @Inject("double") var double: Double
    @Inject("date") var date: Date
    @Inject("main") var main: any P
    @Inject("weak") var weak: Base
    @Inject("registered") var registered: any P
    @Collet.Inject("module") private var qualified: any P
    @Inject("absent") var absent: [any Q]
    @Inject("absent") var absentToo: Date?

    // What differs in a part is another type.
    @Inject var otherSource: any Source<Double>
    @Inject var otherBox: Box<Double>
    @Inject var otherLabels: (a: Int, b: String)
    @Inject var otherEffects: @Sendable () async -> Int
    @Inject var notSendable: (Int) -> String

    func twice() -> Int?? { Resolver.resolve(Int??.self, name: "twice") }
}
