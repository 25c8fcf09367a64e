/// A variable or property, and where it is declared.
struct Variable: Equatable {
    let name: String
    let place: Place?
}

extension Function {
    /// The variable that gets what a call returns, by the call's place; its place is the
    /// call's, and its name is empty, where the function returns that itself.
    func variable(initializedAt place: Place) -> Variable? {
        guard let body else { return nil }
        var search = VariableSearch(place: place, body: body)
        for line in body.lines {
            if let found = search.read(line) { return found }
        }
        return nil
    }
}

extension Function {
    /// The names of its parameters and of what it captures.
    var argumentNames: [String] {
        (body?.lines.filter { $0.contains(", argno ") } ?? []).compactMap {
            $0.variable?.name
        }
    }
}

/// Follows a call's result through a function's lines to where it is stored.
private struct VariableSearch {
    private let place: Place
    private let body: SILText
    /// The registers that have the call's result.
    private var registers: Set<Substring> = []

    init(place: Place, body: SILText) {
        self.place = place
        self.body = body
    }

    mutating func read(_ line: SILText) -> Variable? {
        // Most lines aren't worth splitting.
        let isCall = line.contains("apply") && line.contains("Dependencies")
        let names = registers.contains { line.contains(string: String($0)) }
        guard isCall || names else { return nil }
        let words = line.string.split(separator: " ", maxSplits: 8)
        guard let first = words.first else { return nil }
        if words.count > 2, words[1] == "=" { define(first, words, line) }
        let has = words.contains { registers.contains($0.prefix { $0 != "," }) }
        guard has else { return nil }
        switch first {
        case "return": return Variable(name: "", place: place)
        case "debug_value": return line.variable
        case "store", "assign":
            return words.firstIndex(of: "to").flatMap { to in
                target(words[(to + 1)...])
            }
        default: return nil
        }
    }

    private static let copies: Set<Substring> = [
        "begin_borrow", "copy_value", "move_value",
    ]

    private mutating func define(
        _ register: Substring, _ words: [Substring], _ line: SILText
    ) {
        let isCall = words[2] == "apply" || words[2] == "try_apply"
        if isCall, line.contains("Dependencies"), line.place == place {
            registers.insert(register)
        } else if Self.copies.contains(words[2]) {
            let source = words.dropFirst(3).first { $0.hasPrefix("%") }
            guard registers.contains(source?.prefix { $0 != "," } ?? "") else { return }
            registers.insert(register)
        }
    }

    /// What an address is of: a global, a local variable, or a property.
    private func target(_ words: ArraySlice<Substring>) -> Variable? {
        var next = words.first { $0.hasPrefix("%") }
        for _ in 0..<6 {
            guard let register = next?.prefix(while: { $0 != "," }) else { return nil }
            guard let line = body.definition(of: register) else { return nil }
            if let found = line.variable { return found }
            let words = line.string.split(separator: " ")
            if let symbol = words.first(where: { $0.hasPrefix("@$") }) {
                let path = demangled(String(symbol.dropFirst())).prefix { $0 != ":" }
                let name = path.split(separator: ".").last.map(String.init) ?? ""
                return Variable(name: name.trimmed, place: line.place)
            }
            if let member = words.first(where: { $0.hasPrefix("#") }) {
                let name = member.split(separator: ".").last ?? ""
                return Variable(name: name.filter { $0 != "," }, place: line.place)
            }
            next = words.dropFirst(2).first { $0.hasPrefix("%") }
        }
        return nil
    }
}

extension String {
    fileprivate var trimmed: String { String(prefix { $0 != " " }) }
}

extension SILText {
    /// The line that defines a register.
    fileprivate func definition(of register: Substring) -> SILText? {
        find(string: "\n  \(register) = ").map { line(at: $0 + 1) }
    }

    /// `fakes`, as `name "fakes"` says.
    fileprivate var variable: Variable? {
        guard let found = find("name \"") else { return nil }
        return Variable(name: from(found + 6).before("\"").string, place: place)
    }
}
