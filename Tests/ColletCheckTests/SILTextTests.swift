import Testing

@testable import ColletCheck

struct SILTextTests {
    @Test(arguments: [
        ("a, b", ["a", "b"]),
        ("(a, b), c<d, e>", ["(a, b)", "c<d, e>"]),
        ("(a) -> b, c", ["(a) -> b", "c"]),
        (#""a, b", c"#, [#""a, b""#, "c"]),
        ("", []),
    ])
    func partsStandBetweenCommasOutsideOfBrackets(text: String, parts: [String]) {
        #expect(SILText(copying: text).parts.map(\.string) == parts)
    }

    @Test(arguments: [
        ("(a (b) c) d", "a (b) c"), ("<(A) -> B> c", "(A) -> B"), (#"(")") d"#, #"")""#),
        ("", ""),
    ])
    func bracketsEndWhereTheirDepthDoes(text: String, inner: String) {
        #expect(SILText(copying: text).inBracket().string == inner)
    }

    @Test func whatIsMissingIsBehindTheEnd() {
        let text = SILText(copying: "some text")
        #expect(text.before(", ").string == "some text")
        #expect(text.after(", ").count == 0)
        #expect(text.find("texts") == nil)
    }

    @Test func linesHaveNoEnds() {
        let lines = SILText(copying: "one\n\ntwo").lines.map(\.string)
        #expect(lines == ["one", "", "two"])
    }

    @Test func numbersEndAtTheFirstOtherByte() {
        let text = SILText(copying: "421 : $Int")
        let (value, end) = text.number(at: text.start)
        #expect(value == 421)
        #expect(text.from(end).string == " : $Int")
    }

    @Test func registersHaveNumbers() {
        #expect(SILText(copying: "(%1, %23) : $Int").registers == [1, 23])
        #expect(SILText(copying: "100 % done").registers == [])
    }

    @Test func filesThatAreMissingHaveNoText() {
        #expect(SILText(path: "/nowhere/at/all.sil") == nil)
        #expect(SILText(path: "/dev/null") == nil)
    }

    /// The compiler was stopped: that is told of the module.
    @Test func anEmptyFileHasAnEmptyText() throws {
        let file = try BuildPlace("EmptyFile").write("Kit.sil")
        #expect(SILText(path: file)?.count == 0)
    }
}
