import Foundation

/// An event of a program's run, as a copy of the library notes it: in a line on standard
/// error, which is written before anything that the event leads to.
public struct Note: Hashable, Sendable {
    public enum Kind: String, Sendable {
        /// A module was created; it needn't be registered anywhere.
        case written
        /// A container got a registration: with its block, or later.
        case brought, added
        /// A wrapper was read for the first time, or `resolve` was called.
        case asked
        /// A registration was found for a request, or for a part of what it asks for.
        case answered
        /// A registration's closure was called.
        case made
    }

    /// A container, with a number of its own in the run.
    public struct Container: Hashable, Sendable {
        public enum Kind: String, Sendable {
            case process, override, isolation, held
        }

        public let kind: Kind
        public let number: Int
    }

    public let kind: Kind
    /// The place as in messages: `App/main.swift:12`.
    public let place: String
    /// The type as the runtime prints it.
    public let type: String
    public let name: String?
    /// The container of the event, and those under it; none if a module is written.
    public let containers: [Container]
    /// The place of the registration that answers.
    public let answer: String?

    /// The notes in a program's output, in order.
    public static func all(in output: String) -> [Note] {
        output.split(separator: "\n").compactMap(Note.init)
    }

    private init?(_ line: Substring) {
        let fields = line.split(
            separator: Self.separator, omittingEmptySubsequences: false
        )
        .map(String.init)
        guard fields.count == 8, fields[0] == Self.mark,
            let kind = Kind(rawValue: fields[1])
        else { return nil }
        self.kind = kind
        place = fields[2]
        type = fields[3]
        name = fields[4] == "named" ? fields[5] : nil
        containers = fields[6].split(separator: ">").compactMap(Container.init)
        answer = fields[7].isEmpty ? nil : fields[7]
    }

    private static let mark = "collet-note"
    /// A character that occurs in no name.
    private static let separator: Character = "␟"

    /// The library, with a line for each of these events. Only this file uses the
    /// library's internal names; a text that isn't there exactly once is an error.
    public static func notingLibrary() throws -> String {
        var text = try String(contentsOf: Package.library, encoding: .utf8)
        for (code, replacement) in edits { try text.replaceOnly(code, with: replacement) }
        return text + noting
    }

    /// Code of the library and its replacements, in which `…` stands for that code.
    private static let edits = [
        (
            "        super.init(subject, lifetime, site)\n",
            "…        _note(.written, subject, site, in: nil)\n"
        ),
        (
            "nonisolated private final class _Container_: Sendable {\n",
            "…    let noted = _nextContainer()\n"
        ),
        (
            "    init(_ module: Module, in container: _Container_, isBrought: Bool = false) {\n",
            """
            …        _note(
                        isBrought ? .brought : .added, module.recipe.subject,
                        module.recipe.site, in: container)

            """
        ),
        (
            "        let made: _BoxOf_<Value> = ",
            """
                    _note(
                        .asked, _Subject_(type: Value.self, name: request.name),
                        request.site, in: request.container)
            …
            """
        ),
        (
            "        @safe nonisolated(unsafe) let value: T = request.value()\n",
            """
                    _note(
                        .asked, _Subject_(type: T.self, name: name), request.site,
                        in: request.container)
            …
            """
        ),
        (
            "    private func noteRequest(_ request: _Request_) {\n",
            "…        _note(.answered, subject, request.site, in: request.container, self)\n"
        ),
        (
            "        unsafe unsafeDowncast(recipe, to: _RecipeOf_<T>.self).make\n",
            """
                    let make =
            …
                    return {
                        _note(.made, self.subject, self.recipe.site, in: .current, self)
                        return make()
                    }

            """
        ),
    ]

    private static let noting = """

        #if canImport(Darwin)
            import Darwin
        #else
            import Glibc
        #endif

        nonisolated private enum _NoteKind: String {
            case written, brought, added, asked, answered, made
        }

        nonisolated private let _containerCount = Synchronization.Atomic(0)

        nonisolated private func _nextContainer() -> Int {
            _containerCount.wrappingAdd(1, ordering: .relaxed).newValue
        }

        nonisolated extension _Container_ {
            fileprivate var noteText: String {
                let kind =
                    self === _Container_.process
                    ? "process"
                    : isForHolder ? "held" : outer == nil ? "isolation" : "override"
                return "\\(kind) \\(noted)"
            }
        }

        nonisolated private func _note(
            _ kind: _NoteKind, _ subject: _Subject_, _ site: _Site_,
            in container: _Container_?, _ answer: _Registration_? = nil
        ) {
            // The requests of a verification have no place of their own.
            if site.kind == .verified { return }
            let fields = [
                "\(mark)", kind.rawValue, site.place, String(reflecting: subject.type),
                subject.name == nil ? "unnamed" : "named", subject.name ?? "",
                container?.chain.map(\\.noteText).joined(separator: ">") ?? "",
                answer?.recipe.site.place ?? "",
            ]
            var line = fields.joined(separator: "\(separator)") + "\\n"
            line.withUTF8 { _ = unsafe write(2, $0.baseAddress, $0.count) }
        }
        """
}

extension Note.Container {
    fileprivate init?(_ text: Substring) {
        let words = text.split(separator: " ")
        guard words.count == 2, let kind = Kind(rawValue: String(words[0])),
            let number = Int(words[1])
        else { return nil }
        self.init(kind: kind, number: number)
    }
}
