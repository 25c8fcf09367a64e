import Foundation
import Testing

@testable import ColletCheck

struct LargeProjectTests {
    /// Compiles a generated project and checks it.
    ///
    /// To measure the check on a large one, let this test write a package of 200 files and 2,000
    /// injections, build it and time the tool alone:
    ///
    ///     COLLET_LARGE_PROJECT=/tmp/large swift test --filter LargeProjectTests
    ///     swift build -c release --product collet-check
    ///     swift build --package-path /tmp/large
    ///     time .build/release/collet-check --package-path /tmp/large
    @Test func oneFaultIsFoundAmongMany() throws {
        let directory: URL
        var project = LargeProject(files: 12, injectionsPerFile: 10)
        if let path = ProcessInfo.processInfo.environment["COLLET_LARGE_PROJECT"] {
            directory = URL(filePath: path)
            project = LargeProject(files: 200, injectionsPerFile: 10)
            try project.write(to: directory, library: Fixture.Package.root)
            return
        }
        let program = try Fixture.Program(named: "Large")
        directory = program.directory.appending(path: "package")
        try project.write(to: directory, library: Fixture.Package.root)
        try program.compile("Large", at: directory.appending(path: "Sources/Large"))

        let result = CheckCommand.run(program.arguments(packageAt: directory))
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("error: nothing is registered for Large.Worker0") == true)
        #expect(
            lines.last
                == "check-dependencies: 121 injection sites, 13 registrations: 1 error, 0 warnings"
        )
    }
}
