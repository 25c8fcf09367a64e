import Collet

protocol WidgetModuleType: Sendable {
    func component() -> any ViewModel
}

/// A module whose component is a graph of thirteen objects.
struct WidgetModule: WidgetModuleType {
    func component() -> any ViewModel { WidgetViewModel(component(), component()) }
    func component() -> any Worker { WidgetWorker(component(), component()) }
    func component() -> any Store { RealmStore(component(), component()) }
    func component() -> any Remote { NetworkRemote(component(), component()) }
    func component() -> any Client { HTTPClient(component(), component()) }
    func component() -> any Tracker { WidgetTracker(component(), component()) }
    func component() -> any Cache { WidgetCache() }
    func component() -> any Database { WidgetDatabase() }
    func component() -> any Encoder { JSONEncoder() }
    func component() -> any Decoder { JSONDecoder() }
    func component() -> any Connection { TCPConnection() }
    func component() -> any RetryPolicy { ThreeAttempts() }
    func component() -> any Log { FileLog() }
}

/// The same module, whose components are unique within their graph.
struct ScopedWidgetModule: WidgetModuleType {
    private let scope = Scope()

    func component() -> any ViewModel {
        scope.graph { WidgetViewModel(component(), component()) }
    }
    func component() -> any Worker {
        scope.graph { WidgetWorker(component(), component()) }
    }
    func component() -> any Store { scope.graph { RealmStore(component(), component()) } }
    func component() -> any Remote {
        scope.graph { NetworkRemote(component(), component()) }
    }
    func component() -> any Client {
        scope.graph { HTTPClient(component(), component()) }
    }
    func component() -> any Tracker {
        scope.graph { WidgetTracker(component(), component()) }
    }
    func component() -> any Cache { scope.graph { WidgetCache() } }
    func component() -> any Database { scope.graph { WidgetDatabase() } }
    func component() -> any Encoder { scope.graph { JSONEncoder() } }
    func component() -> any Decoder { scope.graph { JSONDecoder() } }
    func component() -> any Connection { scope.graph { TCPConnection() } }
    func component() -> any RetryPolicy { scope.graph { ThreeAttempts() } }
    func component() -> any Log { scope.graph { FileLog() } }
}

protocol ViewModel {}
protocol Worker {}
protocol Store {}
protocol Remote {}
protocol Client {}
protocol Tracker {}
protocol Cache {}
protocol Database {}
protocol Encoder {}
protocol Decoder {}
protocol Connection {}
protocol RetryPolicy {}
protocol Log {}

/// An object that takes two others in its initializer.
class Pair<A, B> {
    private let others: (A, B)

    init(_ first: A, _ second: B) { others = (first, second) }
}

final class WidgetViewModel: Pair<any Worker, any Tracker>, ViewModel {}
final class WidgetWorker: Pair<any Store, any Remote>, Worker {}
final class RealmStore: Pair<any Database, any Encoder>, Store {}
final class NetworkRemote: Pair<any Client, any Decoder>, Remote {}
final class HTTPClient: Pair<any Connection, any RetryPolicy>, Client {}
final class WidgetTracker: Pair<any Cache, any Log>, Tracker {}
final class WidgetCache: Cache { private let capacity = 100 }
final class WidgetDatabase: Database { private let name = "widgets" }
final class JSONEncoder: Encoder { private let version = 1 }
final class JSONDecoder: Decoder { private let version = 1 }
final class TCPConnection: Connection { private let host = "example.org" }
final class ThreeAttempts: RetryPolicy { private let attempts = 3 }
final class FileLog: Log { private let label = "widgets" }
