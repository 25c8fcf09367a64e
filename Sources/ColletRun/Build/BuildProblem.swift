/// Why there is no SIL of a program, or not of all of it.
enum BuildProblem: Error, Equatable {
    /// No build has left arguments at any of these paths.
    case notBuilt(lookedAt: [String])
    /// What builds have left at these paths has no arguments that are known.
    case notRecognised([String])
    /// The build was moved or copied from where these objects are, and isn't of use here.
    case moved(from: String)
    /// A file or directory is there, but may not be read.
    case unreadable(String)
    /// The check's own directory may not be written.
    case unwritable(String)
}

extension BuildProblem: CustomStringConvertible {
    var description: String {
        switch self {
        case .notBuilt(let paths):
            "no build has left the compiler's arguments: build the program first; "
                + "looked for\n\(list(paths))"
        case .notRecognised(let paths):
            "no target's arguments are found in what the build has left, looked for "
                + "`builtin-SwiftDriver --` and `swiftCommands` in\n\(list(paths))"
        case .moved(let path):
            "the build was moved: it is for '\(path)'; remove it, and build anew"
        case .unreadable(let path): "'\(path)' can't be read"
        case .unwritable(let path): "'\(path)' can't be written"
        }
    }

    private func list(_ paths: [String]) -> String {
        paths.map { "    \($0)" }.joined(separator: "\n")
    }
}
