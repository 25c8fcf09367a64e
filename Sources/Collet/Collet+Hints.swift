// Collet 1.0.0-rc.1: what the compiler says to beginners, beside Collet.swift
// SPDX-License-Identifier: MIT
// Vendoring this file? Keep this header.

// Overloads for code that people write by habit: the compiler says what to write instead.
// Nothing needs this file: paste it beside `Collet.swift`, or leave it out.
//
// The compiler chooses an unavailable overload only where no other one fits. Some code
// that would compile and mean something else is caught by a more specialised overload,
// which is deprecated. For closures that only Swift 5 mode takes, see *Resolver and Scope*.
// What the language refuses by itself has no hint (`@Inject let`, `lazy`): the guide's
// *Troubleshooting* explains it.
//
// Four overloads are missing, because they would harm valid code or hide messages: one for
// closures that return nothing would also take closures that consist of an `if` or a
// `switch`; an unavailable setter of `wrappedValue` breaks `@Inject nonisolated var`;
// `Module.init(_ value:)` hides the message for asynchronous closures; and one for
// `Dependencies { $0.clock = clock }` hides the message for a loop in a block.

// MARK: - Blocks

nonisolated extension Dependencies: Dependencies.Block {
    /// A block or a module. Don't name it: without this file, there is no such type.
    ///
    /// For the overloads that take either. With the types themselves in their signatures,
    /// the compiler would blame these overloads for other mistakes in a closure.
    public protocol Block: Sendable {}
}

@available(
    *, unavailable, message: "write Dependencies { … }, with a module on each line"
)
nonisolated extension Dependencies {
    /// At least two: with one, or with an array, the compiler would try this initializer
    /// for a block whose closure has a mistake, and report the wrong error.
    public init(_ first: Module, _ second: Module, _ others: Module...) { fatalError() }
    public init() { fatalError() }
}

@available(
    *, unavailable,
    message: "nest the block: Dependencies { block; Module { … } }, and build that"
)
nonisolated extension Dependencies {
    public func register(_ module: Module) {}
    public func register<T>(
        _ type: Any.Type, name: String? = nil, _ make: (Resolver.Asked) -> T
    ) {}
    public func merge(_ other: Dependencies) {}
    public func add(_ module: any Dependencies.Block) {}
}

@available(*, unavailable, message: "write Resolver.reset()")
nonisolated extension Dependencies {
    public func reset() {}
    public static func reset() {}
}

nonisolated extension Dependencies {
    @available(
        *, unavailable,
        message: "nest the other block: Dependencies { parent; Module { … } }"
    )
    public init(
        parent: Dependencies, @DependenciesBuilder _ modules: () -> [Module] = { [] }
    ) { fatalError() }

    @available(*, unavailable, message: "write Dependencies { … }.build()")
    public static func build(@DependenciesBuilder _ modules: () -> [Module]) {}

    @available(
        *, unavailable,
        message: "nest both blocks: Dependencies { first; second }"
    )
    public static func + (first: Dependencies, second: Dependencies) -> Dependencies {
        fatalError()
    }
    @available(
        *, unavailable,
        message: "build the block, then call Resolver.resolve((any P).self)"
    )
    public func resolve<T>(_ type: T.Type = T.self, name: String? = nil) -> T {
        fatalError()
    }

    /// For `trace(print)`.
    @available(*, unavailable, message: "write trace { print($0) }")
    public static func trace(_ line: (Any..., String, String) -> Void) {}

    @available(
        *, unavailable, message: "write fakes.override { … }, with a closure"
    )
    public func override(_ fakes: Dependencies? = nil, _ body: () -> Void = {}) {}
    @available(
        *, unavailable, message: "write fakes.isolate { … }, with a closure"
    )
    public func isolate(_ fakes: Dependencies? = nil, _ body: () -> Void = {}) {}
}

nonisolated extension Dependencies.Container {
    @available(*, unavailable, message: "write Dependencies { … }.makeContainer()")
    public convenience init(@DependenciesBuilder _ modules: () -> [Module]) {
        fatalError()
    }

    @available(
        *, unavailable, message: "write perform { Resolver.resolve((any P).self) }"
    )
    public func resolve<T>(_ type: T.Type = T.self, name: String? = nil) -> T {
        fatalError()
    }

    @available(*, unavailable, message: "write perform { Resolver.register { … } }")
    public func register<T>(_ make: () -> T) {}
}

nonisolated extension DependenciesBuilder {
    @available(
        *, unavailable,
        message: "write Module { … } around a value, and a block by itself"
    )
    public static func buildExpression<T>(_ value: T) -> [Module] { [] }

    @available(
        *, unavailable,
        message:
            "this gives no module: write Module { … }, a block without build(), or for, not forEach"
    )
    public static func buildExpression(_ nothing: Void) -> [Module] { [] }

    @available(
        *, unavailable,
        message: "write if let module { module }, and leave out an empty else"
    )
    public static func buildExpression(_ module: Module?) -> [Module] { [] }
}

// MARK: - Modules

nonisolated extension Module: Dependencies.Block {}

@available(*, unavailable, message: "write .shared: everybody gets the same instance")
nonisolated extension Module.Lifetime {
    public static var singleton: Self { shared }
    public static var cached: Self { shared }
    public static var application: Self { shared }
    public static var container: Self { shared }
}

@available(
    *, unavailable, message: "hold a container: Dependencies { … }.makeContainer()"
)
nonisolated extension Module.Lifetime {
    public static var session: Self { shared }
    public static var request: Self { shared }
}

@available(*, unavailable, message: "graph is for components: scope.graph { … }")
nonisolated extension Module.Lifetime {
    public static var graph: Self { shared }
}

@available(*, unavailable, message: "leave the lifetime out: Module { … }")
nonisolated extension Module.Lifetime {
    public static var transient: Self { shared }
    public static var unique: Self { shared }
}

/// For `Module { … }.shared` and `.shared()`. The function has a parameter only because
/// the property has its name. The static function is for `Module.shared { … }`, which
/// would otherwise have a message about instances.
@available(
    *, unavailable, message: "write Module(.shared, \"name\") { … }, in this order"
)
nonisolated extension Module {
    public static func shared<T>(_ name: String? = nil, _ make: () -> T) -> Self {
        fatalError()
    }
    public var shared: Self { self }
    public var singleton: Self { self }
    public var cached: Self { self }
    public func shared(_: Void = ()) -> Self { self }
    public func scope(_ lifetime: Lifetime) -> Self { self }
    public func inObjectScope(_ lifetime: Lifetime) -> Self { self }
    public init<T>(_ name: String?, _ lifetime: Lifetime, _ make: () -> T) {
        fatalError()
    }
}

nonisolated extension Module {
    @available(*, unavailable, message: "the name has no label: Module(\"name\") { … }")
    public init<T>(name: String?, _ make: () -> T) { fatalError() }

    @available(
        *, unavailable, message: "a name is a String; a type goes in { … as any P }"
    )
    public init<T>(_ name: Any, _ make: () -> T) { fatalError() }

    @available(
        *, unavailable, message: "a name is a String; a type goes in { … as any P }"
    )
    public init<T>(_: Lifetime, _ name: Any, _ make: () -> T) { fatalError() }

    @available(
        *, unavailable, message: "a name is a String; a type goes in { … as any P }"
    )
    public init<T>(as type: Any, _ make: () -> T) { fatalError() }

    @available(*, unavailable, message: "a name is a String: append .rawValue")
    public init<T, N: RawRepresentable<String>>(_ name: N, _ make: () -> T) {
        fatalError()
    }
    @available(*, unavailable, message: "a name is a String: append .rawValue")
    public init<T, N: RawRepresentable<String>>(
        _: Lifetime, _ name: N, _ make: () -> T
    ) { fatalError() }

    @available(*, unavailable, message: "write Module { make() }")
    public init<T>(_ make: () -> T) { fatalError() }
    @available(*, unavailable, message: "write Module { make() }")
    public init<T>(_ lifetime: Lifetime, _ make: () -> T) { fatalError() }

    @available(
        *, unavailable, message: "the closure can't await or throw: make the value first"
    )
    public init<T>(_ name: String? = nil, _ make: () async throws -> T) { fatalError() }
    @available(
        *, unavailable, message: "the closure can't await or throw: make the value first"
    )
    public init<T>(_: Lifetime, _: String? = nil, _: () async throws -> T) {
        fatalError()
    }
    @available(
        *, unavailable,
        message: "the closure takes nothing: write Resolver.resolve() in it"
    )
    public init<T>(_ name: Any? = nil, _ make: (Resolver.Asked) -> T) { fatalError() }
    @available(
        *, unavailable,
        message: "the closure takes nothing: write Resolver.resolve() in it"
    )
    public init<T>(_: Lifetime, _ name: Any? = nil, _ make: (Resolver.Asked) -> T) {
        fatalError()
    }
    @available(
        *, unavailable,
        message: "the closure takes nothing: let a component take arguments"
    )
    public init<A, T>(_ name: String? = nil, _ make: (A) -> T) { fatalError() }

    /// Registers a block or a module as a value, which hardly anybody means.
    @available(
        *, deprecated,
        message: "write the block or the module itself, without Module { … } around it"
    )
    public init<T: Dependencies.Block>(
        _ name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ make: @escaping @Sendable () -> T
    ) { self = .ofAnyType(name, fileID, line) { make() } }

    /// Without the constraint on the type, only the initializer that isn't deprecated
    /// fits.
    fileprivate static func ofAnyType<T>(
        _ name: String?, _ fileID: StaticString, _ line: UInt,
        _ make: @escaping @Sendable () -> sending T
    ) -> Module { Module(name, fileID: fileID, line: line, make) }
}

@available(
    *, unavailable, message: "write the type in the braces: Module { … as any P }"
)
nonisolated extension Module {
    public func `as`(_ type: Any) -> Self { self }
    public func implements(_ type: Any) -> Self { self }
}

// MARK: - Inject

@available(
    *, unavailable,
    message: "@Inject takes a name; lifetimes and values go in Module { … }"
)
nonisolated extension Inject {
    public convenience init(_ lifetime: Module.Lifetime) { fatalError() }
    public convenience init(_ name: Any) { fatalError() }
}

nonisolated extension Inject {
    @available(
        *, unavailable, message: "no key path: the type is the key, @Inject var p: any P"
    )
    public convenience init(_ key: KeyPath<Resolver.Asked, Value>) { fatalError() }

    @available(
        *, unavailable,
        message: "write Inject(value: fake) for a value; a type goes after the property"
    )
    public convenience init(_ value: Value) { fatalError() }

    @available(
        *, unavailable,
        message: "no value here: it would not be injected; by hand, Inject(value: fake)"
    )
    public convenience init(wrappedValue: Value, _ name: String? = nil) { fatalError() }

    @available(*, unavailable, message: "a name is a String: append .rawValue")
    public convenience init<N: RawRepresentable<String>>(_ name: N) { fatalError() }
}

// MARK: - Resolver and Scope

@available(
    *, unavailable,
    message: "write register { … as any P }, (name: …) { … } or (value: …)"
)
nonisolated extension Resolver {
    public static func register<T>(_ value: T, name: String? = nil) { fatalError() }
    public static func register<T>(_ name: String, _ make: () -> T) { fatalError() }
    public static func register<T>(_ type: Any.Type, _ make: () -> T) { fatalError() }
    public static func register<T>(
        _ type: Any.Type? = nil, name: String? = nil, _ make: (Resolver.Asked) -> T
    ) {}
    /// The result of another library's `register`.
    public struct Registered {
        @discardableResult
        public func implements(_ type: Any, name: String? = nil) -> Self { self }
        @discardableResult
        public func scope(_ lifetime: Module.Lifetime) -> Self { self }
    }
}

@available(
    *, unavailable,
    message: "write register(Module(.shared) { … as any P }), with nothing after it"
)
nonisolated extension Resolver {
    public static func register<T>(_: Module.Lifetime, name: String? = nil, _: () -> T) {}
    public static func register<T>(name: String? = nil, _ make: () -> T) -> Registered {
        Registered()
    }
}

@available(
    *, unavailable,
    message: "a name is resolve(name: …); a component takes arguments, not resolve"
)
nonisolated extension Resolver {
    public static func resolve<T>(_: T.Type, _ argument: Any, _ others: Any...) -> T {
        fatalError()
    }
    public static func resolve<T>(_ type: T.Type, argument: Any) -> T { fatalError() }
    public static func resolve<T>(_ type: T.Type, arguments: Any...) -> T { fatalError() }
    public static func resolve<T>(_ type: T.Type = T.self, args: Any...) -> T {
        fatalError()
    }
}

nonisolated extension Resolver {
    /// The object that other libraries ask, or start key paths from.
    @available(
        *, unavailable, message: "there is one resolver: Resolver.resolve((any P).self)"
    )
    @dynamicMemberLookup
    public struct Asked {
        public func resolve<T>(_ type: T.Type = T.self, name: String? = nil) -> T! { nil }
        public subscript<T>(dynamicMember name: String) -> T { fatalError() }
    }
}

@available(
    *, unavailable, message: "there is one resolver: Resolver.resolve((any P).self)"
)
nonisolated extension Resolver {
    public static var main: Resolver.Type { self }
    public static var root: Resolver.Type { self }
    public static var shared: Resolver.Type { self }
    public static var `default`: Resolver.Type { self }
}

nonisolated extension Resolver {
    /// Returns `nil` where nothing is registered, as if the optional type had been named.
    @available(
        *, deprecated, message: "name the type if nil is meant: resolve((any P)?.self)"
    )
    public static func resolve<T>(
        name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) -> sending T? { resolve(T?.self, name: name, fileID: fileID, line: line) }

    // In Swift 5 mode, `register { try make() }` would compile, with the closure as the
    // value. These two overloads catch it, and stop the program. A closure that neither
    // waits nor throws still goes to the valid `register`, and so does a function, as in
    // `register(make)`: these two are no more specialised than that one.

    @available(
        swift, deprecated: 5, obsoleted: 6, message: "the closure can't await or throw"
    )
    public static func register<T>(
        name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ make: @Sendable () throws -> sending T
    ) { fatalError("Collet: the closure can't await or throw", file: fileID, line: line) }
    @available(
        swift, deprecated: 5, obsoleted: 6, message: "the closure can't await or throw"
    )
    public static func register<T>(
        name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ make: @Sendable () async throws -> sending T
    ) { fatalError("Collet: the closure can't await or throw", file: fileID, line: line) }
}

nonisolated extension Resolver {
    /// Registers a block or a module as a value, which hardly anybody means.
    @available(*, deprecated, message: "write register(Module { … }), or block.build()")
    public static func register<T: Dependencies.Block>(
        name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line,
        _ make: @escaping @Sendable () -> T
    ) { register(.ofAnyType(name, fileID, line) { make() }) }
}

nonisolated extension Scope {
    @available(
        *, unavailable,
        message:
            "a scope can't be emptied: register its module in a container that you release"
    )
    public func reset() {}

    @available(*, unavailable, message: "write scope.shared { … }")
    public func singleton<T>(_ make: () -> T) -> T { fatalError() }
    @available(*, unavailable, message: "write scope.shared { … }")
    public func cached<T>(_ make: () -> T) -> T { fatalError() }

    @available(
        *, unavailable, message: "a graph can't await or throw: make the value first"
    )
    public func graph<T>(_ make: () async throws -> T) -> T { fatalError() }
}
