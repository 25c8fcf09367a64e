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
    var isOfOtherPackage: Bool { sources.contains(where: Self.isCheckedOut) }
}

extension Compilation {
    /// Whether the target's code is the program's own, or could use the library.
    ///
    /// - Parameter directory: The directory of builds. A target with sources nowhere else is
    ///   generated: a runner of tests, or the access to resources.
    func isRead(in directory: String) -> Bool {
        if Self.ofLibrary.contains(module) { return false }
        if isOfOtherPackage { return sources.contains(where: Self.importsLibrary) }
        return !sources.allSatisfy { resolved($0).hasPrefix(directory + "/") }
    }

    /// What the check knows without reading it, and what is part of the check.
    static let ofLibrary: Set = [
        "Collet", "ColletTesting", "ColletCheck", "collet_check",
    ]

    /// Packages are checked out beside the file that lists them, whatever the directory is
    /// called.
    private static func isCheckedOut(_ path: String) -> Bool {
        ["/checkouts/", "/registry/"].flatMap(path.ranges).contains { range in
            let state = path[..<range.lowerBound] + "/workspace-state.json"
            return FileManager.default.fileExists(atPath: String(state))
        }
    }

    private static func importsLibrary(_ path: String) -> Bool {
        text(of: path, with: "Collet")?.contains(/\bimport\s+(\w+\s+)?Collet/) == true
    }

    /// What only tests and their helpers import.
    static let testLibraries: Set = ["ColletTesting", "Testing", "XCTest"]

    /// Whether it has tests, or helps them, as far as the sources say without a compiler.
    var looksLikeTests: Bool {
        let importsTesting = sources.contains { source in
            Self.text(of: source, with: "Test")?.contains(
                /\bimport\s+(ColletTesting|Testing|XCTest)\b/) == true
        }
        return importsTesting
            && !sources.contains { source in
                // Elsewhere in a line it may stand in a text of a test.
                Self.text(of: source, with: "@main")?.contains(#/(?m)^@main\b/#) == true
            }
    }

    /// The text of a source, if a word is in it.
    private static func text(of path: String, with word: String) -> String? {
        guard let data = try? contents(of: path),
            data.range(of: Data(word.utf8)) != nil
        else { return nil }
        return String(decoding: data, as: UTF8.self)
    }
}

extension Compilation {
    /// Reads a command of Swift Build: `builtin-SwiftDriver -- /…/swiftc …`.
    ///
    /// Its sources are in `@P.build/C/T.build/Objects-normal/A/T.SwiftFileList`, for the
    /// target T of project P, the configuration and platform C and the architecture A.
    init?(swiftBuildCommand command: [String]) {
        guard let list = command.first(where: { $0.hasSuffix(".SwiftFileList") }) else {
            return nil
        }
        let path = URL(filePath: String(list.drop { $0 == "@" }))
        let objects = path.deletingLastPathComponent()
        let folder = objects.deletingLastPathComponent().deletingLastPathComponent()
        let working = command.firstIndex(of: "-working-directory")
        directory = working.flatMap { command.dropFirst($0 + 1).first } ?? "/"
        let options = command.dropFirst(3).filter { $0 != list }
        arguments = Arguments(ResponseFile.expanded(options, in: directory))
        guard let module = arguments["-module-name"] else { return nil }
        self.module = module
        self.objects = objects.path
        name = path.deletingPathExtension().lastPathComponent
        compiler = command[2]
        sources = ResponseFile.words(at: path.path) ?? []
        isVariant = name.contains("-testable")
        destination =
            folder.deletingLastPathComponent().lastPathComponent
            + "/" + objects.lastPathComponent
    }
}
