/// A place where code names a declaration.
struct Mention {
    /// It keeps its mentions, which so must not keep it; whoever reads the wiring keeps
    /// all readers.
    unowned let reader: FileReader
    let index: Int
    /// What it means to the wiring, if it is of the library's.
    let use: ColletSymbols.Use?
    let occurrence: IndexOccurrence

    /// The function that it is in, which may be an accessor of its container.
    var accessor: IndexSymbol? {
        occurrence.related(.calledBy) ?? occurrence.related(.containedBy)
    }
    var container: String? { accessor.map { declarations.owner(ofAccessor: $0.usr) } }
    var declarations: Declarations { reader.declarations }
    /// The declaration that it is in, where that is in the same file.
    var surrounding: Definition? {
        declarations[container].flatMap { $0.file === file ? $0 : nil }
    }
    var symbol: IndexSymbol { occurrence.symbol }
    var file: SourceFile { reader.file }
    var site: Site { file.site(at: index) }
    var place: Place { site.place }
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
        Mention(reader: reader, index: index, use: use, occurrence: occurrence)
    }

    /// The call whose closure it is in, if that is one of some kind.
    func call(where fits: (Mention) -> Bool) -> (call: Mention, closure: Node)? {
        reader.closure(around: node, where: fits).map { ($0.call, $0.node) }
    }

    /// Whether its closure makes what is registered.
    var isRegistering: Bool { use == .module || use == .register }

    /// The variable whose value it is in.
    var variable: IndexSymbol? {
        occurrence.related(.containedBy).flatMap { $0.isVariable ? $0 : nil }
    }

    /// Whether it gives a property a wrapper, by `_property = …` or a compiler-made
    /// initializer.
    var isMadeByHand: Bool {
        word.precedes("=") && word.has("_" + symbol.name)
            || word.precedes(":") && word.follows("(", ",")
    }
}
