/// Finds `Dependencies` blocks that nothing puts to use.
///
/// A block is put to use where it stands, or by the name of what it is declared as: it is built,
/// nested, handed on. To verify it is no use, unless it is a test's own: what it registers stays
/// unknown to the program.
struct BlockReader {
    let files: [SourceFile]
    let declarations: Declarations
    /// The declarations of blocks by the symbol that stands for them.
    private var declared: [String: Site] = [:]
    /// The local variables that hold a block which nothing uses.
    private var unusedLocals: [Site] = []

    init(_ files: [SourceFile], _ declarations: Declarations) {
        self.files = files
        self.declarations = declarations
    }

    /// Notes the block whose initializer's name is at a token.
    mutating func note(_ occurrence: IndexOccurrence, at index: Int, in file: SourceFile) {
        let start = file.startOfPath(index)
        let end = Arguments(of: file, startingAt: index + 1).end
        guard !file.isToken(end, ".") else { return }
        let variable = file.declaredVariable(before: start)
        if let variable, file.symbol(at: variable) == nil {
            let mentions = file.mentions(ofLocal: variable)
            if mentions.contains(where: { isUse(at: $0, in: file, of: file) }) { return }
            unusedLocals.append(Site(file: file, position: file.tokens[variable].position))
        } else if file.isToken(start - 1, "=") {
            let symbol = file.symbol(at: variable ?? start - 2, where: \.isVariable)
            if let symbol { declared[symbol.usr] = declarations.definitions[symbol.usr]?.site }
        } else if let function = declarations.container(of: occurrence),
            let definition = declarations.definitions[function],
            definition.returns(start..<end, in: file)
        {
            declared[function] = definition.site
        }
    }

    func unused() -> [Site] {
        // What fulfils a requirement is used by the requirement's name.
        var unused = declared
        for witness in declarations.witnesses.values.flatMap(\.values) { unused[witness] = nil }
        for file in files {
            for occurrence in file.occurrences where !occurrence.roles.contains(.definition) {
                guard let block = unused[occurrence.symbol.usr],
                    let index = file.tokenIndex(at: occurrence.position),
                    isUse(at: index, in: file, of: block.file)
                else { continue }
                unused[occurrence.symbol.usr] = nil
            }
        }
        return unusedLocals + unused.values
    }

    /// Whether a mention of a block puts it to use, rather than verifying or setting it.
    private func isUse(at index: Int, in file: SourceFile, of declaring: SourceFile) -> Bool {
        var end = index + 1
        if file.isToken(end, "("), let close = file.partner(of: end) { end = close + 1 }
        let isVerified = file.isToken(end, ".") && file.isToken(end + 1, "verify")
        return !file.isToken(end, "=") && (!isVerified || declaring.isInTests)
    }
}
