// modes: 5, 6
// What other libraries have, by its name there.
import Collet

protocol Clock: Sendable {}
struct UTC: Clock {}

final class Watch {
    @Injected var clock: any Clock  // error: unknown attribute 'Injected'
    init() {}
}

let app = Dependencies {
    Module { UTC() }.implements((any Clock).self)  // error: write the type in the braces
}
let plain = Dependencies {
    Module { UTC() }.as((any Clock).self)  // error: write the type in the braces
}
let typed = Dependencies {
    Module(as: (any Clock).self) { UTC() }  // error: a name is a String; a type goes in
}
let both = app + plain  // error: nest both blocks: Dependencies { first; second }

func start(_ scope: Scope) async {
    app.register(Module { UTC() })  // error: nest the block
    app.register((any Clock).self) { r in UTC() }  // error: nest the block
    app.merge(plain)  // error: nest the block
    app.add(Module { UTC() })  // error: nest the block
    app.add(plain)  // error: nest the block
    app.reset()  // error: write Resolver.reset()
    Dependencies.reset()  // error: write Resolver.reset()
    Dependencies.trace(print)  // error: write trace { print($0) }
    Dependencies.trace { print($0) }
    withDependencies()  // error: cannot find 'withDependencies' in scope
    _ = scope.singleton { UTC() }  // error: write scope.shared { … }
    _ = scope.cached { UTC() }  // error: write scope.shared { … }
    _ = scope.graph { await watch() }  // error: a graph can't wait or throw
    _ = scope.graph { try failing() }  // error: a graph can't wait or throw
    _ = scope.graph { UTC() }
}
func watch() async -> Watch { Watch() }
func failing() throws -> Watch { Watch() }
