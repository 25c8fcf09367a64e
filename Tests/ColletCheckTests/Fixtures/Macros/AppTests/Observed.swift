import Collet
import Observation

/// The macro copies what the properties start with.
@Observable final class Observed {
    var module = Module("observed") { S() as any P }
    var inject = Inject<any P>("observed")
}
