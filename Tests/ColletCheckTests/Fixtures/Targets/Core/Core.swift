import Collet

public protocol Network: Sendable {}
public protocol Log: Sendable {}
public protocol Store: Sendable {}
public struct RealNetwork: Network { public init() {} }
public let core = Dependencies { Module { RealNetwork() as any Network } }
public enum Names { public static let file = "file" }

// Only tests isolate with it.
public let offline = Dependencies { Module { RealNetwork() as any Network } }
