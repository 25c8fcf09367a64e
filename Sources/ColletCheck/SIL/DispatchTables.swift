import Foundation

/// The tables of classes and conformances, with the implementations of members.
struct DispatchTables {
    /// The members of a table, with their symbols.
    final class Entries {
        fileprivate(set) var symbols: [(member: String, symbol: String)] = []
        /// The results of earlier searches.
        private var found: [String: [String]] = [:]

        /// The symbols for a member, even if it is named as in another module. There are
        /// several if only their labels differ, which SIL doesn't show.
        func symbols(_ member: String, _ names: TypeNames) -> [String] {
            found.value(for: member) {
                let member = normalized(member)
                return symbols(like: member) { $0 }
                    ?? symbols(like: member, names.unqualified)
                    // A member that the superclass also has is named after the
                    // superclass.
                    ?? symbols(like: member, signature)
                    // An override with another type is found by name.
                    ?? symbols(like: member, DispatchTables.shortName) ?? []
            }
        }

        /// The symbols of the members that have the same part, if there are any.
        private func symbols(
            like member: String, _ part: (String) -> String
        ) -> [String]? {
            let wanted = part(member)
            let alike = symbols.filter { part($0.member) == wanted }
            return alike.isEmpty ? nil : alike.map(\.symbol)
        }
    }

    /// By class, or by `Type:Protocol` for a conformance.
    var all: [String: Entries] = [:]
    /// By type, the protocols of its conformances.
    var conformances: [String: [String]] = [:]
    /// By protocol, the types that conform.
    var conformers: [String: [String]] = [:]
    /// The type that `Home.Model` stands for, and the generic parameters of `Home`.
    var associatedTypes: [String: (type: String, parameters: [String])] = [:]

    static func name(_ type: String, _ proto: String?) -> String {
        proto.map { "\(type):\($0)" } ?? type
    }

    /// `#Kit.Clock.now` for `#Kit.Clock.now: (Clock) -> () -> Int`.
    static func shortName(_ member: String) -> String {
        String(member.prefix { $0 != ":" })
    }

    /// The classes that have a table.
    var classes: [String] { all.keys.filter { !$0.contains(":") } }

    mutating func read(_ line: SILText, _ rest: SILText) {
        if line.hasPrefix("sil_vtable") {
            // The head has only the last part of a name such as `Space.Node`.
            let own = rest.lines.first { $0.contains(".deinit!") }
            let name = own?.after("#").before(".deinit!")
            let head = line.dropFirst(11).before(" {").withoutModifiers
            let type = (name ?? head).withoutPrefix("<abstract function>").string
            readEntries(of: type, type, rest)
        } else if line.hasPrefix("sil_witness_table") {
            let head = line.dropFirst(18).withoutModifiers
            let type = head.before(": ").string
            let base = type.baseName
            let proto = head.after(": ").before(" module ").string
            conformers[proto, default: []].append(base)
            conformances[base, default: []].append(proto)
            readEntries(of: Self.name(base, proto), type, rest)
        }
    }

    private mutating func readEntries(of table: String, _ type: String, _ text: SILText) {
        // Types of several modules may share a name.
        let entries = all.value(for: table) { Entries() }
        for line in text.lines {
            if line.hasPrefix("  associated_type ") {
                let name = line.dropFirst(18).before(": ").string
                associatedTypes["\(type.baseName).\(name)"] = (
                    line.after(": ").string, type.genericArguments
                )
            } else if let member = line.find("#"), let at = line.find(": @", from: member)
            {
                let symbol = line.from(at + 3).before("\t").before(" ").string
                let name = normalized(SILText(member, at).withoutBlanksAtEnd.string)
                if !entries.symbols.contains(where: { $0 == (name, symbol) }) {
                    entries.symbols.append((name, symbol))
                }
            }
        }
    }
}

/// A member's own name, with its parameters.
private func signature(_ member: String) -> String {
    let types = member.components(separatedBy: " -> ").dropFirst().dropLast()
    return DispatchTables.shortName(member).lastName + types.joined()
}

private func normalized(_ member: String) -> String {
    member.contains(" : ")
        ? member.replacingOccurrences(of: " : ", with: ": ") : member
}

private let modifiers: [StaticString] = [
    "hidden ", "private ", "shared ", "public ", "public_external ", "package ",
]

extension SILText {
    /// The text without `private`, `[serialized]` and a generic signature before its
    /// type.
    fileprivate var withoutModifiers: SILText {
        var text = self
        while true {
            if text.hasPrefix("[") || text.hasPrefix("<") {
                text = text.afterBracket()
            } else if modifiers.contains(where: text.hasPrefix) {
                text = text.after(" ")
            } else {
                return text
            }
        }
    }
}
