// Collet 1.0.0-dev: dependency injection for Swift in one file
// SPDX-License-Identifier: MIT
// Vendoring this file? Keep this header.

import Synchronization

// MARK: - Dependencies

/// A block of modules: what an app, a feature or a test registers.
///
/// A block does nothing until it is used: `build()` registers it for the process, `override` and
/// `isolate` use it while a closure runs. It can be used any number of times. Each use starts its
/// own instances.
///
/// ```swift
/// struct Greeter: Sendable { var name = "world" }
///
/// let app = Dependencies {
///     Module { Greeter() }
///     Module("guest") { Greeter(name: "guest") }
/// }
/// app.build()
///
/// let fakes = Dependencies { Module { Greeter(name: "fake") } }
/// fakes.override {
///     print(Resolver.resolve(Greeter.self).name)
///     // Prints "fake"
///     print(Resolver.resolve(Greeter.self, name: "guest").name)
///     // Prints "guest"
/// }
/// ```
///
/// Registering adds. The later of two registrations of one type and name wins: within a block,
/// between blocks, and between blocks and ``Resolver``.
nonisolated public struct Dependencies: Sendable {
    fileprivate let modules: [Module]

    /// Creates a block from modules and other blocks. The closure runs once, here.
    public init(@DependenciesBuilder _ modules: () -> [Module]) { self.modules = modules() }

    /// Registers the modules for the process, all at once, on top of what is registered.
    ///
    /// Call it from any thread, usually when the app starts. What it replaces is released at once.
    public func build() { Container.process.register(modules) }

    /// Runs a closure with these modules on top of the current ones.
    ///
    /// The modules serve the task that runs the closure, the tasks that it starts, and what a run
    /// loop calls meanwhile; not a detached task, a cancellation handler or an `isolated deinit`.
    /// Objects that are created there keep them for their ``Inject``s, also after the override.
    /// What outlives it and is first used there may keep them, too: a `static let`, a `lazy var`,
    /// what a shared instance creates later. No object graph that goes on outside reaches into it.
    ///
    /// When the override ends, it keeps no instance alive. A shared instance remains the one
    /// instance for as long as somebody else holds it: an object, or the value in an ``Inject``.
    public func override<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try Frame(overridingWith: Container(modules, over: .current)).perform(body)
    }

    /// Runs an asynchronous closure with these modules on top of the current ones.
    public nonisolated(nonsending) func override<R, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        try await Frame(overridingWith: Container(modules, over: .current)).perform(body)
    }

    /// Runs a closure with these modules only.
    ///
    /// Tests isolate, so that a dependency that they forgot is a message, not the real thing.
    public func isolate<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try Frame(overridingWith: Container(modules, over: nil)).perform(body)
    }

    /// Runs an asynchronous closure with these modules only.
    public nonisolated(nonsending) func isolate<R, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        try await Frame(overridingWith: Container(modules, over: nil)).perform(body)
    }

    /// The modules that nothing has asked for since the current override or isolation began.
    ///
    /// A fake that its test never asks for is usually a mistake: it replaces the wrong type, or the
    /// wrong name. Only the innermost block counts, without the blocks that are nested in it.
    public static var unused: [String] { Container.current.unused }
}

/// Collects the modules of a ``Dependencies`` block.
///
/// A block may hold modules, other blocks, `if`, `switch`, `for` and `#available`, or nothing.
@resultBuilder nonisolated public enum DependenciesBuilder {
    public static func buildExpression(_ module: Module) -> [Module] { [module] }
    public static func buildExpression(_ dependencies: Dependencies) -> [Module] {
        dependencies.modules.map { module in
            var module = module
            module.isNested = true
            return module
        }
    }

    /// Says what to write instead of a value.
    @available(*, unavailable, message: "write Module { … } around the value")
    public static func buildExpression<T>(_ value: T) -> [Module] { [] }

    public static func buildBlock(_ parts: [Module]...) -> [Module] { parts.flatMap(\.self) }
    public static func buildOptional(_ part: [Module]?) -> [Module] { part ?? [] }
    public static func buildEither(first: [Module]) -> [Module] { first }
    public static func buildEither(second: [Module]) -> [Module] { second }
    public static func buildArray(_ parts: [[Module]]) -> [Module] { parts.flatMap(\.self) }
    public static func buildLimitedAvailability(_ part: [Module]) -> [Module] { part }
}

// MARK: - Module

/// A registration: how a value of a type is made, and how long one instance serves.
///
/// The type is the static type of the closure's result. A module that is injected by a protocol is
/// registered by it: `Module { HomeModule() as any HomeModuleType }`. With a name, it is found only
/// by type and name.
///
/// ```swift
/// final class Session: Sendable {}
///
/// let app = Dependencies {
///     Module(.shared) { Session() }
///     Module("other") { Session() }
/// }
/// app.build()
/// print(Resolver.resolve(Session.self) === Resolver.resolve(Session.self))
/// // Prints "true"
/// ```
///
/// The closure may be called from any thread. While it runs, nothing is locked but the one instance
/// that it makes, so it may resolve anything.
nonisolated public struct Module: Sendable {
    fileprivate let lifetime: Lifetime
    fileprivate let isForMainActor: Bool
    /// Whether it came into its block with another block.
    fileprivate var isNested = false
    fileprivate let subject: Subject
    fileprivate let maker: Maker

    /// How long one instance of a module serves.
    public enum Lifetime: Sendable {
        /// Each injection site gets its own instance.
        case transient
        /// Everybody gets the same instance. It is made on first use and kept.
        case shared
        /// Everybody gets the same instance, for as long as somebody holds it.
        case weak
    }

    /// Creates a registration whose value is made for each injection site.
    ///
    /// The value need not be `Sendable`: it is sent to whoever asked for it, and never shared.
    ///
    /// - Parameters:
    ///   - name: The registration's name, or `nil` for the one without a name.
    ///   - make: Makes a value. It runs on the thread of whoever asks.
    /// - Precondition: Making a value doesn't need another one without end: more than 64 levels
    ///   deep, one that needs one of its type and name is taken for endless.
    public init<T>(_ name: String? = nil, _ make: @escaping @Sendable () -> sending T) {
        self.init(.transient, name, MakerOf(make))
    }

    /// Creates a registration with a lifetime.
    ///
    /// A `.shared` or `.weak` instance is made once, on first use, however many threads ask for it.
    /// Its dependencies come from the container that it is registered in, so its closure never sees
    /// the override of whoever asks first.
    ///
    /// - Precondition: Making the value doesn't need the value. That is reported, except where the
    ///   closure waits for another thread, a `Task.immediate`, an `isolated deinit` or a run loop
    ///   that asks for it: then it waits for ever, or stops without Collet's message.
    /// - Precondition: A `.weak` closure returns an instance of a class.
    public init<T: Sendable>(
        _ lifetime: Lifetime, _ name: String? = nil, _ make: @escaping @Sendable () -> T
    ) {
        self.init(lifetime, name, MakerOf { make() })
    }

    /// Creates a registration whose value is made on the main actor, for each injection site.
    ///
    /// - Precondition: Whoever asks for the module is on the main actor.
    public static func mainActor<T>(
        _ name: String? = nil, _ make: @escaping @MainActor @Sendable () -> sending T
    ) -> Module {
        Module(.transient, name, MakerOf(mainActor: make), isForMainActor: true)
    }

    /// Creates a registration with a lifetime whose value is made on the main actor.
    ///
    /// Once a `.shared` instance exists, everybody may ask for it.
    ///
    /// - Precondition: Whoever asks for an instance that must be made is on the main actor.
    public static func mainActor<T: Sendable>(
        _ lifetime: Lifetime, _ name: String? = nil, _ make: @escaping @MainActor @Sendable () -> T
    ) -> Module {
        Module(lifetime, name, MakerOf(mainActor: { make() }), isForMainActor: true)
    }

    private init<T>(
        _ lifetime: Lifetime, _ name: String?, _ maker: MakerOf<T>, isForMainActor: Bool = false
    ) {
        self.lifetime = lifetime
        self.isForMainActor = isForMainActor
        self.maker = maker
        subject = Subject(type: T.self, name: name)
    }
}

// MARK: - Inject

/// A dependency that is resolved on first access, once.
///
/// ```swift
/// protocol API: Sendable { func get() -> String }
/// struct LiveAPI: API { func get() -> String { "live" } }
/// struct FakeAPI: API { func get() -> String { "fake" } }
///
/// final class Model {
///     @Inject private var api: any API
///     init() {}
///     init(api: any API) { _api = Inject(value: api) }
///     func load() -> String { api.get() }
/// }
///
/// Resolver.register { LiveAPI() as any API }
/// print(Model().load(), Model(api: FakeAPI()).load())
/// // Prints "live fake"
/// ```
///
/// The wrapper remembers the container that is current where it is created. So an object that is
/// created in an override keeps its fakes on every thread and after the override, and one that is
/// created outside never gets them. Outside of every override, what is registered at first access
/// counts. Threads that race to it may each make a value: the first one stored is everybody's.
///
/// It works in classes, actors, structs and local variables, in an `@Observable` class beside
/// `@ObservationIgnored`. A `Sendable` class has no `var`s, so it holds the wrapper and calls it:
/// `private let api = Inject<any API>()`, then `api().get()`. A `T?` is what is registered for `T`,
/// or `nil`; a `[T]` is everything that is registered for `T`, in the order of registration.
@propertyWrapper
public final class Inject<Value>: NotIsolated.ByDefault {
    /// Set after writing `box` (`releasing`): who reads `true` (`acquiring`) sees the box, too.
    private let isResolved: Atomic<Bool>
    private let name: String?
    private let site: Site
    /// Where the wrapper was created, until it is resolved. Its lock guards writing to `box`.
    private let origin: Mutex<Origin?>
    /// Written once, before `isResolved` is set, and read only afterwards. So access needs no lock,
    /// and no check for exclusive access, which would take longer than the access.
    @safe @exclusivity(unchecked) nonisolated(unsafe) private var box: BoxOf<Value>?

    /// Creates a dependency that is resolved on first access.
    ///
    /// Without a name, it is what is registered without a name. The place is for messages.
    public init(_ name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
        isResolved = Atomic(false)
        self.name = name
        site = Site(fileID: fileID, kind: .injected, line: line)
        let request = Request(name: name, site: site, origin: .current)
        origin = Mutex(request.origin)
        request.origin?.container.verification?.noteInjection(of: Value.self, request, in: self)
    }

    /// Creates a dependency that is given, for an object that is constructed by hand.
    public init(value: Value) {
        isResolved = Atomic(true)
        name = nil
        site = Site(fileID: #fileID, kind: .injected, line: #line)
        origin = Mutex(nil)
        box = BoxOf(value)
    }

    /// The dependency, resolved on first access.
    ///
    /// - Precondition: The type is registered under the name, or an optional or an array.
    /// - Complexity: O(1), besides what the module's closure does. A later access takes no lock.
    public var wrappedValue: Value {
        if !isResolved.load(ordering: .acquiring) { resolve() }
        return box!.value
    }

    /// Returns the dependency, where the wrapper is held in a `let`.
    public func callAsFunction() -> Value { wrappedValue }

    /// Not inlined, as few reads come here, and the others would pay for it.
    @inline(never) private func resolve() {
        let origin = origin.withLock(\.self)
        // Another thread may have been first: then the origin is gone, and so is the need for it.
        if isResolved.load(ordering: .acquiring) { return }
        let made: BoxOf<Value> = Request(name: name, site: site, origin: origin).box()
        // Released outside of the lock: it may be the last to keep an override's registrations.
        let released = self.origin.withLock { origin in
            if box == nil { box = made }
            isResolved.store(true, ordering: .releasing)
            return origin.take()
        }
        withExtendedLifetime(released) {}
    }
}

/// Each property says what guards it, and the value is shared only if it is `Sendable`.
extension Inject: @unchecked Sendable where Value: Sendable {}

// MARK: - Resolver

/// The resolver of the process. Every function may be called from any thread.
///
/// ```swift
/// protocol API: Sendable { var host: String { get } }
/// struct LiveAPI: API { var host = "example.com" }
///
/// Resolver.register { LiveAPI() as any API }
/// Resolver.register(LiveAPI(host: "localhost") as any API, name: "local")
/// let all: [any API] = Resolver.resolve()
/// print(Resolver.resolve((any API).self, name: "local").host, all.map(\.host))
/// // Prints "localhost ["example.com", "localhost"]"
/// ```
nonisolated public enum Resolver {
    /// Registers a value for the process, as the one that everybody gets.
    ///
    /// The type is the static one: a variable of type `any P` is registered under `any P`.
    ///
    /// - Parameters:
    ///   - value: The value. It is evaluated once, before the call returns.
    ///   - name: The registration's name, or `nil` for the one without a name.
    public static func register<T: Sendable>(_ value: @autoclosure () -> T, name: String? = nil) {
        // An argument that is no autoclosure would be opened: `T` would be what is in the `any P`.
        let value = value()
        register(Module(.shared, name) { value })
    }

    /// Registers a module for the process that is made for each injection site.
    public static func register<T>(
        name: String? = nil, _ make: @escaping @Sendable () -> sending T
    ) {
        register(Module(name, make))
    }

    /// Registers a module for the process. It replaces one with its type and name.
    public static func register(_ module: Module) { Container.process.register([module]) }

    /// Returns the value that is registered for a type, from the current container.
    ///
    /// Without a name, it is what is registered without a name. The place is for messages.
    ///
    /// The value is the caller's alone, or `Sendable`. Only what a transient module takes from an
    /// object graph may be shared within that graph: don't send it on.
    ///
    /// - Precondition: The type is registered under the name, or an optional or an array.
    /// - Complexity: O(1), besides what the closure does; O(*n*) in all registrations for an array.
    public static func resolve<T>(
        _ type: T.Type = T.self, name: String? = nil,
        fileID: StaticString = #fileID, line: UInt32 = #line
    ) -> sending T {
        let site = Site(fileID: fileID, kind: .resolved, line: line)
        let request = Request(name: name, site: site, origin: .current)
        // The closure sent it, or its type had to be `Sendable`; for graphs, see above.
        @safe nonisolated(unsafe) let value: T = request.value()
        return value
    }

    /// Forgets everything that is registered for the process, and releases its instances.
    public static func reset() { Container.process.reset() }
}

// MARK: - Scope

/// The lifetimes of components: a scope keeps what its module makes.
///
/// Components are told apart by the place of the call, the type that the closure returns, and an
/// explicit key. So each call has its own instances. What depends on an argument needs a key. A
/// function that wraps one lifetime passes on its caller's place: `fileID`, `line` and `column`.
/// In the argument of a macro, as `#Preview`, all calls have the macro's place: they need keys.
///
/// ```swift
/// final class Database: Sendable {}
/// struct Settings: Sendable { let user: Int }
///
/// struct StorageModule {
///     private let scope = Scope()
///     func component() -> Database { scope.shared { Database() } }
///     func component(user: Int) -> Settings { scope.shared(for: user) { Settings(user: user) } }
/// }
///
/// let storage = StorageModule()
/// let one: Database = storage.component(), other: Database = storage.component()
/// print(one === other, storage.component(user: 7).user)
/// // Prints "true 7"
/// ```
///
/// Register a module that holds a scope as `.shared`, so that everybody gets the same scope. What a
/// scope keeps is made in the container in which the scope was created, and outside of the object
/// graph that asks for it. Keys whose instances are gone are forgotten when there are many.
nonisolated public final class Scope: Sendable {
    private let origin = Origin.current
    private let components = Mutex(Components())

    /// Creates a scope that keeps nothing yet.
    public init() {}

    /// Returns the instance that the scope keeps. It is made on first use.
    ///
    /// It is made once, however many threads ask. They wait for it, and for nothing else. There is
    /// one instance for each key; keys are compared by `==`, which must not use the scope itself.
    ///
    /// - Throws: What the closure throws. It is not remembered: the next caller tries again.
    /// - Precondition: Making the instance doesn't need the instance, as with a `.shared` module.
    /// - Complexity: O(1) with a key, O(*n*) in the calls of the scope without one.
    public func shared<T: Sendable, E: Error>(
        for key: some Hashable & Sendable = Never?.none,
        fileID: StaticString = #fileID, line: UInt32 = #line, column: UInt32 = #column,
        _ make: () throws(E) -> T
    ) throws(E) -> T {
        let key = ComponentKey(key, fileID, line, column)
        let component = component(T.self, key)
        defer { if key.explicit != nil { component.endUse() } }
        if let box: BoxOf<T> = component.kept() { return box.value }
        return try component.instance(.shared, for: request(key), make).value
    }

    /// Returns the instance that the scope keeps. It is made asynchronously on first use.
    ///
    /// One run makes it, in a task of its own with the first caller's task-locals, and all callers
    /// wait for it. Cancelling a caller stops neither the run nor the waiting. A failure reaches
    /// all who waited, and is forgotten.
    ///
    /// - Precondition: Making the instance doesn't need the instance. That is reported where the
    ///   closure itself asks, or a run that it awaits. A child task of it, or a `Task` that it
    ///   awaits, can't be seen: if that asks for the instance, it waits for ever.
    public func shared<T: Sendable, E: Error>(
        for key: some Hashable & Sendable = Never?.none,
        fileID: StaticString = #fileID, line: UInt32 = #line, column: UInt32 = #column,
        isolation: isolated (any Actor)? = #isolation,
        _ make: @escaping @Sendable () async throws(E) -> T
    ) async throws(E) -> T {
        let key = ComponentKey(key, fileID, line, column)
        let component = component(T.self, key)
        defer { if key.explicit != nil { component.endUse() } }
        while true {
            if let box: BoxOf<T> = component.kept() { return box.value }
            // The run may be another caller's, with an error that this one can't throw.
            if let error = await component.run(for: request(key), make) as? E { throw error }
        }
    }

    /// Returns the instance that others hold, or a new one if nobody holds it any more.
    ///
    /// - Precondition: The closure returns an instance of a class.
    /// - Precondition: Making the instance doesn't need the instance.
    public func weak<T: Sendable, E: Error>(
        for key: some Hashable & Sendable = Never?.none,
        fileID: StaticString = #fileID, line: UInt32 = #line, column: UInt32 = #column,
        _ make: () throws(E) -> T
    ) throws(E) -> T {
        let key = ComponentKey(key, fileID, line, column)
        let component = component(T.self, key)
        defer { if key.explicit != nil { component.endUse() } }
        return try component.instance(.weak, for: request(key), make).value
    }

    /// Returns the one instance of the current object graph.
    ///
    /// The outermost `graph` call of a task begins an object graph. Until it returns, everybody in
    /// it gets the same instance, across modules too. The next call starts afresh, and so do a
    /// child task, an override, and the making of what is shared or weak. So objects may refer to
    /// each other: one takes the other in its initializer, and the other takes the one as in
    /// `scope.graph { Header() } configure: { $0.screen = component() }`. To keep such a pair, make
    /// both within one `scope.shared`.
    ///
    /// The instances need not be `Sendable`, as they stay in the task. The compiler can't see that
    /// two calls may return one instance: don't send one of them to another task.
    ///
    /// `configure` completes what this call makes. It runs once, as soon as no `make` closure of the
    /// graph is running, and before the outermost call returns. The scope keeps nothing of a graph.
    ///
    /// - Precondition: Making the instance doesn't need the instance.
    /// - Complexity: O(*n*) in the objects of the graph.
    public func graph<T>(
        for key: some Hashable & Sendable = Never?.none,
        fileID: StaticString = #fileID, line: UInt32 = #line, column: UInt32 = #column,
        _ make: () -> T, configure: ((T) -> Void)? = nil
    ) -> T {
        var key = ComponentKey(key, fileID, line, column)
        key.isOfGraph = true
        let current = Frame.here.frame?.graph
        let graph = current ?? ObjectGraph()
        func object() -> T { graph.object(of: self, key, request(key), make, configure) }
        if current != nil { return object() }
        defer { graph.end() }
        return Frame(beginning: graph).perform(object)
    }

    private func component(_ type: Any.Type, _ key: ComponentKey) -> Cell {
        if key.explicit != nil { withExtendedLifetime(components.withLock { $0.forgetDead() }) {} }
        return components.withLock { $0.use(type, key) }
    }

    private func request(_ key: ComponentKey) -> Request {
        Request(name: nil, site: key.site, origin: origin)
    }
}

// MARK: - Verification

nonisolated extension Dependencies {
    /// Throws an error that lists every mistake in the wiring of the block's modules.
    ///
    /// Each registration is made once, in a fresh container, and nothing of it is kept. What the
    /// modules inject must be registered in the block: the `Inject`s count that exist when a value
    /// is made, not those that an initializer replaced. What other classes inject is not seen:
    /// `check-dependencies` sees that.
    ///
    /// ```swift
    /// struct CheckoutModule { @Inject("user") var user: String }
    ///
    /// let app = Dependencies { Module { CheckoutModule() } }
    /// do { try app.verify() } catch { print("\(error)".prefix { $0 != "\n" }) }
    /// // Prints "Collet: nothing is registered for Swift.String named "user"."
    /// ```
    ///
    /// If a closure itself resolves something that is missing, or needs itself, it can't go on: the
    /// program stops, with everything that was found until then.
    ///
    /// - Throws: All mistakes at once, in the words of the messages.
    /// - Precondition: With modules for the main actor, the caller is on the main actor.
    public func verify(
        fileID: StaticString = #fileID, line: UInt32 = #line
    ) throws(VerificationError) {
        let verification = Verification()
        let container = Container(modules, over: nil, verification)
        let site = Site(fileID: fileID, kind: .verified, line: line)
        Frame(overridingWith: container).perform {
            for registration in container.registrations {
                let request = Request(name: registration.subject.name, site: site, origin: .current)
                registration.module.maker.verify(registration, request)
            }
        }
        let mistakes = verification.end()
        if !mistakes.isEmpty { throw VerificationError(mistakes) }
    }
}

/// Every mistake that a verification found. Its description lists them.
nonisolated public struct VerificationError: Error, CustomStringConvertible {
    /// The messages, with an empty line between them.
    public let description: String

    fileprivate init(_ mistakes: [Mistake]) {
        description = mistakes.map(\.description).joined(separator: "\n\n")
    }
}

// MARK: - Messages

/// A mistake in the wiring: every text that a user can see, in one place.
nonisolated private struct Mistake: Sendable {
    enum Problem {
        case missing, offMainActor
        /// What needs the next, and the last the first again.
        case cycle([Subject], inGraph: Bool)
        case weakValue(Any.Type)
    }

    let problem: Problem
    let subject: Subject
    let request: Request
    /// What was being made; several where a verification found the mistake several times.
    var paths: [Path?]

    init(_ problem: Problem, _ subject: Subject, _ request: Request) {
        self.problem = problem
        self.subject = subject
        self.request = request
        paths = [Frame.here.path ?? request.origin?.path]
    }

    /// Stops the program. A verification says what else it found.
    func fail() -> Never {
        let verification = request.container.verification
        verification?.noteInjections()
        verification?.note(self)
        let mistakes = verification?.end() ?? []
        let text = VerificationError(mistakes.isEmpty ? [self] : mistakes).description
        fatalError(text, file: request.site.fileID, line: UInt(request.site.line))
    }

    /// Stops the program where it could go on, except in a verification.
    func report() { if request.container.verification?.note(self) != true { fail() } }

    /// Whether it is the same mistake, for somebody else.
    func isRepetition(of other: Mistake) -> Bool {
        // A weak value that is none is the mistake of its registration, whoever asks.
        let isOfRegistration = if case .weakValue = problem { true } else { false }
        return subject == other.subject && (isOfRegistration || request.site == other.request.site)
    }

    var description: String {
        var text = "Collet: \(headline)."
        func add(_ label: String, _ line: String) {
            text += "\n  " + label + String(repeating: " ", count: 14 - label.utf8.count) + line
        }
        let isMissing = if case .missing = problem { true } else { false }
        let needers = isMissing ? paths.compactMap { $0.map { self.text($0.subjects()) } } : []
        for (index, needer) in needers.enumerated() where needers.firstIndex(of: needer) == index {
            add(index == 0 ? "needed by" : "", needer)
        }
        add("\(request.site.kind) at", request.site.place)
        let near = nearMatches.map { near in
            let isNamesake = near.subject.type != subject.type && "\(near.subject)" == "\(subject)"
            return "\(near.subject)" + (isNamesake ? " (another type that prints alike)" : "")
        }
        let registered = request.container.isEmpty ? ["nothing at all"] : near
        if isMissing, !registered.isEmpty { add("registered", registered.joined(separator: ", ")) }
        return text + "\nTo fix, " + cure
    }

    private var headline: String {
        switch problem {
        case .missing: "nothing is registered for \(subject)"
        case .cycle(let path, _):
            "\(text(path + [subject])) is a cycle: \(subject) needs itself to be made"
        case .weakValue(let type): "\(subject) can't be weak: \(Subject(type: type)) is not a class"
        case .offMainActor: "\(subject) can be made on the main actor only"
        }
    }

    private var cure: String {
        switch problem {
        case .missing: cureForMissing
        case .cycle(_, inGraph: true): "let one of them take the other in its configure closure."
        case .cycle(let path, _) where path.contains { $0.component?.value.isOfGraph == true }:
            "make both in one scope.graph, within the scope.shared."
        case .cycle where request.isForArray:
            "register the parts by another protocol: "
                + "an array has every registration, whatever its name."
        case .cycle(let path, _) where path.count == 1 && subject.component == nil:
            "register the inner one under a name, and ask for that:  "
                + "Module(\"inner\") { … as \(subject.typeInSource) }"
        case .cycle where subject.component != nil:
            "let one of them take the other after its init, not in it."
        case .cycle: "give one of them an @Inject property for the other, read after its init."
        case .weakValue: "make it shared, or an instance of a class."
        case .offMainActor: "do this on the main actor, or use Module instead of Module.mainActor."
        }
    }

    private var cureForMissing: String {
        let name = subject.name.map { "(\($0.debugDescription))" } ?? ""
        let module = "Module\(name) { … as \(subject.typeInSource) }"
        // What reaches the process would have found it there.
        if Container.process.find(subject.type, subject.name) != nil {
            return "nest that block, or use override: it is registered for the process, and "
                + "isolated code doesn't see that."
        }
        if request.container.reachesProcess, request.container.isEmpty {
            let build = "call build() on your Dependencies block before this line"
            let isOutside = Frame.areAnywhere && Frame.current == nil && request.origin == nil
            if isOutside { return "create it within the override, or \(build)." }
            return "\(build) (or is Collet linked twice?)."
        }
        // Another name is more likely to be meant than none.
        let named = nearMatches.first { $0.nearness == .otherName && $0.subject.name != nil }
        switch named ?? nearMatches.first {
        case (.otherName, let near)?:
            let name = near.name?.debugDescription ?? "it without a name"
            return "ask for \(name), or add to your Dependencies block:  \(module)"
        case (.relative, let near)? where near.isExistential:
            let name = near.name.map { " named \($0.debugDescription)" } ?? ""
            return "inject \(near.typeInSource)\(name)."
        case (.relative, let near)?: return "write where \(near) is registered:  \(module)"
        default: return "add to your Dependencies block:  \(module)"
        }
    }

    /// Shows what needs what: with places, where the types alone would say nothing.
    private func text(_ path: [Subject]) -> String {
        let lines = path.map(\.description)
        let isClear = zip(lines, lines.dropFirst()).allSatisfy(!=)
        let places = path.map { $0.component.map { " at \($0.value.site.place)" } ?? "" }
        return (isClear ? lines : zip(lines, places).map(+)).joined(separator: " -> ")
    }

    /// How near a registration comes to what is missing, the nearest last. A relative is what looks
    /// like a type that conforms to the protocol, or like the protocol of the type.
    private enum Nearness: Comparable { case otherType, namesake, relative(words: Int), otherName }

    /// At most five registrations that may have been meant, nearest first.
    private var nearMatches: [(nearness: Nearness, subject: Subject)] {
        var near: [(nearness: Nearness, subject: Subject)] = []
        for subject in request.container.allRegistrations.map(\.subject) {
            guard let nearness = nearness(of: subject) else { continue }
            // Two containers may have one key.
            if !near.contains(where: { $0.subject == subject }) { near.append((nearness, subject)) }
        }
        return Array(near.sorted { $0.nearness > $1.nearness }.prefix(5))
    }

    private func nearness(of near: Subject) -> Nearness? {
        if near.type == subject.type { return .otherName }
        let (words, others) = (near.typeWords, subject.typeWords)
        let isAlike = words.isSubset(of: others) || others.isSubset(of: words)
        if isAlike, near.isExistential != subject.isExistential {
            return .relative(words: min(words.count, others.count))
        }
        if near.simpleTypeName == subject.simpleTypeName { return .namesake }
        return near.name != nil && near.name == subject.name ? .otherType : nil
    }
}

nonisolated extension Subject: CustomStringConvertible {
    /// The type, in full, and the name or the explicit key.
    fileprivate var description: String {
        let name = name ?? component?.value.explicit.map { "\($0.value)" }
        return String(reflecting: type) + (name.map { " named " + $0.debugDescription } ?? "")
    }

    /// The type as source code spells it after `as`. By itself, the runtime prints the `any` of
    /// protocols with arguments alone.
    fileprivate var typeInSource: String {
        let isPlainProtocol = String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
        return (isPlainProtocol ? "any " : "") + String(reflecting: type)
    }

    var isExistential: Bool { typeInSource.hasPrefix("any ") }

    fileprivate var simpleTypeName: Substring {
        String(describing: type).prefix { $0 != "<" }.split(separator: " ").last ?? ""
    }

    /// A type that conforms to a protocol is usually called like it, with a word more or less; the
    /// runtime can't be asked whether it conforms. A word begins with its upper-case letters.
    fileprivate var typeWords: Set<Substring> {
        Set(simpleTypeName.matches(of: #/\p{Lu}+\P{Lu}*|\P{Lu}+/#).map(\.output))
    }
}

// MARK: - Implementation: requests

// The words of the machinery:
// - A *request* asks for a value, at a *site* in the user's code.
// - An *origin* is where a request, wrapper or scope was created: a container, and a path.
// - A *subject* is what is made: a registration's value, or a component.
// - A *path* is what is made, or was when a task began: a subject, and the path of what needs it.
// - A *frame* is where a task is: its container, its path, and its object graph, if any.
// - A *cell* makes the one instance of a subject and keeps it, in a *box*.
// - A *run* makes an instance asynchronously.

/// Keeps `Inject` off the main actor where that is the default isolation: an explicit `nonisolated`
/// would be copied to every wrapped variable, and is refused on local ones.
nonisolated private enum NotIsolated { protocol ByDefault: SendableMetatype {} }

/// What is made: a registration, by its type and name, or a component, by its type and key.
nonisolated private struct Subject: Equatable, Sendable {
    let type: Any.Type
    var name: String?
    /// In a box, as few subjects have one.
    var component: BoxOf<ComponentKey>?

    static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.name == right.name && left.component == right.component
    }
}

/// The place of a component's call, and the key that the caller gave it, if any.
nonisolated private struct ComponentKey: Equatable {
    let site: Site
    let explicit: BoxOf<AnyHashable>?
    var isOfGraph = false

    init<Key: Hashable>(_ key: Key, _ fileID: StaticString, _ line: UInt32, _ column: UInt32) {
        site = Site(fileID: fileID, kind: .made, line: line, column: column)
        // The type of a key that is left out.
        explicit = Key.self == Never?.self ? nil : BoxOf(key)
    }
}

/// The place of a request in the user's code.
nonisolated private struct Site: Equatable, Sendable {
    enum Kind { case injected, resolved, made, verified }

    let fileID: StaticString
    let kind: Kind
    let line: UInt32
    /// Zero where the line is enough.
    var column: UInt32 = 0

    var place: String { "\(fileID):\(line)" }

    static func == (left: Self, right: Self) -> Bool {
        guard left.line == right.line, left.column == right.column else { return false }
        // One call has one literal; comparing texts would build strings each time.
        return unsafe left.fileID.utf8Start == right.fileID.utf8Start
            || "\(left.fileID)" == "\(right.fileID)"
    }
}

/// What is made, or was when a task began, and what needs it.
nonisolated private final class Path: Sendable {
    let subject: Subject
    let outer: Path?
    let depth: Int
    let isOver: Atomic<Bool>

    init(_ subject: Subject, _ outer: Path?, isOver: Bool = false) {
        self.subject = subject
        self.outer = outer
        depth = (outer?.depth ?? 0) + 1
        self.isOver = Atomic(isOver)
    }

    /// The subjects from the nearest path that is a start, or from the outermost one, to this one.
    func subjects(since isStart: (Path) -> Bool = { _ in false }) -> [Subject] {
        var subjects: [Subject] = []
        for path in sequence(first: self, next: \.outer) {
            subjects.append(path.subject)
            if isStart(path) { break }
        }
        return subjects.reversed()
    }

    /// Stops the program if the making of modules comes back to itself: so deep that other wiring
    /// has ended. In a path through tasks, what is over doesn't count.
    func stopIfEndless(_ request: Request) {
        guard depth > 64, subject.component == nil else { return }
        let all = sequence(first: self, next: \.outer).filter {
            !$0.isOver.load(ordering: .relaxed)
        }
        let again = all.dropFirst().first { $0.subject == subject }
        guard all.count > 64, let again else { return }
        Mistake(.cycle(outer!.subjects { $0 === again }, inGraph: false), subject, request).fail()
    }
}

/// Where an object or a request comes from: the current container, and what was being made.
nonisolated private struct Origin: Sendable {
    let container: Container
    let path: Path?

    /// The origin of what is created here and now; `nil` is the process, with nothing being made.
    static var current: Origin? {
        guard let frame = Frame.current else { return nil }
        // Whose frame it is takes longer to find out than that nothing is being made.
        let isMaking = frame.path != nil || frame.graph != nil
        return Origin(container: frame.container, path: isMaking ? Frame.here.path : nil)
    }
}

/// A request for a value, whatever its type.
nonisolated private struct Request: Sendable {
    let name: String?
    let site: Site
    let origin: Origin?
    /// Whether the value is for an array of everything that is registered for its type.
    var isForArray = false

    var container: Container { origin?.container ?? .process }

    func value<T>() -> T {
        guard let own = container.find(T.self, name), own.isPlain else { return substitute().value }
        return own.value(for: self)
    }

    func box<T>() -> BoxOf<T> {
        guard let own = container.find(T.self, name), own.isPlain else { return substitute() }
        return own.box(for: self)
    }

    /// The innermost container that has the type or its parts decides.
    private func substitute<T>() -> BoxOf<T> {
        let type = T.self as? any Substitutable.Type
        guard let type else { Mistake(.missing, Subject(type: T.self, name: name), self).fail() }
        for container in sequence(first: container, next: \.outer) {
            if let source = source(of: T.self, in: container) { return source.box() as! BoxOf<T> }
        }
        return BoxOf(type.absent as! T)
    }

    /// Where a value comes from in one container: from the type's registration, or from those of
    /// its parts, if they are later.
    func source<T>(of type: T.Type, in container: Container) -> Source? {
        let parts = (type as? any Substitutable.Type)?.source(in: container, for: self)
        let own = container.registration(type, name)
        guard let own, own.number > parts?.number ?? 0 else { return parts }
        return (own.number, { own.box(for: self) as BoxOf<T> })
    }
}

/// What can serve a request, and the number of its latest registration.
private typealias Source = (number: Int, box: () -> Box)

/// A type that is made from the registrations of another: `T?` and `[T]` from those of `T`.
nonisolated private protocol Substitutable {
    static var absent: Any { get }
    static func source(in container: Container, for request: Request) -> Source?
}

nonisolated extension Optional: Substitutable {
    fileprivate static var absent: Any { Self.none as Any }

    fileprivate static func source(in container: Container, for request: Request) -> Source? {
        request.source(of: Wrapped.self, in: container).map { number, box in
            let wrap = { (part: BoxOf<Wrapped>) in BoxOf(Self.some(part.value), parts: [part]) }
            return (number, { wrap(box() as! BoxOf<Wrapped>) })
        }
    }
}

nonisolated extension Array: Substitutable {
    fileprivate static var absent: Any { Self() }

    fileprivate static func source(in container: Container, for request: Request) -> Source? {
        // An array that is registered under the name of the request is what the request asks for.
        if request.name != nil, request.container.find(Self.self, request.name) != nil {
            return nil
        }
        let own = container.registrations.filter { $0.subject.type == Element.self }
        let box = {
            var request = request
            request.isForArray = true
            let all = request.container.findAll(Element.self)
            let parts: [BoxOf<Element>] = all.map { $0.box(for: request) }
            return BoxOf(parts.map(\.value), parts: parts)
        }
        return own.map(\.number).max().map { ($0, box) }
    }
}

// MARK: - Implementation: containers

/// The registrations of the process, or of one `override`, `isolate` or verification.
///
/// Its override's frame holds it, and what was created there and may ask it: requests, scopes,
/// unresolved wrappers, and the containers that lie over it.
nonisolated private final class Container: Sendable {
    static let process = Container([], over: nil)
    static var current: Container { Frame.current?.container ?? .process }

    let outer: Container?
    let verification: Verification?
    private let table = Mutex(Table())

    private struct Table {
        var all: [Registration] = []
        /// Those whose place others of the same block took.
        var replaced: [Registration] = []
        /// Positions of registrations, where these are many: the blocks of overrides are small.
        private var unnamed: [ObjectIdentifier: Int] = [:]
        private var named: [String: [ObjectIdentifier: Int]] = [:]

        func position(of type: Any.Type, _ name: String?) -> Int? {
            if all.count <= 8 {
                return all.firstIndex { $0.subject.type == type && $0.subject.name == name }
            }
            let type = ObjectIdentifier(type)
            return if let name { named[name]?[type] } else { unnamed[type] }
        }

        /// Adds a registration, and returns the one whose place it takes, if any.
        mutating func insert(_ registration: Registration) -> Registration? {
            if let position = position(of: registration.subject.type, registration.subject.name) {
                defer { all[position] = registration }
                return all[position]
            }
            all.append(registration)
            for position in (all.count == 9 ? 0 : all.count - 1)..<all.count where all.count > 8 {
                let subject = all[position].subject
                let type = ObjectIdentifier(subject.type)
                if let name = subject.name {
                    named[name, default: [:]][type] = position
                } else {
                    unnamed[type] = position
                }
            }
            return nil
        }
    }

    init(_ modules: [Module], over outer: Container?, _ verification: Verification? = nil) {
        self.outer = outer
        self.verification = verification ?? outer?.verification
        table.withLock { table in
            table.replaced = modules.compactMap { table.insert(Registration($0, in: self)) }
        }
    }

    func register(_ modules: [Module]) {
        let registrations = modules.map { Registration($0, in: self) }
        let replaced = table.withLock { table in registrations.compactMap { table.insert($0) } }
        for registration in replaced { registration.loosen() }
    }

    func reset() {
        var old = Table()
        table.withLock { swap(&$0, &old) }
        for registration in old.all { registration.loosen() }
    }

    /// The registrations of this container alone, in their order.
    var registrations: [Registration] { table.withLock(\.all) }
    /// The registrations of this container and of those that it lies over.
    var allRegistrations: [Registration] { (outer?.allRegistrations ?? []) + registrations }
    var isEmpty: Bool { allRegistrations.isEmpty }
    var reachesProcess: Bool { outer?.reachesProcess ?? (self === Container.process) }

    /// Looks in this container alone.
    func registration(_ type: Any.Type, _ name: String?) -> Registration? {
        table.withLock { table in table.position(of: type, name).map { table.all[$0] } }
    }

    func find(_ type: Any.Type, _ name: String?) -> Registration? {
        registration(type, name) ?? outer?.find(type, name)
    }

    /// Returns all registrations for a type, in their order.
    func findAll(_ type: Any.Type) -> [Registration] {
        let outer = outer?.findAll(type) ?? []
        var found = outer
        for registration in registrations where registration.subject.type == type {
            if let index = outer.firstIndex(where: { $0.subject == registration.subject }) {
                found[index] = registration
            } else {
                found.append(registration)
            }
        }
        return found
    }

    var unused: [String] {
        let all = self === Container.process ? [] : table.withLock { $0.replaced + $0.all }
        let unused = all.filter { !$0.module.isNested && !$0.wasAskedFor.load(ordering: .relaxed) }
        return unused.map(\.subject.description)
    }

    func loosen() { for kept in registrations where !kept.isTransient { kept.loosen() } }
}

/// Makes values of a type that its subclass knows. Unchecked only because it is not final.
nonisolated private class Maker: @unchecked Sendable {
    /// Makes a value of a registration for a verification.
    func verify(_ registration: Registration, _ request: Request) {}
}

/// Unchecked only because its superclass is: all that it has is a `@Sendable` closure.
nonisolated private final class MakerOf<T>: Maker, @unchecked Sendable {
    let make: @Sendable () -> sending T
    init(_ make: @escaping @Sendable () -> sending T) { self.make = make }

    init(mainActor make: @escaping @MainActor @Sendable () -> sending T) {
        // In a box, as the compiler doesn't see that the value is sent.
        self.make = { MainActor.assumeIsolated { BoxOf(make()) }.value }
    }

    override func verify(_ registration: Registration, _ request: Request) {
        let mistake = Mistake(.offMainActor, registration.subject, request)
        if !registration.isOnItsActor { return mistake.report() }
        let value: T = registration.value(for: request)
        withExtendedLifetime(value) { request.container.verification?.noteInjections() }
    }
}

/// A module in a container, with the instance that it has there. Unchecked only because its
/// superclass is: what it adds is constant or atomic.
nonisolated private final class Registration: Cell, @unchecked Sendable {
    let module: Module
    /// Never dangles: the container owns the registration, and whoever asks holds the container or
    /// one that lies over it until it has the answer.
    private unowned let container: Container
    /// The later of two registrations has the higher number.
    let number = Registration.count.wrappingAdd(1, ordering: .relaxed).newValue
    private static let count = Atomic(0)
    /// Whether no registration of another type can serve its requests.
    let isPlain: Bool
    var isTransient: Bool { module.lifetime == .transient }
    let wasAskedFor = Atomic(false)

    init(_ module: Module, in container: Container) {
        self.module = module
        self.container = container
        isPlain = !(module.subject.type is any Substitutable.Type)
        super.init(module.subject)
    }

    func value<T>(for request: Request) -> T {
        isTransient ? newValue(for: request) : box(for: request).value
    }

    /// A shared or weak instance is made in the container of its registration, which may lie under
    /// the request's. A transient value is made in the request's container.
    func box<T>(for request: Request) -> BoxOf<T> {
        if isTransient { return BoxOf(newValue(for: request)) }
        wasAskedFor.store(true, ordering: .relaxed)
        if let box: BoxOf<T> = kept() { return box }
        return instance(module.lifetime, for: request, in: container) { closure(for: request)() }
    }

    private func newValue<T>(for request: Request) -> T {
        let count = use()
        defer { endUse() }
        let make: @Sendable () -> sending T = closure(for: request)
        // Without a frame a value is made as quickly as by hand. Frames show what comes back to
        // itself, so they are made where more values than a few are under way.
        if count <= 2, request.origin == nil, Frame.current == nil { return make() }
        wasAskedFor.store(true, ordering: .relaxed)
        return Frame(making: subject, for: request).perform(make)
    }

    var isOnItsActor: Bool { !module.isForMainActor || MainActor.isCurrent }

    /// The closure of the module, which is called next.
    private func closure<T>(for request: Request) -> @Sendable () -> sending T {
        if !isOnItsActor { Mistake(.offMainActor, subject, request).fail() }
        // The type under which the registration was found is the type of its maker.
        return unsafe unsafeDowncast(module.maker, to: MakerOf<T>.self).make
    }
}

// MARK: - Implementation: frames

/// Where a task is: the current container, what is being made in it, and for whom.
nonisolated private final class Frame: Sendable {
    /// In a struct, because an optional as such is slow in a task-local.
    private struct Binding: Sendable {
        @TaskLocal static var current = Binding()
        var frame: Frame?
    }

    /// How many frames exist. Where there are none, nobody needs to read the task-local.
    ///
    /// Relaxed is enough: a frame is counted before a task gets it, by whoever gives it, and it is
    /// counted off only when nobody has it any more.
    private static let count = Atomic(0)
    static var areAnywhere: Bool { count.load(ordering: .relaxed) > 0 }

    /// The frame that the current task began, or the one that it inherited.
    static var current: Frame? { areAnywhere ? Binding.current.frame : nil }

    /// The frame that the current task began itself, and what is being made where the task is.
    static var here: (frame: Frame?, path: Path?) {
        guard let current, !current.isOver.load(ordering: .relaxed) else { return (nil, nil) }
        if current.task == currentTask { return (current, current.graph?.path ?? current.path) }
        // Tasks may begin each other without end: what one costs must not depend on all before it.
        return (nil, current.path.map { $0.depth > 100 ? Path($0.subject, nil) : $0 })
    }

    /// Tells tasks apart, as long as they live. To keep the task itself would be wrong: that is a
    /// strong reference, and an `async let` child lies in the memory of its parent.
    private static var currentTask: Int { unsafe withUnsafeCurrentTask { unsafe $0.hashValue } }

    let container: Container
    /// What is being made when the frame begins. It is the frame's own if the frame makes it.
    let path: Path?
    private let ownPath: Path?
    let graph: ObjectGraph?
    /// Compared only while the frame goes on, as its task lives until then.
    private let task: Int
    /// The first frame of the task that waits for this one, if it isn't the first itself.
    private let first: Frame?
    private let isOver = Atomic(false)

    /// For an override, an isolation or a verification. It belongs to no object graph.
    convenience init(overridingWith container: Container) { self.init(container, in: Frame.here) }

    /// For the outermost call of an object graph.
    convenience init(beginning graph: ObjectGraph) { self.init(.current, in: Frame.here, graph) }

    /// For the making of a value. What is kept, and what is made in another container, is made
    /// outside of the object graph that asks for it.
    convenience init(making subject: Subject, for request: Request, keptIn kept: Container? = nil) {
        let here = Frame.here
        let container = kept ?? request.container
        // What made the object that asks is over: only the object itself is of interest.
        let outer = here.path ?? request.origin?.path.map { Path($0.subject, nil, isOver: true) }
        let graph = kept == nil && here.frame?.container === container ? here.frame?.graph : nil
        self.init(container, in: here, graph, ownPath: Path(subject, outer))
        path!.stopIfEndless(request)
    }

    private init(
        _ container: Container, in here: (frame: Frame?, path: Path?), _ graph: ObjectGraph? = nil,
        ownPath: Path? = nil
    ) {
        self.container = container
        self.graph = graph
        self.ownPath = ownPath
        path = ownPath ?? here.path
        task = here.frame?.task ?? Frame.currentTask
        first = here.frame?.first ?? here.frame
        Frame.count.wrappingAdd(1, ordering: .relaxed)
    }

    deinit { Frame.count.wrappingSubtract(1, ordering: .relaxed) }
    /// The first frame of the task stands for the task in `Waits`: it lives longest.
    var outermost: ObjectIdentifier { ObjectIdentifier(first ?? self) }

    private func end() {
        isOver.store(true, ordering: .relaxed)
        ownPath?.isOver.store(true, ordering: .relaxed)
        graph?.path = path?.outer
        if ownPath == nil, graph == nil { container.loosen() }  // An override ends.
    }

    func perform<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        graph?.path = path
        defer { end() }
        do { return try Binding.$current.withValue(Binding(frame: self), operation: body) } catch {
            throw error as! E
        }
    }

    func perform<R, E: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        defer { end() }
        do {
            return try await Binding.$current.withValue(Binding(frame: self)) {
                _ = isolation  // Captured, so that the body stays on the caller's actor.
                return try await body()
            }
        } catch { throw error as! E }
    }
}

nonisolated extension MainActor {
    /// Whether the caller is on the main actor.
    ///
    /// A task that starts at once has run when the call returns, if it needs no hop. If the main
    /// thread was quicker than the caller, `assumeIsolated` stops the program without our message.
    fileprivate static var isCurrent: Bool {
        // Before, nobody can be asked: `assumeIsolated` decides.
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return true }
        final class Flag: Sendable { let isSet = Atomic(false) }
        let hasRun = Flag()
        Task.immediate { @MainActor in hasRun.isSet.store(true, ordering: .relaxed) }
        return hasRun.isSet.load(ordering: .relaxed)
    }
}

// MARK: - Implementation: cells

/// A value in an object, so that it can be kept whatever its type. Unchecked only because it is not
/// final: nothing in it changes.
nonisolated private class Box: @unchecked Sendable {
    /// The value, if it is an instance of a class.
    var object: AnyObject? { nil }
}

/// Unchecked, as values that are not `Sendable` are in boxes, too: one task at a time uses them.
nonisolated private final class BoxOf<T>: Box, @unchecked Sendable {
    let value: T
    /// The boxes of what the value was put together from: who holds it holds them.
    private let parts: [Box]

    init(_ value: T, parts: [Box] = []) {
        self.value = value
        self.parts = parts
    }

    override var object: AnyObject? {
        // Every value can be cast to `AnyObject`, in a box that would be gone at once. An error is
        // boxed even if it is an instance of a class, unless its own type is known.
        func opened(_ error: some Error) -> AnyObject { error as AnyObject }
        guard type(of: value as Any) is AnyClass else { return nil }
        return (value as? any Error).map { opened($0) } ?? value as AnyObject
    }
}

nonisolated extension BoxOf: Equatable where T: Equatable {
    static func == (left: BoxOf, right: BoxOf) -> Bool { left.value == right.value }
}

/// Makes one instance, and keeps it as its lifetime says. Unchecked only because it is not final:
/// everything that changes is behind a lock.
nonisolated private class Cell: @unchecked Sendable {
    let subject: Subject
    private let userCount = Atomic(0)
    private let state = Mutex(State())
    /// Locked while the instance is made.
    private let making = Mutex(())

    private struct State {
        /// What the cell keeps.
        var box: Box?
        /// What only others keep: the box, as in a wrapper, or the object in it.
        weak var boxOfOthers: Box?
        weak var objectOfOthers: AnyObject?
        /// The run that makes the instance asynchronously.
        var run: Task<Void, any Error>?
        /// Whether a shared instance is left to others.
        var isLoose = false

        mutating func leaveToOthers(_ box: Box) {
            boxOfOthers = box
            objectOfOthers = box.object
        }
    }

    init(_ subject: Subject) { self.subject = subject }

    /// The instance, whoever keeps it.
    var anyInstance: AnyObject? { state.withLock { $0.box ?? $0.boxOfOthers ?? $0.objectOfOthers } }

    /// Who sees that nobody uses it (`acquiring`) sees what the last user did (`releasing`).
    var isInUse: Bool { userCount.load(ordering: .acquiring) > 0 }

    /// Returns how many use it now.
    @discardableResult func use() -> Int { userCount.wrappingAdd(1, ordering: .relaxed).newValue }
    func endUse() { userCount.wrappingSubtract(1, ordering: .releasing) }

    func kept<T>() -> BoxOf<T>? {
        guard let box = state.withLock(\.box) else { return nil }
        // A cell is for one type.
        return unsafe unsafeDowncast(box, to: BoxOf<T>.self)
    }

    /// The instance that exists, whoever keeps it.
    private func existing<T>() -> BoxOf<T>? {
        let (box, object) = state.withLock { ($0.box ?? $0.boxOfOthers, $0.objectOfOthers) }
        if let box { return unsafe unsafeDowncast(box, to: BoxOf<T>.self) }  // As in `kept`.
        return object.map { BoxOf($0 as! T) }
    }

    /// Returns the instance, which is made if there is none. Who would wait for ever is stopped
    /// before it locks. Who has waited looks again, as the one before may have made the instance.
    /// It is noted as the maker while it has the lock, so that nobody erases the next one's note.
    func instance<T, E: Error>(
        _ lifetime: Module.Lifetime, for request: Request, in container: Container? = nil,
        _ make: () throws(E) -> T
    ) throws(E) -> BoxOf<T> {
        if let box: BoxOf<T> = existing() { return box }
        let frame = Frame(making: subject, for: request, keptIn: container ?? request.container)
        Waits.begin(for: self, in: frame, request)
        return try making.withLock { _ throws(E) in
            Waits.end(in: frame, toMake: self)
            defer { Waits.endMaking(self) }
            if let box: BoxOf<T> = existing() { return box }
            return keep(BoxOf(try frame.perform(make)), lifetime, request)
        }
    }

    /// Keeps an instance as its lifetime says, and returns it.
    private func keep<T>(
        _ box: BoxOf<T>, _ lifetime: Module.Lifetime, _ request: Request
    ) -> BoxOf<T> {
        if lifetime == .weak, box.object == nil {
            Mistake(.weakValue(type(of: box.value as Any)), subject, request).report()
        }
        state.withLock { state in
            let isKept = lifetime == .shared && !state.isLoose && state.box == nil
            if isKept { state.box = box } else { state.leaveToOthers(box) }
        }
        // Calls with and without `await` may pass on one place: the first instance is everybody's.
        return kept() ?? box
    }

    /// Waits for the run that makes the instance, or begins it, and returns its error.
    nonisolated(nonsending) func run<T: Sendable, E: Error>(
        for request: Request, _ make: @escaping @Sendable () async throws(E) -> T
    ) async -> (any Error)? {
        let frame = Frame(making: subject, for: request, keptIn: request.container)
        let run = state.withLock { state in
            state.run = state.run ?? Task { try await self.runOnce(for: request, make) }
            return state.run!
        }
        Waits.begin(for: self, in: frame, request)
        defer { Waits.end(in: frame) }
        if case .failure(let error) = await run.result { return error }
        return nil
    }

    private nonisolated(nonsending) func runOnce<T: Sendable, E: Error>(
        for request: Request, _ make: @Sendable () async throws(E) -> T
    ) async throws {
        defer { state.withLock { $0.run = nil } }
        // The last run may have ended since the caller looked for its instance.
        if state.withLock(\.box) != nil { return }
        let frame = Frame(making: subject, for: request, keptIn: request.container)
        Waits.end(in: frame, toMake: self)
        defer { Waits.endMaking(self) }
        _ = keep(BoxOf(try await frame.perform(make)), .shared, request)
    }

    /// Leaves a shared instance to those who hold it.
    func loosen() {
        let released = state.withLock { state in
            state.isLoose = true
            if let box = state.box { state.leaveToOthers(box) }
            return state.box.take()
        }
        withExtendedLifetime(released) {}
    }
}

/// The components of a scope.
nonisolated private struct Components {
    /// Searched from the start, which is quicker than hashing for as many as modules have.
    private var withoutKey: [Cell] = []
    private var withKey: [AnyHashable: [Cell]] = [:]
    /// With how many keys to look for those that can be forgotten.
    private var limit = 64

    /// Returns a component. One with a key is in use until its caller ends that. Others are never
    /// forgotten, as there are as few of them as there are calls.
    mutating func use(_ type: Any.Type, _ key: ComponentKey) -> Cell {
        guard let value = key.explicit?.value else { return Self.cell(type, key, in: &withoutKey) }
        let cell = Self.cell(type, key, in: &withKey[value, default: []])
        cell.use()
        return cell
    }

    private static func cell(_ type: Any.Type, _ key: ComponentKey, in all: inout [Cell]) -> Cell {
        for cell in all where cell.subject.type == type {
            if cell.subject.component!.value.site == key.site { return cell }
        }
        all.append(Cell(Subject(type: type, component: BoxOf(key))))
        return all.last!
    }

    /// If there are many keys, forgets those without an instance. Returns what it looked at, to be
    /// released outside of the lock.
    mutating func forgetDead() -> BoxOf<([AnyHashable: [Cell]], [AnyObject?])>? {
        if withKey.count < limit { return nil }
        let old = withKey
        var instances: [AnyObject?] = []
        func isNeeded(_ cell: Cell) -> Bool {
            instances.append(cell.isInUse ? cell : cell.anyInstance)
            return instances.last! != nil
        }
        withKey = old.mapValues { $0.filter(isNeeded) }.filter { !$1.isEmpty }
        limit = 2 * withKey.count + 64
        return BoxOf((old, instances))
    }
}

/// Who makes the instances of cells, and who waits for them.
nonisolated private struct Waits: Sendable {
    private static let all = Mutex(Waits())

    private var makers: [ObjectIdentifier: Frame] = [:]
    /// What the frames of a task wait for, and the innermost of them, which needs it.
    private var waits: [ObjectIdentifier: (cell: ObjectIdentifier, frame: Frame)] = [:]

    /// Notes that a frame is about to wait for a cell, and stops where it would wait for ever.
    static func begin(for cell: Cell, in frame: Frame, _ request: Request) {
        let path = all.withLock { all in
            all.waits[frame.outermost] = (ObjectIdentifier(cell), frame)
            return all.path(from: ObjectIdentifier(cell), to: frame)
        }
        if let path { Mistake(.cycle(path, inGraph: false), cell.subject, request).fail() }
    }

    /// Notes that a frame waits no more, and makes the instance of a cell, if any.
    static func end(in frame: Frame, toMake cell: Cell? = nil) {
        all.withLock { all in
            all.waits[frame.outermost] = nil
            if let cell { all.makers[ObjectIdentifier(cell)] = frame }
        }
    }

    static func endMaking(_ cell: Cell) {
        let maker = all.withLock { $0.makers.removeValue(forKey: ObjectIdentifier(cell)) }
        withExtendedLifetime(maker) {}
    }

    /// What is being made from a cell to a frame that holds it up, or `nil` if it goes on.
    ///
    /// A task waits for one thing at a time, so there is one way to follow: from a cell to the
    /// frame that makes it, and to the cell that the task of that frame waits for. Each step adds
    /// what that task is making, from the first cell's subject to what needs the next cell.
    private func path(from cell: ObjectIdentifier, to last: Frame) -> [Subject]? {
        var path: [Subject] = []
        var cell = cell
        while let maker = makers[cell], let wait = waits[maker.outermost] {
            path += wait.frame.path?.outer?.subjects { $0 === maker.path } ?? []
            if wait.frame === last { return path }
            cell = wait.cell
        }
        return nil
    }
}

// MARK: - Implementation: object graphs

/// The objects of one outermost `graph` call. Unchecked, as only the task that began it uses it:
/// other tasks don't ask the frames that they inherit for their graph.
nonisolated private final class ObjectGraph: @unchecked Sendable {
    /// Searched from the start, which is quicker than hashing for graphs of usual sizes.
    /// An object is `nil` while it is being made.
    private var entries: [(scope: Scope, path: Path, object: Box?)] = []
    private var configurations: [(path: Path, run: () -> Void)] = []
    /// How many objects of the graph are being made.
    private var makingCount = 0
    var path: Path?

    func object<T>(
        of scope: Scope, _ key: ComponentKey, _ request: Request, _ make: () -> T,
        _ configure: ((T) -> Void)?
    ) -> T {
        for entry in entries where entry.scope === scope && entry.path.subject.type == T.self {
            if entry.path.subject.component!.value != key { continue }
            guard let object = entry.object else {
                let cycle = path?.subjects { $0 === entry.path } ?? []
                Mistake(.cycle(cycle, inGraph: true), entry.path.subject, request).fail()
            }
            // A component is for one type.
            return unsafe unsafeDowncast(object, to: BoxOf<T>.self).value
        }
        let (index, outer) = (entries.count, path)
        // If a `configure` closure is running, the call that runs it runs those that wait already.
        let waiting = configurations.count
        let path = Path(Subject(type: T.self, component: BoxOf(key)), outer)
        entries.append((scope, path, nil))
        self.path = path
        makingCount += 1
        let value = make()
        makingCount -= 1
        path.isOver.store(true, ordering: .relaxed)
        entries[index].object = BoxOf(value)
        if let configure { configurations.append((path, { configure(value) })) }
        while makingCount == 0, configurations.count > waiting {
            let next = configurations.remove(at: waiting)
            self.path = next.path
            next.run()
        }
        self.path = outer
        return value
    }

    /// Releases the objects; a task that was begun in the graph may keep the graph itself.
    func end() { entries = [] }
}

// MARK: - Implementation: verification

/// What a verification has found so far.
nonisolated private final class Verification: Sendable {
    /// A wrapper that lacks its registration. Unchecked, as it is only asked whether it exists.
    private struct Injection: @unchecked Sendable {
        weak var wrapper: AnyObject?
        let mistake: Mistake
    }

    /// `nil` when it is over: objects that outlive it are nobody's mistake.
    private let found = Mutex<(mistakes: [Mistake], injections: [Injection])?>(([], []))

    /// Notes what an object that is being made injects, if that is missing.
    func noteInjection<T>(of type: T.Type, _ request: Request, in wrapper: AnyObject) {
        let isFound = request.container.find(type, request.name) != nil
        if isFound || type is any Substitutable.Type { return }
        let mistake = Mistake(.missing, Subject(type: type, name: request.name), request)
        found.withLock { $0?.injections.append(Injection(wrapper: wrapper, mistake: mistake)) }
    }

    /// Takes the wrappers that still exist for mistakes: others were replaced by hand.
    func noteInjections() {
        var injections: [Injection] = []
        found.withLock { if $0 != nil { swap(&$0!.injections, &injections) } }
        for injection in injections where injection.wrapper != nil { note(injection.mistake) }
    }

    /// Returns whether the mistake was noted: not when the verification is over.
    @discardableResult func note(_ mistake: Mistake) -> Bool {
        found.withLock { found in
            if let index = found?.mistakes.firstIndex(where: mistake.isRepetition) {
                found?.mistakes[index].paths += mistake.paths
            } else {
                found?.mistakes.append(mistake)
            }
            return found != nil
        }
    }

    func end() -> [Mistake] { found.withLock { $0.take() }?.mistakes ?? [] }
}

// MARK: - Licence

// MIT License
//
// Copyright (c) 2026 The Collet authors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy
// of this software and associated documentation files (the "Software"), to deal
// in the Software without restriction, including without limitation the rights
// to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
// copies of the Software, and to permit persons to whom the Software is
// furnished to do so, subject to the following conditions:
//
// The above copyright notice and this permission notice shall be included in all
// copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
// IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
// FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
// AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
// LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
// SOFTWARE.
