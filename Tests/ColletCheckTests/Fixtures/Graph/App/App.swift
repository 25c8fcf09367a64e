import Collet

protocol HTTP {}; protocol Store {}; protocol Worker {}; protocol ViewModel {}
struct RealHTTP: HTTP {}
struct RealStore: Store {}
struct RealWorker: Worker { init(_ store: any Store, _ http: any HTTP) {} }
struct RealViewModel: ViewModel { init(_ id: Int, _ worker: any Worker) {} }
struct Pair<First, Second> {}

protocol NetworkModuleType: Sendable { func component() -> any HTTP }
protocol WidgetModuleType: Sendable {
    func component() -> any Worker
    func component() -> any Store
    func component(id: Int) -> any ViewModel
}
protocol Clock: Sendable {}
struct SystemClock: Clock {}

struct NetworkModule: NetworkModuleType {
    @Inject private var clock: any Clock
    func component() -> any HTTP { RealHTTP() }
}
struct WidgetModule: WidgetModuleType {
    @Inject private var network: any NetworkModuleType
    func component() -> any Worker { worker() }
    private func worker() -> any Worker { RealWorker(component(), network.component()) }
    func component() -> any Store { RealStore() }
    func component(id: Int) -> any ViewModel { RealViewModel(id, component()) }
}

let dependencies = Dependencies {
    Module(.shared) { NetworkModule() as any NetworkModuleType }
    Module { WidgetModule() as any WidgetModuleType }
    Module("plain") { WidgetModule() as any WidgetModuleType }
    Module(#"the "utc" one"#) { SystemClock() as any Clock }
    Module { SystemClock() as any Clock }
    Module("pair") { Pair<Int, String>() }
}

final class Screen {
    @Inject fileprivate var widgets: any WidgetModuleType
    private lazy var model: any ViewModel = widgets.component(id: 1)
}
final class Settings {
    @Inject("plain") private var widgets: any WidgetModuleType
    @Inject private var clock: (any Clock)?
    @Inject private var again: any Clock
    @Inject("pair") private var pair: Pair<Int, String>
}
final class Clocks { @Inject private var all: [any Clock] }

// An arrow is drawn from who calls a component, not from who calls that.
final class Opener {
    @Inject("plain") private var widgets: any WidgetModuleType
    @Inject private var network: any NetworkModuleType
    private let screen = Screen()
    func open() { screen.open(); print(network.component()) }
}
extension Screen { func open() { print(widgets.component(id: 2)) } }

// A registration asks for what its closure asks for.
protocol Api: Sendable {}
struct RealApi: Api { init(_ widgets: any WidgetModuleType, clock: any Clock) {} }
let asked = Dependencies {
    Module {
        @Inject var widgets: any WidgetModuleType
        return RealApi(widgets, clock: Resolver.resolve()) as any Api
    }
}
// An object that is registered may call components, too.
final class Session: Sendable {
    private let widgets = Inject<any WidgetModuleType>()
    func open() { print(widgets().component(id: 3)) }
}
let kept = Dependencies { Module(.shared) { Session() } }
final class SessionUser { @Inject private var session: Session }
final class ApiUser { @Inject private var api: any Api }
