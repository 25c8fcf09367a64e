public protocol Catalog: Sendable {}
public protocol Clock: Sendable {}
public struct LiveClock: Clock { public init() {} }
