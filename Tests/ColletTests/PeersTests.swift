import Collet
import TestSupport
import Testing

// What users of other libraries rely on, and what they were bitten by: R is Resolver, F
// Factory, S Swinject, D Dip, P Pilgrim, N needle, W swift-dependencies, A an app that
// was moved. A number is that of a report. What has a test in another suite is only named
// here.
//
// Requests
//   R S P a type is named, or inferred aTypeMayBeNamedOrInferred R S D what is missing is
//   nil for an optional anOptionalPropertyIsNilWhereNothingIsRegi… R F S D an optional
//   shares the instance aCollectionAndAnOptionalShareTheInstances S D an optional goes by
//   name, too namesQualifyTypes S D R every implementation of a protocol
//   aCollectionHasEachKeyOnceInOrder R S D F a chain of what needs what
//   makingOneModuleMakesWhatItNeeds S the order of registration doesn't matter
//   modulesMayBeRegisteredInAnyOrder S a closure is a provider
//   aProviderMakesAnInstanceEachTime R F an optional that is registered itself
//   theInnermostContainerDecidesBetweenAn… S an array that is registered itself
//   theInnermostContainerDecidesBetweenA… S a subclass serves its superclass
//   aSubclassServesTheClassItIsRegisteredAs
//
// Names
//   R D names qualify types namesQualifyTypes R names are constants, variables, raw
//   values namesMayComeFromAnywhere R S no name is no other name namesQualifyTypes D a
//   name falls back to none: here it doesn't namesQualifyTypes R names have their own
//   instances namesHaveTheirOwnSharedInstances P generic types stay apart
//   typesThatShareTheirSimpleNameAreDifferent F53 file-private namesakes stay apart
//   typesThatShareTheirSimpleNameAreDifferent D221 F53 namesakes stay apart
//   typesThatShareTheirSimpleNameAreDifferent S571 a variable keeps its protocol
//   aVariableOfProtocolTypeIsRegistered…
//
// Registering
//   R register { A() as any P } closuresAreRegisteredByWhatTheyMake R D F the later
//   registration wins theLaterOfResetBuildAndRegisterDecides F114 it replaces what was
//   made before whatIsReplacedStaysWithItsHolders F D what was replaced is released
//   whatIsReplacedIsReleased W289 D so is what an override made
//   instancesAreReleasedWhenTheOverrideEnds R S D reset releases all
//   theLaterOfResetBuildAndRegisterDecides D and all can be registered again
//   theLaterOfResetBuildAndRegisterDecides R S D one instance under several types
//   oneInstanceMayServeSeveralTypes R F an instance is decorated
//   oneTypeMayDecorateItselfUnderAnotherName R S D properties are set, methods called
//   aClosureMayCompleteWhatItMakes D a block keeps nothing when it is dropped
//   aDroppedBlockReleasesWhatItsClosuresHold D a singleton is made eagerly
//   aValueIsMadeOnceWhenItIsRegistered A P what holds the components is a class
//   callsInOneFunctionStayApart F a type twice, by two factories
//   callsInOneFunctionStayApart S97 N406 a block of two hundred compilesWithTheModule
//
// Arguments
//   R S D F  a component takes arguments                 oneCallWithOneKeyIsOneComponent
//   F        an instance for each argument               oneCallWithOneKeyIsOneComponent
//   F        equal hashes don't share                    oneCallWithOneKeyIsOneComponent
//   R        an argument reaches the protocol's type     oneCallWithOneKeyIsOneComponent
//
// Lifetimes
//   all unique, unshared transientModulesAreMadeForEveryRequest all singleton,
//   application, container sharedModulesAreMadeOnceOnFirstUse all weak, shared
//   weakInstancesAreSharedUntilTheirLast… all one instance within a graph
//   graphsHaveOneInstanceWithinTheOutermostCa… all the next graph is another
//   graphsHaveOneInstanceWithinTheOutermostCa… S what is transient is so within a graph
//   transientModulesAreNewWithinAGraph S a lazy one that is read later is no part
//   whatIsReadAfterAGraphIsNoPartOfIt R S F values are kept, too
//   sharedValuesAreMadeOnceToo F an optional that is nil is kept
//   sharedValuesAreMadeOnceToo F a weak value is refused mistakesAreReportedInTheseWords
//   S a weak root survives its own graph weakInstancesSurviveWhileTheirGraph… S D R a
//   cycle by properties oneObjectMayTakeAnotherThatTakesItLater S everyone is completed
//   once everyObjectIsConfiguredOnce S D a cycle of four is freed
//   aCycleOfFourObjectsIsFreed F a nested singleton doesn't lock up
//   nestedSharedComponentsDoNotLockUp A D two kept objects refer to each other
//   aPairThatRefersToEachOtherIsKept S a custom scope ends with its owner
//   sharedComponentsAreMadeOnFirstUseAndRelea… D what throws is tried again
//   errorsPassThroughWithTheirTypeAnd… A S a kept object has parts of a graph
//   aKeptObjectHasOneGraphOfItsOwn S a pair that is kept refers to each other
//   aPairThatRefersToEachOtherIsKept
//
// Property wrappers
//   R F D S nothing is made before the first access
//   propertiesAreResolvedOnceOnFirstAccess R F S it is made once
//   propertiesAreResolvedOnceOnFirstAccess F D it can be given by hand
//   constructionByHandNeedsNoRegistration D subclasses inherit it
//   subclassesInheritInjectedProperties F D S read while it is made, it is a cycle
//   aWrapperThatATaskReadsAgainAtOnce… D injecting each other leaks nothing
//   instancesAreReleasedWhenTheOverrideEnds D reflection is harmless ownersCanBeDumped F
//   R98 one wrapper, many threads, one value threadsThatRaceToTheFirstAccessAll…
//
// Containers
//   R S D a child finds what its parent has whatAnOverrideLacksComesFromTheOuterCon… S a
//   parent doesn't find what its child has overridesDoNotReachWhatIsCreatedElsewhere R
//   one name is replaced, its twin stays overridesLeaveTheTwinAlone A several packages,
//   each with its block everyBuildStartsItsOwnInstancesAndLeaves… F a mock replaces what
//   was made before overridesReplaceWhatIsAlreadyCached F a test's container is
//   registered into whatIsRegisteredBuiltAndResetWithinAn… R S D F containers have their
//   own instances everyUseOfABlockHasItsOwnInstances F push and pop
//   overridesNestAndEndInReverseOrder D S several blocks, in one
//   blocksNestAndWhatFollowsThemWins D one block checks itself
//   everyMissingModuleIsListedWith… R reset, build and register, in any order
//   theLaterOfResetBuildAndRegisterDecides
//
// What differs on purpose; the guide says so where it says what to write instead
//   W overrides count where an object is used objectsUseTheContainerInWhich… F a
//   singleton outlives containers everyUseOfABlockHasItsOwnInstances F a promised one
//   that is missing is nil mistakesAreReportedInTheseWords S a lazy one remembers its
//   graph whatIsReadAfterAGraphIsNoPartOfIt
//
// Concurrency
//   F385 S one instance, however many threads oneInstanceIsMadeHoweverManyThreadsAsk S539
//   registering races resolving registeringMayRaceResolving F340 S a slow one holds
//   nobody else back aSlowInitialiserHoldsNobodyElseBack N485 opposite orders
//   oppositeOrdersDoNotDeadlock S crossing requests oppositeOrdersDoNotDeadlock D a
//   closure that waits for another thread closuresMayResolveThroughAnotherThread W273 the
//   main thread waits theMainThreadMayWaitForAThread… S F graphs of threads stay apart
//   threadsWireTheSameRandomGraphsApart F every owner, every isolation
//   everyKindOfOwnerMayInject F120 … where the main actor is the default
//   compilesWithTheFilePastedIn F an actor is a module actorsAreServedInEveryIsolation F
//   the main actor is reached by a hop detachedTasksHopForMainActorModules F370 asking
//   elsewhere is reported aMainActorModuleAskedForElsewhereStops… F W parallel tests keep
//   to themselves overridesNeverLeakBetweenParallelTests F231 on the main actor, too
//   casesOnTheMainActorStayThere W127 child tasks are in the override
//   overridesReachChildTasks W127 so is what was created in it
//   objectsUseTheContainerInWhich… F150 W previews side by side
//   previewsSideBySideKeepTheirMocks
//
// Mistakes
//   all nothing is registered mistakesAreReportedInTheseWords S232 D a cycle is reported
//   with its path cyclesAreReportedWithTheirPath F58 two names are no cycle
//   oneTypeMayDecorateItselfUnderAnotherName A a decorator over its own key is one
//   cyclesAreReportedWithTheirPath D two overloads fit: the compiler refuses
//   AmbiguousComponent.swift A a block that nobody nested or built
//   mistakesAreReportedInTheseWords F359 W75 two copies of the library TwoCopiesTests

/// What users of other libraries rely on, as far as no other suite says it.
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

    /// A document, its page and its footer, which refers to the page: one graph within
    /// what is kept.
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
