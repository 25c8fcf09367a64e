import Foundation
import TestSupport
import Testing

/// Follows literally what findings say to do, in the odd programs that stop.
///
/// Where a cure leaves open what is made, something is that stops the program by itself.
/// What only somebody who knows the program can do, as to call a function, isn't followed.
struct ProgramCureTests {
    @Test(.enabled(if: runsPrograms), arguments: OddProgram.all.filter(\.stops))
    func curesWork(_ program: OddProgram) async throws {
        let compiled = try await program.compiled()
        let findings = try await findings(in: compiled)
        for finding in findings where finding.rule == "missing" {
            guard let cure = finding.cure, finding.severity == "error" else { continue }
            let others = followed(cure, of: finding, in: program)
            if others.isEmpty { continue }
            var failures: [String] = []
            for other in others {
                failures.append(try await failure(of: other, finding) ?? "")
            }
            // Of several blocks the one that is meant will do.
            #expect(failures.contains(""), "\(finding.message)\n\(failures[0])")
        }
    }

    /// Why a finding is still there once its cure was followed; `nil` if it is not.
    private func failure(of program: OddProgram, _ finding: Finding) async throws
        -> String?
    {
        do {
            let compiled = try await program.compiled()
            let found = try await findings(in: compiled)
            guard found.contains(where: { $0.fact == finding.fact }) else { return nil }
            return "\(finding.fact) still"
        } catch let error as CompilerError {
            return "\(error)"
        }
    }

    private func findings(in program: Fixture.Program) async throws -> [Finding] {
        let tool = try #require(Package.executable("collet-check")).path
        let package = program.directory.appending(path: "package")
        let check = try await Run(
            tool, ["--format", "json"] + program.arguments(packageAt: package))
        return try check.output.split(separator: "\n").map {
            try JSONDecoder().decode(Finding.self, from: Data($0.utf8))
        }
    }

    private struct Finding: Decodable {
        struct Note: Decodable { let path, message: String, line, column: Int }

        let severity, rule, message, path: String
        let line, column: Int
        let notes: [Note]

        /// What is missing, and for whom.
        var fact: String { message.components(separatedBy: "; to fix, ")[0] }
        var cure: String? { message.components(separatedBy: "; to fix, ").last }
    }

    // MARK: Cures

    /// The programs that a cure may mean; none if it can't be followed literally.
    private func followed(
        _ cure: String, of finding: Finding, in program: OddProgram
    ) -> [OddProgram] {
        if let match = cure.firstMatch(of: /^write '(as .*)' where/) {
            return written(String(match.1), finding, program)
        }
        if let match = cure.firstMatch(of: /^ask for ("[^"]*"|it without a name), or/) {
            return asked(String(match.1), finding, program)
        }
        // What is private is registered in its file, where there may be no block.
        if let match = cure.firstMatch(of: /^add to (?!a block in)[^:]*: (Module.*) \}$/)
        {
            return added(String(match.1) + " }", program)
        }
        return []
    }

    /// Each block with a module more, or a block of its own.
    private func added(_ module: String, _ program: OddProgram) -> [OddProgram] {
        let made = module.replacing("…", with: "unmade()")
        guard made.contains(" as ") else { return [] }
        let helper = "\nfileprivate func unmade<T>() -> sending T { fatalError() }\n"
        let block = /\bDependencies(?:\.init)?\s*\{(?!\s*\w+ in\b)/
        let candidates = program.changed { text in
            text.matches(of: block).map { match in
                var changed = text
                changed.insert(contentsOf: " \(made); ", at: match.range.upperBound)
                return changed + helper
            }
        }
        if !candidates.isEmpty { return candidates }
        return program.changed { text in
            guard let line = text.firstMatch(of: /import Collet\n/) else { return [] }
            var changed = text
            let own = "Dependencies { \(made) }.build()\n"
            changed.insert(contentsOf: own, at: line.range.upperBound)
            return [changed + helper]
        }
    }

    /// The closure that the note names, with a cast more.
    private func written(
        _ cast: String, _ finding: Finding, _ program: OddProgram
    ) -> [OddProgram] {
        let start = "registered here is"
        guard let note = finding.notes.first(where: { $0.message.hasPrefix(start) })
        else { return [] }
        return program.changed(in: note.path) { text in
            let start = text.index(ofLine: note.line, column: note.column)
            guard let open = text[start...].firstIndex(of: "{") else { return [] }
            var (depth, isName) = (0, false)
            let end = text[open...].indices.first { index in
                if text[index] == "`" { isName.toggle() }
                let change = text[index] == "{" ? 1 : text[index] == "}" ? -1 : 0
                depth += isName ? 0 : change
                return depth == 0
            }
            guard let end else { return [] }
            var changed = text
            changed.insert(contentsOf: " \(cast) ", at: end)
            return [changed]
        }
    }

    /// The request, with another name.
    private func asked(
        _ name: String, _ finding: Finding, _ program: OddProgram
    ) -> [OddProgram] {
        let isUnnamed = name == "it without a name"
        return program.changed(in: finding.path) { text in
            let place = text.index(ofLine: finding.line, column: finding.column)
            let before = text[..<place], attribute = /@Inject(<[^>]*>)?(\([^()]*\))?/
            let line = before.lastIndex(of: "\n") ?? text.startIndex
            guard let match = before[line...].matches(of: attribute).last else {
                return []
            }
            let argument = isUnnamed ? "" : "(\(name))"
            return [
                text.replacingCharacters(
                    in: match.range, with: "@Inject\(match.1 ?? "")\(argument)")
            ]
        }
    }
}

extension OddProgram {
    /// What becomes of a program if the text of one file is changed, in each of some ways.
    fileprivate func changed(
        in path: String? = nil, _ change: (String) -> [String]
    ) -> [OddProgram] {
        files.indices.filter { path?.hasSuffix("/" + files[$0].path) != false }
            .flatMap { index in
                change(files[index].text).map { text in
                    var files = files
                    files[index].text = text
                    return OddProgram(name + "-cured", stops: stops, options, files)
                }
            }
    }
}

extension String {
    /// The index of a place, whose column counts bytes.
    fileprivate func index(ofLine line: Int, column: Int) -> String.Index {
        let ends = utf8.indices.filter { utf8[$0] == UInt8(ascii: "\n") }
        let start = line == 1 ? startIndex : utf8.index(after: ends[line - 2])
        return utf8.index(start, offsetBy: column - 1)
    }
}
