import Collet
import Kit
import Testing

#if NO_TESTING
    // What the compiler says of Testing where a Mac has the Command Line Tools alone.
    #error("no such module 'Testing'")
#endif

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
