import Collet

protocol P: Sendable {}
protocol Q: Sendable {}
protocol R: Sendable {}
protocol U: Sendable {}
struct S: P, Q, R, U {}

let dependencies = Dependencies {
    #if UNSET
        Module { S() as any P }
        Module("inactive") { S() as any R }
    #else
        Module { S() as any Q }
    #endif
    Module { S() as any U }
    Module { S() }
}

struct App {
    @Inject var onlyInOtherBuilds: any P
    @Inject("inactive") var alsoInOtherBuilds: any R
    @Inject var here: any Q
    @Inject("nowhere") var nowhere: any U
    #if UNSET
        @Inject var unused: any U
        @Inject var notAsked: any Q
    #endif
}
