import Testing

@testable import collet_check

struct OptionsTests {
    @Test func everyOptionIsRead() throws {
        let options = try Options([
            "--format", "json", "--graph=dot", "--output=graph.dot", "--strict",
            "--include-tests", "--exclude-tests", "--package-path", "/Shop",
            "--build-path", "/Products", "--cache-path", "/Cache", "--compiler-path",
            "/swiftc", "--sil", "a", "--sil=b=c", "--needs", "Till", "--why", "any Clock",
        ])
        #expect(options.format == .json)
        #expect(options.graph == .dot)
        #expect(options.output == "graph.dot")
        #expect(options.isStrict)
        #expect(options.includesTests)
        #expect(options.excludesTests)
        #expect(options.packagePath == "/Shop")
        #expect(options.buildPath == "/Products")
        #expect(options.cachePath == "/Cache")
        #expect(options.compilerPath == "/swiftc")
        #expect(options.sil == ["a", "b=c"])
        #expect(options.needs == "Till")
        #expect(options.why == "any Clock")
        #expect(!options.wantsHelp)
        #expect(options.warning == nil)
    }

    @Test func nothingIsSetByDefault() throws {
        let options = try Options([])
        #expect(options.format == .text)
        #expect(options.sil == [])
        #expect(!options.isStrict && !options.includesTests && !options.excludesTests)
        #expect(options.graph == nil && options.needs == nil && options.why == nil)
    }

    @Test(arguments: ["--help", "-h"]) func helpIsAskedFor(_ option: String) throws {
        #expect(try Options([option]).wantsHelp)
    }

    /// The index was next to the products of the build.
    @Test func theIndexLeadsToTheBuild() throws {
        let options = try Options(["--index-store-path", "/DerivedData"])
        #expect(options.buildPath == "/DerivedData")
        #expect(options.warning == "'--index-store-path' is read as '--build-path'")
    }
}
