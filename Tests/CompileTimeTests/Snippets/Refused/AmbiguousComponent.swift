// Both overloads make what is asked for: one of them as its own type, the other as the protocol.
import Collet

protocol Clock {}
struct UTC: Clock {}

struct ClockModule {
    func component() -> UTC { UTC() }
    func component() -> any Clock { component() as UTC }
}

func clock(_ module: ClockModule) -> any Clock {
    module.component()  // error: ambiguous use of 'component()'
}

struct TwoClocks {
    func component() -> UTC { UTC() }
    func component() -> UTC { UTC() }  // error: invalid redeclaration of 'component()'
}
