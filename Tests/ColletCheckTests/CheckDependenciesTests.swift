import Foundation
import Testing

@testable import ColletCheck

/// What a package's own test gets is tried with the package in `Tests/Client`.
struct CheckDependenciesTests {
    @Test func theIndexIsFoundFromWhereTheTestRuns() throws {
        let package = try Fixture.Program(named: "EmptyPackage").directory
        try Data().write(to: package.appending(path: "Package.swift"))
        let file = package.appending(path: "Tests/AppTests/AppTests.swift")
        let error = #expect(throws: CheckFailure.self) {
            try checkDependencies(filePath: file.path)
        }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("there is no index of \(package.path) in /"))
        let cure = "with 'swift build' (a release build needs --enable-index-store)"
        #expect(text.hasSuffix("; build it first \(cure)"))
    }

    @Test func aFileOutsideOfPackagesIsSaid() {
        let error = #expect(throws: CheckFailure.self) {
            try checkDependencies(filePath: "/dev/null")
        }
        #expect(
            error?.description
                == "there is no Package.swift and no Xcode project above /dev/null")
    }

    /// As in Xcode Cloud, which runs tests on another machine.
    @Test func missingSourcesAreSaid() throws {
        let error = #expect(throws: CheckFailure.self) {
            try checkDependencies(filePath: "/Volumes/workspace/AppTests.swift")
        }
        let text = try #require(error?.description)
        let what = "the sources are not on this machine: there is no /Volumes/workspace/"
        #expect(text.hasPrefix(what))
        #expect(text.contains("Xcode Cloud"))
    }
}
