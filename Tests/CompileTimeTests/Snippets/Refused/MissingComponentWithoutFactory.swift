// Without `ComponentFactory` the compiler has other words for it.
import Collet

struct Printer {}
struct Paper {}
struct Till { let printer: Printer }

struct TillModule {
    func component() -> Till {
        Till(printer: component())  // error: cannot convert value of type
    }
    func component(width: Int) -> Paper { Paper() }
}
