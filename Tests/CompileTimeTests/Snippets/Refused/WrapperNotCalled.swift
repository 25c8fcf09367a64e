// A constant holds the wrapper, which is called for its value: `api().get()`.
import Collet

protocol API: Sendable {
    func get() -> String
}

final class Report: Sendable {
    private let api = Inject<any API>()
    func text() -> String { api.get() }  // error: type 'Inject<any API>' has no member 'get'
}
