// What asks for a component says its type.
import Collet

struct Till {}
struct Printer {}
struct TillModule: ComponentFactory {
    func component() -> Till { Till() }
    func component() -> Printer { Printer() }
}
final class Screen {
    @Inject var tills: TillModule
    lazy var till = tills.component()  // error: ambiguous use of 'component()'
    lazy var right: Till = tills.component()
}
