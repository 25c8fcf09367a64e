// mode: 6 MainActor
// An initializer that is written out belongs to the main actor, as its type does.
import Collet

protocol Home {}
struct HomeModule: Home {
    let id: Int
    init(id: Int) { self.id = id }
}
struct SettingsModule: Home {
    let id: Int
}

let dependencies = Dependencies {
    Module { HomeModule(id: 1) as any Home }  // error: main actor-isolated initializer 'init(id:)'
    Module { SettingsModule(id: 1) as any Home }
    Module.mainActor { HomeModule(id: 1) as any Home }
}
