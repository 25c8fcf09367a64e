import Collet

struct Database: Sendable {
    init() throws {}
}

let dependencies = Dependencies {
    Module { try Database() }  // error: invalid conversion from throwing function
}
