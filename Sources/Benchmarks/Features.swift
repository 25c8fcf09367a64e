import Collet

/// What a feature's module promises; the identifier makes a thousand protocols of one.
protocol FeatureModuleType<ID>: Sendable {
    associatedtype ID
}

final class FeatureModule<ID>: FeatureModuleType {}

/// One of a thousand modules that an app registers besides those that are measured.
///
/// Each is registered under a type of its own, and the compiler specializes the closures for it,
/// as if each module had been spelled out.
struct Feature {
    /// Makes the registration for Collet.
    let module: () -> Module
    /// Registers the module in the dictionary.
    let register: () -> Void
    /// The same for a type that nobody else registers, so that there is a first time.
    let launched: () -> Module
    let launchedByHand: () -> Void

    @inline(__always)
    private init<ID>(_ id: ID.Type) {
        module = { Module { FeatureModule<ID>() as any FeatureModuleType<ID> } }
        register = {
            Handwritten.register((any FeatureModuleType<ID>).self) { FeatureModule<ID>() }
        }
        launched = { Module { FeatureModule<[ID]>() as any FeatureModuleType<[ID]> } }
        launchedByHand = {
            Handwritten.register((any FeatureModuleType<[ID]>).self) { FeatureModule<[ID]>() }
        }
    }

    /// A thousand features, each identified by three types.
    static func all() -> [Feature] {
        hundred(Int8.self) + hundred(Int16.self) + hundred(Int32.self) + hundred(Int64.self)
            + hundred(UInt8.self) + hundred(UInt16.self) + hundred(UInt32.self)
            + hundred(UInt64.self) + hundred(Float.self) + hundred(Double.self)
    }

    @inline(__always)
    private static func hundred<A>(_: A.Type) -> [Feature] {
        ten(A.self, Int8.self) + ten(A.self, Int16.self) + ten(A.self, Int32.self)
            + ten(A.self, Int64.self) + ten(A.self, UInt8.self) + ten(A.self, UInt16.self)
            + ten(A.self, UInt32.self) + ten(A.self, UInt64.self) + ten(A.self, Float.self)
            + ten(A.self, Double.self)
    }

    @inline(__always)
    private static func ten<A, B>(_: A.Type, _: B.Type) -> [Feature] {
        [
            Feature((A, B, Int8).self), Feature((A, B, Int16).self), Feature((A, B, Int32).self),
            Feature((A, B, Int64).self), Feature((A, B, UInt8).self), Feature((A, B, UInt16).self),
            Feature((A, B, UInt32).self), Feature((A, B, UInt64).self),
            Feature((A, B, Float).self), Feature((A, B, Double).self),
        ]
    }
}
