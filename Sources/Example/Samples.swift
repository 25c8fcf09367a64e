import Collet

/// Four objects that need each other. Components may also be of concrete types.
protocol SampleModuleType: ComponentFactory {
    func component() -> SomeObject
    func component() -> AnotherObject
    func component() -> SomeViewModel
    func component() -> SomeViewController
    func test() -> String
}

/// A module may have settings: the app registers a second one under the name "abc".
struct SampleModule: SampleModuleType {
    var value = ""

    func component() -> SomeObject { SomeObject() }

    func component() -> AnotherObject { AnotherObject(some: component()) }

    func component() -> SomeViewModel { SomeViewModel(another: component()) }

    func component() -> SomeViewController { SomeViewController(another: component()) }

    func test() -> String { "SampleModule.test()\(value)" }
}

final class SampleScreen {
    @Inject private var samples: any SampleModuleType
    @Inject("abc") private var namedSamples: any SampleModuleType

    private lazy var anotherObject: AnotherObject = samples.component()
    private lazy var viewModel: SomeViewModel = samples.component()
    private lazy var viewController: SomeViewController = samples.component()

    func show() {
        print(samples.test())
        print(namedSamples.test())
        print(anotherObject.testXyz())
        print(viewModel.testLmnNested())
        print(viewController.testRstNested())
    }
}

// MARK: - Components

struct SomeObject {
    func testAbc() -> String { "SomeObject.testAbc" }
}

struct AnotherObject {
    let some: SomeObject

    func testXyz() -> String { "AnotherObject.testXyz|\(some.testAbc())" }
}

struct SomeViewModel {
    let another: AnotherObject

    func testLmnNested() -> String { "SomeViewModel.testLmnNested|\(another.testXyz())" }
}

struct SomeViewController {
    let another: AnotherObject

    func testRstNested() -> String {
        "SomeViewController.testRstNested|\(another.testXyz())"
    }
}
