import Foundation

/// What a program registered or asked for when it ran, as a copy of the library notes it.
public struct Note: Hashable, Sendable {
    public enum Kind: String, Sendable { case registered, asked }

    public let kind: Kind
    /// The place as messages have it: `App/main.swift:12`.
    public let place: String
    /// The type, as the run time prints it.
    public let type: String
    public let name: String?

    /// The notes among the lines that a program wrote.
    public static func all(in output: String) -> Set<Note> {
        Set(output.split(separator: "\n").compactMap(Note.init))
    }

    private init?(_ line: Substring) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 6, fields[0] == Self.mark,
            let kind = Kind(rawValue: String(fields[1]))
        else { return nil }
        self.kind = kind
        place = String(fields[2])
        type = String(fields[3])
        name = fields[4] == "named" ? String(fields[5]) : nil
    }

    private static let mark = "collet-note"

    /// The library, with a line in each of the three functions that everything goes
    /// through.
    static func notingLibrary() throws -> String {
        var text = try String(contentsOf: Package.library, encoding: .utf8)
        for (code, note) in [
            (
                "        self.make = make\n        super.init(subject, lifetime, site)\n",
                "note(.registered, subject.type, subject.name, site.place)"
            ),
            (
                "        let made: _BoxOf_<Value> = ",
                "note(.asked, Value.self, request.name, request.site.place)"
            ),
            (
                "        @safe nonisolated(unsafe) let value: T = request.value()\n",
                "note(.asked, T.self, name, request.site.place)"
            ),
        ] {
            try text.replaceOnly(code, with: "        \(note)\n…")
        }
        return text + noting
    }

    private static let noting = """

        #if canImport(Darwin)
            import Darwin
        #else
            import Glibc
        #endif

        nonisolated private enum _NoteKind: String { case registered, asked }

        nonisolated private func note(
            _ kind: _NoteKind, _ type: Any.Type, _ name: String?, _ place: String
        ) {
            let fields = [
                "\(mark)", kind.rawValue, place, String(reflecting: type),
                name == nil ? "unnamed" : "named", name ?? "",
            ]
            var line = fields.joined(separator: "\\t") + "\\n"
            line.withUTF8 { _ = unsafe write(2, $0.baseAddress, $0.count) }
        }
        """
}
