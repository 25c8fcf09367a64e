import Foundation

/// Whether slow tests run, which they do if `COLLET_SLOW_TESTS` is set.
public let runsSlowTests = ProcessInfo.processInfo.environment["COLLET_SLOW_TESTS"] != nil

/// How often to repeat something: as often as usual under a sanitizer, and half as often in
/// a plain run, which everybody waits for.
public func rounds(slow: Int, usual: Int) -> Int {
    if runsSlowTests { return slow }
    return isSanitized ? usual : usual / 2
}

/// Whether the address sanitizer or the thread sanitizer is there.
private let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    return dlsym(program, name) != nil
}

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
