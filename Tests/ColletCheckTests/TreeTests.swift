import Testing

@testable import ColletCheck

struct TreeTests {
    /// What the braces of a source are for, in their order.
    private func kinds(_ source: String) -> [Node.Kind] {
        Tree(Lexer.tokens(of: source.utf8)).nodes.filter(\.isBraces).map(\.kind)
    }

    @Test(
        arguments: [
            ("if a { }", [.branch]), ("for x in f({ $0 }) { }", [.closure, .branch]),
            ("func f() { g { } }", [.declaration, .closure]), ("x.init { }", [.closure]),
            ("struct S { let a = { } }", [.declaration, .closure]),
            (
                "subscript(i: Int) -> Int { get async throws { } set(new) { } }",
                [.declaration, .getter, .setter]
            ),
            ("f(if: 1) { }", [.closure]),
            (
                "do { } catch E.lost { } defer { }",
                [.branch, .branch, .branch]
            ),
        ] as [(String, [Node.Kind])])
    func wordsTellWhatBracesAreFor(_ source: String, _ expected: [Node.Kind]) {
        #expect(kinds(source) == expected)
    }

    @Test(arguments: ["{", "}", "a<b{c>d}", "func {{{)}]", "get", "{ get", ") async {", "@", ":{"])
    func brokenSourcesHaveNodes(_ source: String) {
        let tokens = Lexer.tokens(of: source.utf8)
        let tree = Tree(tokens)
        #expect(tree.nodes.count == tokens.count { "{([<".contains($0.text) })
        for index in -1...tokens.count {
            #expect(tree.node(around: index).path.contains { $0.kind == .file })
        }
    }

    @Test func aFileHasNoBracketsAroundIt() {
        let tree = Tree(Lexer.tokens(of: "first { in } last".utf8))
        #expect(tree.node(around: 0).inside == 0..<5)
        #expect(tree.node(openedBy: 1)?.inside == 2..<3)
    }

    /// Neither deep nor wide sources need a deep stack.
    @Test(arguments: ["{", "f(", "[", "{ }", "func f() { get { } }", "a<b "])
    func nodesOfLargeSourcesCanBeFreed(_ part: String) {
        let tokens = Lexer.tokens(of: String(repeating: part, count: 200_000).utf8)
        #expect(Tree(tokens).nodes.count >= 200_000)
    }
}
