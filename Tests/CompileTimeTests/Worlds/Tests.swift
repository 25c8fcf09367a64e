// Tests in a target with the pasted traits, whatever else is there.

import Testing

nonisolated protocol Radio: Sendable { var channel: String { get } }
nonisolated struct ShipRadio: Radio { let channel = "16" }
nonisolated struct FakeRadio: Radio { let channel = "fake" }

@Suite(.dependencies { Module { FakeRadio() as any Radio } })
struct RadioTests {
    @Testing.Test func theSuiteHasItsFake() {
        #expect(Resolver.resolve((any Radio).self).channel == "fake")
    }

    @Testing.Test(.overrides { Module("spare") { ShipRadio() as any Radio } }, arguments: [1, 2])
    func eachCaseHasBoth(number: Int) {
        #expect(Resolver.resolve([any Radio].self).map(\.channel) == ["fake", "16"])
    }

    @Testing.Test(.dependencies { Module { number } })
    func nobodyAsksForTheNumber() {}
}

private nonisolated let number = 1

@main
nonisolated struct Tests {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
