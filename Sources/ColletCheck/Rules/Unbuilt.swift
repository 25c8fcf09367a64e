extension PackageRuns {
    /// Code that would register something, but isn't used: blocks that nothing builds,
    /// modules that no block has, and functions that nothing calls.
    var unbuiltCode: [Finding] {
        // If the program stops, what comes after that may use anything.
        if programRoots.events.contains(where: \.isStop) { return [] }
        let missing = Set(
            visits(in: programRoots + rest).filter { $0.answer == .missing }.map(\.key))
        // The message on a missing registration names the code that would register it.
        return forgotten.all.filter {
            !$0.isOnOtherWay && missing.isDisjoint(with: $0.keys)
        }.map { code in
            Finding(
                rule: code.kind == .function ? .uncalled : .unbuilt, place: code.place,
                message: code.message)
        }
    }
}

extension Forgotten.Code {
    fileprivate var message: String {
        if kind == .function {
            return """
                nothing that runs calls '\(name)', so what it registers or builds is not \
                found; to fix, call it when the program starts
                """
        }
        let building = kind == .block ? "call build() on it, or " : ""
        return """
            nothing builds this, so nothing that it registers is found; to fix, \
            \(building)nest it in a block that is built
            """
    }
}
