import Collet
import TestSupport
import Testing

/// Features that users of other libraries rely on, unless another suite has them.
struct PeersTests {
    // MARK: Chains, cycles and tasks

    @Test func makingOneModuleMakesWhatItNeeds() {
        let tally = Tally()
        Dependencies {
            Module(.shared) { Footer(Resolver.resolve()) }
            Module(.shared) {
                Document(page: Resolver.resolve(), footer: Resolver.resolve())
            }
            Module(.shared) { Counted(tally) }
        }
        .isolate {
            let document = Resolver.resolve(Document.self)
            #expect(document.footer === Resolver.resolve(Footer.self))
            #expect(document.page === document.footer.page)
            #expect(tally.made == 1)
        }
    }

    @Test func everyObjectIsConfiguredOnce() {
        let scope = Scope()
        let log = Log()
        func node(_ number: Int) -> Draft {
            scope.graph(for: number) {
                Draft()
            } configure: { _ in
                log.add("\(number)")
                for other in 0..<10 { _ = node(other) }
            }
        }
        _ = node(0)
        #expect(log.all.sorted() == (0..<10).map { "\($0)" })
    }

    @Test func aCycleOfFourObjectsIsFreed() {
        let tally = Tally()
        let scope = Scope()
        func link(_ number: Int) -> Link {
            scope.graph(for: number) {
                Link(Counted(tally))
            } configure: {
                if number < 3 { $0.next = link(number + 1) }
                $0.previous = link((number + 3) % 4)
            }
        }
        do {
            let first = link(0)
            let links = [first, first.next!, first.next!.next!, first.next!.next!.next!]
            for (number, each) in links.enumerated() {
                #expect(each.previous === links[(number + 3) % 4])
            }
            #expect(tally.alive == 4)
        }
        #expect(tally.alive == 0)
    }

    @Test(.timeLimit(.minutes(10))) func nestedSharedComponentsDoNotLockUp() async throws
    {
        let scope = Scope()
        @Sendable func tower(_ level: Int) -> [Counted] {
            scope.shared(for: level) {
                [Counted()] + (level == 0 ? [] : tower(level - 1))
            }
        }
        let towers = try await race(threads: 1) { _ in tower(20) }
        #expect(towers[0].count == 21)
        #expect(zip(towers[0].dropFirst(), tower(19)).allSatisfy { $0 === $1 })
    }

    @Test func overridesReplaceWhatIsAlreadyCached() {
        Dependencies { Module(.shared) { "real" } }.isolate {
            #expect(Resolver.resolve(String.self) == "real")
            Dependencies { Module(.shared) { "fake" } }.override {
                #expect(Resolver.resolve(String.self) == "fake")
            }
            #expect(Resolver.resolve(String.self) == "real")
        }
    }

    @Test func overridesReachChildTasks() async {
        await Dependencies { Module { 2 } }.isolate {
            async let child = Resolver.resolve(Int.self)
            #expect(await child == 2)
            await withTaskGroup { group in
                for _ in 1...10 { group.addTask { Resolver.resolve(Int.self) } }
                for await value in group { #expect(value == 2) }
            }
            #expect(await Task { Resolver.resolve(Int.self) }.value == 2)
        }
    }

    @Test func previewsSideBySideKeepTheirMocks() {
        let previews = ["one", "two", "three"].map { zone in
            Dependencies {
                Module { FixedClock(zone: zone) as any Clock }
                Module(.shared) { Counted() as any Session }
            }
            .isolate { LazyCheckout() }
        }
        #expect(previews.map(\.zone) == ["one", "two", "three"])
        #expect(Set(previews.map { ObjectIdentifier($0.session) }).count == 3)
    }

    // MARK: Requests

    @Test func aTypeMayBeNamedOrInferred() {
        Dependencies { Module(.shared) { Counted() as any Session } }.isolate {
            let inferred: any Session = Resolver.resolve()
            func takes(_ session: any Session) -> Bool { session === inferred }
            #expect(Resolver.resolve((any Session).self) === inferred)
            #expect(takes(Resolver.resolve()))
        }
    }

    @Test func aProviderMakesAnInstanceEachTime() {
        let tally = Tally()
        Dependencies {
            Module { Counted(tally) as any Session }
            Module(.shared) { { Resolver.resolve() } as @Sendable () -> any Session }
        }
        .isolate {
            let provider = Resolver.resolve((@Sendable () -> any Session).self)
            #expect(tally.made == 0)
            #expect(provider() !== provider())
            #expect(tally.made == 2)
        }
    }

    @Test func aSubclassServesTheClassItIsRegisteredAs() {
        Dependencies { Module { Sedan() as Car } }.isolate {
            #expect(Resolver.resolve(Car.self) is Sedan)
            #expect(Resolver.resolve(Sedan?.self) == nil)
        }
    }

    // MARK: Names

    @Test func namesMayComeFromAnywhere() {
        let variable = ["na", "me"].joined()
        Dependencies {
            Module(.europe) { "a static member of String" }
            Module(Region.asia.rawValue) { "a raw value" }
            Module(variable) { "a variable" }
            for number in 1...2 { Module("number \(number)") { "number \(number)" } }
        }
        .isolate {
            @Inject(.europe) var member: String
            #expect(member == "a static member of String")
            #expect(Resolver.resolve(name: .europe) == "a static member of String")
            #expect(Resolver.resolve(name: "asia") == "a raw value")
            #expect(Resolver.resolve(name: "name") == "a variable")
            #expect(Resolver.resolve(name: "number 2") == "number 2")
        }
    }

    // MARK: Registering

    /// `A` is made once; its names and protocols lead to it.
    @Test(arguments: [Module.Lifetime.shared, .weak])
    func oneInstanceMayServeSeveralTypes(lifetime: Module.Lifetime) {
        let tally = Tally()
        Dependencies {
            Module(lifetime) { Counted(tally) }
            Module { Resolver.resolve(Counted.self) as any Session }
            Module("named") { Resolver.resolve(Counted.self) as any Store }
        }
        .isolate {
            let session: any Session = Resolver.resolve()
            #expect(Resolver.resolve((any Store).self, name: "named") === session)
            #expect(Resolver.resolve((any Session)?.self) === session)
            #expect(Resolver.resolve((any Store)?.self) == nil)
            #expect(tally.made == 1)
        }
    }

    @Test func aClosureMayCompleteWhatItMakes() {
        Dependencies {
            Module("text") { "chosen later" }
            Module {
                let draft = Draft()
                draft.text = Resolver.resolve(name: "text")
                draft.append("!")
                return draft
            }
        }
        .isolate { #expect(Resolver.resolve(Draft.self).text == "chosen later!") }
    }

    @Test func aDroppedBlockReleasesWhatItsClosuresHold() {
        weak var held: Counted?
        do {
            let captured = Counted()
            held = captured
            let block = Dependencies { Module(.shared) { captured as any Session } }
            block.isolate { #expect(Resolver.resolve((any Session).self) === captured) }
        }
        #expect(held == nil)
    }

    // MARK: Lifetimes

    @Test func transientModulesAreNewWithinAGraph() {
        let scope = Scope()
        Dependencies { Module { Counted() as any Session } }.isolate {
            _ = scope.graph { () -> Draft in
                let one: any Session = Resolver.resolve()
                #expect(Resolver.resolve((any Session).self) !== one)
                return Draft()
            }
        }
    }

    @Test func whatIsReadAfterAGraphIsNoPartOfIt() {
        let module = GraphModule()
        Dependencies { Module(.shared) { GraphModule() } }.isolate {
            let (early, late, inside) = module.scope.graph {
                let (early, late) = (Inject<GraphModule>(), Inject<GraphModule>())
                return (early().component(), late, early().component())
            }
            #expect(early === inside)
            #expect(late().component() !== early)
        }
    }

    /// A document, its page, and its footer, which refers to the page: one graph within
    /// the component that is kept.
    @Test func aKeptObjectHasOneGraphOfItsOwn() {
        let scope = Scope()
        func page() -> Counted { scope.graph { Counted() } }
        func footer() -> Footer { scope.graph { Footer(page()) } }
        func document() -> Document {
            scope.shared { scope.graph { Document(page: page(), footer: footer()) } }
        }
        let first = scope.graph { document() }
        #expect(first.page === first.footer.page)
        #expect(document() === first)
    }

    // MARK: Property wrappers

    @Test func subclassesInheritInjectedProperties() {
        Dependencies {
            Module { "inherited" }
            Module { 7 }
        }
        .isolate {
            let sedan = InjectedSubclass()
            #expect(sedan.text == "inherited")
            #expect(sedan.number == 7)
        }
    }

    // MARK: Concurrency

    @Test func actorsAreServedInEveryIsolation() async {
        await Dependencies { Module(.shared) { Counter() } }.isolate {
            let counter: Counter = Resolver.resolve()
            await counter.increment()
            await incrementOnTheMainActor()
            await incrementOnTheAudioActor()
            await Counter().incrementOther()
            await Task { await Resolver.resolve(Counter.self).increment() }.value
            #expect(await counter.value == 5)
        }
    }

    @Test func detachedTasksHopForMainActorModules() async {
        let block = Dependencies { Module.mainActor { Window(title: "main") } }
        let title = await Task.detached {
            await block.isolate {
                await MainActor.run { Resolver.resolve(Window.self).title }
            }
        }.value
        #expect(title == "main")
    }
}

extension String { fileprivate static let europe = "europe" }

private enum Region: String { case asia }

private class Car {}
private final class Sedan: Car {}

extension Draft { fileprivate func append(_ more: String) { text += more } }

private struct GraphModule {
    let scope = Scope()
    func component() -> Counted { scope.graph { Counted() } }
}

private class InjectedClass { @Inject var text: String }

private final class InjectedSubclass: InjectedClass { @Inject var number: Int }

private actor Counter {
    private(set) var value = 0
    func increment() { value += 1 }
    func incrementOther() async { await Resolver.resolve(Counter.self).increment() }
}

private final class Link {
    let counted: Counted
    var next: Link?
    weak var previous: Link?

    init(_ counted: Counted) { self.counted = counted }
}

private final class Footer: Sendable {
    let page: Counted
    init(_ page: Counted) { self.page = page }
}

private final class Document: Sendable {
    let page: Counted
    let footer: Footer

    init(page: Counted, footer: Footer) {
        self.page = page
        self.footer = footer
    }
}

@globalActor private actor AudioActor { static let shared = AudioActor() }

@MainActor private func incrementOnTheMainActor() async {
    await Resolver.resolve(Counter.self).increment()
}

@AudioActor private func incrementOnTheAudioActor() async {
    await Inject<Counter>()().increment()
}

@MainActor private final class Window {
    let title: String
    init(title: String) { self.title = title }
}
