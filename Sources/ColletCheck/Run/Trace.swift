import Foundation

/// Prints what the interpreter does, as `COLLET_CHECK_TRACE` says: `calls`, or `all`.
struct Trace {
    static let shared = Trace()

    let isOn: Bool
    private let printsInstructions: Bool

    private init() {
        let setting = ProcessInfo.processInfo.environment["COLLET_CHECK_TRACE"]
        isOn = setting != nil
        printsInstructions = setting == "all"
    }

    func call(_ name: String, _ symbol: String, depth: Int, possible: Int) {
        guard isOn else { return }
        write(String(repeating: " ", count: depth) + "\(name) \(symbol) (\(possible))")
    }

    func instruction(_ instruction: Instruction, _ value: Value) {
        guard printsInstructions else { return }
        write("      \(instruction.line.string.prefix(90)) => \(value)")
    }

    func unknown(_ what: String, _ name: String) {
        guard isOn else { return }
        write("unknown \(what): \(name)")
    }

    private func write(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
