import Foundation

/// The tables of classes and conformances: who implements a member.
struct DispatchTables {
    /// A class's table is named after it, a conformance's `Type:Protocol`.
    private var texts: [String: SILText] = [:]
    /// By type, the protocols of its conformances.
    private(set) var conformances: [String: [String]] = [:]
    /// By protocol, the types that conform.
    private(set) var conformers: [String: [String]] = [:]
    /// What `Home.Model` is.
    private(set) var associatedTypes: [String: String] = [:]
    private let parsed = Parsed()

    private final class Parsed {
        var entries: [String: Entries] = [:]
    }

    static func name(_ type: String, _ proto: String) -> String { "\(type):\(proto)" }

    /// The classes that have a table.
    var classes: [String] { texts.keys.filter { !$0.contains(":") } }
    var all: [String] { Array(texts.keys) }

    func hasConformance(_ type: String, _ proto: String) -> Bool {
        texts[Self.name(type, proto)] != nil
    }

    mutating func read(_ line: SILText, _ rest: SILText) {
        if line.hasPrefix("sil_vtable") {
            texts[line.dropFirst(11).before(" {").withoutModifiers.string] = rest
        } else if line.hasPrefix("sil_witness_table"), line.hasSuffix("{") {
            let head = line.dropFirst(18).withoutModifiers
            let type = Program.baseName(head.before(": ").string)
            let proto = head.after(": ").before(" module ").string
            texts[Self.name(type, proto)] = rest
            conformers[proto, default: []].append(type)
            conformances[type, default: []].append(proto)
            readAssociatedTypes(of: type, rest)
        }
    }

    private mutating func readAssociatedTypes(of type: String, _ table: SILText) {
        for line in table.lines where line.hasPrefix("  associated_type ") {
            let entry = line.dropFirst(18)
            let name = entry.before(": ").string
            associatedTypes["\(type).\(name)"] = entry.after(": ").string
        }
    }

    /// What a table has, read once.
    func entries(_ table: String) -> Entries? {
        if let known = parsed.entries[table] { return known }
        guard let text = texts[table] else { return nil }
        let entries = Entries(text)
        parsed.entries[table] = entries
        return entries
    }

    /// The symbols of a table, by member.
    final class Entries {
        private(set) var symbols: [String: String] = [:]
        private var found: [String: String?] = [:]

        fileprivate init(_ text: SILText) {
            for line in text.lines {
                guard let hash = line.find(byte: "#") else { continue }
                guard let at = line.find(": @", from: hash) else { continue }
                let member = SILText(hash, at).string
                let tab = line.find(byte: "\t", from: at) ?? line.end
                let blank = line.find(byte: " ", from: at + 3) ?? line.end
                symbols[Self.normalized(member)] = SILText(at + 3, min(tab, blank)).string
            }
        }

        /// The symbol for a member, also as another module names it.
        func symbol(_ member: String, _ names: TypeNames) -> String? {
            if let known = found[member] { return known }
            let symbol = search(member, names)
            found[member] = symbol
            return symbol
        }

        private func search(_ member: String, _ names: TypeNames) -> String? {
            let member = Self.normalized(member)
            if let found = symbols[member] { return found }
            let plain = names.unqualified(member)
            let same = symbols.filter { names.unqualified($0.key) == plain }
            if same.count == 1 { return same.first!.value }
            // An override with another type: by name alone, if only one has it.
            let short = member.prefix { $0 != ":" }
            let alike = symbols.filter { $0.key.prefix { $0 != ":" } == short }
            return alike.count == 1 ? alike.first!.value : nil
        }

        private static func normalized(_ member: String) -> String {
            var member = member.replacingOccurrences(of: " : ", with: ": ")
            while member.last == " " || member.last == ":" { member.removeLast() }
            return member
        }
    }
}

extension SILText {
    private static let modifiers: [StaticString] = [
        "hidden ", "private ", "shared ", "public ", "public_external ", "package ",
    ]

    /// Without `private`, `[serialized]` and a generic signature before a type's name.
    fileprivate var withoutModifiers: SILText {
        var text = self
        while true {
            if text.starts(with: "[") || text.starts(with: "<") {
                text = text.afterBracket()
            } else if Self.modifiers.contains(where: text.hasPrefix) {
                text = text.after(" ")
            } else {
                return text
            }
        }
    }
}
