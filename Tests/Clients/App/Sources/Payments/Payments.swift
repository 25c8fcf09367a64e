import Collet
import Core
import Interface

public protocol PaymentMethod: Sendable {
    var name: String { get }
}

struct Card: PaymentMethod { let name = "card" }
struct Credit: PaymentMethod { let name = "credit" }

public struct Tariff: Sendable {
    let centsPerMinute: Int

    public init(centsPerMinute: Int) { self.centsPerMinute = centsPerMinute }
}

public let paymentModules = Dependencies {
    Module("payments.card") { Card() as any PaymentMethod }
    Module("payments.credit") { Credit() as any PaymentMethod }
    Module("day") { Tariff(centsPerMinute: 20) }
    Module("night") { Tariff(centsPerMinute: 15) }
    Module(.weak) { Till() }
}

/// Tells the price of a trip. It lives while a screen shows it.
public final class Till: Sendable {
    private let clock = Inject<any Clock>()
    private let day = Inject<Tariff>("day")
    private let night = Inject<Tariff>("night")

    public init() {}

    public func cents(for minutes: Int) -> Int {
        let isNight = clock().now < 6 * 60
        return minutes * (isNight ? night() : day()).centsPerMinute
    }
}

public struct PaymentView: View {
    let methods: [any PaymentMethod]

    public init() { methods = Resolver.resolve() }

    public var body: any View {
        Text("Pay by " + methods.map(\.name).joined(separator: " or "))
    }
}

enum PaymentPreviews: PreviewProvider {
    static var previews: any View { paymentModules.isolate { PaymentView() } }
}
