// What is static is everybody's, so its type is `Sendable`.
import Collet

protocol Clock {}

enum Services {
    static let clock = Inject<any Clock>()  // error: 'clock' is not concurrency-safe because
}
