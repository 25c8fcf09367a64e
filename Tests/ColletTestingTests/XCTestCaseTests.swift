import Collet
import XCTest

/// Cases of XCTest isolate all their tests in `invokeTest`.
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
