import Foundation
import TestSupport
import Testing

@testable import collet_check

/// Follows the cures of findings literally, in the odd programs that stop.
///
/// If a cure leaves open what a module makes, that module stops the program itself. Cures
/// that take knowledge of the program, such as to call a function, aren't followed.
struct ProgramCureTests {
    @Test(.enabled(if: runsPrograms), arguments: OddProgram.forTheCheck.filter(\.stops))
    func curesWork(_ program: OddProgram) async throws {
        let errors = try await Listing(program.check().result.output).findings.filter {
            $0.severity == "error"
        }
        for finding in errors {
            guard let cure = finding.cure, !Self.unfollowed.contains(program.name) else {
                continue
            }
            let others = followed(cure, of: finding, in: program)
            if others.isEmpty { continue }
            var helps = false
            var failures: [String] = []
            // If several blocks may be meant, it is enough that one helps.
            for other in others where !helps {
                let isWhole = errors.count == 1 && !cure.contains("…")
                let failure = try await failure(of: other, finding, isWhole: isWhole)
                helps = failure == nil
                failures += [failure].compactMap(\.self)
            }
            #expect(
                helps != cure.hasSuffix(Self.unhelpful),
                "\(finding.text.message)\n\(failures.first ?? "")")
        }
    }

    /// A type called `Type` is printed as the metatype of the type around it, even at run
    /// time, so the cure has no backticks.
    private static let unhelpful = ": Module { … as E.Type }"

    /// Programs whose cures can't be followed literally.
    private static let unfollowed: Set = [
        // A function of the app's own, which has another type's place, registers the module.
        "ownOperatorRegisters_t",
        // The block that is named is in code that never runs.
        "deinitNeverRuns",
        // A function's braces have parameters.
        "functionsByTheirTypes_t",
        // Another function, or another file, can't tell which type of that name is meant.
        "localTypesOfOneNameDiffer", "localTypeOfOneFunctionIsMissing",
        "privateTypesOfTwoFilesDiffer", "privateTypeOfOneFileIsMissing",
        // The cure leaves out a type that it may not be able to write.
        "typeOfACFunctionCantBeWritten",
    ]

    /// Why a finding is still there after its cure was followed; `nil` if it isn't.
    ///
    /// - Parameter isWhole: Whether nothing else is wrong and the cure leaves nothing open,
    ///   so that the program runs to its end.
    private func failure(
        of program: OddProgram, _ finding: Listing.Finding, isWhole: Bool
    ) async throws -> String? {
        do {
            let compiled = try await program.compile()
            let found = Listing(compiled.check().output).findings
            if found.contains(where: { $0.fact == finding.fact }) {
                return "\(finding.fact) still"
            }
            let executable = compiled.executable.path
            let run = try await Run("env", ["SWIFT_BACKTRACE=enable=no", executable])
            let isMissing = finding.key.map { key in
                run.error.contains("nothing is registered for \(key).")
            }
            let stops = isMissing == true || isWhole && run.status != 0
            return stops ? "it stops: \(run.error)" : nil
        } catch let error as CompilerError {
            return "\(error)"
        }
    }

    // MARK: Cures

    /// The programs that a cure may mean; none if it can't be followed literally.
    private func followed(
        _ cure: String, of finding: Listing.Finding, in program: OddProgram
    ) -> [OddProgram] {
        if let match = cure.firstMatch(of: /^take '(\w+)' from (?:.*\.)?(\w+), and (.*)/)
        {
            let declaration = "\(match.1) struct \(match.2)"
            return program.changed { text in
                [text.replacingOccurrences(of: declaration, with: "struct \(match.2)")]
            }.flatMap { followed(String(match.3), of: finding, in: $0) }
        }
        if let match = cure.firstMatch(
            of: /^nest '(\w+)' \(.*?\) in '[^']*' \((\w+\.swift):(\d+)\)( or, .*)?$/)
        {
            return program.changed(in: "/\(match.2)") { text in
                let start = text.index(ofLine: Int(match.3)!, column: 1)
                return text[start...].firstMatch(of: /\bDependencies\s*\{/).map {
                    [text.inserting(" \(match.1); ", at: $0.range.upperBound)]
                } ?? []
            }
        }
        if let match = cure.firstMatch(of: /, or ask for it in (\w+)\(…\)\.override \{/) {
            return program.changedLine(finding.text.line) { line in
                line.replacing(/Resolver\.resolve\([^()]*\)/) {
                    "\(match.1)(unmade()).override { \($0.output) }"
                }
            }.flatMap { $0.changed { [$0 + Self.helper] } }
        }
        if cure.hasSuffix("such as MainActor.run { … }") {
            return program.changedLine(finding.text.line) { line in
                line.replacing(/await (Resolver\.resolve\([^()]*\))/) {
                    "await MainActor.run(body: { \($0.1) })"
                }
            }
        }
        if let match = cure.firstMatch(of: /^write '(as .*)' where/) {
            return written(String(match.1), finding, program)
        }
        if let match = cure.firstMatch(of: /^ask for ("[^"]*"|it without a name), or/) {
            return asked(String(match.1), finding, program)
        }
        let other = #/^(write a .*|(ask for it|create \w+) in the closure \(.*?\)), or /#
        let addition = cure.replacing(other, with: "")
        if let match = addition.firstMatch(
            of: /^add to .*?: (Module.*?) \}(, or(, if| check) .*)?$/)
        {
            let isNamed = !addition.hasPrefix("add to a Dependencies block")
            return added(String(match.1) + " }", ofNamedBlock: isNamed, program)
        }
        if let match = addition.firstMatch(
            of: /^register it before this runs: (.*?)(, or check .*)?$/)
        {
            return begun(with: String(match.1), program)
        }
        if let match = finding.text.message.firstMatch(
            of: /\(main\.swift:(\d+)\), but .* call register\(\) again after .*:(\d+)\)$/)
        {
            return program.changed { text in
                var lines = text.components(separatedBy: "\n")
                lines.insert(lines[Int(match.1)! - 1], at: Int(match.2)!)
                return [lines.joined(separator: "\n")]
            }
        }
        if let match = cure.firstMatch(
            of: /^drop the 'as' where .*\(main\.swift:(\d+)\)$/),
            let line = Int(match.1)
        {
            return program.changedLine(line) { $0.replacing(/\ as [^}]*/, with: " ") }
        }
        if cure.hasPrefix("make it .shared") {
            return program.changedLine(finding.text.line) {
                $0.replacing(".weak", with: ".shared")
            }
        }
        if cure.hasSuffix("call build() on it") {
            return built(finding, program) + nested(finding, program)
        }
        return cure == "add it to a block that is built" ? nested(finding, program) : []
    }

    /// The block that nobody builds, built after its declaration.
    private func built(_ finding: Listing.Finding, _ program: OddProgram) -> [OddProgram]
    {
        finding.forgotten.map { line in
            program.changed { text in
                let declaration =
                    /(?m)^let (\w+)(: Dependencies)? = (Dependencies|\.init)/
                return text.matches(of: declaration).filter {
                    text.line(of: $0.range.lowerBound) == line
                }.compactMap { match in
                    text.end(ofBracesBehind: match.range.upperBound).map { end in
                        text.inserting("; \(match.1).build()", at: end)
                    }
                }
            }
        } ?? []
    }

    /// The block or module that nobody builds, as a statement of each block.
    private func nested(_ finding: Listing.Finding, _ program: OddProgram) -> [OddProgram]
    {
        finding.forgotten.map { line in
            program.changed { text in
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                guard lines.indices.contains(line - 1),
                    let name = lines[line - 1].firstMatch(of: /\blet (\w+)/)
                else { return [] }
                return text.matches(of: /\bDependencies\s*\{/).filter {
                    text.line(of: $0.range.lowerBound) != line
                }.map { text.inserting(" \(name.1); ", at: $0.range.upperBound) }
            }
        } ?? []
    }

    /// Each block with one more module or, if none is named, a block of its own.
    private func added(
        _ module: String, ofNamedBlock isNamed: Bool, _ program: OddProgram
    ) -> [OddProgram] {
        guard module.contains(" as ") else { return [] }
        let made = module.replacing("…", with: "unmade()")
        let block = /\bDependencies(?:\.init)?\s*\{(?!\s*\w+ in\b)/
        let candidates = program.changed { text in
            text.matches(of: block).map { match in
                var changed = text
                changed.insert(contentsOf: " \(made); ", at: match.range.upperBound)
                return changed + Self.helper
            }
        }
        if isNamed, !candidates.isEmpty { return candidates }
        let begun = begun(with: "Dependencies { \(module) }.build()", program)
        return begun.isEmpty ? [] : candidates + begun
    }

    private static let helper =
        "\n@Sendable fileprivate func unmade<T>() -> sending T { fatalError() }\n"

    /// The program with a statement at its beginning, which only a main file has.
    private func begun(with statement: String, _ program: OddProgram) -> [OddProgram] {
        let main = program.files.map(\.path).first { $0.hasSuffix("/main.swift") }
        guard let main else { return [] }
        return program.changed(in: "/" + main) { text in
            guard let line = text.firstMatch(of: /import Collet\n/) else { return [] }
            let own = statement.replacing("…", with: "unmade()") + "\n"
            return [text.inserting(own, at: line.range.upperBound) + Self.helper]
        }
    }

    /// The closure that the note names, with a cast added.
    private func written(
        _ cast: String, _ finding: Listing.Finding, _ program: OddProgram
    ) -> [OddProgram] {
        guard
            let note = finding.notes.first(where: { $0.message.hasPrefix("registered") })
        else { return [] }
        return program.changed(in: note.path) { text in
            let start = text.index(ofLine: note.line, column: note.column)
            guard let end = text.end(ofBracesBehind: start) else { return [] }
            return [text.inserting(" \(cast) ", at: text.index(before: end))]
        }
    }

    /// The request, with another name.
    private func asked(
        _ name: String, _ finding: Listing.Finding, _ program: OddProgram
    ) -> [OddProgram] {
        let isUnnamed = name == "it without a name"
        return program.changed(in: finding.text.path) { text in
            let place = text.index(ofLine: finding.text.line, column: finding.text.column)
            let attribute = /Inject(<[^>]*>)?(\((?:"[^"]*"|\([^()]*\)|[^()"])*\))?/
            guard text[..<place].last == "@",
                let match = text[place...].prefixMatch(of: attribute)
            else { return [] }
            let argument = isUnnamed ? "" : "(\(name))"
            return [
                text.replacingCharacters(
                    in: match.range, with: "Inject\(match.1 ?? "")\(argument)")
            ]
        }
    }
}

extension Listing.Finding {
    /// The line of the block that the message says nobody builds.
    fileprivate var forgotten: Int? {
        text.message.firstMatch(of: /that nobody builds \(main\.swift:(\d+)\)/).flatMap {
            Int($0.1)
        }
    }
    /// The missing registration, and the asker.
    fileprivate var fact: String { text.message.components(separatedBy: "; to fix, ")[0] }
    /// The key for which nothing is registered.
    fileprivate var key: Substring? {
        let start = "nothing is registered for "
        let words = fact.hasPrefix(start) ? fact.dropFirst(start.count) : nil
        return words?.components(separatedBy: ", needed by ").first.map { $0[...] }
    }
    /// The cure.
    fileprivate var cure: String? {
        text.message.components(separatedBy: "; to fix, ").last
    }
}

extension OddProgram {
    /// The programs with one line changed; none if the change does nothing.
    fileprivate func changedLine(
        _ line: Int, _ change: (String) -> String
    ) -> [OddProgram] {
        changed { text in
            var lines = text.components(separatedBy: "\n")
            guard lines.indices.contains(line - 1) else { return [] }
            lines[line - 1] = change(lines[line - 1])
            let changed = lines.joined(separator: "\n")
            return changed == text ? [] : [changed]
        }
    }

    /// The programs with the text of one file changed, in each of some ways.
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
    /// The number of the line with an index.
    fileprivate func line(of index: Index) -> Int {
        1 + self[..<index].utf8.count { $0 == UInt8(ascii: "\n") }
    }

    fileprivate func inserting(_ text: String, at index: Index) -> String {
        String(self[..<index]) + text + self[index...]
    }

    /// The end of the first braces after an index.
    fileprivate func end(ofBracesBehind index: Index) -> Index? {
        guard let open = self[index...].firstIndex(of: "{") else { return nil }
        var (depth, isName) = (0, false)
        let close = self[open...].indices.first { index in
            if self[index] == "`" { isName.toggle() }
            let change = self[index] == "{" ? 1 : self[index] == "}" ? -1 : 0
            depth += isName ? 0 : change
            return depth == 0
        }
        return close.map { self.index(after: $0) }
    }

    /// The index of a place, whose column counts bytes.
    fileprivate func index(ofLine line: Int, column: Int) -> String.Index {
        let ends = utf8.indices.filter { utf8[$0] == UInt8(ascii: "\n") }
        let start = line == 1 ? startIndex : utf8.index(after: ends[line - 2])
        return utf8.index(start, offsetBy: column - 1)
    }
}
