// A wrapper is a variable, which holds its value.
import Collet

protocol Clock: Sendable {}

final class Model {
    @Inject let constant: any Clock  // error: property wrapper can only be applied to a 'var'
    @Inject var right: any Clock
    @Inject weak var other: Model?  // error: property 'other' with a wrapper cannot also be weak
    init() {}
}
