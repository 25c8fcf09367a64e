// A block has no `return` and no `break`, and nothing where there is nothing.
import Collet

struct Service: Sendable {}

let returned = Dependencies {
    return Module { Service() }  // error: cannot use explicit 'return' statement in the body of
}

func modules(for number: Int) -> Dependencies {
    Dependencies {  // error: trailing closure passed to parameter of type 'Module' that does not
        switch number {
        case 1: Module { Service() }
        default: break
        }
    }
}

func others(for number: Int) -> Dependencies {
    Dependencies {
        if number == 1 {
            Module { Service() }
        } else {
            nil  // error: no exact matches in call to static method 'buildExpression'
        }
        switch number {
        case 1: Module { Service() }
        default: []
        }
    }
}
