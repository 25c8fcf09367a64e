import Testing

@testable import collet_check

struct OptionsTests {
    @Test func everyOptionIsRead() throws {
        let options = try Options([
            "--format", "json", "--graph=dot", "--output=graph.dot", "--index-store-path",
            "/index",
            "--strict", "--include-tests", "--just-built", "--exclude-tests",
            "--sil", "a", "--sil=b", "--why", "Clock",
        ])
        #expect(options.format == .json)
        #expect(options.graph == .dot)
        #expect(options.output == "graph.dot")
        #expect(options.includesTests)
        #expect(options.indexStorePath == "/index")
        #expect(options.sil == ["a", "b"])
        #expect(options.why == "Clock")
        #expect(options.isStrict)
        #expect(options.isJustBuilt)
        #expect(options.excludesTests)
        #expect(!options.wantsHelp)
    }

    @Test func anOptionGoesBeforeWhatXcodeSets() throws {
        let environment = [
            "SRCROOT": "/Shop", "BUILT_PRODUCTS_DIR": "/Products",
            "DT_TOOLCHAIN_DIR": "/Toolchain",
        ]
        let unset = try Options([], environment: environment)
        #expect(unset.packagePath == "/Shop")
        #expect(unset.buildPath == "/Products")
        #expect(unset.compilerPath == "/Toolchain/usr/bin/swiftc")
        let set = try Options(
            ["--package-path", "/A", "--build-path", "/B", "--compiler-path", "/C"],
            environment: environment
        )
        #expect(
            [set.packagePath, set.buildPath, set.compilerPath] == ["/A", "/B", "/C"])
    }
}
