import ObjC

extension UserDefaults: @retroactive @unchecked Sendable {}
extension URLSession: @retroactive @unchecked Sendable {}
extension shop.Cart: @retroactive @unchecked Sendable {}
extension shop.CartBox: @retroactive @unchecked Sendable {}

@objc protocol Tracker: Sendable {}
protocol API: Sendable {}
protocol Missing: Sendable {}
class Helper: NSObject, @unchecked Sendable {}
final class Tracking: NSObject, Tracker, @unchecked Sendable {}
final class Live: NSObject, API, @unchecked Sendable { init(session: URLSession) {} }
private final class Hidden: NSObject, @unchecked Sendable {}
@objc(RenamedForObjectiveC) final class Renamed: NSObject, @unchecked Sendable {}
enum Outer { final class Inner: NSObject, @unchecked Sendable {} }

let core = Dependencies {
    Module { Helper() }
    Module { UserDefaults.standard }
    Module("own") { UserDefaults() }
    Module(.shared) { URLSession.shared }
    Module { Tracking() as any Tracker }
    Module(.weak) { Live(session: .shared) as any API }
    Module { Hidden() }
    Module { Renamed() }
    Module { Outer.Inner() }
    Module { NSWire() as NSWire? }
    Module { shop.Cart() }
    Module { shop.CartBox() }
}

class Controller: UIViewController {
    @Inject private var helper: Helper
    @Inject var defaults: UserDefaults
    @Inject("own") var own: UserDefaults
    @Inject var session: URLSession
    @Inject var tracker: any Tracker
    @Inject var api: any API
    @Inject private var hidden: Hidden
    @Inject var renamed: Renamed
    @Inject var inner: Outer.Inner
    @Inject var cart: shop.Cart
    @Inject var box: shop.CartBox
    @Inject("tapped") var tapped: Helper
    @Inject("loaded") var loaded: Helper
    lazy var resolved: UserDefaults = Resolver.resolve()

    @objc private func didTap() { Resolver.register(name: "tapped") { Helper() } }

    override func viewDidLoad() {
        Dependencies { Module("loaded") { Helper() } }.build()
        let session: URLSession = Resolver.resolve()
        print(session)
    }
}

// A storyboard makes it, whatever else does not.
final class Restored: UIViewController {
    let started: Void = Resolver.register(name: "restored") { Helper() }
}
func notCalled() { print(Restored()) }
@objcMembers final class Delegate: UIViewController {
    func didStart() { Resolver.register(name: "started") { Helper() } }
}

final class Wrong: UIViewController {
    @Inject("restored") var restored: Helper
    @Inject("started") var started: Helper
    @Inject("wrong") var defaults: UserDefaults
    @Inject var missing: any Missing
    // Findings say what Swift calls these.
    @Inject var options: UIScene.ConnectionOptions
    @Inject var delegate: any UITableViewDelegate
    @Inject var connection: NSWire
    @Inject("wrong") var cart: shop.Cart
    @Inject("wrong") var box: shop.CartBox
    @Inject var line: shop.Cart.Line
}

@main
struct Main { static func main() { core.build() } }

// Within the type that it is nested in, its last name will do.
extension UIScene { func connect(with options: ConnectionOptions) {} }
