/// What stands in a pair of brackets, or in a whole file, and what it is for.
final class Node {
    enum Kind {
        case file
        /// The braces of `if`, `for` and their like: what is in them runs where they
        /// stand.
        case branch
        /// The body of a type, a function or a computed variable, or the accessors of
        /// one.
        case declaration
        /// The body of an accessor: `get`, or `set`, `willSet` and `didSet`.
        case getter, setter
        case closure
        /// The parentheses, or brackets, directly behind a name.
        case arguments, `subscript`, generics
        case parentheses, list
    }

    let kind: Kind
    /// The word that tells what it is for, as `if` does of a branch.
    let keyword: String?
    /// Its tokens, with the brackets.
    let range: Range<Int>
    /// What it stands in; `nil` for a file. The tree keeps all nodes: a chain of those
    /// that keep each other would need a deep stack to be freed.
    unowned let parent: Node?

    init(_ kind: Kind, _ range: Range<Int>, in parent: Node?, for keyword: String? = nil)
    {
        self.kind = kind
        self.keyword = keyword
        self.range = range
        self.parent = parent
    }

    var start: Int { range.lowerBound }
    var end: Int { range.upperBound }
    /// Its tokens between the brackets; a file has none around it.
    var inside: Range<Int> {
        kind == .file ? range : start + 1..<max(start + 1, end - 1)
    }

    var isBraces: Bool {
        switch kind {
        case .branch, .declaration, .getter, .setter, .closure: true
        default: false
        }
    }
    var isAccessor: Bool { kind == .getter || kind == .setter }
    /// Whether what is in it runs as a part of what is around it.
    var isPart: Bool { !isBraces || kind == .branch || kind == .getter }

    private static let types = Set(words: "actor class enum struct")

    /// What may name what is declared in it: of a type, all around that.
    var scope: Node {
        let isOfType =
            kind == .declaration
            && keyword.map(Self.types.contains) == true
        return isOfType ? parent?.scope ?? self : self
    }

    /// The node and what it stands in, from the inside out.
    var path: some Sequence<Node> { sequence(first: self, next: \.parent) }
    var braces: [Node] { path.filter(\.isBraces) }
    /// The innermost closure or declaration.
    var body: Node? { path.first { !$0.isPart } }
}

extension Node: Hashable {
    static func == (left: Node, right: Node) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
