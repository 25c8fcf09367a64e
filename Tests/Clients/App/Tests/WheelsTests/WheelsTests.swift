import Account
import Collet
import ColletTesting
import Core
import Interface
import Profile
import Synchronization
import Testing

@testable import Payments
@testable import Riding
@testable import Stations
@testable import Wheels

final class FakeClock: Clock {
    private let time = Mutex(0)
    var now: Int {
        time.withLock { time in
            time += 10
            return time
        }
    }
}

final class FakeStore: Store, TripUpload {
    private let kept = Mutex<[Trip]>([])
    func trips(of user: String) -> [Trip] { kept.withLock { $0 } }
    func append(_ trip: Trip, of user: String) { kept.withLock { $0.append(trip) } }
    func send(_ trip: Trip, of user: String) {}
}

struct NoLog: Log {
    func note(_ text: String) {}
}

/// Replaces everything that would leave the process.
let fakes = Dependencies {
    app
    Module { FakeClock() as any Clock }
    Module(.shared) { FakeStore() }
    Module { Resolver.resolve(FakeStore.self) as any Store }
    Module { Resolver.resolve(FakeStore.self) as any TripUpload }
    Module { NoLog() as any Log }
}

@MainActor @Suite(.dependencies(fakes))
struct SessionTests {
    @Test func aTripIsInTheHistory() throws {
        let home = HomeModel()
        home.logIn()

        let ride = try #require(home.ride)
        ride.unlock(at: "Bridge")
        ride.lock()

        #expect(home.profile?.greeting == "ann: 1 trips")
        #expect(ride.price == 11 * 15)
    }

    @Test func aSessionEndsWithTheLogOut() {
        let account = Resolver.resolve(Account.self)
        account.logIn(as: "bob")
        account.session?.perform { ProfileModel().leave() }

        #expect(account.session == nil)
    }
}

@MainActor
@Test(
    .dependencies {
        stationModules
        Module { TwoStations() as any StationFeed }
    }
)
func favouritesAreMarked() {
    let module = Resolver.resolve(StationsModule.self)
    let model: StationsModel = module.component()
    let favourites: Favourites = module.component()
    favourites.names.insert("Park")

    #expect(model.lines == ["* Park: 1", "  Zoo: 2"])
}

struct TwoStations: StationFeed {
    func stations() -> [Station] {
        [Station(name: "Park", bicycles: 1), Station(name: "Zoo", bicycles: 2)]
    }
}

@MainActor
struct PreviewTests {
    @Test func paymentsShow() { PaymentPreviews.previews.show() }
    @Test func aRideShows() { RidePreviews.previews.show() }
    @Test func stationsShow() { StationsPreviews.previews.show() }
}

@MainActor @Test func modulesFindTheirModules() throws { try app.verify() }
