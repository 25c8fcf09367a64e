import App
import Collet
import Testing

struct QuietNet: Net { func load() -> String { "" } }
let quiet = Dependencies {
    appModules
    Module { QuietNet() as any Net }
}

@Test func loads() { appModules.isolate { Model().load() } }
@Test func loadsQuietly() { quiet.isolate { Model().load() } }
