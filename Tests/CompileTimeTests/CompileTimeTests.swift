import Foundation
import TestSupport
import Testing

/// Code that must compile with the library, and code that the compiler must refuse.
///
/// A file in `Snippets` has the snippets of one subject. Each begins with `=== Name`, is
/// compiled on its own, and says what it is for: `// error: …` or `// warning: …` at the
/// end of a line is part of the diagnostic for that line, and `// mode: …` or
/// `// modes: …` in the first line names its settings (otherwise, it is for all).
/// `// with: ` at the beginning of a refused snippet names what is beside it: the pasted
/// file, or another module's source.
struct CompileTimeTests {
    @Test(.enabled(if: runsSlowTests), arguments: Snippet.refused)
    func isRefused(_ snippet: Snippet) async throws {
        let expected = snippet.expectations
        try #require(!expected.isEmpty, "\(snippet) expects nothing")

        for mode in snippet.refusingModes {
            let found = try await snippet.diagnostics(in: mode)

            #expect(found.count == expected.count, "in mode \(mode.rawValue): \(found)")
            for (found, expected) in zip(found, expected) {
                #expect(found.line == expected.line, "in mode \(mode.rawValue)")
                #expect(found.kind == expected.kind, "in mode \(mode.rawValue)")
                #expect(
                    found.message.contains(expected.message), "in mode \(mode.rawValue)")
            }
        }
    }

    /// In other modes the compiler refuses them. A plain function can be registered.
    @Test(.enabled(if: runsSlowTests), arguments: ["throws", "waits"])
    func aClosureThatStopsInSwift5ModeSaysWhy(_ closure: String) async throws {
        let directory = try Package.temporaryDirectory()
        let source = directory.appending(path: "main.swift")
        try """
        import Collet
        struct Refusal: Error {}
        func answer() -> Int { 42 }
        Resolver.register(answer)
        precondition(Resolver.resolve() == 42)
        if CommandLine.arguments.contains("throws") {
            Resolver.register { if Bool.random() { throw Refusal() } else { return 1 } }
        } else {
            Resolver.register { await answer(of: 1) }
        }
        func answer(of number: Int) async -> Int { number }
        """.write(to: source, atomically: true, encoding: .utf8)
        let options = try await CompiledLibrary.shared.importOptions
        let object = try await CompiledLibrary.object
        let program = directory.appending(path: "App").path
        let compiler = try await Run(
            "swiftc",
            Mode.swift5.options + options
                + ["-module-name", "App", "-o", program, source.path, object])
        try #require(compiler.status == 0, "\(compiler.error)")

        let app = try await Run("SWIFT_BACKTRACE=enable=no", [program, closure])

        let line = closure == "throws" ? 7 : 9
        let message =
            "App/main.swift:\(line): Fatal error: Collet: the closure can't await or throw"
        #expect(app.error.contains(message), "\(app.error)")
        #expect(app.status != 0)
    }

    /// A row of the page's table begins with messages in code.
    @Test(.enabled(if: runsSlowTests)) func thePageShowsWhatTheCompilerSays() async throws
    {
        let rows = try tablesOfMessages.split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: " | ")[0].matches(of: /`([^`]+)`/).map(\.1) }
        var found: [String] = []
        for snippet in Snippet.refused {
            for mode in snippet.refusingModes {
                found += try await snippet.allDiagnostics(in: mode).map(\.message)
            }
        }

        found += try await whatThePackageManagerSays

        #expect(rows.count > 20)
        for message in rows.joined() {
            #expect(found.contains { $0.contains(message) }, "\(message)")
        }
    }

    /// The messages about a target that names the traits' product without its package,
    /// clones of the package under other names, and tests without a folder.
    private var whatThePackageManagerSays: [String] {
        get async throws {
            let product = ".product(name: \"Collet\", package: \"Collet\")"
            return [
                try await refusal(of: "\"ColletTesting\"", in: Package.root),
                try await refusal(of: "\"Collet\"", in: clone("collet")),
                try await refusal(of: product, in: clone("collet-main")),
                try await refusal(of: "\"Collet\"", in: Package.root, tests: true),
            ]
        }
    }

    private func clone(_ name: String) throws -> URL {
        let clone = try Package.temporaryDirectory().appending(path: name)
        try FileManager.default.createSymbolicLink(
            at: clone, withDestinationURL: Package.root)
        return clone
    }

    private func refusal(of product: String, in clone: URL, tests: Bool = false)
        async throws -> String
    {
        let package = try Package.temporaryDirectory()
        let sources = package.appending(path: "Sources/Shop")
        try FileManager.default.createDirectory(
            at: sources, withIntermediateDirectories: true)
        try Data().write(to: sources.appending(path: "Shop.swift"))
        let testTarget = tests ? ", .testTarget(name: \"ShopTests\")" : ""
        let manifest = """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "Shop", platforms: [.macOS(.v15)],
                dependencies: [.package(path: "\(clone.path)")],
                targets: [.target(name: "Shop", dependencies: [\(product)])\(testTarget)])
            """
        try Data(manifest.utf8).write(to: package.appending(path: "Package.swift"))
        let run = try await Run("swift", ["build", "--package-path", package.path])
        return run.error + run.output
    }

    /// The compiler's messages are on one page, and the package manager's on another.
    private var tablesOfMessages: String {
        get throws {
            try ["Troubleshooting": "The compiler says", "Vendoring": "Messages"].map {
                page, title in
                try Package.section(title, of: "Sources/Collet/Collet.docc/\(page).md")
            }
            .joined()
        }
    }

    @Test(.enabled(if: runsSlowTests), arguments: Mode.allCases)
    func compilesWithTheModule(_ mode: Mode) async throws {
        let options = try await CompiledLibrary.shared.importOptions

        let found = try await mode.diagnose(
            Snippet.accepted(in: mode).map(\.file),
            ["-parse-as-library"] + options
        )

        #expect(found == [])
    }

    @Test(arguments: runsSlowTests ? Mode.allCases : [.newXcodeProject])
    func compilesWithTheFilePastedIn(_ mode: Mode) async throws {
        let directory = try Package.temporaryDirectory()
        var files = World.library
        for snippet in Snippet.accepted(in: mode) {
            let copy = directory.appending(path: snippet.file.lastPathComponent)
            let text = snippet.text.replacing("import Collet\n", with: "\n")
            try text.write(to: copy, atomically: true, encoding: .utf8)
            files.append(copy)
        }

        let found = try await mode.diagnose(files, ["-parse-as-library"])

        #expect(found == [])
    }

    /// With the import that the guide says to change, and wherever imports are internal
    /// by default.
    @Test(
        .enabled(if: runsSlowTests),
        arguments: Mode.allCases, ["public import Collet\n", "public import App\n", ""]
    )
    func theTraitsCompilePastedIntoATestTarget(_ mode: Mode, importing line: String)
        async throws
    {
        let directory = try Package.temporaryDirectory()
        let traits = Package.root.appending(
            path: "Sources/ColletTesting/ColletTesting.swift")
        let pasted = directory.appending(path: "ColletTesting.swift")
        let text = try String(contentsOf: traits, encoding: .utf8)
        try text.replacing("public import Collet\n", with: line)
            .write(to: pasted, atomically: true, encoding: .utf8)

        var files = [pasted]
        var options = ["-parse-as-library", "-I", directory.path]
        if line.isEmpty {
            files += World.library
        } else if line.contains("App") {
            let module = directory.appending(path: "App.swiftmodule").path
            // Other tests compile its bodies, where the file itself is pasted.
            let app = [
                "-parse-as-library", "-module-name", "App", "-emit-module-path", module,
                "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies",
            ]
            #expect(try await mode.diagnose(World.library, app) == [])
        } else {
            options += try await CompiledLibrary.shared.importOptions
        }
        for imports in [[], ["-enable-upcoming-feature", "InternalImportsByDefault"]] {
            let found = try await mode.diagnose(files, options + imports)

            #expect(found == [], "\(imports)")
        }
    }
}

/// A program, or a part of one, in a file of the directory `Snippets`.
struct Snippet: CustomTestStringConvertible, Sendable {
    let name: String
    let text: String
    /// A file with only this snippet.
    let file: URL

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
        file = try! Package.temporaryFile("\(name).swift", text)
    }

    var testDescription: String { name }

    static let refused =
        Package.files(in: "Tests/CompileTimeTests/Snippets/Refused", ending: ".txt")
        .flatMap(all)

    private static let accepted: [Snippet] = {
        let path = "Tests/CompileTimeTests/Snippets/Compiles.txt"
        return all(in: Package.root.appending(path: path)) + [largeBlock]
    }()

    /// The snippets that compile in a mode.
    static func accepted(in mode: Mode) -> [Snippet] {
        accepted.filter { $0.modes?.contains(mode) ?? true }
    }

    private static func all(in file: URL) -> [Snippet] {
        let text = try! String(contentsOf: file, encoding: .utf8)
        return text.split(separator: #/(?m)^=== /#).map { snippet in
            let lines = snippet.split(separator: "\n", maxSplits: 1)
            return Snippet(String(lines[0]), String(lines[1]))
        }
    }

    /// Swinject#97, needle#406: it must type-check quickly.
    private static let largeBlock = {
        let modules = (1...200).map { "Module(\"\($0)\") { \($0) }\n" }.joined()
        return Snippet(
            "TwoHundredModules",
            "import Collet\nlet twoHundredModules = Dependencies {\n\(modules)}\n")
    }()

    /// The modes that the first line names, or `nil` if it names none.
    var modes: [Mode]? {
        guard let match = text.prefixMatch(of: /\/\/ modes?: ([^\n]+)/) else {
            return nil
        }
        return match.1.split(separator: ", ").map { name in
            guard let mode = Mode(rawValue: String(name)) else {
                preconditionFailure("\(testDescription) names no mode: \(name)")
            }
            return mode
        }
    }

    /// The modes in which the compiler must refuse the snippet.
    var refusingModes: [Mode] { modes ?? [.swift6] }

    /// The compiler's diagnostics for the snippet in a mode.
    ///
    /// A mistake in a macro's argument is also reported in the expansion, and a name that
    /// is taken also in the library: those reports are left out.
    func diagnostics(in mode: Mode) async throws -> [Diagnostic] {
        try await allDiagnostics(in: mode).filter { $0.file == file.lastPathComponent }
    }

    /// All diagnostics in a mode, in whichever file. The snippet is compiled once for all
    /// tests.
    func allDiagnostics(in mode: Mode) async throws -> [Diagnostic] {
        try await Self.runs.value(named: "\(testDescription) in mode \(mode)") {
            let (files, options) = try await surroundings
            return try await mode.diagnose(files, ["-parse-as-library"] + options)
        }
    }

    private static let runs = Cache<[Diagnostic]>()

    /// The files to compile, and the options that find what they import.
    private var surroundings: (files: [URL], options: [String]) {
        get async throws {
            let needsTraits = text.contains("\nimport ColletTesting\n")
            let compiled =
                try await needsTraits
                ? CompiledLibrary.withTraits : CompiledLibrary.shared
            let library = compiled.importOptions
            guard let other = text.firstMatch(of: /\/\/ with: ([^\n]+)/)?.1 else {
                return ([file], library)
            }
            if other == "the file pasted" {
                return ([file] + World.library, [])
            }
            let directory = try Package.temporaryDirectory()
            let source = directory.appending(path: "Other.swift")
            try other.write(to: source, atomically: true, encoding: .utf8)
            let path = directory.appending(path: "Other.swiftmodule").path
            try await swiftc(
                ["-parse-as-library", "-module-name", "Other", source.path]
                    + ["-emit-module", "-emit-module-path", path] + library)
            return ([file], library + ["-I", directory.path])
        }
    }

    /// The expected diagnostics, line by line. Those of one line are in alphabetical
    /// order.
    var expectations: [Diagnostic] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .flatMap { index, line in
                line.matches(of: /\ \/\/ (error|warning): (.+?)(?=$|\ \/\/\ )/).map {
                    match in
                    Diagnostic(
                        file: file.lastPathComponent,
                        line: index + 1,
                        kind: String(match.1),
                        message: String(match.2)
                    )
                }
            }
    }
}
