import Foundation
import TestSupport
import Testing

@testable import collet_check

struct LargeProjectTests {
    /// Takes long to compile. To measure the check alone on what this test leaves behind:
    ///
    ///     COLLET_SLOW_TESTS=1 swift test --filter LargeProjectTests
    ///     swift build -c release --product collet-check
    ///     cd .build/debug/check-fixtures/Large200
    ///     time ../../../release/collet-check --package-path package --index-store-path index
    @Test(.enabled(if: runsSlowTests))
    func oneFaultIsFoundAmongThousands() throws {
        let summary = try summary(of: LargeProject(files: 200, injectionsPerFile: 10))
        #expect(summary == "2001 injection sites, 201 registrations: 1 error, 0 warnings")
    }

    /// Compiles and checks a project, and expects the one finding.
    private func summary(of project: LargeProject) throws -> String {
        let program = try Fixture.Program(named: "Large\(project.files)")
        let package = program.directory.appending(path: "package")
        try project.write(to: package.appending(path: "Large"))
        try program.compile("Large", at: [package.appending(path: "Large")])
        let result = CheckCommand.run(program.arguments(packageAt: package))
        let lines = result.output.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0].contains("error: nothing is registered for Large.Worker0"))
        return String(lines[1].dropFirst("check-dependencies: ".count))
    }
}
