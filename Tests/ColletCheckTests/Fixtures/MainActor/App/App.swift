import Collet
import Foundation

protocol Home: AnyObject {}
@MainActor final class HomeModel: Home { nonisolated static func made() -> Plain { Plain() } }
final class Plain: Home {}
protocol Log: Sendable {}
struct Console: Log {}

let app = Dependencies {
    Module.mainActor { HomeModel() as any Home }
    Module.mainActor("both") { HomeModel() as any Home }
    Module("both") { HomeModel.made() as any Home }
    Module { Console() as any Log }
    Module.mainActor(.shared, "kept") { HomeModel() }
    Module.mainActor(.shared, "alone") { HomeModel() }
}

// Certainly off the main actor.
actor Sync {
    @Inject var home: any Home
    @Inject var all: [any Home]
    @Inject("both") var both: any Home
    func run() { print(home, all, both) }
    func again() { print(home, all, both) }
    func ask() { print(Resolver.resolve((any Home).self)) }
}
struct Worker: Equatable, Sendable {
    nonisolated func said() { print(Resolver.resolve((any Home).self)) }
    @concurrent func concurrent() async { print(Resolver.resolve((any Home).self)) }
    // Which one is meant, nobody knows here.
    func named(_ name: String) async { print(Resolver.resolve(HomeModel.self, name: name)) }
    func plain() async {
        @Inject var home: any Home
        print(home, said())
        helper()
        print(Resolver.resolve((any Log).self))
    }
    private func helper() { print(Resolver.resolve((any Home).self)) }
}
@MainActor func detach() {
    Task.detached { print(Resolver.resolve((any Home).self)) }
    Task.detached(priority: .high) { print(Resolver.resolve((any Home).self)) }
}

// On the main actor, or perhaps.
@MainActor final class Screen {
    @Inject var home: any Home
    func show() async { print(home, Resolver.resolve((any Home).self)) }
    func later() { Task { print(Resolver.resolve((any Home).self)) } }
    func detach() {
        Task.detached { @MainActor in print(Resolver.resolve((any Home).self)) }
        Task.detached { await MainActor.run { print(Resolver.resolve((any Home).self)) } }
    }
}
@MainActor class Base {}
final class Derived: Base { func show() async { print(Resolver.resolve((any Home).self)) } }
final class Coordinator {
    @Inject var home: any Home
    func start() { print(home, Resolver.resolve((any Home).self, name: "both")) }
    func both() { start() }
}
@MainActor protocol Showing { func show() async }
struct Shown: Showing { func show() async { print(Resolver.resolve((any Home).self)) } }
extension Screen { func more() async { print(Resolver.resolve((any Home).self)) } }

struct Sender {
    nonisolated(nonsending) func send() async { print(Resolver.resolve((any Home).self)) }
}
@MainActor extension Worker { func shown() async { print(Resolver.resolve((any Home).self)) } }
final class Listener: NSObject { func listen() async { print(Resolver.resolve((any Home).self)) } }
protocol Refreshing { func refresh() }
struct Refresher: Refreshing { func refresh() { print(Resolver.resolve((any Home).self)) } }
func refreshAll() async {
    Refresher().refresh()
    await MainActor.run { (Refresher() as any Refreshing).refresh() }
}

@main
struct Main {
    @MainActor static func main() async {
        app.build()
        await Sync().run()
        await Worker().plain()
        Coordinator().both()
        print(Screen())
    }
}

// A conformance in an extension isolates what stands there, and nothing else of the type.
struct Apart {
    func show() async { print(Resolver.resolve((any Home).self)) }
    func other() async { print(Resolver.resolve((any Home).self)) }
}
extension Apart: Showing {}
struct Beside {}
extension Beside: Showing { func show() async { print(Resolver.resolve((any Home).self)) } }

@MainActor final class Loader {
    nonisolated init() async { print(Resolver.resolve((any Home).self)) }
}
// A builder isolates nothing.
@resultBuilder enum ListBuilder { static func buildBlock(_ text: String...) -> [String] { text } }
@ListBuilder func list() -> [String] { "\(Resolver.resolve((any Home).self))" }

@globalActor actor Database { static let shared = Database() }
@Database func load() { print(Resolver.resolve((any Home).self)) }
@Database struct Store { func load() { print(Resolver.resolve((any Home).self)) } }
func start() async {
    await withTaskGroup(of: Void.self) { group in
        group.addTask { print(Resolver.resolve((any Home).self)) }
    }
    DispatchQueue.global().async { print(Resolver.resolve((any Home).self)) }
    // On the main actor, or perhaps.
    @MainActor func local() { print(Resolver.resolve((any Home).self)) }
    await local()
    DispatchQueue.main.async { print(Resolver.resolve((any Home).self)) }
    print(Resolver.resolve(HomeModel.self, name: "kept"))
    print(Resolver.resolve(HomeModel.self, name: "alone"))
}
func stay(on actor: isolated MainActor) async { print(Resolver.resolve((any Home).self)) }
@MainActor let kept: HomeModel = Resolver.resolve(name: "kept")

// What is not isolated and not asynchronous runs where it is called.
struct Everywhere {
    nonisolated func here() { print(Resolver.resolve((any Home).self)) }
    nonisolated func there() async { print(Resolver.resolve((any Home).self)) }
}
@MainActor func callHere() { Everywhere().here() }
@MainActor func wait() async { await hand() }
@usableFromInline func attributed() async { print(Resolver.resolve((any Home).self)) }
@MainActor @available(macOS 15, *)
func waitLonger() async { print(Resolver.resolve((any Home).self)) }
nonisolated func hand(_ home: any Home = Resolver.resolve()) async {}

// An actor isolates no initializer that nothing waits for, and no static function.
actor Opening {
    init() { print(Resolver.resolve((any Home).self)) }
    // It is off the main actor once there is an instance.
    init(later: Bool) async { print(Resolver.resolve((any Home).self)) }
    static func open() { print(Resolver.resolve((any Home).self)) }
    static func wait() async { print(Resolver.resolve((any Home).self)) }
}
@MainActor func openHere() { print(Opening(), Opening.open()) }
func openThere() async { print(await Opening(later: true), await Opening.wait()) }
// A function that calls itself runs where others call it.
func again() { Bool.random() ? again() : print(Resolver.resolve((any Home).self)) }
func uncalled() { Bool.random() ? uncalled() : print(Resolver.resolve((any Home).self)) }
func startAgain() { Task.detached { again() } }

// Who reads what the main actor has waits for it.
@MainActor final class Owner { @Inject("kept") var model: HomeModel }
func read(_ owner: Owner) async { print(await owner.model) }

// An optional is for the same value; who asks for it on the main actor makes that, too.
actor Options {
    @Inject var home: (any Home)?
    @Inject("alone") var alone: HomeModel?
    @Inject("kept") var kept: HomeModel?
    @Inject("both") var both: (any Home)?
    func run() { print(home as Any, alone as Any, kept as Any, both as Any) }
}

// It is read on the main actor, or perhaps, and certainly off it, too: there it is told.
struct Mixed {
    @Inject var home: any Home
    func show() { print(home) }
}
@MainActor func showMixed() { Mixed().show() }
@concurrent func showMixedElsewhere() async { Mixed().show() }
func detachMixed() { Task.detached { print(Mixed().home) } }
// A task of a function that runs anywhere.
func refreshLater() { Task { print(Resolver.resolve((any Home).self)) } }
