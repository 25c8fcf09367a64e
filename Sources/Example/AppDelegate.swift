import Collet

/// Registers the app's modules, once, at start-up.
final class AppDelegate {
    private let dependencies = Dependencies {
        Module { WidgetModule() as any WidgetModuleType }
        Module { NetworkModule() as any NetworkModuleType }
        Module { SampleModule() as any SampleModuleType }
        Module("abc") { SampleModule(value: "123") as any SampleModuleType }

        // Everybody gets the same session. A module with a scope is also shared, so that
        // everybody gets the same scope.
        Module(.shared) { Session() as any SessionType }
        Module(.shared) { WeatherModule() as any WeatherModuleType }
    }

    init() { dependencies.build() }
}
