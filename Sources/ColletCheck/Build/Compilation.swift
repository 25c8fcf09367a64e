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
    /// Where the target's objects are.
    var objects: String
    /// For which configuration, platform and architecture it was compiled.
    var destination: String

    /// Whether this is a second compilation, next to the one that a program consists of: for
    /// tests of the program, or for tools that run during the build.
    var isVariant: Bool
    /// Whether a build was asked for it.
    var wasBuilt = true
    /// When the build ran.
    var date = Date.distantPast

    /// Whether it belongs to a package that SwiftPM or Xcode have checked out.
    var isOfOtherPackage: Bool { sources.contains(where: isCheckedOut) }

    /// Whether the target's code is the program's own, or could use the library.
    ///
    /// - Parameter directory: The directory of builds. A target with sources nowhere else is
    ///   generated: a runner of tests, or the access to resources.
    func isRead(in directory: String) -> Bool {
        if Self.ofLibrary.contains(module) { return false }
        if isOfOtherPackage {
            return hasSource(with: "Collet", #/\bimport\s+(\w+\s+)?Collet/#)
        }
        return !sources.allSatisfy { resolved($0).hasPrefix(directory + "/") }
    }

    /// What the check knows without reading it, and what is part of the check.
    static let ofLibrary = "Collet ColletTesting ColletCheck collet_check".words

    /// Whether it has tests, or helps them, as far as the sources say without a compiler.
    var looksLikeTests: Bool {
        // Elsewhere in a line the attribute may stand in a text of a test.
        hasSource(with: "Test", #/\bimport\s+(ColletTesting|Testing|XCTest)\b/#)
            && !hasSource(with: "@main", #/(?m)^@main\b/#)
    }

    /// Whether a source has a pattern; only where a word of it is there, which is quick to
    /// see, it is looked for.
    private func hasSource(with word: String, _ pattern: some RegexComponent) -> Bool {
        sources.contains { source in
            guard let data = try? contents(of: source),
                data.range(of: Data(word.utf8)) != nil
            else { return false }
            return String(decoding: data, as: UTF8.self).contains(pattern)
        }
    }
}
