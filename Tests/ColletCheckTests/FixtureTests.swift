import Testing

struct FixtureTests {
    @Test(arguments: Fixture.all) func findingsAreAsExpected(_ fixture: Fixture) throws {
        let result = try fixture.check()
        #expect(result.output + "exit status: \(result.status)\n" == fixture.expected("txt"))
        #expect(result.errorOutput == "")
    }

    @Test(arguments: ["mermaid", "dot"]) func graphIsAsExpected(_ format: String) throws {
        let fixture = Fixture(name: "Graph")
        let result = try fixture.check(["--format", format])
        #expect(result.output == fixture.expected(format))
        #expect(result.errorOutput == "")
        #expect(result.status == 0)
    }
}
