import Collet

protocol Log: Sendable { func write(_ text: String) }
struct ConsoleLog: Log {
    var prefix = ""
    func write(_ text: String) { print(prefix + text) }
}
struct Clock {}
let app = Dependencies {
    // Which log was meant is known to nobody, so it is missing, too.
    Module {
        var log = ConsoleLog()
        log.prefix = "> "
    }
    Module { print("registered") }
    Module { Clock() }
}
final class Model {
    @Inject private var log: any Log
    @Inject private var clock: Clock
    func load() { log.write("\(clock)") }
}
app.build()
Model().load()
