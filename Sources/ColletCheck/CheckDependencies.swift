import Foundation

/// Checks that everything which the caller's package or Xcode project injects is
/// registered.
///
/// Call it in a test, and the wiring is checked whenever the tests run:
///
/// ```swift
/// @Test func everythingIsWired() throws { try checkDependencies() }
/// ```
///
/// - Parameters:
///   - strict: Whether warnings count, too.
///   - filePath: A file of the package or the project; the caller's by default. The check
///     is of the nearest directory around it that has a `Package.swift`, an `.xcodeproj`
///     or an `.xcworkspace`.
/// - Throws: An error that lists what is wrong, as `swift package check-dependencies`
///   does, or says why nothing could be checked, such as that there is no index.
@available(iOS, unavailable, message: "run it on the Mac: in a test, or as collet-check")
@available(tvOS, unavailable, message: "run it on the Mac: in a test, or as collet-check")
@available(
    watchOS, unavailable, message: "run it on the Mac: in a test, or as collet-check"
)
@available(
    visionOS, unavailable, message: "run it on the Mac: in a test, or as collet-check"
)
public func checkDependencies(strict: Bool = false, filePath: String = #filePath) throws {
    let root = try Program.root(of: filePath)
    // Any class of this module will do: it is linked into the tests.
    let built = Bundle(for: SourceFile.self).bundlePath
    try checkDependencies(in: root, builtAt: built, strict: strict)
}

/// Throws what is wrong in a directory, which the test that asks was built from.
func checkDependencies(in root: String, builtAt built: String, strict: Bool) throws {
    let program = try Program(packagePath: root, buildPath: built)
    let report = Report(program.wiring(), isJustBuilt: true)
    if report.status(strict: strict) != 0 {
        throw CheckFailure(report.text(from: strict ? .warning : .error))
    }
}
