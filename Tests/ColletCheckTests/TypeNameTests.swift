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
    ])
    func demangledTypesAreRead(_ demangled: String, _ expected: String) {
        let type = TypeName(demangled: demangled)
        #expect(type.description == expected)
        #expect(type.isKnown)
    }

    @Test(arguments: [
        "A", "App.Box<A>", "A.Element", "A12.Element", "Swift.Array<A1>",
        "<<opaque return type of App.f() -> some>>",
        "Local #1 in App.f() -> ()", "(App.A).Type.Type.Foo<", "",
        "(extension in App):Swift.String.Kind", "@convention(c) () -> (App.A) -> App.B",
        "() throws(App.Failure) -> ()",
        "App.(", "any App.Q<Self.App", "App.(A of _1F2E3D)",
    ])
    func whatDependsOnMoreIsUnknown(_ demangled: String) {
        #expect(!TypeName(demangled: demangled).isKnown)
    }

    @Test(arguments: [
        "@Sendable (Swift.Int, App.A) async throws -> Swift.String", "App.API.Type",
    ])
    func functionsAndMetatypesAreToldFromOtherTypesOnly(_ demangled: String) {
        let type = TypeName(demangled: demangled)
        #expect(type == .structural)
        #expect(!type.mayEqual(.named("App.A")))
    }

    @Test func tuplesAreToldApartByTheirElements() {
        let tuple = TypeName(demangled: "(a: Swift.Int, __C.NSWire)").renamed([
            "NSWire": "Wire"
        ])
        #expect(tuple == .tuple([.named("Swift.Int"), .named("Wire")]))
        #expect(!tuple.mayEqual(.tuple([.named("Swift.Int"), .named("App.A")])))
        #expect(!tuple.mayEqual(.named("Swift.Int")) && tuple.mayEqual(.structural))
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
            Signature(demangled: "App.make() -> (App.C) -> App.D")?.result == .structural)
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
