/// Reads what a file registers, asks for and calls, as the index and its words say it.
final class CodeFile {
    let namedCode: NamedCode
    let declarations: Declarations
    let collet: ColletSymbols
    var file: SourceFile { namedCode.file }

    init(_ namedCode: NamedCode, _ declarations: Declarations, _ collet: ColletSymbols) {
        self.namedCode = namedCode
        self.declarations = declarations
        self.collet = collet
    }

    /// What the file mentions, but for definitions.
    private(set) lazy var mentions: [Mention] = namedCode.occurrences.compactMap {
        occurrence in
        let index = file.tokenIndex(at: occurrence.position)
        // What a type takes for a requirement from elsewhere, it doesn't call.
        let isTaken = occurrence.related(.overrideOf) != nil
        guard let index, !occurrence.isDefinition, !isTaken else { return nil }
        let use = use(of: occurrence.symbol, at: index)
        return Mention(codeFile: self, index: index, use: use, occurrence: occurrence)
    }
    private(set) lazy var calls = mentions.filter { $0.use != nil }

    private func use(of symbol: IndexSymbol, at index: Int) -> ColletSymbols.Use? {
        // What a macro expands to repeats what it is given.
        guard let use = collet.use(of: symbol), !file.tokens.isExpansion(at: index) else {
            return nil
        }
        // What the app adds to the library's types asks where its body does; but what an
        // initializer of its own wraps is asked for there.
        let isAdded = declarations[symbol.usr] != nil
        let isDelegating = file.text(file.startOfPath(index)..<index + 1) == "self.init"
        if use == .inject ? isDelegating : isAdded { return nil }
        // An attribute, but of no parameter.
        let isOfParameter = file.isToken(file.parent(of: index), "(")
        let isAttribute = file.isToken(index - 1, "@") && !isOfParameter
        return use != .builder || isAttribute ? use : nil
    }

    /// The calls by the closure which they take, or the body of a builder.
    private(set) lazy var closures = calls.reduce(into: [Node: Mention]()) {
        result, call in
        let body = call.use == .builder ? file.body(from: call.index) : nil
        if let closure = body ?? call.arguments.unlabelled.last?.braces {
            result[closure] = call
        }
    }

    /// The tokens that may keep a later one from running.
    private(set) lazy var endingWords = file.tokens.indices.filter { mayEnd(at: $0) }

    /// The words that leave a body, and those before what may throw.
    private(set) lazy var exits = Set(
        file.tokens.indices.filter { index in
            if file.isToken(index, "try") { return !file.isToken(index + 1, "?", "!") }
            let isExit = file.isToken(index, "break", "continue", "return", "throw")
            return isExit && !file.isToken(index + 1, ":")
        })

    /// The words and signs behind which the rest of a statement may not run.
    private(set) lazy var conditions = Set(
        file.tokens.indices.filter { index in
            // Of several conditions, each stands behind a comma.
            if file.isToken(index, ",") { return file.node(around: index).isBraces }
            if file.tokens.has(Self.skipping, at: index) { return true }
            let isOfKeyword = file.isToken(index - 1, "as", "try")
            if isOfKeyword || file.tokens.has(Self.endingTypes, at: index + 1) {
                return false
            }
            return file.isToken(index, "?")
        })
    private static let skipping = Set(words: "&& || ?? lazy where")
    /// The values of variables that a property wrapper may put off.
    private(set) lazy var wrappedValues = file.tokens.indices.compactMap { index in
        let isAttribute = file.isToken(file.startOfPath(index) - 1, "@")
        let isPutOff = isAttribute && file.says("@autoclosure", at: index)
        guard isPutOff else { return Range<Int>?.none }
        let keyword = file.first("var", from: index)
        return keyword.flatMap { file.value(ofVariable: $0 + 1)?.range }
    }

    /// What follows the question mark of a type.
    private static let endingTypes = Set(words: "= ) , { ] >")

    /// What the object has closures for: those that this build compiled, and the
    /// registered values, which are implicit ones, by the body that each is in.
    private(set) lazy var closuresByBody = Dictionary(
        grouping: file.nodes.filter { $0.kind == .closure }.map(\.start)
            .filter { file.isActive(file.tokens[$0]) }
            + calls.filter { $0.use == .registerValue }.map(\.index).sorted(),
        by: { file.node(around: $0).body })

    /// The type that is written from a token on, and the token behind it.
    func type(at index: Int) -> (type: TypeName, end: Int)? {
        declarations.type(at: index, in: file)
    }

    /// Whether an argument names code that runs: a function, or what is a local one.
    func namesCode(_ argument: Phrase) -> Bool {
        guard let name = argument.range.last else { return false }
        let isFunction = file.symbol(at: name)?.isFunction == true
        return isFunction || namedCode.namesLocal(name)
    }

    /// The call that takes a closure which a node is in, if that is one of some kind, and
    /// the closure.
    func call(around node: Node, where fits: (Mention) -> Bool) -> (
        call: Mention, closure: Node
    )? {
        node.path.lazy.compactMap { node in self.closures[node].map { ($0, node) } }
            .first { fits($0.0) }
    }

    /// The block whose statement something is in; in a closure that makes a value it is
    /// none.
    func block(around node: Node) -> Place? {
        let call = call(around: node) { $0.isRegistering || $0.isBlock }?.call
        return call?.isBlock == true ? call?.place : nil
    }

    /// The words that may leave a body, but for what stands behind them.
    private static let leaving = Set(words: "await return try")
    /// These, and the statements whose first condition always runs.
    static let goingOn = leaving.union(Set(words: "for guard if switch while"))
    /// What may keep later code in a body from running.
    private static let branching = Tree.statements.union(leaving)
        .union(skipping).union(["?", "throw"])

    /// Whether a token may keep some later one from running.
    private func mayEnd(at word: Int) -> Bool {
        let token = file.tokens[word]
        // A label may be called like a statement.
        guard token.isWordOrSign, !file.isToken(word + 1, ":") else { return false }
        if Self.branching.contains(token.text) { return true }
        return file.isToken(word + 1, "(") && file.says("-> Swift.Never", at: word)
    }
}

/// A place where code names a declaration.
struct Mention: Placed {
    /// It keeps its mentions, which so must not keep it; whoever reads the wiring keeps
    /// all readers.
    unowned let codeFile: CodeFile
    let index: Int
    /// What it means to the wiring, if it is of the library's.
    let use: ColletSymbols.Use?
    let occurrence: IndexOccurrence

    /// The function that it is in, which may be an accessor of its container.
    var accessor: IndexSymbol? {
        occurrence.related(.calledBy) ?? occurrence.related(.containedBy)
    }
    var container: String? { accessor.map { declarations.owner(ofAccessor: $0.usr) } }
    var declarations: Declarations { codeFile.declarations }
    /// The local declarations that it is in, from the inside out, and its container.
    var functions: [USR] {
        node.path.compactMap { codeFile.namedCode.local(around: index, in: $0) }
            + [container].compactMap(\.self)
    }
    /// The declaration that it is in, where that is in the same file.
    var surrounding: Definition? {
        declarations[container].flatMap { $0.file === file ? $0 : nil }
    }
    var symbol: IndexSymbol { occurrence.symbol }
    /// The module of the library's code that it names: the package's, or a pasted copy's.
    var library: Substring? {
        codeFile.collet.isMember(symbol.usr) ? symbol.module : nil
    }
    /// What it names, or the property whose accessor it calls.
    var definition: Definition? {
        declarations[declarations.owner(ofAccessor: symbol.usr)]
    }
    /// Whether it calls what it names, and is not repeated by a macro.
    var isCall: Bool {
        occurrence.roles.contains(.call) && !file.tokens.isExpansion(at: index)
    }
    var file: SourceFile { codeFile.file }
    var site: Site { file.site(at: index) }
    /// The brackets that it stands in.
    var node: Node { file.node(around: index) }
    var word: Phrase { Phrase(file, index..<index + 1) }
    /// The path that it ends.
    var path: Phrase { Phrase(file, file.startOfPath(index)..<index + 1) }
    /// The path with its arguments.
    var expression: Phrase { Phrase(file, path.start..<arguments.end) }
    var arguments: Arguments { Arguments(of: file, startingAt: index + 1) }
    /// What it mentions, mentioned elsewhere in the file.
    func moved(to index: Int) -> Mention {
        Mention(codeFile: codeFile, index: index, use: use, occurrence: occurrence)
    }

    /// The call whose closure it is in, if that is one of some kind.
    func call(where fits: (Mention) -> Bool) -> (call: Mention, closure: Node)? {
        codeFile.call(around: node, where: fits)
    }

    /// Whether its closure has the statements of a block.
    var isBlock: Bool { use == .block || use == .builder }
    /// Whether its closure makes what is registered.
    var isRegistering: Bool { use == .module || use == .register }

    /// The variable whose value it is in.
    var variable: IndexSymbol? {
        occurrence.related(.containedBy).flatMap { $0.isVariable ? $0 : nil }
    }

    /// Whether it gives a property a value before that asks for one, or a wrapper: by
    /// `property = …`, `_property = …` or a compiler-made initializer.
    var isMadeByHand: Bool {
        if word.has("_" + symbol.name) { return isAssigned || keyPath != nil }
        let isUsed = !occurrence.roles.isDisjoint(with: [.read, .write])
        if !isUsed { return word.precedes(":") && word.follows("(", ",") }
        let isGiven = occurrence.isOnlyWritten && definition?.isAskedAtOnce == false
        return isGiven && isAssigned
    }
    /// Whether it is set itself, perhaps with others in a tuple, and not what it has.
    private var isAssigned: Bool {
        word.precedes("=") || isInTarget && word.precedes(",", ")")
    }
    /// Whether what it is in is set: a tuple, or what a key path leads to.
    private var isInTarget: Bool { Phrase(file, node.range).precedes("=") }
    /// The sign that begins the key path which it is in.
    private var keyPath: Int? {
        [path.start, path.start - 1].first { file.isToken($0, "\\") }
    }

    /// Whether the getter of what it names runs there: it is not only set, and no key path
    /// names it that somebody may apply.
    var runsGetter: Bool {
        let isApplied = keyPath.map { file.isToken($0 - 2, "keyPath") && !isInTarget }
        return !occurrence.isOnlyWritten && isApplied != false
    }

    /// Where code around reads what a wrapper asks for that is made there: at once, or by
    /// the name that it is given.
    var readsOfWrapper: [Mention] {
        let start = codeFile.type(at: index)?.end ?? index + 1
        let wrapper = Phrase(
            file, path.start..<Arguments(of: file, startingAt: start).end)
        if wrapper.precedes("(", ".") { return [self] }
        if wrapper.isDefault { return [] }
        let names = (wrapper.variable ?? wrapper.target).map(file.mentions) ?? []
        return names.filter { file.isToken($0 + 1, "(", ".") }.map(moved)
    }

    /// Where it reads a property: a wrapper is asked by a call or a member, perhaps of a
    /// constant that is set to it; and a key path reads where it is applied.
    var reads: [Mention] {
        let isApplied = keyPath.map { file.isToken($0 - 2, "keyPath") } ?? true
        if isMadeByHand || !isApplied { return [] }
        guard isWrapper else { return [self] }
        let constant = path.isWhole ? path.variable : nil
        let names = constant.map(file.mentions) ?? [index]
        return names.filter { file.isToken($0 + 1, "(", ".", "?", "!") }.map(moved)
    }
    /// Whether it is in a call of a function or a subscript that takes an argument as a
    /// closure, or in a value that a property wrapper may put off.
    var isPutOff: Bool {
        if codeFile.wrappedValues.contains(where: { $0.contains(index) }) { return true }
        return node.path.prefix { !$0.isBraces }.contains { node in
            // A call of a generic type's initializer has the type's arguments in between.
            let isGeneric = file.isToken(node.start - 1, ">")
            let type = isGeneric ? file.partner(of: node.start - 1) : nil
            let names = [(type ?? node.start) - 1, node.start]
            return names.contains { file.says("@autoclosure", at: $0) }
        }
    }

    /// Whether it names an `Inject`, and not what that gives.
    private var isWrapper: Bool {
        guard let property = definition?.symbol else { return false }
        let type = property.variableType
        return word.has("_" + property.name)
            || (type?.element ?? type)?.name?.hasSuffix(".Inject") == true
    }
}
