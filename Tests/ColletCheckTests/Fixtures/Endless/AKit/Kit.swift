public protocol HTTP {}
public protocol NetworkModuleType: Sendable { func component() -> any HTTP }
