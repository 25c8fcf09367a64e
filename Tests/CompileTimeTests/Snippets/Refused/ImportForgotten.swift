// Who injects imports the library.
protocol Clock: Sendable {}

final class Watch {
    @Inject var clock: any Clock  // error: unknown attribute 'Inject'
    init() {}
}
