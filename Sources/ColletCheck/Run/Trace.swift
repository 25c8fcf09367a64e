import Foundation

/// Prints what the interpreter does, if `COLLET_CHECK_TRACE` is `calls` or `all`.
enum Trace {
    private static let setting = ProcessInfo.processInfo.environment["COLLET_CHECK_TRACE"]
    private static let printsInstructions = setting == "all"

    static func call(_ name: String, _ symbol: String, depth: Int, possible: Int) {
        write(String(repeating: " ", count: depth) + "\(name) \(symbol) (\(possible))")
    }

    static func instruction(_ instruction: Instruction, _ value: Value) {
        guard printsInstructions else { return }
        write("      \(instruction.line.string.prefix(90)) => \(value)")
    }

    static func unknown(_ what: String, _ name: String) {
        write("unknown \(what): \(name)")
    }

    private static func write(_ line: @autoclosure () -> String) {
        guard setting != nil else { return }
        FileHandle.standardError.write(Data((line() + "\n").utf8))
    }
}
