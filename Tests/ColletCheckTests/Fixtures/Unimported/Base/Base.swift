public protocol Catalog: Sendable {}
