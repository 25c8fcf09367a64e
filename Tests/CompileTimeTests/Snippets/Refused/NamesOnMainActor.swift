// modes: 6 MainActor
// Names are read wherever a block or a wrapper is made: `nonisolated enum`.
import Collet

enum Name { static let utc = "utc" }
nonisolated enum Free { static let utc = "utc" }

nonisolated func modules() -> Dependencies {
    Dependencies {
        Module(Free.utc) { 0 }
        Module(Name.utc) { 1 }  // error: main actor-isolated static property 'utc' can
    }
}

nonisolated final class Model {
    @Inject(Free.utc) var right: Int
    @Inject(Name.utc) var zone: Int  // error: main actor-isolated default value in a
    init() {}
}
