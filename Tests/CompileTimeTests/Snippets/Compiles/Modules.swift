// Modules as protocols and structs with overloads, settings and modules of their own. Where main
// actor is the default isolation, Swift 5 mode needs `nonisolated` on such a type.
import Collet

nonisolated protocol ModulesNetwork: Sendable {
    func component() -> any ModulesHTTP
}

nonisolated protocol ModulesHTTP: Sendable {}
nonisolated struct ModulesHTTPService: ModulesHTTP {}

nonisolated struct ModulesNetworkModule: ModulesNetwork {
    func component() -> any ModulesHTTP { ModulesHTTPService() }
}

nonisolated protocol ModulesWidgets {
    func component() -> ModulesWorker
    func component(id: Int) -> ModulesViewModel
}

nonisolated struct ModulesWidgetModule: ModulesWidgets {
    @Inject private var network: any ModulesNetwork

    func component() -> ModulesWorker { ModulesWorker(http: network.component()) }
    func component(id: Int) -> ModulesViewModel { ModulesViewModel(id: id, worker: component()) }
}

nonisolated final class ModulesWorker {
    let http: any ModulesHTTP
    init(http: any ModulesHTTP) { self.http = http }
}

nonisolated struct ModulesViewModel {
    let id: Int
    let worker: ModulesWorker
}

func modules() -> ModulesViewModel {
    Dependencies {
        Module { ModulesWidgetModule() as any ModulesWidgets }
        Module(.shared) { ModulesNetworkModule() as any ModulesNetwork }
    }.build()
    return Resolver.resolve((any ModulesWidgets).self).component(id: 1)
}
