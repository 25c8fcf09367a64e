import TestSupport
import Testing

@testable import ColletCheck

/// A step of `.ci/run` compares phrases with the compiler's own parser. What it would
/// find is told here, each case in a line.
struct PhraseTests {
    private func file(_ source: String) throws -> SourceFile {
        let file = try Package.temporaryFile("File.swift", source)
        return SourceFile(IndexUnit(mainFile: file.path, module: "M"))
    }

    /// The expression from the first token on ends before `§`, or goes to the end.
    @Test(arguments: [
        "a.b\n§c", "a\n.b\n§c", "a\nas? B\n§c", "a ?\nb :\nc\n§d", "a\n? b\n: c\n§d",
        "a ||\nb\n§c", "a\n|| b\n§c", "a\n&& !b\n§c", "a + b\n§-c", "a!\n§b", "a...\n§b",
        "a ..<\nb\n§c", "a as!\nB\n§c", "try\nawait\na\n§b", "a = b\n§c", "a =\nb\n§c",
        "f(a)\n{ b }\n§c", "f { a }\nwhen: { b }\n§c", "a<B>\n§c", "A<B>()\n§c",
        "a { b }.c§; d", "a§, b", "\"\"\"\n\\(a)\n\"\"\"\n§b",
        "if a { b } § else { c }",
    ])
    func anExpressionGoesOnWhereTheCompilerSaysSo(_ marked: String) throws {
        let file = try file(marked.replacing("§", with: ""))
        let count = Lexer.tokens(of: marked.prefix { $0 != "§" }.utf8).count
        #expect(file.expression(from: 0).range == 0..<count)
    }

    @Test(arguments: ["func |= (a: inout B, b: B) { c }", "func f(a: B = { d }) { c }"])
    func aFunctionHasABody(_ source: String) throws {
        let file = try file(source)
        let body = try #require(file.body(from: 1))
        #expect(file.text(body.range) == "{ c }")
    }

    @Test func theBracesOfAStatementAreNoArgument() throws {
        let file = try file("if let a = f(b) { c }\nwhile f(d) { e }\nlet g = f(h) { i }")
        let names = file.tokens.indices.filter { file.isToken($0, "f") }
        let counts = names.map { Arguments(of: file, startingAt: $0 + 1).list.count }
        #expect(counts == [1, 1, 2])
    }
}
