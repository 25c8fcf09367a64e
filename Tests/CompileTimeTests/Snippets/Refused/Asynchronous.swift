import Collet

struct Database: Sendable {
    init() async {}
}

let dependencies = Dependencies {
    Module { await Database() }  // error: cannot pass function of type '@Sendable () async
}
