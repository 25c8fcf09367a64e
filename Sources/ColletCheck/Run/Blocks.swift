/// Blocks and their names.
extension Interpreter {
    /// The value of a block with these modules.
    func value(ofBlock modules: Value, _ block: Block) -> Value {
        let number = blocks.firstIndex(of: block) ?? blocks.count
        if number == blocks.count { blocks.append(block) }
        return .fields(
            "Dependencies", ["modules": modules, "block": .int(number)])
    }

    /// The block that a value stands for, if it can only be one.
    func block(_ value: Value) -> Block? {
        guard let number = loaded(value).field("block")?.integer else { return nil }
        return blocks.indices.contains(number) ? blocks[number] : nil
    }

    /// The block that the current call makes. Its variable is looked up only once.
    func newBlock() -> Block {
        guard let place, place.isWritten, let caller = stack.last else {
            return Block()
        }
        return newBlocks.value(for: place) {
            let variable = program.functions[caller.symbol]?.variable(
                initializedAt: place)
            let isReturned = variable?.name.isEmpty == true
            let name = isReturned ? caller.title : variable?.name
            return Block(name: name, place: variable?.place ?? place)
        }
    }
}

extension Call {
    /// The name of the function, or of the property whose getter it is: `fakes` for
    /// `static FeedTests.fakes.getter` or `#FeedTests.fakes!getter : (FeedTests) -> …`.
    fileprivate var title: String? {
        if name.contains(#/^(default|closure) /#) { return nil }
        let name = name.replacing(/[.!]getter| : .+/, with: "")
        let end = name.firstIndex(of: "(") ?? name.endIndex
        let path = name[..<end].split(separator: ".")
        return path.last.map { String($0) + name[end...] }
    }
}
