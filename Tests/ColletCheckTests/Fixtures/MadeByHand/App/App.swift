import Collet

protocol P: Sendable {}
struct Fake: P {}

final class View {
    @Inject private var byInit: any P
    @Inject(value: Fake()) var byArgument: any P
    let made = Inject<any P>(value: Fake())

    init() {}
    init(_ api: any P) { _byInit = Inject(value: api) }
}

struct Row {
    @Inject var memberwise: any P
    @Inject("x") var other: any P
}

func rows() -> [Row] { [Row(memberwise: Inject(value: Fake()))] }

let dependencies = Dependencies { Module("other") { Fake() as any P } }
let other = Inject<any P>("other")
