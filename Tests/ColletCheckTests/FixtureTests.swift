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
            let drawing = fixture.check(program, ["--graph", "mermaid"])
            #expect(drawing.output == graph)
            #expect(drawing.errorOutput == result.output)
            #expect(drawing.status == result.status)
        }
        if let graph = fixture.expected("dot") {
            #expect(fixture.check(program, ["--graph", "dot"]).output == graph)
        }
    }
}
