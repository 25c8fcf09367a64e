import Foundation

/// A target, and how a build has compiled it.
struct Compilation: Equatable, Sendable {
    /// The name of the target, which may differ from its module's.
    var name: String
    var module: String
    /// The path of the compiler.
    var compiler: String
    var arguments: Arguments
    /// The paths of the sources.
    var sources: [String]
    /// The directory in which the compiler runs.
    var directory: String
    /// The directory of the target's objects.
    var objects: String
    /// The configuration, platform and architecture for which it was compiled.
    var destination: String

    /// Whether this is a second compilation besides the program's own: for the program's
    /// tests, or for tools that run during the build.
    var isVariant: Bool
    /// Whether a build was asked for it.
    var wasBuilt = true
    /// When the build ran.
    var date = Date.distantPast

    /// Whether it belongs to a package that SwiftPM or Xcode have checked out.
    var isOfOtherPackage: Bool { sources.contains(where: isCheckedOut) }

    /// Whether the target's code is the program's own, or could use the library.
    ///
    /// - Parameter directory: The directory of builds. A target with all its sources
    ///   there is generated: a test runner, or code that accesses resources.
    func isRead(in directory: String) -> Bool {
        if Self.ofLibrary.contains(module) { return false }
        if isOfOtherPackage {
            return hasSource(with: "Collet", #/\bimport\s+(\w+\s+)?Collet/#)
        }
        return !sources.allSatisfy { resolved($0).hasPrefix(directory + "/") }
    }

    /// The modules that the check knows without reading them, or that are part of it.
    static let ofLibrary = "Collet ColletTesting ColletCheck collet_check".words

    /// Whether it has tests or test helpers, as far as the sources show without a
    /// compiler.
    var looksLikeTests: Bool {
        // Elsewhere in a line, the attribute may be in a test's string.
        hasSource(with: "Test", #/\bimport\s+(ColletTesting|Testing|XCTest)\b/#)
            && !hasSource(with: "@main", #/(?m)^@main\b/#)
    }

    /// Whether a source matches a pattern. The pattern is tried only on sources that
    /// contain one of its words, because a word is found quickly.
    private func hasSource(with word: String, _ pattern: some RegexComponent) -> Bool {
        sources.contains { source in
            guard let data = try? contents(of: source),
                data.range(of: Data(word.utf8)) != nil
            else { return false }
            return String(decoding: data, as: UTF8.self).contains(pattern)
        }
    }
}
