extension Event {
    /// The calls from the root to here, as notes; on a long way, the first and last few.
    func steps(_ runs: PackageRuns) -> [Finding.Note] {
        let notes = way.dropFirst().compactMap { call -> Finding.Note? in
            guard let deed = call.deed, let place = runs.sources.written(call.place)
            else { return nil }
            return (place, deed)
        }.unique
        let limit = 10
        return notes.count > limit
            ? notes.prefix(limit / 2) + notes.suffix(limit / 2) : notes
    }
}

extension Call {
    /// The type whose initializer is called.
    var made: String? {
        name.prefixMatch(of: /(default argument \d+ of )?(.*?)\.(__allocating_)?init\(/)
            .map { String($0.2) }
    }

    /// Says what the call does, unless the compiler wrote it or it only runs a closure.
    fileprivate var deed: String? {
        // `getter of count #1 in load()` is a local variable's.
        let name = name.replacing(#/^(\wetter) of (\w+) #.+/#) { "\($0.2).\($0.1)" }
        // An initializer that allocates calls the other one.
        let isPart = name.contains("closure #") || symbol.hasSuffix("fc")
        if isPart || ["$", "default argument"].contains(where: name.hasPrefix) {
            return nil
        }
        for (role, verb) in [(".getter", "reads "), (".setter", "sets ")]
        where name.hasSuffix(role) { return verb + name.dropLast(role.count) }
        let isWritten =
            name.first?.isLetter == true && name.contains("(")
            && !name.hasPrefix("thunk ")
        return made.map { "makes \($0)" } ?? (isWritten ? "calls \(name)" : nil)
    }
}
