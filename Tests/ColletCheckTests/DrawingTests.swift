import Foundation
import Testing

@testable import ColletCheck

/// Drawings of who makes and injects what.
struct DrawingTests {
    /// Two programs, one of which has sessions and requests of its own.
    private static let package = Task { try await CheckedPackage(files) }

    private static let files: KeyValuePairs = [
        "Kit/Kit.swift": """
        import Collet
        public protocol Clock: Sendable {}
        public struct SystemClock: Clock { public init() {} }
        public struct LoudClock: Clock {
            let clock: any Clock
            public init(_ clock: any Clock) { self.clock = clock }
        }
        public protocol Store: Sendable {}
        struct RealStore: Store { init(_ http: any HTTP) {} }
        public protocol HTTP: Sendable {}
        struct RealHTTP: HTTP { init(_ clock: any Clock) {} }

        public protocol Network: ComponentFactory, Sendable {
            func component() -> any HTTP
        }
        public struct RealNetwork: Network {
            @Inject private var clock: any Clock
            public init() {}
            public func component() -> any HTTP { RealHTTP(clock) }
        }
        public protocol Feeds: ComponentFactory, Sendable {
            func component(id: Int) -> any Store
        }
        public struct RealFeeds: Feeds {
            @Inject private var network: any Network
            public init() {}
            public func component(id: Int) -> any Store { store() }
            private func store() -> any Store { RealStore(component()) }
            private func component() -> any HTTP { network.component() }
        }
        public let kit = Dependencies {
            Module(.shared) { RealNetwork() as any Network }
            Module { SystemClock() as any Clock }
        }
        """,
        "App/main.swift": """
        import Collet
        import Kit

        final class Screen {
            @Inject private var feeds: any Feeds
            @Inject private var clock: (any Clock)?
            @Inject private var all: [any Clock]
            @Inject("<the> \\"utc\\" one") private var utc: any Clock
            func show() { print(feeds.component(id: 1), all, utc) }
        }
        Dependencies {
            kit
            Module { RealFeeds() as any Feeds }
            Module("<the> \\"utc\\" one") { SystemClock() as any Clock }
        }.build()
        Screen().show()
        let session = Dependencies {
            Module { LoudClock(Resolver.resolve(SystemClock.self)) as any Clock }
            Module { SystemClock() }
        }
        session.override { Screen().show() }
        let demo = Dependencies { kit; Module(.weak) { Demo() } }
        let container = demo.makeContainer()
        container.perform { print(Resolver.resolve(Demo.self).clock) }
        demo.isolate { print(Resolver.resolve(Demo.self).clock) }
        final class Demo: Sendable { let clock: any Clock = Resolver.resolve() }
        """,
        "Tool/main.swift": """
        import Collet
        import Kit
        kit.build()
        print(Resolver.resolve((any Network).self).component())
        """,
    ]

    private let mermaid = """
        flowchart LR
            subgraph p0["App"]
                subgraph p0m0["Network .shared"]
                    p0m0c0["component() -#gt; HTTP"]
                end
                p0m1["Clock"]
                subgraph p0m2["Feeds"]
                    p0m2c0["component(id:) -#gt; Store"]
                    p0m2c1["component() -#gt; HTTP"]
                end
                p0m3["Clock named #quot;#lt;the#gt; #quot;utc#quot; one#quot;"]
                p0m4["Clock in an override"]
                p0m5["SystemClock in an override"]
                p0m6["Demo .weak in a container"]
                p0t0(["Screen"])
                p0t1(["main"])
                p0m0 --> p0m1
                p0m2 --> p0m2c1
                p0m2c1 --> p0m0c0
                p0m4 --> p0m5
                p0m6 --> p0m1
                p0t0 --> p0m1
                p0t0 --> p0m2c0
                p0t0 --> p0m3
                p0t0 --> p0m4
                p0t1 --> p0m6
            end
            subgraph p1["Tool"]
                subgraph p1m0["Network .shared"]
                    p1m0c0["component() -#gt; HTTP"]
                end
                p1m1["Clock"]
                p1t0(["main"])
                p1m0 --> p1m1
                p1t0 --> p1m0c0
            end

        """

    @Test func eachProgramIsAFrame() async throws {
        let check = try await Self.package.value.check()
        #expect(check.drawing(in: .mermaid) == mermaid)
    }

    @Test func oneProgramIsDrawnAlone() async throws {
        let package = try await CheckedPackage([
            "App/main.swift": """
            import Collet
            protocol Clock: Sendable {}
            struct SystemClock: Clock {}
            Dependencies { Module(#"a "b\\"#) { SystemClock() as any Clock } }.build()
            struct Rows: Sendable { func component() -> Int { 1 } }
            Dependencies { Module { Rows() } }.build()
            struct Screen { @Inject(#"a "b\\"#) var clock: any Clock }
            print(Screen().clock)
            func show() { print(Resolver.resolve(Rows.self).component()) }
            show()
            """
        ])
        let drawing = try package.check().drawing(in: .dot)
        #expect(
            drawing == #"""
                digraph {
                    rankdir=LR; node [shape=box]
                    m0 [label="Clock named \"a \"b\\\""]
                    subgraph cluster_m1 { m1 [label="Rows", shape=plaintext]
                        m1c0 [label="component() -> Int"]
                    }
                    t0 [label="Screen", shape=ellipse]
                    t1 [label="show()", shape=ellipse]
                    t0 -> m0
                    t1 -> m1c0
                }

                """#)
    }

    @Test func eachModuleThatMakesATypeGetsItsArrows() async throws {
        let package = try await CheckedPackage([
            "App/main.swift": """
            import Collet
            struct Clock: Sendable {}
            struct Feed: Sendable { let clock: Clock = Resolver.resolve() }
            Dependencies {
                Module { Clock() }
                Module { Feed() }
                Module("other") { Feed() }
            }.build()
            print(Resolver.resolve(Feed.self))
            """
        ])
        let drawing = try package.check().drawing(in: .dot)
        #expect(
            drawing == #"""
                digraph {
                    rankdir=LR; node [shape=box]
                    m0 [label="Clock"]
                    m1 [label="Feed"]
                    m2 [label="Feed named \"other\""]
                    t0 [label="main", shape=ellipse]
                    m1 -> m0
                    m2 -> m0
                    t0 -> m1
                }

                """#)
    }

    @Test func librariesWithoutAProgramAreDrawn() async throws {
        let package = try await CheckedPackage([
            "Kit/Kit.swift": """
            import Collet
            public struct Clock: Sendable {}
            public struct Feed { @Inject var clock: Clock }
            public func load() {
                Dependencies { Module { Clock() } }.build()
                print(Feed().clock)
            }
            """
        ])
        let drawing = try package.check().drawing(in: .dot)
        #expect(
            drawing == """
                digraph {
                    rankdir=LR; node [shape=box]
                    m0 [label="Clock"]
                    t0 [label="Feed", shape=ellipse]
                    t0 -> m0
                }

                """)
    }

    @Test func aCallIsOfTheFirstModuleThatMakesItsType() async throws {
        let package = try await CheckedPackage([
            "App/main.swift": """
            import Collet
            struct Rows: Sendable { func component() -> Int { 1 } }
            Dependencies {
                Module { Rows() }
                Module("other") { Rows() }
            }.build()
            func show() {
                let other: Rows = Resolver.resolve(name: "other")
                print(Resolver.resolve(Rows.self).component(), other.component())
            }
            show()
            """
        ])
        let drawing = try package.check().drawing(in: .dot)
        #expect(
            drawing == """
                digraph {
                    rankdir=LR; node [shape=box]
                    subgraph cluster_m0 { m0 [label="Rows", shape=plaintext]
                        m0c0 [label="component() -> Int"]
                    }
                    m1 [label="Rows named \\"other\\""]
                    t0 [label="show()", shape=ellipse]
                    t0 -> m0c0
                    t0 -> m1
                }

                """)
    }

    /// Which of them it is depends on the program's input.
    @Test func eachClosureThatMayMakeAModulesValueIsTheModules() async throws {
        let package = try await CheckedPackage([
            "App/main.swift": """
            import Collet
            struct Clock: Sendable {}
            struct Feed: Sendable { let clock: Clock? }
            func either<T>(
                _ isFirst: Bool, _ first: @escaping @Sendable () -> sending T,
                or second: @escaping @Sendable () -> sending T
            ) -> Module {
                Module(nil, isFirst ? first : second)
            }
            Dependencies {
                either(CommandLine.arguments.count > 1) {
                    Feed(clock: nil)
                } or: {
                    Feed(clock: Resolver.resolve())
                }
                Module { Clock() }
            }.build()
            print(Resolver.resolve(Feed.self))
            """
        ])
        let drawing = try package.check().drawing(in: .dot)
        #expect(
            drawing == """
                digraph {
                    rankdir=LR; node [shape=box]
                    m0 [label="Feed"]
                    m1 [label="Clock"]
                    t0 [label="main", shape=ellipse]
                    m0 -> m1
                    t0 -> m0
                }

                """)
    }
}
