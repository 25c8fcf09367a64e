/// Reads what a file does with the library.
final class FileReader {
    /// A call of one of the library's functions.
    typealias Call = (use: ColletSymbols.Use, mention: Mention, occurrence: IndexOccurrence)

    let file: SourceFile
    let declarations: Declarations
    let collet: ColletSymbols

    init(_ file: SourceFile, _ declarations: Declarations, _ collet: ColletSymbols) {
        self.file = file
        self.declarations = declarations
        self.collet = collet
    }

    /// The calls in the order of the source.
    private(set) lazy var calls: [Call] = file.occurrences.compactMap { occurrence in
        // What a macro expands to repeats what it is given.
        guard !occurrence.roles.contains(.definition), let use = collet.use(of: occurrence.symbol),
            let mention = mention(occurrence), !file.isExpansion(at: mention.index)
        else { return nil }
        return (use, mention, occurrence)
    }

    func mention(_ occurrence: IndexOccurrence) -> Mention? {
        file.tokenIndex(at: occurrence.position).map { index in
            Mention(reader: self, index: index, container: declarations.container(of: occurrence))
        }
    }

    /// The registrations by the brace that opens their closure.
    private(set) lazy var closures = braces {
        [.module, .moduleWithLifetime, .register].contains($0)
    }
    /// The blocks by the brace that opens them: `Dependencies`, and the bodies of builders.
    private(set) lazy var blocks = braces { $0 == .block }.merging(builders) { first, _ in first }
    /// The closures that run in an override or isolation, by the brace that opens them.
    private(set) lazy var scopes = braces { $0 == .override }

    /// The declared names and the bodies behind `@DependenciesBuilder`.
    private var builders: [Int: Place] {
        var result: [Int: Place] = [:]
        for call in calls where call.use == .builder {
            let name = builderName(behind: call.mention.index)
            let body = name.flatMap { file.bodyBrace(from: $0, to: file.tokens.count) }
            if let body { result[body] = call.mention.place }
        }
        return result
    }

    /// The name of the function or property with the attribute `@DependenciesBuilder`.
    func builderName(behind attribute: Int) -> Int? {
        let words = attribute + 1..<min(attribute + 6, file.tokens.count)
        let keyword = words.first { file.isToken($0, "func") || file.isToken($0, "var") }
        return file.isToken(attribute - 1, "@") ? keyword.map { $0 + 1 } : nil
    }

    private func braces(where accepts: (ColletSymbols.Use) -> Bool) -> [Int: Place] {
        var result: [Int: Place] = [:]
        for call in calls where accepts(call.use) {
            let arguments = Arguments(of: file, startingAt: call.mention.index + 1)
            guard let brace = arguments.unlabelled.last?.lowerBound, file.isToken(brace, "{")
            else { continue }
            result[brace] = call.mention.place
        }
        return result
    }

    /// The block whose statement a token is in; in a closure that makes a value it is none.
    func block(around index: Int) -> Place? {
        file.braces(around: index).first { blocks[$0] != nil || closures[$0] != nil }
            .flatMap { blocks[$0] }
    }

    /// The closures around a token that run in an override or isolation.
    func scopes(around index: Int) -> Set<Place> {
        Set(file.braces(around: index).compactMap { scopes[$0] })
    }
}
