import Collet

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

    func component() -> any SomeViewModelType { SomeViewModel(another: component()) }

    func component() -> any SomeViewControllerType { SomeViewController(another: component()) }

    func test() -> String { "SampleModule.test()\(value)" }
}

final class SampleScreen {
    @Inject private var samples: any SampleModuleType
    @Inject("abc") private var namedSamples: any SampleModuleType

    private lazy var anotherObject: any AnotherObjectType = samples.component()
    private lazy var viewModel: any SomeViewModelType = samples.component()
    private lazy var viewController: any SomeViewControllerType = samples.component()

    func show() {
        print(samples.test())
        print(namedSamples.test())
        print(anotherObject.testXyz())
        print(viewModel.testLmnNested())
        print(viewController.testRstNested())
    }
}

// MARK: - Components

protocol SomeObjectType {
    func testAbc() -> String
}

protocol AnotherObjectType {
    func testXyz() -> String
}

protocol SomeViewModelType {
    func testLmnNested() -> String
}

protocol SomeViewControllerType {
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
    let another: any AnotherObjectType

    func testLmnNested() -> String { "SomeViewModel.testLmnNested|\(another.testXyz())" }
}

struct SomeViewController: SomeViewControllerType {
    let another: any AnotherObjectType

    func testRstNested() -> String { "SomeViewController.testRstNested|\(another.testXyz())" }
}
