public protocol API: Sendable {}
