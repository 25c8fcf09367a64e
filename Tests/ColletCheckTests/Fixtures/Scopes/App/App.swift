import Collet

protocol CacheModuleType: Sendable {}; protocol PlainModuleType: Sendable {}
protocol UserModuleType: Sendable {}; protocol GoodModuleType: Sendable {}
final class CacheModule: CacheModuleType { private let scope = Scope() }
final class LateModule: CacheModuleType {
    private let scope: Scope
    init() { scope = Scope() }
}
class BaseModule: CacheModuleType, @unchecked Sendable { fileprivate let scope = Scope() }
final class DerivedModule: BaseModule, @unchecked Sendable {}
struct PlainModule: PlainModuleType {
    static let scope = Scope()
    init() { print(Scope()) }
}
final class UserModule: UserModuleType, @unchecked Sendable {
    @Inject private var cache: any CacheModuleType
    @Inject("weak") private var weakCache: any CacheModuleType
    @Inject("shared") private var sharedCache: any CacheModuleType
    @Inject private var plain: any PlainModuleType
}
final class Brief: GoodModuleType, @unchecked Sendable {
    @Inject private var cache: any CacheModuleType
    func show(in scope: Scope = Scope()) {}
}

let dependencies = Dependencies {
    Module { CacheModule() as any CacheModuleType }
    Module("derived") { DerivedModule() as any CacheModuleType }
    Module("late") { LateModule() as any CacheModuleType }
    Module(.weak, "weak") { CacheModule() as any CacheModuleType }
    Module(.shared, "shared") { CacheModule() as any CacheModuleType }
    Module { PlainModule() as any PlainModuleType }
    Module(.shared) { UserModule() as any UserModuleType }
    Module { Brief() as any GoodModuleType }
}

func register() {
    Resolver.register(value: CacheModule() as any CacheModuleType, name: "registered")
}

struct App {
    @Inject private var user: any UserModuleType
    @Inject private var brief: any GoodModuleType
    @Inject("derived") private var derived: any CacheModuleType
    @Inject("late") private var late: any CacheModuleType
    @Inject("registered") private var registered: any CacheModuleType
}

@MainActor final class ScreenModule { private let scope = Scope() }
struct Reader: GoodModuleType {
    private let kept: any CacheModuleType = Resolver.resolve()
    func read() -> Bool {
        @Inject var cache: any CacheModuleType
        return Resolver.resolve((any CacheModuleType).self) is CacheModule
    }
}
let screens = Dependencies {
    Module.mainActor("screen") { ScreenModule() }
    Module(.shared, "reader") { Reader() as any GoodModuleType }
}
struct ScreenApp {
    @Inject("screen") private var screen: ScreenModule
    @Inject("reader") private var reader: any GoodModuleType
}

// A scope of its own, though not at first sight.
struct DefaultModule: GoodModuleType {
    let scope: Scope
    init(scope: Scope = Scope()) { self.scope = scope }
}
struct OuterModule: GoodModuleType {
    private let inner = DefaultModule()
    private let other: CacheModule
    init() { other = CacheModule() }
}
// Not its own: somebody else keeps it.
struct GivenModule: GoodModuleType {
    let scope: Scope
    init(_ inner: DefaultModule) {
        let brief = DefaultModule()
        scope = brief.scope
    }
}
let one = CacheModule()
func hold(_ module: CacheModule) -> CacheModule { module }
let hidden = Dependencies {
    Module("default") { DefaultModule() as any GoodModuleType }
    Module("outer") { OuterModule() as any GoodModuleType }
    Module("held") { hold(one) }
    Module("given") { GivenModule(DefaultModule()) as any GoodModuleType }
}
struct HiddenApp {
    @Inject("default") private var one: any GoodModuleType
    @Inject("outer") private var outer: any GoodModuleType
    @Inject("held") private var held: CacheModule
    @Inject("given") private var given: any GoodModuleType
}
