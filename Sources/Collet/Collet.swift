// Collet 1.0.0: dependency injection for Swift in one file
// SPDX-License-Identifier: MIT
// https://github.com/collet-di/Collet
// Vendoring this file? Keep this header.

import Synchronization

// MARK: - Dependencies

nonisolated public struct Dependencies: Sendable {
    fileprivate let modules: [Module]

    public init(@DependenciesBuilder _ modules: () -> [Module]) {
        self.modules = modules()
    }

    public func build() {
        Registry.root.add(modules)
    }

    public func override<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try Registry(modules, outer: Registry.inForce).withRegistrationsInForce(body)
    }

    public nonisolated(nonsending) func override<R, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        try await Registry(modules, outer: Registry.inForce).withRegistrationsInForce(body)
    }

    public func isolate<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        try Registry(modules, outer: nil).withRegistrationsInForce(body)
    }

    public nonisolated(nonsending) func isolate<R, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        try await Registry(modules, outer: nil).withRegistrationsInForce(body)
    }
}

@resultBuilder nonisolated public enum DependenciesBuilder {
    public static func buildExpression(_ module: Module) -> [Module] { [module] }
    public static func buildExpression(_ dependencies: Dependencies) -> [Module] {
        dependencies.modules
    }
    public static func buildBlock(_ parts: [Module]...) -> [Module] { parts.flatMap(\.self) }
    public static func buildOptional(_ part: [Module]?) -> [Module] { part ?? [] }
    public static func buildEither(first: [Module]) -> [Module] { first }
    public static func buildEither(second: [Module]) -> [Module] { second }
    public static func buildArray(_ parts: [[Module]]) -> [Module] { parts.flatMap(\.self) }
    public static func buildLimitedAvailability(_ part: [Module]) -> [Module] { part }
}

// MARK: - Module

nonisolated public struct Module: Sendable {
    fileprivate let subject: Subject
    fileprivate let lifetime: Lifetime
    fileprivate let isForMainActor: Bool
    fileprivate let maker: Maker<Void>

    public enum Lifetime: Sendable {
        case transient
        case shared
        case weak
    }

    public init<T>(_ name: String? = nil, _ make: @escaping @Sendable () -> sending T) {
        self.init(name, .transient, Maker(make))
    }

    public init<T: Sendable>(
        _ lifetime: Lifetime,
        name: String? = nil,
        _ make: @escaping @Sendable () -> T
    ) {
        self.init(name, lifetime, Maker(make))
    }

    public static func mainActor<T>(
        _ name: String? = nil,
        _ make: @escaping @MainActor @Sendable () -> sending T
    ) -> Module {
        Module(name, .transient, Maker(mainActor: make), isForMainActor: true)
    }

    public static func mainActor<T: Sendable>(
        _ lifetime: Lifetime,
        name: String? = nil,
        _ make: @escaping @MainActor @Sendable () -> T
    ) -> Module {
        Module(name, lifetime, Maker(mainActor: make), isForMainActor: true)
    }

    private init<T>(
        _ name: String?,
        _ lifetime: Lifetime,
        _ maker: Maker<T>,
        isForMainActor: Bool = false
    ) {
        subject = Subject(type: T.self, name: name)
        self.lifetime = lifetime
        self.isForMainActor = isForMainActor
        self.maker = maker.erased
    }
}

// MARK: - Inject

@propertyWrapper public final class Inject<Value>: NotIsolated.ByDefault {
    private let gate = Gate()
    private let isResolved: Atomic<Bool>
    private var state: State

    private enum State {
        case unresolved(Request)
        case resolved(Value)
    }

    public init(_ name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
        isResolved = Atomic(false)
        let site = Site(fileID: fileID, line: line, isInjection: true)
        state = .unresolved(Request(name: name, site: site, context: .current))
    }

    public init(wrappedValue: Value) {
        isResolved = Atomic(true)
        state = .resolved(wrappedValue)
    }

    public var wrappedValue: Value {
        if !isResolved.load(ordering: .acquiring) { resolve() }
        guard case .resolved(let value) = state else { preconditionFailure() }
        return value
    }

    public func callAsFunction() -> Value { wrappedValue }

    private func resolve() {
        gate.enter(toMake: self) {
            guard case .unresolved(let request) = state else { return }
            state = .resolved(request.resolve(Value.self, for: self))
            isResolved.store(true, ordering: .releasing)
        }
    }
}

extension Inject: @unchecked Sendable where Value: Sendable {}

// MARK: - Resolver

nonisolated public enum Resolver {
    public static func register<T: Sendable>(
        _ value: @autoclosure () -> T,
        name: String? = nil
    ) {
        let value = value()
        register(Module(.shared, name: name) { value })
    }

    public static func register(_ module: Module) {
        Registry.root.add([module])
    }

    public static func resolve<T>(
        _ type: T.Type = T.self,
        name: String? = nil,
        fileID: StaticString = #fileID,
        line: UInt32 = #line
    ) -> sending T {
        let site = Site(fileID: fileID, line: line, isInjection: false)
        let request = Request(name: name, site: site, context: .current)
        return Unchecked(request.resolve(T.self, for: nil)).value
    }

    public static func reset() {
        Registry.root.removeAll()
    }
}

// MARK: - Messages

/// A mistake in the wiring: every text that a user can see, in one place.
nonisolated private struct Mistake: CustomStringConvertible, Sendable {
    enum Problem {
        case missing
        case cycle([Subject])
        case weakValue(Any.Type)
        case offMainActor
    }

    let problem: Problem
    let subject: Subject
    let request: Request

    /// Stops the program, at the place of the request.
    func fail() -> Never {
        fatalError("\(self)", file: request.site.fileID, line: UInt(request.site.line))
    }

    var description: String {
        var lines = ["Collet: \(headline)."]
        func add(_ label: String, _ text: String) {
            lines.append("  " + label + String(repeating: " ", count: 14 - label.count) + text)
        }
        if case .missing = problem, let context = request.context {
            let makings = sequence(first: context, next: \.requester).compactMap(\.making)
            if !makings.isEmpty { add("needed by", path(makings.reversed())) }
        }
        let site = request.site
        add(site.isInjection ? "injected at" : "resolved at", "\(site.fileID):\(site.line)")
        if case .missing = problem {
            let registry = request.registry
            let isIsolated = registry.outermost !== Registry.root
            if registry.registrations.isEmpty {
                let reason = ": was build() called, or is Collet linked twice?"
                add("registered", "nothing at all" + (isIsolated ? "" : reason))
            } else if !nearMatches.isEmpty {
                add("registered", nearMatches.joined(separator: ", "))
            }
            if isIsolated {
                add("isolated", "the app's modules are not in force; layer over them instead:")
                add("", "override { … }, or .overrides { … } on a test")
            }
        }
        return lines.joined(separator: "\n") + "\nTo fix, \(cure)"
    }

    private var headline: String {
        switch problem {
        case .missing: "nothing is registered for \(subject)"
        case .cycle(let subjects):
            "\(path(subjects)) is a cycle: \(subject) needs itself to be made"
        case .weakValue(let type):
            "\(subject) is registered as .weak, but \(String(reflecting: type)) is not a class"
        case .offMainActor: "\(subject) can be made on the main actor only"
        }
    }

    private var cure: String {
        switch problem {
        case .missing:
            "add to your Dependencies block:  "
                + "Module\(subject.name.map { "(\"\($0)\")" } ?? "") { … as \(subject.typeInSource) }"
        case .cycle: "let one of them ask later: read its @Inject property after init, not in it."
        case .weakValue: "register it as .shared, or make it a class."
        case .offMainActor:
            "ask for it on the main actor, or register it with Module instead of Module.mainActor."
        }
    }

    private func path(_ subjects: [Subject]) -> String {
        subjects.map(\.description).joined(separator: " -> ")
    }

    /// At most five registrations that may have been meant, nearest first.
    private var nearMatches: [String] {
        let candidates = request.registry.registrations.map(\.module.subject)
        let nearest = (0..<4).flatMap { rank -> [Subject] in
            candidates.filter { $0.distance(to: subject) == rank }
        }
        return nearest.prefix(5).map { near in
            let isNamesake = near.type != subject.type && near.description == subject.description
            return isNamesake ? "\(near) (another type that prints alike)" : near.description
        }
    }
}

nonisolated extension Subject: CustomStringConvertible {
    fileprivate var description: String {
        String(reflecting: type) + (name.map { " named \"\($0)\"" } ?? "")
    }

    /// The type as source code spells it after `as`.
    fileprivate var typeInSource: String {
        let isExistential = String(reflecting: Swift.type(of: type)).hasSuffix(".Protocol")
        return (isExistential ? "any " : "") + String(reflecting: type)
    }

    /// How near this comes to what was asked for, or `nil` where it has nothing to do with it.
    fileprivate func distance(to other: Subject) -> Int? {
        if type == other.type { return 0 }
        if conforms(type, to: other.type) || conforms(other.type, to: type) { return 1 }
        if simpleTypeName == other.simpleTypeName { return 2 }
        return name != nil && name == other.name ? 3 : nil
    }

    private var simpleTypeName: Substring? {
        String(reflecting: type).split(separator: ".").last
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
nonisolated private enum NotIsolated {
    protocol ByDefault: SendableMetatype {}
}

/// A type and the name that qualifies it, if it has one.
nonisolated private struct Subject: Sendable {
    let type: Any.Type
    let name: String?
}

/// The place of a request in the user's code.
nonisolated private struct Site: Sendable {
    let fileID: StaticString
    let line: UInt32
    let isInjection: Bool
}

/// Everything about a request but its type.
nonisolated private struct Request: Sendable {
    let name: String?
    let site: Site
    /// What was in force where the request began, or `nil` for the process-wide registrations.
    let context: Context?

    /// Returns the value for a type, on behalf of an `Inject` if there is one.
    func resolve<T>(_ type: T.Type, for inject: AnyObject?) -> T {
        if context == nil, Frame.live.load(ordering: .relaxed) == 0,
            let shortcut = Registry.root.shortcut(to: ObjectIdentifier(T.self), named: name)
        {
            return shortcut.of(T.self).make()
        }
        return resolveInFull(for: inject)
    }

    func resolveInFull<T>(for inject: AnyObject?) -> T {
        if let (registration, home) = registry.search(ObjectIdentifier(T.self), named: name) {
            return registration.value(for: self, home: home, inject: inject)
        }
        guard let substitute = T.self as? any Substitutable.Type else {
            let subject = Subject(type: T.self, name: name)
            Mistake(problem: .missing, subject: subject, request: self).fail()
        }
        return substitute.value(for: self) as! T
    }

    var registry: Registry { context?.registry ?? .root }
}

/// A type that can be made from the registrations of another: `T?` and `[T]` from those of `T`.
nonisolated private protocol Substitutable {
    static func value(for request: Request) -> Any
}

nonisolated extension Optional: Substitutable {
    fileprivate static func value(for request: Request) -> Any {
        let found = request.registry.search(ObjectIdentifier(Wrapped.self), named: request.name)
        if let (registration, home) = found {
            return Self.some(registration.value(for: request, home: home, inject: nil)) as Any
        }
        guard let substitute = Wrapped.self as? any Substitutable.Type else {
            return Self.none as Any
        }
        return Self.some(substitute.value(for: request) as! Wrapped) as Any
    }
}

nonisolated extension Array: Substitutable {
    fileprivate static func value(for request: Request) -> Any {
        request.registry.searchAll(ObjectIdentifier(Element.self)).map { registration, home in
            registration.value(for: request, home: home, inject: nil) as Element
        }
    }
}

// MARK: - Implementation: what is in force

/// What is in force for the requests of a task or an object, and why.
nonisolated private final class Context: Sendable {
    let registry: Registry
    /// What is being made, or `nil` for the body of an `override` or `isolate`.
    let making: Subject?
    /// The context of the request that this is made for.
    let requester: Context?

    init(_ registry: Registry, making: Subject? = nil, for requester: Context? = nil) {
        self.registry = registry
        self.making = making
        self.requester = requester
    }

    /// What is in force in the current task, or `nil` where it is the process-wide registrations.
    static var current: Context? {
        Frame.live.load(ordering: .relaxed) == 0 ? nil : Frame.current?.context
    }
}

/// A stretch of a task in which a context is in force.
nonisolated private final class Frame: Sendable {
    @TaskLocal static var current: Frame?

    /// How many frames exist: where there are none, nobody needs to read the task-local.
    static let live = Atomic(0)

    let context: Context
    /// The request that is being served, or `nil` for the body of an `override` or `isolate`.
    let request: Request?
    /// The frame around this one, if it waits for this one.
    let parent: Frame?
    let depth: Int
    private let task: Int?
    private let isRunning = Atomic(true)

    init(_ context: Context, serving request: Request? = nil) {
        self.context = context
        self.request = request
        task = unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
        let current = Frame.current
        parent = current.flatMap { [task] in
            $0.task == task && $0.isRunning.load(ordering: .relaxed) ? $0 : nil
        }
        depth = (parent?.depth ?? 0) + 1
        Frame.live.add(1, ordering: .relaxed)
    }

    deinit {
        Frame.live.subtract(1, ordering: .relaxed)
    }

    /// What is being made from another frame to this one, this one left out, if the other waits
    /// for this one.
    func path(since other: Frame) -> [Subject]? {
        var path: [Subject] = []
        for frame in sequence(first: self, next: \.parent) {
            if frame !== self, let subject = frame.context.making { path.append(subject) }
            if frame === other { return path.reversed() }
        }
        return nil
    }

    /// Stops if what is being made here is being made for itself.
    func checkRecursion() {
        guard let subject = context.making, let request else { return }
        let outer = sequence(first: self, next: \.parent).dropFirst().first {
            $0.context.making?.type == subject.type && $0.context.making?.name == subject.name
        }
        guard let outer, let path = path(since: outer) else { return }
        Mistake(problem: .cycle(path + [subject]), subject: subject, request: request).fail()
    }

    func run<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        defer { isRunning.store(false, ordering: .relaxed) }
        do {
            return try Frame.$current.withValue(self, operation: body)
        } catch {
            throw error as! E
        }
    }

    nonisolated(nonsending) func run<R, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        defer { isRunning.store(false, ordering: .relaxed) }
        do {
            return try await Frame.$current.withValue(self, operation: body)
        } catch {
            throw error as! E
        }
    }
}

// MARK: - Implementation: registrations

/// The closure that makes a module.
nonisolated private struct Maker<T>: Sendable {
    let make: @Sendable () -> T

    init(_ make: @escaping @Sendable () -> T) {
        self.make = make
    }

    init(mainActor make: @escaping @MainActor @Sendable () -> T) {
        self.make = { MainActor.assumeIsolated { Unchecked(make()) }.value }
    }

    /// The same without its type, so that makers of all types can be kept side by side.
    var erased: Maker<Void> { unsafe unsafeBitCast(self, to: Maker<Void>.self) }

    /// The maker of a type that was erased.
    func of<U>(_ type: U.Type) -> Maker<U> { unsafe unsafeBitCast(self, to: Maker<U>.self) }
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
    let module: Module
    private let gate = Gate()
    /// What makes or returns the value where nothing else needs to be done.
    fileprivate(set) var shortcut: Maker<Void>?
    /// The instance, if it is one of a class.
    fileprivate(set) weak var object: AnyObject?

    init(_ module: Module) {
        self.module = module
    }

    func value<T>(for request: Request, home: Registry, inject: AnyObject?) -> T {
        if module.lifetime != .transient, let value: T = home.instance(of: self) { return value }
        let registry = module.lifetime == .transient ? request.registry : home
        let frame = Frame(
            Context(registry, making: module.subject, for: request.context),
            serving: request
        )
        return WaitGraph.making(inject, in: frame) {
            module.lifetime == .transient
                ? makeNew(in: frame, home: home) : makeOnce(in: frame, home: home)
        }
    }

    private func makeNew<T>(in frame: Frame, home: Registry) -> T {
        if frame.depth > 64 { frame.checkRecursion() }
        let value: T = make(in: frame)
        if !module.isForMainActor { home.setShortcut(module.maker, of: self) }
        return value
    }

    private func makeOnce<T>(in frame: Frame, home: Registry) -> T {
        var value: T?
        gate.enter(toMake: self, as: frame) {
            value = home.instance(of: self)
            if value != nil { return }
            let new: T = WaitGraph.making(self, in: frame) { make(in: frame) }
            let object = type(of: new as Any) is AnyClass ? new as AnyObject : nil
            if module.lifetime == .weak, object == nil {
                fail(.weakValue(type(of: new as Any)), in: frame)
            }
            home.keep(new, object, of: self)
            value = new
        }
        return value!
    }

    private func make<T>(in frame: Frame) -> T {
        if module.isForMainActor, !MainActor.isCurrent {
            fail(.offMainActor, in: frame)
        }
        return frame.run(module.maker.of(T.self).make)
    }

    private func fail(_ problem: Mistake.Problem, in frame: Frame) -> Never {
        Mistake(problem: problem, subject: module.subject, request: frame.request!).fail()
    }
}

/// The registrations of the process, or of one `override` or `isolate`.
nonisolated private final class Registry: Sendable {
    static let root = Registry([], outer: nil, stripes: 16)
    static var inForce: Registry { Context.current?.registry ?? .root }

    let outer: Registry?
    private let stripes: [Stripe]

    private struct State {
        var table: Table
        var isOver = false
        var lookUps: UInt8 = 0
    }

    private final class Stripe: Sendable {
        let state: Mutex<State>
        private let padding = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        init(_ table: Table) { state = Mutex(State(table: table)) }
    }

    init(_ modules: [Module], outer: Registry?, stripes: Int = 1) {
        self.outer = outer
        var table = Table()
        for module in modules { table.insert(Registration(module)) }
        self.stripes = (0..<stripes).map { [table] _ in Stripe(table) }
    }

    // Reading

    private var stripe: Stripe {
        if stripes.count == 1 { return stripes[0] }
        var local: UInt8 = 0
        let address = unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
        let hash = UInt64(address >> 16) &* 0x9E37_79B9_7F4A_7C15
        return stripes[Int(hash >> 60)]
    }

    func shortcut(to type: ObjectIdentifier, named name: String?) -> Maker<Void>? {
        stripe.state.withLock { state in
            state.lookUps &+= 1
            return state.lookUps & 63 == 0 ? nil : state.table[type, name]?.shortcut
        }
    }

    var outermost: Registry { outer?.outermost ?? self }

    /// Everything that is in force here, in the order of registration.
    var registrations: [Registration] {
        (outer?.registrations ?? []) + stripe.state.withLock { $0.table }.all
    }

    func search(
        _ type: ObjectIdentifier,
        named name: String?
    ) -> (Registration, home: Registry)? {
        for registry in sequence(first: self, next: \.outer) {
            let registration = registry.stripe.state.withLock { $0.table[type, name] }
            if let registration { return (registration, registry) }
        }
        return nil
    }

    func searchAll(_ type: ObjectIdentifier) -> [(Registration, home: Registry)] {
        var found = outer?.searchAll(type) ?? []
        let table = stripe.state.withLock { $0.table }
        for registration in table.registrations(of: type) {
            let name = registration.module.subject.name
            if let index = found.firstIndex(where: { $0.0.module.subject.name == name }) {
                found[index] = (registration, self)
            } else {
                found.append((registration, self))
            }
        }
        return found
    }

    /// The instance that a `.shared` or `.weak` registration has.
    func instance<T>(of registration: Registration) -> T? {
        let (shortcut, object) = stripe.state.withLock { _ in
            (registration.shortcut, registration.object)
        }
        return shortcut?.of(T.self).make() ?? object.map { $0 as! T }
    }

    // Writing

    func add(_ modules: [Module]) {
        let registrations = modules.map(Registration.init)
        update { state in for registration in registrations { state.table.insert(registration) } }
    }

    func removeAll() {
        update { $0.table = Table() }
    }

    func setShortcut(_ shortcut: Maker<Void>, of registration: Registration) {
        let isSet = stripe.state.withLock { _ in registration.shortcut != nil }
        if !isSet { update { _ in registration.shortcut = shortcut } }
    }

    /// Keeps the instance of a registration as its lifetime says.
    func keep<T>(_ value: T, _ object: AnyObject?, of registration: Registration) {
        let value = Unchecked(value)
        update { state in
            registration.object = object
            if registration.module.lifetime == .shared, !state.isOver {
                registration.shortcut = Maker { value.value }.erased
            }
        }
    }

    private func loosen() {
        var released: [Maker<Void>?] = []
        update { state in
            state.isOver = true
            for registration in state.table.all {
                released.append(registration.shortcut)
                registration.shortcut = nil
            }
        }
        withExtendedLifetime(released) {}
    }

    /// Changes the state of every stripe at once, and releases what was replaced afterwards.
    private func update(_ change: (inout State) -> Void) {
        _ = update(from: 0, change)
    }

    private func update(
        from index: Int,
        _ change: (inout State) -> Void
    ) -> (old: State, new: State) {
        stripes[index].state.withLock { state in
            var old = state
            if index == stripes.count - 1 {
                change(&state)
            } else {
                (old, state) = update(from: index + 1, change)
            }
            return (old, state)
        }
    }

    // In force

    func withRegistrationsInForce<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
        defer { loosen() }
        return try Frame(Context(self)).run(body)
    }

    nonisolated(nonsending) func withRegistrationsInForce<R, E: Error>(
        _ body: nonisolated(nonsending) () async throws(E) -> R
    ) async throws(E) -> R {
        defer { loosen() }
        return try await Frame(Context(self)).run(body)
    }
}

/// A hash table of registrations that remembers their order.
nonisolated private struct Table {
    private struct Slot {
        let type: ObjectIdentifier
        let position: Int
        let registration: Registration
    }
    private var slots: [Slot?] = Array(repeating: nil, count: 8)
    private var count = 0

    subscript(type: ObjectIdentifier, name: String?) -> Registration? {
        slots[index(of: type, name)]?.registration
    }

    private func index(of type: ObjectIdentifier, _ name: String?) -> Int {
        var hash = UInt64(UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15
        if let name { hash ^= UInt64(UInt(bitPattern: name.hashValue)) }
        var index = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
        while let slot = slots[index],
            slot.type != type || slot.registration.module.subject.name != name
        {
            index = (index + 1) & (slots.count - 1)
        }
        return index
    }

    @discardableResult
    mutating func insert(_ registration: Registration) -> Registration? {
        if (count + 1) * 2 > slots.count { grow() }
        let subject = registration.module.subject
        let type = ObjectIdentifier(subject.type)
        let index = index(of: type, subject.name)
        let old = slots[index]
        slots[index] = Slot(
            type: type,
            position: old?.position ?? count,
            registration: registration
        )
        if old == nil { count += 1 }
        return old?.registration
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: nil, count: old.count * 2)
        for case let slot? in old {
            slots[index(of: slot.type, slot.registration.module.subject.name)] = slot
        }
    }

    var all: [Registration] {
        slots.compactMap(\.self).sorted { $0.position < $1.position }.map(\.registration)
    }

    func registrations(of type: ObjectIdentifier) -> [Registration] {
        slots.compactMap { $0?.type == type ? $0 : nil }
            .sorted { $0.position < $1.position }.map(\.registration)
    }
}

// MARK: - Implementation: making once

/// Lets one thread at a time make a value; the others wait, unless they would wait for ever.
nonisolated private struct Gate: ~Copyable, Sendable {
    private let isMaking = Mutex<Void>(())

    func enter(toMake thing: AnyObject, as frame: Frame? = nil, _ body: () -> Void) {
        if isMaking.withLockIfAvailable({ _ in body() }) != nil { return }
        let frame = frame ?? Frame(.current ?? Context(.root))
        WaitGraph.wait(for: thing, in: frame)
        isMaking.withLock { _ in
            WaitGraph.endWait(in: frame)
            body()
        }
    }
}

/// Who makes what, and who waits for it.
nonisolated private struct WaitGraph {
    private static let current = Mutex(WaitGraph())

    private var makers: [ObjectIdentifier: Frame] = [:]
    private var waiters: [(frame: Frame, thing: ObjectIdentifier)] = []

    /// Notes that a frame makes a thing while `body` runs.
    static func making<R>(_ thing: AnyObject?, in frame: Frame, _ body: () -> R) -> R {
        guard let thing else { return body() }
        let id = ObjectIdentifier(thing)
        current.withLock { $0.makers[id] = frame }
        defer { current.withLock { _ = $0.makers.removeValue(forKey: id) } }
        return body()
    }

    /// Notes that a frame is about to wait for a thing, and stops where it would wait for ever.
    static func wait(for thing: AnyObject, in frame: Frame) {
        let id = ObjectIdentifier(thing)
        let cycle = current.withLock { graph -> (path: [Subject], request: Request)? in
            graph.waiters.append((frame, id))
            guard let path = graph.path(from: id, to: frame) else { return nil }
            let closing = graph.makers[id]!
            return (path + [closing.context.making!], frame.request ?? closing.request!)
        }
        guard let cycle else { return }
        Mistake(problem: .cycle(cycle.path), subject: cycle.path[0], request: cycle.request).fail()
    }

    static func endWait(in frame: Frame) {
        current.withLock { graph in graph.waiters.removeAll { $0.frame === frame } }
    }

    /// What is being made from the making of a thing to a frame that waits for it, if any does.
    private func path(from thing: ObjectIdentifier, to frame: Frame) -> [Subject]? {
        guard let maker = makers[thing] else { return nil }
        if let path = frame.path(since: maker) { return path }
        for waiter in waiters where waiter.frame !== frame {
            if let path = waiter.frame.path(since: maker),
                let rest = self.path(from: waiter.thing, to: frame)
            {
                return path + rest
            }
        }
        return nil
    }
}

nonisolated extension MainActor {
    /// Whether the caller is on the main actor.
    ///
    /// The standard library answers this only with a trap, but a task that starts at once does
    /// so exactly if it needs no hop.
    fileprivate static var isCurrent: Bool {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return true
        }
        let hasStarted = Flag()
        Task.immediate { @MainActor in hasStarted.isSet.store(true, ordering: .relaxed) }
        return hasStarted.isSet.load(ordering: .relaxed)
    }
}

nonisolated private final class Flag: Sendable {
    let isSet = Atomic(false)
}
