// A test's file imports the library, too.
import Testing

@Test func works() {
    _ = Module { 1 }  // error: cannot find 'Module' in scope
}
