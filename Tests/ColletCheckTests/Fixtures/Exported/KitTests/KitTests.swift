import Collet
import Kit
import Testing

struct FakeAPI: API {}

let fakes = Dependencies { Module { FakeAPI() as any API } }

@main enum Runner { static func main() {} }

@Test func asking() {
    fakes.isolate { print(Resolver.resolve((any API).self), Inject<any API>("local")()) }
}
