import Collet

public protocol NetworkModuleType: Sendable {
    func component() -> String
}

struct NetworkModule: NetworkModuleType {
    func component() -> String { "network" }
}

public let networkDependencies = Dependencies {
    Module { NetworkModule() as any NetworkModuleType }
}
