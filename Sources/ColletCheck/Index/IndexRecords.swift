import Foundation

/// The roles that a symbol plays at a place, or in relation to another.
struct IndexRoles: OptionSet {
    let rawValue: UInt64

    static let definition = bit(1), read = bit(3), write = bit(4), call = bit(5)
    static let implicit = bit(8), childOf = bit(9), baseOf = bit(10), overrideOf = bit(11)
    static let receivedBy = bit(12), calledBy = bit(13), extendedBy = bit(14)
    static let containedBy = bit(16)

    private static func bit(_ number: Int) -> Self { Self(rawValue: 1 << number) }
}

/// A declaration, as the index knows it.
package struct IndexSymbol: Hashable {
    /// What kind of declaration a symbol is, as far as the check cares; some numbers are
    /// left out.
    enum Kind: UInt32 {
        case `enum` = 5, `struct`, `class`, `protocol`
        case `typealias` = 11, function, variable
        case enumCase = 15, instanceMethod, classMethod, staticMethod
        case instanceProperty, classProperty, staticProperty, constructor
        case parameter = 25
    }

    package let usr: String, name: String
    let kind: Kind?
    let demangler: Demangler
}

/// A place where a symbol is declared or mentioned.
struct IndexOccurrence {
    let symbol: IndexSymbol
    let roles: IndexRoles
    let position: Position
    /// Other symbols, and what the occurrence's symbol is to them.
    var relations: [(roles: IndexRoles, symbol: IndexSymbol)] = []

    var isDefinition: Bool { roles.contains(.definition) }
    /// Whether the compiler puts it there, and no word.
    var isImplicit: Bool { roles.contains(.implicit) }

    /// Whether it only sets what is mentioned.
    var isOnlyWritten: Bool { roles.contains(.write) && !roles.contains(.read) }

    func related(_ role: IndexRoles) -> IndexSymbol? {
        relations.first { $0.roles.contains(role) }?.symbol
    }
}

/// A source file, as one build compiled it.
struct IndexUnit {
    let mainFile: String, module: String
    /// The object file, perhaps without the beginning of its path.
    var outputFile = ""
    var store = ""
    var demangler = Demangler.ofSystem
    var date = Date.distantPast
    var records: [String] = []
    var imports: Set<String> = []
    var isReported = false, isInTests = false
    var leftOut: LeftOutFile.Reason?

    /// Whether it may be one of the library's own files, of which only the names count.
    var mayBeLibrary: Bool {
        ["Collet.swift", "Collet+Hints.swift"].contains { mainFile.hasSuffix("/\($0)") }
    }

    /// Whether an index is one of Xcode's, which has all that is built into the same
    /// derived data.
    static func isXcodes(_ store: String) -> Bool { store.contains(/\/DataStore\/?$/) }

    func leftOut(as reason: LeftOutFile.Reason) -> IndexUnit {
        var unit = self
        unit.leftOut = reason
        unit.records = []
        return unit
    }
}

extension [IndexUnit] {
    /// The modules that some modules import, also indirectly, with these.
    func imported(by modules: some Sequence<String>) -> Set<String> {
        let byModule = Dictionary(grouping: self, by: \.module)
        return reachable(from: modules) { byModule[$0]?.flatMap(\.imports) ?? [] }
    }
}
