/// Finds out what becomes of each `Dependencies` block: it is built, nested, isolated or handed on,
/// where it stands or by the name of what it is declared as. To verify it is no use, unless it is a
/// test's own: what it registers stays unknown to the program.
struct BlockReader {
    let files: [SourceFile]
    let declarations: Declarations
    private(set) var blocks: [Place: Block] = [:]
    /// The blocks by the symbol that stands for them.
    private(set) var declared: [String: [Place]] = [:]

    /// Notes the block whose initializer's name is at a token.
    mutating func note(_ occurrence: IndexOccurrence, at index: Int, in file: SourceFile) {
        let start = file.startOfPath(index)
        let arguments = Arguments(of: file, startingAt: index + 1)
        let site = Site(file: file, position: file.tokens[index].position)
        let place = site.place
        blocks[place] = Block(site: site)
        if let brace = arguments.unlabelled.last?.lowerBound { file.blocks[brace] = place }
        let variable = file.declaredVariable(before: start)
        let isSet = variable != nil || file.isToken(start - 1, "=")
        if file.isToken(arguments.end, ".") {
            use([place], at: start, behind: arguments.end, in: file)
        } else if let symbol = file.symbol(at: variable ?? start - 2, where: \.isVariable), isSet {
            declared[symbol.usr, default: []].append(place)
        } else if let variable {
            for mention in file.mentions(ofLocal: variable) {
                use([place], at: mention, behind: mention + 1, in: file)
            }
        } else if let function = declarations.container(of: occurrence),
            declarations.definitions[function]?.returns(start..<arguments.end, in: file) == true
        {
            declared[function, default: []].append(place)
        } else {
            use([place], at: start, behind: arguments.end, in: file)
        }
    }

    /// The blocks, once all are noted.
    mutating func read() -> [Place: Block] {
        // What fulfils a requirement is used by the requirement's name.
        for witness in declarations.witnesses.values.flatMap(\.values) {
            for place in declared[witness] ?? [] { blocks[place]?.uses.insert(.built) }
        }
        for file in files {
            for occurrence in file.occurrences where !occurrence.roles.contains(.definition) {
                guard let places = declared[occurrence.symbol.usr],
                    let index = file.tokenIndex(at: occurrence.position)
                else { continue }
                use(places, at: index, behind: index + 1, in: file)
            }
        }
        let conditional = files.flatMap { file in
            file.tokens.filter { $0.branch != nil && !file.activeBranches.contains($0.branch) }
        }
        let words = Set(conditional.map { $0.text[...] })
        for (usr, places) in declared {
            let name = declarations.definitions[usr]?.symbol.name.prefix { $0 != "(" } ?? ""
            for place in places { blocks[place]?.isOfOtherBuilds = words.contains(name) }
        }
        // A nested block is put to the uses of the outer one, which may be nested, too.
        return blocks.mapValues { block in
            var block = block
            block.outer = reachable(from: block.outer) { blocks[$0]?.outer ?? [] }
            block.uses.formUnion(block.outer.flatMap { blocks[$0]?.uses ?? [] })
            return block
        }
    }

    /// Notes what is done with blocks at a token.
    private mutating func use(
        _ places: [Place], at index: Int, behind start: Int, in file: SourceFile
    ) {
        let end = file.isToken(start, "(") ? file.behind(start) : start
        // To be set is no use.
        if file.isToken(end, "=") { return }
        let method = file.isToken(end, ".") ? file.token(end + 1)?.text ?? "" : nil
        let isBuilt = !["override", "isolate", "verify"].contains(method) && !file.isInTests
        let closure = isBuilt ? nil : Arguments(of: file, startingAt: end + 2).unlabelled.last
        if let closure { file.scopes[closure.lowerBound, default: []] += places }
        for place in places where method != "verify" || blocks[place]?.site.isInTests == true {
            if method == nil, let outer = file.block(around: index) {
                blocks[place]?.outer.insert(outer)
            } else {
                blocks[place]?.uses.insert(isBuilt ? .built : .temporary)
            }
        }
    }
}
