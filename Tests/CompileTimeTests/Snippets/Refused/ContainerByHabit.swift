// No container is named, and a scope isn't emptied.
import Collet

final class Service: Sendable {}

func start(_ container: Dependencies.Container, _ scope: Scope) {
    Dependencies.shared.build()  // error: type 'Dependencies' has no member 'shared'
    container.register { Service() }  // error: write perform { Resolver.register { … } }
    container.perform { Resolver.register { Service() } }
    scope.reset()  // error: a scope keeps what it made
}

struct ServiceModule {
    private let scope = Scope()

    func component() async -> Service {
        scope.shared { await make() }  // error: expression is 'async' but is not marked with
    }
    private func make() async -> Service { Service() }
}
