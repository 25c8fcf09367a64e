// modes: 5, new Xcode project
// A function is registered as a closure is. In Swift 6 mode it is refused.
import Collet

@Sendable nonisolated func answer() -> Int { 42 }

nonisolated func register() -> Dependencies {
    Resolver.register(answer)  // warning: '@Sendable () -> sending Int' risks causing data races
    return Dependencies {
        Module("x", answer)  // warning: '@Sendable () -> sending Int' risks causing data races
        Module(.shared, "x", answer)
    }
}
