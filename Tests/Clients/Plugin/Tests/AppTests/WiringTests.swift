import ColletCheck
import Testing

@Test func everythingIsWired() throws { try checkDependencies() }
