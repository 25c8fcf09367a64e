import Collet
import Testing

protocol P: Sendable {}
struct S: P {}

@Test func expansionsAreNotCountedTwice() throws {
    #expect(
        Dependencies { Module { S() as any P } }.isolate { Resolver.resolve((any P).self) } is S
    )
    let found = try #require(Resolver.resolve((any P).self, name: "x") as? S)
    print(found)
}
