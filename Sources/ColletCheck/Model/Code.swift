/// What the compiler calls a declaration, wherever it is named.
typealias USR = String

/// A piece of code that runs when something calls it.
package enum Code: Hashable {
    /// Where the program starts, and whatever calls what nobody is seen to call.
    case start
    case declaration(String)
    /// The closure that a call of the library's takes, by the place of the call.
    case closure(Place)
}
