// Collet 1.0.0-rc.1: dependency injection for Swift in one file
// SPDX-License-Identifier: MIT
// Vendoring this file? Keep this header.

// Needs Swift 6.2, and macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2 or Linux. For
// clearer errors from the compiler, paste `Collet+Hints.swift`, too.

import Synchronization

// Where to look:
// - Dependencies: blocks, overrides and containers.
// - Module: registrations and lifetimes.
// - Inject, Resolver: requests.
// - Scope: components.
// - Verification: `verify()`.
// - Words and locks: read this before you change anything below.
// - Boxes, requests, registrations, containers: how a request finds its value.
// - Cells, waiting: how one instance is made, and a cycle found.
// - Frames, object graphs: where a task is, and what is being made for whom.
// - Verification, messages: mistakes, and the texts that stop a program.

// MARK: - Dependencies

/// A block of modules, which an app, a feature or a test registers.
///
/// A *container* has registrations. The process has one, and each override, isolation,
/// verification and `makeContainer()` makes one. Code asks the *current* container: the
/// innermost it runs in, or the process's. A container passes what it can't answer to the
/// one it *lies over*, which was current when it was made. Isolations and verifications
/// lie over none.
///
/// ```swift
/// Dependencies { Module { "live" }; Module("port") { 80 } }.build()
///
/// Dependencies { Module { "fake" } }.override {
///     print(Resolver.resolve(String.self), Resolver.resolve(Int.self, name: "port"))
///     // Prints "fake 80"
/// }
/// ```
///
/// Each use of a block starts its own instances. Of two registrations of a type and name
/// in one container, the later wins, except over fakes: see `build()`.
nonisolated public struct Dependencies: Sendable {
    fileprivate let modules: [Module]

    /// Creates a block from modules and other blocks. The closure runs once, immediately.
    public init(@DependenciesBuilder _ modules: () -> [Module]) {
        self.modules = modules()
    }

    /// Registers the modules in the current container, all together, on any thread.
    ///
    /// Replaced instances are released before the call returns, unless something holds
    /// them.
    ///
    /// A *fake* is a module that a container was made with. [It
    /// stays](doc:Testing#Code-that-builds-the-app) until ``Resolver`` replaces or
    /// removes it: this call skips a module if its type and name have a fake, here or
    /// below. If the innermost such fake is the module itself, it isn't skipped, but
    /// starts anew here.
    public func build() { _Container_.current.build(modules) }

    /// Runs a closure with these modules on top of the current ones.
    ///
    /// They serve the closure and the tasks that it starts, but [no detached or other
    /// tasks, and no other threads](doc:Testing#Who-sees-the-fakes). An ``Inject`` that
    /// is created there keeps them.
    ///
    /// It ends with the closure, or with a task's longer `perform`:
    /// - Then it keeps no instance that a module made.
    /// - A shared object stays the only one while anything holds it; a shared struct,
    ///   while an ``Inject`` that read it exists.
    /// - A `deinit` that this end causes runs outside of the override, unless it runs in
    ///   a task that began there.
    /// - Captured values, and those given to `register(value:)`, may live as long as an
    ///   unread ``Inject``, scope, task or container created there.
    public func override<R, E: Swift.Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try _Frame_(_Container_(modules, over: .current)).perform(body)
    }

    /// The asynchronous version.
    public nonisolated(nonsending) func override<R, E: Swift.Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        try await _Frame_(_Container_(modules, over: .current)).perform(body)
    }

    /// Runs a closure with these modules only.
    ///
    /// Isolate in tests: if you forget a fake, you get a message instead of the real
    /// service. Otherwise an isolation is like an override.
    public func isolate<R, E: Swift.Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try _Frame_(_Container_(modules, over: nil)).perform(body)
    }

    /// The asynchronous version.
    public nonisolated(nonsending) func isolate<R, E: Swift.Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        try await _Frame_(_Container_(modules, over: nil)).perform(body)
    }

    /// Returns a container that has these modules on top of the current ones.
    public func makeContainer() -> Container {
        Container(
            _Container_(modules, over: .current, isForHolder: true), endsContainer: true)
    }

    /// The modules of the current container's block that nothing has asked for, as texts
    /// for people.
    ///
    /// [Nested blocks](doc:Testing#Unused-fakes) and later registrations don't count. One
    /// that was replaced or reset before any request stays listed. Wait for other threads
    /// and tasks, which may still ask.
    ///
    /// - Precondition: The current container isn't the process's: read this at the end of
    ///   an override, isolation or `perform`.
    public static var unused: [String] { _Container_.current.unused }

    /// The registrations of the current container and those below, in order, as texts for
    /// people: type, name, lifetime and place.
    ///
    /// A replacement takes the position of what it replaced.
    public static var registered: [String] {
        _Container_.current.visibleRegistrations().map(\.description)
    }

    /// Reports each request from now on, and its answer, in a line of text for people.
    ///
    /// A trace belongs to the current container, until a later one replaces it. Each
    /// request (for an array, each element's) goes to one trace: that of the container
    /// that is current when it is answered, or of the nearest one below that has any.
    ///
    /// [A line](doc:Troubleshooting#Inspect-registrations-and-requests) says *made* (by
    /// this or another thread), *kept* or *absent*. Components and missing registrations
    /// have none.
    ///
    /// ```swift
    /// Resolver.register { 7 }
    /// Dependencies.trace { print($0.prefix { $0 != "," }) }
    /// _ = Resolver.resolve(Int.self)
    /// // Prints "made Swift.Int"
    /// Dependencies.trace(nil)
    /// ```
    ///
    /// The closure is called on the thread that asks, in the trace's container, before
    /// the value is made. Its own requests aren't reported. The container keeps the
    /// closure, even after its own end.
    ///
    /// - Parameter line: Gets each line; `nil` ends the trace.
    /// - Precondition: The closure asks for no instance that is being made around the
    ///   request.
    public static func trace(_ line: (@Sendable (String) -> Void)?) {
        // The old tracer is released after the lock.
        var tracer = line.map(_Tracer_.init)
        _Container_.current.tracer.withLock { swap(&$0, &tracer) }
    }

    /// A set of registrations that somebody holds, current while `perform` runs.
    ///
    /// The container ends, as an override does, when nobody holds it: a session's at
    /// log-out.
    ///
    /// ```swift
    /// let session = Dependencies { Module { "ann" } }.makeContainer()
    /// print(session.perform { Resolver.resolve(String.self) })
    /// // Prints "ann"
    /// ```
    ///
    /// An object that creates others later [keeps
    /// `current`](doc:Containers#Objects-created-later). A shared instance of the
    /// container may do so, too, but one that holds [what `makeContainer()`
    /// returned](doc:Containers#What-keeps-a-container-alive) must be replaced or reset,
    /// or the container never ends. A container doesn't keep the one below from ending.
    public final class Container: Sendable {
        private let container: _Container_
        /// `false` for a container from `current`.
        private let endsContainer: Bool

        /// The current container: outside of all others, the process's.
        ///
        /// Each read returns another object, which doesn't keep the container from
        /// ending. After the end, `perform` still works, but keeps only instances of
        /// what its closure registers, and those only until it returns.
        public static var current: Container { Container(.current, endsContainer: false) }

        /// The use of the container that `deinit` ends began with that container.
        fileprivate init(_ container: _Container_, endsContainer: Bool) {
            self.container = container
            self.endsContainer = endsContainer
        }

        deinit { if endsContainer { container.endUse() } }

        /// Runs a closure in this container, on any thread. The container doesn't end
        /// meanwhile.
        ///
        /// A task that is started there doesn't hold it: call `perform` within the task.
        ///
        /// - Complexity: O(*n*) in the containers below and, after the end, in its
        ///   registrations.
        public func perform<R, E: Swift.Error>(_ body: () throws(E) -> R) throws(E) -> R {
            try _Frame_(container).perform(body)
        }

        /// The asynchronous version.
        public nonisolated(nonsending) func perform<R, E: Swift.Error>(
            _ body: nonisolated(nonsending) () async throws(E) -> R
        ) async throws(E) -> R { try await _Frame_(container).perform(body) }
    }
}

/// Collects the modules, arrays of modules, and blocks in a ``Dependencies`` block.
@resultBuilder nonisolated public enum DependenciesBuilder {
    public static func buildExpression(_ module: Module) -> [Module] { [module] }
    public static func buildExpression(_ modules: [Module]) -> [Module] { modules }
    public static func buildExpression(_ dependencies: Dependencies) -> [Module] {
        dependencies.modules.map {
            var module = $0
            module.isNested = true
            return module
        }
    }

    public static func buildBlock(_ parts: [Module]...) -> [Module] {
        parts.flatMap(\.self)
    }
    public static func buildOptional(_ part: [Module]?) -> [Module] { part ?? [] }
    public static func buildEither(first: [Module]) -> [Module] { first }
    public static func buildEither(second: [Module]) -> [Module] { second }
    public static func buildArray(_ parts: [[Module]]) -> [Module] {
        parts.flatMap(\.self)
    }
    public static func buildLimitedAvailability(_ part: [Module]) -> [Module] { part }
}

// MARK: - Module

/// A registration: how a value of a type is made, and how long one instance serves.
///
/// The type is the closure's static result type, for `some P` the concrete one. To inject
/// by a protocol, write `Module { HomeModule() as any HomeModuleType }`.
/// [`any P & Sendable`](doc:Isolation#Sendable-services) is `any P`, but may be another
/// type if `P` has arguments. A module with a name answers requests for it; without,
/// those without.
///
/// ```swift
/// Dependencies { Module(.shared, "port") { 80 } }.build()
/// print(Resolver.resolve(Int.self, name: "port"))
/// // Prints "80"
/// ```
///
/// The closure is called on the thread that asks. Only its own instance, and those being
/// made around it, are locked: it may register anything, and resolve anything that
/// doesn't need this value.
///
/// - Precondition: The closure returns a value: several statements need a `return`.
///   Otherwise creating the module stops the program.
nonisolated public struct Module: Sendable {
    fileprivate let recipe: _Recipe_
    /// Whether the module came with a nested block: `unused` leaves it out.
    fileprivate var isNested = false

    /// How long one instance of a module serves.
    public struct Lifetime: Sendable {
        // No enumeration: a new case would break an app's `switch`. Nor may a lifetime be
        // called like an app's static `String`: `Module(.session) { … }` would fit two
        // initializers.

        /// Everybody gets the same instance, made on first use and kept.
        public static let shared = Lifetime(isWeak: false)
        /// Everybody gets the same instance, for as long as somebody holds it.
        public static let weak = Lifetime(isWeak: true)

        fileprivate let isWeak: Bool
    }

    /// Creates a registration whose value is transient: each request makes a new one.
    ///
    /// The value is sent to the caller, so it need not be `Sendable`. Its dependencies
    /// come from the container that is asked.
    ///
    /// - Precondition: Making the value must finish. A chain of over 60 values, each made
    ///   for the one before, may stop the program if it repeats a type with its name; a
    ///   shorter one, if it [overflows a small
    ///   stack](doc:Troubleshooting#Stops-without-a-message).
    public init<T>(
        _ name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ make: @escaping @Sendable () -> sending T
    ) { self.init(nil, name, _Site_(fileID, line), make) }

    /// Creates a registration with a lifetime.
    ///
    /// While the instance is made, others who ask wait. Its dependencies come from the
    /// container in which it is registered, not from an override of whoever asks first.
    ///
    /// - Precondition: Making the value needs neither the value nor, over 60 deep,
    ///   another of its type and name. The cycle is reported, even between two threads,
    ///   [unless](doc:Troubleshooting#Stops-without-a-message) it leads through a thread
    ///   or task that a closure waits for, or an `isolated deinit`, or overflows a stack.
    /// - Precondition: A `.weak` closure returns an object. If its class conforms to the
    ///   registered protocol only on an actor, ask there. The same holds for a shared
    ///   object that was replaced or reset, or whose container has ended.
    public init<T: Sendable>(
        _ lifetime: Lifetime, _ name: String? = nil,
        fileID: StaticString = #fileID, line: UInt = #line,
        _ make: @escaping @Sendable () -> T
    ) { self.init(lifetime, name, _Site_(fileID, line)) { make() } }

    /// Creates a registration whose value is transient, and made on the main actor.
    ///
    /// - Precondition: The module is asked for on the main actor, or the runtime stops
    ///   the program. `check-dependencies` looks for such requests.
    public static func mainActor<T>(
        _ name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ make: @escaping @MainActor @Sendable () -> sending T
    ) -> Module {
        Module(nil, name, _Site_(fileID, line), _RecipeOf_.onMainActor(make))
    }

    /// Creates a registration with a lifetime whose value is made on the main actor.
    ///
    /// - Precondition: As for other modules with a lifetime, and the request that makes
    ///   the instance comes from the main actor. Any thread may ask for one that exists.
    public static func mainActor<T: Sendable>(
        _ lifetime: Lifetime, _ name: String? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, _ make: @escaping @MainActor @Sendable () -> T
    ) -> Module {
        Module(lifetime, name, _Site_(fileID, line), _RecipeOf_.onMainActor { make() })
    }
}

/// A type whose `component()` functions make a feature's objects, its *components*; or
/// the protocol of such a type.
///
/// The compiler then marks the argument that none of these functions makes.
///
/// ```swift
/// struct Till { let id: Int }
/// struct TillModule: ComponentFactory {
///     func component() -> Till { Till(id: component()) }
///     func component() -> Int { 7 }  // without it: "no component() here makes this type"
/// }
/// ```
nonisolated public protocol ComponentFactory {}

nonisolated extension ComponentFactory {
    @available(
        *, unavailable,
        message:
            "no component() here makes this type: pass its arguments, or add one, to its protocol too; @Inject is for registered types"
    )
    public func component<T>() -> T { fatalError() }
}

// MARK: - Inject

/// A dependency that is resolved on first access.
///
/// ```swift
/// struct Model { @Inject var text: String }
///
/// Resolver.register { "live" }
/// print(Model().text, Model(text: Inject(value: "fake")).text)
/// // Prints "live fake"
/// ```
///
/// The first access asks the container that was current where the wrapper was created,
/// for what is registered there by then. A wrapper created in an override keeps its
/// fakes, on every thread and after the override; one created outside never gets them.
/// [Threads that race](doc:Isolation#Where-to-use-Inject) may each make a value: all
/// get the first one that is stored.
///
/// A `T?` is `nil` without a `T`, and a `[T]` has [every
/// `T`](doc:Modules#Optionals-and-arrays), in order. A `T?` or `[T]` that is registered
/// itself answers instead, unless a nearer container has a `T`.
@propertyWrapper
public final class Inject<Value>: _OffMainActor_.ByDefault {
    /// Whether there is a box. A thread that reads `true` (`acquiring`) sees the box,
    /// which was written before (`releasing`), or in an initializer.
    private let isResolved: Synchronization.Atomic<Bool>
    /// The request, until it is answered. Its lock guards writing to the box, too.
    private let pending: Synchronization.Mutex<_Request_?>
    /// Written once, by an initializer or under the lock; read under the lock, or once
    /// known to be written. So access needs no lock, and no check for exclusive access,
    /// which takes longer than the access. (An `AtomicLazyReference` would take as long:
    /// it isn't specialized for the class.)
    ///
    /// A shared instance, even a struct, exists while its box is kept.
    @safe @exclusivity(unchecked) nonisolated(unsafe) private var box: _BoxOf_<Value>?

    /// Creates a dependency. Messages show the place.
    public init(_ name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line)
    {
        isResolved = Synchronization.Atomic(false)
        let request = _Request_(
            name: name, site: _Site_(fileID, line, .injected), origin: .here)
        pending = Synchronization.Mutex(request)
        request.origin?.container.verification?.rememberNeed(
            of: Value.self, request, in: self)
    }

    /// Creates a dependency with a value, for an object that you construct by hand.
    ///
    /// In a class's initializer: `_text = Inject(value: text)`.
    public init(value: Value) {
        isResolved = Synchronization.Atomic(true)
        pending = Synchronization.Mutex(nil)
        box = _BoxOf_(value)
    }

    /// The dependency.
    ///
    /// - Precondition: The type is registered under the name, or is a `T?`, or a `[T]`
    ///   without a name. Otherwise the program stops with a message.
    /// - Complexity: O(*n*) in the overrides over each other; for an array, in all
    ///   registrations. Later O(1), without a lock.
    public var wrappedValue: Value {
        if !isResolved.load(ordering: .acquiring) { resolve() }
        return box!.value
    }

    /// Returns the dependency, for a wrapper that is held in a `let`.
    ///
    /// A [`Sendable` class](doc:Isolation#Where-to-use-Inject) has
    /// `private let api = Inject<any API>()`, and reads `api()`.
    public func callAsFunction() -> Value { wrappedValue }
}

/// Unchecked: each property says what guards it, and only a `Sendable` value is shared
/// (`T & Sendable` may break that: see `Resolver.resolve`).
extension Inject: @unchecked Sendable where Value: Sendable {}

// MARK: - Resolver

/// Registers and resolves in the current container, on any thread.
///
/// In an override or an isolation, registrations reach as far as its modules.
///
/// ```swift
/// Resolver.register { 80 }
/// Resolver.register(value: 8080, name: "local")
/// let all: [Int] = Resolver.resolve()
/// print(Resolver.resolve(Int.self, name: "local"), all)
/// // Prints "8080 [80, 8080]"
/// ```
nonisolated public enum Resolver {
    /// Registers a value as the one that everybody gets.
    ///
    /// The type is the static one: a variable of type `any P` is registered under
    /// `any P`. A value that refers back to its override, even by `Container.current`,
    /// [keeps both](doc:Containers#What-keeps-a-container-alive) until it is replaced or
    /// reset.
    public static func register<T: Sendable>(
        value: @autoclosure () -> T, name: String? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) {
        // Without the autoclosure, Swift opens an existential argument, and `T` is the
        // concrete type.
        let value = value()
        register(Module(.shared, name, fileID: fileID, line: line) { value })
    }

    /// Registers a closure that makes a value for each request.
    public static func register<T>(
        name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ make: @escaping @Sendable () -> sending T
    ) { register(Module(name, fileID: fileID, line: line, make)) }

    /// Registers a module, in the place of one with its type and name.
    public static func register(_ module: Module) {
        _Container_.current.register([module])
    }

    /// Returns the value that is registered for a type. Messages show the place.
    ///
    /// The value is `Sendable`, or nobody else has it. Swift 6 mode checks that, with two
    /// exceptions, which you must not pass to another task: an object of a `Scope.graph`,
    /// which others of the graph may hold, and a value that you resolve as a
    /// `T & Sendable`, which may be only a `T`.
    ///
    /// - Precondition: As for ``Inject/wrappedValue``.
    /// - Complexity: As for its first access.
    public static func resolve<T>(
        _ type: T.Type = T.self, name: String? = nil,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> sending T {
        let request = _Request_(
            name: name, site: _Site_(fileID, line, .resolved), origin: .hereAndNow)
        // The closure sent the value, or its type had to be `Sendable`; for graphs, see
        // above.
        @safe nonisolated(unsafe) let value: T = request.value()
        return value
    }

    /// Removes every registration of the current container, and releases its instances,
    /// in no particular order.
    ///
    /// Other containers, the trace, and what an ``Inject`` has read stay. Reset or
    /// replace a plug-in's registrations before you unload it: closures are its code.
    public static func reset() { _Container_.current.reset() }
}

// MARK: - Scope

/// The lifetimes of components: a scope keeps the instances that its module makes.
///
/// A scope tells components apart by [the place of the call, the type and the
/// key](doc:Lifetimes#Components). A function that wraps `shared`, `weak` or `graph`, but
/// no two of them, passes on its caller's `fileID`, `line` and `column`.
///
/// ```swift
/// final class Basket: Sendable {}
/// struct BasketModule {
///     private let scope = Scope()
///     func component(for user: Int) -> Basket { scope.shared(for: user) { Basket() } }
/// }
///
/// let baskets = BasketModule()
/// print(baskets.component(for: 1) === baskets.component(for: 1))
/// // Prints "true"
/// ```
///
/// Register a module that holds a scope with `.shared`. Shared and weak instances are
/// made in the container in which the scope was created, outside of the object graph
/// that asks. When the scope is gone, only their users keep them.
///
/// Keys are compared as `AnyHashable` (`1 == 1.0`). Their `==` and `hash(into:)` must not
/// use the scope.
///
/// Keep a tree whose nodes are made in their parents' closures to 256 levels, including
/// what is made around it, or fewer on small stacks. In a deeper one, a component that
/// comes twice, with any keys, may stop the program.
nonisolated public final class Scope: Sendable {
    private let origin = _Origin_.here
    private let components = Synchronization.Mutex(_Components_())

    /// Creates an empty scope.
    public init() {}

    // A key that is left out is `Never?.none`, which no caller's key equals. The
    // asynchronous `shared` needs its extra default, `isolation`: without it, Swift 6.3
    // calls `scope.shared { Database() }` ambiguous in asynchronous code.

    /// Returns the instance that the scope keeps for the key, made once, on first use.
    ///
    /// Only those who ask for this instance wait.
    ///
    /// - Throws: The closure's error. The next caller, perhaps one that waits, tries
    ///   again.
    /// - Precondition: As for a `.shared` module, making the instance doesn't need the
    ///   instance.
    /// - Complexity: O(1) with a key, except when keys without an instance are removed;
    ///   without a key, O(*n*) in the calls in the source.
    public func shared<T: Sendable, E: Swift.Error>(
        for key: some Hashable & Sendable = Never?.none, fileID: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, _ make: () throws(E) -> T
    ) throws(E) -> T {
        let cell = cell(of: T.self, key, _Site_(fileID, line, .made, column))
        defer { cell.endCall() }
        // Only for speed: `instance` looks there, too, but needs a request.
        if let box: _BoxOf_<T> = cell.heldBox() { return box.value }
        return try cell.instance(.shared, for: request(for: cell), make).value
    }

    /// Returns the instance that the scope keeps, made asynchronously on first use.
    ///
    /// [One run](doc:Lifetimes#Asynchronous-components) makes it, in a task of its own,
    /// on no actor unless the closure says so. All callers wait, even cancelled ones.
    ///
    /// - Throws: The run's error, if the caller's closure throws that type. Others, and
    ///   later callers, begin or join another run.
    /// - Precondition: Making the instance doesn't need the instance. The cycle is
    ///   reported, unless a child task or a `Task` asks, which then waits forever.
    public func shared<T: Sendable, E: Swift.Error>(
        for key: some Hashable & Sendable = Never?.none, fileID: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column,
        isolation: isolated (any Swift.Actor)? = #isolation,
        _ make: @escaping @Sendable () async throws(E) -> T
    ) async throws(E) -> T {
        let cell = cell(of: T.self, key, _Site_(fileID, line, .made, column))
        defer { cell.endCall() }
        while true {
            if let box: _BoxOf_<T> = cell.existing(for: request(for: cell)) {
                return box.value
            }
            // The next `existing` finds the instance, unless this call only yielded. An
            // error that isn't an `E` comes from another's closure. Both try again.
            do {
                try await cell.joinRun(for: request(for: cell), make)
            } catch { if let error = error as? E { throw error } }
        }
    }

    /// Returns the instance that others hold, or a new one if nobody holds it any more.
    ///
    /// - Throws: As the synchronous `shared`.
    /// - Precondition: As for a `.weak` module.
    public func weak<T: Sendable, E: Swift.Error>(
        for key: some Hashable & Sendable = Never?.none, fileID: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column, _ make: () throws(E) -> T
    ) throws(E) -> T {
        let cell = cell(of: T.self, key, _Site_(fileID, line, .made, column))
        defer { cell.endCall() }
        return try cell.instance(.weak, for: request(for: cell), make).value
    }

    /// Returns the one instance of the current object graph, made in the current
    /// container.
    ///
    /// A task's outermost `graph` call begins an [object graph](doc:Lifetimes#Graphs).
    /// Until it returns, all calls for a component get the same instance, from any
    /// module. Outside of the graph, with graphs of their own, are:
    ///
    /// - a child task, an override, an isolation, a verification, a `perform`;
    /// - the making of a shared or weak instance, and the closure of a trace;
    /// - the making of what an ``Inject`` takes from another container.
    ///
    /// `configure` completes the instance:
    /// `scope.graph { Header() } configure: { $0.screen = component() }`. It runs once,
    /// when no `make` closure of the graph is running any more.
    ///
    /// Neither instances nor the key need be `Sendable`. But one instance may hold
    /// another, unseen by the compiler: send only the outermost call's result.
    ///
    /// - Precondition: Making the instance doesn't need the instance.
    /// - Complexity: O(*n*) in the objects of the graph.
    public func graph<T>(
        for key: some Hashable = Never?.none, fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column, _ make: () -> T, configure: ((T) -> Void)? = nil
    ) -> T {
        // The origin is for messages only.
        let request = _Request_(site: _Site_(fileID, line, .made, column), origin: origin)
        return _ObjectGraph_.withCurrent {
            $0.object(of: self, explicit(key), request, make, configure)
        }
    }
}

// MARK: - Verification

nonisolated extension Dependencies {
    // No asynchronous version: asynchronous code would choose it, and need an `await`.

    /// Throws an error that lists the mistakes in the wiring of the block's modules.
    ///
    /// Makes each registration's value in a fresh container: a transient one also for
    /// each closure that resolves it, a weak one whenever nobody holds it. Only shared
    /// instances are kept until the end.
    ///
    /// What an ``Inject`` asks for must be registered when a closure creates it, unless
    /// the ``Inject`` doesn't outlive the making. `check-dependencies` also sees what
    /// other objects inject. Modules that closures register answer, but aren't verified.
    ///
    /// ```swift
    /// let app = Dependencies { Module { Inject<Int>("port") } }
    /// do { try app.verify() } catch { print("\(error)".prefix { $0 != "\n" }) }
    /// // Prints "Collet: nothing is registered for Swift.Int named "port"."
    /// ```
    ///
    /// If a closure asks the block for something missing, or for its own value, the
    /// program stops and lists what was found.
    ///
    /// - Throws: The mistakes, in the words of the messages.
    /// - Precondition: With modules for the main actor, the caller is on the main actor.
    public func verify(fileID: StaticString = #fileID, line: UInt = #line)
        throws(VerificationError)
    {
        let frame = _Frame_(_Container_(modules, over: nil, verifies: true))
        let site = _Site_(fileID, line, .verified)
        frame.perform {
            for each in frame.container.registrations {
                each.recipe.verify(each, site)
            }
        }
        let mistakes = frame.container.verification!.end()
        if !mistakes.isEmpty { throw VerificationError(mistakes) }
    }
}

/// Every mistake that a verification found.
nonisolated public struct VerificationError: Swift.Error, CustomStringConvertible {
    /// The messages, with an empty line between them.
    public let description: String

    fileprivate init(_ mistakes: [_Mistake_]) {
        description = mistakes.map(\.description).joined(separator: "\n\n")
    }
}

// MARK: - Words and locks

// A name between underscores, such as `_Box_`, is a type of this file's own. `private`
// isn't enough: an app that the file is pasted into may have a `Box` and a `_Box`.
//
// The words of the machinery:
// - A *container* has registrations. It is *held* from `makeContainer()` until its end;
//   the process's, always.
// - A *recipe* is a module's data: type, name, place, lifetime and closure.
// - A *registration* is a module in a container, *brought* if the container was made with
//   it.
// - A *request* asks for a value, at a *site* in the user's code.
// - An *origin* is where a request, wrapper or scope was created: a container and a path.
// - A *subject* is the thing that is made: a registration's value, or a component.
// - A *frame* is what a task-local says of the code that runs: its container, its path,
//   and its object graph, if any. The frame that is *bound* in a task is its own or an
//   inherited one, and may have ended.
// - A *path* is a chain: a subject, and the path of what needs it. If `A` is being made,
//   needs `B`, and that needs `C`, the path in `C`'s closure is C, B, A. A frame's path
//   lists what was being made when it began (transient values only if they had frames);
//   if nothing was, the object that created the `Inject` that is now read. Objects of a
//   graph have no frames: the graph keeps their path.
// - A *cell* makes the one instance of a subject, and keeps it in a *box*. Or it *holds*
//   the instance *weakly*, and hands it out only while somebody else holds it.
// - A *run* makes an instance asynchronously.
// - A *making* is what others wait for.
//
// While a user's closure runs, only `makingLock`s are held: of the cells whose instances
// are being made around it, the outermost first. With or without those, a thread may hold
// one other lock, for a few lines: `Inject.pending`, `Scope.components` (and within that,
// the `state` of its cells), a container's `table` or `tracer`, `_Container_.held`, a
// cell's `state`, `_Making_.lock`, or `found` of a verification. Within these, nothing of
// the user's runs but `==` and `hash(into:)` of a scope's keys. A reference taken out
// under a lock may be the last to an object with a `deinit` of the user's: it is released
// after the lock, unless somebody else certainly has one until then.
//
// A child task or `Task` inherits the frame it began in by the task-local: its container,
// which stays current after the frame's end, and until then its path, for messages and
// cycles. But the frame isn't the child's own: the child is outside of the object graph,
// and its waits are its own.
//
// A registration that a request has found answers it, even if the registration is
// replaced or reset, or its container ends. Later requests find what is registered then.

// MARK: - Implementation: boxes and counts

/// Keeps `Inject` off the main actor where that is the default: a type isn't isolated if
/// its protocol is `nonisolated`, like the enumeration, and inherits from
/// `SendableMetatype`. `nonisolated` on the class would be copied to every wrapped
/// variable, and is refused on local ones.
nonisolated private enum _OffMainActor_ { protocol ByDefault: SendableMetatype {} }

/// A flag for all threads, never set back. Each property says why relaxed is enough.
nonisolated private struct _Flag_: ~Copyable, Sendable {
    private let value = Synchronization.Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}

/// A number that all threads count, relaxed, too.
nonisolated private struct _Count_: ~Copyable, Sendable {
    private let value = Synchronization.Atomic(0)

    var now: Int { value.load(ordering: .relaxed) }

    @discardableResult func increment() -> Int {
        value.wrappingAdd(1, ordering: .relaxed).newValue
    }

    @discardableResult func decrement() -> Int {
        value.wrappingSubtract(1, ordering: .relaxed).newValue
    }
}

/// A value of any type in an object. Unchecked only because the class is not final.
nonisolated private class _Box_: @unchecked Sendable {
    /// The value, if it is an instance of a class.
    var object: AnyObject? { nil }
}

/// A box whose type is known. Unchecked: one task at a time uses a value that isn't
/// `Sendable`.
nonisolated private final class _BoxOf_<T>: _Box_, @unchecked Sendable {
    let value: T
    /// The boxes of the parts of an array or an optional, which this box keeps.
    private let parts: [_Box_]

    init(_ value: T, parts: [_Box_] = []) {
        self.value = value
        self.parts = parts
    }

    override var object: AnyObject? {
        // A value that is no object, cast to `AnyObject`, becomes an object of the
        // runtime's, which nobody would hold.
        let valueType = type(of: value as Any)
        guard valueType is AnyClass else { return nil }
        // Generic: `value as AnyObject` would ask about bridging, which takes longer.
        func cast<Object>() -> Object { value as! Object }
        let object: AnyObject = cast()
        if type(of: object) == valueType { return object }
        // A runtime may wrap even an error that is an object, unless it is cast with its
        // own type.
        func opened(_ error: some Swift.Error) -> AnyObject { error as AnyObject }
        return (value as? any Swift.Error).map { opened($0) }
    }
}

private typealias _Key_ = _BoxOf_<AnyHashable>

// MARK: - Implementation: requests

nonisolated private struct _Site_: Hashable, Sendable {
    enum Kind: String { case registered, injected, resolved, made, verified }

    let fileID: StaticString
    let kind: Kind
    let line: UInt32
    /// Zero where the line is enough.
    let column: UInt32

    init(
        _ fileID: StaticString, _ line: UInt, _ kind: Kind = .registered,
        _ column: UInt = 0
    ) {
        self.kind = kind
        self.fileID = fileID
        self.line = UInt32(clamping: line)
        self.column = UInt32(clamping: column)
    }

    var place: String { "\(fileID):\(line)" }
    func hash(into hasher: inout Hasher) { hasher.combine(line) }

    static func == (a: Self, b: Self) -> Bool {
        guard a.line == b.line, a.column == b.column else { return false }
        // One call has one literal; comparing texts would build strings each time.
        return unsafe a.fileID.utf8Start == b.fileID.utf8Start
            || "\(a.fileID)" == "\(b.fileID)"
    }
}

/// A registration's value, by type and name, or a component, by type and place.
///
/// Without the key, which a remembered path would keep alive. Equal subjects may be of
/// two containers, keys or scopes: enough to find a repetition, and to report a mistake
/// once.
nonisolated private struct _Subject_: Equatable, Sendable {
    let type: Any.Type
    var name: String?
    /// The place of a component's call, or `nil` for a registration. In a box, which is
    /// smaller, as few have one.
    var site: _BoxOf_<_Site_>?
    /// Kept only for a message: the cure of a cycle in a graph.
    var isOfGraph = false
    var isComponent: Bool { site != nil }

    static func == (a: Self, b: Self) -> Bool {
        a.type == b.type && a.name == b.name && a.site?.value == b.site?.value
    }
}

nonisolated private struct _Origin_: Sendable {
    let container: _Container_
    var path: _Path_?
    /// The bound frame, if the request is answered while it is bound: `isNeeded` need
    /// not read the task-local again.
    var frame: _Frame_?

    static var hereAndNow: _Origin_? {
        _Frame_.bound.map { _Origin_(container: $0.container, frame: $0) }
    }

    /// The origin of what is created here. `nil` is the process, outside of all frames.
    static var here: _Origin_? {
        guard let frame = _Frame_.bound else { return nil }
        // Without both, `here.path` would be `nil`, too, but slower: it compares tasks.
        let path = frame.path == nil && frame.graph == nil ? nil : _Frame_.here.path
        return _Origin_(container: frame.container, path: path)
    }
}

nonisolated private struct _Request_: Sendable {
    var name: String?
    let site: _Site_
    var origin: _Origin_?
    /// Kept only for a message: the cure of a cycle through an array.
    var isForArray = false

    var container: _Container_ { origin?.container ?? .process }

    func value<T>() -> T {
        guard let registration = registration(of: T.self) else {
            return substitute().value
        }
        return registration.value(for: self)
    }

    func boxedValue<T>() -> _BoxOf_<T> {
        registration(of: T.self)?.boxedValue(for: self) ?? substitute()
    }

    /// The registration of exactly this type. A `T?` or `[T]` of an outer container is
    /// left to `substitute()`: a nearer container may have a `T`, which then decides.
    private func registration(of type: Any.Type) -> _Registration_? {
        // To take the process out of `container` would retain it.
        guard let container = origin?.container else {
            return _Container_.process.findHere(type, name)
        }
        if let found = container.findHere(type, name) { return found }
        let found = container.outer?.findOutwards(type, name)
        return found?.isComposite == false ? found : nil
    }

    /// The value from the innermost container that has the type or its parts. Not in
    /// `boxedValue()`, which each making has on the stack: this needs more of it.
    private func substitute<T>() -> _BoxOf_<T> {
        for one in container.chain {
            if let box: _BoxOf_<T> = boxedValue(from: one) { return box }
        }
        let subject = _Subject_(type: T.self, name: name)
        guard let box: _BoxOf_<T> = boxedValue(from: nil) else {
            _Mistake_(.missing, subject, self).fail()
        }
        if _Tracer_.anyExist { trace("absent \(subject)") }
        return box
    }

    /// Tells the innermost tracer of the current container and those below, even if the
    /// request asks another.
    func trace(_ outcome: @autoclosure () -> String) {
        if _Tracer_.isTelling { return }
        for one in _Container_.current.chain {
            guard let tracer = one.tracer.withLock(\.self) else { continue }
            return _Tracer_.$isTelling.withValue(true) {
                _Frame_(one).perform { tracer.tell(traceLine(outcome())) }
            }
        }
    }

    func boxedValue<T>(from container: _Container_?) -> _BoxOf_<T>? {
        if let found = container?.findHere(T.self, name) {
            return found.boxedValue(for: self)
        }
        let parts = (T.self as? any _Composite_.Type)?.assembled(
            for: self, from: container)
        // A composite makes a box of its own type.
        return parts.map { unsafe unsafeDowncast($0, to: _BoxOf_<T>.self) }
    }
}

nonisolated extension Inject {
    /// Not inlined: few reads come here, and all the others would pay for it.
    @inline(never) private func resolve() {
        // Another thread may have been first. Copied in parts: a copy of the whole is
        // slower, and uses more stack.
        let request = pending.withLock {
            $0.map { _Request_(name: $0.name, site: $0.site, origin: $0.origin) }
        }
        guard let request else { return }
        let made: _BoxOf_<Value> = request.boxedValue()
        pending.withLock { pending in
            if box == nil { box = made }
            isResolved.store(true, ordering: .releasing)
            pending = nil
        }
        // Released after the lock: it may be the last to keep an override's values.
        withExtendedLifetime(request) {}
    }
}

/// A type that is made from the registrations of another: `T?` and `[T]` from those of
/// `T`.
///
/// Each type's first cast to it searches all conformances of the program: only a type
/// that the asked container lacks leads to one.
nonisolated private protocol _Composite_ {
    /// Returns the value if a container has parts (an array's are then from all). Without
    /// a container: a boxed `nil` or empty array; with a name, no array.
    static func assembled(for request: _Request_, from container: _Container_?) -> _Box_?
}

nonisolated extension Optional: _Composite_ {
    fileprivate static func assembled(
        for request: _Request_, from container: _Container_?
    ) -> _Box_? {
        guard let container else { return _BoxOf_(Self.none) }
        let part: _BoxOf_<Wrapped>? = request.boxedValue(from: container)
        return part.map { _BoxOf_(Self.some($0.value), parts: [$0]) }
    }
}

nonisolated extension Array: _Composite_ {
    fileprivate static func assembled(
        for request: _Request_, from container: _Container_?
    ) -> _Box_? {
        if request.name != nil { return nil }
        guard let container else { return _BoxOf_(Self()) }
        // An element here rules out outer arrays: the answer is all containers' elements.
        if !container.registrations.contains(where: { $0.subject.type == Element.self }) {
            return nil
        }
        var request = request
        request.isForArray = true
        let all = request.container.visibleRegistrations(of: Element.self)
        let parts: [_BoxOf_<Element>] = all.map { $0.boxedValue(for: request) }
        return _BoxOf_(parts.map(\.value), parts: parts)
    }
}

// MARK: - Implementation: registrations

nonisolated extension Module {
    private init<T>(
        _ lifetime: Lifetime?, _ name: String?, _ site: _Site_,
        _ make: @escaping @Sendable () -> sending T
    ) {
        let subject = _Subject_(type: T.self, name: name)
        recipe = _RecipeOf_(subject, lifetime, site, make)
        // The compiler takes several statements without `return` for a `() -> Void`.
        if T.self == Void.self {
            _Mistake_(.noValue, subject, _Request_(name: name, site: site)).fail()
        }
    }
}

/// Without the type, which `_RecipeOf_` has: one object for all copies of the module.
/// Unchecked only because the class is not final.
nonisolated private class _Recipe_: @unchecked Sendable {
    let subject: _Subject_
    /// `nil` for a transient value.
    let lifetime: Module.Lifetime?
    var isTransient: Bool { lifetime == nil }
    let site: _Site_

    init(_ subject: _Subject_, _ lifetime: Module.Lifetime?, _ site: _Site_) {
        self.subject = subject
        self.lifetime = lifetime
        self.site = site
    }

    /// Makes a registration's value for a verification, in the subclass: Swift 5 mode
    /// can't pass an `Any.Type` to a generic function.
    func verify(_ registration: _Registration_, _ site: _Site_) {}
}

/// Unchecked only because its superclass is.
nonisolated private final class _RecipeOf_<T>: _Recipe_, @unchecked Sendable {
    let make: @Sendable () -> sending T

    init(
        _ subject: _Subject_, _ lifetime: Module.Lifetime?, _ site: _Site_,
        _ make: @escaping @Sendable () -> sending T
    ) {
        self.make = make
        super.init(subject, lifetime, site)
    }

    static func onMainActor(_ make: @escaping @MainActor @Sendable () -> sending T)
        -> @Sendable () -> sending T
    {
        { MainActor.assumeIsolated { Sent(value: make()) }.value }
    }

    /// Unchecked: the value is sent on at once, which the compiler doesn't see.
    private struct Sent: @unchecked Sendable { let value: T }

    override func verify(_ registration: _Registration_, _ site: _Site_) {
        let request = _Request_(
            name: registration.subject.name, site: site, origin: .here)
        let value: T = registration.value(for: request)
        withExtendedLifetime(value) { request.container.verification?.noteNeeds() }
    }
}

/// A module in a container, and what is known of its use.
///
/// A frame finds endless making (`stopIfEndless`), but costs more than most makings. So
/// a transient value gets one only if `isNeeded` or `mayBeEndless` says so, if a tracer
/// exists, or if many are being made (`furtherValue`).
nonisolated private final class _Registration_: Sendable {
    let module: Module
    let isBrought: Bool
    /// Unowned is safe: whoever uses a registration holds this container, or one over it,
    /// by a request or while walking the chain.
    unowned let container: _Container_
    let cell: _Cell_?
    /// How many values are being made or waited for, on all threads. Relaxed is enough to
    /// choose frames, and cures (`suggestion(for:)`).
    let makingCount = _Count_()
    /// How many calls of `furtherValue` go on, for all registrations. Relaxed, too.
    private static let furtherCount = _Count_()
    /// Relaxed, like the next one: only set, and guards no other memory.
    private let wasAskedFor = _Flag_()
    private let isKnownToBeSimple = _Flag_()
    /// Whether it replaced, directly or not, one whose value was being made, or follows a
    /// reset while any was: if each closure registers the next, every `makingCount`
    /// starts at zero. Relaxed: set before anybody finds the registration.
    let mayBeEndless = _Flag_()
    var replacementMayBeEndless: Bool { mayBeEndless.isSet || makingCount.now > 0 }

    var recipe: _Recipe_ { module.recipe }
    var subject: _Subject_ { recipe.subject }
    var isUnused: Bool {
        if wasAskedFor.isSet { return false }
        return isBrought && !module.isNested
    }

    init(_ module: Module, in container: _Container_, isBrought: Bool = false) {
        self.module = module
        self.container = container
        self.isBrought = isBrought
        cell = module.recipe.isTransient ? nil : _Cell_(module.recipe.subject)
    }

    func restarted() -> _Registration_ {
        let registration = _Registration_(module, in: container, isBrought: isBrought)
        if wasAskedFor.isSet { registration.wasAskedFor.set() }
        return registration
    }

    /// Whether the type is a `T?` or `[T]`, whose requests a `T` may answer. Only
    /// `false`, the usual answer, is remembered: the question is slow.
    var isComposite: Bool {
        if isKnownToBeSimple.isSet { return false }
        if subject.type is any _Composite_.Type { return true }
        isKnownToBeSimple.set()
        return false
    }

    func value<T>(for request: _Request_) -> T {
        if !recipe.isTransient { return boxedValue(for: request).value }
        noteRequest(request)
        let count = makingCount.increment()
        defer { makingCount.decrement() }
        // A trace's lines are indented by the frames around them.
        let isInFrame = mayBeEndless.isSet || _Tracer_.anyExist
        if isInFrame || _Frame_.isNeeded(for: request) {
            return makeInFrame(for: request)
        }
        return count > 2 ? furtherValue(for: request) : makeWithoutFrame()
    }

    func boxedValue<T>(for request: _Request_) -> _BoxOf_<T> {
        guard let lifetime = recipe.lifetime else { return _BoxOf_(value(for: request)) }
        noteRequest(request)
        // To take the cell out of its optional would retain it.
        if let box: _BoxOf_<T> = cell!.heldBox() { return box }
        makingCount.increment()
        defer { makingCount.decrement() }
        return cell!.instance(lifetime, for: request, in: container, closure())
    }

    private func noteRequest(_ request: _Request_) {
        wasAskedFor.set()
        if _Tracer_.anyExist { request.trace(traceText) }
    }

    /// Makes a value while at least two others of this registration are being made. Of
    /// such values, over all registrations, at most 14 at a time have no frame.
    ///
    /// Two and 14 are enough for 16 threads that make one value, if it needs no other
    /// transient one. No more, as messages don't name such values, and endless wiring
    /// must show within 512 KB of stack: a cycle of 40 modules makes 2 * 40 + 14, then
    /// some 64 in frames.
    private func furtherValue<T>(for request: _Request_) -> T {
        let count = Self.furtherCount.increment()
        defer { Self.furtherCount.decrement() }
        return count > 14 ? makeInFrame(for: request) : makeWithoutFrame()
    }

    private func makeInFrame<T>(for request: _Request_) -> T {
        _Frame_(making: subject, for: request, keptIn: nil).perform(closure())
    }

    private func makeWithoutFrame<T>() -> T { closure()() }

    private func closure<T>() -> @Sendable () -> sending T {
        // The recipe's type is the one under which the registration was found.
        unsafe unsafeDowncast(recipe, to: _RecipeOf_<T>.self).make
    }
}

nonisolated private final class _Tracer_: Sendable {
    /// How many tracers there are: if none, nobody looks for one. Relaxed: a task that
    /// traces sees its own count, and so do those that it starts.
    private static let count = _Count_()
    static var anyExist: Bool { count.now > 0 }

    /// Whether a line is being told: then requests aren't traced.
    @TaskLocal static var isTelling = false

    let tell: @Sendable (String) -> Void

    init(_ tell: @escaping @Sendable (String) -> Void) {
        self.tell = tell
        _Tracer_.count.increment()
    }

    deinit { _Tracer_.count.decrement() }
}

// MARK: - Implementation: containers

/// These refer to a container: frames (also as `bypassed`), each `Container` for it,
/// `held` while it is held, and what may ask it: requests, scopes, unresolved wrappers,
/// and the containers over it.
nonisolated private final class _Container_: Sendable {
    /// Has no verification: it is made, at the latest, in the first frame's `init`, while
    /// no frame is bound.
    static let process = _Container_([], over: nil, isForHolder: true)
    static var current: _Container_ { _Frame_.bound?.container ?? .process }
    var isProcess: Bool { self === _Container_.process }
    /// Kept only for a message: `elsewhere` names what held containers have, as objects
    /// are often created outside of the `perform` that they need.
    static let held = Synchronization.Mutex<[ObjectIdentifier: _Container_]>([:])

    /// Swift releases a chain of one class without recursion, however long, if its
    /// objects have no second such reference.
    let outer: _Container_?
    let verification: _Verification_?
    /// Whether it was made for a holder (`makeContainer()`, or the process), who may be
    /// gone, and not for a closure.
    let isForHolder: Bool
    /// Whether a verification began with it, which containers made in it share.
    let verifies: Bool
    private let table = Synchronization.Mutex(Table())
    let tracer = Synchronization.Mutex<_Tracer_?>(nil)
    /// How many uses there are: by the holder, and by each override, isolation,
    /// verification, `perform` and line of a trace. With the last, the container ends:
    /// its cells hold their instances weakly. A later `perform`, of what `current`
    /// returned, ends it again.
    ///
    /// Whoever registers, and whoever ends the last use, then calls `holdWeaklyIfEnded`.
    /// Relaxed is enough, as that takes the table's lock: the second to take it sees the
    /// other's count or registration.
    let useCount = _Count_()

    /// The registrations in their order, and their positions by type and name.
    private struct Table {
        var all: [_Registration_] = []
        /// Unused ones that were replaced or reset.
        var neverAskedFor: [_Subject_] = []
        /// Whether a reset removed a registration with `replacementMayBeEndless`.
        var wasResetWhileMaking = false
        private var unnamed: [ObjectIdentifier: Int] = [:]
        private var named: [ObjectIdentifier: [String: Int]] = [:]
        /// How many of `all` are in the dictionaries: none while the list is short.
        private var notedCount = 0

        /// Compares up to eight: to hash them would be much of a short override's cost.
        /// `==` would compare places, too.
        mutating func position(of type: Any.Type, _ name: String?) -> Int? {
            if all.count <= 8 {
                return all.firstIndex {
                    $0.subject.type == type && $0.subject.name == name
                }
            }
            while notedCount < all.count { noteNextPosition() }
            let type = ObjectIdentifier(type)
            guard let name else { return unnamed[type] }
            return named[type]?[name]
        }

        private mutating func noteNextPosition() {
            let subject = all[notedCount].subject
            let type = ObjectIdentifier(subject.type)
            if let name = subject.name {
                named[type, default: [:]][name] = notedCount
            } else {
                unnamed[type] = notedCount
            }
            notedCount += 1
        }

        /// Returns the registration that this one replaces, if any.
        @discardableResult mutating func insert(_ registration: _Registration_)
            -> _Registration_?
        {
            let subject = registration.subject
            guard let position = position(of: subject.type, subject.name) else {
                all.append(registration)
                if wasResetWhileMaking { registration.mayBeEndless.set() }
                return nil
            }
            let old = all[position]
            // In the table of `visibleRegistrations()`, the two may be of two containers.
            let isReplacement = old.container === registration.container
            let isRestart = isReplacement && old.recipe === registration.recipe
            all[position] = isRestart ? old.restarted() : registration
            if isReplacement, old.replacementMayBeEndless {
                all[position].mayBeEndless.set()
            }
            if old.isUnused, !isRestart { neverAskedFor.append(old.subject) }
            return old
        }

        var unused: [_Subject_] { neverAskedFor + all.filter(\.isUnused).map(\.subject) }
    }

    init(
        _ modules: [Module], over outer: _Container_?, isForHolder: Bool = false,
        verifies: Bool = false
    ) {
        self.outer = outer
        self.isForHolder = isForHolder
        self.verifies = verifies
        verification = verifies ? _Verification_() : _Frame_.bound?.container.verification
        table.withLock {
            for module in modules {
                $0.insert(_Registration_(module, in: self, isBrought: true))
            }
        }
        guard isForHolder else { return }
        beginUse()
        _Container_.held.withLock { $0[ObjectIdentifier(self)] = self }
    }

    func register(_ modules: [Module]) {
        let replaced = table.withLock { table in
            modules.compactMap { table.insert(_Registration_($0, in: self)) }
        }
        replaced.forEach { $0.cell?.holdWeakly() }
        holdWeaklyIfEnded()
    }

    /// Registers a block's modules, except over fakes that are other modules. What other
    /// threads register or reset after the search isn't seen.
    func build(_ modules: [Module]) {
        // The process has no fakes, and a launch shouldn't pay for the search.
        if isProcess { return register(modules) }
        let added = modules.filter { module in
            let subject = module.recipe.subject
            let found = chain.lazy.compactMap { $0.findHere(subject.type, subject.name) }
            let brought = found.first(where: \.isBrought)?.recipe
            return brought == nil || brought === module.recipe
        }
        register(added)
    }

    func reset() {
        var old = Table()
        table.withLock { table in
            swap(&table, &old)
            table.neverAskedFor = old.unused
            table.wasResetWhileMaking =
                old.wasResetWhileMaking
                || old.all.contains(where: \.replacementMayBeEndless)
        }
        old.all.forEach { $0.cell?.holdWeakly() }
    }

    func beginUse() { useCount.increment() }

    func endUse() {
        if useCount.decrement() > 0 { return }
        if isForHolder { _Container_.held.withLock { $0[ObjectIdentifier(self)] = nil } }
        holdWeaklyIfEnded()
    }

    private func holdWeaklyIfEnded() {
        let ended = table.withLock { useCount.now > 0 ? [] : $0.all }
        ended.forEach { $0.cell?.holdWeakly() }
    }

    var registrations: [_Registration_] { table.withLock(\.all) }

    /// What answers requests here, of one type or all: as if one table had all
    /// registrations, from the outermost container inwards.
    func visibleRegistrations(of type: Any.Type? = nil) -> [_Registration_] {
        var table = Table()
        for registration in chain.reversed().flatMap(\.registrations)
        where type == nil || registration.subject.type == type {
            table.insert(registration)
        }
        return table.all
    }

    /// This container, and those that it lies over.
    var chain: UnfoldFirstSequence<_Container_> { sequence(first: self, next: \.outer) }
    func reaches(_ other: _Container_) -> Bool {
        // Mostly, the other is the next one, and a sequence takes longer to begin.
        outer === other || chain.contains { $0 === other }
    }

    func findHere(_ type: Any.Type, _ name: String?) -> _Registration_? {
        table.withLock { table in table.position(of: type, name).map { table.all[$0] } }
    }

    func findOutwards(_ type: Any.Type, _ name: String?) -> _Registration_? {
        for one in chain {
            if let found = one.findHere(type, name) { return found }
        }
        return nil
    }

    var unused: [String] {
        if isProcess { _Mistake_.failOutsideOfOverride() }
        return table.withLock(\.unused).map(\.description)
    }
}

// MARK: - Implementation: cells

/// Makes one instance, and keeps it as its lifetime says.
///
/// - *Empty*, at first: then *making* by a caller, or *a run*.
/// - *Making*: a thread has `makingLock`, and the others wait. Then *kept*; or *held
///   weakly*, if the instance is weak or the cell `holdsWeakly`; or *empty*, if the
///   closure threw.
/// - *A run*: callers with `await` wait for it; one without doesn't, see `keep`. Then
///   *kept*, or *empty*.
/// - *Kept*: then *held weakly*, when the registration is replaced or reset, or the
///   container ends.
/// - *Held weakly*: everybody gets the instance while somebody holds it. Then *empty*.
///
/// Unchecked only because its superclass is: each property says what guards it.
nonisolated private final class _Cell_: _Making_, @unchecked Sendable {
    let subject: _Subject_
    /// How many calls of the component are going on: meanwhile it isn't forgotten.
    private let callCount = Synchronization.Atomic(0)
    private let state = Synchronization.Mutex(State())
    /// Locked while a caller, not a run, makes the instance: the only lock that a user's
    /// closure runs under.
    private let makingLock = Synchronization.Mutex(())

    /// No enumeration: a case's weak reference would need an object, so isolations would
    /// end more slowly, and instances be found no faster.
    private struct State {
        var box: _Box_?
        /// If only others keep the instance: its box, which wrappers keep, or the object.
        weak var weakBox: _Box_?
        weak var weakObject: AnyObject?
        /// The run that makes the instance, and its task, once begun.
        var run: (making: _Making_, task: Swift.Task<Void, any Swift.Error>?)?
        /// Set for good by `holdWeakly()`.
        var holdsWeakly = false

        mutating func holdWeakly(_ box: _Box_) {
            weakBox = box
            weakObject = box.object
        }
    }

    init(_ subject: _Subject_) { self.subject = subject }

    /// The instance or its box, and `nil` once the instance is gone.
    var anyInstance: AnyObject? {
        state.withLock { $0.box ?? $0.weakBox ?? $0.weakObject }
    }

    /// Relaxed: the caller has the lock of the components, under which dead ones are
    /// forgotten.
    func beginCall() { callCount.wrappingAdd(1, ordering: .relaxed) }
    func endCall() { callCount.wrappingSubtract(1, ordering: .releasing) }
    /// A thread that reads zero (`acquiring`) sees what the last call did (`releasing`).
    var isBeingCalled: Bool { callCount.load(ordering: .acquiring) > 0 }

    /// The box, if anybody keeps it. `existing` also finds an instance that others hold
    /// without it.
    func heldBox<T>() -> _BoxOf_<T>? {
        guard let box = state.withLock({ $0.box ?? $0.weakBox }) else { return nil }
        // A cell is for one type.
        return unsafe unsafeDowncast(box, to: _BoxOf_<T>.self)
    }

    /// The instance, if it exists, in its box or a new one.
    func existing<T>(for request: _Request_) -> _BoxOf_<T>? {
        if let box: _BoxOf_<T> = heldBox() { return box }
        guard let object = state.withLock({ $0.weakObject }) else { return nil }
        // The cast fails elsewhere if the class conforms to the protocol only on one
        // actor (on Apple's systems, from version 26 on).
        guard object is T else { _Mistake_(.offItsActor, subject, request).fail() }
        return _BoxOf_(object as! T)
    }

    /// Returns the instance, and makes it if there is none: a registration's in its
    /// `container`, a component's (`nil`) in the request's, where its scope was created.
    func instance<T, E: Swift.Error>(
        _ lifetime: Module.Lifetime, for request: _Request_,
        in container: _Container_? = nil, _ make: () throws(E) -> T
    ) throws(E) -> _BoxOf_<T> {
        if let box: _BoxOf_<T> = existing(for: request) { return box }
        let frame = _Frame_(
            making: subject, for: request, keptIn: container ?? request.container)
        // A caller that would wait forever is stopped before it locks. `beginMaking` ends
        // the wait.
        beginWaiting(in: frame, request)
        return try makingLock.withLock { _ throws(E) in
            // Both under the lock, or one caller's `endMaking` could erase the next
            // maker.
            beginMaking(in: frame)
            defer { endMaking() }
            // The caller that had the lock before may have made the instance. Then the
            // frame is never performed.
            if let box: _BoxOf_<T> = existing(for: request) { return box }
            return keep(
                _BoxOf_(try frame.perform(make)), isWeak: lifetime.isWeak, request)
        }
    }

    /// Keeps an instance as its lifetime says, and returns the one that counts: this one,
    /// or an earlier, if a user's function gave a call with `await` and one without the
    /// same place. Then this one is held weakly, and `heldBox` prefers the kept one.
    private func keep<T>(_ box: _BoxOf_<T>, isWeak: Bool, _ request: _Request_)
        -> _BoxOf_<T>
    {
        if isWeak, box.object == nil {
            let value = _Subject_(type: type(of: box.value as Any))
            _Mistake_(.weakValue(value), subject, request).noteOrFail()
        }
        state.withLock { state in
            let isKept = !isWeak && !state.holdsWeakly && state.box == nil
            if isKept { state.box = box } else { state.holdWeakly(box) }
        }
        return heldBox() ?? box
    }

    /// Waits for the run that makes the instance, or begins one, and throws its error.
    /// The run has its first caller's priority, or a later one's that is higher.
    nonisolated(nonsending) func joinRun<T: Sendable, E: Swift.Error>(
        for request: _Request_, _ make: @escaping @Sendable () async throws(E) -> T
    ) async throws {
        // The caller's frame, which only waits. The run's own task has one that makes.
        let frame = _Frame_(making: subject, for: request, keptIn: request.container)
        let own = _Making_()
        let run = state.withLock { state in
            if state.run == nil { state.run = (own, nil) }
            return state.run!
        }
        // Noted before the run begins: if that asks back at once, it closes the cycle,
        // and reports it.
        run.making.beginWaiting(in: frame, request)
        defer { run.making.endWaiting(in: frame) }
        var task = run.task
        // Not under the state's lock: the task takes it, perhaps at once, on this thread,
        // and may be over before it is noted.
        if run.making === own {
            task = Swift.Task {
                // Also breaks the cycle of the cell, its run's task, and this closure.
                defer { state.withLock { $0.run = nil } }
                // An earlier run may have ended since the caller looked.
                if state.withLock({ $0.box != nil }) { return }
                let frame = _Frame_(
                    making: subject, for: request, keptIn: request.container)
                own.beginMaking(in: frame)
                defer { own.endMaking() }
                _ = keep(_BoxOf_(try await frame.perform(make)), isWeak: false, request)
            }
            state.withLock { if $0.run?.making === own { $0.run!.task = task } }
        }
        // Another caller has begun the run, and notes its task in a few lines that wait
        // for nothing. So this one yields, and `Scope.shared` calls again.
        guard let task else { return await Swift.Task.yield() }
        try await task.value
    }

    /// From now on, holds even a shared instance weakly, and likewise one made later:
    /// threads that wait for it share it while one has its object or box. Then the next
    /// makes another.
    func holdWeakly() {
        let released = state.withLock { state in
            state.holdsWeakly = true
            if let box = state.box { state.holdWeakly(box) }
            return state.box.take()
        }
        withExtendedLifetime(released) {}
    }
}

nonisolated extension Scope {
    private func explicit<Key: Hashable>(_ key: Key) -> _Key_? {
        Key.self == Never?.self ? nil : _Key_(key)
    }

    private func cell(of type: Any.Type, _ key: some Hashable, _ site: _Site_) -> _Cell_ {
        let key = explicit(key)
        // Only keys accumulate. Dead cells are released after the lock. The component
        // counts as being called from here on, until `endCall`.
        if key != nil { withExtendedLifetime(components.withLock { $0.forgetDead() }) {} }
        return components.withLock { components in
            let cell = components.cell(type, site, key)
            cell.beginCall()
            return cell
        }
    }

    private func request(for cell: _Cell_) -> _Request_ {
        _Request_(site: cell.subject.site!.value, origin: origin)
    }
}

nonisolated private struct _Components_ {
    /// Searched from the start, which is quicker than hashing: modules have few of them.
    private var withoutKey: [_Cell_] = []
    private var withKey: [Identity: _Cell_] = [:]

    struct Identity: Hashable {
        let type: ObjectIdentifier, site: _Site_, key: AnyHashable
    }

    /// With this many keys, dead ones are looked for. So at most about 64 + 2*n* keys
    /// stay, if *n* had an instance at the last removal.
    private var limit = 64

    /// Only a component with a key may be forgotten: of those without, there is one for
    /// each call in the source (in generic code, for each type).
    mutating func cell(_ type: Any.Type, _ site: _Site_, _ key: _Key_?) -> _Cell_ {
        func newCell() -> _Cell_ { _Cell_(_Subject_(type: type, site: _BoxOf_(site))) }
        guard let key else {
            for cell in withoutKey where cell.subject.type == type {
                if cell.subject.site!.value == site { return cell }
            }
            withoutKey.append(newCell())
            return withoutKey.last!
        }
        let identity = Identity(type: ObjectIdentifier(type), site: site, key: key.value)
        let cell = withKey[identity] ?? newCell()
        withKey[identity] = cell
        return cell
    }

    /// If there are many keys, forgets those without an instance. Returns all that it
    /// looked at, to be released outside of the lock.
    mutating func forgetDead() -> _Box_? {
        if withKey.count < limit { return nil }
        // A cell that is being called may get an instance.
        let old = withKey.mapValues {
            (cell: $0, instance: $0.isBeingCalled ? $0 : $0.anyInstance)
        }
        withKey = old.filter { $1.instance != nil }.mapValues(\.cell)
        limit = 2 * withKey.count + 64
        return _BoxOf_(old)
    }
}

// MARK: - Implementation: waiting

/// Each cell is a making, by one thread at a time, and each run has its own: the next run
/// may begin before a task that waited for the last has noticed.
///
/// Unchecked, as `lock` guards the maker.
nonisolated private class _Making_: @unchecked Sendable {
    /// Guards all makers and waits: whoever follows them has to see them at one moment.
    private static let lock = Synchronization.Mutex(())
    private var maker: _Frame_?

    /// Notes a wait, in the task's outermost frame, or stops the program if it would wait
    /// forever.
    func beginWaiting(in frame: _Frame_, _ request: _Request_) {
        let path = Self.lock.withLock { _ in
            frame.outermost.wait = (self, frame)
            return cycle(closedBy: frame)
        }
        if let path { _Mistake_(.cycle(path), frame.path!.subject, request).fail() }
    }

    /// Notes that a frame no longer waits. The caller has it, so nothing is released
    /// under the lock.
    func endWaiting(in frame: _Frame_) {
        Self.lock.withLock { _ in frame.outermost.wait = nil }
    }

    func beginMaking(in frame: _Frame_) {
        Self.lock.withLock { _ in
            frame.outermost.wait = nil
            maker = frame
        }
    }

    func endMaking() {
        withExtendedLifetime(Self.lock.withLock { _ in maker.take() }) {}
    }

    /// The cycle that a frame's wait closes, or `nil`. That wait is taken back at once,
    /// or others that follow it while the message is written would go round and round.
    ///
    /// A task waits for one thing at a time, so there is one way: from a making to its
    /// maker, and to what the maker's task waits for. Each step adds what the task has
    /// begun since: the waiting frame's path continues the maker's.
    private func cycle(closedBy last: _Frame_) -> [_Subject_]? {
        var path: [_Subject_] = []
        var making = self
        while let maker = making.maker, let wait = maker.outermost.wait {
            path += wait.frame.path!.subjects(after: maker.path)
            if wait.frame === last {
                last.outermost.wait = nil
                return path
            }
            making = wait.making
        }
        return nil
    }
}

// MARK: - Implementation: frames and paths

/// One step of a path, with the outer ones.
nonisolated private final class _Path_: Sendable {
    let subject: _Subject_
    let outer: _Path_?
    let depth: Int
    /// Relaxed: nothing else is read because of it. A thread that sees it late takes the
    /// making for one that goes on, as it did a moment before.
    let hasEnded = _Flag_()

    init(_ subject: _Subject_, _ outer: _Path_?) {
        self.subject = subject
        self.outer = outer
        depth = (outer?.depth ?? 0) + 1
    }

    /// A copy of this step only, which has ended.
    var ended: _Path_ {
        let path = _Path_(subject, nil)
        path.hasEnded.set()
        return path
    }
    var steps: UnfoldFirstSequence<_Path_> { sequence(first: self, next: \.outer) }

    var underWay: [_Path_] { steps.filter { !$0.hasEnded.isSet } }

    /// The subjects to this step, from the outermost one or after `start`.
    func subjects(after start: _Path_? = nil) -> [_Subject_] {
        steps.prefix { $0 !== start }.reversed().map(\.subject)
    }

    /// Stops the program if something needs itself without end.
    ///
    /// Cells and object graphs find their own cycles. Cycles of transient modules, and
    /// those in which the registration, key, scope or container differs at each level,
    /// show by the number of steps. Wiring that ends may come back to a subject, hence 64
    /// steps for a module, and 256 for a component. Ended steps, which a path through
    /// tasks still lists, don't count. A new type or name at each level isn't found, and
    /// ends the stack; so may 256 levels of components, which need up to 2 MB (768 KB in
    /// a release build), or more if their values are structs of over 200 bytes.
    func stopIfEndless(_ request: _Request_) {
        let limit = subject.isComponent ? 256 : 64
        guard depth > limit else { return }
        let levels = underWay
        let again = levels.dropFirst().first { $0.subject == subject }
        guard levels.count > limit, let again else { return }
        _Mistake_(.cycle(subjects(after: again)), subject, request).fail()
    }
}

nonisolated private final class _Frame_: Sendable {
    @TaskLocal private static var local = Local()
    /// The runtime reads and sets a bare optional slowly.
    private struct Local: Sendable { var frame: _Frame_? }

    /// How many frames exist: if none, nobody reads the task-local.
    ///
    /// Relaxed is enough: a task that has a frame made it, or was started by one that had
    /// it, and what precedes a task's start happens before all that the task does.
    private static let count = _Count_()
    static var anyExist: Bool { count.now > 0 }

    static var bound: _Frame_? { anyExist ? local.frame : nil }

    typealias Here = (own: _Frame_?, path: _Path_?)

    /// Where the current task is:
    ///
    /// - in a frame that it began itself: that frame, and what is being made;
    /// - in an inherited frame that goes on: no frame of its own, but the frame's path
    ///   (what its graph is making, only its own task may read);
    /// - in no frame, or in one that has ended: neither.
    static var here: Here {
        guard let bound, !bound.hasEnded.isSet else { return (nil, nil) }
        if bound.task == currentTask {
            return (bound, bound.graph?.path ?? bound.path)
        }
        // A path of more than 300 steps is cut to a copy of its last one: tasks may begin
        // each other without end, and the cost of one must not depend on all before.
        // Endless making shows at 257 steps under way, before the next cut; if many steps
        // have ended, perhaps never. The copy never ends: it counts as under way, and a
        // trace indents by it, even when its making is over.
        return (nil, bound.path.map { $0.depth > 300 ? _Path_($0.subject, nil) : $0 })
    }

    /// Tells tasks apart while they live, by a hash of their identity. The task itself
    /// would be a strong reference, and an `async let` child lies in its parent's memory.
    /// Outside of tasks it is 0, but there the task-local is the thread's.
    private static var currentTask: Int {
        unsafe withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 }
    }

    let container: _Container_
    /// Kept only for a message (`elsewhere`): the container that this frame, or else one
    /// around it, bypasses, such as the override around an isolation. A second isolation
    /// within bypasses only the first.
    let bypassed: _Container_?
    /// What is being made as the frame begins, by this frame or one around it.
    let path: _Path_?
    /// `path`, if this frame makes its subject; `nil` if one around it does.
    private let ownPath: _Path_?
    let graph: _ObjectGraph_?
    /// Compared only while the frame goes on, which the task outlives. A task that reuses
    /// its memory, and so its hash, began after the frame's end, which it sees. Two live
    /// tasks with one hash (about one in 2^64) would take each other's frames for theirs.
    private let task: Int
    /// The task's outermost frame, or `nil` if this is it.
    private let outermostOther: _Frame_?
    /// Relaxed: a task's own frames end on the task. If it sees the end of an inherited
    /// one late, the subject seems to be still in the making.
    private let hasEnded = _Flag_()
    /// What the task waits for, and the frame that waits: only in a task's outermost
    /// frame, which lives longest. `_Making_` reads and writes it under its lock, and
    /// sets it back (`beginMaking`, `endWaiting`), which breaks the cycle of the frame
    /// and its wait.
    @safe nonisolated(unsafe) var wait: (making: _Making_, frame: _Frame_)?

    /// Begins the making of an instance that `keeper` keeps, or of a transient value
    /// (`nil`). A kept instance, and a value of another container, are outside of the
    /// object graph that asks. Parameters that aren't `borrowing` or `consuming` would be
    /// copied by an initializer.
    convenience init(
        making subject: consuming _Subject_, for request: borrowing _Request_,
        keptIn keeper: _Container_?
    ) {
        let here = _Frame_.here
        let container = keeper ?? request.container
        // An `Inject` may be read long after its object was made: then messages name only
        // the object, not what needed it, unless the property's own type is missing.
        let outer = here.path ?? request.origin?.path?.ended
        let graph =
            keeper == nil && here.own?.container === container ? here.own?.graph : nil
        let path = _Path_(subject, outer)
        path.stopIfEndless(request)
        self.init(container, in: here, graph, path)
    }

    /// The arguments tell who begins the frame:
    ///
    /// - a container only: an override, an isolation, a verification, a `perform` or a
    ///   line of a trace, outside of object graphs;
    /// - also a graph: the outermost call of that graph;
    /// - a path of its own: a making, in the graph that is given, if any.
    init(
        _ container: _Container_, in here: Here = _Frame_.here,
        _ graph: _ObjectGraph_? = nil, _ ownPath: _Path_? = nil
    ) {
        self.container = container
        self.graph = graph
        self.ownPath = ownPath
        path = ownPath ?? here.path
        task = here.own?.task ?? _Frame_.currentTask
        outermostOther = here.own?.outermostOther ?? here.own
        let around = here.own ?? _Frame_.bound
        let other = around?.container ?? .process
        bypassed = container.reaches(other) ? around?.bypassed : other
        _Frame_.count.increment()
        if entersContainer { container.beginUse() }
    }

    deinit { _Frame_.count.decrement() }
    var outermost: _Frame_ { outermostOther ?? self }
    /// Whether the frame was given a container only, of which it is a use.
    var entersContainer: Bool { ownPath == nil && graph == nil }

    /// Whether a transient value needs a frame. Without one, endless making shows only in
    /// `makingCount`. That is enough in two cases:
    ///
    /// - No frame is bound, nor was one where the request was created.
    /// - The paths are empty, and the bound frame, an outermost one, entered the
    ///   request's container, which lies directly over the process's.
    ///
    /// Other containers can be nested without end, with registrations that count from
    /// zero.
    static func isNeeded(for request: _Request_) -> Bool {
        guard let around = request.origin?.frame ?? bound else {
            return request.origin != nil
        }
        let isOutermost = around.entersContainer && around.outermostOther == nil
        let isFirst = isOutermost && around.container.outer === _Container_.process
        if !isFirst || around.container !== request.container { return true }
        return around.path != nil || request.origin?.path != nil
    }

    /// Before `perform` returns. The last use's end lets the container's instances go.
    private func end() {
        hasEnded.set()
        ownPath?.hasEnded.set()
        // Back to what the graph made before this frame. (The graph's first frame goes
        // back a step too far, but then the graph is over.)
        graph?.path = path?.outer
        if entersContainer { container.endUse() }
    }

    /// Runs a closure in this frame, and ends the frame. The cast can't fail: `withValue`
    /// forgets the error's type, but throws only what the closure throws.
    func perform<R, E: Swift.Error>(_ body: () throws(E) -> R) throws(E) -> R {
        graph?.path = path
        defer { end() }
        do {
            return try _Frame_.$local.withValue(Local(frame: self), operation: body)
        } catch {
            throw error as! E
        }
    }

    /// The same, asynchronously. Graphs are synchronous, so such a frame has none.
    func perform<R, E: Swift.Error>(
        isolation: isolated (any Swift.Actor)? = #isolation,
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        defer { end() }
        do {
            return try await _Frame_.$local.withValue(Local(frame: self)) {
                _ = isolation  // Captured, so that the body stays on the caller's actor.
                return try await body()
            }
        } catch { throw error as! E }
    }
}

// MARK: - Implementation: object graphs

/// The objects of one outermost `graph` call. Unchecked: only the task that began it uses
/// it, or outside of tasks its thread. Others inherit the frame, but don't ask for its
/// graph (`here.own`).
nonisolated private final class _ObjectGraph_: @unchecked Sendable {
    /// Searched from the start, quicker than hashing for usual sizes. An object is `nil`
    /// while it is being made.
    var entries: [(scope: Scope, key: _Key_?, path: _Path_, object: _Box_?)] = []
    private var configurations: [(path: _Path_, run: () -> Void)] = []
    private var depth = 0
    /// What is being made, for `_Frame_.here`, as objects have no frames. A frame within
    /// the graph sets it, and sets it back when it ends.
    var path: _Path_?

    static func withCurrent<T>(_ body: (_ObjectGraph_) -> T) -> T {
        // The graph of the task's own frame: a child task begins a new one.
        if let ongoing = _Frame_.here.own?.graph { return body(ongoing) }
        let graph = _ObjectGraph_()
        // Released here: a task that was started in the graph may keep the graph.
        defer { graph.entries = [] }
        return _Frame_(.current, graph).perform { body(graph) }
    }

    func object<T>(
        of scope: Scope, _ key: _Key_?, _ request: _Request_, _ make: () -> T,
        _ configure: ((T) -> Void)?
    ) -> T {
        for entry in entries
        where entry.scope === scope && entry.path.subject.type == T.self {
            let isOther = entry.path.subject.site!.value != request.site
            if isOther || entry.key?.value != key?.value { continue }
            guard let object = entry.object else {
                let cycle =
                    (path?.subjects(after: entry.path) ?? []) + [entry.path.subject]
                _Mistake_(.cycleOfGraph(cycle), entry.path.subject, request).fail()
            }
            // A component is for one type.
            return unsafe unsafeDowncast(object, to: _BoxOf_<T>.self).value
        }
        // This call, unless within a `make`, runs its own configuration, and those of
        // calls within it, but not those in the list already.
        let index = entries.count
        let firstOwn = configurations.count
        let outer = path
        let subject = _Subject_(
            type: T.self, site: _BoxOf_(request.site), isOfGraph: true)
        let ownPath = _Path_(subject, outer)
        ownPath.stopIfEndless(request)
        entries.append((scope, key, ownPath, nil))
        path = ownPath
        depth += 1
        let value = make()
        depth -= 1
        entries[index].object = _BoxOf_(value)
        // A step goes on until its object has been configured.
        if let configure {
            configurations.append((ownPath, { configure(value) }))
        } else {
            ownPath.hasEnded.set()
        }
        while depth == 0, configurations.count > firstOwn {
            let next = configurations.remove(at: firstOwn)
            path = next.path
            next.run()
            next.path.hasEnded.set()
        }
        path = outer
        return value
    }
}

// MARK: - Implementation: verification

nonisolated private final class _Verification_: Sendable {
    /// A wrapper that lacks its registration. Unchecked: only its existence is asked.
    private struct Need: @unchecked Sendable {
        weak var wrapper: AnyObject?
        let mistake: _Mistake_
    }

    /// `nil` when the verification is over: objects that outlive it are nobody's mistake.
    private let found = Synchronization.Mutex<(mistakes: [_Mistake_], needs: [Need])?>(
        ([], []))

    /// Remembers a wrapper that injects something missing: a mistake, if it still exists
    /// when the verified value has been made.
    func rememberNeed(of type: Any.Type, _ request: _Request_, in wrapper: AnyObject) {
        let subject = _Subject_(type: type, name: request.name)
        let mistake = _Mistake_(.missing, subject, request)
        if request.container.findOutwards(type, request.name) != nil { return }
        let composite = type as? any _Composite_.Type
        if composite?.assembled(for: request, from: nil) != nil { return }
        found.withLock { $0?.needs.append(Need(wrapper: wrapper, mistake: mistake)) }
    }

    /// Notes the mistakes of wrappers that still exist: no `Inject(value:)` replaced
    /// them.
    func noteNeeds() {
        var needs: [Need] = []
        found.withLock { if $0 != nil { swap(&$0!.needs, &needs) } }
        for need in needs where need.wrapper != nil { note(need.mistake) }
    }

    /// Returns `false` when the verification is over.
    @discardableResult func note(_ mistake: _Mistake_) -> Bool {
        found.withLock { found in
            let same = found?.mistakes.firstIndex(where: mistake.isRepetition)
            if let same {
                found?.mistakes[same].paths += mistake.paths
            } else {
                found?.mistakes.append(mistake)
            }
            return found != nil
        }
    }

    /// Takes the mistakes, whose requests keep the container, which keeps this.
    func end() -> [_Mistake_] { found.withLock { $0.take() }?.mistakes ?? [] }
}

// MARK: - Messages

/// A mistake in the wiring, with every text that the library stops a program with, except
/// two in `Collet+Hints.swift`, for Swift 5 mode. The compiler's texts are attributes.
nonisolated private struct _Mistake_: Sendable {
    enum Problem: Equatable {
        case missing, noValue, offItsActor, weakValue(_Subject_)
        /// The subject needs the first of these, each the next, and the last is the
        /// subject again.
        case cycle([_Subject_])
        case cycleOfGraph([_Subject_])
    }

    let problem: Problem
    let subject: _Subject_
    let request: _Request_
    /// What was being made, each time that a verification found the mistake.
    var paths: [_Path_?]

    init(_ problem: Problem, _ subject: _Subject_, _ request: _Request_) {
        self.problem = problem
        self.subject = subject
        self.request = request
        paths = [_Frame_.here.path ?? request.origin?.path]
    }

    /// Stops the program: in a verification with its other findings, unless the request
    /// was for a container made outside of it.
    func fail() -> Never {
        let verification = container.verification
        verification?.noteNeeds()
        verification?.note(self)
        let mistakes = verification?.end() ?? []
        let text = VerificationError(mistakes.isEmpty ? [self] : mistakes).description
        fatalError(text, file: request.site.fileID, line: UInt(request.site.line))
    }

    func noteOrFail() {
        // `nil` without a verification.
        if container.verification?.note(self) != true { fail() }
    }

    /// `unused` was read in the process's container. A property doesn't know its caller's
    /// place.
    static func failOutsideOfOverride() -> Never {
        fatalError(
            "Collet: no override is current.\nTo fix, ask at the end of its closure.",
            file: "Dependencies.unused", line: 0)
    }

    /// Whether it is the same mistake, met by another request.
    func isRepetition(of other: _Mistake_) -> Bool {
        if subject != other.subject { return false }
        // A weak value that is no object is the registration's mistake, whoever asks.
        if case .weakValue = problem, case .weakValue = other.problem { return true }
        return request.site == other.request.site
    }

    var description: String {
        // By the raw value: in a program without reflection metadata, a case has no name.
        let site = row("\(request.site.kind.rawValue) at", [request.site.place])
        let facts = problem == .missing ? factsOfMissing(site) : site
        return "Collet: \(headline).\(facts)\nTo fix, \(cure)"
    }

    private func row(_ label: String, _ lines: [String]) -> String {
        let label = "\n  \(label)              ".prefix(17)
        let joined = lines.joined(separator: "\n                ")
        return lines.isEmpty ? "" : label + joined
    }

    /// The rows about a missing registration, with the one of the request's site.
    private func factsOfMissing(_ site: String) -> String {
        let needers = paths.compactMap { $0.map { text($0.subjects()) } }
        let registered = nearMatches.map { _, other in
            let isNamesake =
                "\(other.subject)" == "\(subject)" && other.subject != subject
            return
                "\(other.subject)\(isNamesake ? " (another type)" : "") at \(other.place)"
        }
        var facts = row("needed by", Swift.Set(needers).sorted()) + site
        facts += row(
            "registered",
            container.visibleRegistrations().isEmpty ? ["nothing at all"] : registered)
        return facts + row("elsewhere", elsewhere)
    }

    private var headline: String {
        switch problem {
        case .missing: "nothing is registered for \(subject)"
        case .cycle(let path), .cycleOfGraph(let path):
            "\(text([subject] + path)) is a cycle: \(subject) needs itself to be made"
        case .noValue: "the closure returns nothing"
        // A weak type is `Sendable`: this isn't `Any`, which prints alike.
        case .weakValue(let value):
            "\(subject.type == Any.self ? "any Sendable" : "\(subject)") can't be weak: \(value) is not a class"
        case .offItsActor:
            "the instance of \(subject) conforms to it on one actor only, not here"
        }
    }

    private var cure: String {
        let isInjected = request.site.kind == .injected
        let keeper =
            subject.isComponent ? "scope.shared" : "closure of the one that is kept"
        return switch problem {
        case .missing: cureForMissing
        case .noValue: "write return before the value, whose type must be copyable."
        case .weakValue: "make it shared, or an instance of a class."
        case .offItsActor: "ask for it on that actor."
        // Of the cures of a cycle, the first that applies. The last ones help in most.
        case .cycleOfGraph: "let one take the other in its configure closure."
        // From `stopIfEndless`: graphs, scopes or keys differ at each level.
        case .cycle where subject.isOfGraph:
            "give a tree fewer levels; otherwise, make them in one graph: register the modules that hold their scopes as .shared, and don't override, isolate or perform in between."
        case .cycle(let path) where path.contains(where: \.isOfGraph):
            "make both in one scope.graph, within the \(keeper)."
        // A value that asks for all of its type asks for itself, too. In a longer cycle
        // another protocol wouldn't help: a part may need whoever asks.
        case .cycle(let path) where path.count == 1 && request.isForArray:
            "register the parts by another protocol: an array has every registration, whatever its name."
        case .cycle where subject.isComponent:
            "let one of them ask for the other later, when both are made."
        // A protocol's value that needs another is usually a decorator. One of a concrete
        // type is asked for too early, in the `init` of what is made.
        case .cycle(let path) where path.count == 1 && subject.isExistential:
            (isInjected ? "read it after init, not in it, or " : "")
                + "register the inner one under a name, and ask for that:  \(moduleInSource(subject.inner))"
        case .cycle(let path) where isInjected || path.count == 1:
            "\(isInjected ? "read" : "ask for") it after init, not in it."
        case .cycle:
            "give one of them a property, let other = Inject<…>(), and call other() after init."
        }
    }

    /// The first that applies. What other containers have (`elsewhere`) is a fact: what
    /// to do about it depends on what was meant.
    private var cureForMissing: String {
        // It is there now, from another thread, or, in a verification, from a later
        // module's closure.
        if container.findOutwards(subject.type, subject.name) != nil {
            return
                "call build() before this line, or add it to the block that is verified: it was registered after."
        }
        if subject.type == Dependencies.Container.self {
            return "read Dependencies.Container.current: no container is injected."
        }
        if !container.isIsolated {
            if !elsewhere.isEmpty {
                return
                    "create what asks within the one that has it, or make what asks anew each time; or, for everybody, add to \(container.block):  \(module)"
            }
            if container.visibleRegistrations().isEmpty { return cureForNothing }
        }
        return nearMatches.first.flatMap(suggestion) ?? cureForNothingNear
    }

    /// The cure if the near match is meant, often followed by the one if it isn't.
    private func suggestion(for near: NearMatch) -> String? {
        let other = near.registration.subject
        // To ask for what is being made would be a cycle.
        if near.registration.makingCount.now > 0 { return nil }
        switch near.nearness {
        case .optional:
            return "unwrap it where it is registered, at \(near.registration.place)."
        case .otherName where near.nearness >= .noName:
            let name = other.name?.debugDescription ?? "it without a name"
            return "ask for \(name), or add to \(container.block):  \(module)"
        case .relative where subject.isExistential && subject.canBeWritten:
            // A type with a lifetime is `Sendable`, its protocol perhaps only with
            // `& Sendable`: the same type at run time, if it has no arguments.
            let sendable = near.registration.recipe.isTransient ? "" : " & Sendable"
            if !sendable.isEmpty, subject.typeInSource.contains("<") { return nil }
            let name =
                subject.name == nil && other.name != nil
                ? " without a name" : subject.nameInWords
            return
                "add \(module) to \(container.block), or, if \(other) is meant, write it there as \(inSource(subject))\(sendable)\(name)."
        case .relative where other.isExistential && other.canBeWritten:
            return
                "add \(module) to \(container.block), or, if \(inSource(other))\(other.nameInWords) is meant, inject that."
        default: return nil
        }
    }

    private var container: _Container_ { request.container }
    private var module: String { moduleInSource(subject) }

    private var cureForNothingNear: String {
        container.isIsolated
            ? "add \(module) to \(container.block), or nest the block that has it."
            : "add to \(container.block):  \(module)"
    }

    private var cureForNothing: String {
        let build = "call build() on your Dependencies block before"
        let isCurrent = _Frame_.bound?.container === container
        if _Frame_.anyExist, container.isProcess, !isCurrent {
            return
                "create it within the override, isolation or perform, if that has it (detached tasks and queues are outside), or \(build) that begins."
        }
        // Only a hint: an object that a test makes may ask in the app's files.
        if !request.site.place.contains("Test") {
            return
                "\(build) this line (or is Collet linked twice?); in a test, create what asks within .dependencies or isolate."
        }
        return
            "in a test, isolate its whole body: @Test(.dependencies { … }) or block.isolate { … }; else \(build) this line."
    }

    /// At most five registrations of the same type and name that the request doesn't
    /// reach, sorted, as held containers are in no order. A verification is about its own
    /// block only.
    private var elsewhere: [String] {
        if container.verification != nil { return [] }
        // The containers around the current one, even if it doesn't lie over them.
        let frame = _Frame_.bound
        let around = [frame?.container, frame?.bypassed].compactMap(\.self)
        let held = _Container_.held.withLock { Array($0.values) }
        let others = (around.flatMap(\.chain) + held).filter { !container.reaches($0) }
        let lines = others.compactMap { other in
            other.findHere(subject.type, subject.name).map {
                "\(subject) at \($0.place), \(other.kind)"
            }
        }
        return Array(Swift.Set(lines).sorted().prefix(5))
    }

    /// Shows what needs what, with places where types don't tell the steps apart.
    private func text(_ path: [_Subject_]) -> String {
        let isClear = zip(path, path.dropFirst()).allSatisfy { $0.type != $1.type }
        let steps = path.map { step in
            let site = isClear ? nil : step.site
            return "\(step)" + (site.map { " at \($0.value.place)" } ?? "")
        }
        return steps.joined(separator: " -> ")
    }

    /// A type as source code at the request spells it: in its own target without the
    /// target's name, which a type of that name may hide.
    private func inSource(_ subject: _Subject_) -> String {
        let module = "\(request.site.fileID)".prefix { $0 != "/" } + "."
        return subject.typeInSource.replacing(#/[\w.]+/#) {
            $0.output.trimmingPrefix(module)
        }
    }

    private func moduleInSource(_ subject: _Subject_) -> String {
        let name = subject.name.map { "(\($0.debugDescription))" } ?? ""
        // A closure's type is `(Swift.Int) -> Swift.Int`, not `Shop.Clock` or the pair
        // `(Swift.Int, () -> Swift.Int)`.
        let isFunction = subject.typeInSource.contains(
            #/^(@\S+ )*\(([^()]|\([^()]*\))*\) (async )?(throws\S* )?-> /#)
        let value = isFunction ? "{ … }" : "…"
        let type = subject.canBeWritten ? " as \(inSource(subject))" : ""
        return "Module\(name) { \(value)\(type) }"
    }

    /// How near a registration comes to the missing one: the greatest is the nearest. A
    /// relative has a similar name, and may conform to the missing protocol, or the other
    /// way round.
    private enum Nearness: Comparable {
        case other, otherType, namesake, relative(words: Int), otherName(likeness: Int),
            optional

        /// A registration or request without a name is as near as one that shares 24
        /// percent of the letters.
        static let noName = otherName(likeness: 24)
    }

    private typealias NearMatch = (nearness: Nearness, registration: _Registration_)

    private var nearMatches: ArraySlice<NearMatch> {
        let all = container.visibleRegistrations()
        let matches: [NearMatch] = all.map { (nearness(of: $0.subject), $0) }
        // If there are only a few, all: the one that was meant may be called quite
        // otherwise.
        let named = matches.filter { all.count <= 5 || $0.nearness > .other }
        return named.sorted { $0.nearness > $1.nearness }.prefix(5)
    }

    private func nearness(of near: _Subject_) -> Nearness {
        if near.type == subject.type {
            guard let name = near.name, let wanted = subject.name else { return .noName }
            // `UTC` is as near to `utc` as can be.
            let difference = name.lowercased().difference(from: wanted.lowercased())
            return .otherName(
                likeness: 100 - 100 * difference.count / max(1, (name + wanted).count))
        }
        let optional = "Swift.Optional<\(String(reflecting: subject.type))>"
        let isNamedAlike = near.name == subject.name
        if isNamedAlike, String(reflecting: near.type) == optional { return .optional }
        let words = near.typeWords
        let others = subject.typeWords
        let common = words.intersection(others).count
        // All words of one are words of the other.
        let isAlike = common == min(words.count, others.count)
        if isAlike, near.isExistential != subject.isExistential {
            return .relative(words: common)
        }
        if near.simpleTypeName == subject.simpleTypeName { return .namesake }
        return near.name != nil && isNamedAlike ? .otherType : .other
    }
}

nonisolated extension _Container_ {
    /// Whether nothing of the process's answers. A verification is about the app's block,
    /// so its messages are as for the app.
    var isIsolated: Bool {
        !chain.contains { $0.isProcess || $0.verifies }
    }

    var kind: String {
        if isProcess { return "for the process" }
        if isForHolder { return "in a container's perform" }
        return outer == nil ? "in an isolation" : "in an override"
    }

    /// The block that a cure tells the user to edit.
    var block: String {
        if isForHolder, !isProcess {
            // One of perhaps several.
            return
                "the container's block (see \(registrations.first?.place ?? "makeContainer()"))"
        }
        return isIsolated ? "the isolated block" : "your Dependencies block"
    }
}

nonisolated extension _Registration_ {
    var place: String { recipe.site.place }
    var description: String {
        let lifetime =
            recipe.lifetime.map { $0.isWeak ? "weak" : "shared" } ?? "transient"
        return "\(subject), \(lifetime), at \(place)"
    }

    var traceText: String {
        "\(cell?.anyInstance == nil ? "made" : "kept") \(description)"
    }
}

nonisolated extension _Request_ {
    func traceLine(_ outcome: String) -> String {
        let depth = _Frame_.here.path?.underWay.count ?? 0
        let indentation = String(repeating: "  ", count: depth)
        return "\(indentation)\(outcome), \(site.kind.rawValue) at \(site.place)"
    }
}

nonisolated extension _Subject_: CustomStringConvertible {
    var description: String { "\(typeInWords)\(nameInWords)" }

    /// The type as the runtime prints it, but `P<User>` for a protocol with an argument,
    /// not `P<Self.P.Item == User>`. The runtime doesn't say in which order several come,
    /// nor whose they are in a composition, so those stay.
    private var printedType: String {
        let text = String(reflecting: type)
        // A regular expression for every text would take much longer.
        if !text.contains("==") { return text }
        return text.replacing(#/(any \S+)<Self\.\S+ == (?!.*Self\.)/#) { "\($0.1)<" }
    }

    /// The printed type without the address in a private or local one:
    /// `App.(unknown context at $10a4).Box` is `App.Box`.
    private var typeInWords: String {
        if !printedType.contains("$") { return printedType }
        return printedType.replacing(#/\(unknown context at \$\w+\)\./#, with: "")
    }
    var nameInWords: String {
        name.map { " named \($0.debugDescription)" } ?? ""
    }

    /// The same type, under another name.
    var inner: Self {
        Self(type: type, name: name == "inner" ? "innermost" : "inner")
    }

    /// The type as source code spells it after `as`. The runtime prints `any` only for
    /// protocols with arguments.
    var typeInSource: String {
        let any =
            String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol") ? "any " : ""
        return any + printedType
    }

    /// Whether `typeInSource` is Swift. The runtime prints private and imported types,
    /// those of extensions, packs, and several arguments of a protocol otherwise.
    var canBeWritten: Bool {
        // A capitalised name without a module is a class of Objective-C's: the runtime
        // prints `NSURLSession`, which Swift calls `URLSession`. `Shop.Clock`,
        // `Shop.Box<Swift.Int>` and `Any` can be written.
        let classes = #/(^|[^.\w@`])(?!Any\b)[A-Z_]\w*(?![\w.:`])/#
        // Not `App.(unknown context at $10a4).Box`, `(extension in App):Shop.Box`,
        // `__C.CGRect`, `Pack{Swift.Int}` or `any P<Self.P.A == Int, Self.P.B == Int>`.
        let others = #/<Self\.|\((unknown|extension) |[_]{2}C\.|Pack{/#
        return !typeInSource.contains(classes) && !typeInSource.contains(others)
    }
    var isExistential: Bool { typeInSource.hasPrefix("any ") }

    var simpleTypeName: Substring {
        String(describing: type).prefix { $0 != "<" }.split(separator: " ").last ?? ""
    }

    /// `HTTP` and `Client` of `HTTPClient`. A type is usually called like its protocol,
    /// with a word more or less; the runtime knows conformances only to protocols that
    /// this file knows.
    var typeWords: Swift.Set<Substring> {
        Swift.Set(
            simpleTypeName.matches(of: #/\p{Lu}+(?!\p{Ll})|\p{Lu}?\P{Lu}+/#).map(\.output)
        )
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
