import Collet
import Testing

@testable import App

/// What a test overrides with, no container of the program has.
@Test func runs() {
    Dependencies {
        app
        Module("argument") { 1 }
    }
    .override { Command().run() }
}
