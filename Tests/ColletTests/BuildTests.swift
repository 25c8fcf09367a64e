import Collet
import TestSupport
import Testing

/// `build()` in code that runs with fakes: they stay, and the rest is added.
///
/// The random programs of `ModelTests` also build blocks everywhere. `ProcessWideTests`
/// is about the process.
struct BuildTests {
    @Test(arguments: Surroundings.allCases)
    func fakesStayAndTheRestIsAdded(surroundings: Surroundings) {
        Dependencies { Module { "fake" } }.run(in: surroundings) {
            live.build()
            #expect(current() == "fake 2")
        }
    }

    @Test func fakesStayInAsynchronousCode() async {
        await Dependencies { Module { "fake" } }.isolate {
            await Task.yield()
            live.build()
            #expect(current() == "fake 2")
        }
    }

    /// Each of the two levels has brought one of the fakes.
    @Test(arguments: Surroundings.allCases, Surroundings.allCases)
    func fakesAroundStay(outer: Surroundings, inner: Surroundings) {
        let fake = Dependencies { Module { "fake" } }
        let other = Dependencies { Module { 1 } }
        fake.run(in: outer) {
            other.run(in: inner) {
                live.build()
                #expect(current() == (inner == .isolation ? "live 1" : "fake 1"))
            }
            #expect(Resolver.resolve(Int?.self) == nil)
        }
    }

    @Test func whatResolverRegistersIsReplacedUnlessABlockBelowHasAFake() {
        let app = Dependencies { Module { "live" } }
        Dependencies { Module { "fake" } }.override {
            Dependencies {}.override {
                Resolver.register { "registered" }
                app.build()
                #expect(Resolver.resolve(String.self) == "registered")
            }
            Resolver.register { "registered" }
            app.build()
            #expect(Resolver.resolve(String.self) == "live")
        }
    }

    @Test func aFakeStaysForItsNameOnly() {
        Dependencies { Module("a") { 1 } }.isolate {
            Dependencies {
                Module { 10 }
                Module("a") { 11 }
                Module("b") { 12 }
            }
            .build()
            #expect(Resolver.resolve([Int].self) == [1, 10, 12])
            #expect(Resolver.resolve(Int.self, name: "a") == 1)
        }
    }

    @Test func theInstanceOfAFakeStays() {
        Dependencies { Module(.shared) { Counted() } }.isolate {
            let fake = Resolver.resolve(Counted.self)
            Dependencies { Module(.shared) { Counted() } }.build()
            #expect(Resolver.resolve(Counted.self) === fake)
        }
    }

    /// The modules of a nested block have been brought as well.
    @Test func theVeryBlockStartsAnewButForWhatAFakeReplaces() {
        let app = Dependencies {
            Module(.shared) { Counted() }
            Module { "live" }
        }
        let test = Dependencies {
            app
            Module { "fake" }
        }
        test.isolate {
            let first = Resolver.resolve(Counted.self)
            app.build()
            let second = Resolver.resolve(Counted.self)
            #expect(first !== second)
            #expect(Resolver.resolve(String.self) == "fake")
            app.build()
            let third = Resolver.resolve(Counted.self)
            #expect(second !== third)
            Dependencies { Module(.shared) { Counted() } }.build()
            #expect(Resolver.resolve(Counted.self) === third)
            #expect(Dependencies.registered.count == 2)
        }
    }

    /// The outer container keeps its instance.
    @Test func theVeryBlockIsAddedWithinAnother() {
        let app = Dependencies { Module(.shared) { Counted() } }
        app.isolate {
            let outer = Resolver.resolve(Counted.self)
            Dependencies {}.override {
                app.build()
                #expect(Resolver.resolve(Counted.self) !== outer)
            }
            #expect(Resolver.resolve(Counted.self) === outer)
        }
    }

    /// The nearest block decides: here the one that is built.
    @Test func theVeryBlockIsBuiltOverAFakeThatItHidesAnyway() {
        Dependencies { Module { "fake" } }.isolate {
            live.override {
                live.build()
                #expect(current() == "live 2")
            }
        }
    }

    @Test func whatWasBuiltThereGivesWayToTheLater() {
        Dependencies {}.isolate {
            Dependencies { Module { "first" } }.build()
            live.build()
            #expect(current() == "live 2")
        }
    }

    @Test func registeringReplacesAFake() {
        Dependencies { Module { "fake" } }.isolate {
            Resolver.register { "registered" }
            #expect(current() == "registered")
            live.build()
            #expect(current() == "live 2")
        }
    }

    @Test func aFakeThatWasResetStaysNoMore() {
        Dependencies { Module { "fake" } }.isolate {
            Resolver.reset()
            live.build()
            #expect(current() == "live 2")
        }
    }

    @Test func whatAnswersIsListed() {
        let line = #line + 1
        Dependencies { Module { "fake" } }.isolate {
            live.build()
            #expect(
                Dependencies.registered.first
                    == "Swift.String, transient, at ColletTests/BuildTests.swift:\(line)")
            #expect(Dependencies.registered.count == 2)
        }
    }

    /// Only the fake is reported: neither the built modules nor a fake that stayed and
    /// was asked for.
    @Test func aFakeThatNothingAskedForIsUnused() {
        let fakes = Dependencies {
            Module { "fake" }
            Module("asked for") { "fake" }
        }
        fakes.isolate {
            live.build()
            _ = Resolver.resolve(String.self, name: "asked for")
            #expect(Dependencies.unused == ["Swift.String"])
        }
    }

    /// Requests before and after it starts anew both count.
    @Test func whatStartsAnewIsAskedForOnce() {
        let fakes = Dependencies {
            Module("before") { 1 }
            Module("after") { 1 }
            Module("never") { 1 }
        }
        fakes.isolate {
            _ = Resolver.resolve(Int.self, name: "before")
            fakes.build()
            _ = Resolver.resolve(Int.self, name: "after")
            #expect(Dependencies.unused == ["Swift.Int named \"never\""])
        }
    }
}

// MARK: - Fixtures

private let live = Dependencies {
    Module { "live" }
    Module { 2 }
}

/// The text and the number that are registered.
private func current() -> String {
    let number = Resolver.resolve(Int?.self).map { " \($0)" } ?? ""
    return Resolver.resolve(String.self) + number
}

/// The ways to run code with the modules of a block.
enum Surroundings: CaseIterable {
    case override, isolation, container
}

extension Dependencies {
    fileprivate func run(in surroundings: Surroundings, _ body: () -> Void) {
        switch surroundings {
        case .override: override(body)
        case .isolation: isolate(body)
        case .container: makeContainer().perform(body)
        }
    }
}
