import Foundation
import Testing

/// The samples in the README and in the guide compile, print what they say, and stop with the
/// messages that are shown. How a page says so is at `Page`.
@Suite(.timeLimit(.minutes(5)))
struct DocumentationTests {
    @Test(arguments: Page.all)
    func samplesPrintWhatTheySay(_ page: Page) async throws {
        let program = try await build(page.source(.program), for: page)

        let result = try await Compiler.run(program, [])

        #expect(result.output == page.promisedOutput)
        #expect(result.error == "")
        #expect(result.status == 0)
    }

    @Test(arguments: Page.all.filter { $0.has(.stop) })
    func mistakesStopWithTheMessageShown(_ page: Page) async throws {
        let program = try await build(page.source(.program, .stop), for: page)

        // The runtime's own backtrace would follow the message.
        let result = try await Compiler.run("SWIFT_BACKTRACE=enable=no", [program])

        #expect(result.error.contains(page.promisedMessage))
        #expect(result.status != 0)
    }

    @Test(arguments: Page.all.filter { $0.has(.tests) })
    func testsCompile(_ page: Page) async throws {
        try await Compiler.traits.value
        let files = try [
            write(page.source(.program), to: "main.swift"),
            write("import Testing\n" + page.source(.tests), to: "Tests.swift"),
        ]

        let found = try await Compiler.check(
            files,
            mode: .swift6,
            options: Compiler.library.value.importOptions + Compiler.testingOptions()
        )

        #expect(found == [])
    }

    private func build(_ source: String, for page: Page) async throws -> String {
        let library = try await Compiler.library.value
        let file = try write(source, to: "main.swift")
        let program = file.deletingLastPathComponent().appending(path: "program").path
        let result = try await Compiler.run(
            "swiftc",
            ["-swift-version", "6", "-warnings-as-errors", "-module-name", "Shop"]
                + library.importOptions + [file.path, library.object.path, "-o", program]
        )
        guard result.status == 0 else { throw Compiler.Failure(description: result.error) }
        return program
    }

    private func write(_ source: String, to name: String) throws -> URL {
        let file = try Compiler.temporaryDirectory(named: "page").appending(path: name)
        try source.write(to: file, atomically: true, encoding: .utf8)
        return file
    }
}
