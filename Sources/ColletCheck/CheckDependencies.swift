import Foundation

/// Checks that everything the caller's package or Xcode project injects is registered.
///
/// Call it in a test, and the wiring is checked whenever the tests run:
///
/// ```swift
/// @Test func everythingIsWired() throws { try checkDependencies() }
/// ```
///
/// - Parameters:
///   - strict: Whether warnings count as well, and requests that can't be told.
///   - filePath: A file of the package or the project; the caller's by default. The
///     nearest directory around it that has a `Package.swift`, an `.xcodeproj` or an
///     `.xcworkspace` is checked.
/// - Throws: An error that lists what is wrong, as `swift package check-dependencies`
///   does, or says why nothing could be checked, for example because of a sandbox.
@available(iOS, unavailable, message: "run it on the Mac: in a test, or as collet-check")
@available(tvOS, unavailable, message: "run it on the Mac: in a test, or as collet-check")
@available(
    watchOS, unavailable, message: "run it on the Mac: in a test, or as collet-check"
)
@available(
    visionOS, unavailable, message: "run it on the Mac: in a test, or as collet-check"
)
public func checkDependencies(strict: Bool = false, filePath: String = #filePath) throws {
    // Any class of this module will do: it is linked into the tests.
    let location = try BuildLocation(
        testIn: filePath, bundle: Bundle(for: Journal.self).bundlePath,
        environment: ProcessInfo.processInfo.environment)
    try Check(PackageSIL(at: location)).report().throwMistakes(strict: strict)
}

extension Report {
    /// Throws an error that lists what is wrong or wasn't checked.
    func throwMistakes(strict: Bool) throws {
        if status(strict: strict) != 0 {
            throw Refusal(text(from: strict ? .warning : .error))
        }
    }
}
