/// An instruction, read once.
final class Instruction {
    /// Where a branch goes on.
    struct Target: Equatable {
        /// The enumeration's case, `normal` or `error`.
        var name = ""
        var block: Int
        /// The registers that the block's arguments get.
        var arguments: [Int] = []
    }

    let opcode: Opcode
    let line: SILText
    /// The registers that get its results.
    let results: [Int]
    /// The registers that it reads.
    var operands: [Int] = []
    /// The type that it names, as printed.
    var type = ""
    /// The symbol, member, case or literal that it names.
    var name = ""
    /// A function's name in the comment above its `function_ref`.
    var comment = ""
    /// Generic arguments, a selection's cases, or a key path's components.
    var substitutions: [String] = []
    var targets: [Target] = []

    /// The place in the source, or `nil` if the line has none that makes sense.
    private(set) lazy var place: Place? = readPlace()

    init(opcode: Opcode, line: SILText, results: [Int]) {
        self.opcode = opcode
        self.line = line
        self.results = results
    }

    private func readPlace() -> Place? {
        // Without `-g`, the instruction is its own place.
        guard let found = line.find(", loc ") else {
            let line = Int(bitPattern: line.start) & 0xffff_ffff
            return Place(file: Place.unknownFile, line: line, column: 0)
        }
        let text = line.from(found + 6).withoutPrefix("* ")
        guard text.starts(with: "\"") else { return nil }
        guard let close = text.find(byte: "\"", from: text.start + 1) else { return nil }
        let (row, next) = text.number(at: close + 2)
        let (column, _) = text.number(at: next + 1)
        return Place(
            file: SILText(text.start + 1, close).string, line: row, column: column)
    }
}

/// A place in the source.
struct Place: Hashable, CustomStringConvertible {
    static let unknownFile = "-"

    var file: String
    var line: Int
    var column: Int

    var description: String { "\(file):\(line):\(column)" }

    /// Whether a macro wrote the code there.
    var isMacro: Bool { file.hasPrefix("@__swiftmacro") }

    /// Whether a person wrote the code there.
    var isWritten: Bool { line > 0 && !isMacro }
}
