import Testing

@testable import collet_check

struct FixtureTests {
    @Test(arguments: Fixture.all) func findingsAreAsExpected(_ fixture: Fixture) throws {
        let program = try fixture.compiled()
        let result = fixture.check(program)
        #expect(result.output + "exit status: \(result.status)\n" == fixture.expected("txt"))
        #expect(result.errorOutput == "")
        let isSound = ["error: ", "warning: ", "could not be checked"].allSatisfy {
            !result.output.contains($0)
        }
        #expect(fixture.check(program, ["--strict"]).status == (isSound ? 0 : 1))
        if let graph = fixture.expected("mermaid") {
            let result = fixture.check(program, ["--format", "mermaid"])
            #expect(result.output == graph)
            #expect(result.errorOutput == "")
        }
    }
}
