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

    private(set) lazy var calls: [Call] = file.occurrences.compactMap { occurrence in
        // What a macro expands to repeats what it is given.
        guard !occurrence.roles.contains(.definition), let use = collet.use(of: occurrence.symbol),
            let mention = mention(occurrence), !file.isExpansion(at: mention.index)
        else { return nil }
        return (use, mention)
    }

    /// The registrations by the brace that opens their closure.
    private(set) lazy var closures = braces(of: [.module, .moduleWithLifetime, .register])
    /// The blocks by the brace that opens them: `Dependencies`, and the bodies of builders.
    private(set) lazy var blocks = braces(of: [.block, .builder])
    /// The closures that run in an override or isolation, by the brace that opens them.
    private(set) lazy var scopes = braces(of: [.override])

    private func braces(of uses: Set<ColletSymbols.Use>) -> [Int: Place] {
        var result: [Int: Place] = [:]
        for (use, mention) in calls where uses.contains(use) {
            let arguments = Arguments(of: file, startingAt: mention.index + 1).unlabelled
            let name = use == .builder ? builderName(behind: mention.index) : nil
            let brace = name.map { file.bodyBrace(from: $0) } ?? arguments.last?.lowerBound
            if let brace, file.isToken(brace, "{") { result[brace] = mention.place }
        }
        return result
    }

    func mention(_ occurrence: IndexOccurrence) -> Mention? {
        file.tokenIndex(at: occurrence.position).map { index in
            let container = declarations.container(of: occurrence)
            return Mention(reader: self, index: index, container: container, occurrence: occurrence)
        }
    }

    /// The name of the function or property with the attribute `@DependenciesBuilder`.
    func builderName(behind attribute: Int) -> Int? {
        guard file.isToken(attribute - 1, "@") else { return nil }
        return (attribute + 1..<attribute + 6).first { file.isToken($0, "func", "var") }
            .map { $0 + 1 }
    }

    /// The block whose statement a token is in; in a closure that makes a value it is none.
    func block(around index: Int) -> Place? {
        file.braces(around: index).first { blocks[$0] != nil || closures[$0] != nil }
            .flatMap { blocks[$0] }
    }

    /// The registration whose closure a token is in.
    func registration(around index: Int) -> Place? {
        file.braces(around: index).lazy.compactMap { self.closures[$0] }.first
    }
}
