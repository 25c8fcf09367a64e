import Collet

/// The second screen: object graphs, components by user, and a database that opens in its time.
@MainActor
final class WeatherScreen {
    @Inject private var weather: any WeatherModuleType
    @Inject private var database: any DatabaseModuleType

    func show(_ cities: [String], to users: [User]) async throws {
        // Two controllers that ask for the database while it opens.
        let first: WeatherReportController = weather.component()
        let second: WeatherReportController = weather.component()
        async let report = first.refresh(city: cities[0])
        async let other = second.refresh(city: cities[1])
        print(try await report)
        print(try await other)
        print("Databases opened: \(try await database.component().number)")

        for user in users {
            for city in cities {
                print(weather.component(for: user).visit(city))
            }
        }
    }
}
