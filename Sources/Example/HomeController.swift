import Collet

/// The first screen. It asks for modules, and takes its components from them.
final class HomeController {
    @Inject private var widgets: any WidgetModuleType
    @Inject private var samples: any SampleModuleType
    @Inject("abc") private var namedSamples: any SampleModuleType
    @Inject private var session: any SessionType

    private lazy var worker: any WidgetWorkerType = widgets.component()
    private lazy var someObject: any SomeObjectType = samples.component()
    private lazy var anotherObject: any AnotherObjectType = samples.component()
    private lazy var viewModel: any SomeViewModelType = samples.component()
    private lazy var viewController: any SomeViewControllerType = samples.component()

    func show() {
        print(widgets.test())
        print(samples.test())
        print(namedSamples.test())
        print(worker.fetch(id: 3))
        print(someObject.testAbc())
        print(anotherObject.testXyz())
        print(viewModel.testLmn())
        print(viewModel.testLmnNested())
        print(viewController.testRst())
        print(viewController.testRstNested())
    }

    /// The network module reads the same session, because there is one.
    func open(widget id: Int, as user: String) {
        session.signIn(as: user)
        let widget: any WidgetViewModelType = widgets.component(id: id)
        print(widget.title)
        print(widget.refresh())
        print(UserPhotoViewModel(user: session.user).caption)
    }
}
