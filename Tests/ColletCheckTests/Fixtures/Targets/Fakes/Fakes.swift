import Collet
import Core

/// Only tests import this module.
public final class LogReader {
    @Inject("console") var log: any Log
    public init() {}
}
