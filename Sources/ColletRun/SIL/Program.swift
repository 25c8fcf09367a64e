import Foundation

/// Everything that the compiler made of a program's sources, indexed by its names.
final class Program {
    private(set) var files: [SILFile] = []
    private(set) var functions: [String: Function] = [:]
    /// The functions with a body, in the order of the text.
    private(set) var order: [Function] = []
    /// The globals' initial values, by symbol.
    private(set) var globals: [String: SILText] = [:]
    private(set) var declarations: [String: Declaration] = [:]
    private(set) var subclasses: [String: [String]] = [:]
    private(set) var tables = DispatchTables()
    /// Symbols by the names that `@_silgen_name` gives them.
    private(set) var asmNames: [String: String] = [:]
    /// What replaces a dynamic function.
    private(set) var replacements: [String: String] = [:]
    private(set) lazy var names = TypeNames(self)
    private(set) lazy var reach = Reach(self)
    private(set) lazy var injectedProperties = InjectedProperties(self)

    init(paths: [String]) {
        for path in paths {
            if let text = SILText(path: path) { read(SILFile(path: path, text: text)) }
        }
    }

    /// A program of one file.
    init(_ text: SILText) { read(SILFile(path: "", text: text)) }

    private(set) lazy var modules = Set(files.map(\.module)).subtracting([""]).sorted()

    // MARK: Reading

    private func read(_ file: SILFile) {
        files.append(file)
        let declared = file.interface.declarations.sorted { $0.key < $1.key }
        for (name, declaration) in declared {
            declarations[name] = declaration
            guard declaration.kind == "class" else { continue }
            if let parent = declaration.superclass {
                subclasses[parent, default: []].append(name)
            }
        }
        let text = file.text
        var next = text.find("\nsil")
        while let found = next {
            let line = text.line(at: found + 1)
            let end = text.endOfItem(behind: line)
            read(line, SILText(line.end, end), of: file)
            next = text.find("\nsil", from: end)
        }
    }

    private func read(_ line: SILText, _ rest: SILText, of file: SILFile) {
        if line.hasPrefix("sil ") {
            readFunction(line, rest, of: file)
        } else if line.hasPrefix("sil_global"), rest.count > 0, let symbol = line.symbol {
            globals[symbol] = rest
        } else {
            tables.read(line, rest)
        }
    }

    private func readFunction(_ line: SILText, _ rest: SILText, of file: SILFile) {
        guard let symbol = line.symbol else { return }
        // Another module's function may be there, and empty.
        let body = rest.contains("\nbb0") ? rest : nil
        let function = Function(symbol: symbol, file: file, header: line, body: body)
        if body != nil { file.note(function) }
        if let old = functions[symbol], old.body != nil || body == nil { return }
        functions[symbol] = function
        if body != nil { order.append(function) }
        if let name = line.attribute("[asmname \"") { asmNames[name] = symbol }
        if let old = line.attribute("[dynamic_replacement_for \"") {
            replacements[old] = symbol
        }
    }

    /// The symbol of what runs for a symbol: what it is linked to, or what replaces it.
    func implementation(of symbol: String) -> String {
        let isElsewhere = functions[symbol]?.body == nil
        let linked = isElsewhere ? asmNames[symbol] ?? symbol : symbol
        return replacements[linked] ?? linked
    }

    // MARK: Types

    /// A type's name without its generic arguments.
    static func baseName(_ type: String) -> String {
        type.firstIndex(of: "<").map { String(type[..<$0]) } ?? type
    }

    func declaration(of type: String) -> Declaration? {
        declarations[Self.baseName(type)]
    }

    /// `Kit.Clock` of `#Kit.Clock.now: …`.
    static func owner(of member: String) -> String {
        let name = member.dropFirst().prefix { $0 != ":" && $0 != "!" }
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? String(name)
    }

    /// The type or protocol that a member is of, if it is the program's own.
    func declaration(ofMember member: String) -> Declaration? {
        let owner = Self.owner(of: member)
        let plain = owner.drop { $0 != "." }.dropFirst()
        return declaration(of: owner) ?? declaration(of: String(plain))
    }

    /// The type and its superclasses, as far as they are declared here.
    func ancestry(of type: String) -> [String] {
        var all = [Self.baseName(type)]
        while let parent = declarations[all.last!]?.superclass, all.count < 50 {
            all.append(Self.baseName(parent))
        }
        return all
    }

    func isSubclass(_ type: String, of other: String) -> Bool {
        type == other || ancestry(of: type).contains(other)
    }

    /// The class itself, and what inherits from it.
    func classes(below type: String) -> [String] {
        var all: [String] = []
        var open = [type]
        // A class may have the name of another module's class that it inherits from.
        while let next = open.popLast() {
            if all.contains(next) { continue }
            all.append(next)
            open += subclasses[next] ?? []
        }
        return all
    }

    /// Whether a type inherits from a class or conforms to a protocol, or `nil` if that
    /// can't be told: of generic arguments, and of what another library declares.
    func conforms(_ type: String, to other: String) -> Bool? {
        let ancestry = ancestry(of: type)
        let base = Self.baseName(other)
        let isOne = ancestry.contains { $0 == base || tables.hasConformance($0, base) }
        if isOne { return base == other ? true : nil }
        let isWhole = ancestry.allSatisfy { name in
            let isProtocol = name.hasSuffix("Sendable") || tables.conformers[name] != nil
            return isProtocol || declarations[name] != nil
        }
        return isWhole && base != "AnyObject" ? false : nil
    }

    /// The symbol that implements a class's member.
    func method(_ member: String, inClass type: String) -> String? {
        for name in ancestry(of: type) {
            let entries = tables.entries(name)
            if let symbol = entries?.symbol(member, names) { return symbol }
        }
        return nil
    }

    /// Whether a type of its own runs actors' jobs.
    private(set) lazy var hasExecutors = tables.conformers["SerialExecutor"] != nil

    /// The symbol that fulfils a requirement.
    func witness(_ member: String, of type: String, proto: String) -> String? {
        for name in ancestry(of: type) {
            let entries = tables.entries(DispatchTables.name(name, proto))
            if let entries { return entries.symbol(member, names) }
        }
        return nil
    }
}

extension SILText {
    /// Where a function, a table or a global ends that begins with a line.
    fileprivate func endOfItem(behind line: SILText) -> UnsafeRawPointer {
        guard line.hasSuffix("{") else { return line.end }
        let isFunction = line.hasPrefix("sil ")
        let end: StaticString = isFunction ? "\n} // end sil function" : "\n}"
        return find(end, from: line.end) ?? self.end
    }

    /// The symbol behind `@`.
    fileprivate var symbol: String? {
        guard let at = find(byte: "@") else { return nil }
        return SILText(at + 1, find(byte: " ", from: at) ?? end).string
    }

    /// What stands in quotes behind an attribute's name.
    fileprivate func attribute(_ name: StaticString) -> String? {
        guard let found = find(name) else { return nil }
        return from(found + name.utf8CodeUnitCount).before("\"").string
    }
}
