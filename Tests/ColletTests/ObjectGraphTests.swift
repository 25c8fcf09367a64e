import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// Objects that are unique within an object graph, and refer to each other.
struct ObjectGraphTests {
    @Test func graphsHaveOneInstanceWithinTheOutermostCallAndStartAfresh() {
        let tally = Tally()
        let desk = TicketDesk(serving: .graph, tally)
        let holders = (0..<2).map { _ in
            desk.scope.graph { Couple(desk.object(), desk.object()) }
        }
        for holder in holders { #expect(holder.first === holder.second) }
        #expect(holders[0].first !== holders[1].first)
        #expect(tally.made == 2)
    }

    /// Pilgrim's controller and view. Configuring begins when nothing is being made, and
    /// ends before the call returns.
    @Test func oneObjectMayTakeAnotherThatTakesItLater() {
        let screens = ScreenModule()
        let controller: Controller = screens.component()
        #expect(controller.view.controller === controller)
        #expect(
            screens.log.all == [
                "make controller", "make view", "made view", "made controller",
                "configure view", "configure controller",
            ]
        )
        let view: View = screens.component()
        #expect(view.controller?.view === view)
        #expect(view !== controller.view)
        #expect(
            screens.log.all.dropFirst(6) == [
                "make view", "made view", "configure view", "make controller",
                "made controller",
                "configure controller",
            ]
        )
    }

    @Test func whatATransientModuleMakesWhileConfiguringIsConfiguredAtOnce() {
        let scope = Scope()
        @Sendable func component() -> Draft {
            scope.graph(for: "inner") {
                Draft()
            } configure: {
                $0.text = "configured"
            }
        }
        Dependencies { Module { [component()] } }.isolate {
            let outer = scope.graph(for: "outer") {
                Draft()
            } configure: {
                $0.text = Resolver.resolve([Draft].self)[0].text
            }
            #expect(outer.text == "configured")
        }
    }

    /// While the shared one is made, it asks for an object of the graph. The graph's
    /// other objects are configured after that, and also ask for the shared one.
    @Test(.timeLimit(.minutes(10)), arguments: [Serving.shared, .weak])
    func objectsThatAskForOneComponentInTheirConfigurationAreNoCycle(
        serving: Serving
    ) async throws {
        await #expect(processExitsWith: .success) { [serving] in
            let desk = TicketDesk(serving: serving)
            let part = TicketDesk(serving: .graph)
            func component() -> Counted { desk.object(for: "kept") { _ = part.object() } }
            var kept: [Counted] = []
            func object(_ number: Int) -> Draft {
                desk.scope.graph(for: number) {
                    Draft()
                } configure: { _ in
                    kept.append(component())
                }
            }
            _ = desk.scope.graph { [object(1), object(2)] }
            precondition(kept.count == 2 && kept[0] === kept[1])
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: [true, false])
    func objectsThatInjectOneModuleInTheirConfigurationAreNoCycle(isShared: Bool)
        async throws
    {
        await #expect(processExitsWith: .success) { [isShared] in
            let part = TicketDesk(serving: .graph)
            Dependencies {
                (isShared ? ModuleLifetime.shared : .transient).module {
                    Couple(part.object(), part.object())
                }
            }
            .isolate {
                let holder = Inject<Couple>()
                var injected: [Couple] = []
                func object(_ number: Int) -> Draft {
                    part.scope.graph(for: number) {
                        Draft()
                    } configure: { _ in
                        injected.append(holder())
                    }
                }
                _ = part.scope.graph { [object(1), object(2)] }
                precondition(injected.count == 2 && injected[0] === injected[1])
            }
        }
    }

    @Test(arguments: [Serving.shared, .weak])
    func aFailureWithinAGraphLeavesItAsItIs(serving: Serving) {
        let scope = Scope()
        func fail() -> Counted? {
            let make = { () throws(OutOfStock) -> Counted in throw OutOfStock() }
            return try? serving == .shared ? scope.shared(make) : scope.weak(make)
        }
        func part() -> Draft {
            scope.graph {
                Draft()
            } configure: {
                $0.text += "!"
            }
        }
        let parts = scope.graph {
            let first = part()
            #expect(fail() == nil)
            return [first, part()]
        } configure: { _ in
            #expect(fail() == nil)
        }
        #expect(parts[0] === parts[1])
        #expect(parts[0].text == "!")
    }

    /// Values and keys stay in the task. Values may be structs.
    @Test func valuesAndKeysOfAGraphNeedNotBeSendable() {
        let scope = Scope()
        let (key, other) = (DraftKey(), DraftKey())
        func component(_ key: DraftKey) -> (draft: Draft, number: Int) {
            scope.graph(for: key) {
                (Draft(), 1)
            } configure: {
                $0.draft.text += "!"
            }
        }
        let values = scope.graph { [component(key), component(key), component(other)] }
        #expect(values[0].draft === values[1].draft)
        #expect(values[0].draft !== values[2].draft)
        #expect(values.map(\.draft.text) == ["!", "!", "!"])
    }

    /// As with a `struct UserID: Hashable` in a target whose default isolation is the
    /// main actor.
    @MainActor @Test func keysOfAGraphMayBeHashableOnTheMainActor() {
        let scope = Scope()
        func component(_ user: Int) -> Draft {
            scope.graph(for: MainActorKey(user: user)) { Draft() }
        }
        scope.graph {
            #expect(component(1) === component(1))
            #expect(component(1) !== component(2))
        }
    }

    /// Otherwise, an object that isn't `Sendable` would be shared.
    // Swinject#135, Factory#375
    @Test(.timeLimit(.minutes(10)), arguments: Elsewhere.allCases)
    func whatRunsElsewhereWithinAGraphBeginsItsOwn(elsewhere: Elsewhere) async throws {
        let desk = TicketDesk(serving: .graph)
        let holders = try await race(threads: 2) { thread in
            desk.scope.graph {
                let own = desk.object()
                return Couple(own, elsewhere.run { desk.object() })
            }
        }
        let objects = holders.flatMap { [$0.first, $0.second] }
        #expect(Set(objects.map { ObjectIdentifier($0) }).count == 4)
    }

    /// The task inherits its surroundings, and with them the graph.
    @Test func aTaskThatAGraphBeginsDoesNotKeepItsObjects() {
        let tally = Tally()
        let mayEnd = Signal()
        let scope = Scope()
        _ = scope.graph { () -> Counted in
            Task { await mayEnd.wait() }
            return Counted(tally)
        }
        #expect(tally.made == 1)
        #expect(tally.alive == 0)
        mayEnd.send()
    }

    /// Fakes never get into the objects of the graph, and these never get into the
    /// override.
    @Test(arguments: [true, false])
    func anOverrideWithinAGraphIsOutsideOfIt(isIsolation: Bool) {
        let scope = Scope()
        let log = Log()
        func component(_ name: String) -> Draft {
            scope.graph(for: name) {
                log.add("make \(name): \(Resolver.resolve(String.self))")
                return Draft()
            } configure: { _ in
                log.add("configure \(name): \(Resolver.resolve(String.self))")
            }
        }
        let real = Dependencies { Module { "real" } }
        let fake = Dependencies { Module { "fake" } }
        real.isolate {
            let (first, inner, last) = scope.graph(for: "outermost") {
                let first = component("object")
                let ask = { component("object") }
                let inner = isIsolation ? fake.isolate(ask) : fake.override(ask)
                return (first, inner, component("object"))
            }
            #expect(first === last)
            #expect(inner !== first)
        }
        #expect(
            log.all == [
                "make object: real",
                "make object: fake", "configure object: fake",
                "configure object: real",
            ]
        )
    }

    /// Each call is an outermost one there.
    @Test(arguments: [Serving.shared, .weak])
    func whatIsKeptIsMadeOutsideOfTheGraphThatAsksForIt(serving: Serving) {
        let desk = TicketDesk(serving: serving)
        let part = TicketDesk(serving: .graph)
        let pair = { @Sendable in Couple(part.object(), part.object()) }
        let lifetime: Module.Lifetime = serving == .shared ? .shared : .weak
        Dependencies { Module(lifetime, nil, pair) }.isolate {
            let (own, component, module) = part.scope.graph {
                let kept =
                    serving == .shared ? desk.scope.shared(pair) : desk.scope.weak(pair)
                return (part.object(), kept, Resolver.resolve(Couple.self))
            }
            let all = [
                own, component.first, component.second, module.first, module.second,
            ]
            #expect(Set(all.map(ObjectIdentifier.init)).count == 5)
        }
    }

    /// Like an override within it: instances made in another container have no part in
    /// the graph.
    @Test func whatAWrapperOfAnotherContainerMakesIsOutsideOfTheGraph() {
        let desk = TicketDesk(serving: .graph)
        Dependencies { Module { Couple(desk.object(), desk.object()) } }.isolate {
            let outside = Inject<Couple>()
            Dependencies {}.override {
                let inside = Inject<Couple>()
                let (own, first, second) = desk.scope.graph {
                    (desk.object(), outside(), inside())
                }
                #expect(first.first !== own)
                #expect(second.first === own)
            }
        }
    }

    /// An instance that is kept is complete, whichever thread asks for it first.
    @Test(.timeLimit(.minutes(10)))
    func whatIsKeptIsConfiguredBeforeAnybodyGetsIt() async throws {
        let pages = PageModule()
        let seen = try await race(threads: 1) { _ in
            // The graph goes on meanwhile, and the book isn't one of its objects.
            pages.scope.graph {
                let own = pages.book().page.number.withLock(\.self)
                return [
                    own, onAnotherThread { pages.book().page.number.withLock(\.self) },
                ]
            }
        }
        #expect(seen == [[1, 1]])
    }

    /// A pair that is kept: both are in one graph, within the component that is kept.
    @Test func aPairThatRefersToEachOtherIsKept() {
        let pages = PageModule()
        let book = pages.pair()
        #expect(book.page.book.withLock { $0 === book })
        #expect(pages.pair() === book)
    }
}

private final class Page: Sendable {
    let number = Mutex(0)
    let book = Mutex<Book?>(nil)
}

private final class Book: Sendable {
    let page: Page

    init(_ page: Page) { self.page = page }
}

private final class PageModule: Sendable {
    let scope = Scope()

    func book() -> Book { scope.shared { Book(page()) } }

    private func page() -> Page {
        scope.graph {
            Page()
        } configure: { page in
            page.number.withLock { $0 += 1 }
        }
    }

    func pair() -> Book { scope.shared { bookOfPair() } }

    private func bookOfPair() -> Book { scope.graph { Book(pageOfPair()) } }

    private func pageOfPair() -> Page {
        scope.graph {
            Page()
        } configure: { [self] page in
            let book = bookOfPair()
            page.book.withLock { $0 = book }
        }
    }
}

/// A key that is not `Sendable`.
private final class DraftKey: Hashable {
    static func == (left: DraftKey, right: DraftKey) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

@MainActor private struct MainActorKey: @MainActor Hashable { let user: Int }
