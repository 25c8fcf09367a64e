import Collet

protocol P: Sendable {}
struct S: P {
    var number = 1
    static let all: [S] = []
    static func make() -> S { S() }
    static func generic<T: P>(_ value: T) -> T { value }
    func next() -> any P { self }
    func callAsFunction() -> Int { 1 }
    subscript(index: Int) -> String { "" }
}
class Base: P, @unchecked Sendable {
    init() {}
    class func create() -> Self { fatalError() }
    func with(_ change: (Base) -> Void) -> Base { self }
}
final class Sub: Base, @unchecked Sendable {}
extension P { func erased() -> any P { self } }
func curried() -> @Sendable () -> S { { S() } }
func build<T>(_ make: () -> T) -> T { make() }
func thrower() throws -> S { S() }
let table: [String: S] = [:]
let maybe: S? = nil

/// Registrations whose type follows from what the closure does, each with its request below.
let dependencies = Dependencies {
    Module("static") { S.make() }
    Module("method") { S().next() }
    Module("chain") { S.make().next().erased() }
    Module("member") { S.make().number }
    Module("inherited") { Sub() }
    Module("dynamic") { Sub.create() }
    Module("trailing") { Base().with { $0.with { _ in } } }
    Module("generic") { S.generic(S()) }
    Module("curried") { curried()() }
    Module("callable") { S()() }
    Module("subscript") { S()[1] }
    Module("closure") { build { S() } }
    Module("immediate") { { S() }() }
    Module("default") { maybe ?? S() }
    Module("lookup") { table["a"] }
    Module("forced") { table["a"]! }
    Module("optional") { maybe }
    Module("mapped") { maybe.map { _ in 1 } }
    Module("try") { try! thrower() }
    Module("try?") { try? thrower() }
    Module("ternary") { maybe == nil ? 1 : 2 }
    Module("arithmetic") { 1 + 2 }
    Module("negative") { -1 }
    Module("array") { [S(), S()] }
    Module("all") { S.all }
    Module("first") { S.all.first }
    Module("switch") {
        switch maybe {
        case nil: S() as any P
        default: Sub() as any P
        }
    }
    Module("nested return") {
        let make = { () -> Int in return 1 }
        let value = S(number: make())
        return value
    }
    Module("early return") {
        if maybe != nil { return S() as any P }
        return Sub()
    }
    Module("shadowed") {
        let maybe = Sub()
        return maybe
    }
    Module("typed") {
        let value: any P
        value = S()
        return value
    }
    Module("capture") { [table] in table.count }
    Module("interpolated") { "a \(table.count) b" }
    Module("parentheses") { (S() as any P) }
    Module("cast") { S() as Any as! S }
    Module("conditional cast") { S() as Any as? S }
}

extension S: Equatable {}

struct App {
    @Inject("static") var a: S
    @Inject("method") var b: any P
    @Inject("chain") var c: any P
    @Inject("member") var d: Int
    @Inject("inherited") var e: Sub
    @Inject("dynamic") var f: Sub
    @Inject("trailing") var g: Base
    @Inject("generic") var h: S
    @Inject("curried") var i: S
    @Inject("callable") var j: Int
    @Inject("subscript") var k: String
    @Inject("closure") var l: S
    @Inject("immediate") var m: S
    @Inject("default") var n: S
    @Inject("lookup") var o: S?
    @Inject("forced") var p: S
    @Inject("optional") var q: S?
    @Inject("mapped") var r: Int?
    @Inject("try") var s: S
    @Inject("try?") var t: S?
    @Inject("ternary") var u: Int
    @Inject("arithmetic") var v: Int
    @Inject("negative") var w: Int
    @Inject("array") var x: [S]
    @Inject("all") var y: [S]
    @Inject("first") var z: S?
    @Inject("switch") var aa: any P
    @Inject("nested return") var ab: S
    @Inject("early return") var ac: any P
    @Inject("shadowed") var ad: Sub
    @Inject("typed") var ae: any P
    @Inject("capture") var af: Int
    @Inject("interpolated") var ag: String
    @Inject("parentheses") var ah: any P
    @Inject("cast") var ai: S
    @Inject("conditional cast") var aj: S?
}
