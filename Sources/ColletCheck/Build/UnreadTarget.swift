/// A target that couldn't be read.
struct UnreadTarget: Equatable {
    let name: String
    let reason: Reason
    /// Whether it has only tests and test helpers.
    var isOfTests = false

    enum Reason: Error, Equatable {
        /// The compiler's first errors.
        case doesNotCompile([String])
        /// Another compiler made the modules of the last build. This is its message.
        case otherCompiler(String)
        /// The sources aren't those of the last build: these are gone.
        case changed([String])
        /// No build was asked for it: `swift build` leaves out tests.
        case notBuilt
        case tookTooLong
        /// The compiler at this path doesn't start.
        case noCompiler(String)
        case unwritable(String)
    }

    // MARK: Messages

    /// Whether the rest of the program can be checked without it.
    var isRestChecked: Bool { isOfTests || reason == .notBuilt }

    fileprivate func message(names: String) -> String {
        let consequence =
            isRestChecked ? "only the rest is checked" : "nothing is checked"
        return switch reason {
        case .doesNotCompile(let errors):
            "\(names) doesn't compile, so \(consequence)\(Self.cure(of: errors))\(errors.indented)"
        case .otherCompiler(let words):
            """
            another compiler made the modules that \(names) imports, so \(consequence); \
            build again with this one\([words].indented)
            """
        case .changed(let gone):
            """
            \(names) has lost sources since the last build, so \(consequence); build \
            again\(gone.indented)
            """
        case .notBuilt:
            """
            the last build left out \(names), so \(consequence); 'swift build \
            --build-tests' builds all
            """
        case .tookTooLong:
            """
            the compiler didn't come to an end with \(names), and not the second time, so \
            \(consequence); check again
            """
        case .noCompiler(let path):
            """
            the compiler of the last build, '\(path)', can't be started for \(names), so \
            \(consequence); build again, or name another one with --compiler-path
            """
        case .unwritable(let path):
            """
            '\(path)' can't be written, so \(consequence); name another directory with \
            --cache-path
            """
        }
    }

    /// The cure for errors, besides fixing them. The sources are read as they are now,
    /// and import the modules of the last build.
    private static func cure(of errors: [String]) -> String {
        errors.contains { $0.contains(/no such module '(Testing|XCTest)'/) }
            ? "; on a Mac, tests need Xcode, not the Command Line Tools"
            : "; if it did in the last build, build again"
    }
}

extension UnreadTarget.Reason {
    /// The reason for a compiler's failure, from its output.
    init(_ words: String) {
        let lines = words.split(separator: "\n").map(String.init)
        // The lines that show the source repeat the message, after a dash.
        let errors = lines.filter { $0.contains(#/: error: |^error: /#) }
        let other = errors.first {
            $0.contains(/compiled with Swift|(different|older|newer) version of the comp/)
        }
        // A crash has no errors, but its last lines tell what it was about.
        let first = errors.isEmpty ? lines.suffix(5) : errors.prefix(5)
        self = other.map(Self.otherCompiler) ?? .doesNotCompile(Array(first))
    }
}

extension [UnreadTarget] {
    /// A text for each reason, with the names of all its targets.
    var messages: [String] {
        let byReason = Dictionary(grouping: self) { "\($0.isOfTests) \($0.reason)" }
        return byReason.values.sorted { $0[0].name < $1[0].name }.map { targets in
            targets[0].message(names: targets.map(\.name).listed)
        }
    }
}

extension [String] {
    /// `'App', 'Kit' and 3 more`.
    var listed: String {
        let names = prefix(4).map { "'\($0)'" }.joined(separator: ", ")
        return count > 4 ? "\(names) and \(count - 4) more" : names
    }

    /// Each on a line of its own.
    var indented: String { map { "\n    \($0)" }.joined() }
}
