import Collet

/// No program of the package imports this module, so its block is for programs elsewhere.
public protocol Extra: Sendable {}
struct RealExtra: Extra {}

public let extra = Dependencies { Module { RealExtra() as any Extra } }

struct ExtraView { @Inject var extra: any Extra }
