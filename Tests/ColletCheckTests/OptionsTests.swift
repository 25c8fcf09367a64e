import Testing

@testable import collet_check

struct OptionsTests {
    @Test func everyOptionIsRead() throws {
        let options = try Options([
            "--format", "dot", "--output=graph.dot", "--index-store-path", "/index", "--strict",
        ])
        #expect(options.format == .dot)
        #expect(options.output == "graph.dot")
        #expect(options.indexStorePath == "/index")
        #expect(options.isStrict)
        #expect(!options.wantsHelp)
    }
}
