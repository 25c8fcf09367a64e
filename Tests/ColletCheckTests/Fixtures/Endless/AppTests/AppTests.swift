import Testing

@testable import App

struct MockNibs: NibModuleType { func component() -> Nib { Nib() } }
@Test func mocks() { let nib: Nib = MockNibs().component(); print(nib) }
