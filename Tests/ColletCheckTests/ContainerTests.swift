import Testing

@testable import ColletCheck

struct ContainerTests {
    private func entry(
        _ type: String, line: Int = 1, isCertain: Bool = true
    ) -> Container.Entry {
        let registration = Registration(
            key: Key(type: type), make: .unknown, lifetime: .transient,
            place: Place(file: "a", line: line, column: 1))
        return .init(registration: registration, isCertain: isCertain, instance: line)
    }

    private func container(_ entries: [Container.Entry]) -> Container {
        Container(kind: .process, entries: entries)
    }

    @Test func theLastRegistrationOfAKeyCounts() {
        var process = container([entry("A", line: 1)])
        process.add(entry("B", line: 2))
        process.add(entry("A", line: 3))
        #expect(process.entries.map(\.instance) == [3, 2])
    }

    @Test func aPossibleRegistrationLeavesTheOlderOne() {
        var process = container([entry("A", line: 1)])
        process.add(entry("A", line: 2, isCertain: false))
        #expect(process.entries.map(\.instance) == [1, 2])
    }

    @Test func whatOneWayRegistersStaysBesideWhatAnotherDoes() {
        let either = container([entry("A", line: 1)]).joined(
            with: container([entry("A", line: 2)]))
        var process = container([entry("A", line: 3)])
        process.add(either.entries)
        #expect(process.entries.map(\.instance) == [1, 2])
    }

    @Test func whatOneWayRegistersIsPossible() {
        let joined = container([entry("A"), entry("B")]).joined(
            with: container([entry("A")]))
        #expect(joined.entries.map(\.isCertain) == [true, false])
    }

    @Test func aKeyThatBothWaysRegisterIsCertain() {
        let joined = container([entry("A", line: 1)]).joined(
            with: container([entry("A", line: 2)]))
        #expect(joined.entries.count == 2)
        #expect(joined.entries.contains { $0.isCertain })
    }

    @Test func eachOfManyWaysThatRegisterAKeyMayHaveRegisteredIt() {
        let joined = (2...4).reduce(container([entry("A", line: 1)])) {
            $0.joined(with: container([entry("A", line: $1)]))
        }
        #expect(joined.entries.count == 4)
        #expect(joined.entries.allSatisfy { $0.isCertain && $0.hasAlternative })
    }

    @Test func aKeyThatOneOfManyWaysDoesNotRegisterIsPossible() {
        let joined = container([entry("A", line: 1)]).joined(with: container([]))
            .joined(with: container([entry("A", line: 3)]))
        #expect(joined.entries.allSatisfy { !$0.isCertain })
    }

    @Test func somethingUnknownOnOneWayOpensBoth() {
        var open = container([])
        open.isOpen = true
        #expect(container([]).joined(with: open).isOpen)
    }
}
