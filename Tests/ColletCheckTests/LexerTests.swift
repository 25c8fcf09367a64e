import Foundation
import TestSupport
import Testing

@testable import ColletCheck

struct LexerTests {
    private func texts(_ source: String) -> [String] {
        Lexer.tokens(of: source.utf8).map(\.text)
    }

    @Test func commentsAreLeftOut() {
        #expect(texts("a // b\nc /* d /* e */ \" */ f") == ["a", "c", "f"])
    }

    @Test func positionsCountBytesFromOne() {
        let tokens = Lexer.tokens(of: "é = \"ü\"\n  x".utf8)
        #expect(
            tokens.map(\.position) == [
                Position(line: 1, column: 1), Position(line: 1, column: 4),
                Position(line: 1, column: 6), Position(line: 2, column: 3),
            ]
        )
    }

    @Test func aStringsValueIsKnownUnlessItNeedsTheCompiler() {
        let tokens = Lexer.tokens(
            of: #"""
                "a}" #"b"c"# "d\n" "e\(f("}"))g" """
                    h"i
                    """ j #"k\#u{5C}#n"#
                """#.utf8
        )
        #expect(
            tokens.map(\.kind) == [
                .string, .string, .string, .interpolatedString,
                // The interpolation's own tokens: ( f ( "}" ) )
                .sign, .word, .sign, .string, .sign, .sign,
                .interpolatedString, .word, .interpolatedString,
            ]
        )
        #expect(tokens[0].text == "a}")
        #expect(tokens[1].text == "b\"c")
        #expect(tokens[2].text == "d\n")
    }

    /// To read on to the line's end for each of them would take minutes.
    @Test(
        .timeLimit(.minutes(10)), arguments: [#""a","#, ##"#"a"#,"##, ##"#"""#,"##])
    func manyStringsStandOnOneLine(_ string: String) {
        let source = String(repeating: string, count: 40_000)
        #expect(Lexer.tokens(of: source.utf8).count == 80_000)
    }

    /// Each is a function's call within another's, on a stack as large as the command's.
    @Test(.timeLimit(.minutes(10))) func interpolationsMayBeNestedDeeply() {
        let depth = 200
        let source =
            String(repeating: #""\("#, count: depth) + "x"
            + String(repeating: ")\"", count: depth)
        let count = onAnotherThread(stackSize: 8 << 20) {
            Lexer.tokens(of: source.utf8).count
        }
        #expect(count == 3 * depth + 1)
    }

    @Test func regularExpressionsAreNotRead() {
        #expect(
            texts("f(/\"[{/, a / b / c)") == [
                "f", "(", "", ",", "a", "/", "b", "/", "c", ")",
            ])
        #expect(texts("x = #/\"{/#\ny") == ["x", "=", "", "y"])
        #expect(texts("/[{/\ny") == ["", "y"])
        #expect(texts("x = /,/\ny") == ["x", "=", "", "y"])
        #expect(texts("(/[a])/, b") == ["(", "/", "[", "a", "]", ")", "/", ",", "b"])
        #expect(texts("(a! /, b/c") == ["(", "a", "!", "/", ",", "b", "/", "c"])
        #expect(texts("(a /-/, b/c") == ["(", "a", "/", "-", "/", ",", "b", "/", "c"])
        for blank in [" ", "\t", "\r"] {
            #expect(texts("#/\(blank)\n\"{\n/# a") == ["", "a"])
        }
        #expect(texts("(/a/*\"*/ b/") == ["(", "/", "a", "b", "/"])
        #expect(texts("(/\t,/ b") == ["(", "/", ",", "/", "b"])
        #expect(texts("(/a\t/ b") == ["(", "/", "a", "/", "b"])
        #expect(texts("(/a//b") == ["(", "/", "a"])
        #expect(texts("(\"-\" /, a/b)") == ["(", "-", "/", ",", "a", "/", "b", ")"])
    }

    /// The parser is asked by way of the language server, and this file holds what it
    /// said.
    @Test func namesAreThoseThatSwiftsParserSees() throws {
        let directory = Package.root.appending(path: "Tests/ColletCheckTests/Forms")
        let source = try Data(contentsOf: directory.appending(path: "forms.txt"))
        let forms = String(decoding: source, as: UTF8.self).components(separatedBy: "\n")
        let names = try String(
            contentsOf: directory.appending(path: "names.txt"), encoding: .utf8
        )
        .components(separatedBy: "\n")
        let words = Lexer.tokens(of: source).filter { $0.kind == .word }
        let found = Dictionary(grouping: words, by: \.position.line)
        for (index, form) in forms.enumerated() {
            let texts = found[index + 1, default: []].map { $0.text.drop { $0 == "#" } }
            #expect(texts.joined(separator: " ") == names[index], "in \(form)")
        }
    }

    /// A group's end within a set ends no group, also behind a set within it.
    @Test func setsOfRegularExpressionsMayBeNested() {
        #expect(texts("f(/[[a])]/)") == ["f", "(", "", ")"])
        #expect(texts("f(/[a])]/)") == texts("f(/ [a])]/)"))
    }

    /// What another build reads need not be balanced here, nor be Swift.
    @Test func bracketsOfABranchEndWithIt() {
        let source = "#if X\nf({[\n#elseif Y\ng( can't \n#else\nh()\n#endif\nk { }"
        let tokens = Lexer.tokens(of: source.utf8)
        let names = ["f", "g", "h", "k"].map { name in tokens.first { $0.is(name) } }
        #expect(names.allSatisfy { $0 != nil && $0?.parent == nil })
        #expect(tokens.last?.partner == tokens.count - 2)
    }

    /// What a sign without spaces begins may be a comparison, which nothing closes.
    @Test(arguments: [
        "f(a<b && c<d)", "f { a<b && c<d }", "f[a<b || c<d]", "f(a<b, c<d)",
    ])
    func comparisonsOpenNoBrackets(_ source: String) {
        let tokens = Lexer.tokens(of: "\(source) x".utf8)
        #expect(tokens[1].partner == tokens.count - 2)
        #expect(tokens.last?.parent == nil)
    }

    @Test func aComparisonHoldsNothing() {
        let tokens = Lexer.tokens(of: "assert(a<b, f(c<d)) x<y, z".utf8)
        #expect(tokens.elements(in: 1).map(\.count) == [3, 6])
        #expect(tokens.suffix(2).allSatisfy { $0.parent == nil })
    }

    @Test func tokensKnowTheirBranch() {
        let tokens = Lexer.tokens(
            of: "a\n#if X\nb\n#else\nc\n#if Y\nd\n#endif\ne\n#endif\nf".utf8)
        #expect(tokens.map(\.text) == ["a", "b", "c", "d", "e", "f"])
        #expect(tokens.map(\.branch) == [nil, 0, 1, 2, 1, nil])
    }

    @Test func aNumberEndsAtASign() {
        #expect(texts("1.5+2 3...4") == ["1.5", "+", "2", "3", ".", ".", ".", "4"])
    }

    @Test func namesMayHaveLettersBeyondASCII() {
        #expect(texts("größe\u{A0}+שלום+日本") == ["größe", "+", "שלום", "+", "日本"])
    }

    @Test func quotedNamesLoseTheirBackticks() {
        #expect(texts("`default`.`a`") == ["default", ".", "a"])
    }

    @Test func whatStandsBeforeAnUnfinishedEndIsRead() {
        for source in [
            "\"a", "\"a\\", "\"\\(", "/* a", "#\"a", "`a", "#if", "\"\"\"a", "(/a",
            "#/\\",
        ] {
            #expect(texts("x y\n" + source).prefix(2) == ["x", "y"])
        }
    }

    @Test func bytesThatAreNoTextAreRead() {
        let tokens = Lexer.tokens(of: [UInt8(ascii: "x"), UInt8(ascii: " "), 0xC3])
        #expect(tokens.map(\.text) == ["x", "\u{FFFD}"])
    }
}
