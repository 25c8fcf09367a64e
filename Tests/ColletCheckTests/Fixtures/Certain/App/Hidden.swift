import Collet

// A cycle that is certain, through components that are in one that may end, and comes first.
struct HiddenModule: Sendable {
    func component(first: Int) -> any Store {
        RealStore(component(perhaps: first) === component(surely: first) ? nil : RealStore())
    }
    func component(perhaps: Int) -> any Store {
        perhaps > 0 ? component(surely: perhaps) : RealStore()
    }
    func component(surely: Int) -> any Store { RealStore(component(first: surely)) }
}
