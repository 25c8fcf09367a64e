/// Reads what a file does with the library.
final class FileReader {
    typealias Call = (use: ColletSymbols.Use, mention: Mention)

    let file: SourceFile
    let declarations: Declarations
    let collet: ColletSymbols

    init(_ file: SourceFile, _ declarations: Declarations, _ collet: ColletSymbols) {
        self.file = file
        self.declarations = declarations
        self.collet = collet
    }

    /// What the file mentions, but for definitions.
    private(set) lazy var mentions: [Mention] = file.occurrences.compactMap { occurrence in
        // What "_clock" wraps is mentioned within that token.
        var position = occurrence.position
        if file.tokenIndex(at: position) == nil { position.column -= 1 }
        guard !occurrence.roles.contains(.definition), let index = file.tokenIndex(at: position)
        else { return nil }
        let container = declarations.container(of: occurrence)
        return Mention(reader: self, index: index, container: container, occurrence: occurrence)
    }
    private(set) lazy var mentionsBySymbol = Dictionary(grouping: mentions, by: \.symbol.usr)

    private(set) lazy var calls: [Call] = mentions.compactMap { mention in
        // What a macro expands to repeats what it is given.
        guard let use = collet.use(of: mention.symbol), !file.isExpansion(at: mention.index),
            // An attribute, but of no parameter.
            use != .builder
                || file.isToken(mention.index - 1, "@")
                    && !file.isToken(file.parent(of: mention.index), "(")
        else { return nil }
        return (use, mention)
    }

    /// The calls by the brace that opens the closure which they take, or the body of a builder.
    private(set) lazy var closures: [Int: Call] = {
        var result: [Int: Call] = [:]
        for (use, mention) in calls {
            let arguments = Arguments(of: file, startingAt: mention.index + 1).unlabelled
            let body = use == .builder ? file.bodyBrace(from: mention.index) : nil
            let brace = body ?? arguments.last?.lowerBound
            if let brace, file.isToken(brace, "{") { result[brace] = (use, mention) }
        }
        return result
    }()

    /// The innermost closure around a token that is for some uses.
    func closure(
        around index: Int, where accepts: (ColletSymbols.Use) -> Bool = \.isRegistering
    ) -> (brace: Int, use: ColletSymbols.Use, place: Place)? {
        for brace in file.braces(around: index) {
            if let (use, mention) = closures[brace], accepts(use) {
                return (brace, use, mention.place)
            }
        }
        return nil
    }

    /// The block whose statement a token is in; in a closure that makes a value it is none.
    func block(around index: Int) -> Place? {
        closure(around: index) { $0.isRegistering || $0 == .block || $0 == .builder }
            .flatMap { $0.use.isRegistering ? nil : $0.place }
    }
}
