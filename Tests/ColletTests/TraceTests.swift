import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

/// The requests that `Dependencies.trace` tells, and where it tells them.
struct TraceTests {
    @Test func aLineSaysWhatAnswersWhoAskedAndWhere() {
        let log = Log()
        let line = #line + 1
        Dependencies { Module(.shared, "a") { 1 } }.isolate {
            Dependencies.trace(log.add)
            for _ in 1...2 {
                _ = Resolver.resolve(
                    Int.self, name: "a", fileID: "Shop/Till.swift", line: 7)
            }
            _ = Inject<Int?>(fileID: "Shop/Till.swift", line: 8)()
        }
        let what =
            "Swift.Int named \"a\", shared, at ColletTests/TraceTests.swift:\(line)"
        #expect(
            log.all == [
                "made \(what), resolved at Shop/Till.swift:7",
                "kept \(what), resolved at Shop/Till.swift:7",
                "absent Swift.Optional<Swift.Int>, injected at Shop/Till.swift:8",
            ])
    }

    /// Even directly in an override, where otherwise nothing records what is being made.
    @Test(arguments: [true, false])
    func linesAreIndentedByWhatIsBeingMade(isIsolated: Bool) {
        let log = Log()
        let block = Dependencies {
            Module { "\(Resolver.resolve(Int.self)) \(Resolver.resolve(Double.self))" }
            Module(.shared) { Resolver.resolve(Bool.self) ? 1 : 0 }
            Module { true }
            Module { 0.5 }
        }
        func resolve() {
            Dependencies.trace { log.add(word($0)) }
            _ = Resolver.resolve(String.self)
            _ = Resolver.resolve(String.self)
        }
        if isIsolated { block.isolate(resolve) } else { block.override(resolve) }
        #expect(
            log.all == [
                "made Swift.String", "  made Swift.Int", "    made Swift.Bool",
                "  made Swift.Double", "made Swift.String", "  kept Swift.Int",
                "  made Swift.Double",
            ])
    }

    /// Components have no lines, but what they need is indented.
    @Test func componentsIndentToo() {
        let log = Log()
        let scope = Scope()
        Dependencies { Module { 1 } }.isolate {
            Dependencies.trace { log.add(word($0)) }
            _ = scope.graph { Scope().graph { Resolver.resolve(Int.self) } }
            _ = Resolver.resolve(Int.self)
        }
        #expect(log.all == ["    made Swift.Int", "made Swift.Int"])
    }

    /// Whatever a task inherits may have ended meanwhile.
    @Test func whatHasEndedDoesNotIndent() async {
        let log = Log()
        let task = Handover<Task<Void, Never>>()
        let mayAsk = Signal()
        await Dependencies {
            Module { true }
            Module {
                task.give(
                    Task {
                        await mayAsk.wait()
                        _ = Resolver.resolve(Bool.self)
                    })
                return 1
            }
        }
        .isolate {
            Dependencies.trace { log.add(word($0)) }
            _ = Resolver.resolve(Int.self)
            mayAsk.send()
            await task.take()!.value
        }
        #expect(log.all == ["made Swift.Int", "made Swift.Bool"])
    }

    /// The asking object has been made by then.
    @Test func whatMadeWhoAsksDoesNotIndent() {
        let log = Log()
        Dependencies {
            Module(.shared) { Inject<Int>() }
            Module { Resolver.resolve(Bool.self) ? 1 : 0 }
            Module { true }
        }
        .isolate {
            Dependencies.trace { log.add(word($0)) }
            _ = Resolver.resolve(Inject<Int>.self)()
        }
        #expect(log.all.dropFirst() == ["made Swift.Int", "  made Swift.Bool"])
    }

    /// A line for each part that answers, and one if nothing does.
    @Test func optionalsAndArraysAreToldByTheirParts() {
        let log = Log()
        Dependencies {
            Module { 1 }
            Module("a") { 2 }
        }
        .isolate {
            Dependencies.trace { log.add(word($0)) }
            _ = Resolver.resolve(Int?.self)
            _ = Resolver.resolve([Int].self)
            _ = Resolver.resolve([String].self)
        }
        #expect(
            log.all == [
                "made Swift.Int", "made Swift.Int", "made Swift.Int named \"a\"",
                "absent Swift.Array<Swift.String>",
            ])
    }

    @Test func aWeakInstanceIsKeptWhileSomebodyHoldsIt() {
        let log = Log()
        Dependencies { Module(.weak) { Counted() } }.isolate {
            Dependencies.trace { log.add(word($0)) }
            let counted = Resolver.resolve(Counted.self)
            withExtendedLifetime(counted) { _ = Resolver.resolve(Counted.self) }
        }
        let module = "ColletTests.Counted"
        #expect(log.all == ["made \(module)", "kept \(module)"])
        #expect(log.all.count == 2)
    }

    // MARK: Who traces

    @Test func theInnermostContainerThatTracesTells() {
        let (outer, inner) = (Log(), Log())
        Dependencies { Module { 1 } }.isolate {
            Dependencies.trace { _ in outer.add("outer") }
            Dependencies {}.override {
                _ = Resolver.resolve(Int.self)
                Dependencies.trace { _ in inner.add("inner") }
                _ = Resolver.resolve(Int.self)
            }
            _ = Resolver.resolve(Int.self)
        }
        #expect(outer.all.count == 2)
        #expect(inner.all.count == 1)
    }

    /// It asks where it is read, whichever container answers.
    @Test func aWrapperIsToldWhereItIsRead() {
        let log = Log()
        Dependencies { Module { 1 } }.isolate {
            let outside = Inject<Int>()
            let inside = Dependencies { Module { "inside" } }.isolate {
                Dependencies.trace { log.add(word($0)) }
                #expect(outside() == 1)
                return Inject<String>()
            }
            #expect(inside() == "inside")
        }
        #expect(log.all == ["made Swift.Int"])
    }

    /// The app's instance is made in the app's container, which doesn't trace.
    @Test func whatAnOuterSharedInstanceNeedsIsNotTold() {
        let log = Log()
        Dependencies {
            Module { 1 }
            Module(.shared) { "\(Resolver.resolve(Int.self))" }
        }
        .isolate {
            Dependencies {}.override {
                Dependencies.trace { log.add(word($0)) }
                _ = Resolver.resolve(String.self)
            }
        }
        #expect(log.all == ["made Swift.String"])
    }

    @Test func othersAreNotTold() {
        let log = Log()
        let block = Dependencies { Module { 1 } }
        block.isolate {
            block.isolate {
                Dependencies.trace(log.add)
                onAnotherThread { block.isolate { _ = Resolver.resolve(Int.self) } }
            }
            _ = Resolver.resolve(Int.self)
        }
        #expect(log.all == [])
    }

    @Test(.timeLimit(.minutes(10))) func parallelTracesDoNotMix() async throws {
        let logs = (0..<8).map { _ in Log() }
        try await race(threads: 8) { thread in
            Dependencies { Module("\(thread)") { thread } }.isolate {
                Dependencies.trace { logs[thread].add(word($0)) }
                for _ in 1...200 { _ = Resolver.resolve(Int.self, name: "\(thread)") }
            }
        }
        for (thread, log) in logs.enumerated() {
            #expect(log.all.count == 200)
            #expect(Set(log.all) == ["made Swift.Int named \"\(thread)\""])
        }
    }

    @Test func aContainerTracesEachTimeItIsEntered() {
        let log = Log()
        let container = Dependencies { Module { 1 } }.makeContainer()
        container.perform { Dependencies.trace { log.add(word($0)) } }
        let one = container.perform { Resolver.resolve(Int.self) }
        #expect(log.all == ["made Swift.Int"])
        #expect(one == 1)
    }

    @Test func nilEndsIt() {
        let log = Log()
        Dependencies { Module { 1 } }.isolate {
            Dependencies.trace(log.add)
            Dependencies.trace { log.add(word($0)) }
            _ = Resolver.resolve(Int.self)
            Dependencies.trace(nil)
            _ = Resolver.resolve(Int.self)
        }
        #expect(log.all == ["made Swift.Int"])
    }

    @Test func resettingDoesNotEndIt() {
        let log = Log()
        Dependencies {}.isolate {
            Dependencies.trace { log.add(word($0)) }
            Resolver.reset()
            Resolver.register { 1 }
            _ = Resolver.resolve(Int.self)
        }
        #expect(log.all == ["made Swift.Int"])
    }

    // MARK: The closure

    /// It asks in the container that traces, although the request is in another one.
    @Test func whatTheClosureAsksForIsAskedWhereItTracesAndNotTold() {
        let (log, answers) = (Log(), Log())
        Dependencies {
            Module { "outer" }
            Module(.shared) { Resolver.resolve([String].self).count }
        }
        .isolate {
            Dependencies.trace { line in
                answers.add(Resolver.resolve(String.self))
                answers.add("\(Resolver.resolve(Int.self))")
                log.add(word(line))
            }
            Dependencies { Module { "inner" } }.override {
                _ = Resolver.resolve(Double?.self)
                #expect(Resolver.resolve(String.self) == "inner")
            }
        }
        #expect(answers.all == ["outer", "1", "outer", "1"])
        #expect(log.all == ["absent Swift.Optional<Swift.Double>", "made Swift.String"])
    }

    /// The closure runs before the instance is made, so it may make that very instance.
    @Test(.timeLimit(.minutes(10))) func theClosureMayMakeTheInstanceByAnotherThread() {
        let tally = Tally()
        let log = Log()
        let block = Dependencies { Module(.shared) { Counted(tally) } }
        block.makeContainer().perform {
            Dependencies.trace { line in
                let container = Dependencies.Container.current
                onAnotherThread {
                    container.perform {
                        Dependencies.trace(nil)
                        _ = Resolver.resolve(Counted.self)
                    }
                }
                log.add(word(line))
            }
            _ = Resolver.resolve(Counted.self)
        }
        #expect(tally.made == 1)
        #expect(log.all == ["made ColletTests.Counted"])
    }

    /// A graph that is under way doesn't continue in it.
    @Test func theClosureIsOutsideOfTheGraph() {
        let isOther = Mutex(false)
        let scope = Scope()
        @Sendable func object() -> Draft { scope.graph(line: 1, column: 1) { Draft() } }
        Dependencies { Module { 1 } }.isolate {
            scope.graph {
                let own = ObjectIdentifier(object())
                Dependencies.trace { _ in
                    let other = object()
                    isOther.withLock { $0 = ObjectIdentifier(other) != own }
                }
                _ = Resolver.resolve(Int.self)
            }
        }
        #expect(isOther.withLock { $0 })
    }

    @Test func theClosureIsReleasedWithItsContainer() {
        let tally = Tally()
        Dependencies { Module { 1 } }.isolate {
            let held = Counted(tally)
            Dependencies.trace { _ in _ = held }
            _ = Resolver.resolve(Int.self)
            #expect(tally.alive == 1)
        }
        #expect(tally.alive == 0)
        #expect(tally.made == 1)
    }

    /// Endless wiring is also found while its requests are traced.
    @Test func tracedWiringWithoutEndIsReported() async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            Dependencies.trace { _ in }
            Resolver.register { Resolver.resolve(Int.self) }
            _ = onAnotherThread(stackSize: threadStack) { Resolver.resolve(Int.self) }
        }.report
        #expect(report.first == headline(ofCycle: "Swift.Int"))
    }
}

// MARK: - Fixtures

/// The beginning of a line: its indentation, the request's outcome, and its key.
@Sendable private func word(_ line: String) -> String {
    String(line.prefix { $0 != "," })
}
