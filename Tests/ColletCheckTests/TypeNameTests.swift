import Testing

@testable import ColletCheck

struct TypeNameTests {
    @Test(arguments: [
        ("App.API", "App.API"),
        ("Swift.Optional<App.API>", "App.API?"),
        ("Swift.Optional<Swift.Optional<App.API>>", "App.API??"),
        ("Swift.Array<Swift.Optional<App.API>>", "[App.API?]"),
        ("Swift.Dictionary<Swift.String, Swift.Int>", "[Swift.String: Swift.Int]"),
        ("App.B & App.A", "App.A & App.B"),
        ("App.A & Swift.Sendable", "App.A"),
        ("Swift.Optional<App.B & App.A>", "(App.A & App.B)?"),
        ("any App.Q<Self.App.Q.Element == Swift.Int>", "App.Q<Swift.Int>"),
        ("App.Outer<Swift.Int>.Inner", "App.Outer.Inner<Swift.Int>"),
        ("App.(Secret in _1F2E3D)", "App.Secret"),
        ("Any", "Swift.Any"),
        ("Swift.BitwiseCopyable", "Swift.Any"),
        ("Swift.Copyable & Swift.Escapable", "Swift.Any"),
        ("App.Box<()>", "App.Box<()>"),
        ("A2024.B", "A2024.B"),
        (
            "@Sendable (Swift.Int, App.A) async throws -> Swift.String",
            "@Sendable (Swift.Int, App.A) async throws -> Swift.String"
        ),
        ("@Swift.MainActor @Sendable () -> App.A", "@Swift.MainActor () -> App.A"),
        ("(Swift.Int...) throws(App.E) -> ()", "(Swift.Int...) throws(App.E) -> ()"),
        ("() throws(Swift.Never) -> sending App.A", "() -> sending App.A"),
        (
            "(inout App.A, () -> ()) throws(any Swift.Error) -> App.A?",
            "(inout App.A, () -> ()) throws -> App.A?"
        ),
        (
            "@convention(c) () -> (App.A) -> App.B",
            "@convention(c) () -> (App.A) -> App.B"
        ),
        ("nonisolated(nonsending) () async -> ()", "() async -> ()"),
        ("Swift.Optional<() -> App.A>", "(() -> App.A)?"),
        ("App.API.Type", "App.API.Type"),
        ("(App.A & App.B).Protocol", "App.A & App.B.Protocol"),
        ("(a: Swift.Int, App.A)", "(a: Swift.Int, App.A)"),
        ("App.Make<Pack{Swift.Int, App.A}, App.B>", "App.Make<Swift.Int, App.A, App.B>"),
        ("App.Make<Pack{}, App.B>", "App.Make<App.B>"),
    ])
    func demangledTypesAreRead(_ demangled: String, _ expected: String) {
        let type = TypeName(demangled: demangled)
        #expect(type.description == expected)
        #expect(type.isKnown)
    }

    @Test func optionalExistentialsHaveParentheses() {
        let type = TypeName(demangled: "Swift.Optional<App.P>")
        #expect(type.text { name, _ in "any " + name } == "(any App.P)?")
    }

    @Test(arguments: [
        "A", "App.Box<A>", "A.Element", "A12.Element", "Swift.Array<A1>",
        "<<opaque return type of App.f() -> some>>",
        "Local #1 in App.f() -> ()", "(App.A).Type.Type.Foo<", "",
        "(extension in App):Swift.String.Kind", "() -> A", "(App.A, A)",
        "() throws(App.F -> ()",
        "App.(", "any App.Q<Self.App", "App.(A of _1F2E3D)",
    ])
    func whatDependsOnMoreIsUnknown(_ demangled: String) {
        #expect(!TypeName(demangled: demangled).isKnown)
    }

    @Test func functionsAreToldApartByAllThatTheyAre() {
        let types = [
            "() -> App.A", "@Sendable () -> App.A", "@Swift.MainActor () -> App.A",
            "(App.A) -> App.A", "(inout App.A) -> App.A", "() async -> App.A",
            "() throws -> App.A", "() -> App.B", "App.A.Type", "App.A.Protocol",
            "(App.A, App.A)", "(a: App.A, App.A)", "App.A", "Swift.Optional<App.A>",
            "App.Make<Pack{App.A}, App.A>", "App.Make<Pack{}, App.A, App.A>",
        ].map(TypeName.init(demangled:))
        #expect(Set(types).count == types.count)
        for type in types {
            #expect(types.count { type.mayEqual($0) } == 1, "\(type)")
        }
    }

    @Test func tuplesHaveTheNamesThatSwiftGives() {
        let tuple = TypeName(demangled: "(a: Swift.Int, __C.NSWire)").renamed([
            "NSWire": "Wire"
        ])
        #expect(tuple.description == "(a: Swift.Int, Wire)")
    }

    @Test func privateNamesakesAreDifferent() {
        #expect(
            TypeName(demangled: "App.(A in _1)") != TypeName(demangled: "App.(A in _2)"))
    }

    @Test func aFunctionsResultIsBehindItsLastOwnArrow() {
        let text =
            "App.make(_: (Swift.Int) -> App.A, b: Swift.Array<App.B>) throws -> App.C"
        #expect(Signature(demangled: text)?.result == .named("App.C"))
        #expect(
            Signature(demangled: "App.make() -> (App.C) -> App.D")?.result.description
                == "(App.C) -> App.D")
        let sign = "static App.S.--> infix(App.S, App.S) -> App.C"
        #expect(Signature(demangled: sign)?.result == .named("App.C"))
        let bracket = "static App.S.<> infix<A>(App.S, A) -> App.C"
        #expect(Signature(demangled: bracket)?.parameters.count == 2)
    }

    @Test func aFunctionsParametersHaveLabelsAndTypes() throws {
        let text =
            "(extension in App):App.S.(make in _1F)(_: App.A, b: [App.B], c: App.A?) "
            + "throws(App.E) -> App.C"
        let signature = try #require(Signature(demangled: text))
        #expect(signature.parameters.map(\.label) == [nil, "b", "c"])
        let later = Signature(
            demangled: "App.f(_: @autoclosure @Sendable () -> App.A) -> ()")
        #expect(later?.parameters.first?.type == .named("App.A"))
        #expect(
            signature.parameters.map(\.type.description) == [
                "App.A", "[App.B]", "App.A?",
            ])
    }
}
