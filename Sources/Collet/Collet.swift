// Collet 1.0.0: dependency injection for Swift in one file
// SPDX-License-Identifier: MIT
// https://github.com/collet-di/Collet
// Vendoring this file? Keep this header.

import Synchronization

// MARK: - Dependencies

/// A block of modules: what an app, a feature or a test registers.
///
/// A block does nothing until it is put in force: with ``build()`` for the process, with
/// `override` or `isolate` for a task. It can be put in force
/// any number of times; each time starts its own instances.
///
/// ```swift
/// struct Clock: Sendable { var zone = "UTC" }
///
/// let dependencies = Dependencies {
///     Module { Clock() }
///     Module("home") { Clock(zone: "CET") }
/// }
/// dependencies.build()
/// print(Resolver.resolve(Clock.self, name: "home").zone)
/// // Prints "CET"
/// ```
///
/// Registering adds. The later of two registrations of one type and name wins, within a block,
/// between blocks, and between blocks and ``Resolver``.
nonisolated public struct Dependencies: Sendable {
    fileprivate let modules: [Module]

    /// Creates a block from modules and other blocks.
    ///
    /// The closure runs once, here; the closures of the modules run when the modules are asked for.
    ///
    /// ```swift
    /// let isDemo = true
    /// let feature = Dependencies { Module { 8080 } }
    /// let app = Dependencies {
    ///     feature
    ///     if isDemo { Module { "demo" } } else { Module { "live" } }
    /// }
    /// app.build()
    /// print(Resolver.resolve(String.self), Resolver.resolve(Int.self))
    /// // Prints "demo 8080"
    /// ```
    ///
    /// - Parameter modules: The modules, and blocks whose modules are taken over, in order.
    public init(@DependenciesBuilder _ modules: () -> [Module]) {
        self.modules = modules()
    }

    /// Registers the modules for the process, all at once, on top of what is registered.
    ///
    /// Call it from any thread, usually when the app starts. No other thread ever sees half of the
    /// block. What the block replaces is released before the call returns.
    ///
    /// ```swift
    /// Dependencies { Module { "first" } }.build()
    /// Dependencies { Module { "second" } }.build()
    /// print(Resolver.resolve(String.self))
    /// // Prints "second"
    /// ```
    ///
    /// - Complexity: O(*n*) in the number of all registrations.
    public func build() {
        Registry.root.add(modules)
    }

    /// Puts the modules in force while a closure runs, before those that are in force anyway.
    ///
    /// They are in force for the task that runs the closure and for the tasks that it starts, and
    /// for nobody else. An object that is created meanwhile keeps them for its ``Inject``s, even
    /// after the override. When it ends it keeps nothing alive: a shared instance remains the one
    /// instance for as long as somebody else holds it.
    ///
    /// ```swift
    /// Dependencies { Module { "real" }; Module { 8080 } }.build()
    /// Dependencies { Module { "fake" } }.override {
    ///     print(Resolver.resolve(String.self), Resolver.resolve(Int.self))
    ///     // Prints "fake 8080"
    /// }
    /// print(Resolver.resolve(String.self))
    /// // Prints "real"
    /// ```
    ///
    /// - Parameter body: What runs, on the calling thread and actor.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    /// - Complexity: O(*n*) in the modules of this block, however many others are in force.
    public func override<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try Registry(modules, outer: .inForce).withRegistrationsInForce(body)
    }

    /// Puts the modules in force while an asynchronous closure runs, before those that are in force
    /// anyway.
    ///
    /// The closure stays on the caller's actor. Apart from that it is `override`.
    ///
    /// ```swift
    /// func greet() async {
    ///     await Dependencies { Module { "fake" } }.override {
    ///         await Task { print(Resolver.resolve(String.self)) }.value
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter body: What runs, on the caller's actor.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public nonisolated(nonsending) func override<R, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        try await Registry(modules, outer: .inForce).withRegistrationsInForce(body)
    }

    /// Puts exactly these modules in force while a closure runs: what is registered elsewhere is
    /// not there.
    ///
    /// Apart from that it is `override`. Tests isolate, so that a dependency that
    /// they forgot is a message and not the real thing.
    ///
    /// ```swift
    /// Dependencies { Module { 8080 } }.build()
    /// Dependencies { Module { "fake" } }.isolate {
    ///     print(Resolver.resolve(Int?.self) as Any)
    ///     // Prints "nil"
    /// }
    /// ```
    ///
    /// - Parameter body: What runs, on the calling thread and actor.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public func isolate<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try Registry(modules, outer: nil).withRegistrationsInForce(body)
    }

    /// Puts exactly these modules in force while an asynchronous closure runs.
    ///
    /// The closure stays on the caller's actor. Apart from that it is `isolate`.
    ///
    /// ```swift
    /// func greet() async {
    ///     await Dependencies { Module { "fake" } }.isolate {
    ///         await Task { print(Resolver.resolve(String.self)) }.value
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter body: What runs, on the caller's actor.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    public nonisolated(nonsending) func isolate<R, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        try await Registry(modules, outer: nil).withRegistrationsInForce(body)
    }

    /// The modules that nothing has asked for since their override or isolation began.
    ///
    /// A fake that its test never asks for is usually a mistake: it replaces the wrong type, or
    /// the wrong name. Read this at the end of the body to find such fakes. The traits of
    /// `ColletTesting` do so after every test; it is public for tests that use XCTest.
    ///
    /// ```swift
    /// Dependencies {
    ///     Module { 8080 }
    ///     Module("host") { "localhost" }
    /// }
    /// .isolate {
    ///     print(Resolver.resolve(Int.self))
    ///     // Prints "8080"
    ///     print(Dependencies.unused)
    ///     // Prints "[Swift.String named "host"]"
    /// }
    /// ```
    ///
    /// These are modules of the innermost `override` or `isolate` around the caller; outside of
    /// all, there are none. A module that a later one of its block replaces is among them. Those
    /// of a block that is nested in the block are not: it is made for many.
    public static var unused: [DependencyGraph.Node] {
        Registry.inForce.unused
    }
}

/// Turns the statements of a ``Dependencies`` block into its modules.
///
/// A block may hold modules, other blocks, `if` with and without `else`, `switch`, `for` and
/// `#available`; it may be empty.
@resultBuilder nonisolated public enum DependenciesBuilder {
    /// Takes a module into the block.
    public static func buildExpression(_ module: Module) -> [Module] { [module] }

    /// Takes the modules of another block over.
    public static func buildExpression(_ dependencies: Dependencies) -> [Module] {
        dependencies.modules.map(\.nested)
    }

    /// Joins the statements of a block, in order.
    public static func buildBlock(_ parts: [Module]...) -> [Module] { parts.flatMap(\.self) }

    /// Takes what is in an `if` without `else`, if anything.
    public static func buildOptional(_ part: [Module]?) -> [Module] { part ?? [] }

    /// Takes the first branch of an `if` or a `switch`.
    public static func buildEither(first: [Module]) -> [Module] { first }

    /// Takes the second branch of an `if` or a `switch`.
    public static func buildEither(second: [Module]) -> [Module] { second }

    /// Joins the rounds of a `for` loop, in order.
    public static func buildArray(_ parts: [[Module]]) -> [Module] { parts.flatMap(\.self) }

    /// Takes what is in an `if #available`.
    public static func buildLimitedAvailability(_ part: [Module]) -> [Module] { part }
}

// MARK: - Module

/// A registration: how a value of a type is made, and for how long one instance serves.
///
/// The type is the static type of the closure's result, so a module that is asked for by a
/// protocol is registered by it: `Module { HomeModule() as any HomeModuleType }`. A name qualifies
/// the type and never replaces it: what is registered under a name is found only by type and name.
///
/// The closure may be called from any thread, and nothing is locked meanwhile but the instance
/// that it makes: it may resolve whatever it wants.
nonisolated public struct Module: Sendable {
    fileprivate let definition: Definition
    /// Whether it came into its block with another block.
    fileprivate let isNested: Bool

    /// How long one instance of a module serves, and who keeps it.
    public enum Lifetime: Sendable {
        /// Each injection site gets an instance of its own, which it alone keeps.
        case transient
        /// Everybody gets the same instance, which the registration keeps from first use on.
        case shared
        /// Everybody gets the same instance for as long as somebody holds it.
        ///
        /// It must be an instance of a class.
        case weak
    }

    /// Registers a module that is made anew for each injection site.
    ///
    /// The value need not be `Sendable`: it is sent to the one who asked for it and never shared.
    ///
    /// ```swift
    /// final class Counter { var count = 0 }
    ///
    /// Resolver.register(Module { Counter() })
    /// Resolver.resolve(Counter.self).count += 1
    /// print(Resolver.resolve(Counter.self).count)
    /// // Prints "0"
    /// ```
    ///
    /// - Parameters:
    ///   - name: What qualifies the type, or `nil` for the one without a name.
    ///   - make: Makes a value. It runs on the thread of whoever asks.
    /// - Precondition: Making a value doesn't always need another value of the module, directly or
    ///   through others.
    public init<T>(_ name: String? = nil, _ make: @escaping @Sendable () -> sending T) {
        self.init(Definition(name, .transient, Maker(make)))
    }

    /// Registers a module with a lifetime.
    ///
    /// A `.shared` or `.weak` instance is made once, on first use, however many threads ask for it
    /// at the same time; they wait for it, and for nothing else. It is made with the dependencies
    /// that it was registered with, so that an override is never caught in it.
    ///
    /// ```swift
    /// final class Session: Sendable {}
    ///
    /// Resolver.register(Module(.shared) { Session() })
    /// print(Resolver.resolve(Session.self) === Resolver.resolve(Session.self))
    /// // Prints "true"
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: How long one instance serves.
    ///   - name: What qualifies the type, or `nil` for the one without a name.
    ///   - make: Makes a value. It runs on the thread of whoever asks first.
    /// - Precondition: Making the value doesn't need the value.
    /// - Precondition: A `.weak` closure returns an instance of a class.
    public init<T: Sendable>(
        _ lifetime: Lifetime, name: String? = nil, _ make: @escaping @Sendable () -> T
    ) {
        self.init(Definition(name, lifetime, Maker(sendable: make)))
    }

    /// Registers a module that is made on the main actor, anew for each injection site.
    ///
    /// ```swift
    /// @MainActor final class HomeModule { let title = "Home" }
    ///
    /// Resolver.register(Module.mainActor { HomeModule() })
    /// print(Resolver.resolve(HomeModule.self).title)
    /// // Prints "Home"
    /// ```
    ///
    /// - Parameters:
    ///   - name: What qualifies the type, or `nil` for the one without a name.
    ///   - make: Makes a value, on the main actor.
    /// - Precondition: Whoever asks for the module is on the main actor.
    /// - Precondition: Making a value doesn't always need another value of the module, directly or
    ///   through others.
    public static func mainActor<T>(
        _ name: String? = nil, _ make: @escaping @MainActor @Sendable () -> sending T
    ) -> Module {
        Module(Definition(name, .transient, Maker(mainActor: make), isForMainActor: true))
    }

    /// Registers a module that is made on the main actor, with a lifetime.
    ///
    /// Once a `.shared` instance exists, it may be asked for everywhere.
    ///
    /// ```swift
    /// @MainActor final class Router { var path = "/" }
    ///
    /// Resolver.register(Module.mainActor(.shared) { Router() })
    /// Resolver.resolve(Router.self).path = "/home"
    /// print(Resolver.resolve(Router.self).path)
    /// // Prints "/home"
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: How long one instance serves.
    ///   - name: What qualifies the type, or `nil` for the one without a name.
    ///   - make: Makes a value, on the main actor.
    /// - Precondition: Whoever asks for the module while there is no instance is on the main actor.
    /// - Precondition: Making the value doesn't need the value.
    /// - Precondition: A `.weak` closure returns an instance of a class.
    public static func mainActor<T: Sendable>(
        _ lifetime: Lifetime, name: String? = nil, _ make: @escaping @MainActor @Sendable () -> T
    ) -> Module {
        Module(Definition(name, lifetime, Maker(mainActor: make), isForMainActor: true))
    }

    private init(_ definition: Definition, isNested: Bool = false) {
        self.definition = definition
        self.isNested = isNested
    }

    /// The same module, as one of a block in another block.
    fileprivate var nested: Module { Module(definition, isNested: true) }
}

// MARK: - Inject

/// A dependency that is resolved on first access, once.
///
/// ```swift
/// protocol API: Sendable { func get() -> String }
/// struct LiveAPI: API { func get() -> String { "live" } }
///
/// final class Model {
///     @Inject private var api: any API
///     func load() -> String { api.get() }
/// }
///
/// Resolver.register(LiveAPI() as any API)
/// print(Model().load())
/// // Prints "live"
/// ```
///
/// The wrapper remembers what is in force where it is created: an object that is created within an
/// override keeps its fakes on every thread and after the override, and one that is created outside
/// never gets them. Outside of every override it follows what is registered for the process when
/// it is first read. However many threads read it first, it resolves once; the copies of a struct
/// share the result.
///
/// It works in classes, actors, structs and local variables, and beside `@ObservationIgnored` in
/// `@Observable` classes. A `Sendable` class has no `var`s; it holds the wrapper itself:
/// `private let api = Inject<any API>()`, and calls it: `api().get()`.
///
/// A `T?` is what is registered for `T`, or `nil`. A `[T]` is everything that is registered for
/// `T`, in the order of registration.
///
/// - Precondition: The type is registered under the name by the time of the first access.
@propertyWrapper
public final class Inject<Value>:
    Resolver._Storage<Resolver._State<Value>>, NotIsolated.ByDefault
{
    /// Creates a dependency that is resolved on first access.
    ///
    /// ```swift
    /// final class Footer { @Inject("version") var version: String }
    ///
    /// Resolver.register("1.0", name: "version")
    /// print(Footer().version)
    /// // Prints "1.0"
    /// ```
    ///
    /// - Parameters:
    ///   - name: What qualifies the type, or `nil` for the registration without a name.
    ///   - fileID: Where the injection site is, for messages.
    ///   - line: Where the injection site is, for messages.
    @inlinable public init(
        _ name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
    ) {
        let request = Resolver.Request(injecting: Value.self, name, fileID, line)
        super.init(gate: Resolver.OnceGate(), state: Resolver._State(.unresolved(request)))
    }

    /// Creates a dependency that is there already, for an object that is constructed by hand.
    ///
    /// ```swift
    /// final class Footer {
    ///     @Inject var version: String
    ///     init() {}
    ///     init(version: String) { _version = Inject(wrappedValue: version) }
    /// }
    ///
    /// print(Footer(version: "1.0").version)
    /// // Prints "1.0"
    /// ```
    ///
    /// - Parameter wrappedValue: The dependency.
    public init(wrappedValue: Value) {
        let state = Resolver._State(.resolved(wrappedValue))
        super.init(gate: Resolver.OnceGate(isOpen: true), state: state)
    }

    /// The dependency, which the first access resolves.
    ///
    /// - Complexity: O(1), besides what the module's closure does on first access. A later access
    ///   takes no lock.
    @inlinable public var wrappedValue: Value {
        if gate.isOpen { return unsafe cell.state.value }
        return resolve()
    }

    /// Returns the dependency, where the wrapper is held in a `let`.
    ///
    /// ```swift
    /// final class Footer: Sendable {
    ///     private let version = Inject<String>("version")
    ///     func text() -> String { "Version " + version() }
    /// }
    ///
    /// Resolver.register("1.0", name: "version")
    /// print(Footer().text())
    /// // Prints "Version 1.0"
    /// ```
    @inlinable public func callAsFunction() -> Value { wrappedValue }

    @inlinable func resolve() -> Value {
        // Released behind the gate: what it is the last to keep may read the wrapper when it goes.
        var request: Resolver._State<Value>?
        gate.enter(toMake: self) {
            var state = Resolver._State(.resolved(unsafe cell.state.resolve(for: self)))
            unsafe swap(&cell.state, &state)
            request = consume state
        }
        _ = consume request
        return unsafe cell.state.value
    }
}

/// The gate guards the state, and the value is shared only if it is `Sendable`.
extension Inject: @unchecked Sendable where Value: Sendable {}

// MARK: - Resolver

/// What is registered for the process; every function may be called from any thread.
nonisolated public enum Resolver {
    /// Registers a value for the process, as the one that everybody gets.
    ///
    /// The type is the static one, so a variable of type `any P` is registered under `any P`.
    ///
    /// ```swift
    /// protocol API: Sendable { var host: String { get } }
    /// struct LiveAPI: API { let host = "example.com" }
    ///
    /// Resolver.register(LiveAPI() as any API)
    /// print(Resolver.resolve((any API).self).host)
    /// // Prints "example.com"
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value. It is evaluated once, before the call returns.
    ///   - name: What qualifies the type, or `nil` for the registration without a name.
    public static func register<T: Sendable>(_ value: @autoclosure () -> T, name: String? = nil) {
        // Swift would open an existential that is no autoclosure: `T` would be what is inside it.
        let value = value()
        register(Module(.shared, name: name) { value })
    }

    /// Registers a module for the process, on top of what is registered.
    ///
    /// ```swift
    /// Resolver.register(Module("port") { 8080 })
    /// print(Resolver.resolve(Int.self, name: "port"))
    /// // Prints "8080"
    /// ```
    ///
    /// - Parameter module: The module. One with its type and name that was there is released.
    public static func register(_ module: Module) {
        Registry.root.add([module])
    }

    /// Returns a module of a type, from what is in force in the current task.
    ///
    /// ```swift
    /// Dependencies {
    ///     Module { "one" }
    ///     Module("other") { "two" }
    /// }
    /// .build()
    /// let all: [String] = Resolver.resolve()
    /// print(Resolver.resolve(String.self, name: "other"), all)
    /// // Prints "two ["one", "two"]"
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to resolve, usually a protocol.
    ///   - name: What qualifies the type, or `nil` for the registration without a name.
    ///   - fileID: Where the request stands, for messages.
    ///   - line: Where the request stands, for messages.
    /// - Returns: A new instance, or the one that everybody gets, as the module's lifetime says.
    /// - Precondition: `type` is registered under `name`, or an optional or an array.
    /// - Complexity: O(1), besides what the module's closure does; O(*n*) in the number of all
    ///   registrations for an array.
    public static func resolve<T>(
        _ type: T.Type = T.self, name: String? = nil,
        fileID: StaticString = #fileID, line: UInt32 = #line
    ) -> sending T {
        let site = Site(fileID: fileID, kind: .resolution, line: line)
        if let frame = Frame.inForce { return frame.value(named: name, at: site) }
        // Without a shortcut, the long way follows.
        do throws(NoShortcut) { return try Registry.root.value(named: name) } catch {}
        return Request(name: name, site: site, context: nil).resolveInFull(for: nil)
    }

    /// Forgets everything that is registered for the process, and releases its instances.
    ///
    /// Afterwards it is as if nothing had ever been registered. Tests don't need it: they isolate.
    public static func reset() {
        Registry.root.removeAll()
    }
}

// MARK: - Scope

/// The lifetimes of a module's components: the scope keeps what its module makes.
///
/// Components are told apart by the type that the closure returns, the function that asks, and an
/// explicit key. So all overloads of `component()` have instances of their own. Where one class
/// serves two of them, say which: `scope.shared { Store() as any Reader }`. What depends on an
/// argument needs a key: the function's name, `component(user:)`, is the same for every user.
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
/// Register the module that holds a scope as `.shared`, so that everybody gets the same scope. A
/// component without a lifetime needs no scope: it is plain Swift.
///
/// What a scope keeps is made with the dependencies that are in force where the scope is created.
nonisolated public final class Scope: Sendable {
    private let context = Frame.inForce?.lasting
    private let components = Components()

    /// Creates a scope that keeps nothing yet.
    public init() {}

    /// Returns the instance that the scope keeps, which is made on first use.
    ///
    /// It is made once, however many threads ask; they wait for it, and for nothing else.
    ///
    /// - Parameters:
    ///   - key: What the instance is for, compared by equality. Left out, there is one instance.
    ///   - function: The function that asks, which tells components apart.
    ///   - fileID: Where the call stands, for messages.
    ///   - line: Where the call stands, for messages.
    ///   - make: Makes the instance. It runs on the calling thread and actor.
    /// - Throws: What the closure throws, which is not remembered: the next caller tries again.
    /// - Precondition: Making the instance doesn't need the instance.
    /// - Complexity: O(log *n*) in the components of the scope. An instance that exists is returned
    ///   without a lock.
    public func shared<T: Sendable, E: Error>(
        for key: some Hashable & Sendable = Never?.none, function: StaticString = #function,
        fileID: StaticString = #fileID, line: UInt32 = #line, _ make: () throws(E) -> T
    ) throws(E) -> T {
        let component = components.component(T.self, function, key, fileID, line)
        // Most calls end here, before anything is prepared for making an instance.
        if component.hasInstance { return component.instance() }
        return try shared(component, make)
    }

    /// Returns the instance that the scope keeps, which is made asynchronously on first use.
    ///
    /// There is one run, however many callers wait for it. It runs in a task of its own, with the
    /// priority of its callers: the cancellation of any of them reaches neither the run nor the
    /// others. A failure reaches all who waited, and the next caller tries again.
    ///
    /// ```swift
    /// struct Database: Sendable {
    ///     static func open() async -> Database { Database() }
    /// }
    ///
    /// struct DatabaseModule {
    ///     private let scope = Scope()
    ///     func component() async -> Database { await scope.shared { await Database.open() } }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - key: What the instance is for, compared by equality. Left out, there is one instance.
    ///   - function: The function that asks, which tells components apart.
    ///   - fileID: Where the call stands, for messages.
    ///   - line: Where the call stands, for messages.
    ///   - isolation: The actor that the caller stays on.
    ///   - make: Makes the instance.
    /// - Throws: What the closure throws.
    /// - Precondition: Making the instance doesn't need the instance. A closure, or a child task of
    ///   it, that asks for the instance is reported. One that awaits another kind of task which does
    ///   waits for ever; so does a child task while a `Task { … }` that the closure began is alive,
    ///   as one can't be told from the other then.
    public func shared<T: Sendable, E: Error>(
        for key: some Hashable & Sendable = Never?.none, function: StaticString = #function,
        fileID: StaticString = #fileID, line: UInt32 = #line,
        isolation: isolated (any Actor)? = #isolation,
        _ make: @escaping @Sendable () async throws(E) -> T
    ) async throws(E) -> T {
        let component = components.component(T.self, function, key, fileID, line)
        while true {
            if component.hasInstance { return component.instance() }
            let caller = frame(for: component)
            let run = component.run { [self] in
                // The last run may have ended since this caller looked for its instance.
                if component.hasInstance { return nil }
                let frame = frame(for: component, within: caller)
                do throws(E) {
                    _ = component.keep(try await component.make(in: frame, make))
                    return nil
                } catch { return error }
            }
            WaitGraph.beginWait(for: component, in: caller)
            let error = await run.value
            WaitGraph.endWaits(of: caller)
            // Another caller's closure may have failed with an error that this caller can't throw.
            if let error = error as? E { throw error }
        }
    }

    /// Returns the instance that others keep, or a new one when nobody holds it any more.
    ///
    /// ```swift
    /// final class Player: Sendable {}
    ///
    /// struct PlayerModule {
    ///     private let scope = Scope()
    ///     func component() -> Player { scope.weak { Player() } }
    /// }
    ///
    /// let module = PlayerModule()
    /// let player = module.component()
    /// print(module.component() === player)
    /// // Prints "true"
    /// ```
    ///
    /// - Parameters:
    ///   - key: What the instance is for, compared by equality. Left out, there is one instance.
    ///   - function: The function that asks, which tells components apart.
    ///   - fileID: Where the call stands, for messages.
    ///   - line: Where the call stands, for messages.
    ///   - make: Makes the instance. It runs on the calling thread and actor.
    /// - Throws: What the closure throws, which is not remembered: the next caller tries again.
    /// - Precondition: The closure returns an instance of a class.
    /// - Precondition: Making the instance doesn't need the instance.
    public func weak<T: Sendable, E: Error>(
        for key: some Hashable & Sendable = Never?.none, function: StaticString = #function,
        fileID: StaticString = #fileID, line: UInt32 = #line, _ make: () throws(E) -> T
    ) throws(E) -> T {
        let component = components.component(T.self, function, key, fileID, line)
        if let instance: T = component.weakInstance() { return instance }
        let frame = frame(for: component)
        return try component.gate.enter(toMake: component, as: frame) { () throws(E) -> T in
            if let instance: T = component.weakInstance() { return instance }
            let value = try component.make(in: frame, make)
            component.keepWeakly(frame.objectForOthers(value))
            return value
        }
    }

    /// Returns the one instance within the current object graph.
    ///
    /// The outermost `graph` call begins an object graph: until it returns, everybody in it gets
    /// the same instance, across modules too. The next one begins afresh, and so does another task.
    /// So objects may refer to each other: one takes the other in its initializer, and the other
    /// takes the one in the `configure` closure.
    ///
    /// The objects need not be `Sendable`, as they stay with the task. The compiler can't see that
    /// a call may return an object that others have, too: don't send one of them to another task.
    ///
    /// ```swift
    /// final class Controller { let view: View; init(view: View) { self.view = view } }
    /// final class View { weak var controller: Controller? }
    ///
    /// struct ReportModule {
    ///     private let scope = Scope()
    ///     func component() -> Controller { scope.graph { Controller(view: component()) } }
    ///     func component() -> View {
    ///         scope.graph { View() } configure: { $0.controller = component() }
    ///     }
    /// }
    ///
    /// let controller: Controller = ReportModule().component()
    /// print(controller.view.controller === controller)
    /// // Prints "true"
    /// ```
    ///
    /// - Parameters:
    ///   - key: What the instance is for, compared by equality. Left out, there is one instance.
    ///   - function: The function that asks, which tells components apart.
    ///   - fileID: Where the call stands, for messages.
    ///   - line: Where the call stands, for messages.
    ///   - make: Makes the instance. It runs on the calling thread and actor.
    ///   - configure: Completes the instance, or `nil` where nothing is left to do. It runs once,
    ///     as soon as no `make` closure of the graph is running, and before the outermost call
    ///     returns.
    /// - Precondition: Making the instance doesn't need the instance.
    /// - Complexity: O(*n*) in the objects of the graph.
    public func graph<T>(
        for key: some Hashable & Sendable = Never?.none, function: StaticString = #function,
        fileID: StaticString = #fileID, line: UInt32 = #line, _ make: () -> T,
        configure: ((T) -> Void)? = nil
    ) -> T {
        let component = components.component(T.self, function, key, fileID, line)
        return ObjectGraph.object(component, make, configure)
    }

    private func shared<T: Sendable, E: Error>(
        _ component: Component, _ make: () throws(E) -> T
    ) throws(E) -> T {
        let frame = frame(for: component)
        return try component.gate.enter(toMake: component, as: frame) { () throws(E) -> T in
            if component.hasInstance { return component.instance() }
            return component.keep(try component.make(in: frame, make))
        }
    }

    private func frame(for component: Component, within caller: Frame? = nil) -> Frame {
        let frame = ComponentFrame(component, for: context, within: caller)
        frame.stopIfEndless(Mistake.Problem.scopeCycle)
        return frame
    }
}

// MARK: - Verification

nonisolated extension Dependencies {
    /// Throws an error that lists every mistake in the wiring, in the words of the messages that
    /// the program would stop with.
    ///
    /// Each module is made once, in isolation and without its dependencies being read, and nothing
    /// of it stays behind. What is asked for meanwhile must be registered in the block; optionals
    /// and arrays may be absent. Call it in a test, on the main actor if there are modules that are
    /// made there.
    ///
    /// ```swift
    /// struct CheckoutModule { @Inject var port: Int }
    ///
    /// do {
    ///     try Dependencies { Module { CheckoutModule() } }.verify()
    /// } catch {
    ///     print("\(error)".prefix { $0 != "." })
    ///     // Prints "Collet: nothing is registered for Swift"
    /// }
    /// ```
    ///
    /// A closure that itself resolves something missing, or needs itself, can't go on: there, the
    /// program stops, with the messages for all that was found until then.
    ///
    /// - Parameters:
    ///   - fileID: Where the call stands, for messages.
    ///   - line: Where the call stands, for messages.
    /// - Throws: All mistakes at once.
    public func verify(
        fileID: StaticString = #fileID, line: UInt32 = #line
    ) throws(VerificationError) {
        let site = Site(fileID: fileID, kind: .verification, line: line)
        let mistakes = Survey.mistakes(in: modules, site)
        if !mistakes.isEmpty { throw VerificationError(mistakes: mistakes) }
    }

    /// Which module asks for which, found out as ``verify(fileID:line:)`` does.
    ///
    /// ```swift
    /// struct PortModule { @Inject var port: Int }
    ///
    /// let graph = Dependencies { Module { PortModule() }; Module { 8080 } }.graph
    /// print(graph.edges.map { "\($0.target)" })
    /// // Prints "["Swift.Int"]"
    /// ```
    public var graph: DependencyGraph {
        let site = Site(fileID: #fileID, kind: .verification, line: #line)
        return Survey.graph(of: modules, site)
    }
}

/// Every mistake that a verification found; its description lists them.
nonisolated public struct VerificationError: Error, CustomStringConvertible {
    fileprivate let mistakes: [Mistake]

    /// The messages, with an empty line between them.
    public var description: String {
        mistakes.map(\.description).joined(separator: "\n\n")
    }
}

/// The modules of a block, and which of them asks for which.
nonisolated public struct DependencyGraph: Sendable {
    /// A module, or what is asked for and missing.
    public struct Node: Hashable, Sendable, CustomStringConvertible {
        /// The full name of the type.
        public let type: String
        /// What qualifies the type, or `nil`.
        public let name: String?
        /// The lifetime of the module, or `nil` if nothing is registered.
        public let lifetime: Module.Lifetime?
        /// Tells types apart that print alike.
        fileprivate let index: Int

        fileprivate init(_ subject: Subject, _ lifetime: Module.Lifetime?, index: Int) {
            type = subject.typeName
            name = subject.name
            self.lifetime = lifetime
            self.index = index
        }

        /// The type and the name, as messages show them.
        public var description: String {
            type + (name.map { " named " + $0.debugDescription } ?? "")
        }
    }

    /// A module that asks for another.
    public struct Edge: Hashable, Sendable {
        /// The module that asks.
        public let source: Node
        /// What it asks for.
        public let target: Node
    }

    /// The modules in the order of registration, then what is missing.
    public fileprivate(set) var nodes: [Node] = []

    /// Who asks for what, in the order in which it is asked for.
    public fileprivate(set) var edges: [Edge] = []

    /// The graph as a Mermaid flowchart, which Markdown viewers draw.
    public var mermaid: String {
        let escapes: [(Unicode.Scalar, String)] = [
            ("#", "#35;"), ("&", "#amp;"), ("<", "#lt;"), (">", "#gt;"), ("\"", "#quot;"),
            ("\n", " "),
        ]
        return "flowchart TD\n" + lines(escapes, label: ("[\"", "<br/>", "\"]"), arrow: " --> ")
    }

    /// The graph in Graphviz's language.
    public var dot: String {
        let escapes: [(Unicode.Scalar, String)] = [
            ("\\", "\\\\"), ("\"", "\\\""), ("&", "&amp;"), ("\n", " "),
        ]
        let lines = lines(escapes, label: (" [label=\"", "\\n", "\"]"), arrow: " -> ")
        return "digraph {\n" + lines + "}\n"
    }

    /// The nodes, each with its title and lifetime between the parts of a label, and the edges.
    private func lines(
        _ escapes: [(Unicode.Scalar, String)], label: (String, String, String), arrow: String
    ) -> String {
        var lines = ""
        for node in nodes {
            lines += "    m\(node.index)" + label.0
            for scalar in node.description.unicodeScalars {
                lines += escapes.first { $0.0 == scalar }?.1 ?? String(scalar)
            }
            lines += label.1 + (node.lifetime.map { "\($0)" } ?? "missing") + label.2 + "\n"
        }
        for edge in edges { lines += "    m\(edge.source.index)\(arrow)m\(edge.target.index)\n" }
        return lines
    }
}

// MARK: - Messages

/// A mistake in the wiring: every text that a user can see, in one place.
nonisolated private struct Mistake: Sendable {
    enum Problem {
        case missing
        /// What needs the next, up to the first again; `nil` is what is not known.
        case cycle([Subject?])
        case scopeCycle([Subject?])
        case weakValue(Any.Type)
        case offMainActor
    }

    let problem: Problem
    let subject: Subject
    let request: Resolver.Request
    /// The same request, made for others, as a verification finds them.
    var otherRequests: [Resolver.Request] = []

    /// Stops the program, at the place of the request; a verification says what else it found.
    @inline(never) func fail() -> Never {
        var mistakes: [Mistake] = []
        if let survey = request.registry.survey {
            survey.note(Survey.Finding(self))
            mistakes = survey.mistakes
        }
        // There are none outside of a verification, and where an object of it asks when it is over.
        if mistakes.isEmpty { mistakes = [self] }
        let text = VerificationError(mistakes: mistakes).description
        fatalError(text, file: request.site.fileID, line: UInt(request.site.line))
    }

    var description: String {
        var text = "Collet: \(headline)."
        func add(_ label: String, _ line: String) {
            text += "\n  " + label + String(repeating: " ", count: 14 - label.utf8.count) + line
        }
        let isMissing = if case .missing = problem { true } else { false }
        if isMissing {
            for (index, path) in needers.enumerated() { add(index == 0 ? "needed by" : "", path) }
        }
        add(siteLabel, place)
        if isMissing { addRegistrations(add) }
        return text + "\nTo fix, " + cure
    }

    /// The ways from what is registered to each request, without repetition.
    private var needers: [String] {
        var needers: [String] = []
        for request in [request] + otherRequests {
            let needer = path(request.context?.makings.reversed() ?? [])
            if !needer.isEmpty, !needers.contains(needer) { needers.append(needer) }
        }
        return needers
    }

    /// Adds what is registered instead of what is missing.
    private func addRegistrations(_ add: (String, String) -> Void) {
        let registry = request.registry
        let isOfProcess = registry.outermost === Registry.root
        let nearMatches = nearMatches
        if registry.registrations.isEmpty {
            let reason = isOfProcess ? ": was build() called, or is Collet linked twice?" : ""
            add("registered", "nothing at all" + reason)
        } else if !nearMatches.isEmpty {
            add("registered", nearMatches.joined(separator: ", "))
        }
        if !isOfProcess && registry.survey == nil {
            add("isolated", "the app's modules are not in force; layer over them instead:")
            add("", "override { … }, or .overrides { … } on a test")
        }
    }

    private var headline: String {
        switch problem {
        case .missing: "nothing is registered for \(subject)"
        case .cycle(let subjects):
            "\(path(subjects)) is a cycle: \(subject) needs itself to be made"
        case .scopeCycle(let subjects):
            "\(path(subjects)) has no end: each \(subject) comes from a scope of its own"
        case .weakValue(let type):
            "\(subject) can't be weak: \(Subject(type: type, name: nil)) is not a class"
        case .offMainActor: "\(subject) can be made on the main actor only"
        }
    }

    private var cure: String {
        switch problem {
        case .missing:
            "add to your Dependencies block:  "
                + "Module" + (subject.name.map { "(" + $0.debugDescription + ")" } ?? "")
                + " { … as " + subject.typeInSource + " }"
        case .cycle where request.site.kind == .component:
            "make them with graph, and let one take the other in its configure closure."
        case .cycle: "let one of them ask later: read its @Inject property after init, not in it."
        case .scopeCycle:
            "register the module that holds the scope as .shared: everybody gets the same scope."
        case .weakValue: "make it shared, or an instance of a class."
        case .offMainActor:
            "ask for it on the main actor, or register it with Module instead of Module.mainActor."
        }
    }

    /// Where the request stands; not to be inlined, as few need it.
    @inline(never) var place: String { "\(request.site.fileID):\(request.site.line)" }

    /// The label of the line with the place.
    private var siteLabel: String {
        switch request.site.kind {
        case .injection: "injected at"
        case .resolution: "resolved at"
        case .component: "made at"
        case .verification: "verified at"
        }
    }

    private func path(_ subjects: [Subject?]) -> String {
        subjects.map { $0?.description ?? "…" }.joined(separator: " -> ")
    }

    /// At most five registrations that may have been meant, nearest first.
    private var nearMatches: [String] {
        var matches: [String] = []
        for rank in 0..<4 {
            for registration in request.registry.registrations where matches.count < 5 {
                let near = registration.definition.subject
                guard near.distance(to: subject) == rank else { continue }
                let text = near.description
                let isNamesake = near.type != subject.type && text == subject.description
                matches.append(text + (isNamesake ? " (another type that prints alike)" : ""))
            }
        }
        return matches
    }
}

nonisolated extension Subject: CustomStringConvertible {
    @inline(never) fileprivate var description: String {
        typeName + (name.map { " named " + $0.debugDescription } ?? "")
    }

    @inline(never) fileprivate var typeName: String {
        var name = ""
        var isAddress = false
        // The runtime tells private types apart by where they are, which is elsewhere in each run.
        for character in String(reflecting: type) {
            if character == "$", name.hasSuffix(" at ") {
                name.removeLast(4)
                isAddress = true
            } else if character == ")" {
                isAddress = false
            }
            if !isAddress { name.append(character) }
        }
        return name
    }

    /// The type as source code spells it after `as`.
    fileprivate var typeInSource: String {
        let isExistential = String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
        return (isExistential ? "any " : "") + typeName
    }

    /// How near this comes to what was asked for, or `nil` where it has nothing to do with it.
    fileprivate func distance(to other: Subject) -> Int? {
        if type == other.type { return 0 }
        if conforms(type, to: other.type) || conforms(other.type, to: type) { return 1 }
        if simpleTypeName == other.simpleTypeName { return 2 }
        return name != nil && name == other.name ? 3 : nil
    }

    private var simpleTypeName: Substring {
        String(describing: type).prefix { $0 != "<" }
    }
}

/// Returns whether a type conforms to a protocol that is known by its existential type.
nonisolated private func conforms(_ type: Any.Type, to existential: Any.Type) -> Bool {
    // `any P` leads to `any P.Type` by its mangled name only, which local protocols don't have.
    guard let name = _mangledTypeName(existential), name.hasSuffix("_p"),
        let metatype = _typeByName(name + "Xp")
    else { return false }
    func isInstance<M>(_: M.Type) -> Bool { type is M }
    return _openExistential(metatype, do: isInstance)
}

// MARK: - Implementation: requests

/// Keeps `Inject` off the main actor in a target whose default isolation is `MainActor`.
///
/// The compiler copies an explicit `nonisolated` to every wrapped variable, and refuses it on
/// local ones. Where a type conforms to a nested protocol like this one, nothing is copied.
nonisolated private enum NotIsolated { protocol ByDefault: SendableMetatype {} }

/// A type and the name that qualifies it, if it has one.
nonisolated private struct Subject: Equatable, Sendable {
    let type: Any.Type
    let name: String?

    /// Not to be inlined: only messages and checks compare subjects, and one copy is enough.
    @inline(never) static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.name == right.name
    }
}

/// The place of a request in the user's code.
nonisolated private struct Site: Sendable {
    let fileID: StaticString
    let kind: Kind
    let line: UInt32

    enum Kind { case injection, resolution, component, verification }
}

nonisolated extension Resolver {
    /// Everything about a request but its type.
    @usableFromInline struct Request: Sendable {
        fileprivate let name: String?
        fileprivate let site: Site
        /// What was in force where the request began, or `nil` for the process-wide registrations.
        fileprivate let context: Context?
    }
}

nonisolated extension Resolver.Request {
    @usableFromInline init<T>(
        injecting type: T.Type, _ name: String?, _ fileID: StaticString, _ line: UInt32
    ) {
        let site = Site(fileID: fileID, kind: .injection, line: line)
        self.init(name: name, site: site, context: Frame.inForce?.lasting)
        context?.registry.survey?.note(type, self)
    }

    /// Returns the value for a type, on behalf of an `Inject` if there is one.
    @usableFromInline func resolve<T>(_ type: T.Type, for inject: AnyObject?) -> sending T {
        if context == nil, Frame.inForce == nil {
            // Without a shortcut, the long way follows.
            do throws(NoShortcut) { return try Registry.root.value(named: name) } catch {}
        }
        return resolveInFull(for: inject)
    }

    @inline(never) fileprivate func resolveInFull<T>(for inject: AnyObject?) -> sending T {
        // New, or of a type that `Module` required to be `Sendable`. To say so with `Unchecked`
        // would have its metadata looked up.
        @safe nonisolated(unsafe) let value: T = value(for: inject)
        return value
    }

    private func value<T>(for inject: AnyObject?) -> T {
        context?.registry.survey?.note(T.self, self)
        if let (registration, home) = registry.search(ObjectIdentifier(T.self), named: name) {
            return registration.value(for: self, home: home, inject: inject)
        }
        guard let substitute = T.self as? any Substitutable.Type else {
            let subject = Subject(type: T.self, name: name)
            Mistake(problem: .missing, subject: subject, request: self).fail()
        }
        return substitute.value(for: self, inject: inject) as! T
    }

    fileprivate var registry: Registry { context?.registry ?? .root }

    /// What a request for a type is served by.
    fileprivate func registrations(for type: Any.Type) -> [Registration] {
        if let (registration, _) = registry.search(ObjectIdentifier(type), named: name) {
            return [registration]
        }
        return (type as? any Substitutable.Type)?.registrations(for: self) ?? []
    }
}

/// A type that can be made from the registrations of another: `T?` and `[T]` from those of `T`.
nonisolated private protocol Substitutable {
    static func value(for request: Resolver.Request, inject: AnyObject?) -> Any
    static func registrations(for request: Resolver.Request) -> [Registration]
}

nonisolated extension Optional: Substitutable {
    fileprivate static func value(for request: Resolver.Request, inject: AnyObject?) -> Any {
        let found = request.registry.search(ObjectIdentifier(Wrapped.self), named: request.name)
        if let (registration, home) = found {
            return Self.some(registration.value(for: request, home: home, inject: inject)) as Any
        }
        guard let substitute = Wrapped.self as? any Substitutable.Type,
            !substitute.registrations(for: request).isEmpty
        else { return Self.none as Any }
        return Self.some(substitute.value(for: request, inject: inject) as! Wrapped) as Any
    }

    fileprivate static func registrations(for request: Resolver.Request) -> [Registration] {
        request.registrations(for: Wrapped.self)
    }
}

nonisolated extension Array: Substitutable {
    fileprivate static func value(for request: Resolver.Request, inject: AnyObject?) -> Any {
        request.registry.searchAll(Element.self).map { registration, home in
            registration.value(for: request, home: home, inject: inject) as Element
        }
    }
    fileprivate static func registrations(for request: Resolver.Request) -> [Registration] {
        request.registry.searchAll(Element.self).map(\.0)
    }
}

// MARK: - Implementation: what is in force

/// What is in force for the requests of a task or an object, and why.
///
/// Unchecked, because it is not final; nothing in it changes.
nonisolated private class Context: @unchecked Sendable {
    let registry: Registry
    /// What is being made, if anything is.
    let making: Subject?
    /// The context of the request that this is made for.
    let requester: Context?

    init(_ registry: Registry, making: Subject?, for requester: Context?) {
        self.registry = registry
        self.making = making
        self.requester = requester
    }

    /// The same, for whoever may live on when what is being made is there.
    var lasting: Context { self }

    /// What is being made here and for whom, from the inside out.
    var makings: [Subject] { sequence(first: self, next: \.requester).compactMap(\.making) }
}

/// Where a task is. In a struct, because an optional as such is slow to keep in a task-local.
nonisolated private struct Place: Sendable {
    @TaskLocal static var current = Place()

    /// The innermost frame that the task is in, or that it inherited.
    var frame: Frame?
}

/// A stretch of a task in which a context is in force: the body of an `override` or `isolate`, the
/// making of a module or a component, or an object graph.
nonisolated private class Frame: Context, @unchecked Sendable {
    /// How many frames make a difference: where none does, nobody needs to read the task-local.
    ///
    /// Those of the process do so until they are over, as a task may inherit one and go on for long.
    private static let live = Atomic(0)

    /// The innermost frame that the current task is in, or that it inherited.
    private static var current: Frame? { anyIsLive ? Place.current.frame : nil }

    private static var anyIsLive: Bool { live.load(ordering: .relaxed) > 0 }

    /// What is in force in the current task, or `nil` where it is the process-wide registrations.
    ///
    /// A task that a module of the process started inherits the frame in which that was made. When
    /// that is over, what is in force is what is registered for the process, as without a frame.
    static var inForce: Frame? { anyIsLive ? inForceInTask : nil }

    /// Not to be inlined, so that what is inlined is one comparison.
    @inline(never) private static var inForceInTask: Frame? {
        guard let frame = Place.current.frame else { return nil }
        return frame.registry === Registry.root && frame.makesNothing ? nil : frame
    }

    /// The innermost frame of the current task, unless the task only inherited it.
    static var innermost: Frame? { current?.ifRunning(in: .current) }

    /// The frame of the run that waits for the current task, as that is a child task of it.
    private static var awaiting: Frame? {
        guard let frame = current, Lineage.isSurelyOfChild else { return nil }
        let run = sequence(first: frame, next: \.parent).first {
            ($0 as? ComponentFrame)?.isRun == true
        }
        return run.flatMap { $0.isRunning.load(ordering: .relaxed) ? $0 : nil }
    }

    /// The place of the request that is being served, if any.
    private let site: Site?
    /// The frame around this one, if it waits for this one.
    let parent: Frame?
    let depth: Int
    /// The object graph around the frame, if any, and what of it is being made or configured.
    private let outerGraph: ObjectGraph?
    private let outerEntry: Int?
    private let task = TaskIdentity.current
    private let isRunning = Atomic(true)
    /// Whether something in it asked for a module so far, or may do so with what is in force in it.
    let hasAsked = Atomic(false)
    private let context = SetOnce<Context>()

    /// Not to be inlined, as it is long and used in many places.
    ///
    /// - Parameter caller: The frame that waits for this one from another task, if one does.
    @inline(never) init(
        _ registry: Registry, making: Subject? = nil, for requester: Context? = nil,
        at site: Site? = nil, within caller: Frame? = nil
    ) {
        self.site = site
        // Whoever asks from a frame does so from the innermost.
        let outer = (requester as? Frame ?? Frame.current)?.ifRunning(in: task)
        parent = if let caller { caller.parent } else { outer ?? Frame.awaiting }
        depth = (parent?.depth ?? 0) + 1
        // What is made with other dependencies never takes what only the graph should have.
        let isApart = site != nil && registry !== outer?.registry
        outerGraph = isApart ? nil : outer?.graph
        outerEntry = outerGraph?.currentEntry
        // Counted before `super.init`: after it, the compiler retains what is above meanwhile.
        Frame.live.wrappingAdd(1, ordering: .relaxed)
        super.init(registry, making: making, for: requester)
    }

    deinit {
        if isRunning.load(ordering: .relaxed) || registry !== Registry.root {
            Frame.live.wrappingSubtract(1, ordering: .relaxed)
        }
    }

    override var lasting: Context {
        hasAsked.store(true, ordering: .relaxed)
        let (context, _) = unsafe context.reference {
            Context(registry, making: making, for: requester?.lasting)
        }
        return unsafe context.takeUnretainedValue()
    }

    /// The object graph that goes on in the frame, if any; only its task uses it.
    final var graph: ObjectGraph? { self as? ObjectGraph ?? outerGraph }

    /// Returns a module for who asks within the frame; not to be inlined into `Resolver.resolve`,
    /// where it would make the shortest way longer.
    @inline(never) final func value<T>(named name: String?, at site: Site) -> sending T {
        hasAsked.store(true, ordering: .relaxed)
        // Below what is being made or configured, all has frames, for the sake of its path.
        if isOnItsOwn {
            let type = ObjectIdentifier(T.self)
            do throws(NoShortcut) {
                return try registry.transientShortcut(to: type, named: name).of(T.self).make()
            } catch {}
        }
        return Resolver.Request(name: name, site: site, context: self).resolveInFull(for: nil)
    }

    /// Whether nothing is being made or configured in it or around it.
    private var isOnItsOwn: Bool {
        servesNobody && outerGraph == nil && parent?.isOnItsOwn != false
    }

    /// Whether it is over, or all that it has is a graph.
    private var makesNothing: Bool { !isRunning.load(ordering: .relaxed) || servesNobody }

    /// Whether it serves neither a request nor one who is being served.
    private var servesNobody: Bool { site == nil && requester == nil }

    /// This, unless the task only inherited it.
    private func ifRunning(in task: TaskIdentity) -> Frame? {
        self.task == task && isRunning.load(ordering: .relaxed) ? self : nil
    }

    /// The request that is being served, if any.
    var request: Resolver.Request? {
        site.map { Resolver.Request(name: nil, site: $0, context: requester) }
    }

    /// Stops the program, at the place of the request that is being served.
    func fail(_ problem: Mistake.Problem) -> Never { mistake(problem).fail() }

    /// The same where the program could go on, and does so within a verification.
    func report(_ problem: Mistake.Problem) {
        let mistake = mistake(problem)
        if registry.survey?.note(Survey.Finding(mistake)) != true { mistake.fail() }
    }

    /// Returns a value that was made as the object that only others keep; an object graph that is
    /// under way is one of them.
    func objectForOthers<T>(_ value: T) -> AnyObject? {
        guard let object = instanceOfClass(value) else {
            report(.weakValue(Swift.type(of: value as Any)))
            return nil
        }
        ObjectGraph.keep(object)
        return object
    }

    /// Not to be inlined, as it is long and seldom needed.
    @inline(never) private func mistake(_ problem: Mistake.Problem) -> Mistake {
        Mistake(problem: problem, subject: making!, request: request!)
    }

    /// Whether another frame is this one, or waits for it.
    func isWithin(_ other: Frame) -> Bool {
        sequence(first: self, next: \.parent).contains { $0 === other }
    }

    /// What is being made from a frame or a component of a graph, or from the start, to this frame,
    /// which is left out.
    func path(since start: AnyObject?) -> [Subject] {
        var path: [Subject] = []
        for (maker, subject) in outerMakings {
            path.append(subject)
            if maker === start { break }
        }
        return path.reversed()
    }

    /// The frames and the components of graphs in which this frame is, from the inside out.
    private var outerMakings: [(maker: AnyObject, subject: Subject)] {
        var makings: [(AnyObject, Subject)] = []
        for frame in sequence(first: self, next: \.parent) {
            if frame !== self, let subject = frame.making { makings.append((frame, subject)) }
            guard let graph = frame.outerGraph, let entry = frame.outerEntry else { continue }
            // Those around the next frame come after it.
            let end = frame.parent?.outerGraph === graph ? frame.parent?.outerEntry : nil
            for component in graph.components(around: entry, upTo: end) {
                makings.append((component, component.subject))
            }
        }
        return makings
    }

    /// Stops where making has come suspiciously deep because it is made for itself.
    func stopIfEndless(_ problem: ([Subject?]) -> Mistake.Problem = Mistake.Problem.cycle) {
        guard depth > recursionLimit, let making else { return }
        let outer = sequence(first: self, next: \.parent).dropFirst()
        guard let same = outer.first(where: isTwin) else { return }
        fail(problem(path(since: same) + [making]))
    }

    /// Whether the other frame makes the same.
    func isTwin(of other: Frame) -> Bool { other.making == making }

    private func leave() {
        isRunning.store(false, ordering: .relaxed)
        if registry === Registry.root { Frame.live.wrappingSubtract(1, ordering: .relaxed) }
    }

    func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        // No object of the graph is configured while something else is made, as that might ask for
        // what is being made.
        let graph = site == nil ? nil : outerGraph
        graph?.countMaking(1)
        defer {
            graph?.countMaking(-1)
            leave()
        }
        let place = Place(frame: self)
        do { return try Place.$current.withValue(place, operation: body) } catch {
            throw error as! E
        }
    }

    nonisolated(nonsending) func run<R, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        defer { leave() }
        let place = Place(frame: self)
        do { return try await Place.$current.withValue(place, operation: body) } catch {
            throw error as! E
        }
    }
}

/// How deep modules or the objects of a graph are nested before they are suspected of needing what
/// is never the same instance: shallow enough for small stacks, deeper than wiring by hand goes.
nonisolated private let recursionLimit = 64

/// Tells tasks apart. Code outside of tasks has an identity too, as only its own thread and the
/// tasks that it starts see what it does.
nonisolated private struct TaskIdentity: Equatable, Sendable {
    private let address: UInt

    static var current: TaskIdentity {
        // The address, or zero, tells as much as `UnsafeCurrentTask?`, and is quicker to compare.
        unsafe withUnsafeCurrentTask { task in
            TaskIdentity(address: unsafe unsafeBitCast(task, to: UInt.self))
        }
    }
}

// MARK: - Implementation: registrations

/// The closure that makes a module.
///
/// Its type can be erased, as the closure has the same form in memory whatever the type is: a
/// function and its context, with the result passed by address because the type is generic here.
/// Nobody calls an erased maker. It is found by the identity of its type, and cast back to that.
nonisolated private struct Maker<T>: Sendable {
    let make: @Sendable () -> sending T

    init(_ make: @escaping @Sendable () -> sending T) { self.make = make }

    /// Takes a closure that could be `@Sendable` and whose result could be `sending`, neither of
    /// which changes its form: it captures and returns what is `Sendable` or stays in one task.
    init(sendable make: @escaping () -> T) {
        self.make = unsafe unsafeBitCast(make, to: (@Sendable () -> sending T).self)
    }

    /// Takes a value that is `Sendable` or stays in one task, to be returned each time.
    init(returning value: T) { self.init(sendable: { value }) }

    init(mainActor make: @escaping @MainActor @Sendable () -> T) {
        self.make = { MainActor.assumeIsolated { Unchecked(make()) }.value }
    }

    /// The same without its type, so that makers of all types can be kept side by side.
    var erased: Maker<Void> { unsafe unsafeBitCast(self, to: Maker<Void>.self) }

    /// The maker of a type that was erased.
    consuming func of<U>(_ type: U.Type) -> Maker<U> {
        unsafe unsafeBitCast(self, to: Maker<U>.self)
    }
}

/// What a module is: an object, as its registrations share what becomes known of it.
nonisolated private final class Definition: Sendable {
    let subject: Subject
    let lifetime: Module.Lifetime
    let maker: Maker<Void>
    let isForMainActor: Bool
    /// Whether it is transient, may be made on any thread, and asked for nothing when it was made
    /// last, so that no message is going to name it among those who need something.
    let needsNothing = Atomic(false)

    init<T>(
        _ name: String?, _ lifetime: Module.Lifetime, _ maker: Maker<T>,
        isForMainActor: Bool = false
    ) {
        subject = Subject(type: T.self, name: name)
        self.lifetime = lifetime
        self.maker = maker.erased
        self.isForMainActor = isForMainActor
    }
}

/// A value that crosses isolation domains where only its static type forbids it: it is new and
/// sent, or of a type that `Module` required to be `Sendable`.
nonisolated private struct Unchecked<T>: @unchecked Sendable {
    let value: T
    init(_ value: T) { self.value = value }
}

/// A module in a registry, and the instance that it has, if its lifetime keeps one.
///
/// The locks of the registry guard what is mutable.
nonisolated private final class Registration: @unchecked Sendable {
    let definition: Definition
    private let gate = Gate()
    let wasAskedFor = Atomic(false)
    /// What makes or returns the value where nothing else needs to be done.
    fileprivate(set) var shortcut: Maker<Void>?
    /// The instance that only others keep. An object that was once referred to weakly is slower to
    /// retain from then on, so what is kept anyway is not.
    fileprivate(set) weak var object: AnyObject?

    init(_ module: Module) { definition = module.definition }

    var type: ObjectIdentifier { ObjectIdentifier(definition.subject.type) }
    var name: String? { definition.subject.name }

    func isFor(_ type: ObjectIdentifier, _ name: String?) -> Bool {
        self.type == type && self.name == name
    }

    /// Leaves a shared instance to those who hold it, and returns what kept it.
    func loosen() -> Maker<Void>? {
        guard definition.lifetime == .shared, let shortcut else { return nil }
        func instance<T>(as type: T.Type) -> AnyObject? {
            instanceOfClass(shortcut.of(type).make())
        }
        object = _openExistential(definition.subject.type, do: instance)
        self.shortcut = nil
        return shortcut
    }

    func noteRequest() {
        if !wasAskedFor.load(ordering: .relaxed) { wasAskedFor.store(true, ordering: .relaxed) }
    }

    func value<T>(for request: Resolver.Request, home: Registry, inject: AnyObject?) -> T {
        noteRequest()
        let isTransient = definition.lifetime == .transient
        if !isTransient, let instance = home.instance(of: self, T.self) { return instance.make() }
        let registry = isTransient ? request.registry : home
        let frame = Frame(
            registry, making: definition.subject, for: request.context, at: request.site)
        frame.stopIfEndless()
        if let inject { WaitGraph.beginMaking(inject, in: frame) }
        defer { if let inject { WaitGraph.endMaking(inject) } }
        return isTransient ? makeNew(in: frame, home: home) : makeOnce(in: frame, home: home)
    }

    private func makeNew<T>(in frame: Frame, home: Registry) -> T {
        let value: T = make(in: frame)
        if !definition.isForMainActor {
            let hasAsked = frame.hasAsked.load(ordering: .relaxed)
            definition.needsNothing.store(!hasAsked, ordering: .relaxed)
            home.setShortcut(definition.maker, of: self)
        }
        return value
    }

    private func makeOnce<T>(in frame: Frame, home: Registry) -> T {
        gate.enter(toMake: self, as: frame) {
            if let instance = home.instance(of: self, T.self) { return instance.make() }
            WaitGraph.beginMaking(self, in: frame)
            defer { WaitGraph.endMaking(self) }
            let value: T = make(in: frame)
            let isWeak = definition.lifetime == .weak
            let object = isWeak ? frame.objectForOthers(value) : instanceOfClass(value)
            home.keep(value, object, of: self)
            return value
        }
    }

    private func make<T>(in frame: Frame) -> T {
        if definition.isForMainActor, !MainActor.isCurrent { frame.fail(.offMainActor) }
        return frame.run(definition.maker.of(T.self).make)
    }
}

/// Returns a value as the object that it is, or `nil` if it is not an instance of a class.
nonisolated private func instanceOfClass<T>(_ value: T) -> AnyObject? {
    // Every value can be cast to `AnyObject`, in a box that would be gone at once.
    type(of: value as Any) is AnyClass ? value as AnyObject : nil
}

/// The registrations of the process, or of one `override` or `isolate`.
///
/// Every reader of those of the process locks one of several stripes, which it chooses by where its
/// stack is, so that readers on different threads seldom meet; a writer locks all of them. What they
/// guard is the table, and what is mutable in its registrations.
@safe nonisolated private final class Registry: @unchecked Sendable {
    static let root = Registry([], outer: nil, stripes: 16)
    static var inForce: Registry { Frame.inForce?.registry ?? .root }

    let outer: Registry?
    /// Who is told of every request here, if `verify` or `graph` asked for it.
    let survey: Survey?
    /// The block of an `override` or `isolate`.
    private let modules: [Module]
    /// The registrations. Those of the process change only while all stripes are locked, and those
    /// of an `override` or `isolate` never.
    @exclusivity(unchecked) private var table: Table
    /// Guards what is mutable in the registrations of an `override` or `isolate`, and whether it is
    /// over.
    private let isOver = Mutex(false)
    /// The locks of the process, which has no other; nobody gives the memory back, as `root` is never
    /// released.
    private let stripes: UnsafeMutableBufferPointer<Stripe>

    private struct Stripe: ~Copyable {
        let lock = Mutex(Descent())
        /// As long as the longest cache lines, so that neighbours are never in one.
        let padding = (SIMD64<UInt8>(), SIMD64<UInt8>())
    }

    /// Notices that look-ups come from farther and farther down the stack, as those of a module
    /// that needs itself do.
    private struct Descent {
        /// Where look-ups began to descend, how far they have come, and in how many steps.
        private var start: UInt = 0
        private var lowest: UInt = 0
        private var steps: Int8 = 0
        /// Where it is positive, how many look-ups remain until one is suspicious whatever the stack
        /// shows, as other threads look up here, too, and hide how one descends. A prime number, so
        /// that it does not hit the same module at each level of a descent that makes several.
        /// Where it is negative, how many look-ups remain suspicious after a descent was noticed, as
        /// the one that showed it may have been for something else.
        private var countdown: Int16 = 127
        /// Where a descent was last noticed, and how many look-ups were suspicious then: twice as
        /// many when it goes on below, as each level may look up more than that.
        private var noticed: (stack: UInt, count: Int16) = (0, 0)

        /// Inlined, as every look-up asks.
        @inline(__always) mutating func isSuspicious(at stack: UInt) -> Bool {
            countdown -= countdown > 0 ? 1 : -1
            if countdown <= 0 {
                if countdown == 0 { countdown = 127 }
                return true
            }
            if stack < lowest {
                steps += 1
                lowest = stack
            }
            let isDescending = stack < start
            if isDescending, steps < 16 { return false }
            if isDescending {
                let goesOn = stack < noticed.stack
                noticed = (stack, goesOn ? min(2 * noticed.count, 8_192) : 64)
                countdown = -noticed.count
            }
            (start, lowest, steps) = (stack, stack, 0)
            return isDescending
        }
    }

    init(_ modules: [Module], outer: Registry?, survey: Survey? = nil, stripes count: Int = 0) {
        self.outer = outer
        self.survey = survey
        self.modules = modules
        unsafe table = Table(modules)
        unsafe stripes = count == 0 ? .init(start: nil, count: 0) : .allocate(capacity: count)
        for index in 0..<count { unsafe stripes.initializeElement(at: index, to: Stripe()) }
    }

    // Reading

    private func read<R>(_ body: () -> R) -> R {
        if unsafe stripes.isEmpty { return isOver.withLock { _ in Unchecked(body()) }.value }
        return readInStripe { _ in body() }
    }

    private func readInStripe<R, E: Error>(
        at stack: UInt = stackAddress(), _ body: (inout Descent) throws(E) -> R
    ) throws(E) -> R {
        // Parts of 512 KB: a small thread's stack is in one or two, a descent in few.
        let index = hash(stack >> 19) & (unsafe stripes.count - 1)
        return try unsafe stripes[index].lock.withLock { descent throws(E) in
            Unchecked(try body(&descent))
        }.value
    }

    /// Reads the registrations, which takes a lock only where they may change.
    private func withTable<R>(_ body: (borrowing Table) -> R) -> R {
        if unsafe stripes.isEmpty { return body(unsafe table) }
        return readInStripe { _ in body(unsafe table) }
    }

    /// Returns a module of the process where nothing needs to be done but to make or return it.
    @inline(__always) func value<T>(named name: String?) throws(NoShortcut) -> sending T {
        try shortcut(to: ObjectIdentifier(T.self), named: name).of(T.self).make()
    }

    /// Throws rather than returning an optional, and is not inlined: what comes from an optional is
    /// retained once more for the call, which costs 5 ns, and 10 where it was captured by a closure.
    @inline(never) private func shortcut(
        to type: ObjectIdentifier, named name: String?
    ) throws(NoShortcut) -> Maker<Void> {
        let stack = stackAddress()
        return try readInStripe(at: stack) { descent throws(NoShortcut) in
            // The long way finds out whether this will ever end.
            if descent.isSuspicious(at: stack) { throw NoShortcut() }
            guard let shortcut = unsafe table[type, name]?.shortcut else { throw NoShortcut() }
            return shortcut
        }
    }

    /// The same for a module of an `override` or `isolate`, if it needs nothing.
    ///
    /// Not to be inlined, as it is seldom needed. Its table never changes, so the lock is taken only
    /// to notice a descent: what needed nothing may come to need itself.
    @inline(never) func transientShortcut(
        to type: ObjectIdentifier, named name: String?
    ) throws(NoShortcut) -> Maker<Void> {
        let stack = stackAddress()
        return try Registry.root.readInStripe(at: stack) { descent throws(NoShortcut) in
            guard let registration = unsafe table[type, name],
                registration.definition.needsNothing.load(ordering: .relaxed),
                !descent.isSuspicious(at: stack)
            else { throw NoShortcut() }
            registration.noteRequest()
            return registration.definition.maker
        }
    }

    var outermost: Registry { outer?.outermost ?? self }

    /// Everything that is in force here, in the order of registration.
    var registrations: [Registration] {
        (outer?.registrations ?? []) + withTable { $0.registrations }
    }

    func search(_ type: ObjectIdentifier, named name: String?) -> (Registration, home: Registry)? {
        if let registration = withTable({ $0[type, name] }) { return (registration, self) }
        return outer?.search(type, named: name)
    }

    func searchAll(_ type: Any.Type) -> [(Registration, home: Registry)] {
        let outer = outer?.searchAll(type) ?? []
        var found = outer
        for registration in withTable({ $0.registrations })
        where registration.type == ObjectIdentifier(type) {
            let name = registration.name
            if let index = outer.firstIndex(where: { $0.0.name == name }) {
                found[index] = (registration, self)
            } else {
                found.append((registration, self))
            }
        }
        return found
    }

    /// What returns the instance that a `.shared` or `.weak` registration has.
    func instance<T>(of registration: Registration, _ type: T.Type) -> Maker<T>? {
        let (shortcut, object) = read { (registration.shortcut, registration.object) }
        if let shortcut { return shortcut.of(T.self) }
        guard let object else { return nil }
        ObjectGraph.keep(object)
        return Maker(returning: object as! T)
    }

    /// The modules of the block itself that nothing has asked for.
    var unused: [DependencyGraph.Node] {
        modules.indices.filter { !modules[$0].isNested }.compactMap { index in
            let definition = modules[index].definition, subject = definition.subject
            let isReplaced = modules[(index + 1)...].contains { $0.definition.subject == subject }
            let registration = unsafe table[ObjectIdentifier(subject.type), subject.name]
            let wasAskedFor = registration?.wasAskedFor.load(ordering: .relaxed) ?? false
            if wasAskedFor && !isReplaced { return nil }
            return DependencyGraph.Node(subject, definition.lifetime, index: index)
        }
    }

    // Writing

    func add(_ modules: [Module]) {
        let registrations = modules.map(Registration.init)
        var replaced: [Registration] = []
        write { _ in
            unsafe table.reserve(registrations.count)
            for registration in registrations {
                if let old = unsafe table.insert(registration) { replaced.append(old) }
            }
        }
        withExtendedLifetime(replaced) {}
    }

    func removeAll() {
        var removed = Table()
        write { _ in unsafe swap(&table, &removed) }
        withExtendedLifetime(removed) {}
    }

    /// Notes that a transient registration was made once without being endless.
    func setShortcut(_ shortcut: Maker<Void>, of registration: Registration) {
        // Only those of the process are looked up by it.
        guard self === Registry.root, read({ registration.shortcut == nil }) else { return }
        write { _ in registration.shortcut = shortcut }
    }

    /// Keeps the instance of a registration as its lifetime says.
    func keep<T>(_ value: T, _ object: AnyObject?, of registration: Registration) {
        let maker = Maker(returning: value).erased
        write { isOver in
            if registration.definition.lifetime == .shared, !isOver {
                registration.shortcut = maker
            } else {
                registration.object = object
            }
        }
    }

    /// Leaves the instances to those who hold them.
    private func loosen() {
        // Nothing else is kept, and looking is quicker than locking.
        guard modules.contains(where: { $0.definition.lifetime == .shared }) else { return }
        var released: [Maker<Void>] = []
        write { isOver in
            isOver = true
            for registration in unsafe table.registrations {
                if let shortcut = registration.loosen() { released.append(shortcut) }
            }
        }
        withExtendedLifetime(released) {}
    }

    /// Changes what is guarded while nobody reads.
    ///
    /// What is replaced must outlive the call, as releasing it may run code that reads.
    private func write(_ change: (_ isOver: inout Bool) -> Void) {
        if unsafe stripes.isEmpty { return isOver.withLock { change(&$0) } }
        // The process never is. Without this argument, the optimizer copies what the change captures
        // for each stripe: twice the instructions of registering.
        var isOver = false
        lockStripes(from: 0) { change(&isOver) }
    }

    private func lockStripes(from index: Int, _ body: () -> Void) {
        if unsafe index == stripes.count { return body() }
        unsafe stripes[index].lock.withLock { _ in lockStripes(from: index + 1, body) }
    }

    // In force

    func withRegistrationsInForce<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        defer { loosen() }
        return try Frame(self).run(body)
    }

    nonisolated(nonsending) func withRegistrationsInForce<R, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        defer { loosen() }
        return try await Frame(self).run(body)
    }
}

/// Where a module has to be made the long way.
nonisolated private struct NoShortcut: Error {}

/// Spreads addresses, whose lowest bits are alike, over 32 bits: Fibonacci hashing, from
/// Knuth's "The Art of Computer Programming", volume 3, section 6.4.
nonisolated private func hash(_ address: UInt) -> Int {
    Int(truncatingIfNeeded: (UInt64(address) &* 0x9E37_79B9_7F4A_7C15) >> 32)
}

/// Registrations in their order, with a hash table of their positions where they are many.
nonisolated private struct Table: ~Copyable {
    private(set) var registrations: [Registration] = []
    /// Positions, or -1 where free: a power of two of them, of which at most half are taken.
    private var slots: [Int32] = []

    init() {}

    init(_ modules: [Module]) {
        if modules.count == 1 {
            registrations = [Registration(modules[0])]
        } else {
            reserve(modules.count)
            for module in modules { _ = insert(Registration(module)) }
        }
    }

    subscript(type: ObjectIdentifier, name: String?) -> Registration? {
        find(type, name).position.map { registrations[$0] }
    }

    /// The position of a registration, or `nil` and the free slot where it belongs.
    private func find(_ type: ObjectIdentifier, _ name: String?) -> (position: Int?, slot: Int) {
        if slots.isEmpty { return (registrations.firstIndex { $0.isFor(type, name) }, 0) }
        var slot = hash(UInt(bitPattern: type))
        if let name { slot ^= name.hashValue }
        while true {
            slot &= slots.count - 1
            let position = Int(slots[slot])
            if position < 0 { return (nil, slot) }
            if registrations[position].isFor(type, name) { return (position, slot) }
            slot += 1
        }
    }

    /// Adds a registration, and returns the one whose place in the order it takes, if any.
    mutating func insert(_ registration: Registration) -> Registration? {
        reserve(1)
        let (position, slot) = find(registration.type, registration.name)
        if let position {
            let replaced = registrations[position]
            registrations[position] = registration
            return replaced
        }
        if !slots.isEmpty { slots[slot] = Int32(registrations.count) }
        registrations.append(registration)
        return nil
    }

    mutating func reserve(_ additional: Int) {
        let capacity = registrations.count + additional
        if capacity > registrations.capacity {
            registrations.reserveCapacity(max(capacity, 2 * registrations.count))
        }
        if capacity <= 8 || 2 * capacity <= slots.count { return }
        var count = 32
        while count < 2 * capacity { count *= 2 }
        slots = Array(repeating: -1, count: count)
        for (position, registration) in registrations.enumerated() {
            slots[find(registration.type, registration.name).slot] = Int32(position)
        }
    }
}

// MARK: - Implementation: making once

/// Lets one thread at a time make a value; the others wait, unless they would wait for ever.
nonisolated private struct Gate: ~Copyable, Sendable {
    private let isMaking = Mutex<Void>(())

    func enter<R, E: Error>(
        toMake thing: AnyObject, as frame: @autoclosure () -> Frame, _ body: () throws(E) -> R
    ) throws(E) -> R {
        let result = try isMaking.withLockIfAvailable { _ throws(E) in Unchecked(try body()) }
        if let result { return result.value }
        let frame = frame()
        WaitGraph.beginWait(for: thing, in: frame, blocking: stackAddress())
        return try isMaking.withLock { _ throws(E) in
            WaitGraph.endWaits(of: frame)
            return Unchecked(try body())
        }.value
    }
}

nonisolated extension Resolver {
    /// A gate that stays open once a value has been made in it.
    ///
    /// It knows whose stack is in it. A frame would tell more, but cost as much as the rest of a
    /// wrapper's first access, so a wrapper whose module goes the short way has none. What reads it
    /// again from farther down the stack than `stackNearness` is not found out: the lock stops the
    /// program with a message of its own, and two such threads may wait for each other for ever.
    @usableFromInline struct OnceGate: ~Copyable, Sendable {
        private let gate = Gate()
        /// `closed`, `open`, or a place on the stack of the thread that makes the value.
        private let progress: Atomic<UInt32>

        private static var closed: UInt32 { 0 }
        private static var open: UInt32 { 1 }

        @usableFromInline init(isOpen: Bool = false) {
            progress = Atomic(isOpen ? Self.open : Self.closed)
        }

        /// Whether the value is there, so that nobody needs to enter any more.
        ///
        /// It releases nothing, which the compiler can't tell of an atomic load that is inlined: it
        /// would retain the wrapper while it is asked, which makes a read take 1.9 times as long as
        /// that of a stored property, instead of 1.1.
        @usableFromInline var isOpen: Bool {
            @inline(never) @_effects(releasenone) get {
                progress.load(ordering: .acquiring) == Self.open
            }
        }

        @usableFromInline func enter(toMake inject: AnyObject, _ make: () -> Void) {
            gate.enter(toMake: inject, as: Frame(.inForce)) {
                if isOpen { return }
                progress.store(Self.place(onStack: stackAddress()), ordering: .relaxed)
                make()
                progress.store(Self.open, ordering: .releasing)
            }
        }

        /// Whether the value is being made a little way up the stack from an address.
        fileprivate func isMaking(upTheStackFrom address: UInt) -> Bool {
            let maker = progress.load(ordering: .relaxed)
            let distance = maker &- Self.place(onStack: address)
            return maker != Self.closed && maker != Self.open && distance < stackNearness >> 4
        }

        /// Short, as a wrapper has no room for an address, and neither `closed` nor `open`.
        private static func place(onStack address: UInt) -> UInt32 {
            UInt32(truncatingIfNeeded: address >> 4) & ~3 | 2
        }
    }

    /// What an `Inject` is made of, in a class of its own for speed.
    ///
    /// An object finds what its class is generic over in its own metadata. What is generic over
    /// that in turn, as the state is over the value, would be looked up whenever one is freed: that
    /// took an eighth of a wrapper's first access.
    public class _Storage<State: ~Copyable> {
        @usableFromInline final let gate: OnceGate
        /// Written in the gate, and read by others only when that is open, but for the request: those
        /// who wait at the gate may read it before.
        @exclusivity(unchecked) @usableFromInline final var cell: Cell

        /// Around the state for the sake of reflection, as by `dump`: what has this type is shown as
        /// empty, while a property of the parameter's type would be copied, which stops the program.
        @usableFromInline struct Cell: ~Copyable {
            @usableFromInline var state: State

            @inlinable init(_ state: consuming State) { self.state = state }
        }

        @inlinable init(gate: consuming OnceGate, state: consuming State) {
            self.gate = gate
            unsafe cell = Cell(state)
        }
    }

    /// What an `Inject` asks for, or has.
    ///
    /// Not copyable, so that reading the value copies nothing else.
    public struct _State<Value>: ~Copyable {
        @usableFromInline let progress: Progress

        @usableFromInline enum Progress: ~Copyable {
            case unresolved(Request)
            case resolved(Value)
        }

        @inlinable init(_ progress: consuming Progress) { self.progress = progress }

        @inlinable var value: Value {
            switch progress {
            case .resolved(let value): value
            case .unresolved: preconditionFailure()
            }
        }

        @inlinable func resolve(for inject: AnyObject) -> Value {
            switch progress {
            case .unresolved(let request): request.resolve(Value.self, for: inject)
            case .resolved: preconditionFailure()
            }
        }

        fileprivate var request: Request {
            switch progress {
            case .unresolved(let request): request
            case .resolved: preconditionFailure()
            }
        }
    }
}

/// What may be made without a frame: the value of an `Inject`.
nonisolated private protocol Frameless: AnyObject {
    /// What is being made, and for whom; to be asked only by who holds that up, as it is gone when
    /// the value is there.
    var making: (subject: Subject, request: Resolver.Request) { get }
    func isBeingMade(upTheStackFrom address: UInt) -> Bool
}

extension Inject: Frameless {
    nonisolated fileprivate var making: (subject: Subject, request: Resolver.Request) {
        let request = unsafe cell.state.request
        return (Subject(type: Value.self, name: request.name), request)
    }

    nonisolated fileprivate func isBeingMade(upTheStackFrom address: UInt) -> Bool {
        gate.isMaking(upTheStackFrom: address)
    }
}

/// Who makes what, and who waits for it.
nonisolated private struct WaitGraph {
    private static let current = Mutex(WaitGraph())

    /// Searched from the end, as what begins last usually ends first.
    private var makers: [Link] = []
    private var waiters: [Link] = []

    /// A frame that makes a thing, or waits for it.
    ///
    /// Unchecked, as the thing is only identified, or asked what it may be asked on every thread.
    private struct Link: @unchecked Sendable {
        let frame: Frame
        let thing: AnyObject
        /// Where the stack of a waiter is, if it blocks its thread.
        var stack: UInt?
    }

    static func beginMaking(_ thing: AnyObject, in frame: Frame) {
        let maker = Link(frame: frame, thing: thing)
        current.withLock { $0.makers.append(maker) }
    }

    static func endMaking(_ thing: AnyObject) {
        // What is removed leaves the lock first, as releasing it may run code that makes something.
        _ = current.withLock { graph in
            graph.makers.lastIndex { $0.thing === thing }
                .map { graph.makers.remove(at: $0) }
        }
    }

    /// Notes that a frame is about to wait for a thing, and stops where it would wait for ever.
    static func beginWait(for thing: AnyObject, in frame: Frame, blocking stack: UInt? = nil) {
        let waiter = Link(frame: frame, thing: thing, stack: stack)
        let cycle = current.withLock { graph in
            graph.waiters.append(waiter)
            var followed: [AnyObject] = []
            return graph.path(from: waiter.thing, to: waiter, &followed).map {
                ($0, waiter.frame.request ?? graph.request(for: waiter.thing))
            }
        }
        guard let (path, request) = cycle, let subject = path[0] else { return }
        Mistake(problem: .cycle(path + [subject]), subject: subject, request: request).fail()
    }

    /// Notes that a frame waits no more, or that nobody waits for a thing any more, though some may
    /// go on only later.
    static func endWaits(of object: AnyObject) {
        current.withLock { graph in
            graph.waiters.removeAll { $0.frame === object || $0.thing === object }
        }
    }

    /// What is being made from the making of a thing to a waiter that holds it up, if it does so:
    /// directly, or by way of others that wait.
    ///
    /// Each thing is followed once: many may wait for one, directly and through each other.
    private func path(
        from thing: AnyObject, to last: Link, _ followed: inout [AnyObject]
    ) -> [Subject?]? {
        if followed.contains(where: { $0 === thing }) { return nil }
        followed.append(thing)
        if isHeldUp(thing, by: last) { return path(from: thing, to: last) }
        for waiter in waiters where waiter.frame !== last.frame && isHeldUp(thing, by: waiter) {
            if let rest = path(from: waiter.thing, to: last, &followed) {
                return path(from: thing, to: waiter) + rest
            }
        }
        return nil
    }

    private func isHeldUp(_ thing: AnyObject, by waiter: Link) -> Bool {
        if let maker = maker(of: thing), waiter.frame.isWithin(maker) { return true }
        guard let stack = waiter.stack, let thing = thing as? any Frameless else { return false }
        return thing.isBeingMade(upTheStackFrom: stack)
    }

    /// What is being made from the making of a thing to a waiter that holds it up directly; `nil`
    /// stands for what may have been made in between without frames.
    private func path(from thing: AnyObject, to waiter: Link) -> [Subject?] {
        if let maker = maker(of: thing), waiter.frame.isWithin(maker) {
            return waiter.frame.path(since: maker)
        }
        let subject = (thing as! any Frameless).making.subject
        return [subject, nil] + waiter.frame.path(since: nil)
    }

    /// The request that a thing is being made for.
    private func request(for thing: AnyObject) -> Resolver.Request {
        maker(of: thing)?.request ?? (thing as! any Frameless).making.request
    }

    private func maker(of thing: AnyObject) -> Frame? {
        makers.last { $0.thing === thing }?.frame
    }
}

nonisolated extension MainActor {
    /// Whether the caller is on the main actor.
    ///
    /// The standard library answers this with a trap only. But a task that starts at once does so
    /// exactly if it needs no hop, and then it runs on the stack of the caller. Not to be inlined,
    /// as starting a task takes much code.
    @inline(never) fileprivate static var isCurrent: Bool {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return true  // `assumeIsolated` decides then, with a message of its own.
        }
        let caller = stackAddress()
        let isOnCallersStack = Flag()
        Task.immediate { @MainActor in
            isOnCallersStack.isSet.store(isOnStack(near: caller), ordering: .relaxed)
        }
        return isOnCallersStack.isSet.load(ordering: .relaxed)
    }
}

nonisolated private final class Flag: Sendable { let isSet = Atomic(false) }

/// Where the stack of the current thread is now: near its other frames, far from other threads.
nonisolated private func stackAddress() -> UInt {
    var local: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
}

/// Not to be inlined: the local variables of an asynchronous function are not on the stack.
@inline(never) nonisolated private func isOnStack(near address: UInt) -> Bool {
    stackAddress().distance(to: address).magnitude < stackNearness
}

/// How far apart two places are that are taken for places on one stack: as far as much code goes,
/// and less than what lies between what two threads use of theirs, unless those are very small.
nonisolated private var stackNearness: UInt { 65_536 }

// MARK: - Implementation: components

/// The components of a scope, in a tree that only grows, so that it is read without a lock.
nonisolated private final class Components: Sendable {
    private let root = SetOnce<Component>()

    /// Inlined, as most of what it takes would be passed on the stack: a call costs 3 to 8 ns.
    @inline(__always) func component<Key: Hashable & Sendable>(
        _ type: Any.Type, _ function: StaticString, _ key: Key, _ fileID: StaticString,
        _ line: UInt32
    ) -> Component {
        // The type of a key that is left out. To box it, too, would cost as much as the rest.
        guard Key.self == Never?.self else {
            return component(type, function, for: key, fileID, line)
        }
        return find(
            UInt(bitPattern: ObjectIdentifier(type)) >> 4,
            where: { !$0.hasKey && $0.matches(type, function) },
            orNew: { Component(type, function, nil, fileID, line) })
    }

    /// Not to be inlined, as it is long and boxes the key anyway.
    @inline(never) private func component(
        _ type: Any.Type, _ function: StaticString, for key: AnyHashable, _ fileID: StaticString,
        _ line: UInt32
    ) -> Component {
        find(
            UInt(bitPattern: key.hashValue), where: { $0.key == key && $0.matches(type, function) },
            orNew: { Component(type, function, key, fileID, line) })
    }

    /// - Parameter path: Where to look, from its lowest bit on: the same for what matches.
    private func find(_ path: UInt, where isMatch: (Component) -> Bool, orNew new: () -> Component)
        -> Component
    {
        var path = path
        var (component, isNew) = unsafe root.reference(orSet: new)
        // A new one may not even match itself: no key is equal to `Double.nan`.
        while !isNew, unsafe !component._withUnsafeGuaranteedRef(isMatch) {
            unsafe (component, isNew) = component._withUnsafeGuaranteedRef {
                unsafe $0.child(isLeft: path & 1 == 0, orNew: new)
            }
            path >>= 1
        }
        return unsafe component.takeUnretainedValue()
    }
}

/// A component of a scope, and the instance that it has.
nonisolated private final class Component: @unchecked Sendable {
    let type: Any.Type
    private let function: StaticString
    /// The explicit key, which is `Sendable` wherever one can be given.
    let key: AnyHashable?
    /// Quicker than to compare the key with `nil`, which goes by way of its metadata.
    let hasKey: Bool
    /// Where it was asked for first.
    let site: Site
    let gate = Gate()
    private let left = SetOnce<Component>()
    private let right = SetOnce<Component>()
    private let kept = SetOnce<Instance>()
    private let state = Mutex(State())

    /// What is kept. Unchecked, because it is not final; nothing in it changes.
    private class Instance: @unchecked Sendable {}

    private final class InstanceOf<T: Sendable>: Instance, @unchecked Sendable {
        let value: T
        init(_ value: T) { self.value = value }
    }

    private struct State {
        weak var object: AnyObject?
        var run: Task<(any Error)?, Never>?
    }

    /// Not to be inlined, as each of the scope's functions would have a copy.
    @inline(never) init(
        _ type: Any.Type, _ function: StaticString, _ key: AnyHashable?, _ fileID: StaticString,
        _ line: UInt32
    ) {
        self.type = type
        self.function = function
        self.key = key
        hasKey = key != nil
        site = Site(fileID: fileID, kind: .component, line: line)
    }

    var subject: Subject { Subject(type: type, name: key.map { "\($0)" }) }

    func matches(_ type: Any.Type, _ function: StaticString) -> Bool {
        self.type == type
            && (unsafe self.function.utf8Start == function.utf8Start
                || isCalled(function))
    }

    /// Not to be inlined, as it is seldom needed: each file has one copy of a string.
    @inline(never) private func isCalled(_ function: StaticString) -> Bool {
        self.function.utf8CodeUnitCount == function.utf8CodeUnitCount
            && self.function.description == function.description
    }

    /// Whether this is the same component of another scope.
    @inline(never) func isTwin(of other: Component) -> Bool {
        key == other.key && matches(other.type, other.function)
    }

    @unsafe
    func child(isLeft: Bool, orNew new: () -> Component) -> (Unmanaged<Component>, isNew: Bool) {
        unsafe isLeft ? left.reference(orSet: new) : right.reference(orSet: new)
    }

    /// Whether the scope keeps an instance: once it does, it does so for good.
    var hasInstance: Bool { unsafe kept.reference != nil }

    /// The instance that the scope keeps, which is of the component's type.
    func instance<T: Sendable>() -> T {
        unsafe kept.reference!._withUnsafeGuaranteedRef {
            unsafe unsafeDowncast($0, to: InstanceOf<T>.self).value
        }
    }

    /// Keeps an instance, unless there is one, and returns the one that is kept.
    func keep<T: Sendable>(_ value: T) -> T {
        _ = unsafe kept.reference { InstanceOf(value) }
        return instance()
    }

    /// Returns the instance that only others keep, if there is one.
    func weakInstance<T>() -> T? {
        guard let object = state.withLock({ Unchecked($0.object) }).value else { return nil }
        ObjectGraph.keep(object)
        return (object as! T)
    }

    /// Leaves an instance to others.
    func keepWeakly(_ object: AnyObject?) {
        let object = Unchecked(object)
        state.withLock { $0.object = object.value }
    }

    func make<T, E: Error>(in frame: Frame, _ make: () throws(E) -> T) throws(E) -> T {
        WaitGraph.beginMaking(self, in: frame)
        defer { WaitGraph.endMaking(self) }
        return try frame.run(make)
    }

    nonisolated(nonsending) func make<T: Sendable, E: Error>(
        in frame: Frame, _ make: @Sendable () async throws(E) -> T
    ) async throws(E) -> T {
        WaitGraph.beginMaking(self, in: frame)
        defer {
            WaitGraph.endMaking(self)
            WaitGraph.endWaits(of: self)
        }
        return try await frame.run(make)
    }

    /// The run that makes the instance, which is begun if there is none; it ends with the error.
    func run(
        _ body: @escaping @Sendable () async -> (any Error)?
    ) -> Task<(any Error)?, Never> {
        state.withLock { state in
            if let run = state.run { return run }
            let run = Lineage.$current.withValue(Lineage()) {
                Task {
                    // Waits for whoever begins the run, and refers to its lineage until unlocking.
                    self.state.withLock { _ in }
                    let error = await body()
                    self.state.withLock { $0.run = nil }
                    return error
                }
            }
            state.run = run
            return run
        }
    }
}

/// The making of a component: with what was in force where its scope was created, as it may outlive
/// what is in force where it is first asked for.
nonisolated private final class ComponentFrame: Frame, @unchecked Sendable {
    /// Alive while it is made. A task that inherits the frame doesn't keep it, nor its instance.
    private unowned let component: Component
    /// Whether it is the run of an asynchronous component.
    let isRun: Bool

    init(_ component: Component, for context: Context?, within caller: Frame?) {
        self.component = component
        isRun = caller != nil
        super.init(
            context?.registry ?? .root, making: component.subject, for: context, at: component.site,
            within: caller)
    }

    override func isTwin(of other: Frame) -> Bool {
        (other as? ComponentFrame).map { component.isTwin(of: $0.component) } ?? false
    }
}

/// Tells the child tasks of a component's run, which it awaits, from others that inherit from it.
///
/// A child task shares the task-locals of its parent, and any other task that is begun copies them,
/// but for another run, which has a lineage of its own. So where there is a single reference to a
/// lineage, all that see it are awaited by the run. That is certain as nobody else ever keeps one,
/// and one task looks at a time. It rests on the runtime: what is bound lies with the task that
/// bound it, and whoever shares it without a copy can't outlive that task.
///
/// A task executor would be inherited by child tasks only, without references being counted, but
/// would also have a say in how the user's code runs.
nonisolated private final class Lineage: Sendable {
    @TaskLocal static var current: Lineage?
    private static let isLookedAt = Mutex(())

    /// Whether the current task is surely awaited by the innermost run that it comes from.
    static var isSurelyOfChild: Bool {
        isLookedAt.withLock { _ in
            guard let lineage = unsafe current.map(Unmanaged.passUnretained) else { return false }
            // That of the task-local, borrowed: it is bound as long as the current task runs.
            var only = unsafe lineage.takeRetainedValue()
            defer { _ = unsafe Unmanaged.passRetained(only) }
            return isKnownUniquelyReferenced(&only)
        }
    }
}

/// A reference that is set once and read without a lock.
///
/// The reference is counted when it is set and given back in `deinit` only, so whoever can read
/// it finds the object alive. `AtomicLazyReference` does the same, but looks up generic metadata
/// each time: five times as many instructions.
@safe
nonisolated private struct SetOnce<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
    private let storage = unsafe Atomic<Unmanaged<Object>?>(nil)

    /// The object, if it is set; it lives as long as this does.
    @unsafe var reference: Unmanaged<Object>? { unsafe storage.load(ordering: .acquiring) }

    /// Returns the object, which is set if there is none.
    @unsafe func reference(orSet make: () -> Object) -> (Unmanaged<Object>, isNew: Bool) {
        if let reference = unsafe reference { return unsafe (reference, false) }
        let new = unsafe Unmanaged.passRetained(make())
        let (isNew, other) = unsafe storage.compareExchange(
            expected: nil, desired: new, ordering: .acquiringAndReleasing)
        if isNew { return unsafe (new, true) }
        unsafe new.release()
        return unsafe (other!, false)
    }

    deinit { unsafe storage.load(ordering: .relaxed)?.release() }
}

/// The frame of one outermost `graph` call, with its objects; only the task that began it uses it.
nonisolated private final class ObjectGraph: Frame, @unchecked Sendable {
    /// Unchecked, as no access to it runs anything but its own code.
    @exclusivity(unchecked) private var state = State()

    fileprivate struct State {
        /// Searched from the start: quicker than hashing for graphs of usual sizes.
        var entries: [Entry] = []
        /// The entry that is being made or configured.
        var current: Int?
        var makingCount = 0
        var configurations: [Configuration] = []
        /// The weak instances that were asked for meanwhile.
        var kept: [AnyObject] = []
        var arena = Arena()
    }

    @safe fileprivate struct Entry {
        let component: Component
        /// The entry that asked for it, when that was made or configured.
        let requester: Int?
        let depth: Int
        /// Where the object is, or `nil` while it is being made.
        var object: UnsafeMutableRawPointer?
    }

    fileprivate struct Configuration {
        let entry: Int
        /// What was in force where the object was asked for.
        let registry: Registry
        let configure: () -> Void
    }

    static func object<T>(
        _ component: consuming Component, _ make: () -> T, _ configure: ((T) -> Void)?
    ) -> T {
        if let graph = Frame.innermost?.graph {
            return graph.object(component, make, configure)
        }
        let graph = ObjectGraph(.inForce, for: Frame.inForce)
        defer { graph.end() }
        return graph.run { [component = copy component] in
            graph.object(component, make, configure)
        }
    }

    /// Keeps a weak instance until the graph of the current task is over, if one is under way.
    static func keep(_ object: AnyObject) {
        if let graph = Frame.innermost?.graph { unsafe graph.state.kept.append(object) }
    }

    /// The object that is being made or configured.
    var currentEntry: Int? { unsafe state.current }

    /// The components of an entry, of the one that asked for it, and so on, up to an end.
    func components(around entry: Int, upTo end: Int?) -> [Component] {
        unsafe state.ancestors(of: entry).prefix { $0 != end }.map {
            unsafe state.entries[$0].component
        }
    }

    /// Counts what is being made in the graph.
    func countMaking(_ difference: Int) { unsafe state.makingCount += difference }

    private func object<T>(
        _ component: consuming Component, _ make: () -> T, _ configure: ((T) -> Void)?
    ) -> T {
        if let index = unsafe state.index(of: component) { return object(at: index) }
        // Those that wait already are left to the call that is going to configure them.
        let waiting = unsafe state.configurations.count
        let index = unsafe state.begin(component)
        if unsafe state.entries[index].depth > recursionLimit {
            stopIfEndless(index)
        }
        let object = make()
        unsafe state.end(index, object)
        if let configure {
            unsafe state.configurations.append(
                Configuration(entry: index, registry: .inForce) { configure(object) })
        }
        while let next = unsafe state.beginConfiguration(at: waiting) {
            if next.registry === Registry.inForce {
                next.configure()
            } else {
                Frame(next.registry).run(next.configure)
            }
            unsafe state.current = state.entries[index].requester
        }
        return object
    }

    private func object<T>(at index: Int) -> T {
        let entry = unsafe state.entries[index]
        if let object = unsafe entry.object { return unsafe Arena.value(at: object) }
        let component = entry.component
        fail(component) { .cycle($0.path(since: component) + [component.subject]) }
    }

    /// Stops where the graph has come suspiciously deep because each scope makes another.
    @inline(never) private func stopIfEndless(_ index: Int) {
        guard let twin = unsafe state.twin(of: index) else { return }
        fail(unsafe state.entries[index].component) { .scopeCycle($0.path(since: twin)) }
    }

    @inline(never) private func fail(
        _ component: Component, _ problem: (Frame) -> Mistake.Problem
    ) -> Never {
        let frame = Frame(
            .inForce, making: component.subject, for: Frame.inForce, at: component.site)
        frame.fail(problem(frame))
    }

    /// Releases the objects; a task that was begun in the graph may keep the graph itself.
    private func end() {
        for entry in unsafe state.entries {
            if let object = unsafe entry.object {
                unsafe Arena.deinitialize(entry.component.type, at: object)
            }
        }
        unsafe state.entries = []
        unsafe state.kept = []
        unsafe state.arena.deallocate()
    }
}

nonisolated extension ObjectGraph.State {
    fileprivate func index(of component: Component) -> Int? {
        for index in entries.indices where entries[index].component === component { return index }
        return nil
    }

    fileprivate mutating func begin(_ component: consuming Component) -> Int {
        let depth = current.map { entries[$0].depth + 1 } ?? 0
        if entries.isEmpty { entries.reserveCapacity(16) }
        unsafe entries.append(.init(component: component, requester: current, depth: depth))
        current = entries.count - 1
        makingCount += 1
        return entries.count - 1
    }

    fileprivate mutating func end<T>(_ index: Int, _ object: T) {
        unsafe entries[index].object = arena.store(object)
        current = entries[index].requester
        makingCount -= 1
    }

    /// Returns what is to be configured next, once nothing is being made.
    fileprivate mutating func beginConfiguration(
        at position: Int
    ) -> ObjectGraph.Configuration? {
        guard makingCount == 0, position < configurations.count else { return nil }
        let next = configurations.remove(at: position)
        current = next.entry
        return next
    }

    /// The nearest of the same component of another scope.
    fileprivate func twin(of index: Int) -> Component? {
        let components = ancestors(of: index).map { entries[$0].component }
        return components.dropFirst().first { $0.isTwin(of: components[0]) }
    }

    /// An entry, the one that asked for it, and so on.
    fileprivate func ancestors(of index: Int) -> [Int] {
        var ancestors = [index]
        while let requester = entries[ancestors.last!].requester { ancestors.append(requester) }
        return ancestors
    }
}

/// Memory for values of any types, in as few pieces as possible.
///
/// A closure for each value, as elsewhere, would be an allocation for each: an eighth of the cost
/// of a graph. Each value has memory of its own, which is aligned for it, as `next` only grows
/// within a piece, and it stays where it is. Who stores a value gets its address, uses it as what it
/// was stored as, and deinitializes it before all is deallocated.
@safe nonisolated private struct Arena {
    /// The last piece. Each begins with the address of the one before it.
    private var piece: UnsafeMutableRawPointer?
    private var next: UnsafeMutableRawPointer
    private var end: UnsafeMutableRawPointer

    init() {
        unsafe (next, end) = Self.addPiece(ofAtLeast: 0, to: &piece)
    }

    private static func addPiece(ofAtLeast size: Int, to last: inout UnsafeMutableRawPointer?) -> (
        next: UnsafeMutableRawPointer, end: UnsafeMutableRawPointer
    ) {
        let header = MemoryLayout<UInt>.size
        let capacity = max(header + size, 1_024)
        let piece = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        unsafe piece.storeBytes(of: last, as: UnsafeMutableRawPointer?.self)
        unsafe last = piece
        return unsafe (piece + header, piece + capacity)
    }

    @unsafe mutating func store<T>(_ value: T) -> UnsafeMutableRawPointer {
        let size = MemoryLayout<T>.size
        var address = unsafe next.alignedUp(for: T.self)
        if unsafe address + size > end {
            let size = size + MemoryLayout<T>.alignment
            unsafe (next, end) = Self.addPiece(ofAtLeast: size, to: &piece)
            unsafe address = next.alignedUp(for: T.self)
        }
        unsafe next = address + size
        unsafe address.initializeMemory(as: T.self, to: value)
        return unsafe address
    }

    @unsafe static func value<T>(at address: UnsafeMutableRawPointer) -> T {
        unsafe address.assumingMemoryBound(to: T.self).pointee
    }

    @unsafe static func deinitialize(_ type: Any.Type, at address: UnsafeMutableRawPointer) {
        func deinitialize<T>(_ type: T.Type) {
            _ = unsafe address.assumingMemoryBound(to: T.self).move()
        }
        _openExistential(type, do: deinitialize)
    }

    func deallocate() {
        var piece = unsafe piece
        while let last = unsafe piece {
            unsafe piece = last.load(as: UnsafeMutableRawPointer?.self)
            unsafe last.deallocate()
        }
    }
}

// MARK: - Implementation: verification

/// What a block's modules ask for while each of them is made once, in isolation.
nonisolated private final class Survey: Sendable {
    /// Gone when the survey is over: they keep its registry, which keeps the survey.
    private let findings = Mutex<[Finding]?>([])

    /// A request, as the mistake that it would be if nothing served it.
    final class Finding: Sendable {
        let mistake: Mistake
        /// What serves the request, or `nil` where the program would stop.
        let registrations: [Registration]?

        init(_ mistake: Mistake, _ registrations: [Registration]? = nil) {
            self.mistake = mistake
            self.registrations = registrations
        }
    }

    /// Not to be inlined into every request, as few are surveyed.
    @inline(never) func note(_ type: Any.Type, _ request: Resolver.Request) {
        let subject = Subject(type: type, name: request.name)
        let registrations = request.registrations(for: type)
        let canBeAbsent = !registrations.isEmpty || type is any Substitutable.Type
        let mistake = Mistake(problem: .missing, subject: subject, request: request)
        note(Finding(mistake, canBeAbsent ? registrations : nil))
    }

    /// Returns whether the finding was noted, which it is not once the survey is over.
    @discardableResult func note(_ finding: Finding) -> Bool {
        findings.withLock { $0?.append(finding) } != nil
    }

    /// The mistakes so far, each once.
    var mistakes: [Mistake] {
        Self.mistakes(in: findings.withLock { $0 ?? [] })
    }

    static func mistakes(in modules: [Module], _ site: Site) -> [Mistake] {
        mistakes(in: run(modules, site).findings)
    }

    private static func mistakes(in findings: [Finding]) -> [Mistake] {
        var mistakes: [Mistake] = []
        for finding in findings where finding.registrations == nil {
            let mistake = finding.mistake
            // A weak value that is none is the module's mistake, whoever asks for it.
            let isOfModule = if case .weakValue = mistake.problem { true } else { false }
            let known = mistakes.firstIndex {
                $0.subject == mistake.subject && (isOfModule || $0.place == mistake.place)
            }
            if let known {
                mistakes[known].otherRequests.append(mistake.request)
            } else {
                mistakes.append(mistake)
            }
        }
        return mistakes
    }

    static func graph(of modules: [Module], _ site: Site) -> DependencyGraph {
        let (registrations, findings) = run(modules, site)
        var subjects: [Subject] = []
        var graph = DependencyGraph()
        func index(of subject: Subject, _ lifetime: Module.Lifetime? = nil) -> Int {
            if let index = subjects.firstIndex(of: subject) { return index }
            let index = subjects.count
            subjects.append(subject)
            graph.nodes.append(.init(subject, lifetime, index: index))
            return index
        }
        for registration in registrations {
            _ = index(of: registration.definition.subject, registration.definition.lifetime)
        }
        for finding in findings {
            let needers = finding.mistake.request.context!.makings
            guard let needer = needers.first(where: subjects.contains) else { continue }
            let source = graph.nodes[index(of: needer)]
            let found = finding.registrations?.map(\.definition.subject)
            for subject in found ?? [finding.mistake.subject] {
                let target = graph.nodes[index(of: subject)]
                let isKnown = graph.edges.contains {
                    $0.source.index == source.index && $0.target.index == target.index
                }
                if !isKnown { graph.edges.append(.init(source: source, target: target)) }
            }
        }
        return graph
    }

    private static func run(_ modules: [Module], _ site: Site) -> (
        [Registration], findings: [Finding]
    ) {
        let survey = Survey()
        let registry = Registry(modules, outer: nil, survey: survey)
        let registrations = registry.registrations
        registry.withRegistrationsInForce {
            for registration in registrations {
                let subject = registration.definition.subject
                let request = Resolver.Request(
                    name: subject.name, site: site, context: Frame.inForce?.lasting)
                if registration.definition.isForMainActor, !MainActor.isCurrent {
                    let problem = Mistake.Problem.offMainActor
                    survey.note(
                        Finding(Mistake(problem: problem, subject: subject, request: request)))
                    continue
                }
                func make<T>(_ type: T.Type) {
                    let _: T = registration.value(for: request, home: registry, inject: nil)
                }
                _openExistential(subject.type, do: make)
            }
        }
        return (registrations, survey.findings.withLock { $0.take() } ?? [])
    }
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
