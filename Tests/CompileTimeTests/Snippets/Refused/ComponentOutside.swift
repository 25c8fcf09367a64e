// A component is a module's.
import Collet

struct Till {}
struct TillModule: ComponentFactory {
    func component() -> Till { Till() }
}
func open(_ tills: TillModule) {
    let right: Till = tills.component()
    let till: Till = component()  // error: cannot find 'component' in scope
    print(right, till)
}

struct Screen { let till: Till }
let app = Dependencies {
    Module { Screen(till: component()) }  // error: cannot find 'component' in scope
    Module { Screen(till: Resolver.resolve(TillModule.self).component()) }
    Module { TillModule() }
}
