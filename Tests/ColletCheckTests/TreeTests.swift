import TestSupport
import Testing

@testable import ColletCheck

struct TreeTests {
    /// What the braces of a source are for, in their order.
    private func kinds(_ source: String) -> [Node.Kind] {
        Tree(Lexer.tokens(of: source.utf8)).nodes.filter(\.isBraces).map(\.kind)
    }

    @Test(
        arguments: [
            // Statements.
            ("if a { }", [.branch]), ("if a<b { f { } }", [.branch, .closure]),
            ("if a { } else if b { } else { }", [.branch, .branch, .branch]),
            ("if var a = b { }", [.branch]), ("guard var a, a > b else { }", [.branch]),
            ("for x in f({ $0 }) { }", [.closure, .branch]),
            ("for x in y.map { $0 } { }", [.closure, .branch]),
            ("if y.contains { $0 }, z { f { } }", [.closure, .branch, .closure]),
            ("guard let a: B = { c }() else { }", [.closure, .branch]),
            ("if a, { b }() { }", [.closure, .branch]),
            ("do { } catch E.lost { } defer { }", [.branch, .branch, .branch]),
            ("repeat { } while a\nf { }", [.branch, .closure]),
            ("repeat { } while a; f { }", [.branch, .closure]),
            ("while a { }\nf { }", [.branch, .closure]),
            ("repeat f { each a }", [.closure]),
            ("let a = switch b { case .c: f { } default: g }", [.branch, .closure]),
            ("let a = if b { c } else { d }\nf { }", [.branch, .branch, .closure]),
            ("let a = 0...\nif b { }", [.branch]),
            ("x = a<b\nif c { }", [.branch]),
            // Types and functions.
            ("func f() { g { } }", [.declaration, .closure]),
            ("func f(do a: () -> Void = { }) { }", [.closure, .declaration]),
            ("func f<T>() throws(E) -> T where T: P { }", [.declaration]),
            ("struct S { let a = { } }", [.declaration, .closure]),
            ("actor A { init() { } }", [.declaration, .declaration]),
            (
                "let actor = A()\nactor.run { }\nreturn actor\nf { }",
                [.closure, .closure]
            ),
            ("extension A.B where C == D { deinit { } }", [.declaration, .declaration]),
            ("import struct A.B\nf { }", [.closure]),
            ("import class A.B; f { }", [.closure]),
            ("func `for`() { `if` { } }", [.declaration, .closure]),
            (
                "protocol P { func f(); var a: Int { get } }\nf { }",
                [.declaration, .declaration, .closure]
            ),
            ("precedencegroup P { higherThan: Q }", [.declaration]),
            // Variables.
            ("var a: Int { f { } }", [.declaration, .closure]),
            (
                "func f() { var a: Int { 1 }\ng { } }",
                [.declaration, .declaration, .closure]
            ),
            ("var a: [Int: (B) ->\n C]\n{ get { } }", [.declaration, .getter]),
            ("var a: Int?\nf { }", [.closure]),
            ("var a: A.B\n@C var b = f { }", [.closure]),
            ("var a: Int\n(b).f { }", [.closure]), ("var a: Int; f { }", [.closure]),
            ("var a = f { }", [.closure]), ("lazy var a: B = { }()", [.closure]),
            ("var a = 1 { didSet { } }", [.declaration, .setter]),
            (
                "var a: Int = f { } { willSet(b) { } didSet { } }",
                [.closure, .declaration, .setter, .setter]
            ),
            (
                "var a: Int { @B get throws(E) { } nonmutating set { g { } } }",
                [.declaration, .getter, .setter, .closure]
            ),
            ("var a: Int { _read { } _modify { } }", [.declaration, .getter, .setter]),
            ("var a: Int { borrow { } mutate { } }", [.declaration, .getter, .setter]),
            ("var a: Int { return _read { } }", [.declaration, .closure]),
            ("var a: Int { b = get { } }", [.declaration, .closure]),
            (
                "subscript(i: Int) -> Int { get async throws { } set(new) { } }",
                [.declaration, .getter, .setter]
            ),
            // Calls.
            ("x.init { }", [.closure]), ("x.catch { }", [.closure]),
            ("x\n    .repeat { }", [.closure]), ("f(if: 1) { }", [.closure]),
            ("f { } else: { } get: { }", [.closure, .closure, .closure]),
            ("func f() { set { } }", [.declaration, .closure]),
            ("func f() { a.get { } }", [.declaration, .closure]),
            ("#Preview { }\n@A({ }) struct S { }", [.closure, .closure, .declaration]),
            ("#if A\nif b {\n#else\nif c {\n#endif\n}", [.branch, .branch]),
        ] as [(String, [Node.Kind])])
    func wordsTellWhatBracesAreFor(_ source: String, _ expected: [Node.Kind]) {
        #expect(kinds(source) == expected)
    }

    /// What parentheses, brackets and angles are for.
    @Test(
        arguments: [
            ("f(a)", [.arguments]), ("f (a)", [.parentheses]),
            ("f()(a)", [.arguments, .parentheses]),
            ("a[0]", [.subscript]), ("a = [0]", [.list]),
            ("A<B>()", [.generics, .parentheses]),
            ("[A<B>]()", [.list, .generics, .parentheses]), ("(a)", [.parentheses]),
        ] as [(String, [Node.Kind])])
    func spacesTellWhatOtherBracketsAreFor(_ source: String, _ expected: [Node.Kind]) {
        #expect(Tree(Lexer.tokens(of: source.utf8)).nodes.map(\.kind) == expected)
    }

    @Test(arguments: [
        "{", "}", "a<b{c>d}", "func {{{)}]", "get", "{ get", ") async {", "@", ":{",
    ])
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
        let source = String(repeating: part, count: 20_000)
        let count = onAnotherThread(stackSize: 512 << 10) {
            Tree(Lexer.tokens(of: source.utf8)).nodes.count
        }
        #expect(count >= 20_000)
    }
}
