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
        process.add([entry("B", line: 2)])
        process.add([entry("A", line: 3)])
        #expect(process.entries.map(\.instance) == [3, 2])
    }

    @Test func aPossibleRegistrationLeavesTheOlderOne() {
        var process = container([entry("A", line: 1)])
        process.add([entry("A", line: 2, isCertain: false)])
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

    @Test func whatMayAnswerIsFoundByType() {
        let process = container([
            entry("A", line: 1), entry("B", line: 2), entry("A", line: 3),
        ])
        func lines(_ type: String, in container: Container) -> [Int] {
            container.entries(for: Key(type: type)).map(\.instance)
        }
        #expect(lines("A", in: process) == [3, 1])
        #expect(lines("C", in: process) == [])
        #expect(lines("?C", in: process) == [3, 2, 1])
        var open = process
        open.add([entry("?D", line: 4)])
        #expect(lines("A", in: open) == [4, 3, 2, 1])
    }

    @Test func registrationsAreTheSameIfAllIs() {
        func registration(
            _ type: String = "A", _ lifetime: Lifetime = .shared, line: Int = 1,
            _ make: Value = .int(1)
        ) -> Registration {
            Registration(
                key: Key(type: type), make: make, lifetime: lifetime,
                place: Place(file: "a", line: line, column: 1))
        }
        let one = registration()
        #expect(one == registration())
        let others = [
            registration("B"), registration("A", .weak), registration(line: 2),
            registration("A", .shared, line: 1, .int(2)),
        ]
        #expect(others.allSatisfy { $0 != one })
        let lifetimes = [Lifetime.transient, .shared, .weak]
        #expect(lifetimes.map { registration("A", $0).isKept } == [false, true, true])
    }

    @Test func somethingUnknownOnOneWayOpensBoth() {
        var open = container([])
        open.isOpen = true
        #expect(container([]).joined(with: open).isOpen)
    }
}
