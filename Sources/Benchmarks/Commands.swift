import Foundation

/// What kept a measurement from being made.
struct Failure: Error, CustomStringConvertible {
    var description: String
}

/// Runs a command to its end and returns what it printed.
@discardableResult
func run(
    _ command: String,
    _ arguments: [String],
    environment: [String: String] = [:]
) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [command] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw Failure(description: "\(command) ended with status \(process.terminationStatus)")
    }
    return String(decoding: printed, as: UTF8.self)
}

/// Makes a folder for temporary files, which is gone after the body.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: UUID().uuidString)
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    return try body(folder)
}
