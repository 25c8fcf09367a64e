/// Starts the app and walks through its screens. Each call prints one line.
@main
@MainActor
enum Example {
    static func main() async throws {
        _ = AppDelegate()

        let home = HomeController()
        home.show()
        home.open(widget: 42, as: "ann")

        try await WeatherScreen().show(
            ["Bergen", "Lisbon"],
            to: [User(name: "ann"), User(name: "bob")]
        )
    }
}
