import Foundation
import TestSupport
import Testing

@testable import ColletCheck

/// The results in a package's own test, beyond those in `Tests/Clients/Plugin`.
struct CheckDependenciesTests {
    @Test func whyATestCannotCheckIsItsError() throws {
        let file = "/Volumes/workspace/ShopTests.swift"
        let error = #expect(throws: Refusal.self) {
            try checkDependencies(filePath: file)
        }
        #expect(error == .noSources(file))
    }

    /// The build of these tests is another program's.
    @Test func onlyTheBuildThatTheTestIsFromIsChecked() throws {
        let place = try BuildPlace()
        try place.write("Package.swift")
        let file = try place.write("Tests/ShopTests/ShopTests.swift")
        let error = try #require(throws: Refusal.self) {
            try checkDependencies(filePath: file)
        }
        let build = try #require(
            error.description.firstMatch(of: /^the build at '(.*?)' has/)?.1)
        #expect(error == .foreign(place.path, build: String(build)))
        let bundle = Bundle(for: Journal.self).bundlePath
        #expect(resolved(bundle).hasPrefix(build + "/"))
    }

    /// A test that can't check everything doesn't pass.
    @Test(arguments: [true, false])
    func whatIsNotCheckedIsAnError(strict: Bool) throws {
        try Report(PackageRuns()).throwMistakes(strict: strict)
        let report = Report(PackageRuns(), unchecked: [Finding(unchecked: "no SIL")])
        #expect(throws: Refusal(report.text())) {
            try report.throwMistakes(strict: strict)
        }
    }
}
