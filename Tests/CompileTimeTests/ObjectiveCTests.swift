import Foundation
import TestSupport
import Testing

/// The code that messages propose for classes of Objective-C. The runtime takes their
/// names from there: `URLSession` is `NSURLSession`, and has no module.
///
/// Only a Mac's runtime has such classes, so the app around the pasted file has a
/// function that prints the names of its own types as that runtime does.
@Suite(.enabled(if: runsSlowTests))
struct ObjectiveCTests {
    @Test(arguments: [
        (of: "URLSession", name: "NSURLSession", cure: "Module { … }"),
        // Inside another type's name, it has the module of everything that is imported.
        (of: "Pool", name: "App.Pool<__C.NSURLSession>", cure: "Module { … }"),
        (of: "Make", name: "() -> __C.NSURLSession", cure: "Module { { … } }"),
        (of: "Swift's", name: "App.Session", cure: "Module { … as Session }"),
    ])
    func onlyNamesThatSwiftHasAreProposed(type: String, name: String, cure: String)
        async throws
    {
        let app = try await Run(Self.app.value, [type])

        #expect(app.error.contains("Collet: nothing is registered for \(name).\n"))
        #expect(app.error.contains("To fix, add to your Dependencies block:  \(cure)\n"))
        #expect(app.status != 0)
    }

    /// Compiled once for all tests.
    private static let app = Task { try await pastedProgram(source, module: "App") }

    private static let source = """
        final class URLSession {}
        final class Session {}
        struct Pool<Element> {}

        extension String {
            init(reflecting type: Any.Type) {
                let name = String(reflecting: type as Any)
                let module = type is AnyClass ? "" : "__C."
                self = name.replacing("App.URLSession", with: module + "NSURLSession")
            }
        }

        Dependencies { Module { 1 } }.build()
        switch CommandLine.arguments[1] {
        case "URLSession": _ = Inject<URLSession>()()
        case "Pool": _ = Inject<Pool<URLSession>>()()
        case "Make": _ = Inject<() -> URLSession>()()
        default: _ = Inject<Session>()()
        }
        """
}
