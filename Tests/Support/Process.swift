import Foundation

/// Whether tests do what is slow by nature: where `COLLET_SLOW_TESTS` is set.
public let runsSlowTests = ProcessInfo.processInfo.environment["COLLET_SLOW_TESTS"] != nil

/// Returns how many bytes are allocated, where that is known: the address sanitizer
/// counts them.
///
/// For the counts to be of use, Swift Testing must not keep the backtraces of errors:
/// `SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0`.
public let allocatedBytes: (@Sendable () -> Int)? = {
    // The thread sanitizer has the function too, but counts what is free and to be used
    // again.
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
