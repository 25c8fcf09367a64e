/// A place in the source.
package struct Place: Hashable, Comparable, CustomStringConvertible, Sendable {
    static let unknownFile = "-"
    static let macroPrefix = "@__swiftmacro_"
    static let unknown = Place(file: unknownFile)

    package var file: String
    package var line = 0
    package var column = 0

    package var description: String { "\(file):\(line):\(column)" }
    /// The place in a message: `App.swift:20`.
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

extension SILText {
    /// The place at the end of a line, if it makes sense.
    var place: Place? {
        guard let found = find(", loc ") else { return nil }
        let text = from(found + 6).withoutPrefix("* ")
        guard text.hasPrefix("\""), let close = text.find("\"", from: text.start + 1)
        else { return nil }
        let (row, next) = text.number(at: close + 2)
        return Place(
            file: SILText(text.start + 1, close).string, line: row,
            column: text.number(at: next + 1).value)
    }
}
