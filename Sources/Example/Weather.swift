import Collet

/// Weather reports. Controller and view know each other, and so they are made in one graph.
///
/// The module and what it makes belong to the main actor, as view controllers do.
@MainActor
protocol WeatherModuleType: Sendable {
    func component() -> WeatherReportController
    func component() -> any WeatherReportViewType
    func component(for user: User) -> UserDetails
}

struct WeatherModule: WeatherModuleType {
    @Inject private var database: any DatabaseModuleType
    private let scope = Scope()

    // Whoever asks for a controller gets a new pair. The controller takes the view in its
    // initializer, and is known to it as soon as both exist.
    func component() -> WeatherReportController {
        scope.graph { WeatherReportController(view: component(), database: database) }
    }

    func component() -> any WeatherReportViewType {
        scope.graph {
            WeatherReportView() as any WeatherReportViewType
        } configure: { view in
            view.controller = component()
        }
    }

    // One for each user, kept as long as the module.
    func component(for user: User) -> UserDetails {
        scope.shared(for: user) { UserDetails(user: user) }
    }
}

// MARK: - Components

@MainActor
final class WeatherReportController {
    private let view: any WeatherReportViewType
    private let database: any DatabaseModuleType

    init(view: any WeatherReportViewType, database: any DatabaseModuleType) {
        self.view = view
        self.database = database
    }

    let title = "Weather"

    func refresh(city: String) async throws -> String {
        let database: any DatabaseType = try await database.component()
        return view.render(city: city, weather: database.weather(in: city))
    }
}

@MainActor
protocol WeatherReportViewType: AnyObject {
    var controller: WeatherReportController? { get set }
    func render(city: String, weather: String) -> String
}

final class WeatherReportView: WeatherReportViewType {
    weak var controller: WeatherReportController?

    func render(city: String, weather: String) -> String {
        "\(controller?.title ?? "No controller"): \(weather) in \(city)"
    }
}

struct User: Hashable, Sendable {
    let name: String
}

/// What the app remembers about one user while it runs.
@MainActor
final class UserDetails {
    private let user: User
    private var visited: [String] = []

    init(user: User) { self.user = user }

    func visit(_ city: String) -> String {
        visited.append(city)
        return "\(user.name) looked at \(visited.joined(separator: ", "))"
    }
}
