/// Finds out what becomes of each `Dependencies` block.
///
/// A block is put to use where it stands, or by the name of what it is declared as: it is built,
/// nested, isolated, handed on. To verify it is no use, unless it is a test's own: what it registers
/// stays unknown to the program.
struct BlockReader {
    let files: [SourceFile]
    let declarations: Declarations
    private var blocks: [Place: Block] = [:]
    /// The blocks by the symbol that stands for them.
    private var declared: [String: [Place]] = [:]

    init(_ files: [SourceFile], _ declarations: Declarations) {
        self.files = files
        self.declarations = declarations
    }

    /// Notes the block whose initializer's name is at a token.
    mutating func note(_ occurrence: IndexOccurrence, at index: Int, in file: SourceFile) {
        let start = file.startOfPath(index)
        let arguments = Arguments(of: file, startingAt: index + 1)
        var site = Site(file: file, position: file.tokens[index].position)
        let place = site.place
        if let brace = arguments.unlabelled.last?.lowerBound { file.blocks[brace] = place }
        let variable = file.declaredVariable(before: start)
        var symbol: String?
        if file.isToken(arguments.end, ".") {
            symbol = nil
        } else if variable != nil || file.isToken(start - 1, "=") {
            symbol = file.symbol(at: variable ?? start - 2, where: \.isVariable)?.usr
        } else if let function = declarations.container(of: occurrence),
            declarations.definitions[function]?.returns(start..<arguments.end, in: file) == true
        {
            symbol = function
        }
        if let definition = symbol.flatMap({ declarations.definitions[$0] }) {
            site = definition.site
        } else if let variable {
            site = Site(file: file, position: file.tokens[variable].position)
        }
        blocks[place] = Block(site: site)
        if let symbol {
            declared[symbol, default: []].append(place)
        } else if let variable, file.symbol(at: variable) == nil {
            for mention in file.mentions(ofLocal: variable) {
                use([place], at: mention, behind: mention + 1, in: file)
            }
        } else {
            use([place], at: start, behind: arguments.end, in: file)
        }
    }

    /// The blocks, once all are noted.
    mutating func read() -> [Place: Block] {
        // What fulfils a requirement is used by the requirement's name.
        for witness in declarations.witnesses.values.flatMap(\.values) {
            for place in declared[witness] ?? [] { blocks[place]?.use = .built }
        }
        for file in files {
            for occurrence in file.occurrences where !occurrence.roles.contains(.definition) {
                guard let places = declared[occurrence.symbol.usr],
                    let index = file.tokenIndex(at: occurrence.position)
                else { continue }
                use(places, at: index, behind: index + 1, in: file)
            }
        }
        var isDone = false
        while !isDone {
            isDone = true
            for (place, block) in blocks {
                let use = block.outer.compactMap { blocks[$0]?.use }.max() ?? .none
                guard use > block.use else { continue }
                blocks[place]?.use = use
                isDone = false
            }
        }
        return blocks
    }

    /// Notes what is done with blocks at a token.
    private mutating func use(
        _ places: [Place], at index: Int, behind start: Int, in file: SourceFile
    ) {
        var end = start
        if file.isToken(end, "("), let close = file.partner(of: end) { end = close + 1 }
        // To be set is no use.
        if file.isToken(end, "=") { return }
        let method = file.isToken(end, ".") ? file.token(end + 1) : nil
        let isPassing = ["override", "isolate", "verify"].contains { method?.is($0) == true }
        let outer = method == nil ? file.block(around: index) : nil
        let use: Block.Use = isPassing || file.isInTests ? .temporary : .built
        for place in places {
            guard var block = blocks[place], block.site.isInTests || method?.is("verify") != true
            else { continue }
            if let outer { block.outer.insert(outer) } else { block.use = max(block.use, use) }
            blocks[place] = block
        }
    }
}
