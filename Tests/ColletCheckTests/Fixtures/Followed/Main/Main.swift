import Collet
import Kit

// Cures that are followed literally.
struct Disk: ComponentFactory, Sendable {}
protocol PagesType: ComponentFactory, Sendable {}
struct Pages: PagesType {}
@MainActor final class Model: Sendable { init() {} }
@MainActor protocol ScreenModel: AnyObject {}
struct Session: Sendable {}
protocol Clock: Sendable {}
struct Exact: Clock {}
struct Rounded: Clock { let exact: Exact }
struct Token: Sendable {}
struct Key: Sendable {}
struct Ticket: Sendable {}

let app = Dependencies {
    Module { Disk() as any ComponentFactory }
    Module("pages") { Pages() as any ComponentFactory }
    // Several ask for "session", and nobody for this.
    Module("sesion") { Session() }
    // To inject a clock here would be a cycle.
    Module { Rounded(exact: Resolver.resolve()) as any Clock }
}
let loose = Module { Key() }

struct Screen {
    @Inject var disk: Disk
    @Inject("pages") var pages: any PagesType
    @Inject var model: Model
    @Inject var screen: any ScreenModel
    @Inject("session") var session: Session
    @Inject var clock: any Clock
    @Inject var mail: any Mail
    @Inject var keyword: any `protocol`
    @Inject var key: Key
    @Inject(
        """
        two
        lines
        """) var ticket: Ticket
}
struct Other { @Inject("session") var session: Session }

// An isolation sees nothing of what is around it, whether that is built or not.
func isolated() {
    Dependencies { Module { Token() } }.override {
        Dependencies { Module("t") { Token() } }.isolate {
            print(Resolver.resolve(Token.self, name: "t"), Resolver.resolve(Token.self))
        }
    }
}

@main
struct Main {
    static func main() {
        app.build()
        isolated()
        print(Screen(), Other())
    }
}
// The main actor's by a superclass or a protocol.
@MainActor class Panel { init() {} }
final class Sheet: Panel {}
protocol SheetModel: ScreenModel {}
struct Inherited {
    @Inject var sheet: Sheet
    @Inject var model: any SheetModel
}
