import Collet

protocol Store: AnyObject, Sendable {}
final class RealStore: Store { init(_ other: (any Store)? = nil) {} }
protocol Finder: Sendable {
    func component(fallback: (any Store)?) -> any Store
    func component(nested: Int) -> any Store
    func component(compared: Int, to limit: Int) -> any Store
    func component(shifted: Int) -> any Store
    func component(after value: Int) -> any Store
    func component(closed: [Int]) -> any Store
    func component(named: Int) -> any Store
    func component(minus: Int) -> any Store
}
func stop() -> Never { fatalError() }

struct RealFinder: Finder {
    // Only where there is none.
    func component(fallback: (any Store)?) -> any Store {
        fallback ?? RealStore(component(fallback: nil))
    }
    // The outer return is not the end: its value is made before.
    func component(nested: Int) -> any Store {
        return wrapped { return RealStore() } ?? component(nested: nested)
    }
    private func wrapped(_ make: () -> any Store) -> (any Store)? { make() }
    // Comparisons are no brackets.
    func component(compared: Int, to limit: Int) -> any Store {
        let isLess = compared < limit, isMore = compared > limit
        print(isLess, isMore)
        return RealStore(component(compared: limit, to: compared))
    }
    func component(shifted: Int) -> any Store {
        let mask = (1 << shifted) >> 1
        print(mask)
        return RealStore(component(shifted: mask))
    }
    // What is returned before ends it.
    func component(after value: Int) -> any Store {
        for number in 0..<value { return RealStore(number > 3 ? nil : RealStore()) }
        return RealStore(component(after: value))
    }
    func component(closed: [Int]) -> any Store {
        let sorted = closed.sorted { return $0 < $1 }
        return RealStore(component(closed: sorted))
    }
    // With another argument it may end.
    func component(minus: Int) -> any Store {
        minus > 0 ? RealStore() : RealStore(component(minus: -minus))
    }
    // To name what never returns is no end.
    func component(named: Int) -> any Store {
        let ends = stop
        print(ends as Any)
        return RealStore(component(named: named))
    }
}

let app = Dependencies { Module { RealFinder() as any Finder } }
final class Screen { @Inject private var finder: any Finder }
