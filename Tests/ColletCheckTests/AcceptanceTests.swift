import Foundation
import TestSupport
import Testing

@testable import ColletCheck
@testable import collet_check

/// Comments that accept findings, such as `// collet-check:allow unused: for plug-ins`.
struct AcceptanceTests {
    @Test(arguments: [
        "Dependencies { Module { Clock() } }.build() // collet-check:allow unused: for plug-ins",
        "// collet-check:allow unused: for plug-ins\nDependencies { Module { Clock() } }.build()",
    ])
    func aCommentOnTheLineOrAboveAcceptsAFinding(_ source: String) throws {
        let result = try check(source, named: "Accepted")
        #expect(!result.output.contains("[unused]"))
        #expect(result.output.hasSuffix(": 0 errors, 0 warnings; 1 accepted\n"))
    }

    @Test func aCommentAcceptsFindingsOfSeveralRules() throws {
        let source = """
            // collet-check:allow unnamed, unused: for plug-ins
            Dependencies { Module { 1 } }.build()
            """
        let result = try check(source, named: "Several")
        #expect(result.output.hasSuffix(": 0 errors, 0 warnings; 2 accepted\n"))
    }

    @Test func rulesAreNamedAsInTheFinding() throws {
        let source = """
            // collet-check:allow no-value: it is written next week
            Dependencies { Module { print("later") } }.build()
            """
        let result = try check(source, named: "Hyphen")
        #expect(result.output.hasSuffix(": 0 errors, 0 warnings; 1 accepted\n"))
    }

    @Test func whatOneOfSeveralRulesDoesNotFindIsUnneeded() throws {
        let source = """
            // collet-check:allow unused, missing: for plug-ins
            Dependencies { Module { Clock() } }.build()
            """
        let result = try check(source, named: "OneOfSeveral")
        #expect(
            result.output.contains(
                "nothing is found here by the rule 'missing'; to fix, remove it [unneeded]"
            )
        )
        #expect(result.output.hasSuffix(": 0 errors, 1 warning; 1 accepted\n"))
    }

    /// A line's own comment says nothing about the next one.
    @Test func aFindingIsAcceptedOnItsOwnLineAlone() throws {
        let result = try check(
            """
            let x = 1 // collet-check:allow unused: of another line
            Dependencies { Module { Clock() } }.build()
            """, named: "OtherLine")
        #expect(result.output.contains(":4:16: warning: nothing injects or resolves"))
        #expect(
            result.output.contains(
                ":3:11: warning: nothing is found here by the rule 'unused'; to fix, remove it "
                    + "[unneeded]"))
        #expect(!result.output.contains("accepted"))
    }

    @Test func aCommentAcceptsNothingBehindAnEmptyLine() throws {
        let result = try check(
            """
            // collet-check:allow unused: for plug-ins

            Dependencies { Module { Clock() } }.build()
            """, named: "EmptyLine")
        #expect(result.output.contains(": warning: nothing injects or resolves"))
        #expect(!result.output.contains("accepted"))
    }

    @Test func aCommentInCodeThatIsLeftOutIsNotUnneeded() throws {
        let result = try check(
            """
            #if UNSET
                let x = 1 // collet-check:allow unused: of another platform
            #endif
            Dependencies {}.build()
            """, named: "LeftOutComment")
        #expect(result.output.hasSuffix(": 0 errors, 0 warnings\n"))
    }

    /// As the page has it.
    @Test func anAcceptedErrorIsNone() throws {
        let page = try String(
            contentsOf: Package.root.appending(
                path: "Sources/ColletCheck/ColletCheck.docc/ColletCheck.md"),
            encoding: .utf8)
        let section = try #require(page.split(separator: "## Accept a finding").last)
        let sample = section.split(separator: "```")[1].dropFirst("swift".count)
        let source = "protocol Scale {}\n\(sample)\nDependencies {}.build()"
        let result = try check(source, named: "NoError")
        #expect(result.output.hasSuffix(": 0 errors, 0 warnings; 1 accepted\n"))
        #expect(result.status == 0)
    }

    /// Several places with one mistake are one finding.
    @Test func theOthersWithTheSameMistakeAreStillWrong() throws {
        let source = """
            struct App {
                // collet-check:allow missing: a plug-in registers it
                @Inject var clock: Clock
                @Inject var other: Clock
            }
            Dependencies {}.build()
            """
        let result = try check(source, named: "SameMistake")
        #expect(result.output.contains(":6:17: error: nothing is registered"))
        #expect(!result.output.contains(":5:17:"))
        #expect(result.output.hasSuffix(": 1 error, 0 warnings; 1 accepted\n"))
        #expect(result.status == 1)
    }

    @Test(arguments: [
        ("allow mising: a typo", "'mising' is no rule"),
        ("allow missing", "this accepts a finding without a reason"),
        ("allow missing:", "this accepts a finding without a reason"),
        ("allow", "this names no rule that it accepts"),
        ("alow missing: a typo", "this names no rule that it accepts"),
    ])
    func aCommentThatIsWrongAcceptsNothing(_ text: String, _ message: String) throws {
        let source = """
            struct App {
                @Inject var clock: Clock // collet-check:\(text)
            }
            Dependencies {}.build()
            """
        let result = try check(source, named: "WrongComment")
        #expect(result.output.contains(":4:17: error: nothing is registered"))
        let form =
            "; to fix, write // collet-check:allow missing: the reason [unneeded]\n"
        #expect(result.output.contains(":4:30: error: \(message)\(form)"))
        #expect(result.status == 1)
    }

    /// What is found may depend on the build.
    @Test func aCommentForOtherBuildsAcceptsThatNothingNeedsIt() throws {
        let source = """
            let x = 1 // collet-check:allow unused, unneeded: in release builds
            #if RELEASE
            let y = 1 // collet-check:allow unused: in release builds
            #endif
            """
        let result = try check(source, named: "AcceptedForOtherBuilds")
        #expect(!result.output.contains("[unneeded]"))
    }

    /// Text is no comment.
    @Test func aStringAcceptsNothing() throws {
        let result = try check(
            #"let text = "// collet-check:allow unused: text""#, named: "Text")
        #expect(!result.output.contains("[unneeded]"))
    }

    @Test func acceptedFindingsAreListedAsObjectsAlone() throws {
        let source = """
            Dependencies { Module { Clock() } }.build() // collet-check:allow unused: later
            """
        let objects = try check(source, named: "Objects", "--format", "json")
        #expect(objects.output.contains(#"{"accepted":true,"column":16,"#))
        let commands = try check(source, named: "Objects", "--format", "github")
        #expect(!commands.output.contains("unused"))
        #expect(commands.output.contains("1 accepted"))
    }

    /// Checks a script that begins with two lines for all.
    private func check(_ source: String, named name: String, _ options: String...) throws
        -> CheckCommand.Result
    {
        let program = try Fixture.Program(named: "\(name)-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: program.directory) }
        let file = try program.write(
            "import Collet\nstruct Clock {}\n\(source)\n", to: "package/App/main.swift")
        try program.compile("App", at: [file.deletingLastPathComponent()])
        let package = program.directory.appending(path: "package")
        return CheckCommand.run(program.arguments(packageAt: package) + options)
    }
}
