import Foundation

/// A compiler's driver, run as a process.
struct Compiler {
    let path: String
    let wait: Wait
    /// Its description of its version.
    var version = ""

    /// Waits some seconds for a process to end, and returns whether it has.
    typealias Wait =
        @Sendable (pid_t, DispatchSemaphore, TimeInterval) ->
        DispatchTimeoutResult

    /// Runs the compiler to its end, and returns its output.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the driver.
    ///   - directory: The directory in which it runs.
    ///   - log: The path of a file for its output. A pipe would stay open as long as any
    ///     process that the compiler has started.
    ///   - limit: How many seconds it may take. A driver may wait forever for a frontend
    ///     that has ended.
    /// - Throws: ``UnreadTarget/Reason`` if it doesn't succeed.
    @discardableResult
    func run(
        _ arguments: [String], in directory: String, log: String, limit: TimeInterval
    ) throws -> String {
        try Data().write(to: URL(filePath: log))
        let output = try FileHandle(forWritingTo: URL(filePath: log))
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: directory)
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        let end = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in end.signal() }
        do { try process.run() } catch { throw UnreadTarget.Reason.noCompiler(path) }
        let id = process.processIdentifier
        if wait(id, end, limit) == .timedOut {
            // If it leads a group of processes, the whole group ends.
            kill(getpgid(id) == id ? -id : id, SIGKILL)
            end.wait()
            throw UnreadTarget.Reason.tookTooLong
        }
        let words = String(decoding: try contents(of: log), as: UTF8.self)
        if process.terminationReason == .exit, process.terminationStatus == 0 {
            return words
        }
        throw UnreadTarget.Reason(words)
    }
}

/// The environment, without the variables that a Run Script phase or a test process
/// has for the app: a phone's SDK, and libraries to load.
private var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
        name != "SDKROOT" && !name.hasPrefix("DYLD_") && name != "LD_PRELOAD"
    }
}
