/// Types that the features share. None of them needs Collet.
public struct Station: Sendable, Hashable {
    public let name: String
    public let bicycles: Int

    public init(name: String, bicycles: Int) {
        self.name = name
        self.bicycles = bicycles
    }
}

public struct Trip: Sendable, Codable {
    public let start: String
    public let minutes: Int

    public init(start: String, minutes: Int) {
        self.start = start
        self.minutes = minutes
    }
}

public protocol Log: Sendable {
    func note(_ text: String)
}

public protocol Clock: Sendable {
    /// Minutes since midnight.
    var now: Int { get }
}

public protocol StationFeed: Sendable {
    func stations() -> [Station]
}

public protocol TripUpload: Sendable {
    func send(_ trip: Trip, of user: String)
}

public protocol Store: Sendable {
    func trips(of user: String) -> [Trip]
    func append(_ trip: Trip, of user: String)
}
