import Collet
import ColletTesting
import Foundation
import TestSupport
import Testing

/// An app with its own copy of Collet, which is loaded beside the copy that its tests
/// link.
struct LinkedTwiceTests {
    @Test(
        .reportsUnused("Swift.Int"),
        .dependencies { Module { 1 } }
    )
    func theOtherCopyFindsNothingAndTheWarningAsksForIt() async throws {
        let askApp = try await LoadedApp.shared
        #expect(askApp() == 0)
    }
}

/// The app, as a library that is compiled and loaded once.
private enum LoadedApp {
    /// Asks for the module that a test registers, and returns zero if there is none.
    typealias Ask = @convention(c) @Sendable () -> Int

    static var shared: Ask { get async throws { try await app.value } }

    private static let app = Task {
        let directory = try Package.temporaryDirectory()
        let source = directory.appending(path: "App.swift")
        let text =
            #"@_cdecl("ask") public func ask() -> Int { Resolver.resolve(Int?.self) ?? 0 }"#
        try text.write(to: source, atomically: true, encoding: .utf8)
        let library = directory.appending(path: Package.libraryName("App")).path
        try await swiftc(
            [
                "-swift-version", "6", "-parse-as-library", "-emit-library",
                "-module-name", "App",
            ]
                + ["-o", library, Package.library.path, Package.hints.path, source.path]
        )
        let handle = try #require(dlopen(library, RTLD_NOW))
        return try unsafeBitCast(#require(dlsym(handle, "ask")), to: Ask.self)
    }
}
