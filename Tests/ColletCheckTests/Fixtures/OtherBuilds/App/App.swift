import Collet

protocol P: Sendable {}; protocol Q: Sendable {}; protocol R: Sendable {}; protocol U: Sendable {}
protocol V: Sendable {}; protocol W: Sendable {}
struct S: P, Q, R, U, V, W {}

// Which one is built, the build's conditions say; one is never.
enum Blocks {
    static let mocks = Dependencies { Module("choice") { S() as any P } }
    static func live() -> Dependencies { Dependencies { Module("choice") { S() as any P } } }
    static let again = Dependencies { Module("choice") { S() as any P } }
    static func buildAgain() { again.build() }
    static let never = Dependencies { Module("choice") { S() as any P } }
}

// Other builds call these; this one asks for what the first registers.
struct Early: Sendable {}
struct Late: Sendable {}
func registerEarly() { Resolver.register { Early() } }
func registerLate() { Resolver.register { Late() } }
struct Asking { @Inject var early: Early }

@main
struct Main {
    @Inject("choice") var choice: any P
    @Inject var everywhere: any P
    @Inject var here: any Q
    @Inject var hereToo: any Q
    @Inject var elsewhere: any R
    @Inject("named") var elsewhereToo: any R
    @Inject("nowhere") var nowhere: any R
    @Inject var perhaps: (any Q)?
    @Inject var pair: (Int, Int)
    #if !UNSET
        @Inject var both: any U
    #else
        @Inject var askedElsewhere: any V
    #endif

    static func main() {
        #if UNSET
            registerEarly()
            registerLate()
        #endif
        Dependencies {
            #if UNSET
                Blocks.live()
                Blocks.again
            #else
                Blocks.mocks
            #endif
            #if UNSET
                Module { S() as any P }
                Module { S() as any R }
                Module("named") { S() as any R }
                Module { S() as any W }
            #else
                Module { S() as any P }
                Module { S() as any Q }
                Module { S() as any U }
                Module { S() as any W }
            #endif
            Module { S() as any V }
        }.build()
    }
}
