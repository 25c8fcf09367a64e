// A block has no `return` and no `break`, and nothing where there is nothing.
import Collet

struct Service: Sendable {}

let returned = Dependencies {
    return Module { Service() }  // error: cannot use explicit 'return' statement in the body of
}

func modules(for number: Int) -> Dependencies {
    Dependencies {
        switch number {
        case 1: Module { Service() }
        default: break  // error: closure containing control flow statement cannot be used with
        }
    }
}

func others(for number: Int) -> Dependencies {
    Dependencies {
        if number == 1 {
            Module { Service() }
        } else {
            nil  // error: write if let module { module }, and no else where there is nothing
        }
        switch number {
        case 1: Module { Service() }
        default: []
        }
    }
}

let perhaps: Module? = nil
let optional = Dependencies {
    perhaps  // error: write if let module { module }, and no else where there is nothing
}
let repeated = Dependencies {
    while true {  // error: closure containing control flow statement cannot be used with result
        Module { Service() }
    }
}
let declared = Dependencies {
    struct Local {}  // error: closure containing a declaration cannot be used with result builder
    Module { Local() }
}
