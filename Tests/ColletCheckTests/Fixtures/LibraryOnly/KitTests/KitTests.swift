import Collet
import Kit
import Testing

struct Fake: Clock {}

@Test func timing() {
    Dependencies { Module { Fake() as any Clock } }.isolate {
        let clock: any Clock = Resolver.resolve()
        print(clock)
        let missing = Inject<any Clock>("local")
        print(missing())
    }
}
