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

    /// Where its line stands in the file of SIL.
    let offset: Int
    /// The place in the source, or `nil` if the line has none that makes sense. Without
    /// `-g`, the instruction is its own place.
    private(set) lazy var place: Place? =
        line.contains(", loc ")
        ? line.place : Place(file: Place.unknownFile, line: offset, column: 0)

    init(opcode: Opcode, line: SILText, results: [Int], offset: Int) {
        self.opcode = opcode
        self.line = line
        self.results = results
        self.offset = offset
    }
}

extension SILText {
    /// The place that a line has, if it makes sense.
    var place: Place? {
        guard let found = find(", loc ") else { return nil }
        let text = from(found + 6).withoutPrefix("* ")
        guard text.starts(with: "\"") else { return nil }
        guard let close = text.find(byte: "\"", from: text.start + 1) else { return nil }
        let (row, next) = text.number(at: close + 2)
        let (column, _) = text.number(at: next + 1)
        return Place(
            file: SILText(text.start + 1, close).string, line: row, column: column)
    }
}

/// A place in the source.
package struct Place: Hashable, Comparable, CustomStringConvertible, Sendable {
    static let unknownFile = "-"
    static let macroPrefix = "@__swiftmacro_"
    static let unknown = Place(file: unknownFile, line: 0, column: 0)

    package var file: String
    package var line: Int
    package var column: Int

    package var description: String { "\(file):\(line):\(column)" }
    /// The place within a text: `App.swift:20`.
    package var short: String { "\(fileName):\(line)" }
    /// `App.swift`
    var fileName: String { String(file.split(separator: "/").last ?? "") }

    package static func < (left: Place, right: Place) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }

    /// Whether a macro wrote the code there.
    var isMacro: Bool { file.hasPrefix(Self.macroPrefix) }

    /// Whether a person wrote the code there.
    var isWritten: Bool { line > 0 && !isMacro && file != Self.unknownFile }
}
