import Collet
import Core
import Interface
import Observation

public let stationModules = Dependencies { Module(.shared) { StationsModule() } }

/// Makes the screens with stations, which all share the favourites.
public struct StationsModule: ComponentFactory, Sendable {
    @Inject private var feed: any StationFeed
    private let scope = Scope()

    public func component() -> Favourites { scope.shared { Favourites() } }

    @MainActor
    public func component() -> StationsModel {
        StationsModel(feed: feed, favourites: component())
    }
}

@MainActor @Observable
public final class Favourites {
    public var names: Set<String> = []

    nonisolated init() {}
}

@MainActor @Observable
public final class StationsModel {
    private let feed: any StationFeed
    public let favourites: Favourites

    init(feed: any StationFeed, favourites: Favourites) {
        self.feed = feed
        self.favourites = favourites
    }

    public var lines: [String] {
        feed.stations().map { station in
            let mark = favourites.names.contains(station.name) ? "*" : " "
            return "\(mark) \(station.name): \(station.bicycles)"
        }
    }
}

public struct StationsView: View {
    let model: StationsModel

    public init(model: StationsModel) { self.model = model }

    public var body: any View {
        Text(model.lines.joined(separator: "\n"))
        Button("Like the harbour") { model.favourites.names.insert("Harbour") }
    }
}

struct FewStations: StationFeed {
    func stations() -> [Station] { [Station(name: "Bridge", bicycles: 1)] }
}

enum StationsPreviews: PreviewProvider {
    static var previews: any View {
        Dependencies {
            stationModules
            Module { FewStations() as any StationFeed }
        }
        .isolate {
            StationsView(model: StationsModule().component())
        }
    }
}
