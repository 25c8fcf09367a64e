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
            for call in reader.calls where call.use == .block { note(call.mention) }
            for call in reader.calls where call.use == .builder {
                let name = reader.builderName(behind: call.mention.index)
                guard let symbol = name.flatMap({ reader.file.symbol(at: $0) }) else { continue }
                let site = reader.file.site(at: call.mention.index)
                blocks[site.place] = Block(site: site)
                declared[symbol.usr, default: []].append(site.place)
            }
        }
        // What stands for a block may be what another variable is set to.
        grown = Set(declared.keys)
        while let symbol = grown.popFirst() {
            for (mention, _) in readers.mentions(of: symbol) {
                use(declared[symbol] ?? [], at: mention, behind: mention.index + 1)
            }
        }
        // What fulfils a requirement is used by the requirement's name.
        for witness in declarations.fulfilling {
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
            for outer in block.outer.sorted().compactMap({ blocks[$0] }) {
                block.uses.formUnion(outer.uses)
                block.scopes.formUnion(outer.scopes)
                block.unreached = block.unreached ?? outer.unreached
            }
            return block
        }
    }

    /// Notes a block, and what it is declared as.
    private mutating func note(_ mention: Mention) {
        let file = mention.file
        let start = file.startOfPath(mention.index)
        let end = Arguments(of: file, startingAt: mention.index + 1).end
        let site = file.site(at: mention.index)
        blocks[site.place] = Block(site: site)
        if let function = mention.container, !file.isToken(end, "."), file.isResult(start..<end),
            declarations.definitions[function]?.returns(start..<end, in: file) == true
        {
            declared[function, default: []].append(site.place)
        } else {
            use([site.place], at: mention, behind: end)
        }
    }

    /// Notes what is done with blocks where they are mentioned.
    private mutating func use(_ places: [Place], at mention: Mention, behind name: Int) {
        let file = mention.file
        let end = file.isToken(name, "(") ? file.behind(name) : name
        // To be set is no use.
        if file.isToken(end, "=") { return }
        guard let method = file.isToken(end, ".") ? file.token(end + 1)?.text : nil else {
            return hand(places, on: mention, behind: end)
        }
        // How many blocks a list has is no use, either.
        if ["count", "indices", "isEmpty"].contains(method) { return }
        if method == "verify" {
            for place in places where blocks[place]?.site.isInTests == true {
                blocks[place]?.uses.insert(.temporary)
            }
            return
        }
        let body = Arguments(of: file, startingAt: end + 2).unlabelled.last
        let scope = body.flatMap { mention.reader.scopes[$0.lowerBound] }
        // A function that is given by its name may do anything.
        let isBuilt = scope == nil && !file.isInTests
        put(places, to: isBuilt ? .built : .temporary, in: scope, at: mention)
    }

    /// Notes that blocks are mentioned where another block nests them, a variable is set to them, or
    /// a function takes or returns them.
    private mutating func hand(_ places: [Place], on mention: Mention, behind end: Int) {
        let (file, reader) = (mention.file, mention.reader)
        var start = file.startOfPath(mention.index)
        if let outer = reader.block(around: start) {
            for place in places { blocks[place]?.outer.insert(outer) }
            return
        }
        // What a module makes of it is a value, and no block.
        if let brace = file.parent(of: start), reader.closures[brace] != nil { return }
        // An array of blocks is a list, perhaps of lists.
        while let open = file.parent(of: start), file.isToken(open, "[") { start = open }
        if file.isToken(start - 1, "="), file.isToken(start - 2, "_") { return }
        let variable = file.declaredVariable(before: start)
        let isSet = variable != nil || file.isToken(start - 1, "=")
        if isSet, let symbol = file.symbol(at: variable ?? start - 2, where: \.isVariable) {
            let new = places.filter { declared[symbol.usr]?.contains($0) != true }
            declared[symbol.usr, default: []] += new
            if !new.isEmpty { grown.insert(symbol.usr) }
        } else if let variable {
            for index in file.mentions(ofLocal: variable) where index >= end {
                let local = Mention(reader: reader, index: index, container: mention.container)
                use(places, at: local, behind: index + 1)
            }
        } else {
            put(places, to: file.isInTests ? .temporary : .built, in: nil, at: mention)
        }
    }

    /// Puts blocks to a use, if the code around it runs.
    private mutating func put(
        _ places: [Place], to use: Block.Use, in scope: Place?, at mention: Mention
    ) {
        let unreached = reach.unreached(around: mention)
        let around = reach.scopes(around: mention)
        for place in places {
            // What is built in the closure of an override serves that closure alone.
            let use = around.isEmpty ? use : .temporary
            if use == .built, let unreached {
                let known = blocks[place]?.unreached ?? unreached
                let isFirst = unreached.site.place <= known.site.place
                blocks[place]?.unreached = isFirst ? unreached : known
            } else {
                blocks[place]?.uses.insert(use)
                blocks[place]?.scopes.formUnion(scope.map { [$0] } ?? around)
            }
        }
    }
}
