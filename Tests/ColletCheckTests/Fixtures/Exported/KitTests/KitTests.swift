import Collet
import Kit
import Testing

struct FakeAPI: API {}

let fakes = Dependencies {
    Module { FakeAPI() as any API }
}
