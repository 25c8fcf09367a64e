/// A comment that accepts findings:
/// `// collet-check:allow missing, absent: the plug-in registers it`.
struct Acceptance {
    let place: Place
    /// The lines of the code that it is about.
    let lines: ClosedRange<Int>
    /// The identifiers of the rules, and the reason; empty where the comment has none.
    let rules: [String], reason: String
    /// Whether it stands in `#if`, so that other builds may need it.
    let isConditional: Bool

    /// Former rules, which comments may still name.
    static let goneRules = "conditional left-out unread".words

    func covers(_ place: Place) -> Bool {
        if mistake != nil { return false }
        return place.file == self.place.file && lines.contains(place.line)
    }

    func accepts(_ finding: Finding) -> Bool {
        rules.contains(finding.rule.rawValue) && covers(finding.place)
    }

    /// Why it accepts nothing.
    var mistake: String? {
        let form = "; to fix, write // collet-check:allow missing: the reason"
        // No comment can accept a source or a target that wasn't checked.
        let all = Finding.Rule.allCases.filter { $0 != .unchecked }
        let known = all.map(\.rawValue) + Self.goneRules
        if let other = rules.first(where: { !known.contains($0) }) {
            return "'\(other)' is no rule\(form)"
        }
        if rules.isEmpty { return "this names no rule that it accepts\(form)" }
        return reason.isEmpty ? "this accepts a finding without a reason\(form)" : nil
    }

    // MARK: Reading

    /// Reads the comments of a source, as text.
    ///
    /// A line of a multi-line string literal also counts if it has the words of such a
    /// comment: reading Swift to tell them apart isn't worth it.
    static func all(in text: String, of path: String) -> [Acceptance] {
        guard text.contains("collet-check:") else { return [] }
        let lines = text.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.indices.compactMap { Acceptance(lines, $0, of: path) }
    }

    private init?(_ source: [Substring], _ index: Int, of path: String) {
        let line = source[index]
        let comment = #/// *collet-check:(?:allow *([^:]*)(?:: *(.*))?)?/#
        guard let found = line.firstMatch(of: comment) else { return nil }
        let before = line[..<found.range.lowerBound]
        // Inside a string literal or another comment, this doesn't count.
        let rest = before.withoutStrings
        if rest.contains("\"") || rest.contains("//") { return nil }
        let isAlone = before.allSatisfy(\.isWhitespace)
        lines = isAlone ? source.declaration(below: index + 1) : index + 1...index + 1
        place = Place(file: path, line: index + 1, column: before.utf8.count + 1)
        rules = (found.1 ?? "").split { ", ".contains($0) }.map(String.init)
        reason = String(found.2 ?? "")
        isConditional = !Conditions.branches(of: source)[index].isEmpty
    }

    // MARK: Mistakes

    /// The comment's mistakes: it can't be read, names former rules, or accepts nothing.
    ///
    /// - Parameters:
    ///   - findings: All findings, anywhere.
    ///   - counts: Whether a finding of a rule would be reported there.
    func mistakes(
        among findings: [Finding], counts: (Finding.Rule) -> Bool
    ) -> [Finding] {
        if let mistake { return [finding(.error, mistake)] }
        let gone = rules.filter(Self.goneRules.contains).map {
            finding(.note, "there is no rule '\($0)' any more; to fix, remove it")
        }
        // A comment that also accepts `unneeded` says itself that other builds need it.
        let known = rules.compactMap(Finding.Rule.init)
        if isConditional || known.contains(.unneeded) { return gone }
        let found = findings.filter { covers($0.place) }.map(\.rule)
        return gone
            + known.filter { counts($0) && !found.contains($0) }.map {
                finding(
                    .warning,
                    "nothing is found here by the rule '\($0.rawValue)'; to fix, remove it"
                )
            }
    }

    private func finding(_ severity: Finding.Severity, _ message: String) -> Finding {
        Finding(rule: .unneeded, severity: severity, place: place, message: message)
    }
}

extension [Substring] {
    /// The numbers of the lines from an index on that belong to a declaration's
    /// attributes, up to the line where the declaration itself begins: `@Test(` may take
    /// several. A line's number is one more than its index.
    fileprivate func declaration(below index: Int) -> ClosedRange<Int> {
        var last = self[index...].firstIndex { !$0.isComment } ?? index
        var depth = 0
        while indices.contains(last + 1) {
            let code = self[last].withoutStrings.replacing(#/\/\/.*/#, with: "")
            let isInAttribute = depth > 0 || code.contains(/^\s*@/)
            depth += code.count { $0 == "(" } - code.count { $0 == ")" }
            let isAttribute = code.contains(#/^\s*@[\w.]+\s*$|\)\s*$/#)
            let goesOn = isInAttribute && (depth > 0 || isAttribute)
            if !goesOn, !self[last].isComment { break }
            last += 1
        }
        return index + 1...last + 1
    }
}

extension Substring {
    fileprivate var isComment: Bool { drop(while: \.isWhitespace).hasPrefix("//") }

    fileprivate var withoutStrings: Substring {
        replacing(#/"(?:\\.|[^"\\])*"/#, with: "")
    }
}
