protocol P: Sendable {}
struct S: P {}

let dependencies = Dependencies {
    Module("a") { S() as any P }
}

final class View {
    @Inject("a") var a: any P
    @Inject("b") var b: any P
}
