import Collet
import Foundation
import TestSupport
import Testing

/// Cycles in which each level has its own registration, scope or container. Only their
/// depth reveals that they have no end.
struct EndlessCycleTests {
    @Test(.timeLimit(.minutes(10)), arguments: EndlessCycle.all.map(\.name))
    func aCycleWithoutEndIsReportedWithItsPathAndACure(name: String) async throws {
        let report = try await #require(processExitsWith: .failure, observing: .messages)
        {
            [name] in
            alarm(600)
            await EndlessCycle.named(name).begin()
        }.report
        let cycle = EndlessCycle.named(name)
        let places = #/ at ColletTests/EndlessCycleTests.swift:\d+/#
        let headline = report[0].replacing(places, with: "")
        #expect(headlines(ofCycle: cycle.path).contains(headline), "\(report)")
        #expect(report.last == "To fix, \(cycle.cure)")
    }

    /// A value may replace the registration that makes it.
    @Test func whatReplacesARegistrationMayBeAskedForMeanwhile() {
        let tally = Tally()
        Dependencies {}.isolate {
            Resolver.register {
                Resolver.register { Counted(tally) }
                return Resolver.resolve(Counted.self)
            }
            need(Counted.self)
            need(Counted.self)
        }
        #expect(tally.made == 2)
    }

    /// Each object takes one of another graph when configured, until there are enough.
    @Test func anObjectMayTakeItsLikeOfAnOverrideWhenItIsConfigured() {
        let scope = Scope()
        @Sendable func chain(_ length: Int) -> Link {
            scope.graph {
                Link()
            } configure: {
                if length == 1 { return }
                $0.next = Dependencies {}.override { chain(length - 1) }
            }
        }
        #expect(onAnotherThread(stackSize: deepStack) { chain(200).length } == 200)
    }

    /// An object is a level only while it is configured.
    @Test func objectsThatWereConfiguredAreNoLevels() {
        let scope = Scope()
        let list: Link = scope.graph {
            for number in 0..<1_000 {
                _ = scope.graph(for: number) {
                    Link()
                } configure: { _ in
                }
            }
            return Link()
        } configure: {
            $0.next = scope.graph(for: "next") { Link() }
        }
        #expect(list.length == 2)
    }

    /// Each waits for the next one, in its own task, and the last for none.
    @Test func asynchronousComponentsMayNestDeep() async {
        let scope = Scope()
        @Sendable func tower(_ level: Int) async -> Int {
            await scope.shared(for: level) { level == 0 ? 0 : await tower(level - 1) + 1 }
        }
        #expect(await tower(200) == 200)
    }
}

/// A cycle, its path, and the cure.
private struct EndlessCycle: Sendable {
    let name: String
    let path: [String]
    let cure: String
    let begin: @Sendable () async -> Void

    init(
        _ name: String, _ types: String..., cure: String,
        begin: @escaping @Sendable () async -> Void
    ) {
        self.name = name
        path = types.map { "ColletTests.\($0)" }
        self.cure = cure
        self.begin = begin
    }

    static func named(_ name: String) -> Self { all.first { $0.name == name }! }

    static let all =
        [
            Self("a graph in an override", "Link", cure: oneGraph) {
                deepDown { _ = OverridingModule().component() }
            },
            Self("configured in an override", "Link", cure: oneGraph) {
                deepDown { _ = OverridingModule().configuredComponent() }
            },
            Self("configured by transient modules", "Poster", "Caption", cure: oneGraph) {
                Dependencies {
                    Module { PosterModule() }
                    Module { CaptionModule() }
                }
                .build()
                deepDown { _ = Resolver.resolve(PosterModule.self).component() }
            },
            Self("built again in its init", "Builder", cure: afterInit) {
                builder.build()
                deepDown { need(Builder.self) }
            },
            Self("registered again in its init", "Registrar", cure: afterInit) {
                deepDown {
                    Dependencies {}.override {
                        Resolver.register { Registrar() }
                        need(Registrar.self)
                    }
                }
            },
            Self(
                "registered again after a reset in its init", "Resetter", cure: afterInit
            ) {
                Resolver.register { Resetter() }
                deepDown { need(Resetter.self) }
            },
            Self("in an isolation of its own block", "Own", cure: later) {
                ownBlock.build()
                deepDown { _ = Resolver.resolve(OwnModule.self).component() }
            },
            Self("asynchronous", "Left", "Right", cure: later) {
                both(.shared).build()
                _ = await Resolver.resolve(LeftModule.self).laterComponent()
            },
        ]
        + Again.Way.allCases.map { way in
            Self("registered again in its init, \(way)", "Again", cure: afterInit) {
                way.register()
                deepDown { need(Again.self) }
            }
        }
        + Serving.allCases.map { serving in
            let cure = serving == .graph ? oneGraph : later
            return Self("by transient modules, \(serving)", "Left", "Right", cure: cure) {
                both(serving).build()
                deepDown { _ = Resolver.resolve(LeftModule.self).component() }
            }
        }
}

private let afterInit = "ask for it after init, not in it."
private let later = "let one of them ask for the other later, when both are made."
private let oneGraph = """
    give a tree fewer levels; otherwise, make them in one graph: register the modules \
    that hold their scopes as .shared, and don't override, isolate or perform in between.
    """

/// Runs code that needs more stack than a test's thread may have.
private func deepDown(_ body: @escaping @Sendable () -> Void) {
    onAnotherThread(stackSize: deepStack, body)
}

// MARK: - A registration for each level

private final class Builder: Sendable {
    init() {
        builder.build()
        need(Builder.self)
    }
}

private let builder = Dependencies { Module { Builder() } }

private final class Registrar: Sendable {
    init() {
        Resolver.register { Registrar() }
        need(Registrar.self)
    }
}

private final class Resetter: Sendable {
    init() {
        Resolver.reset()
        Resolver.register { Resetter() }
        need(Resetter.self)
    }
}

/// Asks for itself when its registration has replaced one that never made anything.
private final class Again: Sendable {
    enum Way: CaseIterable {
        case twice, restartedTwice, aboveABase, twiceAfterAReset, afterTwoResets
        case afterAResetOfThat

        func register() {
            switch self {
            case .twice: both()
            case .restartedTwice:
                restartedBlock.build()
                restartedBlock.build()
            case .aboveABase:
                Dependencies {
                    base
                    Module { Again(.aboveABase) }
                }
                .build()
            case .twiceAfterAReset:
                Resolver.reset()
                both()
            case .afterTwoResets:
                Resolver.reset()
                Resolver.reset()
                one()
            case .afterAResetOfThat:
                both()
                Resolver.reset()
                one()
            }
        }

        private func one() { Resolver.register { Again(self) } }
        private func both() {
            one()
            one()
        }
    }

    init(_ way: Way) {
        way.register()
        need(Again.self)
    }
}

private let restartedBlock = Dependencies { Module { Again(.restartedTwice) } }
private let base = Dependencies { Module { Again(.aboveABase) } }

// MARK: - A scope for each level

private final class Left: Sendable { init(_ right: Right) {} }
private final class Right: Sendable { init(_ left: Left) {} }

/// Each of their values has a scope of its own, because they are transient.
private func both(_ serving: Serving) -> Dependencies {
    Dependencies {
        Module { LeftModule(serving: serving) }
        Module { RightModule(serving: serving) }
    }
}

private struct LeftModule: Sendable {
    let serving: Serving
    private let scope = Scope()
    @Inject private var rights: RightModule

    init(serving: Serving) { self.serving = serving }

    func component() -> Left {
        switch serving {
        case .shared: scope.shared { Left(rights.component()) }
        case .weak: scope.weak { Left(rights.component()) }
        case .graph: scope.graph { Left(rights.component()) }
        }
    }

    func laterComponent() async -> Left {
        await scope.shared { Left(await rights.laterComponent()) }
    }
}

private struct RightModule: Sendable {
    let serving: Serving
    private let scope = Scope()
    @Inject private var lefts: LeftModule

    init(serving: Serving) { self.serving = serving }

    func component() -> Right {
        switch serving {
        case .shared: scope.shared { Right(lefts.component()) }
        case .weak: scope.weak { Right(lefts.component()) }
        case .graph: scope.graph { Right(lefts.component()) }
        }
    }

    func laterComponent() async -> Right {
        await scope.shared { Right(await lefts.laterComponent()) }
    }
}

private final class Poster {
    let caption: Caption
    init(caption: Caption) { self.caption = caption }
}
private final class Caption { weak var poster: Poster? }

/// The example in the documentation of `graph`, but its modules aren't shared.
private struct PosterModule: Sendable {
    private let scope = Scope()
    @Inject private var captions: CaptionModule

    func component() -> Poster { scope.graph { Poster(caption: captions.component()) } }
}

private struct CaptionModule: Sendable {
    private let scope = Scope()
    @Inject private var posters: PosterModule

    func component() -> Caption {
        scope.graph {
            Caption()
        } configure: {
            $0.poster = posters.component()
        }
    }
}

// MARK: - A container for each level

private final class Link {
    var next: Link?
    init(next: Link? = nil) { self.next = next }

    var length: Int { (next?.length ?? 0) + 1 }
}

private struct OverridingModule {
    private let scope = Scope()

    func component() -> Link {
        scope.graph { Link(next: Dependencies {}.override { component() }) }
    }

    func configuredComponent() -> Link {
        scope.graph {
            Link()
        } configure: {
            $0.next = Dependencies {}.override { configuredComponent() }
        }
    }
}

private final class Own: Sendable { init(_ other: Own) {} }

private struct OwnModule: Sendable {
    private let scope = Scope()

    func component() -> Own {
        scope.shared {
            ownBlock.isolate { Own(Resolver.resolve(OwnModule.self).component()) }
        }
    }
}

private let ownBlock = Dependencies { Module(.shared) { OwnModule() } }
