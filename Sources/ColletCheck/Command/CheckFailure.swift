/// The reason why nothing could be checked, in one line.
struct CheckFailure: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
