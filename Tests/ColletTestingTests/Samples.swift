// The samples in the traits' documentation and in the guide's page on testing, word for
// word: `SamplesTests` compares them.

import Collet
import ColletTesting
import Synchronization
import Testing
import XCTest

// MARK: Documentation comments

protocol Shop: Sendable {
    func price(of item: String) -> Int
    func order(_ items: [String])
}

protocol TaxRate: Sendable {
    var percent: Int { get }
}

@MainActor final class BasketModel {
    @Inject private var shop: any Shop
    @Inject private var taxRate: any TaxRate
    private(set) var items: [String] = []

    func add(_ item: String) { items.append(item) }

    func order() {
        shop.order(items)
        items = []
    }

    var total: Int {
        let net = items.map(shop.price).reduce(0, +)
        return net + net * taxRate.percent / 100
    }
}

let app = Dependencies {
    Module(.shared) { OnlineShop() as any Shop }
    Module { StandardRate() as any TaxRate }
}

final class OnlineShop: Shop {
    func price(of item: String) -> Int {
        preconditionFailure("Tests stay off the network.")
    }
    func order(_ items: [String]) { preconditionFailure("Tests stay off the network.") }
}

struct StandardRate: TaxRate {
    let percent = 20
}

final class FakeShop: Shop {
    private let orders = Mutex<[[String]]>([])

    var received: [[String]] { orders.withLock { $0 } }

    func price(of item: String) -> Int { 100 }
    func order(_ items: [String]) { orders.withLock { $0.append(items) } }
}

struct FixedRate: TaxRate {
    let percent: Int
}

@MainActor
@Suite(
    .dependencies {
        Module(.shared) { FakeShop() as any Shop }
        Module { FixedRate(percent: 0) as any TaxRate }
    }
)
struct BasketTests {
    let model = BasketModel()

    @Test func basketsAreEmptyAtFirst() {
        #expect(model.items.isEmpty)
    }

    @Test(arguments: 1...3)
    func everyItemHasItsPrice(count: Int) {
        for _ in 1...count { model.add("pear") }
        #expect(model.total == count * 100)
    }

    @Test(.overrides { Module { FixedRate(percent: 10) as any TaxRate } })
    func totalsIncludeTaxes() {
        model.add("pear")
        #expect(model.total == 110)
    }
}

@Test(.dependencies { Module { FixedRate(percent: 10) as any TaxRate } })
func taxRatesAreGiven() {
    #expect(Resolver.resolve((any TaxRate).self).percent == 10)
}

struct LayeredTests {
    @Test(.overrides { Module { FixedRate(percent: 0) as any TaxRate } })
    func taxRatesAreReplaced() {
        #expect(Resolver.resolve((any TaxRate).self).percent == 0)
    }
}

// MARK: The guide

protocol Mail: Sendable {
    func send(_ text: String)
}

struct LiveMail: Mail {
    func send(_ text: String) { fatalError("Tests stay off the network.") }
}

final class SignUp {
    @Inject private var mail: any Mail
    func finish() { mail.send("welcome") }
}

final class FakeMail: Mail {
    private let texts = Mutex<[String]>([])
    var sent: [String] { texts.withLock { $0 } }
    func send(_ text: String) { texts.withLock { $0.append(text) } }
}

let oneForEach = Dependencies {
    Module(.shared) { FakeMail() }  // runs once for each test
    Module { Resolver.resolve(FakeMail.self) as any Mail }
}

@Test(
    .dependencies {
        Module(.shared) { FakeMail() }
        Module { Resolver.resolve(FakeMail.self) as any Mail }
    }
)
func signingUpSendsAWelcome() {
    SignUp().finish()
    #expect(Resolver.resolve(FakeMail.self).sent == ["welcome"])
}

struct NetworkTests {
    static let app = Dependencies {
        Module(.shared) { LiveMail() as any Mail }
    }

    @Test(
        .dependencies {
            app
            Module { FakeMail() as any Mail }
        }
    )
    func signingUpNeedsNoNetwork() { SignUp().finish() }
}

@Suite(.dependencies(oneForEach))
struct SignUpTests {
    let signUp = SignUp()

    @Test func mailIsSentAtTheEnd() {
        #expect(Resolver.resolve(FakeMail.self).sent.isEmpty)
        signUp.finish()
        #expect(Resolver.resolve(FakeMail.self).sent == ["welcome"])
    }

    @Test(.overrides { Module { LoudMail() as any Mail } })
    func anyMailWillDo() { signUp.finish() }
}

struct LoudMail: Mail {
    func send(_ text: String) { print(text.uppercased()) }
}

final class SignUpXCTests: XCTestCase {
    override func invokeTest() { oneForEach.isolate { super.invokeTest() } }

    func testSignUpSendsAWelcome() {
        SignUp().finish()
        XCTAssertEqual(Resolver.resolve(FakeMail.self).sent, ["welcome"])
    }
}
