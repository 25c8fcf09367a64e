import Collet
import Foundation
import Synchronization
import Testing

/// How long one component of a module serves.
struct ScopeTests {
    // MARK: Shared

    /// NaN does not equal itself, so it is like a new key each time.
    @Test(.timeLimit(.minutes(1)))
    func aKeyThatDoesNotEqualItselfGetsNewInstances() {
        let scope = Scope()
        let sessions = (0..<2).map { _ in scope.shared(for: Double.nan) { Counted() } }
        #expect(sessions[0] !== sessions[1])
    }

    // MARK: What is in force

    /// What was made for one graph may know the fakes that are in force there.
    @Test(arguments: [Module.Lifetime.shared, .weak])
    func keptComponentsNeverCatchAFakeThroughAGraph(lifetime: Module.Lifetime) {
        Dependencies { Module { FixedClock(zone: "real") as any Clock } }.isolate {
            let towers = TowerModule(lifetime: lifetime)
            let holder = Dependencies { Module { FixedClock(zone: "fake") as any Clock } }
                .override {
                    let town: Town = towers.component()
                    #expect(town.tower.zone == "fake")
                    return town.carillon
                }
            #expect(holder.tower.zone == "real")
            #expect((towers.component() as Carillon) === holder)
        }
    }

    @Test(arguments: [Module.Lifetime.shared, .weak])
    func keptModulesNeverCatchAFakeThroughAGraph(lifetime: Module.Lifetime) {
        let towers = TowerModule(lifetime: .shared)
        Dependencies {
            Module { FixedClock(zone: "real") as any Clock }
            Module(lifetime) { Carillon(tower: towers.component()) }
        }
        .isolate {
            let carillon = Dependencies { Module { FixedClock(zone: "fake") as any Clock } }
                .override {
                    towers.scope.graph {
                        #expect((towers.component() as Tower).zone == "fake")
                        return Resolver.resolve(Carillon.self)
                    }
                }
            #expect(carillon.tower.zone == "real")
        }
    }

    // MARK: Graph

    /// A new task may lie in memory where the one lay that began a graph.
    @Test(.timeLimit(.minutes(1)))
    func tasksThatOutliveTheOneOfTheirGraphNeverGetItsObjects() async throws {
        let scope = Scope()
        @Sendable func component() -> Counted { scope.graph { Counted() } }
        for _ in 0..<50 {
            let graphIsOver = Signal()
            let (survivors, continuation) = AsyncStream.makeStream(of: Task<Bool, Never>.self)
            Task.detached {
                _ = scope.graph(for: "outermost") {
                    let object = component()
                    continuation.yield(
                        Task {
                            await graphIsOver.wait()
                            for _ in 0..<20 {
                                if await Task(operation: { component() }).value === object {
                                    return true
                                }
                            }
                            return false
                        }
                    )
                    return object
                }
                continuation.finish()
            }
            for await survivor in survivors {
                for _ in 0..<10 { await Task.yield() }
                graphIsOver.send()
                try #require(await survivor.value == false)
            }
        }
    }

    // MARK: Scopes that nobody shares

    /// Each injection makes a module and with it a scope, so each object would be another.
    @Test(.timeLimit(.minutes(1)), arguments: Coming.allCases)
    func aCycleThatHasNoEndIsReported(coming: Coming) async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { [coming] in
            await Dependencies {
                Module { AuthorModule(coming: coming) }
                Module { BookModule(coming: coming) }
            }
            .isolate {
                await Resolver.resolve(AuthorModule.self).make()
            }
        }
        let report = try #require(result).report
        let headlines = [("Author", "Book"), ("Book", "Author")].map { first, second in
            """
            Collet: ColletTests.\(first) -> ColletTests.\(second) -> ColletTests.\(first) \
            has no end: each ColletTests.\(first) comes from a scope of its own.
            """
        }
        #expect(headlines.contains(report[0]))
        #expect(
            report.last == """
                To fix, register the module that holds the scope as .shared: \
                everybody gets the same scope.
                """
        )
    }

    // MARK: Asynchronous

    @Test(.timeLimit(.minutes(1)))
    func anAsynchronousComponentIsMadeOnceEvenIfItIsReadyWhenACallerArrives() async throws {
        for _ in 0..<2_000 {
            let scope = Scope()
            let tally = Tally()
            let objects = await withTaskGroup(of: Counted.self) { group in
                for _ in 0..<8 {
                    group.addTask { await scope.shared { () async in Counted(tally) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            try #require(tally.made == 1)
            try #require(objects.allSatisfy { $0 === objects[0] })
        }
    }

    /// Overloads that differ only in being asynchronous have one key.
    @Test(.timeLimit(.minutes(1)))
    func anAsynchronousAndASynchronousComponentAreOneInstance() async {
        let scope = Scope()
        let isMaking = Signal()
        let mayEnd = Signal()
        let asynchronous = Task {
            await scope.shared {
                isMaking.send()
                await mayEnd.wait()
                return Counted()
            }
        }
        await isMaking.wait()
        let synchronous = { scope.shared { Counted() } }()
        mayEnd.send()
        #expect(await asynchronous.value === synchronous)
    }
}

// MARK: - Fixtures

/// Shows the time of the clock that is in force where it is made.
private final class Tower: Sendable {
    let zone = Resolver.resolve((any Clock).self).zone
}

private final class Carillon: Sendable {
    let tower: Tower

    init(tower: Tower) {
        self.tower = tower
    }
}

private final class Town: Sendable {
    let tower: Tower
    let carillon: Carillon

    init(tower: Tower, carillon: Carillon) {
        self.tower = tower
        self.carillon = carillon
    }
}

private struct TowerModule: Sendable {
    let lifetime: Module.Lifetime
    let scope = Scope()

    func component() -> Town {
        scope.graph { Town(tower: component(), carillon: component()) }
    }

    func component() -> Tower { scope.graph { Tower() } }

    func component() -> Carillon {
        switch lifetime {
        case .shared: scope.shared { Carillon(tower: component()) }
        default: scope.weak { Carillon(tower: component()) }
        }
    }
}

/// How components that refer to each other come about.
enum Coming: String, CaseIterable, Codable {
    case shared, weak, graph, configured, asynchronous
}

final class Author: @unchecked Sendable {
    var book: Book?

    init(of book: Book?) {
        self.book = book
    }
}

final class Book: @unchecked Sendable {
    var author: Author?

    init(by author: Author?) {
        self.author = author
    }
}

struct AuthorModule: Sendable {
    let coming: Coming
    private let scope = Scope()
    @Inject private var books: BookModule

    init(coming: Coming) {
        self.coming = coming
    }

    func make() async {
        if coming == .asynchronous {
            let _: Author = await component()
        } else {
            makeAtOnce()
        }
    }

    private func makeAtOnce() { let _: Author = component() }

    func component() -> Author {
        switch coming {
        case .shared: scope.shared { Author(of: books.component()) }
        case .weak: scope.weak { Author(of: books.component()) }
        default: scope.graph { Author(of: books.component()) }
        }
    }

    func component() async -> Author {
        await scope.shared { () async in Author(of: await books.component()) }
    }
}

struct BookModule: Sendable {
    let coming: Coming
    private let scope = Scope()
    @Inject private var authors: AuthorModule

    init(coming: Coming) {
        self.coming = coming
    }

    func component() -> Book {
        switch coming {
        case .shared: scope.shared { Book(by: authors.component()) }
        case .weak: scope.weak { Book(by: authors.component()) }
        case .configured:
            scope.graph {
                Book(by: nil)
            } configure: {
                $0.author = authors.component()
            }
        default: scope.graph { Book(by: authors.component()) }
        }
    }

    func component() async -> Book {
        await scope.shared { () async in Book(by: await authors.component()) }
    }
}
