import Base
import Collet

struct Till: Sendable {
    @Inject var catalog: any Catalog
    @Inject var clock: any Clock
}

let app = Dependencies {
    Module { Till() }
    Module { LiveClock() }
}

@main
struct Shop {
    static func main() {
        app.build()
        let till = Resolver.resolve(Till.self)
        print(till.catalog, till.clock)
    }
}
