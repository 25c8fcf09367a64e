import Collet
import Kit
import Testing

struct FakeNetwork: NetworkModuleType {
    func component() -> String { "fake" }
}

@Test func networkIsReplaced() {
    let fakes = Dependencies { Module { FakeNetwork() as any NetworkModuleType } }
    fakes.override {
        let network: any NetworkModuleType = Resolver.resolve()
        _ = network.component()
    }
}
