import Collet
import Kit
import Testing

#if NO_TESTING
    // The compiler's message about Testing on a Mac with only the Command Line Tools.
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
