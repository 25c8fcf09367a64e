import Foundation
import TestSupport
import Testing

/// A page of the documentation, whose samples together are one program.
///
/// - A fence that begins with ```` ```swift ```` is part of the program, in the page's
///   order.
/// - Such a part states the lines that it prints: `// Prints "…"`.
/// - If its first line is the path of a file, places in it are those of that file.
/// - `<!-- swift`, code, `-->`: a part of the program that readers don't see.
/// - `<!-- swift from SwiftUI.swift -->`: such a part, from that file beside this
///   one.
/// - `<!-- target Prices -->` above a fence: it is a file of a target with that name,
///   which later parts import.
/// - `<!-- tests -->` above a fence: it belongs to a test target, and is only compiled.
/// - `<!-- stops at Checkout.swift:12 -->` above a fence: the code is at that place and
///   stops the program, with the message in the next fence.
/// - `<!-- not compiled: why -->` above a fence: it is for another language or another
///   platform.
///
/// The documentation comments of the library are also a page. There, each part is on its
/// own: it runs with nothing registered, and declares what it needs.
struct Page: CustomTestStringConvertible, Sendable {
    let name: String
    private(set) var parts: [Part] = []

    struct Part {
        enum Role {
            case program, target, tests, stop, notCompiled
        }
        var role: Role
        var code: String
        /// The file's name in messages of the compiler and the library, or the target's
        /// name.
        var file: String
        var line: Int
        /// The text in the fence after this one.
        var shown = ""
    }

    var testDescription: String { name }

    static let all: [Page] =
        [Page(of: Package.root.appending(path: "README.md"))]
        + Package.files(in: "Sources/Collet/Collet.docc", ending: ".md").map {
            Page(of: $0)
        }
        + [
            Page(ofCommentsIn: Package.library)
        ]

    private init(of file: URL) {
        let text = try! String(contentsOf: file, encoding: .utf8)
        self.init(name: file.lastPathComponent, text: text)
    }

    /// Lines outside of comments become empty, so that each line keeps its number.
    private init(ofCommentsIn file: URL) {
        let text = try! String(contentsOf: file, encoding: .utf8)
        let comments = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            line in
            let comment = line.drop(while: \.isWhitespace)
            return comment.hasPrefix("///")
                ? comment.dropFirst(3).trimmingPrefix(" ") : ""
        }
        self.init(name: file.lastPathComponent, text: comments.joined(separator: "\n"))
        for index in parts.indices where parts[index].role == .program {
            parts[index].code = "do {\n\(parts[index].code)}\nResolver.reset()\n"
            parts[index].line -= 1
        }
    }

    init(name: String, text: String) {
        self.name = name
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        var marker = ""
        while let line = lines.popFirst() {
            let first = lines.startIndex + 1
            if line.hasPrefix("```") {
                let code = lines.prefix { !$0.hasPrefix("```") }
                lines = lines.dropFirst(code.count + 1)
                add(code, language: line.dropFirst(3), marker: marker, line: first)
                marker = ""
            } else if line == "<!-- swift" {
                let code = lines.prefix { $0 != "-->" }
                lines = lines.dropFirst(code.count + 1)
                add(code, language: "swift", marker: "", line: first)
            } else if line.hasPrefix("<!-- swift from "),
                let name = line.wholeMatch(of: /<!-- swift from (.+) -->/)?.1
            {
                let file = Package.root.appending(path: "Tests/CompileTimeTests/\(name)")
                let code = try! String(contentsOf: file, encoding: .utf8)
                parts.append(
                    Part(role: .program, code: code, file: String(name), line: 1))
            } else if line.hasPrefix("<!--") {
                marker = String(line)
            }
        }
    }

    private mutating func add(
        _ code: ArraySlice<Substring>,
        language: Substring,
        marker: String,
        line: Int
    ) {
        let code = code.map { $0 + "\n" }.joined()
        guard language == "swift" else {
            if let last = parts.indices.last, parts[last].role == .stop {
                parts[last].shown += code
            }
            return
        }
        var part = Part(role: .program, code: code, file: name, line: line)
        // Nothing else may have the name of the file that is compiled.
        if let file = code.prefixMatch(of: /\/\/ (?:\w+\/)+(\w+\.swift)/)?.1,
            file != "main.swift"
        {
            (part.file, part.line) = (String(file), 1)
        }
        if let place = marker.firstMatch(of: /stops at (.+):(\d+)/) {
            part = Part(
                role: .stop, code: code, file: String(place.1), line: Int(place.2)!)
        } else if let target = marker.wholeMatch(of: /<!-- target (\w+) -->/) {
            part = Part(role: .target, code: code, file: String(target.1), line: line)
        } else if marker.hasPrefix("<!-- tests") {
            part.role = .tests
        } else if marker.hasPrefix("<!-- not compiled") {
            part.role = .notCompiled
        }
        parts.append(part)
    }

    /// The parts with a role, as one file.
    ///
    /// - Parameter onMainActor: Whether it is for a target whose default isolation is the
    ///   main actor, and gets the additions that the page on isolation tells.
    func source(_ roles: [Part.Role], onMainActor: Bool = false) -> String {
        let parts = parts.filter { roles.contains($0.role) }.map { part in
            let code = onMainActor ? addingNonisolated(to: part.code) : part.code
            return "#sourceLocation(file: \"\(part.file)\", line: \(part.line))\n\(code)"
        }
        return "import Collet\n" + parts.joined()
    }

    /// Adds `nonisolated` to each type, protocol and extension, except those on the main
    /// actor: with `@MainActor`, or views and the like.
    private func addingNonisolated(to code: String) -> String {
        let declaration =
            /(public |private )?(final )?(class|struct|enum|protocol|extension) (\w+)/
        let view = /: (App|Scene|View|Widget|WidgetBundle|PreviewModifier)\b/
        let isolated = /^@MainActor[^{]*\b(class|struct|enum|protocol) (\w+)/
        let onMainActor = parts.flatMap { part in
            part.code.matches(of: isolated.anchorsMatchLineEndings()).map(\.2)
        }
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map {
            line in
            guard let name = line.prefixMatch(of: declaration)?.4,
                !onMainActor.contains(name),
                !line.contains(view)
            else { return line }
            return "nonisolated \(line)"
        }
        return lines.joined(separator: "\n")
    }

    /// The targets that the parts import, each with its name, in the order of their first
    /// files on the page.
    var targets: [(name: String, source: String)] {
        let all = parts.filter { $0.role == .target }
        let names = all.map(\.file).reduce(into: [String]()) { names, name in
            if !names.contains(name) { names.append(name) }
        }
        return names.map { name in
            let files = all.filter { $0.file == name }.map { part in
                "#sourceLocation(file: \"\(self.name)\", line: \(part.line))\n\(part.code)"
            }
            return (name, files.joined(separator: "\n#sourceLocation()\n"))
        }
    }

    func has(_ role: Part.Role) -> Bool { parts.contains { $0.role == role } }

    /// The output of the program, according to its comments.
    var promisedOutput: String {
        parts.filter { $0.role == .program }
            .flatMap { $0.code.matches(of: /\/\/ Prints "(.*)"/) }
            .map { $0.1.replacing("\\\"", with: "\"") + "\n" }
            .joined()
    }

    /// The message that ends the program, according to the page.
    var promisedMessage: String {
        parts.filter { $0.role == .stop }.map(\.shown).joined()
    }
}
