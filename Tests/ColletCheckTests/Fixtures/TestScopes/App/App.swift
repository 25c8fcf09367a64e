import Collet

protocol Mail: Sendable {}
protocol Clock: Sendable {}
protocol Log: Sendable {}
struct SMTP: Mail {}
struct SystemClock: Clock {}
struct File: Log {}

let app = Dependencies {
    Module { SMTP() as any Mail }
    Module { SystemClock() as any Clock }
}

/// Tests call it, and the app, too.
func registerLog() { Resolver.register { File() as any Log } }

/// Tests alone call it.
func registerDraft() { Dependencies { Module("draft") { SMTP() as any Mail } }.build() }

struct Screen {
    @Inject var mail: any Mail
    @Inject var clock: any Clock
    @Inject var log: any Log
    @Inject("draft") var draft: any Mail
    @Inject var fakes: [any Fake]
    @Inject var fake: (any Fake)?
}

protocol Pen: Sendable {}
struct Ballpen: Pen {}

/// The containers of tests are others than this one.
let session = Dependencies { Module { Ballpen() as any Pen } }

struct Draft { @Inject var pen: any Pen }

/// Only tests register it.
protocol Fake: Sendable {}

@main struct Main {
    static func main() {
        app.build()
        registerLog()
        print(Screen())
        session.makeContainer().perform { print(Draft()) }
    }
}

/// What only a test gives, the app asks for.
protocol Ink: Sendable {}
final class Given { lazy var ink: any Ink = Resolver.resolve() }
func give() -> any Ink { Given().ink }
