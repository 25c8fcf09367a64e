import Foundation
import Testing

/// What the compiler promises on the library's behalf, and what it must not refuse.
///
/// The snippets say themselves what they are for: `// error: …` or `// warning: …` at the end of a
/// line is a part of the diagnostic that the line must produce, and `// mode: …` or `// modes: …`
/// in the first line names the settings that the file is for, where it is not for all.
@Suite(.timeLimit(.minutes(5)))
struct CompileTimeTests {
    @Test(arguments: Snippet.all(in: "Refused"))
    func isRefused(_ snippet: Snippet) async throws {
        let library = try await Compiler.library.value
        let expected = snippet.expectations
        try #require(!expected.isEmpty, "\(snippet) expects nothing")

        for mode in snippet.modes ?? [.swift6] {
            let found = try await Compiler.check(
                [snippet.file],
                mode: mode,
                options: ["-parse-as-library"] + library.importOptions
            )

            #expect(found.count == expected.count, "in mode \(mode.rawValue): \(found)")
            for (found, expected) in zip(found, expected) {
                #expect(found.line == expected.line, "in mode \(mode.rawValue)")
                #expect(found.kind == expected.kind, "in mode \(mode.rawValue)")
                #expect(found.message.contains(expected.message), "in mode \(mode.rawValue)")
            }
        }
    }

    @Test(arguments: Mode.allCases)
    func compilesWithTheModule(_ mode: Mode) async throws {
        let library = try await Compiler.library.value
        let snippets = Snippet.all(in: "Compiles").filter { $0.isFor(mode) }

        let found = try await Compiler.check(
            snippets.map(\.file),
            mode: mode,
            options: ["-parse-as-library"] + library.importOptions
        )

        #expect(found == [])
    }

    @Test(arguments: Mode.allCases)
    func compilesWithTheFilePastedIn(_ mode: Mode) async throws {
        let directory = try Compiler.temporaryDirectory(named: "pasted")
        var files = [Package.library]
        for snippet in Snippet.all(in: "Compiles") where snippet.isFor(mode) {
            let copy = directory.appending(path: snippet.file.lastPathComponent)
            let text = snippet.text.replacing("import Collet\n", with: "\n")
            try text.write(to: copy, atomically: true, encoding: .utf8)
            files.append(copy)
        }

        let found = try await Compiler.check(files, mode: mode, options: ["-parse-as-library"])

        #expect(found == [])
    }
}

/// A file of the directory `Snippets`.
struct Snippet: CustomTestStringConvertible, Sendable {
    let file: URL
    let text: String

    var testDescription: String { file.lastPathComponent }

    static func all(in directory: String) -> [Snippet] {
        Package.files(in: Package.snippets.appending(path: directory), ending: ".swift").map {
            Snippet(file: $0, text: (try? String(contentsOf: $0, encoding: .utf8)) ?? "")
        }
    }

    /// The modes that the first line names, or `nil` where it names none.
    var modes: [Mode]? {
        guard let match = text.firstMatch(of: /^\/\/ modes?: (.+)/.anchorsMatchLineEndings()),
            match.range.lowerBound == text.startIndex
        else { return nil }
        return match.1.split(separator: ", ").map { name in
            guard let mode = Mode(rawValue: String(name)) else {
                preconditionFailure("\(testDescription) names no mode: \(name)")
            }
            return mode
        }
    }

    func isFor(_ mode: Mode) -> Bool { modes?.contains(mode) ?? true }

    /// What the compiler must say, line by line.
    var expectations: [Diagnostic] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .compactMap { index, line in
                line.firstMatch(of: /\ \/\/ (error|warning): (.+)$/).map { match in
                    Diagnostic(
                        file: testDescription,
                        line: index + 1,
                        kind: String(match.1),
                        message: String(match.2)
                    )
                }
            }
    }
}
