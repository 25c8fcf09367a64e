import Collet
import TestSupport
import Testing

/// Functions that take a closure, and their asynchronous twins, which do the same.
///
/// Each claim runs with `override`, `isolate` and `perform`, with and without an `await`
/// in the closure, and nested within each of them.
struct TwinTests {
    @Test(arguments: Entry.all) fileprivate func modulesServeTheClosure(entry: Entry)
        async
    {
        await numbers(1).isolate {
            await entry.run(numbers(2)) { #expect(Resolver.resolve(Int.self) == 2) }
            #expect(Resolver.resolve(Int.self) == 1)
        }
    }

    @Test(arguments: Entry.all) fileprivate func anIsolationAloneHidesWhatIsAround(
        entry: Entry
    ) async {
        await numbers(1).isolate {
            await entry.run(Dependencies {}) {
                let expected = entry.way == .isolation ? nil : 1
                #expect(Resolver.resolve(Int?.self) == expected)
            }
        }
    }

    @Test(arguments: Entry.pairs) fileprivate func theyNest(
        outer: Entry, inner: Entry
    ) async {
        await Dependencies { Module("far") { "far" } }.isolate {
            await outer.nest(numbers(1), inner, text("near")) {
                let hidesNumber = inner.way == .isolation
                #expect(Resolver.resolve(Int?.self) == (hidesNumber ? nil : 1))
                #expect(Resolver.resolve(String.self) == "near")
                let hidesAll = hidesNumber || outer.way == .isolation
                let far = Resolver.resolve(String?.self, name: "far")
                #expect(far == (hidesAll ? nil : "far"))
            }
        }
    }

    @Test(arguments: Entry.all) fileprivate func theEndReleasesWhatIsKept(entry: Entry)
        async
    {
        let tally = Tally()
        let block = Dependencies { Module(.shared) { Counted(tally) } }
        await entry.run(block) {
            _ = (Resolver.resolve(Counted.self), Resolver.resolve(Counted.self))
            #expect(tally.alive == 1)
        }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
    }

    @Test(arguments: Entry.all) fileprivate func errorsPassThroughWithTheirType(
        entry: Entry
    ) async {
        let tally = Tally()
        let block = Dependencies { Module(.shared) { Counted(tally) } }
        await #expect(throws: OutOfStock.self) {
            try await entry.run(block) { () throws(OutOfStock) in
                _ = Resolver.resolve(Counted.self)
                throw OutOfStock()
            }
        }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
    }

    @Test(arguments: Entry.all) fileprivate func objectsKeepTheModules(entry: Entry) async
    {
        await numbers(1).isolate {
            let escaped = Handover<Inject<Int>>()
            await entry.run(numbers(2)) { escaped.give(Inject()) }
            #expect(escaped.take()?() == 2)
        }
    }

    @Test(arguments: Entry.all) fileprivate func whatIsRegisteredAndResetStays(
        entry: Entry
    ) async {
        await numbers(1).isolate {
            await entry.run(Dependencies {}) {
                Resolver.register { 2 }
                #expect(Resolver.resolve(Int.self) == 2)
                Resolver.reset()
                #expect(
                    Resolver.resolve(Int?.self) == (entry.way == .isolation ? nil : 1))
            }
            #expect(Resolver.resolve(Int.self) == 1)
        }
    }

    @Test(arguments: Entry.all) fileprivate func fakesStayWhereTheAppIsBuilt(entry: Entry)
        async
    {
        await entry.run(numbers(1)) {
            Dependencies {
                Module { 2 }
                Module { "built" }
            }
            .build()
            #expect(Resolver.resolve(Int.self) == 1)
            #expect(Resolver.resolve(String.self) == "built")
        }
    }

    @Test(arguments: Entry.all) fileprivate func whatNothingAskedForIsUnused(entry: Entry)
        async
    {
        await entry.run(numbers(1)) {
            #expect(Dependencies.unused == ["Swift.Int"])
            _ = Resolver.resolve(Int.self)
            #expect(Dependencies.unused == [])
        }
    }

    @Test(arguments: Entry.all) fileprivate func whatIsCurrentIsEnteredLater(entry: Entry)
        async
    {
        let kept = Handover<Dependencies.Container>()
        await entry.run(numbers(1)) { kept.give(.current) }
        #expect(kept.take()?.perform { Resolver.resolve(Int.self) } == 1)
    }

    // MARK: Components

    @Test(arguments: [false, true]) func aComponentIsMadeOnce(waits: Bool) async {
        let (scope, tally) = (Scope(), Tally())
        func component() async -> Counted {
            waits
                ? await scope.shared { () async in Counted(tally) }
                : { scope.shared { Counted(tally) } }()
        }
        let first = await component()
        #expect(await component() === first)
        #expect(tally.made == 1)
    }

    @Test(arguments: [false, true]) func componentsAreToldApartByTheirKeys(waits: Bool)
        async
    {
        let scope = Scope()
        func component(_ key: some Hashable & Sendable) async -> Counted {
            waits
                ? await scope.shared(for: key) { () async in Counted() }
                : { scope.shared(for: key) { Counted() } }()
        }
        let first = await component(Collision(number: 1))
        #expect(await component(Collision(number: 1)) === first)
        #expect(await component(Collision(number: 2)) !== first)
        #expect(await component("1") !== first)
        #expect(await component(nil as Int?) === (await component(nil as Int?)))
    }

    @Test(arguments: [false, true]) func aComponentEndsWithItsScope(waits: Bool) async {
        let tally = Tally()
        func use() async {
            let scope = Scope()
            _ =
                waits
                ? await scope.shared { () async in Counted(tally) }
                : { scope.shared { Counted(tally) } }()
            #expect(tally.alive == 1)
        }
        await use()
        // A run may end a little later than the calls that wait for it.
        while tally.alive > 0, !Task.isCancelled { await Task.yield() }
        #expect(tally.made == 1)
    }

    @Test(arguments: [false, true]) func aFailureIsNotRemembered(waits: Bool) async throws
    {
        let scope = Scope()
        func component(fails: Bool) async throws -> Counted {
            let make = { @Sendable () throws in
                if fails { throw OutOfStock() }
                return Counted()
            }
            return waits
                ? try await scope.shared(line: 1, column: 1) { () async throws in
                    try make()
                }
                : try { try scope.shared(line: 1, column: 1, make) }()
        }
        await #expect(throws: OutOfStock.self) { try await component(fails: true) }
        let object = try await component(fails: false)
        #expect(try await component(fails: true) === object)
    }
}

// MARK: - Fixtures

private func numbers(_ number: Int) -> Dependencies { Dependencies { Module { number } } }
private func text(_ text: String) -> Dependencies { Dependencies { Module { text } } }

/// A way to run a closure with a block's modules.
private struct Entry: CustomTestStringConvertible, Sendable {
    enum Way: String, CaseIterable { case override, isolation, container }

    let way: Way
    /// Whether the closure waits, which only the asynchronous twin allows.
    let waits: Bool

    var testDescription: String { way.rawValue + (waits ? ", waiting" : "") }

    static let all = Way.allCases.flatMap { way in
        [false, true].map { Entry(way: way, waits: $0) }
    }

    /// Each within each, except for closures that wait within one that doesn't.
    static let pairs = all.flatMap { outer in
        all.filter { outer.waits || !$0.waits }.map { (outer, $0) }
    }

    func run<E: Error>(
        _ block: Dependencies, _ body: @Sendable () throws(E) -> Void
    ) async throws(E) {
        guard waits else { return try runWithoutWaiting(block, body) }
        let waiting = { () async throws(E) in
            await Task.yield()
            try body()
        }
        switch way {
        case .override: try await block.override(waiting)
        case .isolation: try await block.isolate(waiting)
        case .container: try await block.makeContainer().perform(waiting)
        }
    }

    private func runWithoutWaiting<E: Error>(
        _ block: Dependencies, _ body: () throws(E) -> Void
    ) throws(E) {
        switch way {
        case .override: try block.override(body)
        case .isolation: try block.isolate(body)
        case .container: try block.makeContainer().perform(body)
        }
    }

    /// Runs a closure with the modules of two blocks, one within the other.
    func nest(
        _ block: Dependencies, _ inner: Entry, _ other: Dependencies,
        _ body: @Sendable () -> Void
    ) async {
        guard waits else {
            return runWithoutWaiting(block) { inner.runWithoutWaiting(other, body) }
        }
        switch way {
        case .override: await block.override { await inner.run(other, body) }
        case .isolation: await block.isolate { await inner.run(other, body) }
        case .container:
            await block.makeContainer().perform { await inner.run(other, body) }
        }
    }
}
