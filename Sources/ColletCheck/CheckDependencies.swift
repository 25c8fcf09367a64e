import Foundation

/// Checks that everything which the caller's package injects is registered.
///
/// Call it in a test, and the wiring is checked whenever the package is tested:
///
/// ```swift
/// @Test func everythingIsWired() throws { try checkDependencies() }
/// ```
///
/// - Parameters:
///   - strict: Whether warnings count, too.
///   - filePath: A file of the package; the caller's by default.
/// - Throws: An error that lists what is wrong, as `swift package check-dependencies` does, or says
///   why nothing could be checked, such as that there is no index.
public func checkDependencies(strict: Bool = false, filePath: String = #filePath) throws {
    var package = URL(filePath: filePath).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: package.appending(path: "Package.swift").path) {
        guard package.pathComponents.count > 1
        else { throw CheckFailure("there is no Package.swift above \(filePath)") }
        package.deleteLastPathComponent()
    }
    let built = Bundle(for: Marker.self).bundlePath
    let report = Report(try Program.wiring(packagePath: package.path, buildPath: built))
    if report.isWrong(strict: strict) {
        throw CheckFailure(report.text(from: strict ? .warning : .error))
    }
}

/// A class of this module, which is linked into the tests.
private final class Marker {}
