import Account
import Backend
import Collet
import Core
import Interface
import Payments
import Profile
import Riding
import Stations
import Storage

let app = Dependencies {
    backendModules
    storageModules
    accountModules
    stationModules
    paymentModules
    Module("server") { "https://wheels.example" }
    Module { WallClock() as any Clock }
}

struct WallClock: Clock {
    var now: Int { 8 * 60 }
}

@main
struct WheelsApp: App {
    private let model: HomeModel

    init() {
        app.build()
        model = HomeModel()
    }

    var window: any View { HomeView(model: model) }
}

/// Makes the screens of a session in its container.
@MainActor
final class HomeModel {
    @Inject private var account: Account
    @Inject private var stationsModule: StationsModule
    private(set) lazy var stations: StationsModel = stationsModule.component()
    private(set) var ride: RideModel?
    private(set) var profile: ProfileModel?

    func logIn() {
        account.logIn(as: "ann")
        ride = account.session?.perform { RideModel() }
        profile = account.session?.perform { ProfileModel() }
    }
}

struct HomeView: View {
    let model: HomeModel

    var body: any View {
        StationsView(model: model.stations)
        Button("Log in") { model.logIn() }
        if let ride = model.ride { RideView(model: ride) }
        if let profile = model.profile { ProfileView(model: profile) }
    }
}
