import Foundation
import TestSupport
import Testing

/// A component in two images: the framework that declares it, and the app into which it
/// is inlined.
///
/// Each image has its own literal for the place of the call, at another address.
@Suite(.enabled(if: runsSlowTests))
struct InlinedComponentTests {
    @Test func aCallThatTwoImagesHaveIsOnePlace() async throws {
        let directory = try Package.temporaryDirectory()
        func compile(_ module: String, _ files: [URL], _ options: [String]) async throws {
            try await swiftc(
                ["-swift-version", "6", "-wmo", "-module-name", module]
                    + ["-I", directory.path] + options + files.map(\.path))
        }
        func framework(
            _ module: String, _ files: [URL], _ options: [String] = []
        ) async throws -> String {
            let binary = directory.appending(path: Package.libraryName(module)).path
            let interface = directory.appending(path: "\(module).swiftmodule").path
            try await compile(
                module, files,
                ["-parse-as-library", "-emit-library", "-o", binary]
                    + ["-emit-module", "-emit-module-path", interface] + options)
            return binary
        }

        let collet = try await framework("Collet", [Package.library, Package.hints])
        let kit = try await framework(
            "Kit", [Package.temporaryFile("Kit.swift", kitText)], ["-O", collet])
        let app = directory.appending(path: "App").path
        try await compile(
            "App", [Package.temporaryFile("main.swift", appText)],
            ["-O", "-o", app, kit, collet])
        let run = try await Run(app)
        #expect(run.output == "shared true, weak true, graph true, by key true\n")
        #expect(run.error == "")
    }

    private let kitText = """
        import Collet

        public final class Printer: Sendable { public init() {} }

        public struct PrinterModule: Sendable {
            public let scope = Scope()
            public init() {}

            @inlinable @inline(__always) public func shared() -> Printer {
                scope.shared { Printer() }
            }
            @inlinable @inline(__always) public func weak() -> Printer {
                scope.weak { Printer() }
            }
            @inlinable @inline(__always) public func graph() -> Printer {
                scope.graph { Printer() }
            }
            @inlinable @inline(__always) public func byKey() -> Printer {
                scope.shared(for: 1) { Printer() }
            }

            public func sharedFromKit() -> Printer { shared() }
            public func weakFromKit() -> Printer { weak() }
            public func graphFromKit() -> Printer { graph() }
            public func byKeyFromKit() -> Printer { byKey() }
        }
        """

    private let appText = """
        import Collet
        import Kit

        let module = PrinterModule()
        let weak = module.weak()
        let isOneGraph = module.scope.graph { module.graph() === module.graphFromKit() }
        print(
            "shared \\(module.shared() === module.sharedFromKit()),",
            "weak \\(weak === module.weakFromKit()), graph \\(isOneGraph),",
            "by key \\(module.byKey() === module.byKeyFromKit())")
        """
}
