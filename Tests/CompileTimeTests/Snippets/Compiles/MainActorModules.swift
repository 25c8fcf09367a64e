// What belongs to the main actor, in every mode.
import Collet

@MainActor
protocol MainActorHome: Sendable {
    func component() -> MainActorController
}

@MainActor
struct MainActorHomeModule: MainActorHome {
    func component() -> MainActorController { MainActorController() }
}

@MainActor
final class MainActorController {
    @Inject private var home: any MainActorHome

    func next() -> MainActorController { home.component() }
}

let mainActorModules = Dependencies {
    Module.mainActor { MainActorHomeModule() as any MainActorHome }
    Module.mainActor("named") { MainActorHomeModule() as any MainActorHome }
    Module.mainActor(.shared, "one") { MainActorHomeModule() as any MainActorHome }
    Module.mainActor(.weak) { MainActorController() }
}
