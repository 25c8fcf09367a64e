import Base
import Collet

struct LiveCatalog: Catalog {}

/// No program imports it, so the cure doesn't nest it: the app doesn't see it.
public let featureModules = Dependencies { Module { LiveCatalog() as any Catalog } }
