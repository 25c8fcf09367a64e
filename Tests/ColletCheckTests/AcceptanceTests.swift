import Testing

@testable import ColletCheck

/// Comments that accept findings, such as `// collet-check:allow unused: for plug-ins`.
struct AcceptanceTests {
    /// The lines, the rules and the reason of the comments in a source.
    private func accepted(in text: String) -> [String] {
        Acceptance.all(in: text, of: "/App.swift").map {
            let lines = $0.lines.count == 1 ? "\($0.lines.lowerBound)" : "\($0.lines)"
            return "\(lines) \($0.rules.joined(separator: "+")): \($0.reason)"
        }
    }

    @Test(arguments: [
        ("f() // collet-check:allow weak: it is kept", "1 weak: it is kept"),
        ("// collet-check:allow weak: it is kept\nf()", "2 weak: it is kept"),
        ("    //collet-check:allow weak:it is kept\nf()", "2 weak: it is kept"),
        ("//  collet-check:allow unused, absent: a: b\nf()", "2 unused+absent: a: b"),
        ("// collet-check:allow main-actor : later\nf()", "2 main-actor: later"),
        (#"f("a\"", "//") // collet-check:allow weak: x"#, "1 weak: x"),
        ("let a = 1\r\n// collet-check:allow weak: x\r\nf()", "3 weak: x"),
    ])
    func aCommentIsAboutItsLineOrTheOneBelow(_ text: String, _ expected: String) {
        #expect(accepted(in: text) == [expected])
    }

    @Test(arguments: [
        "@Test(\n    .dependencies(fakes),\n    arguments: [1, 2]\n)\nfunc test() {}",
        "@Suite(\n  .serialized)\n@MainActor\n/// A test.\n  func test() {}",
        "// why\n@Test(.tags(.a))\n@available(macOS 15, *)\nfunc test() {}",
        "@Test(\n    .bug(\"(\"),\n    .bug(\")\")\n) func test() {\n}",
        "@Test(.bug(\"https://a.b/1\"))\nfunc test() {\n}",
    ])
    func aCommentAboveAttributesIsAboutTheDeclaration(_ text: String) throws {
        let text = "// collet-check:allow needs: x\n" + text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let last = try #require(lines.firstIndex { $0.contains("func test()") })
        #expect(accepted(in: text) == ["2...\(last + 1) needs: x"])
    }

    @Test(arguments: [
        "@Test(.dependencies(fakes)) func test() {", "@Inject var clock: any Clock",
        "@Inject(\"a\") var clock: any Clock", "final class Till {", "",
    ])
    func aCommentIsNotAboutWhatFollows(_ line: String) {
        let text = "// collet-check:allow weak: x\n\(line)\nfunc other() {}"
        #expect(accepted(in: text) == ["2 weak: x"])
    }

    @Test(arguments: [
        #"let text = "// collet-check:allow unused: text""#,
        "/// Write `// collet-check:allow unused: text`.",
        "// See // collet-check:allow unused: text",
        "f(\"//\") // or // collet-check:allow unused: text",
        "let collet = check // allow",
    ])
    func textIsNoComment(_ text: String) { #expect(accepted(in: text) == []) }

    /// Telling them apart would take a Swift parser.
    @Test func aLineOfATextCountsAsAComment() {
        let text = "let text = \"\"\"\n    // collet-check:allow weak: x\n    \"\"\""
        #expect(accepted(in: text) == ["3 weak: x"])
    }

    @Test func aCommentAtTheEndIsAboutNothing() {
        #expect(accepted(in: "f()\n// collet-check:allow weak: x") == ["3 weak: x"])
        #expect(accepted(in: "// collet-check:allow weak: x\n@Test(") == ["2 weak: x"])
    }

    // MARK: Mistakes

    /// The mistakes of a comment in line 3, with findings in line 4.
    private func mistakes(
        _ text: String, finding rules: Finding.Rule..., counts: Bool = true
    ) -> [String] {
        let findings = rules.map {
            Finding(
                rule: $0, severity: .error,
                place: Place(file: "/App.swift", line: 4, column: 9), message: "")
        }
        return Acceptance.all(in: "\n\n\(text)\nf()\n", of: "/App.swift")
            .flatMap { $0.mistakes(among: findings) { _ in counts } }
            .map { "\($0.place): \($0.severity): \($0.message) [\($0.rule.rawValue)]" }
    }

    private let form = "; to fix, write // collet-check:allow missing: the reason"

    @Test(arguments: [
        ("allow mising: a typo", "'mising' is no rule"),
        ("allow missing, mising: a typo", "'mising' is no rule"),
        ("allow unchecked: a wish", "'unchecked' is no rule"),
        ("allow missing", "this accepts a finding without a reason"),
        ("allow missing:", "this accepts a finding without a reason"),
        ("allow", "this names no rule that it accepts"),
        ("alow missing: a typo", "this names no rule that it accepts"),
    ])
    func aCommentThatIsWrongIsAnError(_ text: String, _ message: String) throws {
        let found = mistakes(
            "  // collet-check:\(text)", finding: .missing, counts: false)
        #expect(found == ["/App.swift:3:3: error: \(message)\(form) [unneeded]"])
        let comment = try #require(
            Acceptance.all(in: "//collet-check:\(text)", of: "").first)
        #expect(!comment.covers(Place(file: "", line: 2, column: 1)))
    }

    @Test func whatIsNotFoundIsUnneeded() {
        let comment = "// collet-check:allow unused, weak: for plug-ins"
        let unneeded =
            "/App.swift:3:1: warning: nothing is found here by the rule 'weak'; to fix, "
            + "remove it [unneeded]"
        #expect(mistakes(comment, finding: .unused, .absent) == [unneeded])
        #expect(mistakes(comment, finding: .unused, .weak) == [])
        #expect(mistakes(comment, counts: false) == [])
    }

    /// Whether something is found may depend on the build.
    @Test(arguments: [
        "// collet-check:allow weak, unneeded: in release builds",
        "#if RELEASE\n  // collet-check:allow weak: in release builds\n  #endif",
        "#if A\n  #if B\n  #else\n  #endif\n // collet-check:allow weak: x\n#endif",
    ])
    func aCommentForOtherBuildsIsNotUnneeded(_ text: String) {
        #expect(mistakes(text) == [])
    }

    @Test func aRuleThatIsGoneIsToldAsANote() {
        #expect(
            mistakes("// collet-check:allow weak, conditional: x", finding: .weak) == [
                "/App.swift:3:1: note: there is no rule 'conditional' any more; to fix, "
                    + "remove it [unneeded]"
            ])
    }
}
