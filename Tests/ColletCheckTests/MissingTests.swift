import Testing

@testable import ColletCheck

/// Requests of a program that nothing answers.
struct MissingTests {
    private static let types = """
        protocol Clock: Sendable {}
        struct Fixed: Clock {}
        struct Log: Sendable {}

        """

    @Test(arguments: [
        // A key that is registered on every way isn't missing.
        """
        Dependencies { Module { Fixed() as any Clock } }.build()
        final class Feed { @Inject var clock: any Clock }
        _ = Feed().clock
        """,
        """
        let app = Dependencies { Module { Log() } }
        app.build()
        final class Feed {
            @Inject var clock: any Clock //: error: nothing is registered for Clock, needed by Feed; to fix, add to 'app' (main.swift:5): Module { … as any Clock }
        }
        _ = Feed().clock
        """,
        // Another name, or another type, may have been meant.
        """
        Dependencies { Module("winter") { Fixed() as any Clock } }.build()
        let clock: any Clock = Resolver.resolve(name: "wintre") //: error: nothing is registered for Clock named "wintre"; to fix, ask for "winter", or write "wintre" where Clock named "winter" is registered (main.swift:5)
        """,
        """
        Dependencies { Module { Fixed() } }.build()
        let clock: any Clock = Resolver.resolve() //: error: nothing is registered for Clock; to fix, write 'as any Clock' where Fixed is registered (main.swift:5)
        """,
        // In a generic helper, the type can only be written where it is called.
        """
        func bind<T>(_ make: @escaping @Sendable () -> T) -> Module {
            Module { make() }
        }
        Dependencies { bind { Fixed() } }.build()
        let clock: any Clock = Resolver.resolve() //: error: nothing is registered for Clock; to fix, write 'as any Clock' where Fixed is registered (main.swift:8)
        """,
        """
        Dependencies { Module { Fixed() as any Clock } }.build()
        let clock: Fixed = Resolver.resolve() //: error: nothing is registered for Fixed; to fix, inject 'any Clock'
        """,
        // A default argument's block has no name.
        """
        func start(_ app: Dependencies = Dependencies { Module { Fixed() } }) { app.build() }
        start()
        let log: Log = Resolver.resolve() //: error: nothing is registered for Log; to fix, add to the block that is built (main.swift:5): Module { … as Log }
        """,
        // Another name is less likely meant than a function that isn't called.
        """
        @Sendable func make() -> Log { Log() }
        Dependencies { Module { make }; Module("loud") { Log() } }.build()
        _ = Resolver.resolve(Log.self, name: "loud")
        _ = Resolver.resolve(Log.self) //: error: nothing is registered for Log; to fix, call the function that is registered (main.swift:6)
        """,
        // A function of it is registered, or its name misspelt, or a container lacks it.
        """
        let make: @Sendable () -> Log = { Log() }
        Dependencies { Module { make }; Module("flie") { Fixed() } }.build()
        let log: Log = Resolver.resolve() //: error: nothing is registered for Log; to fix, call the function that is registered (main.swift:6)
        let one: Fixed = Resolver.resolve(name: "file") //: error: nothing is registered for Fixed named "file"; to fix, write "file" where Fixed named "flie" is registered (main.swift:6)
        let two: Fixed = Resolver.resolve(name: "file") //: error: nothing is registered for Fixed named "file"; to fix, write "file" where Fixed named "flie" is registered (main.swift:6)
        let container = Dependencies { Module("a") { 1 } }.makeContainer()
        container.perform { print(Resolver.resolve([Int: Int].self)) } //: error: nothing is registered for Dictionary<Int, Int>; to fix, add to the block that is built (main.swift:6) or, for this container alone, the container's block (main.swift:10): Module { … as Dictionary<Int, Int> }
        """,
        // With that type, its name would be missing.
        """
        Dependencies { Module("summer") { Fixed() } }.build()
        let clock: any Clock = Resolver.resolve(name: "winter") //: error: nothing is registered for Clock named "winter"; to fix, add to the block that is built (main.swift:5): Module("winter") { … as any Clock }
        """,
        """
        Dependencies { Module { Optional(Log()) } }.build()
        let log: Log = Resolver.resolve() //: error: nothing is registered for Log; to fix, unwrap it where it is registered, or inject 'Log?'
        """,
        // A type with other arguments is only meant if nobody asks for it.
        """
        struct Box<T>: Sendable {}
        Dependencies { Module { Box<Int>() } }.build()
        let box: Box<String> = Resolver.resolve() //: error: nothing is registered for Box<String>; to fix, write a value of type Box<String> where Box<Int> is registered (main.swift:6), or add to the block that is built (main.swift:6): Module { … as Box<String> }
        """,
        """
        struct Box<T>: Sendable {}
        Dependencies { Module { Box<Int>() } }.build()
        let one: Box<Int> = Resolver.resolve()
        let box: Box<String> = Resolver.resolve() //: error: nothing is registered for Box<String>; to fix, add to the block that is built (main.swift:6): Module { … as Box<String> }
        """,
        """
        protocol Store<Item>: Sendable { associatedtype Item }
        struct Texts: Store { typealias Item = String }
        Dependencies { Module { Texts() as any Store } }.build()
        let texts: any Store<String> = Resolver.resolve() //: error: nothing is registered for Store<String>; to fix, write 'as any Store<String>' where Store is registered (main.swift:7)
        """,
        // A loop's line also registers names that others ask for.
        """
        Dependencies { for name in ["asia", "europe"] { Module(name) { Log() } } }.build()
        let one: Log = Resolver.resolve(name: "europa") //: error: nothing is registered for Log named "europa"; to fix, ask for "europe", or add to the block that is built (main.swift:5): Module("europa") { … as Log }
        let two: Log = Resolver.resolve(name: "europa") //: error: nothing is registered for Log named "europa"; to fix, ask for "europe", or add to the block that is built (main.swift:5): Module("europa") { … as Log }
        """,
        // Names that are short, or only begin alike, aren't taken for misspelt ones.
        """
        Dependencies { Module("eu") { Log() }; Module("calibration.temp") { Log() } }.build()
        let one: Log = Resolver.resolve(name: "us") //: error: nothing is registered for Log named "us"; to fix, add to the block that is built (main.swift:5): Module("us") { … as Log }
        """,
        """
        Dependencies { Module("eu") { Log() }; Module("calibration.temp") { Log() } }.build()
        let one: Log = Resolver.resolve(name: "calibration.humidity") //: error: nothing is registered for Log named "calibration.humidity"; to fix, add to the block that is built (main.swift:5): Module("calibration.humidity") { … as Log }
        """,
        // A name may be written differently, or be part of another one.
        """
        Dependencies { Module("FR") { Log() }; Module("operator") { "Log" } }.build()
        let one: Log = Resolver.resolve(name: "fr") //: error: nothing is registered for Log named "fr"; to fix, ask for "FR", or write "fr" where Log named "FR" is registered (main.swift:5)
        """,
        """
        Dependencies { Module("operator") { Log() }; Module("host") { Log() } }.build()
        _ = Resolver.resolve(Log.self, name: "operator")
        let one: Log = Resolver.resolve(name: "operator.name") //: error: nothing is registered for Log named "operator.name"; to fix, ask for "operator", or add to the block that is built (main.swift:5): Module("operator.name") { … as Log }
        """,
        // Without a name, the only registration is meant, or the only one that nobody asks
        // for, unless it is the one that asks.
        """
        Dependencies { Module("host") { Log() } }.build()
        let one: Log = Resolver.resolve() //: error: nothing is registered for Log; to fix, ask for "host", or add to the block that is built (main.swift:5): Module { … as Log }
        """,
        """
        Dependencies { Module("host") { Log() } }.build()
        _ = Resolver.resolve(Log.self, name: "host")
        let one: Log = Resolver.resolve() //: error: nothing is registered for Log; to fix, add to the block that is built (main.swift:5): Module { … as Log }
        """,
        // Several requests may be meant to get one object, if it is one.
        """
        @MainActor protocol Basket {}
        final class Shelf: Basket {}
        struct Cart: Sendable { @MainActor init() { _ = Resolver.resolve((any Basket).self) } } //: error: nothing is registered for Basket; to fix, add to the block that is built (main.swift:8), with .shared if one instance serves all requests: Module.mainActor { … as any Basket }
        Dependencies { Module { Fixed() } }.build()
        _ = (Cart(), Resolver.resolve((any Basket).self)) //: error: nothing is registered for Basket; to fix, add to the block that is built (main.swift:8), with .shared if one instance serves all requests: Module.mainActor { … as any Basket }
        """,
        """
        final class Counter {}
        final class Session: Sendable {}
        Dependencies { Module { Log() } }.build()
        _ = (Resolver.resolve(Counter.self), Resolver.resolve(Counter.self)) //: error: nothing is registered for Counter; to fix, add to the block that is built (main.swift:7): Module { … as Counter } //: error: nothing is registered for Counter; to fix, add to the block that is built (main.swift:7): Module { … as Counter }
        _ = Resolver.resolve(Session.self) //: error: nothing is registered for Session; to fix, add to the block that is built (main.swift:7): Module { … as Session }
        """,
        // A helper's callers give it the block, or not.
        """
        func run(@DependenciesBuilder _ modules: () -> [Module], _ body: () -> Void) { Dependencies(modules).override(body) }
        func twice(@DependenciesBuilder _ modules: () -> [Module], _ body: () -> Void) { run(modules, body) }
        twice { Module(.shared) { Log() } } _: { _ = Resolver.resolve(Log.self) }
        twice {} _: { _ = Resolver.resolve(Log.self) } //: error: Log is registered only in another use of the same block (main.swift:7); to fix, add to the block of this use (main.swift:8): Module(.shared) { … as Log }
        """,
        """
        func session(@DependenciesBuilder _ modules: () -> [Module]) -> Dependencies.Container { Dependencies(modules).makeContainer() }
        session { Module { Log() } }.perform { _ = Resolver.resolve(Log.self) }
        session {}.perform { _ = Resolver.resolve(Log.self) } //: error: Log is registered only in another use of the same block (main.swift:6); to fix, add to the block of this use: Module { … as Log }
        """,
        """
        func run(_ isMine: Bool, _ body: () -> Void) { Dependencies { if isMine { Module { Log() } } }.override(body) }
        func twice(_ isMine: Bool, _ body: () -> Void) { run(isMine, body) }
        twice(true) { _ = Resolver.resolve(Log.self) }
        twice(false) { _ = Resolver.resolve(Log.self) } //: error: Log is registered on some ways only; to fix, register it without a condition (main.swift:5), or in the other branches, too
        """,
        """
        Dependencies { Module("host") { Log() }; Module("port") { Log() } }.build()
        let one: Log = Resolver.resolve() //: error: nothing is registered for Log; to fix, add to the block that is built (main.swift:5): Module { … as Log }
        """,
        """
        Dependencies { Module("host") { Log() }; Module("port") { Log() } }.build()
        _ = Resolver.resolve(Log.self, name: "host")
        let one: Log = Resolver.resolve() //: error: nothing is registered for Log; to fix, ask for "port", or add to the block that is built (main.swift:5): Module { … as Log }
        """,
        """
        Dependencies { Module("host") { Log() }; Module("port") { Log() } }.build()
        _ = (Resolver.resolve(Log.self, name: "host"), Resolver.resolve([Log].self))
        let one: Log = Resolver.resolve() //: error: nothing is registered for Log; to fix, add to the block that is built (main.swift:5): Module { … as Log }
        """,
        """
        struct Chain: Clock { @Inject var next: any Clock } //: error: nothing is registered for Clock, needed by Chain; to fix, add to the block that is built (main.swift:6): Module { … as any Clock }
        Dependencies { Module("chain") { Chain() as any Clock } }.build()
        let chain = Resolver.resolve((any Clock).self, name: "chain") as? Chain
        print(chain!.next)
        """,
        """
        struct Chain: Clock { @Inject("base") var next: any Clock } //: error: nothing is registered for Clock named "base", needed by Chain; to fix, add to the block that is built (main.swift:6): Module("base") { … as any Clock }
        Dependencies { Module { Chain() as any Clock } }.build()
        let chain = Resolver.resolve((any Clock).self) as? Chain
        print(chain!.next)
        """,
        // A registration without a name is also meant, with its type.
        """
        Dependencies { Module("raw") { Fixed() as any Clock }; Module { Fixed() } }.build()
        let clock: any Clock = Resolver.resolve() //: error: nothing is registered for Clock; to fix, write 'as any Clock' where Fixed is registered (main.swift:5)
        """,
        // It lives as long as others of its type.
        """
        Dependencies { Module(.shared, "host") { Log() } }.build()
        let one: Log = Resolver.resolve(name: "port") //: error: nothing is registered for Log named "port"; to fix, add to the block that is built (main.swift:5): Module(.shared, "port") { … as Log }
        """,
        // Code that runs at the end of a private value that can't be copied.
        """
        private struct Hold: ~Copyable {
            let count = 1
            deinit { _ = Resolver.resolve(Log.self) } //: warning: nothing is registered for Log, if it gets here; to fix, register it before this runs: Resolver.register { … as Log }
        }
        func hold() { print(Hold().count) }
        hold()
        """,
        // A private block.
        """
        private let app = Dependencies {}
        app.build()
        _ = Resolver.resolve(Log.self) //: error: nothing is registered for Log; to fix, add to 'app' (main.swift:5): Module { … as Log }
        """,
        """
        let now: @Sendable () -> Int = Resolver.resolve() //: error: nothing is registered for @Sendable () -> Int; to fix, register it before this runs: Resolver.register { { … } as @Sendable () -> Int }
        """,
        // Which of a dictionary's entries comes first is another with each run.
        """
        let routes = ["/": "root", "/users": "users"]
        func name(of path: String) -> String {
            for (prefix, name) in routes where path.hasPrefix(prefix) { return name }
            return "none"
        }
        Dependencies { Module("root") { Log() }; Module("none") { Log() } }.build()
        _ = Resolver.resolve(Log.self, name: name(of: "/users")) //: note: nothing is registered for Log named "users", if it gets here; to fix, add to the block that is built (main.swift:10): Module("users") { … as Log }
        """,
        // Some ways get there.
        """
        if CommandLine.arguments.count > 1 {
            _ = Resolver.resolve(Log.self) //: warning: nothing is registered for Log, if it gets here; to fix, register it before this runs: Resolver.register { … as Log }
        }
        """,
        """
        if CommandLine.arguments.count > 1 {
            _ = Resolver.resolve(Log.self) //: warning: Log is registered only after this asks for it (main.swift:8), if it gets here; to fix, call register() before this runs
        }
        Resolver.register { Log() }
        """,
        // One of two values doesn't decide a cast for both.
        """
        struct Moving: Clock {}
        let clock: any Clock = CommandLine.arguments.count > 1 ? Fixed() : Moving()
        if clock is Fixed {
            print(clock)
        } else {
            _ = Resolver.resolve(Log.self) //: warning: nothing is registered for Log, if it gets here; to fix, register it before this runs: Resolver.register { … as Log }
        }
        """,
        // A write on a way that returned isn't there if another way has thrown.
        """
        struct Broken: Error {}
        protocol Start { func start() throws }
        struct Live: Start { func start() throws { Resolver.register { Log() } } }
        struct Late: Start { func start() throws { throw Broken() } }
        let start: any Start = CommandLine.arguments.count > 1 ? Live() : Late()
        do { try start.start() } catch {}
        _ = Resolver.resolve(Log.self) //: note: Log may not be registered here; to fix, register it without a condition (main.swift:7), or in the other branches, too
        """,
        // Any element may be the one that was removed.
        """
        protocol Step { func run() }
        struct Walk: Step { func run() {} }
        struct Read: Step {
            func run() { _ = Resolver.resolve(Log.self) } //: warning: nothing is registered for Log, if it gets here; to fix, register it before this runs: Resolver.register { … as Log }
        }
        var steps: [any Step] = [Walk(), Read()]
        let index = CommandLine.arguments.count > 1 ? Int.random(in: 0..<2) : 1
        steps.remove(at: index).run()
        """,
        // A value is known where the ways meet, though one of them may throw.
        """
        struct Again: Error {}
        func name() throws -> String {
            if CommandLine.arguments.count > 9 { throw Again() }
            return "local"
        }
        func retry() -> String {
            while true { do { return try name() } catch { print("again") } }
        }
        Dependencies { Module("utc") { Log() } }.build()
        let log = Resolver.resolve(Log.self, name: retry()) //: error: nothing is registered for Log named "local"; to fix, add to the block that is built (main.swift:13): Module("local") { … as Log }
        """,
        // So is the value of a mutex.
        """
        import Synchronization
        Dependencies { Module("utc") { Log() } }.build()
        let name = Mutex("local")
        let used = name.withLock { $0 }
        let log = Resolver.resolve(Log.self, name: used) //: error: nothing is registered for Log named "local"; to fix, add to the block that is built (main.swift:6): Module("local") { … as Log }
        """,
        // An array also has modules that are registered further out, and has them first.
        """
        protocol Step { func run() }
        struct Walk: Step { func run() { _ = Resolver.resolve(Log.self) } }
        Dependencies { Module { Walk() as any Step } }.build()
        Dependencies { Module { Log() } }.override {
            for step in Resolver.resolve([any Step].self) { step.run() }
        }
        """,
        """
        protocol Step { func run() }
        struct Walk: Step { func run() {} }
        struct Read: Step {
            func run() { _ = Resolver.resolve(Log.self) } //: error: nothing is registered for Log; to fix, add to the block that is built (main.swift:10): Module { … as Log }
        }
        Dependencies { Module("a") { Walk() as any Step } }.build()
        Dependencies { Module("b") { Read() as any Step } }.override {
            Resolver.resolve([any Step].self)[1].run()
        }
        """,
        // One of several blocks may have modules that can't be told.
        """
        let modules = Mirror(reflecting: Log()).children.compactMap { $0.value as? Module }
        Dependencies { if CommandLine.arguments.count > 0 { modules } }.build()
        _ = Resolver.resolve((any Clock).self) //: note: cannot tell whether Clock is registered here
        """,
        // A function's variable names its block, whichever block it has.
        """
        @MainActor func start(_ isLive: Bool) {
            var app = Dependencies { Module { Fixed() } }
            if isLive { app = Dependencies { Module { Fixed() } } }
            app.build()
        }
        start(true)
        _ = Resolver.resolve(Log.self) //: error: nothing is registered for Log; to fix, add to 'app' (main.swift:6): Module { … as Log }
        """,
        // It can't be told whether it runs here, or which function does.
        """
        final class Probe { deinit { _ = Resolver.resolve(Log.self) } } //: note: this may ask for Log before it is registered
        var probe: Probe? = Probe()
        probe = nil
        Resolver.register { Log() }
        """,
        """
        let all = [1].lazy.map { _ in Resolver.resolve(Log.self) } //: note: this may ask for Log before it is registered
        Resolver.register { Log() }
        print(Array(all))
        """,
        """
        if CommandLine.arguments.count > 1 { Resolver.register { Log() } }
        _ = Resolver.resolve(Log.self) //: warning: Log is registered here on some ways only; to fix, register it without a condition (main.swift:5), or in the other branches, too
        """,
        // Some decoders make what they decode, but not all do.
        """
        import Foundation
        struct Note: Decodable {
            init(from decoder: any Decoder) { _ = Resolver.resolve(Log.self) } //: note: this may ask for Log before it is registered
        }
        _ = try? JSONDecoder().decode(Note.self, from: Data())
        Resolver.register { Log() }
        """,
        // A module that is registered on some ways may never be made.
        """
        struct Broken: Clock {
            init() { _ = Resolver.resolve(Log.self) } //: note: nothing is registered for Log, if it gets here; to fix, register it before this runs: Resolver.register { … as Log }
        }
        if CommandLine.arguments.count > 1 { Resolver.register { Broken() as any Clock } }
        """,
        // A task that runs off the main actor may come between even without a wait.
        """
        Resolver.register { Log() }
        Task.detached { Resolver.reset() }
        _ = Resolver.resolve(Log.self) //: note: Log may not be registered here; to fix, call register() again after reset() (main.swift:6)
        """,
        // A later one has nothing to do with it.
        """
        Resolver.register { Log() }
        if CommandLine.arguments.count > 1 { Resolver.reset() }
        _ = Resolver.resolve(Log.self) //: warning: Log is registered here on some ways only; to fix, call register() again after reset() (main.swift:6)
        Resolver.reset()
        """,
        // On the way that goes on, nothing has waited for the task.
        """
        final class Box: @unchecked Sendable { var isOn = false }
        let box = Box()
        @MainActor func start(_ waits: Bool) async {
            let task = Task { box.isOn = true }
            if waits { return await task.value }
            await Task.yield()
            if box.isOn { _ = Resolver.resolve(Log.self) } //: warning: nothing is registered for Log, if it gets here; to fix, register it before this runs: Resolver.register { … as Log }
        }
        await start(CommandLine.arguments.count > 1)
        """,
        // An object made in a turn of a loop ends with the turn, wherever it was used.
        """
        final class Token { var count = 0; deinit { Resolver.reset() } }
        Resolver.register { Log() }
        func run(_ all: [String]) {
            for one in all {
                let token = Token()
                if one == "x" { token.count += 1 }
                if one == "z" { print(one) }
            }
            _ = Resolver.resolve(Log.self) //: note: Log may not be registered here; to fix, call register() again after reset() (main.swift:5)
        }
        run(CommandLine.arguments)
        """,
        // It is registered elsewhere.
        """
        _ = Resolver.resolve(Log.self) //: error: Log is registered only after this asks for it (main.swift:6); to fix, call register() before this runs
        Resolver.register { Log() }
        """,
        """
        Dependencies { Module { Log() } }.override {}
        _ = Resolver.resolve(Log.self) //: error: Log is registered only in the closure of an override or isolation (main.swift:5); to fix, ask for it in the closure (main.swift:5), or register it before this runs: Resolver.register { … as Log }
        """,
        """
        Dependencies { Module { Log() } }.build()
        let preview = Dependencies {}
        preview.isolate {
            _ = Resolver.resolve(Log.self) //: error: Log is registered, but not in the isolation around this; to fix, add to 'preview' (main.swift:6): Module { … as Log }
        }
        """,
        """
        // What is added to a part of the app's block, the app has twice.
        let core = Dependencies { Module { Log() } }
        let preview = Dependencies {}
        Dependencies { core; preview }.build()
        preview.isolate {
            _ = Resolver.resolve(Log.self) //: error: Log is registered, but not in the isolation around this; to fix, isolate what registers it (main.swift:6), too
        }
        """,
        // It needs much of what is around it.
        """
        struct Screen { @Inject var log: Log; @Inject var clock: any Clock } //: error: Clock is registered, but not in the isolation around this, needed by Screen; to fix, override instead of isolating (main.swift:7) //: error: Log is registered, but not in the isolation around this, needed by Screen; to fix, override instead of isolating (main.swift:7)
        Dependencies { Module { Log() }; Module { Fixed() as any Clock } }.build()
        Dependencies {}.isolate {
            let screen = Screen()
            print(screen.clock, screen.log)
        }
        """,
        // The block has it on other ways.
        """
        func modules(_ isMine: Bool) -> Dependencies {
            Dependencies { if isMine { Module { Log() } } }
        }
        modules(true).isolate { _ = Resolver.resolve(Log.self) }
        modules(false).isolate { _ = Resolver.resolve(Log.self) } //: error: Log is registered on some ways only; to fix, register it without a condition (main.swift:6), or in the other branches, too
        """,
        // Each read makes a container of its own.
        """
        struct Session { var container: Dependencies.Container { Dependencies {}.makeContainer() } }
        let session = Session()
        session.container.perform { Resolver.register { Log() } }
        session.container.perform { _ = Resolver.resolve(Log.self) } //: error: Log is registered only in another container of the same block (main.swift:7); to fix, make the container (main.swift:5) once and hold it in a stored property, or register it in this one, too
        """,
        // The program has no block.
        """
        Resolver.register { Log() }
        let clock: any Clock = Resolver.resolve() //: error: nothing is registered for Clock; to fix, register it before this runs: Resolver.register { … as any Clock }
        let other: any Clock = Resolver.resolve(name: "utc") //: error: nothing is registered for Clock named "utc"; to fix, register it before this runs: Resolver.register(Module("utc") { … as any Clock })
        """,
        // Nothing is isolated here.
        """
        struct Page: Sendable { init() { _ = Resolver.resolve(Log.self) } } //: error: nothing is registered for Log; to fix, add to the verified block (main.swift:6): Module { … as Log }
        try! Dependencies { Module { Page() } }.verify()
        """,
        // A block of others has the container's.
        """
        struct User: Sendable {}
        func account() -> Dependencies { Dependencies { Module { User() } } }
        func session() -> Dependencies { Dependencies { account(); Module { Log() } } }
        Dependencies { Module { 1 } }.build()
        account().makeContainer().perform { print(Resolver.resolve(User.self), Resolver.resolve(Log.self)) } //: error: only a block that the program doesn't build registers Log; to fix, use 'session()' (main.swift:7) in place of 'account()' (main.swift:6)
        """,
        // A block of others lacks some of the container's.
        """
        struct User: Sendable {}
        let user = Dependencies { Module { User() } }
        func account() -> Dependencies { Dependencies { user; Module("id") { 1 } } }
        func session() -> Dependencies { Dependencies { user; Module { Log() } } }
        account().makeContainer().perform { print(Resolver.resolve(User.self), Resolver.resolve(Log.self)) } //: error: only a block that the program doesn't build registers Log; to fix, add to 'account()' (main.swift:7): Module { … as Log }
        """,
        // Only the session has what it will ask for.
        """
        struct User: Sendable {}
        struct Drafts: Sendable { let user = Inject<User>() }
        let app = Dependencies { Module { Log() } }
        func session() -> Dependencies { Dependencies { Module { User() } } }
        app.build()
        print(Resolver.resolve(Log.self))
        session().makeContainer().perform { print(Resolver.resolve(Drafts.self).user()) } //: error: nothing is registered for Drafts; to fix, add to 'session()' (main.swift:8): Module { … as Drafts }
        """,
        // The program has it, too.
        """
        struct Drafts: Sendable { let log = Inject<Log>() }
        let app = Dependencies { Module { Log() } }
        func session() -> Dependencies { Dependencies { Module { Log() } } }
        app.build()
        print(Resolver.resolve(Log.self))
        session().makeContainer().perform { print(Resolver.resolve(Drafts.self).log()) } //: error: nothing is registered for Drafts; to fix, add to 'app' (main.swift:6) or, for this container alone, 'session()' (main.swift:7): Module { … as Drafts }
        """,
        // A container doesn't see an override around it.
        """
        struct Screen { @Inject var log: Log } //: error: Log is registered only in the closure of an override or isolation (main.swift:8), needed by Screen; to fix, add to 'session' (main.swift:6): Module { … as Log }
        let session = Dependencies {}
        let container = session.makeContainer()
        Dependencies { Module { Log() } }.override { container.perform { _ = Screen().log } }
        """,
        """
        let app = Dependencies { Module { Log() } }
        app.build()
        Resolver.reset()
        _ = Resolver.resolve(Log.self) //: error: Log is registered (main.swift:5), but reset() removes it; to fix, call build() again after reset() (main.swift:7)
        """,
        // It may be missing before that.
        """
        if CommandLine.arguments.count > 1 { Resolver.register { Log() } }
        _ = Resolver.resolve(Log.self) //: warning: Log is registered here on some ways only; to fix, register it without a condition (main.swift:5), or in the other branches, too
        Resolver.reset()
        """,
        // There was nothing to remove.
        """
        Resolver.reset()
        _ = Resolver.resolve(Log.self) //: error: Log is registered only after this asks for it (main.swift:7); to fix, call build() before this runs
        Dependencies { Module { Log() } }.build()
        """,
        // It may be registered before this runs.
        """
        import Dispatch
        DispatchQueue.global().async {
            if CommandLine.arguments.count > 1 { _ = Resolver.resolve(Log.self) } //: note: this may ask for Log before it is registered
        }
        Dependencies { Module { Log() } }.build()
        """,
        """
        import Dispatch
        DispatchQueue.global().async {
            _ = Resolver.resolve(Log.self) //: error: Log is registered only in the closure of an override or isolation (main.swift:9); to fix, ask for it in the closure (main.swift:9), or register it before this runs: Resolver.register { … as Log }
        }
        Dependencies { Module { Log() } }.override {}
        """,
        // The caller may call this in the override.
        """
        import Foundation
        let token = NotificationCenter.default.addObserver(forName: nil, object: nil, queue: nil) { _ in
            _ = Resolver.resolve(Log.self) //: note: Log may not be registered here; to fix, ask for it in the closure (main.swift:9), or register it before this runs: Resolver.register { … as Log }
        }
        Dependencies { Module { Log() } }.override {}
        """,
        // An object ending with an override asks, even if part of its holder is kept.
        """
        final class Part: Sendable {}
        final class Session: Sendable {
            deinit { _ = Resolver.resolve(Log.self) } //: warning: nothing is registered for Log, if it gets here; to fix, register it before this runs: Resolver.register { … as Log }
        }
        struct Pair: Sendable { let part = Part(), session = Session() }
        nonisolated(unsafe) var last: Part?
        Dependencies { Module(.shared) { Pair() } }.override {
            last = Resolver.resolve(Pair.self).part
        }
        print(last as Any)
        """,
        // The block that would register it isn't used.
        """
        let app = Dependencies { Module { Log() } }
        _ = Resolver.resolve(Log.self) //: error: only a block that the program doesn't build registers Log; to fix, call build() on 'app' (main.swift:5)
        """,
        """
        let logs = Dependencies { Module { Log() } }
        let app = Dependencies { Module { Fixed() } }
        app.build()
        _ = Resolver.resolve(Log.self) //: error: only a block that the program doesn't build registers Log; to fix, nest 'logs' (main.swift:5) in 'app' (main.swift:6)
        """,
        // A closure has no name to ask for.
        """
        func start(_ block: () -> Dependencies = { Dependencies { Module { Log() } } }) { block().build() }
        start { Dependencies { Module { "" } } }
        _ = Resolver.resolve(Log.self) //: error: only a block that the program doesn't build registers Log; to fix, nest the block (main.swift:5) in the block that is built (main.swift:6)
        """,
        // The app's block runs before this one has a value.
        """
        let app = Dependencies { Module { Fixed() } }
        let logs = Dependencies { Module { Log() } }
        app.build()
        _ = Resolver.resolve(Log.self) //: error: only a block that the program doesn't build registers Log; to fix, call build() on 'logs' (main.swift:6)
        """,
        """
        let log = Module { Log() }
        _ = Resolver.resolve(Log.self) //: error: only a module that the program doesn't build registers Log; to fix, add the module (main.swift:5) to a Dependencies block that is built
        """,
        """
        func wire() { Resolver.register { Log() } }
        _ = Resolver.resolve(Log.self) //: error: only a function that the program doesn't call registers Log; to fix, call 'wire()' (main.swift:5)
        """,
        """
        let isReady = false
        if isReady { Dependencies { Module { Log() } }.build() }
        _ = Resolver.resolve(Log.self) //: error: only a module that the program doesn't build registers Log; to fix, add the module (main.swift:6) to a Dependencies block that is built
        """,
        """
        func wire() { Resolver.register { Log() } }
        let isReady = false
        if isReady { wire() }
        _ = Resolver.resolve(Log.self) //: error: only a function that the program doesn't call registers Log; to fix, call 'wire()' (main.swift:5)
        """,
        // A closure that nobody runs can't be called.
        """
        func later(_ work: () -> Void) {}
        later { Resolver.register { Log() } }
        _ = Resolver.resolve(Log.self) //: error: Log is registered only by code that isn't reached (main.swift:6); to fix, register it before this runs: Resolver.register { … as Log }
        """,
        // A component isn't registered, but what makes it; unless that asks for it.
        """
        struct Row {}
        struct Rows: Sendable { func component() -> Row { Row() } }
        Dependencies { Module { Rows() } }.build()
        _ = Resolver.resolve(Row.self) //: error: nothing is registered for Row; to fix, inject 'Rows', and call its component()
        """,
        """
        struct Rows: Sendable {
            func component() -> Log { Resolver.resolve() } //: error: nothing is registered for Log; to fix, add to the block that is built (main.swift:8): Module { … as Log }
        }
        Dependencies { Module { Rows() } }.build()
        _ = Resolver.resolve(Rows.self).component()
        """,
        // The name has another type, which nobody asks for.
        """
        Dependencies { Module("days") { 30.0 } }.build()
        _ = Resolver.resolve(Int.self, name: "days") //: error: nothing is registered for Int named "days"; to fix, write a value of type Int where Double named "days" is registered (main.swift:5)
        """,
        """
        Dependencies { Module("days") { 30.0 } }.build()
        print(Resolver.resolve([Double].self))
        _ = Resolver.resolve(Int.self, name: "days") //: error: nothing is registered for Int named "days"; to fix, add to the block that is built (main.swift:5): Module("days") { … as Int }
        """,
        // What is asked for is of the kind that is registered.
        """
        protocol Ticking: Clock {}
        struct Tick: Ticking {}
        Dependencies { Module { Tick() as any Clock } }.build()
        _ = Resolver.resolve((any Ticking).self) //: error: nothing is registered for Ticking; to fix, write 'as any Ticking' where Clock is registered (main.swift:7)
        """,
        // A generic function can't say the type.
        """
        func provide<T: Sendable>(_ value: T) { Resolver.register(value: value) }
        provide(Fixed())
        _ = Resolver.resolve((any Clock).self) //: error: nothing is registered for Clock; to fix, write 'as any Clock' where Fixed is registered (main.swift:6)
        """,
        // The error of `verify()` ends the program, unless somebody catches it.
        """
        struct Feed { @Inject var log: Log } //: error: nothing is registered for Log, needed by Feed; to fix, add to 'app' (main.swift:6): Module { … as Log }
        let app = Dependencies { Module { Feed() } }
        func check() { try! app.verify() }
        check()
        """,
        """
        struct Feed { @Inject var log: Log } //: error: nothing is registered for Log, needed by Feed; to fix, add to 'app' (main.swift:6): Module { … as Log }
        let app = Dependencies { Module { Feed() } }
        do { try app.verify() } catch { fatalError() }
        """,
        """
        struct Feed { @Inject var log: Log } //: note: Log may not be registered here, needed by Feed; to fix, add to 'app' (main.swift:6): Module { … as Log }
        let app = Dependencies { Module { Feed() } }
        do { try app.verify() } catch { print(error) }
        """,
        // What a container has asks in it, if anybody asks for that.
        """
        struct Feed { init(_ log: Log) {} }
        let block = Dependencies {
            Module { Log() }
            Module { Feed(Resolver.resolve()) }
        }
        let containers = [CommandLine.arguments.count: block.makeContainer()]
        """,
        """
        struct Feed { init(_ log: Log) {} }
        let block = Dependencies {
            Module { Feed(Resolver.resolve()) } //: note: nothing is registered for Log, if it gets here; to fix, add to 'block' (main.swift:6): Module { … as Log }
        }
        let containers = [CommandLine.arguments.count: block.makeContainer()]
        """,
        // The only block is the container's own.
        """
        let fixed = Dependencies { Module { Fixed() } }
        let container = fixed.makeContainer()
        container.perform { _ = Resolver.resolve(Log.self) } //: error: nothing is registered for Log; to fix, add to 'fixed' (main.swift:5): Module { … as Log }
        """,
        // A module that returns nothing has a finding of its own about that.
        """
        Dependencies { Module { _ = Log() } }.build()
        _ = Resolver.resolve(Log.self)
        """,
        // An array without a name always has an answer.
        """
        _ = Resolver.resolve([Log].self, name: "all") //: error: nothing is registered for [Log] named "all"; to fix, register it before this runs: Resolver.register(Module("all") { … as [Log] })
        """,
        // A closure that is never called need not run.
        """
        func later(_ work: () -> Void) {}
        later { _ = Resolver.resolve(Log.self) } //: note: nothing is registered for Log, if something calls this
        """,
        // Nothing reads a property.
        """
        struct Feed {
            @Inject var log: Log //: warning: nothing is registered for Log where this is made, needed by Feed; to fix, register it before this runs: Resolver.register { … as Log }
        }
        let feed = Feed()
        """,
        // A getter of one's own asks where its wrapper is made, like the compiler's.
        """
        final class Feed {
            private let _log = Inject<Log>() //: warning: nothing is registered for Log, if something reads it, needed by Feed; to fix, register it before this runs: Resolver.register { … as Log }
            var log: Log {
                _log.wrappedValue
            }
        }
        func show(_ feed: Feed) { print(feed.log) }
        """,
        // A subclass replaces a property.
        """
        class Feed { @Inject var clock: any Clock } //: note: nothing is registered for Clock, and where this was made can't be told
        final class Fake: Feed { override var clock: any Clock { Fixed() } }
        let feed: Feed = Fake()
        print(feed.clock)
        """,
        // Nothing calls a function.
        """
        func lost() {
            _ = Resolver.resolve(Log.self) //: error: nothing is registered for Log; to fix, register it before this runs: Resolver.register { … as Log }
        }
        """,
        """
        final class Screen {
            @Inject var log: Log //: warning: nothing is registered for Log, if something reads it, needed by Screen; to fix, register it before this runs: Resolver.register { … as Log }
            func show() { _ = log }
        }
        """,
        // Only a way that isn't taken calls a function.
        """
        func log() -> Log { Resolver.resolve() } //: note: nothing is registered for Log, if something calls this
        let isDebug = false
        if isDebug { print(log()) }
        """,
        """
        func log(_ make: () -> Log = { Resolver.resolve() }) -> Log { make() } //: note: nothing is registered for Log, if something calls this
        _ = log { Log() }
        """,
    ])
    func itIsTold(_ program: String) async throws {
        let package = try await RulePackage(["App/main.swift": Self.types + program])
        await package.expect(\.missingKeys)
    }

    /// Nothing in the program leads to the code that isn't followed to its end.
    @Test func whatNothingMakesIsToldBesideCodeThatIsTooLong() async throws {
        let calls = (0..<16).map { "public func f\($0)() { f\($0 + 1)(); f\($0 + 1)() }" }
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public func start() { print(Resolver.resolve([Int].self)); f0() }
            public func f16() { print(Resolver.resolve([Int].self)) }
            \(calls.joined(separator: "\n"))
            """,
            "App/main.swift": Self.types + """
                final class Screen {
                    @Inject var log: Log //: warning: nothing is registered for Log, if something reads it, needed by Screen; to fix, register it before this runs: Resolver.register { … as Log }
                    func show() { _ = log }
                }
                """,
        ])
        let runs = await package.runs()
        #expect(runs.rest.endEarly)
        package.expect(\.missingKeys, in: runs)
    }

    /// What canonical SIL has where it is called is judged there, and by its exact type.
    @Test(arguments: ["-emit-silgen", "-emit-sil"])
    func eachKindOfSILIsJudgedAlike(_ sil: String) async throws {
        let package = try await RulePackage(
            [
                "App/main.swift": """
                struct String {}
                final class Feed {
                    @Inject var title: String
                    @Inject var count: Int //: error: nothing is registered for Int, needed by Feed; to fix, add to the block that is built (main.swift:7): Module { … as Int }
                }
                Dependencies { Module { String() } }.build()
                let feed = Feed()
                print(feed.title, feed.count)
                """
            ], options: [sil])
        await package.expect(\.missingKeys)
    }

    @Test func aMistakeIsToldOnce() async throws {
        let package = try await RulePackage([
            "App/main.swift": Self.types + """
                final class Feed { @Inject var clock: any Clock }
                final class Till { @Inject var clock: any Clock }
                _ = (Feed().clock, Till().clock)
                """
        ])
        let findings = await package.runs().findings(of: \.missingKeys).byMistake
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        #expect(finding.notes.last?.message == "this is missing here, too")
        #expect(finding.notes.last?.place.line == 6)
    }

    @Test func whatIsBuiltInAnOverrideIsOneMistake() async throws {
        let package = try await RulePackage([
            "App/main.swift": Self.types + """
                let app = Dependencies { Module { Log() }; Module { Fixed() as any Clock } }
                Dependencies {}.override { app.build() }
                final class Editor { @Inject var log: Log }
                _ = Editor().log
                _ = Resolver.resolve((any Clock).self)
                """
        ])
        let findings = await package.runs().findings(of: \.missingKeys).byMistake
        #expect(findings.count == 1)
        #expect(findings[0].message.contains("call build() before that"))
    }

    @Test func whatIsMadeOutsideOfItsContainerIsOneMistake() async throws {
        let package = try await RulePackage([
            "App/main.swift": Self.types + """
                final class Editor {
                    @Inject var log: Log
                    @Inject var clock: any Clock
                }
                let block = Dependencies { Module { Log() }; Module { Fixed() as any Clock } }
                block.makeContainer().perform {}
                let editor = Editor()
                _ = (editor.log, editor.clock)
                """
        ])
        let findings = await package.runs().findings(of: \.missingKeys).byMistake
        let finding = try #require(findings.first)
        #expect(findings.count == 1)
        let cure = "create Editor in the perform of the container (main.swift:10)"
        #expect(finding.message.hasSuffix("; to fix, \(cure)"))
        #expect(finding.notes.last?.message == "Clock is missing here, too")
    }

    @Test func whatNoProgramCallsIsOneMistake() async throws {
        let main = """
            import Kit
            _ = Resolver.resolve(Log.self)
            """
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public struct Log: Sendable {}
            public func register() { Resolver.register { Log() } }
            """,
            "App/main.swift": main,
            "Tool/main.swift": main,
        ])
        let findings = await package.runs().findings(of: \.missingKeys).byMistake
        #expect(findings.count == 1)
        #expect(
            findings.first?.message == """
                only a function that the program doesn't call registers Log in the program \
                'App'; to fix, call 'register()' (Kit.swift:3)
                """)
    }

    @Test func aProgramsBlocksAreNothingToAnother() async throws {
        let kit = """
            public struct Log: Sendable { public init() {} }
            public struct Feed {
                @Inject public var log: Log //: error: nothing is registered for Log in the program 'Tool', needed by Feed; to fix, register it before this runs: Resolver.register { … as Log }
                public init() {}
            }
            """
        let package = try await RulePackage([
            "Kit/Feed.swift": kit,
            "App/main.swift": """
            import Kit
            Dependencies { Module { Log() } }.build()
            _ = Feed().log
            """,
            "Tool/main.swift": """
            import Kit
            _ = Feed().log
            """,
        ])
        await package.expect(\.missingKeys)
    }

    @Test func whatTheAskersModuleHasIsAddedThere() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": """
            protocol Clock: Sendable {}
            public let kit = Dependencies { Module { Feed() } }
            public struct Feed: Sendable {
                let clock: any Clock
                init() { clock = Resolver.resolve() } //: error: nothing is registered for Clock; to fix, add to 'kit' (Feed.swift:3): Module { … as any Clock }
            }
            """,
            "App/main.swift": """
            import Kit
            let app = Dependencies { kit }
            app.build()
            _ = Resolver.resolve(Feed.self)
            """,
        ])
        await package.expect(\.missingKeys)
    }

    @Test func eachProgramHasACureOfItsOwn() async throws {
        let main = """
            import Kit
            let app = Dependencies {}
            app.build()
            _ = Feed().log
            """
        let tool = main.replacing("app", with: "tool")
        let package = try await RulePackage([
            "Kit/Feed.swift": """
            public struct Log: Sendable { public init() {} }
            public struct Feed {
                @Inject public var log: Log
                public init() {}
            }
            """, "App/main.swift": main, "Tool/main.swift": tool,
        ])
        let findings = await package.runs().findings(of: \.missingKeys).surest.byMistake
        #expect(findings.count == 1)
        #expect(
            findings.first?.notes.last?.message == """
                this is missing here, too, in the program 'Tool': nothing is registered for \
                Log; to fix, add to 'tool' (main.swift:3): Module { … as Log }
                """)
    }

    @Test(arguments: [
        ("(.weak)", "", "(.weak)"), ("", "", ""),
        (nil, ", with .shared if one instance serves all requests", ""),
    ])
    func theLifetimeIsThatOfAnotherProgram(
        _ lifetime: String?, _ hint: String, _ cure: String
    ) async throws {
        let module = lifetime.map { "Module\($0) { Session() }" } ?? "Module { 1 }"
        let package = try await RulePackage([
            "Kit/Session.swift": """
            public final class Session: Sendable { public init() {} }
            """,
            "App/main.swift": """
            import Kit
            Dependencies { Module { 1 } }.build()
            let first = Resolver.resolve(Session.self) //: error: nothing is registered for Session in the program 'App'; to fix, add to the block that is built (main.swift:3)\(hint): Module\(cure) { … as Session }
            let second = Resolver.resolve(Session.self) //: error: nothing is registered for Session in the program 'App'; to fix, add to the block that is built (main.swift:3)\(hint): Module\(cure) { … as Session }
            """,
            "Tool/main.swift": """
            import Kit
            Dependencies { \(module) }.build()
            """,
        ])
        await package.expect(\.missingKeys)
    }

    @Test func anotherProgramCallsWhatRegistersIt() async throws {
        let package = try await RulePackage([
            "Kit/Store.swift": """
            public final class Store: Sendable { init() async {} }
            public func openStore() async {
                let store = await Store()
                Resolver.register(value: store)
            }
            """,
            "App/main.swift": """
            import Kit
            _ = Resolver.resolve(Store.self) //: error: only a function that the program doesn't call registers Store in the program 'App'; to fix, call 'openStore()' (Store.swift:5)
            """,
            "Tool/main.swift": """
            import Kit
            await openStore()
            _ = Resolver.resolve(Store.self)
            """,
        ])
        await package.expect(\.missingKeys)
    }

    // MARK: Registrations that the program leaves out

    private static let features = """
        public final class Log: Sendable { public init() {} }
        public final class Feed: Sendable { public init() {} }
        public let logs = Dependencies { Module { Log() } }
        public let feeds = Dependencies { Module { Feed() } }
        public func app(_ name: String) -> Dependencies { Dependencies { logs; feeds } }
        """

    private static let tests = """
        import Kit
        import Testing
        @Test func wholeIsWired() throws { try app("test").verify() }
        """

    @Test func aProgramForgetsToBuild() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": Self.features,
            "App/main.swift": """
            import Kit
            print(Resolver.resolve(Log.self)) //: error: only a block that the program doesn't build registers Log; to fix, call build() on 'app(_:)' (Kit.swift:6)
            Resolver.register { Feed() }
            """,
            "KitTests/KitTests.swift": Self.tests,
        ])
        await package.expect(\.missingKeys)
    }

    /// A trait makes the block before its test runs.
    @Test func testsNestWhatAProgramForgetsToBuild() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": Self.features,
            "App/main.swift": """
            import Kit
            print(Resolver.resolve(Feed.self)) //: error: only a block that the program doesn't build registers Feed; to fix, call build() on 'feeds' (Kit.swift:5)
            """,
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            let fakes = Dependencies { feeds }
            @Test(.dependencies(fakes)) func feedIsThere() {
                _ = Resolver.resolve(Feed.self)
            }
            """,
        ])
        await package.expect(\.missingKeys)
    }

    @Test func aProgramForgetsABlockThatATestReplaces() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public final class Log: Sendable { public init() {} }
            public let logs = Dependencies { Module { Log() } }
            public let app = Dependencies { Module("size") { 1 } }
            """,
            "App/main.swift": """
            import Kit
            app.build()
            print(Resolver.resolve(Log.self)) //: error: only a block that the program doesn't build registers Log; to fix, nest 'logs' (Kit.swift:3) in 'app' (Kit.swift:4)
            """,
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies { app; Module { Log() } }) func logIsThere() {
                _ = Resolver.resolve(Log.self)
            }
            """,
        ])
        await package.expect(\.missingKeys)
    }

    /// A test verifies a block that has the feature, or its suite's trait has the feature.
    @Test(arguments: [
        Self.tests,
        """
        import ColletTesting
        import Kit
        import Testing
        @Suite(.dependencies(feeds)) struct FeedTests {
            @Test func feeds() { _ = Resolver.resolve(Feed.self) }
        }
        """,
    ])
    func aProgramForgetsAFeature(_ tests: String) async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": Self.features,
            "App/main.swift": """
            import Kit
            let whole = Dependencies { logs }
            whole.build()
            print(Resolver.resolve(Log.self))
            print(Resolver.resolve(Feed.self)) //: error: only a block that the program doesn't build registers Feed; to fix, nest 'feeds' (Kit.swift:5) in 'whole' (main.swift:3)
            """,
            "KitTests/KitTests.swift": tests,
        ])
        await package.expect(\.missingKeys)
    }

    /// The program can't call it.
    @Test func aTestsOwnFunctionRegistersIt() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": Self.features,
            "App/main.swift": """
            import Kit
            print(Resolver.resolve(Int.self, name: "size")) //: error: only tests register Int named "size"; to fix, register it before this runs: Resolver.register(Module("size") { … as Int })
            """,
            "KitTests/KitTests.swift": """
            import Kit
            import Testing
            func wire() { Resolver.register(name: "size") { 1 } }
            @Test func sizes() {
                wire()
                print(Resolver.resolve(Int.self, name: "size"))
            }
            """,
        ])
        await package.expect(\.missingKeys)
    }

    @Test func anotherProgramBuildsTheFeature() async throws {
        let stores = """

            public final class Store: Sendable { public init() {} }
            public let stores = Dependencies { Module { Store() } }
            """
        let package = try await RulePackage([
            "Kit/Kit.swift": Self.features + stores,
            "App/main.swift": """
            import Kit
            let whole = Dependencies { logs }
            whole.build()
            print(Resolver.resolve(Log.self))
            print(Resolver.resolve(Feed.self)) //: error: only a block that the program doesn't build registers Feed in the program 'App'; to fix, nest 'feeds' (Kit.swift:5) in 'whole' (main.swift:3)
            print(Resolver.resolve(Store.self)) //: error: Store is registered only after this asks for it (main.swift:8) in the program 'App'; to fix, call register() before this runs
            Resolver.register { Store() }
            """,
            "Tool/main.swift": """
            import Kit
            app("tool").build()
            stores.build()
            print(Resolver.resolve(Feed.self), Resolver.resolve(Store.self))
            """,
        ])
        await package.expect(\.missingKeys)
    }

    @Test(arguments: ["", #"Resolver.register(name: "size") { 7 }"#])
    func aBlockIsNotNestedInItsPart(_ registration: String) async throws {
        let package = try await RulePackage([
            "App/Kit.swift": """
            struct Log: Sendable {}
            struct Feed: Sendable {}
            let logs = Dependencies { Module { Log() } }
            let all = Dependencies {
                logs
                Module { Feed() }
            }
            """,
            "App/main.swift": """
            \(registration)
            logs.build()
            print(Resolver.resolve(Log.self))
            print(Resolver.resolve(Feed.self)) //: error: only a block that the program doesn't build registers Feed; to fix, call build() on 'all' (Kit.swift:5)
            """,
        ])
        await package.expect(\.missingKeys)
    }

    /// A type that only one module sees is added to a block of that module.
    @Test func theModuleThatHasATypeForItRegistersIt() async throws {
        let package = try await RulePackage([
            "Core/Clock.swift": "public protocol Clock: Sendable {}",
            "Kit/Kit.swift": """
            import Core
            struct Fixed: Clock {}
            public struct Log: Sendable {}
            public let kit = Dependencies { Module { Log() } }
            """,
            "App/main.swift": """
            import Core
            import Kit
            let app = Dependencies { kit }
            app.build()
            _ = Resolver.resolve((any Clock).self) //: error: nothing is registered for Clock; to fix, add to 'kit' (Kit.swift:5): Module { … as any Clock }
            """,
        ])
        await package.expect(\.missingKeys)
    }

    @Test(arguments: ["do", "if CommandLine.arguments.count > 1"])
    func whatOneResetRemovesIsOneMistake(_ condition: String) async throws {
        let package = try await RulePackage([
            "App/main.swift": Self.types + """
                Dependencies {
                    Module { Log() }
                    Module { Fixed() }
                }.build()
                \(condition) { Resolver.reset() }
                _ = (Resolver.resolve(Log.self), Resolver.resolve(Fixed.self))
                """
        ])
        let findings = await package.runs().findings(of: \.missingKeys)
        #expect(findings.count == 2)
        #expect(findings.byMistake.count == 1)
    }

    @Test func aBlockThatCannotNameTheTypeIsNotNamed() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public struct Log: Sendable {}
            public let kit = Dependencies { Module { Log() } }
            public func need<T>(_ type: T.Type) -> T { Resolver.resolve() } //: error: nothing is registered for Forecast; to fix, add to a Dependencies block that is built: Module { … as any Forecast }
            """,
            "App/main.swift": """
            import Kit
            protocol Forecast: Sendable {}
            kit.build()
            print(need((any Forecast).self))
            """,
        ])
        await package.expect(\.missingKeys)
    }

    @Test func theBlockThatHasOthersOfTheTypeIsMeant() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public protocol Gateway: Sendable {}
            public struct Fast: Gateway {}
            public let gateways = Dependencies { Module("fast") { Fast() as any Gateway } }
            """,
            "App/main.swift": """
            import Kit
            let app = Dependencies { gateways }
            app.build()
            let gateway: any Gateway = Resolver.resolve(name: "type2") //: error: nothing is registered for Gateway named "type2"; to fix, add to 'gateways' (Kit.swift:4): Module("type2") { … as any Gateway }
            """,
        ])
        await package.expect(\.missingKeys)
    }

    /// A type that only the asker's module sees is added to the block beside it.
    @Test func theBlockOfTheSameFileIsMeant() async throws {
        let package = try await RulePackage([
            "Kit/Feed.swift": """
            protocol Clock: Sendable {}
            struct Fixed: Clock {}
            public let kit = Dependencies { Module { Feed() } }
            public struct Feed: Sendable {
                let clock: any Clock
                init() { clock = Resolver.resolve() } //: error: nothing is registered for Clock; to fix, add to 'kit' (Feed.swift:4): Module { … as any Clock }
            }
            """,
            "Kit/Log.swift": """
            public let logs = Dependencies { Module { Log() } }
            public struct Log: Sendable {}
            """,
            "App/main.swift": """
            import Kit
            let app = Dependencies {
                kit
                logs
            }
            app.build()
            _ = Resolver.resolve(Feed.self)
            """,
        ])
        await package.expect(\.missingKeys)
    }

    /// Others see the type, but not its initializer.
    @Test func theModuleThatCanMakeAValueRegistersIt() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public final class Outbox: Sendable { init() {} }
            public struct Mail: Sendable {
                @Inject var outbox: Outbox //: error: nothing is registered for Outbox, needed by Mail; to fix, add to 'kit' (Kit.swift:7): Module { … as Outbox }
                public func send() { print(outbox) }
            }
            public let kit = Dependencies { Module { Mail() } }
            """,
            "App/main.swift": """
            import Kit
            let app = Dependencies { kit }
            app.build()
            Resolver.resolve(Mail.self).send()
            """,
        ])
        await package.expect(\.missingKeys)
    }

    /// What others of its kind are, the type may be as well.
    @Test func theBlockBesideTheAskerIsMeant() async throws {
        let package = try await RulePackage([
            "Berths/Berths.swift": """
            public final class Occupancy: Sendable { public init() {} }
            public struct Berths: Sendable {
                public init() {}
                public func full() { _ = (Resolver.resolve(Occupancy.self), Resolver.resolve(Rate.self)) } //: error: nothing is registered for Occupancy; to fix, add to 'berths' (Berths.swift:9): Module(.shared) { … as Occupancy } //: error: nothing is registered for Rate; to fix, add to 'berths' (Berths.swift:9): Module { … as Rate }
            }
            public struct Rate: Sendable { public init() {} }
            public final class Survey: Sendable { public init() {} }
            public let berths = Dependencies {
                Module { Berths() }
                Module(.shared) { Survey() }
            }
            """,
            "App/main.swift": """
            import Berths
            final class Window: Sendable {}
            let app = Dependencies {
                berths
                Module { Window() }
            }
            app.build()
            Resolver.resolve(Berths.self).full()
            print(Resolver.resolve(Survey.self), Resolver.resolve(Window.self))
            """,
        ])
        await package.expect(\.missingKeys)
    }

    /// An internal type of another module is no reason to register it there.
    @Test func theAskersModuleRegistersWhatItCanMake() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public protocol Log: Sendable {}
            public struct File: Log { public init() {} }
            public func trail() { _ = Resolver.resolve((any Log).self, name: "audit") } //: error: nothing is registered for Log named "audit"; to fix, add to 'kit' (Kit.swift:5): Module("audit") { … as any Log }
            public let kit = Dependencies { Module { File() as any Log } }
            """,
            "Links/Links.swift": """
            import Kit
            struct Stamped: Log {}
            public let links = Dependencies { Module("links") { Stamped() as any Log } }
            """,
            "App/main.swift": """
            import Kit
            import Links
            let app = Dependencies {
                links
                kit
            }
            app.build()
            trail()
            """,
        ])
        await package.expect(\.missingKeys)
    }

    /// Of blocks in that module, the one that has others of the type.
    @Test func theBlockOfTheModuleThatHasOthersOfTheTypeIsMeant() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public protocol Policy: Sendable {}
            struct Fixed: Policy {}
            public struct Log: Sendable {}
            public let logs = Dependencies { Module { Log() } }
            public let policies = Dependencies { Module("low") { Fixed() as any Policy } }
            public func slot() { _ = Resolver.resolve((any Policy).self, name: "dental") } //: error: nothing is registered for Policy named "dental"; to fix, add to 'policies' (Kit.swift:6): Module("dental") { … as any Policy }
            """,
            "App/main.swift": """
            import Kit
            let app = Dependencies {
                logs
                policies
            }
            app.build()
            slot()
            """,
        ])
        await package.expect(\.missingKeys)
    }

    /// A generic function in another module asks for its caller. A block of a third module
    /// isn't meant because it has an integer, too, and may not see the caller's module.
    @Test(arguments: [#"Module("vat") { 20 }"#, ""])
    func theCallersModuleIsMeant(_ module: String) async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public func fetch<T>(_ name: String) -> T { Resolver.resolve(name: name) } //: error: nothing is registered for Int named "charge"; to fix, add to 'prices' (Prices.swift:3): Module("charge") { … as Int } //: error: only a block that the program doesn't build registers Int named "night"; to fix, nest 'nights' (Prices.swift:7) in 'prices' (Prices.swift:3)
            """,
            "Rules/Rules.swift": """
            public let rules = Dependencies { Module("rules") { 1 } }
            """,
            "Prices/Prices.swift": """
            import Kit
            public let prices = Dependencies {
                \(module)
                Module("currency") { "EUR" }
            }
            public let nights = Dependencies { Module("night") { 1 } }
            public func charge() -> Int { fetch("charge") + fetch("night") }
            """,
            "App/main.swift": """
            import Rules
            import Prices
            let app = Dependencies {
                rules
                prices
            }
            app.build()
            print(charge())
            """,
        ])
        await package.expect(\.missingKeys)
    }

    @Test func blocksAskWhileTheyAreMade() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            Dependencies {
                let log = Resolver.resolve(Log.self) //: error: Log is registered only after this asks for it (main.swift:5); to fix, ask in the braces of a module, which run once the block is built
                Module { Log() }
                Module("copy") { log }
            }.build()
            """
        ])
        await package.expect(\.missingKeys)
    }

    @Test func overridesRegisterForThemselves() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            final class Feed: Sendable {
                let log = Inject<Log>() //: error: Log is registered only in the closure of an override or isolation (main.swift:8), needed by Feed; to fix, call register() before that (main.swift:7), or ask for it in the closure (main.swift:7) at each use
            }
            Dependencies { Module(.shared) { Feed() } }.build()
            Dependencies {}.override {
                Resolver.register { Log() }
                print(Resolver.resolve(Feed.self).log())
            }
            """
        ])
        await package.expect(\.missingKeys)
    }

    /// Subclasses may override its getter, but none does.
    @Test func anUnreadPropertyOfAClassThatIsNotFinalLacksItsKey() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            class Feed { @Inject var log: Log } //: warning: nothing is registered for Log where this is made, needed by Feed; to fix, register it before this runs: Resolver.register { … as Log }
            final class News: Feed {}
            _ = News()
            """
        ])
        await package.expect(\.missingKeys)
    }

    /// What a library registers is there only once something has called it.
    @Test func theFirstCallOfALibraryFindsNothing() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            struct Log: Sendable {}
            public func start() {
                if Resolver.resolve(Log?.self) == nil { _ = Resolver.resolve(Int.self) } //: note: nothing is registered for Int, if something calls this
                Resolver.register(value: Log())
            }
            """
        ])
        await package.expect(\.missingKeys)
    }

    /// The struct's own module is there for the others who ask for the struct.
    @Test func aTypeThatIsAskedForIsNotMeant() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Clock: Sendable {}
            struct RealClock: Clock {}
            Dependencies {
                Module("utc") { RealClock() as any Clock }
                Module { RealClock() }
            }.build()
            print(Resolver.resolve(RealClock.self))
            print(Resolver.resolve((any Clock).self)) //: error: nothing is registered for Clock; to fix, ask for "utc", or add to the block that is built (main.swift:4): Module { … as any Clock }
            """
        ])
        await package.expect(\.missingKeys)
    }

    @Test func aBlockSeesThePrivateTypesOfItsFile() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            private protocol Clock: Sendable {}
            Dependencies { Module { 1 } }.build()
            print(Resolver.resolve((any Clock).self)) //: error: nothing is registered for Clock; to fix, add to the block that is built (main.swift:3): Module { … as any Clock }
            """
        ])
        await package.expect(\.missingKeys)
    }

    /// The container of what asks isn't in that of what it lacks.
    @Test func aContainerBesideAnotherOneIsNotMeant() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct User: Sendable {}
            struct Feed: Sendable { let user: User = Resolver.resolve() } //: error: User is registered only in a container (main.swift:5), needed by Feed; to fix, create Feed in the perform of the container (main.swift:5)
            let feeds = Dependencies { Module { Feed() } }.makeContainer()
            let users = Dependencies { Module { User() } }.makeContainer()
            print(users.perform { Resolver.resolve(User.self) })
            print(feeds.perform { Resolver.resolve(Feed.self) })
            """
        ])
        await package.expect(\.missingKeys)
    }

    /// Only a test reaches the override, whose block is written where it is entered.
    @Test func aBlockWithoutANameIsNotNested() async throws {
        let package = try await RulePackage([
            "App/App.swift": """
            struct User: Sendable {}
            struct Extra: Sendable {}
            let app = Dependencies { Module { Extra() } }
            func respond(_ path: String) -> User {
                if path != "/me" { return Resolver.resolve() } //: error: only tests register User; to fix, add to 'app' (App.swift:4): Module { … as User }
                return Dependencies { Module { User() } }.override { Resolver.resolve() }
            }
            @main struct Main {
                static func main() {
                    app.build()
                    print(Resolver.resolve(Extra.self), respond("/"))
                }
            }
            """,
            "AppTests/AppTests.swift": """
            import Testing
            @testable import App
            @Test func respondsToMe() { print(respond("/me")) }
            """,
        ])
        await package.expect(\.missingKeys)
    }

    /// The last object may find what the first one lacks.
    @Test func eachObjectOfATypeAsksWhereItIsMade() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Clock: Sendable {}
            final class Feed { @Inject var clock: Clock } //: note: Clock is not registered where this is made
            func start() {
                let first = Feed()
                let last = Dependencies { Module { Clock() } }.override { Feed() }
                print(first === last)
            }
            start()
            """
        ])
        await package.expect(\.missingKeys)
    }

    @Test func aTextWithInputIsInput() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            let user = CommandLine.arguments.last ?? ""
            if "\\(user)-1" == "b-1" { _ = Resolver.resolve(Log.self) } //: warning: nothing is registered for Log, if it gets here; to fix, register it before this runs: Resolver.register { … as Log }
            """
        ])
        await package.expect(\.missingKeys)
    }

    /// Only something that has such a value can compare it.
    @Test func whatComparesValuesThatNothingMakesIsNotCalled() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Order: Sendable {}
            struct Item: Comparable {
                let name: String
                static func < (a: Item, b: Item) -> Bool {
                    print(Resolver.resolve(Order.self)) //: note: nothing is registered for Order, if something calls this
                    return a.name < b.name
                }
            }
            print(max(1, 2))
            """
        ])
        await package.expect(\.missingKeys)
    }

    /// Somebody else asks for the other name.
    @Test func aNameThatOthersAskForIsNotMisspelt() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Clock: Sendable {}
            Dependencies { Module("clock") { Clock() } }.build()
            print(Resolver.resolve(Clock.self, name: "clock"))
            print(Resolver.resolve(Clock.self, name: "clocks")) //: error: nothing is registered for Clock named "clocks"; to fix, ask for "clock", or add to the block that is built (main.swift:3): Module("clocks") { … as Clock }
            print(Resolver.resolve(Clock.self, name: "clocks")) //: error: nothing is registered for Clock named "clocks"; to fix, ask for "clock", or add to the block that is built (main.swift:3): Module("clocks") { … as Clock }
            """
        ])
        await package.expect(\.missingKeys)
    }

    /// The innermost container has the other name.
    @Test func anOverrideOfAnotherNameIsGivenTheName() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Clock: Sendable {}
            func show(_ name: String) {
                Dependencies { Module(name) { Clock() } }.override {
                    print(Resolver.resolve(Clock.self, name: "day")) //: error: Clock named "day" is registered only in another use of the same block (main.swift:4); to fix, ask for "night", or pass "day" here, too
                }
            }
            show("day")
            show("night")
            """
        ])
        await package.expect(\.missingKeys)
    }

    /// The override in the container is over when the task leaves that.
    @Test func aTaskThatLeavesAContainerIsToldWhatToStore() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            let session = Dependencies { Module { Log() } }.makeContainer()
            func show() {
                session.perform {
                    Dependencies { Module("one") { 1 } }.override {
                        print(Resolver.resolve(Log.self))
                    }
                }
            }
            func load() async {
                await session.perform {
                    await Task.detached {
                        print(Resolver.resolve(Log.self)) //: error: Log is registered only in a container (main.swift:3); to fix, store Container.current before the closure (main.swift:13), and ask for it in its perform
                    }.value
                }
            }
            show()
            await load()
            """
        ])
        await package.expect(\.missingKeys)
    }

    /// What an isolation lacks isn't there in the end, either.
    @Test func whatIsRegisteredLaterIsNotInAnIsolation() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            import Foundation
            struct Log: Sendable {}
            Dependencies { Module("one") { 1 } }.isolate {
                let here = Dependencies.Container.current
                _ = NotificationCenter.default.addObserver(
                    forName: nil, object: nil, queue: nil
                ) { _ in
                    here.perform {
                        print(Resolver.resolve(Log.self)) //: note: Log may not be registered here; to fix, add to the isolated block (main.swift:4): Module { … as Log }
                    }
                }
            }
            Dependencies { Module { Log() } }.build()
            """
        ])
        await package.expect(\.missingKeys)
    }

    /// The name is that of an object that the task makes.
    @Test func aValueThatATaskRegistersIsKnownOutsideOfIt() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            final class Log: Sendable {
                let name: String
                init(_ name: String) { self.name = name }
            }
            Task.detached {
                let log = Log("log")
                Dependencies { Module { log } }.build()
            }
            if let log = Resolver.resolve(Log?.self) {
                print(Resolver.resolve(Int.self, name: log.name)) //: warning: nothing is registered for Int named "log", if it gets here; to fix, add to the block that is built (main.swift:8): Module("log") { … as Int }
            }
            """
        ])
        await package.expect(\.missingKeys)
    }
}
