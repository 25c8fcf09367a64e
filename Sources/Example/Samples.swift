/// Four objects that need each other, from the plain one up to the view controller.
protocol SampleModuleType {
    func component() -> any SomeObjectType
    func component() -> any AnotherObjectType
    func component() -> any SomeViewModelType
    func component() -> any SomeViewControllerType
    func test() -> String
}

/// A module may have settings: the app registers a second one under the name "abc".
struct SampleModule: SampleModuleType {
    var value = ""

    func component() -> any SomeObjectType { SomeObject() }

    func component() -> any AnotherObjectType { AnotherObject(some: component()) }

    func component() -> any SomeViewModelType {
        SomeViewModel(some: component(), another: component())
    }

    func component() -> any SomeViewControllerType {
        SomeViewController(some: component(), another: component())
    }

    func test() -> String { "SampleModule.test()\(value)" }
}

// MARK: - Components

protocol SomeObjectType {
    func testAbc() -> String
}

protocol AnotherObjectType {
    func testXyz() -> String
}

protocol SomeViewModelType {
    func testLmn() -> String
    func testLmnNested() -> String
}

protocol SomeViewControllerType {
    func testRst() -> String
    func testRstNested() -> String
}

struct SomeObject: SomeObjectType {
    func testAbc() -> String { "SomeObject.testAbc" }
}

struct AnotherObject: AnotherObjectType {
    let some: any SomeObjectType

    func testXyz() -> String { "AnotherObject.testXyz|\(some.testAbc())" }
}

struct SomeViewModel: SomeViewModelType {
    let some: any SomeObjectType
    let another: any AnotherObjectType

    func testLmn() -> String { "SomeViewModel.testLmn|\(some.testAbc())" }

    func testLmnNested() -> String { "SomeViewModel.testLmnNested|\(another.testXyz())" }
}

final class SomeViewController: SomeViewControllerType {
    private let some: any SomeObjectType
    private let another: any AnotherObjectType

    init(some: any SomeObjectType, another: any AnotherObjectType) {
        self.some = some
        self.another = another
    }

    func testRst() -> String { "SomeViewController.testRst|\(some.testAbc())" }

    func testRstNested() -> String { "SomeViewController.testRstNested|\(another.testXyz())" }
}
