import Account
import Collet
import Core
import Interface
import Observation

@MainActor @Observable
public final class ProfileModel {
    @ObservationIgnored @Inject private var user: User
    @ObservationIgnored @Inject private var history: History
    @ObservationIgnored @Inject private var account: Account

    public init() {}

    public var greeting: String { "\(user.name): \(history.trips.count) trips" }
    public func leave() { account.logOut() }
}

public struct ProfileView: View {
    let model: ProfileModel

    public init(model: ProfileModel) { self.model = model }

    public var body: any View {
        Text(model.greeting)
        Button("Log out") { model.leave() }
    }
}
