import Collet
import Core

public let backendModules = Dependencies {
    Module(.shared) { Connection() }
    Module { RemoteStations() as any StationFeed }
    Module { RemoteTrips() as any TripUpload }
}

/// Keeps a connection to the server, whose address the app registers.
final class Connection: Sendable {
    private let server = Inject<String>("server")
    private let log = Inject<any Log>()

    func get(_ path: String) -> [String] {
        log().note("GET \(server())/\(path)")
        return ["Harbour 3", "Market 0", "Station 12"]
    }

    func post(_ path: String, _ body: String) {
        log().note("POST \(server())/\(path) \(body)")
    }
}

struct RemoteStations: StationFeed {
    @Inject private var connection: Connection

    func stations() -> [Station] {
        connection.get("stations").compactMap { line in
            let parts = line.split(separator: " ")
            return Int(parts[1]).map { Station(name: "\(parts[0])", bicycles: $0) }
        }
    }
}

struct RemoteTrips: TripUpload {
    @Inject private var connection: Connection

    func send(_ trip: Trip, of user: String) {
        connection.post("trips/\(user)", "\(trip.start) \(trip.minutes)")
    }
}
