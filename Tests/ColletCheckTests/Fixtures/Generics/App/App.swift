import Collet

protocol Model: Sendable {}
struct HomeModel: Model {}
struct CartModel: Model {}
struct Cache<Key, Value>: Sendable {}

class Base<M> {
    @Inject var model: M
    func make() -> M { Resolver.resolve() }
}
extension Base { func name() -> String { "\(model)" } }
final class Home: Base<HomeModel> {}
final class Cart: Base<CartModel> {}

// Also by way of other generic types, and in parts of a type.
class Middle<First, T>: Both<T, First> {}
class Both<K, V> { @Inject var cache: Cache<K, V> }
final class Last: Middle<Int, String> {}

// What an associated type is, each type says for itself.
protocol HasModel { associatedtype Content }
extension HasModel { func content() -> Content { Resolver.resolve() } }
struct HomeScreen: HasModel { typealias Content = HomeModel }
struct CartScreen: HasModel { typealias Content = CartModel }
struct MapScreen {}
extension MapScreen: HasModel { typealias Content = [Int: CartModel] }

// Which type a call means only the compiler knows.
final class Inferred<T> {
    @Inject var value: T
    init(_ type: T.Type) {}
}

final class Begun<T> {
    @Inject var value: T
    init(_ type: T.Type) {}
}

let app = Dependencies {
    Module { HomeModel() }
    Module { Cache<Int, String>() }
}

@main
struct Main {
    static func main() {
        app.build()
        settings.build()
        print(Home(), Cart(), Last(), HomeScreen().content(), CartScreen().content())
        print(MapScreen().content(), Count().value("count"), Title().value("title"))
        print(Inferred(HomeModel.self), Inferred<HomeModel>.self, Perhaps<Int>(), Perhaps<Int>())
        print(Begun.init(HomeModel.self), Begun<HomeModel>.self)
    }
}

// What can't be told of one kind of it, can't be told of the other.
class Setting<T> { func value(_ name: String) -> T { Resolver.resolve(name: name) } }
final class Count: Setting<Int> {}
final class Title: Setting<String> {}
let settings = Dependencies {
    Module("count") { 1 }
    Module("title") { "" }
}

// Whoever uses a type twice asks once.
final class Perhaps<Value>: Base<Value?> {}

// What is associated unless a type says otherwise.
struct PageModel {}
protocol Page { associatedtype Content = PageModel }
extension Page { var content: Content { Resolver.resolve() } }
struct FirstPage: Page {}
