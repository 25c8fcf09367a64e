public protocol API: Sendable {}
public struct Box<Value> { public init() {} }
