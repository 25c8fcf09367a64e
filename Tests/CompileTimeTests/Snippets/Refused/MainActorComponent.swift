// Who calls a component of a module on the main actor is there, too.
import Collet

struct Till {}
@MainActor
struct TillModule: ComponentFactory {
    func component() -> Till { Till() }
}

func open(_ tills: TillModule) -> Till {
    tills.component()  // error: call to main actor-isolated instance method 'component()'
}
@MainActor
func openRightly(_ tills: TillModule) -> Till {
    tills.component()
}
