import Foundation
import TestSupport
import Testing

/// An app that pasted the file, and a framework in its process that links the package.
///
/// The copies share nothing, and neither can tell that there is another. So the message
/// asks about it when nothing at all is registered, which is what most users of two
/// copies see.
@Suite(.enabled(if: runsSlowTests))
struct TwoCopiesTests {
    @Test func eachCopyHasItsOwnRegistrations() async throws {
        let app = try await App.shared.run("work")
        #expect(app.error == "")
        #expect(
            app.output == """
                at first: app app, kit kit
                in an override of the app: app fake, kit kit
                in an override of the framework: app app, kit fake
                in both: app fake, kit fake
                isolated in the app: app nothing, kit kit
                isolated in the framework: app app, kit nothing
                reset in the app: app nothing, kit kit

                """
        )
        #expect(app.status == 0)
    }

    @Test(arguments: ["app", "kit"])
    func aCopyThatHasNothingAsksWhetherThereAreTwo(empty: String) async throws {
        let app = try await App.shared.run(empty)
        let place = empty == "app" ? "App/main.swift:14" : "Kit/Kit.swift:10"
        #expect(app.status != 0)
        #expect(
            app.error.contains(
                """
                Collet: nothing is registered for Kit.API.
                  injected at   \(place)
                  registered    nothing at all
                To fix, call build() on your Dependencies block before this line \
                (or is Collet linked twice?); in a test, create what asks within \
                .dependencies or isolate.
                """
            )
        )
    }
}

/// The app, compiled once for all tests.
private struct App {
    private let program: String

    static var shared: App {
        get async throws { try await app.value }
    }

    func run(_ argument: String) async throws -> Run {
        try await Run(program, [argument])
    }

    private static let app = Task {
        let library = try await CompiledLibrary.shared
        let directory = try Package.temporaryDirectory()
        func compile(
            _ module: String, _ source: String, as file: String, _ options: [String]
        )
            async throws
        {
            let file = directory.appending(path: file)
            try source.write(to: file, atomically: true, encoding: .utf8)
            try await swiftc(
                [
                    "-swift-version", "6", "-module-name", module, "-I", directory.path,
                    file.path,
                ]
                    + library.importOptions + options
            )
        }

        let framework = directory.appending(path: Package.libraryName("Kit")).path
        try await compile(
            "Kit", kit, as: "Kit.swift",
            ["-parse-as-library", "-emit-library", "-o", framework]
                + [
                    CompiledLibrary.object,
                    "-emit-module-path",
                    directory.appending(path: "Kit.swiftmodule").path,
                ]
        )
        let program = directory.appending(path: "App").path
        try await compile(
            "App", main, as: "main.swift",
            World.library.map(\.path) + ["-o", program, framework])
        return App(program: program)
    }

    private static let kit = """
        import Collet

        public protocol API: Sendable { var owner: String { get } }

        struct KitAPI: API { let owner: String }

        private let block = Dependencies { Module { KitAPI(owner: "kit") as any API } }

        private final class Client {
            @Inject var api: any API
        }

        public enum Kit {
            public static var owner: String { Client().api.owner }
            public static var found: String { Resolver.resolve((any API)?.self)?.owner ?? "nothing" }
            public static func build() { block.build() }
            public static func override(_ body: () -> Void) {
                Dependencies { Module { KitAPI(owner: "fake") as any API } }.override(body)
            }
            public static func isolate(_ body: () -> Void) { Dependencies {}.isolate(body) }
        }
        """

    private static let main = """
        import Kit

        struct AppAPI: API { let owner: String }

        let block = Dependencies { Module { AppAPI(owner: "app") as any API } }
        let fakes = Dependencies { Module { AppAPI(owner: "fake") as any API } }

        func show(_ where: String) {
            let own = Resolver.resolve((any API)?.self)?.owner ?? "nothing"
            print("\\(`where`): app \\(own), kit \\(Kit.found)")
        }

        final class Client {
            @Inject var api: any API
        }

        switch CommandLine.arguments[1] {
        case "app":
            Kit.build()
            print(Client().api.owner)
        case "kit":
            block.build()
            print(Kit.owner)
        default:
            Kit.build()
            block.build()
            show("at first")
            fakes.override { show("in an override of the app") }
            Kit.override { show("in an override of the framework") }
            fakes.override { Kit.override { show("in both") } }
            Dependencies {}.isolate { show("isolated in the app") }
            Kit.isolate { show("isolated in the framework") }
            Resolver.reset()
            show("reset in the app")
        }
        """
}
