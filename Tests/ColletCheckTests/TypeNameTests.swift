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
        ("(extension in App):Swift.String.Kind", "Swift.String.Kind"),
        (
            "@Sendable (Swift.Int, App.A) async throws -> Swift.String",
            "@Sendable (Swift.Int, App.A) async throws -> Swift.String"
        ),
        ("() throws(App.Failure) -> ()", "() throws(App.Failure) -> ()"),
        ("(a: Swift.Int, Swift.String)", "(a: Swift.Int, Swift.String)"),
        ("App.API.Type", "App.API.Type"),
        ("Any", "Swift.Any"),
    ])
    func demangledTypesAreRead(_ demangled: String, _ expected: String) {
        let type = DemangledType.read(demangled)
        #expect(type.description == expected)
        #expect(type.isKnown)
    }

    @Test(arguments: [
        "A", "App.Box<A>", "A.Element", "Swift.Array<A1>",
        "<<opaque return type of App.f() -> some>>",
        "Local #1 in App.f() -> ()", "(App.A).Type.Type.Foo<", "",
    ])
    func whatDependsOnMoreIsUnknown(_ demangled: String) {
        #expect(!DemangledType.read(demangled).isKnown)
    }

    @Test func privateNamesakesAreDifferent() {
        #expect(DemangledType.read("App.(A in _1)") != DemangledType.read("App.(A in _2)"))
    }

    @Test func aFunctionsResultIsBehindItsLastOwnArrow() {
        let text = "App.make(_: (Swift.Int) -> App.A, b: Swift.Array<App.B>) -> (App.C) -> App.D"
        #expect(DemangledType.ofResult(text)?.description == "(App.C) -> App.D")
    }
}
