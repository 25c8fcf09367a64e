import Collet

/// The protocol of a feature's module; the identifier makes a thousand out of one.
protocol FeatureModuleType<ID>: Sendable {
    associatedtype ID
}

final class FeatureModule<ID>: FeatureModuleType {}

/// One of a thousand modules that an app registers besides the measured ones, each under
/// its own type.
struct Feature {
    /// Makes the registration for Collet.
    let module: () -> Module
    /// Registers the module in the dictionary.
    let register: () -> Void

    private init<ID>(_ id: ID.Type) {
        module = { Module { FeatureModule<ID>() as any FeatureModuleType<ID> } }
        register = {
            Handwritten.register((any FeatureModuleType<ID>).self) { FeatureModule<ID>() }
        }
    }

    /// Returns a thousand features, each identified by three types and the purpose.
    static func all<Purpose>(for purpose: Purpose.Type) -> [Feature] {
        let types: [Any.Type] = [
            Int8.self, Int16.self, Int32.self, Int64.self, UInt8.self, UInt16.self,
            UInt32.self,
            UInt64.self, Float.self, Double.self,
        ]
        func pair<A, B>(_: A.Type, _: B.Type) -> Any.Type { (A, B).self }
        let pairs = types.flatMap { first in types.map { pair(first, $0) } }
        return pairs.flatMap { two in types.map { Feature(pair(two, pair($0, purpose))) }
        }
    }
}
