/// Why nothing could be checked, in one line, or what a check found.
package struct CheckFailure: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
