// modes: 6, 6 MainActor
// Plain declarations, whatever the default isolation: the module is only made in the closure.
import Collet

protocol MainActorDefaultType: Sendable {
    func component() -> MainActorDefaultComponent
}

struct MainActorDefaultModule: MainActorDefaultType {
    func component() -> MainActorDefaultComponent { MainActorDefaultComponent() }
}

final class MainActorDefaultComponent {}

let mainActorDefault = Dependencies {
    Module { MainActorDefaultModule() as any MainActorDefaultType }
    Module(.shared, "one") { MainActorDefaultModule() as any MainActorDefaultType }
}
