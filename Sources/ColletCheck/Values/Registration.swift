enum Lifetime: String { case transient, shared, weak }

/// A module, `Module(.shared, "name") { … }`, or what `Resolver.register` is given.
final class Registration: Equatable, Sendable {
    let key: Key
    /// The closure, or the value that is there already.
    let make: Value
    let lifetime: Lifetime
    let place: Place?
    /// The place that the library is told: `App/main.swift:12`.
    let site: String
    let isMainActor: Bool
    /// Whether it has that lifetime on every way.
    let isLifetimeCertain: Bool

    init(
        key: Key, make: Value, lifetime: Lifetime, place: Place?, site: String = "",
        isMainActor: Bool = false, isLifetimeCertain: Bool = true
    ) {
        self.key = key
        self.make = make
        self.lifetime = lifetime
        self.place = place
        self.site = site
        self.isMainActor = isMainActor
        self.isLifetimeCertain = isLifetimeCertain
    }

    /// Whether its value is made once.
    var isKept: Bool { lifetime != .transient }

    static func == (a: Registration, b: Registration) -> Bool {
        if a === b { return true }
        let isAlike = a.key == b.key && a.place == b.place && a.lifetime == b.lifetime
        return isAlike && a.make == b.make
    }
}

/// Registrations, as a block or an array has them.
struct Modules {
    var all: [Container.Entry] = []
    /// Whether there may be others.
    var isOpen = false
}
