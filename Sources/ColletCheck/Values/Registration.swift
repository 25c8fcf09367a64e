enum Lifetime: String { case transient, shared, weak }

/// A module, `Module(.shared, "name") { … }`, or a call of `Resolver.register`.
final class Registration: Hashable, Sendable {
    let key: Key
    /// The closure, or a value that already exists.
    let make: Value
    let lifetime: Lifetime
    let place: Place?
    /// The place passed to the library: `App/main.swift:12`.
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

    /// The symbols of the closures that may make it.
    var closures: [String] { make.alternatives.compactMap(\.closure?.symbol) }
    /// Whether its value is made once.
    var isKept: Bool { lifetime != .transient }

    static func == (a: Registration, b: Registration) -> Bool {
        if a === b { return true }
        let isAlike = a.key == b.key && a.place == b.place && a.lifetime == b.lifetime
        return isAlike && a.make == b.make
    }

    func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// The registrations of a block or an array.
struct Modules {
    var all: [Container.Entry] = []
    /// Whether there may be others.
    var isOpen = false
}
