/// Finds out what becomes of each `Dependencies` block: it is built, nested, isolated or handed on,
/// where it stands or by the name of what it is declared as. To verify it is no use, unless it is a
/// test's own: what it registers stays unknown to the program.
struct BlockReader {
    private let readers: [FileReader]
    private let declarations: Declarations
    private let reach: ReachReader
    private var blocks: [Place: Block] = [:]
    private var declared: [String: [Place]] = [:]
    /// The symbols whose mentions are to be read.
    private var grown: Set<String> = []

    static func read(
        _ readers: [FileReader], _ declarations: Declarations, _ reach: ReachReader
    ) -> [Place: Block] {
        var reader = BlockReader(readers: readers, declarations: declarations, reach: reach)
        reader.read()
        return reader.blocks
    }

    private mutating func read() {
        for reader in readers {
            for (use, mention) in reader.calls {
                if use == .block {
                    note(mention)
                } else if use == .builder, let name = reader.builderName(behind: mention.index),
                    let symbol = reader.file.symbol(at: name)
                {
                    blocks[mention.place] = Block(site: mention.site)
                    declare([mention.place], as: symbol.usr)
                }
            }
        }
        // What stands for a block may be what another variable is set to.
        while let symbol = grown.popFirst() {
            for mention in readers.mentions(of: symbol) {
                use(declared[symbol] ?? [], at: mention, behind: mention.index + 1)
            }
        }
        for (usr, places) in declared {
            let symbol = declarations[usr]?.symbol
            for place in places {
                blocks[place]?.isOfOtherBuilds = symbol.map(reach.isOfOtherBuilds) == true
                // What fulfils a requirement is used by the requirement's name.
                if declarations.fulfilling.contains(usr) { blocks[place]?.uses.insert(.built) }
            }
        }
        // A nested block is put to the uses of the outer one, which may be nested, too.
        blocks = blocks.mapValues { block in
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

    private mutating func declare(_ places: [Place], as usr: String) {
        let new = places.filter { declared[usr]?.contains($0) != true }
        declared[usr, default: []] += new
        if !new.isEmpty { grown.insert(usr) }
    }

    private mutating func note(_ mention: Mention) {
        let file = mention.file
        let start = file.startOfPath(mention.index)
        let end = Arguments(of: file, startingAt: mention.index + 1).end
        blocks[mention.place] = Block(site: mention.site)
        if let function = mention.container, !file.isToken(end, "."),
            declarations[function]?.returns(start..<end, in: file) == true
        {
            declare([mention.place], as: function)
        } else {
            use([mention.place], at: mention, behind: end)
        }
    }

    private mutating func use(_ places: [Place], at mention: Mention, behind name: Int) {
        let file = mention.file
        let end = file.isToken(name, "(") ? file.behind(name) : name
        // To be set is no use, and neither is how many blocks a list has.
        if file.isToken(end, "=") { return }
        guard let method = file.isToken(end, ".") ? file.token(end + 1)?.text : nil else {
            return hand(places, on: mention, behind: end)
        }
        if ["count", "indices", "isEmpty"].contains(method) { return }
        if method == "verify" {
            for place in places where blocks[place]?.site.isInTests == true {
                blocks[place]?.uses.insert(.temporary)
            }
            return
        }
        let body = Arguments(of: file, startingAt: end + 2).unlabelled.last
        // A function that is given by its name may do anything.
        put(places, toUseIn: body.flatMap { mention.reader.scopes[$0.lowerBound] }, at: mention)
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
            declare(places, as: symbol.usr)
        } else if let variable {
            for index in file.mentions(ofLocal: variable) where index >= end {
                let local = Mention(reader: reader, index: index, container: mention.container)
                use(places, at: local, behind: index + 1)
            }
        } else {
            put(places, toUseIn: nil, at: mention)
        }
    }

    /// Puts blocks to use, perhaps in an override or isolation, if the code around that runs.
    private mutating func put(_ places: [Place], toUseIn scope: Place?, at mention: Mention) {
        // What is built in the closure of an override serves that closure alone.
        let scopes = scope.map { [$0] } ?? reach.scopes(around: mention)
        let isTemporary = !scopes.isEmpty || mention.file.isInTests
        let unreached = isTemporary ? nil : reach.unreached(around: mention)
        for place in places {
            guard let unreached else {
                blocks[place]?.uses.insert(isTemporary ? .temporary : .built)
                blocks[place]?.scopes.formUnion(scopes)
                continue
            }
            let known = blocks[place]?.unreached ?? unreached
            let isFirst = unreached.site.place <= known.site.place
            blocks[place]?.unreached = isFirst ? unreached : known
        }
    }
}
