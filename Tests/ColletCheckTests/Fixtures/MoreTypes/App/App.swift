import Collet
import Foundation

protocol P {}
protocol Q {}
struct Both: P, Q {}
final class Object: P, @unchecked Sendable {}
enum Shop {
    protocol Clock {}
    struct Real: Clock { struct Part {} }
}
extension Shop {
    static let dependencies = Dependencies {
        Module { Real() as any Clock }
        Module { Real.Part() }
    }
}
extension String { enum Kind { case plain } }
func never<T>() -> T { fatalError() }

/// Each type is registered as the source has it and requested by a property, whose type is known
/// from the index. None of them may be reported as missing. Those that the check can't tell have
/// a name, so that the doubt about them is not one about the others.
func register() {
    Resolver.register(value: never() as Result<Int, any Error>)
    Resolver.register(value: never() as Set<String>, name: "set")
    Resolver.register(value: never() as ClosedRange<Int>)
    Resolver.register(value: never() as Task<Void, Never>)
    Resolver.register(value: never() as any Actor)
    Resolver.register(value: never() as UUID, name: "id")
    Resolver.register(value: never() as Foundation.URL, name: "url")
    Resolver.register(value: never() as Swift.Int, name: "int")
    Resolver.register(value: never() as any Error)
    Resolver.register(value: never() as Array<Array<Int>>, name: "arrays")
    Resolver.register(value: never() as Dictionary<String, Optional<Int>>, name: "dictionary")
    Resolver.register(value: never() as String.Kind)
    Resolver.register(value: never() as @Sendable @MainActor () -> Void)
    Resolver.register(value: never() as @Sendable (inout Int) -> Void, name: "odd")
    Resolver.register(value: never() as @Sendable (Int...) -> Void, name: "odd")
    Resolver.register(value: never() as @Sendable (_ value: Int) throws -> Void)
    Resolver.register(value: never() as @Sendable () async -> (any P)?)
    Resolver.register(value: never() as @Sendable (@escaping @Sendable (Int) -> Int) -> Int)
    Resolver.register(value: never() as @Sendable () throws(CancellationError) -> Int, name: "odd")
    Resolver.register(value: never() as @convention(c) @Sendable () -> Void, name: "odd")
    Resolver.register(value: never() as KeyPath<Both, Int> & Sendable, name: "odd")
    Resolver.register(value: never() as any Sendable)
    Resolver.register(value: never() as TimeInterval, name: "interval")
    Resolver.register(value: never() as any Codable & Sendable, name: "odd")
    Resolver.register(value: never() as (any P & Sendable).Type, name: "odd")
    Resolver.register(value: never() as any (P & Q & Sendable).Type, name: "odd")
    Resolver.register(value: never() as (Int, (String, Bool)))
    Resolver.register(value: never() as any P & AnyObject & Sendable)
    Resolver.register(value: never() as any Collection<Int> & Sendable, name: "odd")
    Resolver.register(value: Object() as P & Sendable)
}

final class App {
    @Inject var clock: any Shop.Clock
    @Inject var part: Shop.Real.Part
    @Inject var result: Result<Int, any Error>
    @Inject("set") var set: Set<String>
    @Inject var range: ClosedRange<Int>
    @Inject var task: Task<Void, Never>
    @Inject var actor: any Actor
    @Inject("id") var id: UUID
    @Inject("url") var url: URL
    @Inject("int") var int: Int
    @Inject var error: any Error
    @Inject("arrays") var arrays: [[Int]]
    @Inject("dictionary") var dictionary: [String: Int?]
    @Inject var kind: String.Kind
    @Inject var main: @Sendable @MainActor () -> Void
    @Inject("odd") var changing: @Sendable (inout Int) -> Void
    @Inject("odd") var variadic: @Sendable (Int...) -> Void
    @Inject var throwing: @Sendable (Int) throws -> Void
    @Inject var asynchronous: @Sendable () async -> (any P)?
    @Inject var higher: @Sendable (@escaping @Sendable (Int) -> Int) -> Int
    @Inject("odd") var typed: @Sendable () throws(CancellationError) -> Int
    @Inject("odd") var c: @convention(c) @Sendable () -> Void
    @Inject("odd") var path: KeyPath<Both, Int> & Sendable
    @Inject var anything: any Sendable
    @Inject("interval") var interval: TimeInterval
    @Inject("odd") var codable: any Codable & Sendable
    @Inject("odd") var metatype: (any P & Sendable).Type
    @Inject("odd") var existentialMetatype: any (P & Q & Sendable).Type
    @Inject var nested: (Int, (String, Bool))
    @Inject var object: any P & AnyObject & Sendable
    @Inject("odd") var collection: any Collection<Int> & Sendable
    @Inject var old: any P
}

protocol Delegate: AnyObject {}
func registerWhatIsOneTypeAtRunTime() {
    Resolver.register(value: never() as any Delegate & AnyObject & Sendable)
    Resolver.register(Module { Object() as AnyObject })
    Resolver.register(value: never() as @MainActor @Sendable (Bool) -> Void)
    Resolver.register(Module("wrapped") { Optional<any P>(Object()) })
    Resolver.register(Module("bound") { Object() as any P & AnyObject })
}
final class OneType {
    @Inject var delegate: any Delegate
    @Inject var object: AnyObject
    @Inject var action: @MainActor (Bool) -> Void
    @Inject("wrapped") var wrapped: (any P)?
    // Of a protocol that any type may conform to, this is another type.
    @Inject("bound") var bound: any P & AnyObject
    @Inject("bound") var unbound: any P
}
