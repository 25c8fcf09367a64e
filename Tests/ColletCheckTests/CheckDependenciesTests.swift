import Foundation
import TestSupport
import Testing

@testable import ColletCheck

/// The results in a package's own test, beyond those in `Tests/Clients/Plugin`.
struct CheckDependenciesTests {
    @Test func whyATestCannotCheckIsItsError() throws {
        let file = "/Volumes/workspace/ShopTests.swift"
        let error = #expect(throws: BuildProblem.self) {
            try checkDependencies(filePath: file)
        }
        #expect(error == .noSources(file))
    }

    /// The build of these tests is another program's.
    @Test func onlyTheBuildThatTheTestIsFromIsChecked() throws {
        let place = try BuildPlace()
        try place.write("Package.swift")
        let file = try place.write("Tests/ShopTests/ShopTests.swift")
        let error = #expect(throws: BuildProblem.self) {
            try checkDependencies(filePath: file)
        }
        guard case .foreign(place.path, let build)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        let bundle = Bundle(for: Journal.self).bundlePath
        #expect(resolved(bundle).hasPrefix(build + "/"))
    }
}
