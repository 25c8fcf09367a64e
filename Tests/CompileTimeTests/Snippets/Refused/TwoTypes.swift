// modes: 5, 6
// What a closure returns decides, and not the overload for blocks: here, `as any Clock` is missing.
import Collet

protocol Clock: Sendable {}
struct Real: Clock {}
struct Fake: Clock {}

func block(isTest: Bool) -> Dependencies {
    Dependencies {
        Module {
            if isTest { return Fake() }
            return Real()  // error: to closure result type 'Fake'
        }
    }
}
