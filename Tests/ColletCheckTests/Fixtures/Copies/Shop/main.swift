import Core

// What the other copy has, this one doesn't know.
final class Basket {
    @Inject private var prices: any PriceList
    func total() { print(prices) }
}
start()
cheapest()
Basket().total()
