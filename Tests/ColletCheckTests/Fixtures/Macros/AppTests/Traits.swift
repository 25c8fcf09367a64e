import Collet
import ColletTesting
import Testing

protocol Log: Sendable { func component(_ text: String) -> Int }
struct FakeLog: Log { func component(_ text: String) -> Int { text.count } }
struct CheckedLog: Log {
    @Inject("checked") private var inner: any Log

    // It calls the inner log's component, not its own, also in what "#expect" expands to.
    func component(_ text: String) -> Int {
        #expect(inner.component(text) == 0)
        return 0
    }
}
final class Chain: Sendable {
    let next: Chain? = nil
    func component() -> Int {
        #expect(next!.component() == 0)
        return 0
    }
}
enum Names { static let checked = "checked" }

@Test(.dependencies { Module(.shared) { FakeLog() as any Log } })
func traitsRegister() {
    #expect(Resolver.resolve((any Log).self).component("") == 0)
}

@Test(
    .dependencies {
        let log = FakeLog()
        Module { log }
        Module { log as any Log }
    }
)
func fakesAreAsked() {
    #expect(Resolver.resolve(FakeLog.self).component("") == 0)
    #expect(Resolver.resolve((any Log).self).component("") == 0)
}

@MainActor
@Suite(
    .overrides {
        Module { CheckedLog() as any Log }
        Module(Names.checked) { FakeLog() as any Log }
        Module(Names.checked) { FakeLog() as any Log }
    },
    .serialized
)
struct SuiteTests {
    @Inject var log: any Log

    @Testing.Test(
        .dependencies { Module("unused") { FakeLog() as any Log } },
        .enabled(if: Resolver.resolve(name: "enabled") as Bool),
        arguments: [Inject<any Log>("argument")()]
    )
    func mistakesInTraitsAreFound(_ log: any Log) {}

    @Test func closuresAreReadOnce() async {
        await #expect(processExitsWith: .success) {
            Dependencies { Module("exit") { FakeLog() as any Log } }.isolate {
                @Inject("exit") var log: any Log
                print(log)
            }
        }
    }
}
