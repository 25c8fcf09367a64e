import Collet
import Observation

protocol P: Sendable {}
struct S: P {}

/// Every place where an injection may stand.
@Observable final class Model { @ObservationIgnored @Inject("observable") var api: any P }

actor Worker { @Inject("actor") private var api: any P }

@MainActor final class Controller {
    @Inject("main actor") private var api: any P
    @Inject("weird") @available(*, deprecated) public var odd: Int
}

@MainActor enum Globals { @Inject("static") static var api: any P }

struct Generic<Value> {
    @Inject("generic") var api: any P
    @Inject("type") var value: [Value]
}

func outer() {
    struct Local { @Inject("local type") var api: any P }
    @Inject("local") var api: any P
    let closure = {
        @Inject("closure")
        var api: any P
        print(api)
    }
    closure()
    print(Local(), api)
    // @Inject("comment") var no: any P
    print("@Inject(\"string\") \(Resolver.resolve((any P).self, name: "interpolated")) \("}")")
    _ = #/[{"]/#
}

extension Worker {
    @MainActor static let shared = Inject<any P>("extension")
    var computed: any P { Resolver.resolve(name: "computed") }
    func argument(_ api: any P = Resolver.resolve(name: "default")) -> any P {
        Resolver.resolve(name: "result")
    }
}

func register(_ parameter: any P, with other: @escaping @Sendable () -> S) {
    Resolver.register(value: parameter, name: "parameter")
    Resolver.register(value: other(), name: "call")
    Module("captured") { [parameter] in parameter }.register()
}
extension Module { func register() { Resolver.register(self) } }

typealias Dependency = Inject
struct Aliased {
    @Dependency("aliased") var api: any P
    @Inject("parameter") var parameter: any P
    @Inject("captured") var captured: any P
    @Inject("call") var call: S
    @Service var unnamed: any P
    @Service("parameter") var service: any P
    @Service("service") var missing: any P
    @Fixed var fixed: S
    @Listed var listed: [S]
}

/// Wrappers of the app's own ask where they are used.
@propertyWrapper struct Service<Value> {
    private let inject: Inject<Value>
    init() { inject = Inject() }
    init(_ name: String) { inject = Inject(name) }
    var wrappedValue: Value { inject.wrappedValue }
}
@propertyWrapper struct Fixed<Value> {
    @Inject("fixed") private var value: Value
    var wrappedValue: Value { value }
}
@propertyWrapper struct Listed<Value> {
    @Inject private var value: Value
    var wrappedValue: [Value] { [value] }
}

final class Assigned {
    let api: Inject<any P>, other: Inject<any P>?
    init() {
        api = Inject("assigned")
        other = .init("optional")
    }
}
