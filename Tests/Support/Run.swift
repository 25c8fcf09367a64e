import Foundation

#if !(os(macOS) || os(Linux))
    #error(
        "these tests start processes: run them on a Mac, and build a product for this system"
    )
#endif

/// A program that has run to its end.
///
/// It is found in `PATH`. The compiler, `swiftc`, also finds the testing libraries.
public struct Run: Sendable {
    /// Its standard output and standard error.
    public let output, error: String
    /// Its exit status.
    public let status: Int32
    /// Whether a signal ended it.
    public let hasCrashed: Bool

    /// Runs a program to its end. No more programs run at a time than there are
    /// processors, and the threads that tests run on stay free meanwhile.
    public init(_ program: String, _ arguments: [String] = []) async throws {
        self = try await withCheckedThrowingContinuation { continuation in
            queue.addOperation {
                continuation.resume(
                    with: Result { try Run(waitingFor: program, arguments) })
            }
        }
    }

    /// Runs a program to its end, and blocks the calling thread meanwhile.
    public init(waitingFor program: String, _ arguments: [String] = []) throws {
        #if os(macOS) || os(Linux)
            // Files instead of pipes: a program that fills one pipe would wait while the
            // other one is read.
            let directory = try Package.temporaryDirectory()
            defer { try? FileManager.default.removeItem(at: directory) }
            let files = ["output", "error"].map { directory.appending(path: $0) }
            for file in files { try Data().write(to: file) }

            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [program == "swiftc" ? compiler : program] + arguments
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: files[0])
            process.standardError = try FileHandle(forWritingTo: files[1])
            try process.run()
            process.waitUntilExit()
            output = try String(contentsOf: files[0], encoding: .utf8)
            error = try String(contentsOf: files[1], encoding: .utf8)
            status = process.terminationStatus
            hasCrashed = process.terminationReason == .uncaughtSignal
        #else
            fatalError("only macOS and Linux start processes")
        #endif
    }
}

/// On a Mac, the compiler finds Testing, XCTest and macros only with the script's
/// options.
private let compiler = Package.root.appending(path: ".ci/swiftc").path

private let queue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
    return queue
}()
