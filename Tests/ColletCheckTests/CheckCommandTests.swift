import Foundation
import TestSupport
import Testing

@testable import ColletCheck
@testable import collet_check

/// The command: its options, its output and where that goes, and its exit status.
struct CheckCommandTests {
    /// A program with a missing registration, and a request that can't be told.
    private static let program = Task {
        try await CheckedPackage([
            "App/main.swift": """
            import Collet
            struct Clock {}
            struct Till { @Inject var clock: Clock }
            if CommandLine.arguments.count > 1 { print(Till().clock) }
            """
        ])
    }

    private func arguments(_ options: String...) async throws -> [String] {
        ["--sil", try await Self.program.value.place.path("sil")] + options
    }

    /// Checks the program, and removes its path from the output.
    private func check(_ options: String...) async throws -> CheckCommand.Result {
        let program = try await Self.program.value
        var result = CheckCommand.run(["--sil", program.place.path("sil")] + options)
        result.output = program.withoutPaths(result.output)
        result.errorOutput = program.withoutPaths(result.errorOutput)
        return result
    }

    private let findings = """
        App/main.swift:3:16: warning: nothing is registered for Clock, if it gets here, needed \
        by Till; to fix, register it before this runs: Resolver.register { … as Clock } [missing]
        App/main.swift:4:51: note: reads Till.clock
        check-dependencies: 0 errors, 1 warning; 0 of 1 request is answered on every way; \
        1 isn't

        """

    // MARK: Options

    @Test(arguments: [
        (["--formt"], "unknown option '--formt'; see --help"),
        (["--strict=yes"], "unknown argument 'yes'; see --help"),
        (["mermaid"], "unknown argument 'mermaid'; see --help"),
        (
            ["--format", "svg"],
            "option '--format' is one of text, github, json; see --help"
        ),
        (["--graph"], "option '--graph' is one of mermaid, dot; see --help"),
        (["--package-path"], "option '--package-path' needs a value; see --help"),
        (["--output="], "option '--output' needs a value; see --help"),
    ])
    func anOptionThatIsWrongIsSaidInOneLine(_ arguments: [String], _ message: String) {
        let result = CheckCommand.run(arguments)
        #expect(result == (2, "", "error: \(message)\n"))
    }

    @Test func helpNamesEveryOption() {
        let result = CheckCommand.run(["--help"])
        for option in [
            "--format", "--graph", "--output", "--include-tests", "--exclude-tests",
            "--needs", "--why", "--strict", "--target", "--package-path", "--build-path",
            "--cache-path", "--compiler-path", "--sil", "--help",
        ] {
            let isThere = result.output.contains("  \(option)")
            #expect(isThere || result.output.contains(", \(option)"), "\(option)")
        }
        #expect(result.status == 0)
        #expect(result.errorOutput == "")
    }

    @Test func whereThereIsNothingToCheckThatIsSaid() {
        let result = CheckCommand.run(["--sil", "/no/sil"])
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errorOutput.hasPrefix("error: there is no SIL in\n    /no/sil\n"))
    }

    @Test func whatIsReadInsteadIsSaid() async throws {
        let result = try await check("--index-store-path", "/DerivedData")
        #expect(
            result.errorOutput
                == "warning: '--index-store-path' is read as '--build-path'\n")
        #expect(result.status == 0)
    }

    // MARK: Statuses

    @Test func warningsCountOnlyIfStrict() async throws {
        let relaxed = try await check()
        #expect(relaxed.output == findings)
        #expect(relaxed.status == 0)
        let strict = try await check("--strict")
        #expect(strict.output == relaxed.output)
        #expect(strict.status == 1)
    }

    @Test func errorsAlwaysCount() async throws {
        let program = try await CheckedPackage([
            "App/main.swift": "import Collet\nprint(Resolver.resolve(Int.self))\n"
        ])
        let sil = program.place.path("sil")
        #expect(CheckCommand.run(["--sil", sil]).status == 1)
        // A source that wasn't checked counts less, unless a proof is wanted.
        try program.place.setDate("sil/App.sil", 0)
        let result = CheckCommand.run(["--sil", sil])
        #expect(result.status == 1)
        #expect(result.output.contains("/main.swift:1:1: error: "))
    }

    @Test func whatIsNotCheckedCounts() async throws {
        let program = try await CheckedPackage(["App/main.swift": "print(1)\n"])
        let sil = program.place.path("sil")
        #expect(CheckCommand.run(["--sil", sil]).status == 0)
        try program.place.setDate("sil/App.sil", 0)
        for options in [[], ["--strict"]] {
            #expect(CheckCommand.run(["--sil", sil] + options).status == 2)
        }
    }

    // MARK: Output

    @Test func aNameIsAnsweredAndNothingChecked() async throws {
        let needs = try await check("--needs", "Till", "--strict")
        #expect(
            needs.output.hasPrefix("Dependencies {\n    Module { <#fake#> as Clock }"))
        #expect(needs.status == 0)
        let why = try await check("--why", "Clock")
        #expect(why.output.hasPrefix("Clock in program App:\n"))
        #expect(why.status == 0)
        let none = try await check("--why", "Scale")
        #expect(none == (2, "", "error: nothing registers 'Scale' or asks for it\n"))
    }

    /// GitHub knows files by their paths in the repository, wherever the command runs.
    @Test func pathsForGitHubAreTheRepositorys() async throws {
        let place = try await Self.program.value.place
        try place.write(".git/HEAD")
        let tool = try #require(Package.executable("collet-check")).path
        let arguments = try await arguments("--format", "github", "--strict")
        let run = try await Run(
            "sh",
            ["-c", #"cd "$1"; shift; exec "$@""#, "-", place.path("App"), tool]
                + arguments)
        #expect(run.output.hasPrefix("::warning file=App/main.swift,line=3,"))
        #expect(run.status == 1)
    }

    @Test func theRepositoryIsTheWorkspaceOrHasRecordsOfItself() throws {
        let place = try BuildPlace()
        let package = place.path("Packages/Kit")
        try place.write("Packages/Kit/a.swift")
        func repository(_ workspace: String? = nil) -> String {
            let environment =
                workspace.map { ["GITHUB_WORKSPACE": place.path($0)] } ?? [:]
            return CheckCommand.repository(environment, around: package)
        }
        #expect(repository() == package)
        // In a work tree or a submodule it is a file.
        try place.write(".git", "gitdir: elsewhere")
        #expect(repository() == place.path)
        #expect(repository("Packages") == place.path("Packages"))
        #expect(repository("Other") == place.path)
    }

    @Test func outputGoesToAFile() async throws {
        let findings = try await check().output
        let file = try Package.temporaryDirectory().appending(path: "graph.mermaid")
        let result = try await check(
            "--graph", "mermaid", "--output", file.path, "--strict")
        #expect(result == (1, "", findings))
        let written = try String(contentsOf: file, encoding: .utf8)
        #expect(written == "flowchart LR\n")
        let failed = try await check("--output", "/no/directory/file")
        #expect(failed == (2, "", "error: cannot write to /no/directory/file\n"))
    }

    /// A full disk, and closed streams.
    @Test(arguments: [
        ">&-", "> /dev/full", "--format json --output /dev/full", "--bad 2>&-",
    ])
    func outputThatCannotBeWrittenIsAnError(_ output: String) async throws {
        let hasFullDisk = FileManager.default.fileExists(atPath: "/dev/full")
        if output.contains("/dev/full"), !hasFullDisk { return }
        let tool = try #require(Package.executable("collet-check")).path
        let run = try await Run(
            "sh", ["-c", "\"$0\" \"$@\" \(output)", tool] + arguments())
        #expect(run.status == 2)
        #expect(run.output == "")
        let lines = run.error.split(separator: "\n")
        #expect(lines.count == (output.hasSuffix("2>&-") ? 0 : 1))
        #expect(lines.allSatisfy { $0.hasPrefix("error: cannot write ") })
    }
}
