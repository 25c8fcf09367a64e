import Foundation

/// Whether slow tests run, which they do if `COLLET_SLOW_TESTS` is set.
public let runsSlowTests = ProcessInfo.processInfo.environment["COLLET_SLOW_TESTS"] != nil

/// Returns how many bytes are allocated, if the address sanitizer is there to count them.
///
/// The counts are only useful if Swift Testing doesn't keep backtraces of errors:
/// `SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0`.
public let allocatedBytes: (@Sendable () -> Int)? = {
    // The thread sanitizer also has the function, but it counts freed memory that it
    // keeps for reuse.
    guard let program = dlopen(nil, RTLD_NOW), dlsym(program, "__asan_init") != nil,
        let function = dlsym(program, "__sanitizer_get_current_allocated_bytes")
    else { return nil }
    let count = unsafeBitCast(function, to: (@convention(c) () -> Int).self)
    return { count() }
}()

/// Writes a line to standard error.
public func say(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
