import Account
import Collet
import Core
import Interface
import Observation
import Payments

/// A ride of the user who has logged in.
@MainActor @Observable
public final class RideModel {
    @ObservationIgnored @Inject private var clock: any Clock
    @ObservationIgnored @Inject private var history: History
    @ObservationIgnored @Inject private var till: Till
    private var start: (place: String, time: Int)?
    public private(set) var price: Int?

    public init() {}

    public func unlock(at place: String) { start = (place, clock.now) }

    public func lock() {
        guard let start else { return }
        let minutes = clock.now - start.time + 1
        history.add(Trip(start: start.place, minutes: minutes))
        price = till.cents(for: minutes)
        self.start = nil
    }
}

public struct RideView: View {
    let model: RideModel

    public init(model: RideModel) { self.model = model }

    public var body: any View {
        Button("Unlock") { model.unlock(at: "Harbour") }
        Button("Lock") { model.lock() }
        if let price = model.price { Text("That was \(price) cents.") }
        PaymentView()
    }
}

struct Noon: Clock { let now = 12 * 60 }

struct NoTrips: Store, TripUpload {
    func trips(of user: String) -> [Trip] { [] }
    func append(_ trip: Trip, of user: String) {}
    func send(_ trip: Trip, of user: String) {}
}

enum RidePreviews: PreviewProvider {
    static var previews: any View {
        Dependencies {
            paymentModules
            sessionModules(for: User(name: "preview"))
            Module { Noon() as any Clock }
            Module { NoTrips() as any Store }
            Module { NoTrips() as any TripUpload }
        }
        .isolate {
            let model = RideModel()
            model.unlock(at: "Bridge")
            model.lock()
            return RideView(model: model)
        }
    }
}
