// The samples of the documentation, word for word: `SamplesTests` compares them.

import Collet
import ColletTesting
import Synchronization
import Testing
import XCTest

// MARK: The app

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

// MARK: The fakes

final class FakeShop: Shop {
    private let orders = Mutex<[[String]]>([])

    var received: [[String]] { orders.withLock { $0 } }

    func price(of item: String) -> Int { 100 }
    func order(_ items: [String]) { orders.withLock { $0.append(items) } }
}

struct FixedRate: TaxRate {
    let percent: Int
}

// MARK: Test a view model

struct BasketModelTests {
    @MainActor
    @Test(
        .dependencies {
            Module { FakeShop() as any Shop }
            Module { FixedRate(percent: 10) as any TaxRate }
        }
    )
    func totalsIncludeTaxes() {
        let model = BasketModel()
        model.add("pear")
        #expect(model.total == 110)
    }

    @MainActor
    @Test(
        .dependencies {
            let shop = FakeShop()
            Module { shop }
            Module { shop as any Shop }
        }
    )
    func ordersReachTheShop() {
        let model = BasketModel()
        model.add("pear")
        model.order()
        #expect(Resolver.resolve(FakeShop.self).received == [["pear"]])
    }
}

// MARK: Isolate a suite

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

// MARK: Replace one module of the app

@MainActor
@Test(
    .dependencies {
        app
        Module { FakeShop() as any Shop }
    }
)
func theAppAddsTheStandardTaxes() {
    let model = BasketModel()
    model.add("pear")
    #expect(model.total == 120)
}

// MARK: Modules that a test doesn't use

@Test(
    .dependencies(reportsUnused: false) {
        Module { FakeShop() as any Shop }
        Module { FixedRate(percent: 10) as any TaxRate }
    }
)
func taxesAreTenPercent() {
    #expect(Resolver.resolve((any TaxRate).self).percent == 10)
}

// MARK: XCTest

final class TaxRateTests: XCTestCase {
    override func invokeTest() {
        Dependencies { Module { FixedRate(percent: 10) as any TaxRate } }
            .isolate { super.invokeTest() }
    }

    func testTaxesAreTenPercent() {
        XCTAssertEqual(Resolver.resolve((any TaxRate).self).percent, 10)
    }

    func testTasksGetTheModules() async {
        await Task.yield()
        XCTAssertEqual(Resolver.resolve((any TaxRate).self).percent, 10)
    }
}

@MainActor
final class BasketModelXCTests: XCTestCase {
    private var model: BasketModel!

    override func invokeTest() {
        Dependencies {
            Module { FakeShop() as any Shop }
            Module { FixedRate(percent: 10) as any TaxRate }
        }
        .isolate { super.invokeTest() }
    }

    override func setUp() async throws { model = BasketModel() }

    func testTotalsIncludeTaxes() async {
        model.add("pear")
        XCTAssertEqual(model.total, 110)
    }
}

final class OrderTests: XCTestCase {
    func testTheShopGetsTheOrder() {
        Dependencies { Module(.shared) { FakeShop() as any Shop } }.isolate {
            Resolver.resolve((any Shop).self).order(["pear"])
            XCTAssertEqual(Dependencies.unused, [])
        }
    }
}

// MARK: Documentation comments

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
