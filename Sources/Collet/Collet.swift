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
    /// The modules serve the task that runs the closure, the tasks that it starts, and nobody else.
    /// Objects that are created meanwhile keep them for their ``Inject``s, also after the override.
    /// When the override ends, it keeps no instance alive. A shared instance remains the one
    /// instance for as long as somebody else holds it.
    public func override<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try Frame(owning: Container(modules, over: .current)).run(body)
    }

    /// Runs an asynchronous closure with these modules on top of the current ones.
    public nonisolated(nonsending) func override<R, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        try await Frame(owning: Container(modules, over: .current)).run(body)
    }

    /// Runs a closure with these modules only.
    ///
    /// Tests isolate, so that a dependency that they forgot is a message and not the real thing.
    public func isolate<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try Frame(owning: Container(modules, over: nil)).run(body)
    }

    /// Runs an asynchronous closure with these modules only.
    public nonisolated(nonsending) func isolate<R, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        try await Frame(owning: Container(modules, over: nil)).run(body)
    }

    /// The modules that nothing has asked for since the current override or isolation began.
    ///
    /// A fake that its test never asks for is usually a mistake: it replaces the wrong type, or the
    /// wrong name. Only the innermost block counts, without the blocks that are nested in it.
    public static var unused: [String] { Frame.current?.container.unused ?? [] }
}

/// Collects the modules of a ``Dependencies`` block.
///
/// A block may hold modules, other blocks, `if`, `switch`, `for` and `#available`, or nothing.
@resultBuilder nonisolated public enum DependenciesBuilder {
    public static func buildExpression(_ module: Module) -> [Module] { [module] }
    public static func buildExpression(_ dependencies: Dependencies) -> [Module] {
        dependencies.modules.map(\.nested)
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
    fileprivate let subject: Subject
    fileprivate let isForMainActor: Bool
    fileprivate let maker: Maker
    /// Whether it came into its block with another block.
    fileprivate var isNested = false

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
    /// - Precondition: Making a value doesn't need another one without end: more than 64 modules
    ///   deep, one that needs itself is taken for endless.
    public init<T>(_ name: String? = nil, _ make: @escaping @Sendable () -> sending T) {
        self.init(.transient, name, MakerOf(make))
    }

    /// Creates a registration with a lifetime.
    ///
    /// A `.shared` or `.weak` instance is made once, on first use, however many threads ask for it.
    /// Its dependencies come from the container that it is registered in, so an override is never
    /// caught in it.
    ///
    /// - Precondition: Making the value doesn't need the value.
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
        _ lifetime: Lifetime, _ name: String? = nil,
        _ make: @escaping @MainActor @Sendable () -> T
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

    fileprivate var nested: Module {
        var module = self
        module.isNested = true
        return module
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
/// The wrapper remembers the container that is current where it is created. An object that is
/// created in an override keeps its fakes on every thread and after the override; one that is
/// created outside never gets them. Outside of every override, it follows what is registered for
/// the process at first access. Threads that race to the first access may each make a value: the
/// first one stored is kept, and all get it. The copies of a struct share it.
///
/// It works in classes, actors, structs and local variables, in an `@Observable` class beside
/// `@ObservationIgnored`. A `Sendable` class has no `var`s, so it holds the wrapper and calls it:
/// `private let api = Inject<any API>()`, then `api().get()`.
///
/// A `T?` is what is registered for `T`, or `nil`. A `[T]` is everything that is registered for
/// `T`, in the order of registration.
@propertyWrapper
public final class Inject<Value>: NotIsolated.ByDefault {
    private let isResolved: Atomic<Bool>
    private let name: String?
    private let site: Site
    /// Where the wrapper was created, until it is resolved. Its lock guards writing to `instance`.
    private let origin: Mutex<Origin?>
    /// Written once, before `isResolved` is set; read only afterwards. So access needs no lock, and
    /// no check for exclusive access, which would take longer than the access.
    @safe @exclusivity(unchecked) nonisolated(unsafe) private var instance: InstanceOf<Value>?

    /// Creates a dependency that is resolved on first access.
    ///
    /// Without a name, it is what is registered without a name. The place is for messages.
    public init(_ name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
        isResolved = Atomic(false)
        self.name = name
        site = Site(fileID: fileID, kind: .injection, line: line)
        let request = Request(name: name, site: site, origin: .current)
        origin = Mutex(request.origin)
        request.origin?.container.verification?.noteInjection(of: Value.self, request)
    }

    /// Creates a dependency that is given, for an object that is constructed by hand.
    public init(value: Value) {
        isResolved = Atomic(true)
        name = nil
        site = Site(fileID: #fileID, kind: .injection, line: #line)
        origin = Mutex(nil)
        instance = InstanceOf(value)
    }

    /// The dependency, resolved on first access.
    ///
    /// - Precondition: The type is registered under the name, or an optional or an array.
    /// - Complexity: O(1), besides what the module's closure does. A later access takes no lock.
    public var wrappedValue: Value {
        if !isResolved.load(ordering: .acquiring) { resolve() }
        return instance!.value
    }

    /// Returns the dependency, where the wrapper is held in a `let`.
    public func callAsFunction() -> Value { wrappedValue }

    /// Not inlined, as few reads come here, and the others would save and restore what it needs.
    @inline(never) private func resolve() {
        let origin = origin.withLock(\.self)
        // Another thread may have been first: then the origin is gone, and so is the need for it.
        if isResolved.load(ordering: .acquiring) { return }
        let made: InstanceOf<Value> = Request(name: name, site: site, origin: origin).instance()
        // Released outside of the lock: it may be the last to keep an override's registrations.
        let released = self.origin.withLock { origin in
            if instance == nil { instance = made }
            isResolved.store(true, ordering: .releasing)
            return origin.take()
        }
        withExtendedLifetime(released) {}
    }
}

/// Everything in it is guarded as said there, and the value is shared only if it is `Sendable`.
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
    /// - Precondition: The type is registered under the name, or an optional or an array.
    /// - Complexity: O(1), besides what the closure does; O(*n*) in all registrations for an array.
    public static func resolve<T>(
        _ type: T.Type = T.self, name: String? = nil,
        fileID: StaticString = #fileID, line: UInt32 = #line
    ) -> sending T {
        let site = Site(fileID: fileID, kind: .resolution, line: line)
        let request = Request(name: name, site: site, origin: .current)
        // It was sent here, or its type had to be `Sendable` to be registered.
        @safe nonisolated(unsafe) let value: T = request.value()
        return value
    }

    /// Forgets everything that is registered for the process, and releases its instances.
    public static func reset() { Container.process.reset() }
}

// MARK: - Scope

/// The lifetimes of components: a scope keeps what its module makes.
///
/// Components are told apart by the type that the closure returns, the function that asks, and an
/// explicit key. So overloads have their own instances. What depends on an argument needs a key.
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
/// scope keeps is made in the container in which the scope was created.
nonisolated public final class Scope: Sendable {
    private let origin = Origin.current
    private let components = Mutex(Components())

    /// Creates a scope that keeps nothing yet.
    public init() {}

    /// Returns the instance that the scope keeps. It is made on first use.
    ///
    /// It is made once, however many threads ask. They wait for it, and for nothing else. There is
    /// one instance for each key; keys are compared by equality.
    ///
    /// - Throws: What the closure throws. It is not remembered: the next caller tries again.
    /// - Precondition: Making the instance doesn't need the instance.
    /// - Complexity: O(1) with a key, O(*n*) in the functions of the module without one.
    public func shared<T: Sendable, E: Error>(
        for key: some Hashable & Sendable = Never?.none, function: StaticString = #function,
        fileID: StaticString = #fileID, line: UInt32 = #line, _ make: () throws(E) -> T
    ) throws(E) -> T {
        let component = component(T.self, function, key)
        if let instance: InstanceOf<T> = component.sharedInstance() { return instance.value }
        let request = request(fileID, line)
        return try component.instance(.shared, for: request, in: request.container, make).value
    }

    /// Returns the instance that the scope keeps. It is made asynchronously on first use.
    ///
    /// One run makes it, in a task of its own, and all callers wait for it. A cancelled caller
    /// stops neither the run nor the others. A failure reaches all who waited, and is forgotten. If
    /// the instance is made synchronously meanwhile, the first is kept.
    ///
    /// - Precondition: Making the instance doesn't need the instance. That is reported where the
    ///   closure itself asks, or a run that it awaits. A child task of it, or a `Task` that it
    ///   awaits, can't be seen: if that asks for the instance, it waits for ever.
    public func shared<T: Sendable, E: Error>(
        for key: some Hashable & Sendable = Never?.none, function: StaticString = #function,
        fileID: StaticString = #fileID, line: UInt32 = #line,
        isolation: isolated (any Actor)? = #isolation,
        _ make: @escaping @Sendable () async throws(E) -> T
    ) async throws(E) -> T {
        let component = component(T.self, function, key)
        let request = request(fileID, line)
        while true {
            if let instance: InstanceOf<T> = component.sharedInstance() { return instance.value }
            let error = await component.run(for: request, make)
            // Another caller's closure may have failed with an error that this one can't throw.
            if let error = error as? E { throw error }
        }
    }

    /// Returns the instance that others hold, or a new one if nobody holds it any more.
    ///
    /// - Precondition: The closure returns an instance of a class.
    /// - Precondition: Making the instance doesn't need the instance.
    public func weak<T: Sendable, E: Error>(
        for key: some Hashable & Sendable = Never?.none, function: StaticString = #function,
        fileID: StaticString = #fileID, line: UInt32 = #line, _ make: () throws(E) -> T
    ) throws(E) -> T {
        let component = component(T.self, function, key)
        let request = request(fileID, line)
        return try component.instance(.weak, for: request, in: request.container, make).value
    }

    /// Returns the one instance of the current object graph.
    ///
    /// The outermost `graph` call of a task begins an object graph. Until it returns, everybody in
    /// it gets the same instance, across modules too. The next call starts afresh, and so does
    /// another task, also a child task. So objects may refer to each other: one takes the other in
    /// its initializer, and the other takes the one in `configure`, as in
    /// `scope.graph { Header() } configure: { $0.screen = component() }`.
    ///
    /// The instances need not be `Sendable`, as they stay in the task. The compiler can't see that
    /// two calls may return one instance: don't send one of them to another task.
    ///
    /// `configure` completes an instance. It runs once, as soon as no `make` closure of the graph
    /// is running, and before the outermost call returns.
    ///
    /// - Precondition: Making the instance doesn't need the instance.
    /// - Complexity: O(*n*) in the objects of the graph.
    public func graph<T>(
        for key: some Hashable & Sendable = Never?.none, function: StaticString = #function,
        fileID: StaticString = #fileID, line: UInt32 = #line, _ make: () -> T,
        configure: ((T) -> Void)? = nil
    ) -> T {
        let component = component(T.self, function, key)
        let request = request(fileID, line)
        if let frame = Frame.running, let graph = frame.graph {
            return graph.object(component, for: request, in: frame, make, configure)
        }
        let graph = ObjectGraph()
        let frame = Frame(in: .current, graph: graph)
        defer { graph.end() }
        return frame.run { graph.object(component, for: request, in: frame, make, configure) }
    }

    private func component<Key: Hashable & Sendable>(
        _ type: Any.Type, _ function: StaticString, _ key: Key
    ) -> Cell {
        // The type of a key that is left out.
        if Key.self == Never?.self {
            return components.withLock { $0.component(type, function) }
        }
        let key = ComponentKey(function, key)
        return components.withLock { $0.component(type, key) }
    }

    private func request(_ fileID: StaticString, _ line: UInt32) -> Request {
        let site = Site(fileID: fileID, kind: .component, line: line)
        return Request(name: nil, site: site, origin: origin)
    }
}

// MARK: - Verification

nonisolated extension Dependencies {
    /// Throws an error that lists every mistake in the wiring of the block's modules.
    ///
    /// Each registration is made once, in a fresh container, and nothing of it is kept. What the
    /// modules inject must be registered in the block. What other classes inject is not seen:
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
        let site = Site(fileID: fileID, kind: .verification, line: line)
        Frame(owning: container).run {
            for registration in container.registrations {
                let name = registration.subject.name
                let request = Request(name: name, site: site, origin: .current)
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
        case missing
        /// What needs the next, up to the first again.
        case cycle([Subject], inGraph: Bool)
        case endless([Subject])
        case weakValue(Any.Type)
        case offMainActor
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
        paths = [Frame.current?.path ?? request.origin?.path]
    }

    /// Stops the program. A verification says what else it found.
    func fail() -> Never {
        let verification = request.container.verification
        verification?.note(self)
        let mistakes = verification?.end() ?? []
        let text = VerificationError(mistakes.isEmpty ? [self] : mistakes).description
        fatalError(text, file: request.site.fileID, line: UInt(request.site.line))
    }

    /// Stops the program where it could go on, except in a verification.
    func report() {
        if request.container.verification?.note(self) != true { fail() }
    }

    /// Whether it is the same mistake, found for somebody else.
    func isRepetition(of other: Mistake) -> Bool {
        // A weak value that is none is the mistake of its registration, whoever asks.
        let isOfRegistration = if case .weakValue = problem { true } else { false }
        let isOfSite = request.site.place == other.request.site.place
        return subject == other.subject && (isOfRegistration || isOfSite)
    }

    var description: String {
        var text = "Collet: \(headline)."
        func add(_ label: String, _ line: String) {
            text += "\n  " + label + String(repeating: " ", count: 14 - label.utf8.count) + line
        }
        let isMissing = if case .missing = problem { true } else { false }
        var needers: [String] = []
        for path in isMissing ? paths.compactMap(\.self) : [] {
            let needer = self.text(of: path.subjects())
            if needers.contains(needer) { continue }
            add(needers.isEmpty ? "needed by" : "", needer)
            needers.append(needer)
        }
        add(request.site.kind.rawValue, request.site.place)
        let near = nearMatches.map { near in
            let isNamesake = near.subject.type != subject.type && "\(near.subject)" == "\(subject)"
            return "\(near.subject)" + (isNamesake ? " (another type that prints alike)" : "")
        }
        let registered = request.container.isEmpty ? ["nothing at all"] : near
        if isMissing, !registered.isEmpty {
            add("registered", registered.joined(separator: ", "))
        }
        return text + "\nTo fix, " + cure
    }

    private var headline: String {
        switch problem {
        case .missing: "nothing is registered for \(subject)"
        case .cycle(let path, _): "\(text(of: path)) is a cycle: \(subject) needs itself to be made"
        case .endless(let path):
            "\(text(of: path)) has no end: each \(subject) comes from a scope of its own"
        case .weakValue(let type): "\(subject) can't be weak: \(Subject(type: type)) is not a class"
        case .offMainActor: "\(subject) can be made on the main actor only"
        }
    }

    private var cure: String {
        switch problem {
        case .missing: cureForMissing
        case .cycle(_, inGraph: true): "let one of them take the other in its configure closure."
        case .cycle(let path, _) where path.count == 2 && subject.component == nil:
            "register the inner one under a name, and ask for that:  "
                + "Module(\"inner\") { … as \(subject.typeInSource) }"
        case .cycle where subject.component != nil:
            "let one of them take the other after its init, not in it."
        case .cycle: "let one of them inject the other, and read that property after its init."
        case .endless:
            "register the module that holds the scope as .shared: everybody gets the same scope."
        case .weakValue: "make it shared, or an instance of a class."
        case .offMainActor: "do this on the main actor, or use Module instead of Module.mainActor."
        }
    }

    private var cureForMissing: String {
        let name = subject.name.map { "(\($0.debugDescription))" } ?? ""
        let module = "Module\(name) { … as \(subject.typeInSource) }"
        // What reaches the process would have found it there.
        if Container.process.find(subject.type, subject.name) != nil {
            return "nest the block that registers it for the process in this one, or use override."
        }
        if request.container.reachesProcess, request.container.isEmpty {
            return "call build() on your Dependencies block before this line "
                + "(or is Collet linked twice?)."
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

    /// Shows what needs what: with functions, where the types alone would say nothing.
    private func text(of path: [Subject]) -> String {
        let lines = path.map(\.description)
        let isClear = zip(lines, lines.dropFirst()).allSatisfy(!=)
        return (isClear ? lines : path.map(\.descriptionWithFunction)).joined(separator: " -> ")
    }

    /// How a registration comes near to what is missing, nearest first. A relative is what looks
    /// like a type that conforms to the protocol, or like the protocol of the type.
    private enum Nearness: CaseIterable { case otherName, relative, namesake, otherType }

    /// At most five registrations that may have been meant, nearest first.
    private var nearMatches: [(nearness: Nearness, subject: Subject)] {
        let all = request.container.allRegistrations.map(\.subject)
        let near = Nearness.allCases.flatMap { nearness in
            all.filter { self.nearness(of: $0) == nearness }.map { (nearness, $0) }
        }
        return Array(near.prefix(5))
    }

    private func nearness(of near: Subject) -> Nearness? {
        if near.type == subject.type { return .otherName }
        let (words, others) = (near.typeWords, subject.typeWords)
        let isAlike = words.isSubset(of: others) || others.isSubset(of: words)
        if isAlike, near.isExistential != subject.isExistential { return .relative }
        if near.simpleTypeName == subject.simpleTypeName { return .namesake }
        return near.name != nil && near.name == subject.name ? .otherType : nil
    }
}

nonisolated extension Subject: CustomStringConvertible {
    /// The type, in full, and the name or the explicit key.
    fileprivate var description: String {
        let name = name ?? component?.explicit.map { "\($0)" }
        return String(reflecting: type) + (name.map { " named " + $0.debugDescription } ?? "")
    }

    fileprivate var descriptionWithFunction: String {
        description + (component.map { " from \($0.function)" } ?? "")
    }

    /// The type as source code spells it after `as`.
    fileprivate var typeInSource: String {
        (isExistential ? "any " : "") + String(reflecting: type)
    }

    fileprivate var isExistential: Bool {
        String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
    }

    fileprivate var simpleTypeName: Substring { String(describing: type).prefix { $0 != "<" } }

    /// The words of the simple name. A type that conforms to a protocol is usually called like it,
    /// with a word more or less; the runtime can't be asked whether it conforms.
    fileprivate var typeWords: Set<String> {
        var words = [""]
        for character in simpleTypeName {
            if character.isUppercase, words.last?.last?.isUppercase != true { words.append("") }
            words[words.count - 1].append(character)
        }
        return Set(words)
    }
}

// MARK: - Implementation: requests

/// Keeps `Inject` off the main actor where that is the default isolation. The compiler would copy
/// an explicit `nonisolated` to every wrapped variable, and refuse it on local ones.
nonisolated private enum NotIsolated { protocol ByDefault: SendableMetatype {} }

/// What is made: a registration, by its type and name, or a component, by its type and key.
nonisolated private struct Subject: Equatable, Sendable {
    let type: Any.Type
    var name: String?
    var component: ComponentKey?

    static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.name == right.name
            && left.component?.explicit == right.component?.explicit
            && left.component?.function.description == right.component?.function.description
    }
}

/// The function and the explicit key of a component. Unchecked, as `AnyHashable` doesn't tell that
/// keys had to be `Sendable`.
nonisolated private final class ComponentKey: @unchecked Sendable {
    let function: StaticString
    let explicit: AnyHashable?

    init(_ function: StaticString, _ explicit: AnyHashable? = nil) {
        self.function = function
        self.explicit = explicit
    }

    func isOf(_ function: StaticString) -> Bool {
        // Most calls have the same literal; comparing texts would build strings each time.
        unsafe self.function.utf8Start == function.utf8Start || "\(self.function)" == "\(function)"
    }
}

/// The place of a request in the user's code.
nonisolated private struct Site: Sendable {
    enum Kind: String {
        case injection = "injected at"
        case resolution = "resolved at"
        case component = "made at"
        case verification = "verified at"
    }

    let fileID: StaticString
    let kind: Kind
    let line: UInt32

    var place: String { "\(fileID):\(line)" }
}

/// What is being made, and what needs it.
nonisolated private final class Path: Sendable {
    let subject: Subject
    let outer: Path?

    init(_ subject: Subject, _ outer: Path?) {
        self.subject = subject
        self.outer = outer
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

    /// Stops the program if a subject is made within itself, each time in another instance.
    ///
    /// That is checked where wiring is deep: not too deep for small stacks, and deeper than wiring
    /// that ends usually goes.
    func stopIfRepeated(_ subject: Subject, at depth: Int, _ request: Request) {
        guard depth > 64 else { return }
        let cycle = subjects { $0.subject == subject } + [subject]
        let isModule = subject.component == nil
        // Only scopes that are created on the way have no end.
        let isEndless = isModule || request.origin?.path?.subjects().contains(subject) == true
        guard cycle[0] == subject, isEndless else { return }
        Mistake(isModule ? .cycle(cycle, inGraph: false) : .endless(cycle), subject, request).fail()
    }
}

/// Where an object or a request comes from: the current container, and what was being made.
nonisolated private struct Origin: Sendable {
    let container: Container
    let path: Path?

    /// The origin of what is created here and now; `nil` is the process, with nothing being made.
    static var current: Origin? {
        Frame.current.map { Origin(container: $0.container, path: $0.path) }
    }
}

/// A request for a value, whatever its type.
nonisolated private struct Request: Sendable {
    let name: String?
    let site: Site
    let origin: Origin?

    var container: Container { origin?.container ?? .process }

    func value<T>() -> T {
        guard let found = container.find(T.self, name) else { return substitute() }
        return found.value(for: self)
    }

    /// The same for who keeps it.
    func instance<T>() -> InstanceOf<T> {
        guard let found = container.find(T.self, name) else { return InstanceOf(substitute()) }
        return found.instance(for: self)
    }

    private func substitute<T>() -> T {
        guard let type = T.self as? any Substitutable.Type else {
            Mistake(.missing, Subject(type: T.self, name: name), self).fail()
        }
        return (type.substitute(for: self) ?? type.absent) as! T
    }
}

/// A type that is made from the registrations of another: `T?` and `[T]` from those of `T`.
nonisolated private protocol Substitutable {
    /// The value where nothing is registered.
    static var absent: Any { get }
    static func substitute(for request: Request) -> Any?
}

nonisolated extension Optional: Substitutable {
    fileprivate static var absent: Any { Self.none as Any }

    fileprivate static func substitute(for request: Request) -> Any? {
        if let registration = request.container.find(Wrapped.self, request.name) {
            return Self.some(registration.value(for: request))
        }
        let value = (Wrapped.self as? any Substitutable.Type)?.substitute(for: request)
        return value.map { Self.some($0 as! Wrapped) as Any }
    }
}

nonisolated extension Array: Substitutable {
    fileprivate static var absent: Any { Self() }

    fileprivate static func substitute(for request: Request) -> Any? {
        let values = request.container.findAll(Element.self).map { registration in
            registration.value(for: request) as Element
        }
        return values.isEmpty ? nil : values
    }
}

/// A value that leaves the main actor: it is sent, or it had to be `Sendable` to be registered.
nonisolated private struct Unchecked<T>: @unchecked Sendable { let value: T }

// MARK: - Implementation: containers

/// The registrations of the process, or of one `override`, `isolate` or verification.
nonisolated private final class Container: Sendable {
    static let process = Container([], over: nil)
    static var current: Container { Frame.current?.container ?? .process }

    /// The container that this one lies over.
    private let outer: Container?
    let verification: Verification?
    private let table = Mutex(Table())

    private struct Table {
        var registrations: [Registration] = []
        /// Those whose place others of the same block took.
        var replaced: [Registration] = []
        /// Positions of registrations, where these are many: the blocks of overrides are small.
        private var unnamed: [ObjectIdentifier: Int] = [:]
        private var named: [String: [ObjectIdentifier: Int]] = [:]

        func position(of type: Any.Type, _ name: String?) -> Int? {
            if registrations.count <= 8 {
                return registrations.firstIndex {
                    $0.subject.type == type && $0.subject.name == name
                }
            }
            let type = ObjectIdentifier(type)
            return if let name { named[name]?[type] } else { unnamed[type] }
        }

        /// Adds a registration, and returns the one whose place it takes, if any.
        mutating func insert(_ registration: Registration) -> Registration? {
            let subject = registration.subject
            if let position = position(of: subject.type, subject.name) {
                defer { registrations[position] = registration }
                return registrations[position]
            }
            registrations.append(registration)
            if registrations.count == 9 { registrations.indices.forEach { index($0) } }
            if registrations.count > 9 { index(registrations.count - 1) }
            return nil
        }

        private mutating func index(_ position: Int) {
            let type = ObjectIdentifier(registrations[position].subject.type)
            if let name = registrations[position].subject.name {
                named[name, default: [:]][type] = position
            } else {
                unnamed[type] = position
            }
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
        let old = table.withLock { table in
            defer { table = Table() }
            return table.registrations
        }
        for registration in old { registration.loosen() }
    }

    /// The registrations of this container alone, in their order.
    var registrations: [Registration] { table.withLock(\.registrations) }
    /// The registrations of this container and of those that it lies over.
    var allRegistrations: [Registration] { (outer?.allRegistrations ?? []) + registrations }
    var isEmpty: Bool { allRegistrations.isEmpty }
    var reachesProcess: Bool { outer?.reachesProcess ?? (self === Container.process) }

    func find(_ type: Any.Type, _ name: String?) -> Registration? {
        let registration = table.withLock { table in
            table.position(of: type, name).map { table.registrations[$0] }
        }
        return registration ?? outer?.find(type, name)
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
        let all = table.withLock { $0.replaced + $0.registrations }
        let unused = all.filter { !$0.module.isNested && !$0.wasAskedFor.load(ordering: .relaxed) }
        return unused.map(\.subject.description)
    }

    /// Leaves the instances to those who hold them.
    func loosen() { for registration in registrations { registration.loosen() } }
}

/// Makes values, of a type that a subclass knows. Unchecked only because it is not final.
nonisolated private class Maker: @unchecked Sendable {
    /// Makes a value of a registration for a verification.
    func verify(_ registration: Registration, _ request: Request) {}
}

nonisolated private final class MakerOf<T>: Maker, @unchecked Sendable {
    let make: @Sendable () -> sending T

    init(_ make: @escaping @Sendable () -> sending T) { self.make = make }

    init(mainActor make: @escaping @MainActor @Sendable () -> sending T) {
        self.make = { MainActor.assumeIsolated { Unchecked(value: make()) }.value }
    }

    override func verify(_ registration: Registration, _ request: Request) {
        if registration.module.isForMainActor, !MainActor.isCurrent {
            return Mistake(.offMainActor, registration.subject, request).report()
        }
        let _: T = registration.value(for: request)
    }
}

/// A module in a container, with the instance that it has there.
nonisolated private final class Registration: Cell, @unchecked Sendable {
    let module: Module
    /// It owns the registration, and each request holds it or one that lies over it.
    private unowned let container: Container
    let wasAskedFor = Atomic(false)
    /// How many transient values are being made in the process.
    private static let transientsUnderWay = Atomic(0)

    init(_ module: Module, in container: Container) {
        self.module = module
        self.container = container
        super.init(module.subject)
    }

    func value<T>(for request: Request) -> T {
        if module.lifetime == .transient { return newValue(for: request) }
        return instance(for: request).value
    }

    func instance<T>(for request: Request) -> InstanceOf<T> {
        if module.lifetime == .transient { return InstanceOf(newValue(for: request)) }
        wasAskedFor.store(true, ordering: .relaxed)
        if let instance: InstanceOf<T> = sharedInstance() { return instance }
        return instance(module.lifetime, for: request, in: container) { closure(for: request)() }
    }

    private func newValue<T>(for request: Request) -> T {
        let count = Self.transientsUnderWay.wrappingAdd(1, ordering: .relaxed).newValue
        defer { Self.transientsUnderWay.wrappingSubtract(1, ordering: .relaxed) }
        let make: @Sendable () -> sending T = closure(for: request)
        // Without a frame a value is made as quickly as by hand. Frames show what is endless, so
        // they are made where many values are under way: so few that they fit a small stack.
        if count <= 16, request.origin == nil, Frame.current == nil { return make() }
        wasAskedFor.store(true, ordering: .relaxed)
        return Frame(in: request.container, making: subject, for: request).run(make)
    }

    /// The closure of the module, which is about to be called here.
    private func closure<T>(for request: Request) -> @Sendable () -> sending T {
        if module.isForMainActor, !MainActor.isCurrent {
            Mistake(.offMainActor, subject, request).fail()
        }
        // The key under which the registration was found proves the type.
        return unsafe unsafeDowncast(module.maker, to: MakerOf<T>.self).make
    }
}

// MARK: - Implementation: frames

/// Tells frames of the current task from inherited ones. Unchecked and safe: the task is compared.
@safe nonisolated private final class Strand: @unchecked Sendable {
    private let task: UnsafeCurrentTask?

    init() { unsafe task = withUnsafeCurrentTask { unsafe $0 } }

    /// Whether the current task is this one. The address of a task is used again, so that is known
    /// only while a frame of the strand goes on.
    var isOfCurrentTask: Bool { unsafe withUnsafeCurrentTask { unsafe $0 == task } }
}

/// Where a task is: the current container, what is being made in it, and for whom.
nonisolated private final class Frame: Sendable {
    /// In a struct, because an optional as such is slow in a task-local.
    private struct Binding: Sendable {
        @TaskLocal static var current = Binding()
        var frame: Frame?
    }

    /// How many frames exist. Where there are none, nobody needs to read the task-local.
    private static let count = Atomic(0)

    /// The frame of the current task, or the one that it inherited.
    static var current: Frame? {
        count.load(ordering: .relaxed) == 0 ? nil : Binding.current.frame
    }

    /// The frame that the current task is in, if it did not inherit it.
    static var running: Frame? { current.flatMap { $0.isRunningHere ? $0 : nil } }

    let container: Container
    /// Shared with the frames of the same task that wait for this one.
    let strand: Strand
    private let depth: Int
    private let ownsContainer: Bool
    /// The path that the frame began with.
    let ownPath: Path?
    /// The object graph that goes on in the frame, and how much of it was under way before.
    let graph: ObjectGraph?
    let graphBase: Int
    private let isOver = Atomic(false)

    /// - Parameter subject: What is made for a request, or `nil` if a closure just runs in it.
    init(
        in container: Container, making subject: Subject? = nil, for request: Request? = nil,
        graph: ObjectGraph? = nil, ownsContainer: Bool = false
    ) {
        let current = Frame.current
        // What made the object that asks is over: only the object itself is of interest.
        let outer = current?.path ?? request?.origin?.path.map { Path($0.subject, nil) }
        let caller = current.flatMap { $0.isRunningHere ? $0 : nil }
        self.container = container
        self.ownsContainer = ownsContainer
        strand = caller?.strand ?? Strand()
        depth = (current.map { $0.isUnderWay ? $0.depth : 0 } ?? 0) + 1
        ownPath = subject.map { Path($0, outer) } ?? outer
        // What another container keeps never gets what only this graph should have.
        let isApart = subject != nil && caller?.container !== container
        self.graph = graph ?? (isApart ? nil : caller?.graph)
        graphBase = self.graph?.depth ?? 0
        Frame.count.wrappingAdd(1, ordering: .relaxed)
        if let subject, let request { outer?.stopIfRepeated(subject, at: depth, request) }
    }

    convenience init(owning container: Container) { self.init(in: container, ownsContainer: true) }

    deinit { Frame.count.wrappingSubtract(1, ordering: .relaxed) }

    private var isRunningHere: Bool { isUnderWay && strand.isOfCurrentTask }
    private var isUnderWay: Bool { !isOver.load(ordering: .relaxed) }

    /// What is being made, innermost first. Only the frame's own task looks into its graph.
    var path: Path? {
        guard let graph, isRunningHere else { return isUnderWay ? ownPath : nil }
        return graph.path(in: self)
    }

    private func end() {
        isOver.store(true, ordering: .relaxed)
        if ownsContainer { container.loosen() }
    }

    func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        defer { end() }
        do { return try Binding.$current.withValue(Binding(frame: self), operation: body) } catch {
            throw error as! E
        }
    }

    func run<R, E: Error>(
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
    /// A task that starts at once has run when the call returns, if it needs no hop. Where it does,
    /// the main thread may be quicker than the caller, but hardly thrice: `assumeIsolated` sees it.
    fileprivate static var isCurrent: Bool {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return true  // Nobody can be asked: `assumeIsolated` decides.
        }
        final class Flag: Sendable { let isSet = Atomic(false) }
        return (1...3).allSatisfy { _ in
            let hasRun = Flag()
            Task.immediate { @MainActor in hasRun.isSet.store(true, ordering: .relaxed) }
            return hasRun.isSet.load(ordering: .relaxed)
        }
    }
}

// MARK: - Implementation: cells

/// A value in an object, so that it can be kept whatever its type. It never changes; unchecked, as
/// the class is not final.
nonisolated private class Instance: @unchecked Sendable {
    /// The value, if it is an instance of a class.
    var object: AnyObject? { nil }
}

/// The value is `Sendable`, or only one task uses it.
nonisolated private final class InstanceOf<T>: Instance, @unchecked Sendable {
    let value: T

    init(_ value: T) { self.value = value }

    override var object: AnyObject? {
        // Every value can be cast to `AnyObject`, in a box that would be gone at once.
        type(of: value as Any) is AnyClass ? value as AnyObject : nil
    }
}

/// Makes one instance, and keeps it as its lifetime says. Unchecked only because it is not final.
nonisolated private class Cell: @unchecked Sendable {
    let subject: Subject
    /// Locked while the instance is made.
    private let making = Mutex(())
    private let state = Mutex(State())

    private struct State {
        /// What the cell keeps.
        var instance: Instance?
        /// What only others keep.
        weak var object: AnyObject?
        /// Whether a shared instance is left to others.
        var isLoose = false
        /// The run that makes the instance asynchronously.
        var run: Task<(any Error)?, Never>?
    }

    init(_ subject: Subject) { self.subject = subject }

    /// The instance that the cell keeps.
    func sharedInstance<T>() -> InstanceOf<T>? {
        guard let instance = state.withLock(\.instance) else { return nil }
        // A cell is for one type.
        return unsafe unsafeDowncast(instance, to: InstanceOf<T>.self)
    }

    /// The instance that exists, whoever keeps it.
    private func existingInstance<T>() -> InstanceOf<T>? {
        if let instance: InstanceOf<T> = sharedInstance() { return instance }
        let instance = state.withLock { state in state.object.map { InstanceOf($0 as! T) } }
        if let instance { ObjectGraph.keep(instance) }
        return instance
    }

    /// Returns the instance, which is made if there is none.
    func instance<T, E: Error>(
        _ lifetime: Module.Lifetime, for request: Request, in container: Container,
        _ make: () throws(E) -> T
    ) throws(E) -> InstanceOf<T> {
        if let instance: InstanceOf<T> = existingInstance() { return instance }
        let frame = Frame(in: container, making: subject, for: request)
        let work = Work(cell: ObjectIdentifier(self), isRun: false)
        WaitGraph.beginWait(for: work, in: frame, request)
        return try making.withLock { _ throws(E) in
            WaitGraph.endWait(in: frame, begin: work)
            defer { WaitGraph.end(work) }
            if let instance: InstanceOf<T> = existingInstance() { return instance }
            // Objects that are configured meanwhile might ask for the instance.
            let graph = Frame.running?.graph
            graph?.makingCount += 1
            defer { graph?.makingCount -= 1 }
            return keep(InstanceOf(try frame.run(make)), lifetime, request)
        }
    }

    /// Keeps an instance, unless another was made meanwhile, and returns the one that is kept.
    private func keep<T>(
        _ instance: InstanceOf<T>, _ lifetime: Module.Lifetime, _ request: Request
    ) -> InstanceOf<T> {
        if lifetime == .weak { ObjectGraph.keep(instance) }
        if lifetime == .weak, instance.object == nil {
            Mistake(.weakValue(type(of: instance.value as Any)), subject, request).report()
        }
        let kept = state.withLock { state in
            if let other = state.instance { return other }
            let isKept = lifetime == .shared && !state.isLoose
            if isKept { state.instance = instance } else { state.object = instance.object }
            return instance
        }
        return unsafe unsafeDowncast(kept, to: InstanceOf<T>.self)
    }

    /// Waits for the run that makes the instance, or begins it, and returns its error.
    nonisolated(nonsending) func run<T: Sendable, E: Error>(
        for request: Request, _ make: @escaping @Sendable () async throws(E) -> T
    ) async -> (any Error)? {
        let frame = Frame(in: request.container, making: subject, for: request)
        let work = Work(cell: ObjectIdentifier(self), isRun: true)
        let run = state.withLock { state in
            let run = state.run ?? Task { await self.runOnce(work, for: request, make) }
            state.run = run
            return run
        }
        WaitGraph.beginWait(for: work, in: frame, request)
        defer { WaitGraph.endWait(in: frame) }
        return await run.value
    }

    private nonisolated(nonsending) func runOnce<T: Sendable, E: Error>(
        _ work: Work, for request: Request, _ make: @Sendable () async throws(E) -> T
    ) async -> (any Error)? {
        defer { state.withLock { $0.run = nil } }
        // The last run may have ended since the caller looked for its instance.
        if state.withLock(\.instance) != nil { return nil }
        let frame = Frame(in: request.container, making: subject, for: request)
        WaitGraph.endWait(in: frame, begin: work)
        defer { WaitGraph.end(work) }
        do { _ = keep(InstanceOf(try await frame.run(make)), .shared, request) } catch {
            return error
        }
        return nil
    }

    /// Leaves a shared instance to those who hold it.
    func loosen() {
        let released = state.withLock { state in
            state.isLoose = true
            // A weak instance is left to them anyway.
            if let instance = state.instance { state.object = instance.object }
            return state.instance.take()
        }
        withExtendedLifetime(released) {}
    }
}

/// The components of a scope.
nonisolated private struct Components {
    /// Searched from the start, which is quicker than hashing for as many as modules have.
    private var withoutKey: [Cell] = []
    private var withKey: [AnyHashable: [Cell]] = [:]

    mutating func component(_ type: Any.Type, _ function: StaticString) -> Cell {
        Self.component(type, function, in: &withoutKey) { ComponentKey(function) }
    }

    mutating func component(_ type: Any.Type, _ key: ComponentKey) -> Cell {
        Self.component(type, key.function, in: &withKey[key.explicit!, default: []]) { key }
    }

    private static func component(
        _ type: Any.Type, _ function: StaticString, in components: inout [Cell],
        key: () -> ComponentKey
    ) -> Cell {
        for component in components where component.subject.type == type {
            if component.subject.component!.isOf(function) { return component }
        }
        components.append(Cell(Subject(type: type, component: key())))
        return components.last!
    }
}

/// The making of a cell's instance: by threads in turn, or by an asynchronous run.
nonisolated private struct Work: Hashable {
    let cell: ObjectIdentifier
    let isRun: Bool
}

/// Who does what work, and who waits for it.
nonisolated private struct WaitGraph: Sendable {
    private static let current = Mutex(WaitGraph())

    private var makers: [Work: Frame] = [:]
    /// What a strand waits for, and the frame that needs it.
    private var waits: [ObjectIdentifier: (work: Work, frame: Frame)] = [:]

    /// Notes that a frame is about to wait for work, and stops where it would wait for ever.
    static func beginWait(for work: Work, in frame: Frame, _ request: Request) {
        let path = current.withLock { graph in
            graph.waits[ObjectIdentifier(frame.strand)] = (work, frame)
            return graph.path(from: work, to: frame)
        }
        guard let path, let subject = frame.ownPath?.subject else { return }
        Mistake(.cycle(path + [subject], inGraph: false), subject, request).fail()
    }

    /// Notes that a frame waits no more, and begins to work.
    static func endWait(in frame: Frame, begin work: Work? = nil) {
        current.withLock { graph in
            graph.waits[ObjectIdentifier(frame.strand)] = nil
            if let work { graph.makers[work] = frame }
        }
    }

    static func end(_ work: Work) { current.withLock { $0.makers[work] = nil } }

    /// What is being made from some work to a frame that holds it up, or `nil` if it goes on.
    ///
    /// A task waits for one thing at a time, so there is one way to follow.
    private func path(from work: Work, to last: Frame) -> [Subject]? {
        var path: [Subject] = []
        var work = work
        while let maker = makers[work], let wait = waits[ObjectIdentifier(maker.strand)] {
            path += wait.frame.ownPath?.outer?.subjects { $0 === maker.ownPath } ?? []
            if wait.frame === last { return path }
            work = wait.work
        }
        return nil
    }
}

// MARK: - Implementation: object graphs

/// The objects of one outermost `graph` call. Unchecked, as only the task that began it uses it.
nonisolated private final class ObjectGraph: @unchecked Sendable {
    /// Searched from the start, which is quicker than hashing for graphs of usual sizes.
    /// An object is `nil` while it is being made.
    private var entries: [(component: Cell, object: Instance?)] = []
    /// The entries that are being made or configured, with their paths, if these were asked for.
    private var activities: [(entry: Int, path: Path?)] = []
    private var configurations: [(entry: Int, container: Container, run: () -> Void)] = []
    /// The weak instances that were asked for meanwhile.
    private var kept: [Instance] = []
    /// How many objects of the graph are being made, or kept instances between them.
    var makingCount = 0
    var depth: Int { activities.count }

    /// Keeps a weak instance until the graph of the current task ends, if there is one.
    static func keep(_ instance: Instance) { Frame.running?.graph?.kept.append(instance) }

    func object<T>(
        _ component: Cell, for request: Request, in frame: Frame, _ make: () -> T,
        _ configure: ((T) -> Void)?
    ) -> T {
        if let index = entries.firstIndex(where: { $0.component === component }) {
            guard let object = entries[index].object else { stop(at: index, request, frame) }
            // A component is for one type.
            return unsafe unsafeDowncast(object, to: InstanceOf<T>.self).value
        }
        let index = entries.count
        // What waits already is left to the call that is going to configure it.
        let waiting = configurations.count
        entries.append((component, nil))
        activities.append((index, nil))
        if depth > 64 {
            path(in: frame)?.outer?.stopIfRepeated(component.subject, at: depth, request)
        }
        makingCount += 1
        let value = make()
        makingCount -= 1
        activities.removeLast()
        entries[index].object = InstanceOf(value)
        if let configure {
            configurations.append((index, frame.container, { configure(value) }))
        }
        while makingCount == 0, configurations.count > waiting {
            let next = configurations.remove(at: waiting)
            activities.append((next.entry, nil))
            Frame(in: next.container).run(next.run)
            activities.removeLast()
        }
        return value
    }

    /// Releases the objects; a task that was begun in the graph may keep the graph itself.
    func end() {
        entries = []
        kept = []
    }

    /// What is being made or configured in a frame.
    func path(in frame: Frame) -> Path? { path(at: depth - 1, in: frame) }

    private func path(at position: Int, in frame: Frame) -> Path? {
        if position < frame.graphBase { return frame.ownPath }
        if let path = activities[position].path { return path }
        let subject = entries[activities[position].entry].component.subject
        let path = Path(subject, path(at: position - 1, in: frame))
        activities[position].path = path
        return path
    }

    private func stop(at index: Int, _ request: Request, _ frame: Frame) -> Never {
        let subject = entries[index].component.subject
        let inner = path(in: frame)
        let start = activities.first { $0.entry == index }?.path
        let path = inner?.subjects { $0 === start } ?? []
        Mistake(.cycle(path + [subject], inGraph: true), subject, request).fail()
    }
}

// MARK: - Implementation: verification

/// What a verification has found so far.
nonisolated private final class Verification: Sendable {
    /// `nil` when it is over: objects that outlive it are nobody's mistake.
    private let mistakes = Mutex<[Mistake]?>([])

    /// Notes what an object that is being made injects, if that is missing.
    func noteInjection<T>(of type: T.Type, _ request: Request) {
        if type is any Substitutable.Type || request.container.find(type, request.name) != nil {
            return
        }
        note(Mistake(.missing, Subject(type: type, name: request.name), request))
    }

    /// Returns whether the mistake was noted: not when the verification is over.
    @discardableResult func note(_ mistake: Mistake) -> Bool {
        mistakes.withLock { mistakes in
            if let index = mistakes?.firstIndex(where: mistake.isRepetition) {
                mistakes?[index].paths += mistake.paths
            } else {
                mistakes?.append(mistake)
            }
            return mistakes != nil
        }
    }

    func end() -> [Mistake] { mistakes.withLock { $0.take() } ?? [] }
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
