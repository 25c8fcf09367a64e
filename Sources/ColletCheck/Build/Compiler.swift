import Foundation

/// A compiler's driver, run as a process.
struct Compiler {
    let path: String
    /// How many seconds a run may take. A driver may wait forever for a frontend that has
    /// ended.
    let limit: TimeInterval

    /// How a run ended.
    enum Outcome: Equatable {
        case succeeded
        /// The compiler's words.
        case failed(String)
        case tookTooLong
        case couldNotStart
    }

    /// Runs the compiler to its end, or to the limit.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the driver.
    ///   - directory: The directory in which it runs.
    ///   - log: The path of a file that gets what it says. A pipe would stay open as long as
    ///     any process that it has started.
    func run(_ arguments: [String], in directory: String, log: String) -> Outcome {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: directory)
        process.environment = Self.environment
        let isWritable = FileManager.default.createFile(atPath: log, contents: nil)
        guard isWritable, let output = FileHandle(forWritingAtPath: log)
        else { return .couldNotStart }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        let end = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in end.signal() }
        guard (try? process.run()) != nil else { return .couldNotStart }
        if end.wait(timeout: .now() + limit) == .timedOut {
            Self.kill(process.processIdentifier)
            end.wait()
            return .tookTooLong
        }
        if process.terminationReason == .exit, process.terminationStatus == 0 {
            return .succeeded
        }
        let words = try? String(contentsOfFile: log, encoding: .utf8)
        return .failed(words ?? "")
    }

    /// Ends a process, and those that it has started if they are a group of their own.
    private static func kill(_ process: pid_t) {
        let isGroup = getpgid(process) == process
        Foundation.kill(isGroup ? -process : process, SIGKILL)
    }

    /// What a Run Script phase and a test process have in their environment is for the app:
    /// the SDK of a phone, and libraries to load.
    private static var environment: [String: String] {
        ProcessInfo.processInfo.environment.filter { name, _ in
            name != "SDKROOT" && !name.hasPrefix("DYLD_") && name != "LD_PRELOAD"
        }
    }
}
