import Base
import Collet

struct FakeCatalog: Catalog {}
struct FakeClock: Clock {}

/// A target of its own, which several targets of tests import.
public let fakes = Dependencies {
    Module { FakeCatalog() as any Catalog }
    Module { FakeClock() as any Clock }
}
