/// Finds out what becomes of each `Dependencies` block: it is built, nested, isolated or handed on,
/// where it stands or by the name of what it is declared as. To verify it is no use, unless it is a
/// test's own: what it registers stays unknown to the program.
struct BlockReader {
    let readers: [FileReader]
    let declarations: Declarations
    let reach: ReachReader
    private var blocks: [Place: Block] = [:]
    /// The blocks by the symbol that stands for them.
    private var declared: [String: [Place]] = [:]
    /// The symbols whose mentions are to be read.
    private var grown: Set<String> = []

    init(_ readers: [FileReader], _ declarations: Declarations, _ reach: ReachReader) {
        self.readers = readers
        self.declarations = declarations
        self.reach = reach
    }

    mutating func read() -> [Place: Block] {
        for reader in readers {
            for call in reader.calls where call.use == .block { note(call, in: reader) }
            for call in reader.calls where call.use == .builder {
                let name = reader.builderName(behind: call.index)
                guard let symbol = name.flatMap({ reader.file.symbol(at: $0) }) else { continue }
                let site = reader.file.site(at: call.index)
                blocks[site.place] = Block(site: site)
                declared[symbol.usr, default: []].append(site.place)
            }
        }
        // What stands for a block may be what another variable is set to.
        grown = Set(declared.keys)
        while let symbol = grown.popFirst() { readMentions(of: symbol) }
        // What fulfils a requirement is used by the requirement's name.
        for witness in declarations.witnesses.values.flatMap(\.values) {
            for place in declared[witness] ?? [] { blocks[place]?.uses.insert(.built) }
        }
        let words = Set(readers.flatMap(\.file.inactiveWords))
        for (usr, places) in declared {
            let name = declarations.definitions[usr]?.symbol.name.prefix { $0 != "(" } ?? ""
            for place in places { blocks[place]?.isOfOtherBuilds = words.contains(name) }
        }
        // A nested block is put to the uses of the outer one, which may be nested, too.
        return blocks.mapValues { block in
            var block = block
            block.outer = reachable(from: block.outer) { blocks[$0]?.outer ?? [] }
            for outer in block.outer.compactMap({ blocks[$0] }) {
                block.uses.formUnion(outer.uses)
                block.scopes.formUnion(outer.scopes)
                block.unreached = block.unreached ?? outer.unreached
            }
            return block
        }
    }

    /// Notes a block, and what it is declared as.
    private mutating func note(_ call: FileReader.Call, in reader: FileReader) {
        let file = reader.file
        let start = file.startOfPath(call.index)
        let end = Arguments(of: file, startingAt: call.index + 1).end
        let site = file.site(at: call.index)
        blocks[site.place] = Block(site: site)
        let function = declarations.container(of: call.occurrence)
        if let function, !file.isToken(end, "."), file.isResult(start..<end),
            declarations.definitions[function]?.returns(start..<end, in: file) == true
        {
            declared[function, default: []].append(site.place)
        } else {
            use([site.place], at: start, behind: end, of: call.occurrence, in: reader)
        }
    }

    /// Reads what is done with the blocks that a symbol stands for.
    private mutating func readMentions(of symbol: String) {
        let places = declared[symbol] ?? []
        for reader in readers {
            for occurrence in reader.file.occurrencesBySymbol[symbol] ?? []
            where !occurrence.roles.contains(.definition) {
                guard let index = reader.file.tokenIndex(at: occurrence.position) else { continue }
                use(places, at: index, behind: index + 1, of: occurrence, in: reader)
            }
        }
    }

    /// Notes what is done with blocks at a token.
    private mutating func use(
        _ places: [Place], at index: Int, behind start: Int, of occurrence: IndexOccurrence,
        in reader: FileReader
    ) {
        let file = reader.file
        let end = file.isToken(start, "(") ? file.behind(start) : start
        let start = file.startOfPath(index)
        // To be set is no use.
        if file.isToken(end, "=") { return }
        guard let method = file.isToken(end, ".") ? file.token(end + 1)?.text : nil else {
            return hand(places, on: start..<end, of: occurrence, in: reader)
        }
        if method == "verify" {
            for place in places where blocks[place]?.site.isInTests == true {
                blocks[place]?.uses.insert(.temporary)
            }
            return
        }
        let body = Arguments(of: file, startingAt: end + 2).unlabelled.last
        let scope = body.flatMap { reader.scopes[$0.lowerBound] }
        // A function that is given by its name may do anything.
        let isBuilt = scope == nil && !file.isInTests
        put(places, isBuilt ? .built : .temporary, in: scope, at: start, of: occurrence, reader)
    }

    /// Notes that blocks are mentioned where another block nests them, a variable is set to them, or
    /// a function takes or returns them.
    private mutating func hand(
        _ places: [Place], on tokens: Range<Int>, of occurrence: IndexOccurrence,
        in reader: FileReader
    ) {
        let (file, index) = (reader.file, tokens.lowerBound)
        if let outer = reader.block(around: index) {
            for place in places { blocks[place]?.outer.insert(outer) }
            return
        }
        // What a module makes of it is a value, and no block.
        if let brace = file.parent(of: index), reader.closures[brace] != nil { return }
        // An array of blocks is a list, perhaps of lists.
        var start = index
        while let open = file.parent(of: start), file.isToken(open, "[") { start = open }
        if file.isToken(start - 1, "="), file.isToken(start - 2, "_") { return }
        let variable = file.declaredVariable(before: start)
        let isSet = variable != nil || file.isToken(start - 1, "=")
        if isSet, let symbol = file.symbol(at: variable ?? start - 2, where: \.isVariable) {
            let new = places.filter { declared[symbol.usr]?.contains($0) != true }
            declared[symbol.usr, default: []] += new
            if !new.isEmpty { grown.insert(symbol.usr) }
        } else if let variable {
            for mention in file.mentions(ofLocal: variable) where mention >= tokens.upperBound {
                use(places, at: mention, behind: mention + 1, of: occurrence, in: reader)
            }
        } else {
            put(
                places, file.isInTests ? .temporary : .built, in: nil, at: index, of: occurrence,
                reader)
        }
    }

    /// Puts blocks to a use, if the code around it runs.
    private mutating func put(
        _ places: [Place], _ use: Block.Use, in scope: Place?, at index: Int,
        of occurrence: IndexOccurrence, _ reader: FileReader
    ) {
        let unreached = reach.unreached(
            around: index, in: declarations.container(of: occurrence), reader)
        let around = reader.scopes(around: index)
        for place in places {
            // What is built in the closure of an override serves that closure alone.
            let use = around.isEmpty ? use : .temporary
            if use == .built, let unreached {
                blocks[place]?.unreached = unreached
            } else {
                blocks[place]?.uses.insert(use)
                blocks[place]?.scopes.formUnion(scope.map { [$0] } ?? around)
            }
        }
    }
}
