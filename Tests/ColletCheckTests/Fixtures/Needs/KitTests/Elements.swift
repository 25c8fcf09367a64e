import Collet
import ColletTesting
import Kit
import Testing

// What an array asks for, each of its elements is made for; for an optional, what is there.
protocol Part: Sendable { func run() }
struct QuickPart: Part { func run() {} }
struct TrackedPart: Part {
    let analytics: any Analytics = Resolver.resolve()
    func run() { analytics.track("part") }
}
let isTracked = CommandLine.arguments.count > 1
final class Parts: Sendable {
    let all: [any Part] = Resolver.resolve()
}
final class LastPart {
    @Inject var part: (any Part)?
    func run() { part?.run() }
}

struct ElementTests {
    @Test(
        .dependencies {
            Module("first") { QuickPart() as any Part }
            Module("last") { QuickPart() as any Part }
        }) func haveAll()
    { _ = Parts() }
    @Test(
        .dependencies {
            if isTracked { Module { TrackedPart() as any Part } }
        }) func mayBeLeftOut()
    {
        _ = Parts()
        LastPart().run()
    }
    // The later one stands for the earlier one.
    @Test(
        .dependencies {
            Module { TrackedPart() as any Part }
            Module { QuickPart() as any Part }
        }) func areReplaced()
    { _ = Parts() }
    // And these stop.
    @Test(
        .dependencies {
            Module("first") { QuickPart() as any Part }
            Module("last") { TrackedPart() as any Part }
        }) func lackSomething()
    { _ = Parts() }
    @Test(.dependencies { Module { TrackedPart() as any Part } }) func lacksIt() {
        LastPart().run()
    }
}
