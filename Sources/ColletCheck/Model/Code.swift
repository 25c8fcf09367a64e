/// What the compiler calls a declaration, wherever it is named.
package typealias USR = String

extension USR {
    /// Whether the standard library declares it.
    var isOfStandardLibrary: Bool { hasPrefix("s:s") || hasPrefix("s:S") }
}

/// A piece of code that runs when something calls it.
package enum Code: Hashable {
    /// Where the program starts, and whatever calls what nobody is seen to call.
    case start
    /// Where tests start.
    case testing
    /// The closures of `perform`. Containers are not told apart: what one has, all of
    /// them have, but for those of tests.
    case performing(isInTests: Bool)
    /// A function, or the accessors and the value of a variable that no object stores.
    case function(USR)
    /// What a function, or a type, runs in tasks of their own, which no override is in.
    case task(USR)
    /// What a class has of a member that all its subclasses override; nothing runs it.
    case replaced(USR)
    /// A type's initializers, and what its objects store.
    case type(USR)
    /// The closure that a call of the library's takes, by the place of the call.
    case closure(Place)

    var isPerforming: Bool {
        if case .performing = self { return true }
        return false
    }
}
