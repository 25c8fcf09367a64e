// A protocol of what lives on the main actor belongs to the main actor, too.
import Collet

protocol Navigating { func open() }

@MainActor
final class Navigator: Navigating {  // error: crosses into main actor-isolated code and can cause
    func open() {}
}

@MainActor
final class Coordinator: @MainActor Navigating {
    func open() {}
}

let dependencies = Dependencies {
    Module { Coordinator() as any Navigating }  // error: cannot be used in nonisolated context
}
