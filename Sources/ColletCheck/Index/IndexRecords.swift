import Foundation

/// A set of roles that a symbol plays at a place, or in relation to another.
struct IndexRoles: OptionSet {
    let rawValue: UInt64

    static let definition = IndexRoles(rawValue: 1 << 1)
    static let call = IndexRoles(rawValue: 1 << 5)
    static let implicit = IndexRoles(rawValue: 1 << 8)
    static let childOf = IndexRoles(rawValue: 1 << 9)
    static let baseOf = IndexRoles(rawValue: 1 << 10)
    static let overrideOf = IndexRoles(rawValue: 1 << 11)
    static let calledBy = IndexRoles(rawValue: 1 << 13)
    static let extendedBy = IndexRoles(rawValue: 1 << 14)
    static let accessorOf = IndexRoles(rawValue: 1 << 15)
    static let containedBy = IndexRoles(rawValue: 1 << 16)
}

package struct IndexSymbol: Hashable {
    /// What kind of declaration a symbol is, as far as the check cares; some numbers are left out.
    enum Kind: UInt32 {
        case `enum` = 5
        case `struct`, `class`, `protocol`
        case `typealias` = 11
        case function, variable
        case enumCase = 15
        case instanceMethod, classMethod, staticMethod
        case instanceProperty, classProperty, staticProperty, constructor
    }

    /// The unique identifier, the same in every file and module.
    package let usr: String
    package let name: String
    let kind: Kind?
}

struct IndexOccurrence {
    /// Another symbol, and what the occurrence's symbol is to it.
    struct Relation {
        let roles: IndexRoles
        let symbol: IndexSymbol
    }

    let symbol: IndexSymbol
    let roles: IndexRoles
    let position: Position
    var relations: [Relation] = []

    func related(_ role: IndexRoles) -> IndexSymbol? {
        relations.first { $0.roles.contains(role) }?.symbol
    }
}

/// What the compiler noted about one source file.
struct IndexUnit {
    let mainFile: String
    let module: String
    /// The object file, perhaps without the beginning of its path.
    let outputFile: String
    let store: String
    let date: Date
    var records: [String] = []
    var imports: Set<String> = []
    /// Whether the file belongs to what is checked, not to a package that it depends on.
    var isReported = false
    var isInTests = false
    /// Whether the file changed since the build or belongs to another program.
    var isLeftOut = false
    /// Whether it has no object, as after a build that failed.
    var isFailed = false
}
