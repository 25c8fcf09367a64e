import Collet

protocol P: Sendable {}
struct Fake: P {}

final class View {
    @Inject private var byInit: any P
    @Inject var byValue: any P = Fake()
    @Inject(wrappedValue: Fake()) var byArgument: any P
    let made = Inject<any P>(wrappedValue: Fake())

    init() {}
    init(_ api: any P) { _byInit = Inject(wrappedValue: api) }
}

struct Row {
    @Inject var memberwise: any P
    @Inject("x") var other: any P
}

func rows() -> [Row] { [Row(memberwise: Inject(wrappedValue: Fake()))] }

let dependencies = Dependencies { Module("other") { Fake() as any P } }
let other = Inject<any P>("other")

final class Inferred {
    @Inject var byValue = Fake()
    @Inject var byCast = Fake() as any P
    @Inject
    var onTheNextLine = Fake()
}
