import Collet

/// Registers the app's modules once, at start-up.
final class AppDelegate {
    private let dependencies = Dependencies {
        Module { WidgetModule() as any WidgetModuleType }
        Module { NetworkModule() as any NetworkModuleType }
        Module { SampleModule() as any SampleModuleType }
        Module("abc") { SampleModule(value: "123") as any SampleModuleType }
        Module(.shared) { Session() as any SessionType }

        // A module with a scope is shared, so that everyone gets the same scope.
        Module(.shared) { DatabaseModule() as any DatabaseModuleType }
        Module(.shared) { WeatherModule() as any WeatherModuleType }
    }

    init() {
        dependencies.build()
        Resolver.register(PhotoManager() as any PhotosManaging)
    }
}
