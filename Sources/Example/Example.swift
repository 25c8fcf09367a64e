import Collet

/// Starts the app and walks through its screens. Each heading says what its lines show.
@main
@MainActor
enum Example {
    static func main() async throws {
        _ = AppDelegate()

        print(
            "Components are chosen by their type, and take what they need in initializers:"
        )
        WidgetScreen().show()

        print("\nTwo registrations of one type are told apart by a name:")
        SampleScreen().show()

        print("\nA shared module is the same for everyone, here the session:")
        @Inject var session: any SessionType
        let widgets = WidgetScreen()
        widgets.refresh(id: 42)
        session.signIn(as: "ann")
        widgets.refresh(id: 42)

        print("\nAn object keeps what was registered where it was created:")
        let demo = offline.override { WidgetScreen() }
        demo.refresh(id: 42)
        widgets.refresh(id: 42)

        print(
            "\nA scope keeps components: a pair for each screen, one database, a list by user:"
        )
        try await WeatherScreen().show()
    }

    /// The demo for trade fairs, where there is no network.
    private static let offline = Dependencies {
        Module { OfflineNetworkModule() as any NetworkModuleType }
    }
}
