import Collet

/// Weather reports. The module and its components are used on the main actor, as screens
/// are.
@MainActor
protocol WeatherModuleType: ComponentFactory, Sendable {
    func component() -> WeatherController
    func component() async throws -> WeatherDatabase
    func component(for user: String) -> Favorites
}

struct WeatherModule: WeatherModuleType {
    private let scope = Scope()

    // Opening takes a while, and happens once, however many screens ask meanwhile.
    func component() async throws -> WeatherDatabase {
        try await scope.shared { try await WeatherDatabase.open() }
    }

    // The controller and its view refer to each other. Each screen gets a pair of its
    // own.
    func component() -> WeatherController {
        scope.graph { WeatherController(view: component()) }
    }

    private func component() -> WeatherView {
        scope.graph {
            WeatherView()
        } configure: { view in
            view.controller = component()
        }
    }

    // One for each user, kept as long as the module.
    func component(for user: String) -> Favorites {
        scope.shared(for: user) { Favorites(user: user) }
    }
}

@MainActor
final class WeatherScreen {
    @Inject private var weather: any WeatherModuleType

    func show() async throws {
        // Two callers ask while the database opens.
        async let one: WeatherDatabase = weather.component()
        async let other: WeatherDatabase = weather.component()
        let isSame = try await one === other

        let controller: WeatherController = weather.component()
        print(controller.report(of: "Bergen", in: try await one))
        print("The database was opened \(isSame ? "once" : "twice")")
        for (user, city) in [("ann", "Bergen"), ("bob", "Lisbon"), ("ann", "Lisbon")] {
            print(weather.component(for: user).adding(city))
        }
    }
}

// MARK: - Components

@MainActor
final class WeatherController {
    let title = "Weather"
    private let view: WeatherView

    init(view: WeatherView) { self.view = view }

    func report(of city: String, in database: WeatherDatabase) -> String {
        view.render("\(database.weather(in: city)) in \(city)")
    }
}

@MainActor
final class WeatherView {
    weak var controller: WeatherController?

    func render(_ text: String) -> String {
        "\(controller?.title ?? "No controller"): \(text)"
    }
}

/// The cities that one user likes to look at.
@MainActor
final class Favorites {
    private let user: String
    private var cities: [String] = []

    init(user: String) { self.user = user }

    func adding(_ city: String) -> String {
        cities.append(city)
        return "\(user) likes \(cities.joined(separator: " and "))"
    }
}

final class WeatherDatabase: Sendable {
    static func open() async throws -> WeatherDatabase {
        try await Task.sleep(for: .milliseconds(10))
        return WeatherDatabase()
    }

    func weather(in city: String) -> String { city == "Bergen" ? "rain" : "sun" }
}
