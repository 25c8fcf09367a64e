import Base
import Collet

struct LiveCatalog: Catalog {}

/// No program imports it. One may load it all the same, so that nothing is certain.
public let featureModules = Dependencies { Module { LiveCatalog() as any Catalog } }
