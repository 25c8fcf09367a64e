import Testing

@testable import ColletCheck

@Suite(.serialized)
struct ReportedPackageTests {
    @Test(arguments: ReportedPackage.chosen)
    func findingsAreAsExpected(_ package: ReportedPackage) async throws {
        let report = try await package.report()
        if ReportedPackage.isWriting {
            try package.write(report.text, "txt")
            try package.write(report.drawing, "mermaid")
        } else {
            #expect(report.text == package.expected("txt"))
            #expect([nil, report.drawing].contains(package.expected("mermaid")))
        }
    }
}
