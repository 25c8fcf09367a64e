// mode: 5 MainActor
// A new Xcode project: such a module says `nonisolated`, or is registered with `Module.mainActor`.
import Collet

protocol Home {}
struct HomeModule: Home {}
nonisolated protocol Settings {}
nonisolated struct SettingsModule: Settings {}

let dependencies = Dependencies {
    Module { HomeModule() as any Home }  // warning: main actor-isolated initializer
    Module.mainActor { HomeModule() as any Home }
    Module { SettingsModule() as any Settings }
}
