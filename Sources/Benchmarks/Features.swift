import Collet

/// What a feature's module promises; the identifier makes a thousand protocols of one.
protocol FeatureModuleType<ID>: Sendable {
    associatedtype ID

    var isEnabled: Bool { get }
}

/// A feature's module.
final class FeatureModule<ID>: FeatureModuleType {
    let isEnabled = true
}

/// One of a thousand modules that an app registers besides those that are measured.
///
/// Each is registered under a type of its own, and the compiler specializes the closures for it,
/// as if each module had been spelled out.
struct Feature: Sendable {
    /// The type that the module is registered under.
    let key: any Any.Type
    /// Makes the registration for Collet.
    let module: @Sendable () -> Module
    /// Registers the module in a dictionary.
    let register: @Sendable (Container) -> Void

    @inline(__always)
    private init<ID>(_ id: ID.Type) {
        key = (any FeatureModuleType<ID>).self
        module = { Module { FeatureModule<ID>() as any FeatureModuleType<ID> } }
        register = { container in
            container.register((any FeatureModuleType<ID>).self) { FeatureModule<ID>() }
        }
    }
}

// MARK: - A thousand types

extension Feature {
    /// A thousand features, each identified by three digits.
    static let all: [Feature] =
        hundred(D0.self) + hundred(D1.self) + hundred(D2.self) + hundred(D3.self)
        + hundred(D4.self) + hundred(D5.self) + hundred(D6.self) + hundred(D7.self)
        + hundred(D8.self) + hundred(D9.self)

    @inline(__always)
    private static func hundred<A>(_: A.Type) -> [Feature] {
        ten(A.self, D0.self) + ten(A.self, D1.self) + ten(A.self, D2.self) + ten(A.self, D3.self)
            + ten(A.self, D4.self) + ten(A.self, D5.self) + ten(A.self, D6.self)
            + ten(A.self, D7.self) + ten(A.self, D8.self) + ten(A.self, D9.self)
    }

    @inline(__always)
    private static func ten<A, B>(_: A.Type, _: B.Type) -> [Feature] {
        [
            Feature((A, B, D0).self), Feature((A, B, D1).self), Feature((A, B, D2).self),
            Feature((A, B, D3).self), Feature((A, B, D4).self), Feature((A, B, D5).self),
            Feature((A, B, D6).self), Feature((A, B, D7).self), Feature((A, B, D8).self),
            Feature((A, B, D9).self),
        ]
    }
}

private enum D0 {}
private enum D1 {}
private enum D2 {}
private enum D3 {}
private enum D4 {}
private enum D5 {}
private enum D6 {}
private enum D7 {}
private enum D8 {}
private enum D9 {}
