/// A kept object that code gets in an override with a key that the object asked for.
struct KeptObject {
    let keeper: Keeper
    /// The keepers from the one that code gets to the one that asked.
    let path: [Keeper]
    let asked: Keeper.Asked
    /// The override's registration of the key, if there is an override that has it.
    let override: Registration?
    /// Where code in the override gets it.
    var gotAt: Place?
    /// Whether the first override that makes it decides for everybody.
    var isOfFirst = false
}

extension PackageRuns {
    /// Kept objects that ask for what an override replaces, and so don't see the
    /// override.
    var keptObjects: [Finding] {
        let kept = processes.flatMap { Keepers(self, following: $0).kept }
        // A keeper that asks for several keys which overrides replace is one mistake.
        let same = Dictionary(grouping: kept) {
            [$0.keeper.place.inText, $0.keeper.name]
        }
        return same.values.map(Finding.init)
    }
}

extension Finding {
    fileprivate init(_ all: [KeptObject]) {
        let first = all[0]
        let name = first.keeper.name
        let what = all.map(\.title).unique.list
        let fact =
            first.isOfFirst
            ? "\(name) is kept for everybody, and has \(what) of the first override"
            : """
            \(name) is kept, and has \(what) from outside of the override that replaces it
            """
        self.init(
            rule: .kept, place: first.keeper.place,
            message: "\(fact); to fix, \(first.cure(asking: all))",
            notes: all.flatMap(\.notes).unique, subject: name)
    }
}

extension KeptObject {
    /// The value it has that an override replaces, and the keys through which it has it.
    fileprivate var title: String {
        let through = way.dropLast().joined(separator: ", ")
        return "the \(what)" + (through.isEmpty ? "" : " through \(through)")
    }

    /// The cure, where it is kept.
    func cure(asking all: [Self]) -> String {
        let asking = "ask for \(all.map { $0.way[0] }.unique.list) at each use"
        let mustLast = ([keeper] + holders).contains { $0.isGlobal || $0.hasScope }
        if mustLast { return asking }
        let names = ([keeper] + all.flatMap(\.holders)).map(\.name)
        return "\(asking), or make \(names.unique.list) anew each time, with Module { … }"
    }

    var notes: [Finding.Note] {
        var notes: [Finding.Note] = [
            (asked.place, "it asks for \(what) here"),
            (override?.origin ?? .unknown, "an override registers it here"),
        ]
        if let gotAt {
            notes.append(
                (
                    gotAt,
                    "code in the override gets \((holders.first ?? keeper).name) here"
                ))
        }
        notes += holders.map { ($0.place, "\($0.name) is kept, too, and has it") }
        return notes
    }

    private var what: String {
        asked.isArray ? "[\(asked.key.type)]" : asked.key.description
    }

    /// The other kept objects that have it.
    private var holders: [Keeper] {
        path.compactMap(\.lasting).filter { $0 != keeper }.unique
    }

    /// The keys from the one it asks for itself to the one that the override replaces.
    private var way: [String] {
        let own = path.lastIndex { $0.lasting === keeper } ?? 0
        let wrappers = path[own...].filter(\.isWrapper)
        let first = wrappers.first?.through.map(\.description) ?? []
        let all =
            first + wrappers.map(\.name) + asked.through.map(\.description) + [what]
        return all.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
}
