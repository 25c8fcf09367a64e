import Collet
import Features

protocol Clock: Sendable {}
struct LiveClock: Clock {}
struct FakeClock: Clock {}
struct Server: Sendable { let clock: any Clock }
protocol Log: Sendable {}
struct Console: Log {}
protocol Mail: Sendable {}
struct SMTP: Mail {}

let app = Dependencies {
    Module { LiveClock() as any Clock }
    Module(.shared) { Server(clock: Resolver.resolve()) }
    Module { Token() }
}
app.build()
print(Resolver.resolve((any Offers).self))

// An isolation makes all anew, so what the app keeps is not used there.
let fakes = Dependencies {
    Module { FakeClock() as any Clock }
    Module(.shared) { Server(clock: Resolver.resolve()) }
}
print(Resolver.resolve(Server.self))
fakes.isolate { print(Resolver.resolve(Server.self)) }

// The app lacks it, as one of two isolations does.
func log() { print(Resolver.resolve((any Log).self)) }
Dependencies { Module { Console() as any Log } }.isolate { log() }
Dependencies { Module { Token() } }.isolate { log() }
log()

// In the detached task it is asked for outside of the override.
func send() { print(Resolver.resolve((any Mail).self)) }
let mails = Dependencies { Module { SMTP() as any Mail } }
let sending = mails.override {
    send()
    return Task.detached { send() }
}
await sending.value
print(Resolver.resolve(Token.self))
