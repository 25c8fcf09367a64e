import Collet
import Feature

struct Local: Search {}
protocol Provider { static var dependencies: Dependencies { get } }
enum First: Provider {
    static let dependencies = Dependencies { Module("first") { Local() as any Search } }
}
func start(_ providers: [any Provider.Type]) {
    for provider in providers { provider.dependencies.build() }
}

final class Delegate {
    private let nested = Dependencies { Module("nested") { Local() as any Search } }
    private let later: Dependencies
    private let forgotten: Dependencies
    init() {
        later = Dependencies { Module("later") { Local() as any Search } }
        forgotten = Dependencies { Module("not built") { Local() as any Search } }
        let local = Dependencies { Module("local") { Local() as any Search } }
        let unused = Dependencies { Module("unused") { Local() as any Search } }
        later.build()
        Dependencies {
            nested
            searchDependencies
            Blocks.computed
            Dependencies { Module("inside") { Local() as any Search } }
            for block in [local] { block }
        }
        .build()
        Blocks.made("x").build()
    }
}
_ = Delegate()
start([First.self])
Dependencies { Module("script") { Local() as any Search } }.override {
    print(Resolver.resolve((any Search).self, name: "script"))
}
print(SearchView(), Resolver.resolve([any Search].self))
