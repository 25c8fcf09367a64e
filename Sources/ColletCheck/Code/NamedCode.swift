/// The code of a file that runs when somebody names what it belongs to: the body of a
/// function or a type, a getter, a variable's closure, what a lazy variable is set to.
///
/// What a function declares for itself the index leaves out. Words tell where that is
/// named.
struct NamedCode {
    let file: SourceFile
    /// What runs, by the token that names its declaration.
    private var ranges: [Int: Range<Int>] = [:]
    /// The declarations that the index leaves out, by the token that names them. A type's
    /// member that nobody names runs with its type, and is none.
    private var locals: [Int: IndexSymbol] = [:]
    private var localsByNode: [Node: [Int]] = [:]
    private var used: Set<Int> = []
    /// What the index has of the file, and where these are declared and named.
    private(set) var occurrences: [IndexOccurrence]

    init(in file: SourceFile) {
        self.file = file
        occurrences = file.occurrences
        for body in file.nodes {
            if let name = file.name(of: body) { ranges[name] = body.range }
        }
        for name in file.tokens.indices
        where file.isToken(name - 1, "var", behind: "lazy") {
            ranges[name] = file.value(ofVariable: name)?.range
        }
        // A file that isn't read has no occurrences at all.
        if !file.occurrences.isEmpty { addLocals() }
    }

    /// Whether some of it runs when a declaration is named.
    func isRun(byNaming name: Int) -> Bool { ranges[name] != nil }

    /// The local declaration directly in some brackets that a token is in.
    func local(around index: Int, in node: Node) -> USR? {
        let name = localsByNode[node]?.first { ranges[$0]?.contains(index) == true }
        return name.flatMap { locals[$0]?.usr }
    }

    /// Whether a token names a local declaration.
    func namesLocal(_ index: Int) -> Bool { used.contains(index) }

    private mutating func addLocals() {
        let names = ranges.keys.filter(isLocal)
        let uses = uses(of: Dictionary(grouping: names) { file.tokens[$0].text })
        used = Set(uses.map(\.index))
        let named = Set(uses.map(\.name))
        for name in names where named.contains(name) || !isMember(name) {
            let site = file.site(at: name)
            locals[name] = IndexSymbol(
                usr: "local:\(site.place)", name: file.tokens[name].text, kind: nil,
                demangler: file.unit.demangler)
            add(name, at: name)
        }
        for (index, name) in uses { add(name, at: index) }
        localsByNode = Dictionary(grouping: locals.keys, by: file.node)
    }

    private func isLocal(_ name: Int) -> Bool {
        let token = file.tokens[name]
        let isName = token.kind == .word && !token.is("_")
        return isName && file.isActive(token) && file.occurrences(at: name).isEmpty
    }

    private func isMember(_ name: Int) -> Bool {
        let node = file.node(around: name)
        return node != node.scope
    }

    /// Adds a declaration, or where it is named, as the index would have it.
    private mutating func add(_ name: Int, at index: Int) {
        guard let symbol = locals[name] else { return }
        let position = file.tokens[index].position
        let isUse = name != index
        occurrences.append(
            IndexOccurrence(
                symbol: symbol, roles: isUse ? [] : .definition, position: position,
                relations: isUse ? file.containers(around: index) : []))
    }

    /// Where local declarations are named.
    private func uses(of names: [String: [Int]]) -> [(index: Int, name: Int)] {
        file.tokens.indices.flatMap { index in
            let same = names[file.tokens[index].text] ?? []
            let isUse = !same.isEmpty && !same.contains(index) && file.mayNameLocal(index)
            return (isUse ? self.names(same, at: index) : []).map { (index, $0) }
        }
    }

    /// Which of some declarations with one name a token may mean: behind a dot each
    /// member, or else the innermost.
    private func names(_ same: [Int], at index: Int) -> [Int] {
        if file.startOfPath(index) < index {
            return same.filter {
                isMember($0) && file.node(around: $0).scope.range.contains(index)
            }
        }
        let meant = same.filter { file.node(around: $0).range.contains(index) }
        let innermost = meant.map { file.node(around: $0).start }.max()
        return meant.filter { file.node(around: $0).start == innermost }
    }
}

extension SourceFile {
    /// Whether a token may be a name that the index leaves out, and no label.
    fileprivate func mayNameLocal(_ index: Int) -> Bool {
        let token = tokens[index]
        let isLabel = isToken(index + 1, ":") && isToken(index - 1, "(", ",")
        guard token.kind == .word, isActive(token), !isLabel else { return false }
        return symbol(at: index) == nil
    }

    /// What a token is in, as something says that is mentioned near it.
    fileprivate func containers(
        around index: Int
    ) -> [(roles: IndexRoles, symbol: IndexSymbol)] {
        let near = node(around: index).path.lazy.compactMap { node in
            self.occurrences.first { occurrence in
                let place = self.tokenIndex(at: occurrence.position)
                return !occurrence.isDefinition
                    && place.map(node.range.contains) == true
            }
        }
        let relations = near.first { _ in true }?.relations ?? []
        return relations.filter { roles, _ in
            roles.contains(.calledBy) || roles.contains(.containedBy)
        }
    }
}
