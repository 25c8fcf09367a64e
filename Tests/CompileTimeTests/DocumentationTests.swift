import Foundation
import TestSupport
import Testing

/// The samples in the README and the guide compile, print the output that they state, and
/// stop with the messages shown. `Page` documents how a page states this.
struct DocumentationTests {
    @Test(.enabled(if: runsSlowTests), arguments: Page.all)
    func samplesPrintWhatTheySay(_ page: Page) async throws {
        let program = try await build(page, .program)

        let run = try await Run(program)

        #expect(run.output == page.promisedOutput)
        #expect(run.error == "")
        #expect(run.status == 0)
    }

    @Test(.enabled(if: runsSlowTests), arguments: Page.all.filter { $0.has(.stop) })
    func mistakesStopWithTheMessageShown(_ page: Page) async throws {
        let program = try await build(page, .program, .stop)

        // The runtime's own backtrace would follow the message.
        let run = try await Run("SWIFT_BACKTRACE=enable=no", [program])

        #expect(run.error.contains(page.promisedMessage))
        #expect(run.status != 0)
    }

    @Test(.enabled(if: runsSlowTests), arguments: Page.all.filter { $0.has(.tests) })
    func testsCompile(_ page: Page) async throws {
        let library = try await CompiledLibrary.withTraits
        let directory = try Package.temporaryDirectory()
        for target in page.targets { _ = try await compile(target, in: directory) }
        let files = try [
            Package.temporaryFile("main.swift", page.source([.program])),
            Package.temporaryFile(
                "Tests.swift", "import Testing\n" + page.source([.tests])),
        ]

        let found = try await Mode.swift6.diagnose(
            files, library.importOptions + ["-I", directory.path])

        #expect(found == [])
    }

    /// As in a new Xcode project, with the additions that the page on isolation tells.
    @Test(
        .enabled(if: runsSlowTests),
        arguments: Page.all, [Mode.swift5MainActor, .swift6MainActor, .newXcodeProject]
    )
    func samplesCompileInATargetOnTheMainActor(_ page: Page, mode: Mode) async throws {
        let library = try await CompiledLibrary.withTraits
        let directory = try Package.temporaryDirectory()
        for target in page.targets { _ = try await compile(target, in: directory) }
        // In Swift 5 mode, the code of `main.swift` is on the main actor if it awaits
        // something.
        let program =
            page.source([.program, .stop], onMainActor: true)
            + "\nawait Swift.Task.yield()\n"
        let tests = "import Testing\n" + page.source([.tests], onMainActor: true)

        let found = try await mode.diagnose(
            [
                Package.temporaryFile("main.swift", program),
                Package.temporaryFile("Tests.swift", tests),
            ],
            library.importOptions + ["-I", directory.path]
        )

        #expect(found == [])
    }

    /// A page for another target may not have samples: nothing would compile them.
    @Test func everyPageIsForATargetOnTheMainActorOrForTests() throws {
        let catalogs = ["Collet", "ColletCheck", "ColletTesting"]
        let pages = try catalogs.flatMap { module in
            Package.files(in: "Sources/\(module)/\(module).docc", ending: ".md")
        }
        .filter { try String(contentsOf: $0, encoding: .utf8).contains("```swift") }

        let compiled = Page.all.map(\.name)
        for page in pages.map(\.lastPathComponent) {
            #expect(compiled.contains(page), "\(page)")
        }
    }

    /// `.ci/run` compiles the client's tests against the checker, and runs them.
    @Test(arguments: ["WiringTests", "SourcesTests"])
    func sampleOfTheCheckerIsATestOfTheClient(file: String) throws {
        let file = Package.root.appending(
            path: "Tests/Clients/Plugin/Tests/AppTests/\(file).swift")
        let sample = try String(contentsOf: file, encoding: .utf8)
        let page = Package.root.appending(path: "Sources/Collet/Collet.docc/Checking.md")

        #expect(
            try String(contentsOf: page, encoding: .utf8).contains(
                "```swift\n\(sample)```"))
    }

    @Test func theReadmeLeadsToEachPage() throws {
        let readme = try text("README.md")

        for page in Self.guide {
            #expect(readme.contains("](\(page))"), "\(page)")
        }
    }

    @Test func tablesOfWordsHaveAtMost25Rows() throws {
        let page = try text("Sources/Collet/Collet.docc/ComingFrom.md")

        for section in page.split(separator: "\n## ") {
            let rows = section.split(separator: "\n").count { $0.hasPrefix("| ") }
            // The first row is the table's head.
            #expect(rows <= 26, "\(section.prefix { !$0.isNewline })")
        }
    }

    /// A row begins with parts of a message in code.
    @Test func thePageShowsWhatTheProgramSays() throws {
        let page = "Sources/Collet/Collet.docc/Troubleshooting.md"
        let rows = try Package.section("The program stops", of: page)
            .split(separator: "\n").filter { $0.hasPrefix("| `") }
        let library = try String(contentsOf: Package.library, encoding: .utf8)

        #expect(rows.count > 5)
        for row in rows {
            for part in row.split(separator: " | ")[0].matches(of: /`([^`]+)`/) {
                #expect(library.contains(part.1), "\(part.1)")
            }
        }
    }

    /// Where Markdown is shown as it is, a link without words leads nowhere and says
    /// nothing.
    @Test(arguments: guide)
    func linksSayWhatTheyLeadTo(page: String) throws {
        #expect(try !text(page).contains("<doc:"))
    }

    @Test(arguments: guide)
    func pagesSayWhereToGoNext(page: String) throws {
        #expect(try text(page).contains("\n## Where to go next\n"))
    }

    /// The pages of the guide.
    private static let guide =
        ["Collet", "ColletTesting"].flatMap { module in
            let catalog = "Sources/\(module)/\(module).docc"
            return Package.files(in: catalog, ending: ".md").map {
                "\(catalog)/\($0.lastPathComponent)"
            }
        }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Package.root.appending(path: path), encoding: .utf8)
    }

    private func build(_ page: Page, _ roles: Page.Part.Role...) async throws -> String {
        let directory = try Package.temporaryDirectory()
        var objects = [try await CompiledLibrary.object]
        for target in page.targets {
            objects.append(try await compile(target, in: directory))
        }
        let program = directory.appending(path: "program").path
        try await compile(
            page.source(roles), named: "main.swift", in: directory,
            ["-module-name", "Shop", "-o", program] + objects
        )
        return program
    }

    /// Compiles a target that a page imports, and returns the path of the object.
    private func compile(_ target: (name: String, source: String), in directory: URL)
        async throws -> String
    {
        let path = directory.appending(path: target.name).path
        try await compile(
            target.source, named: "\(target.name).swift", in: directory,
            ["-parse-as-library", "-module-name", target.name, "-c", "-o", path + ".o"]
                + ["-emit-module", "-emit-module-path", path + ".swiftmodule"]
        )
        return path + ".o"
    }

    private func compile(
        _ source: String, named name: String, in directory: URL, _ options: [String]
    ) async throws {
        // With an object before the source, Swift 6.3.1 sometimes forgets libraries in
        // linking.
        try await swiftc(
            [
                try Package.temporaryFile(name, source).path, "-swift-version", "6",
                "-warnings-as-errors",
                "-enable-upcoming-feature", "MemberImportVisibility",
            ]
                + ["-I", directory.path]
                + (try await CompiledLibrary.shared.importOptions)
                + options
        )
    }
}
