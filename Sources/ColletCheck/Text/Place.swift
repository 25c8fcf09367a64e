/// A place in a source file: a line and a column in UTF-8 bytes, both from 1.
struct Position: Hashable, Comparable, Sendable {
    var line: Int, column: Int

    static func < (left: Position, right: Position) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A position in a file.
package struct Place: Hashable, Comparable, CustomStringConvertible {
    package let path: String
    let position: Position

    package static func < (left: Place, right: Place) -> Bool {
        (left.path, left.position) < (right.path, right.position)
    }

    package var line: Int { position.line }
    package var column: Int { position.column }
    package var description: String { "\(path):\(line):\(column)" }
    /// The place within a text: `App.swift:20`.
    package var short: String {
        "\(path.split(separator: "/").last ?? ""):\(position.line)"
    }
}

/// What stands in one place of the program.
package protocol Placed {
    var site: Site { get }
}

extension Placed {
    package var place: Place { site.place }
}

/// A place in the program, and what it belongs to.
package struct Site: Hashable {
    package let place: Place
    let module: String
    /// Whether the file belongs to what is checked, not to a package that it depends on.
    package let isReported: Bool
    package let isInTests: Bool
    let isConditional: Bool
}
