import Collet
import Foundation
import TestSupport
import Testing

/// Two features together that have no other file in common.
///
/// `Pairs.md` has all pairs.
struct PairTests {
    // MARK: Containers

    @Test func aCollectionInAContainerHasWhatTheContainersUnderItHave() {
        Dependencies {
            Module("a") { 1 }
            Module("b") { 2 }
        }
        .isolate {
            let session = Dependencies {
                Module("b") { 3 }
                Module("c") { 4 }
            }
            .makeContainer()
            let window = session.perform { numbers(5).makeContainer() }
            #expect(window.perform { Resolver.resolve([Int].self) } == [1, 3, 4, 5])
            #expect(session.perform { Resolver.resolve([Int].self) } == [1, 3, 4])
            #expect(Resolver.resolve([Int].self) == [1, 2])
        }
    }

    @Test func theInnermostContainerThatHasItDecidesAboutAnOptional() {
        let session = Dependencies { Module { nil as Int? } }.makeContainer()
        let window = session.perform { numbers(5).makeContainer() }
        #expect(window.perform { Resolver.resolve(Int?.self) } == 5)
        #expect(session.perform { Resolver.resolve(Int?.self) } == nil)
        let inner = window.perform {
            Dependencies { Module { 6 as Int? } }.makeContainer()
        }
        #expect(inner.perform { Resolver.resolve(Int?.self) } == 6)
        #expect(inner.perform { Resolver.resolve(Int.self) } == 5)
    }

    @Test func aContainerWithinAGraphIsOutsideOfIt() {
        let scope = Scope()
        func object() -> Draft { scope.graph(line: 1, column: 1) { Draft() } }
        let session = Dependencies {}.makeContainer()
        scope.graph {
            let own = object()
            session.perform {
                #expect(object() !== own)
                scope.graph(line: 2, column: 1) {
                    let inner = object()
                    #expect(object() === inner)
                    #expect(inner !== own)
                }
            }
            #expect(object() === own)
        }
    }

    @Test func aRunHasTheModulesOfItsContainerAlsoAfterTheEnd() async {
        let holder = Handover(numbers(5).makeContainer())
        let scope = holder.take()!.perform { Scope() }
        let number = await numbers(6).isolate {
            await scope.shared { () async in Resolver.resolve(Int.self) }
        }
        #expect(number == 5)
    }

    @Test func aContainerKnowsWhatIsUnusedOfItsOwnBlock() {
        let session = Dependencies {
            Dependencies { Module { 1.5 } }
            Module { 1 }
            Module { "text" }
        }
        .makeContainer()
        let window = session.perform { numbers(5).makeContainer() }
        window.perform {
            _ = Resolver.resolve(String.self)
            #expect(Dependencies.unused == ["Swift.Int"])
        }
        #expect(session.perform { Dependencies.unused } == ["Swift.Int"])
        #expect(session.perform { Resolver.resolve(Double.self) } == 1.5)
    }

    // MARK: Verification

    @Test func whatAnObjectOfAGraphInjectsIsVerified() {
        let scope = Scope()
        let block = Dependencies {
            Module {
                scope.graph(line: 1, column: 1) { Inject<Int>() }
            }
        }
        let error = #expect(throws: VerificationError.self) { try block.verify() }
        #expect(error?.description.contains("registered for Swift.Int.") == true)
    }

    /// Verified because the module makes it; a component that is never made isn't seen.
    @Test func whatAComponentInjectsIsVerifiedWhereItIsMade() throws {
        try Dependencies { Module { DeskModule(isEager: false) } }.verify()
        let block = Dependencies { Module { DeskModule(isEager: true) } }
        let error = #expect(throws: VerificationError.self) { try block.verify() }
        #expect(
            error?.description.contains("needed by     ColletTests.DeskModule") == true)
    }

    @Test func aVerificationAsksForNothingAndRegistersNothingAroundIt() {
        let block = Dependencies {
            Module { Inject<Double>() }
            Module { () -> Int in
                Resolver.register { "text" }
                return 1
            }
        }
        block.isolate {
            let registered = Dependencies.registered
            #expect(throws: VerificationError.self) { try block.verify() }
            #expect(Dependencies.registered == registered)
            #expect(Dependencies.unused == ["Collet.Inject<Swift.Double>", "Swift.Int"])
        }
    }

    // MARK: Collections and optionals

    @Test func aCollectionHasTheModulesOfNestedBlocksWhereTheyStand() {
        Dependencies {
            Module("a") { 1 }
            Dependencies {
                Module("b") { 2 }
                Dependencies { Module("c") { 3 } }
            }
            Module("d") { 4 }
        }
        .isolate { #expect(Resolver.resolve([Int].self) == [1, 2, 3, 4]) }
    }

    @Test func theElementsOfACollectionAndAnOptionalAreOfTheGraphThatAsks() {
        let scope = Scope()
        @Sendable func object() -> Draft { scope.graph(line: 1, column: 1) { Draft() } }
        Dependencies {
            Module("a") { Holder(draft: object()) }
            Module { Holder(draft: object()) }
        }
        .isolate {
            scope.graph {
                let own = object()
                let holders = Resolver.resolve([Holder].self)
                #expect(holders.map { $0.draft === own } == [true, true])
                #expect(Resolver.resolve(Holder?.self)?.draft === own)
            }
        }
    }

    /// A component that is kept asks in the scope's container, and an object of a graph
    /// in the current one.
    @Test(arguments: Lifetime.allCases)
    func componentsAskForCollectionsAndOptionals(lifetime: Lifetime) async {
        await numbers(1).isolate {
            let scope = Scope()
            await Dependencies {
                Module { 2 }
                Module("b") { 3 }
            }
            .override {
                let asked = await lifetime.component(of: scope) {
                    Asked(
                        numbers: Resolver.resolve(), number: Resolver.resolve(Int?.self))
                }
                #expect(asked.numbers == (lifetime == .graph ? [2, 3] : [1]))
                #expect(asked.number == (lifetime == .graph ? 2 : 1))
                #expect(
                    Dependencies.unused
                        == (lifetime == .graph
                            ? [] : ["Swift.Int", "Swift.Int named \"b\""]))
            }
        }
    }

    // MARK: Lists

    /// A request for an array or an optional lists neither its parts nor itself.
    @Test func collectionsAndOptionalsAreListedWhereTheyAreRegisteredThemselves() {
        Dependencies {
            Module { 1 }
            Module { nil as String? }
            Module { [1.5] }
        }
        .isolate {
            _ = (Resolver.resolve([Int].self), Resolver.resolve(Int?.self))
            let types = Dependencies.registered.map { $0.prefix { $0 != "," } }
            #expect(
                types == [
                    "Swift.Int", "Swift.Optional<Swift.String>",
                    "Swift.Array<Swift.Double>",
                ])
        }
    }

    @Test(arguments: Lifetime.allCases)
    func componentsAreNotListed(lifetime: Lifetime) async {
        await Dependencies { Module { 1 } }.isolate {
            _ = await lifetime.component(of: Scope()) {
                Asked(numbers: [], number: nil)
            }
            #expect(Dependencies.registered.count == 1)
        }
    }

    @Test func listingAsksForNothing() {
        numbers(1).isolate {
            _ = (Dependencies.registered, Dependencies.unused)
            #expect(Dependencies.unused == ["Swift.Int"])
        }
    }

    // MARK: The page

    @Test func everyPairHasATestOrAReason() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Pairs.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let features = text.matches(of: /(?m)^- (.+): .+$/).map { String($0.1) }
        var rows: [Set<String>] = []
        let tests = try allTests()
        for row in text.matches(of: /(?m)^\| (.+?) × (.+?) \| (.+) \|$/) {
            let pair: Set = [String(row.1), String(row.2)]
            #expect(!rows.contains(pair), "\(pair)")
            rows.append(pair)
            let names = row.3.matches(of: /`(\w+)`/).map { String($0.1) }
            #expect(!names.isEmpty || row.3.contains("no test: "), "\(pair)")
            #expect(tests.isSuperset(of: names), "\(Set(names).subtracting(tests))")
        }
        for (index, feature) in features.enumerated() {
            for other in features[index...] {
                #expect(rows.contains([feature, other]), "\(feature) × \(other)")
            }
        }
        #expect(rows.count == features.count * (features.count + 1) / 2)
    }

    /// The names of the tests in this folder.
    private func allTests() throws -> Set<String> {
        let files = Package.files(in: "Tests/ColletTests", ending: "Tests.swift")
        let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) }
        let names = texts.flatMap { $0.matches(of: /@Test[^{]*?func (\w+)\(/) }
        return Set(names.map { String($0.1) })
    }
}

// MARK: - Fixtures

private func numbers(_ number: Int) -> Dependencies { Dependencies { Module { number } } }

private struct Holder { let draft: Draft }

/// The answers to a component's requests.
private final class Asked: Sendable {
    let numbers: [Int]
    let number: Int?

    init(numbers: [Int], number: Int?) { (self.numbers, self.number) = (numbers, number) }
}

/// Makes its component in its initializer, or never.
private struct DeskModule: Sendable {
    private let scope = Scope()
    init(isEager: Bool) { if isEager { _ = scope.shared { Inject<Int>() } } }
}

/// The lifetime of a component, and whether making it waits.
enum Lifetime: CaseIterable {
    case shared, weak, graph, asynchronous

    fileprivate func component(
        of scope: Scope, _ make: @escaping @Sendable () -> Asked
    ) async -> Asked {
        switch self {
        case .shared: { scope.shared(make) }()
        case .weak: scope.weak(make)
        case .graph: scope.graph(make)
        case .asynchronous: await scope.shared { () async in make() }
        }
    }
}
