// It imports less than the other file does.
import Collet

struct Token: Sendable {}
