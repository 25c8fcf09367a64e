/// A container and its registrations.
///
/// Containers are values in cells, so that each way has its own.
struct Container: Hashable {
    enum Kind { case process, override, isolation, held }

    struct Entry: Equatable {
        let registration: Registration
        /// Whether every way registers it.
        var isCertain = true
        /// Whether the container began with it. Such an entry is a fake, and `build()`
        /// doesn't replace it.
        var isBrought = false
        /// The cell of a value that is made once.
        var instance: Cell = 0
        /// Whether another way registers another value under the key.
        var hasAlternative = false
        /// The registrations that come with this one: every way that registers it
        /// registers them as well, and the other ways register none of these.
        var companions: [Registration] = []

        var key: Key { registration.key }

        /// Whether every way registers exactly this value.
        var isSure: Bool { isCertain && !hasAlternative }
    }

    let kind: Kind
    /// The container that was current where it was made.
    var around: Cell?
    /// The container that answers requests for anything this one lacks.
    var parent: Cell? { kind == .isolation ? nil : around }
    /// The block that it began with.
    var block: Block?
    /// The call or trait that made it.
    var place: Place?
    var entries: [Entry] = [] { didSet { index = Index() } }
    /// Whether something unknown may be registered.
    var isOpen = false
    private(set) var index = Index()

    func hash(into hasher: inout Hasher) { hasher.combine(place) }

    /// The entries that may have a key, the most recent first.
    func entries(for key: Key) -> [Entry] {
        let byType =
            index.entries
            ?? Dictionary(grouping: entries.reversed()) {
                $0.key.mayBeOther ? "" : $0.key.type
            }
        index.entries = byType
        let isClear = !key.mayBeOther && byType[""] == nil
        return isClear ? byType[key.type] ?? [] : entries.reversed()
    }

    /// Adds registrations. Each one replaces an entry that certainly has the same key,
    /// unless the two are alternatives of different ways.
    mutating func add(_ all: [Entry]) {
        // Of hundreds of entries, most have new keys, which need no search.
        var keys = Set(entries.map { $0.key })
        for entry in all {
            let key = entry.key
            let isReplaced = { (other: Entry) in
                other.key == key && !(entry.hasAlternative && other.hasAlternative)
            }
            let replaces = entry.isCertain && key.name != .unknown
            let old =
                keys.insert(key).inserted ? nil : entries.firstIndex(where: isReplaced)
            if replaces, let old {
                entries.removeAll(where: isReplaced)
                entries.insert(entry, at: old)
            } else {
                entries.append(entry)
            }
        }
    }
}

/// A container's entries by type, the most recent first, grouped once for all copies.
/// Entries whose type may be another are under the empty string. An index adds nothing to
/// the entries, so any two are equal. Only the interpreter's thread uses it.
final class Index: Equatable, @unchecked Sendable {
    fileprivate var entries: [String: [Container.Entry]]?

    static func == (left: Index, right: Index) -> Bool { true }
}

/// A block: `Dependencies { … }`, or a trait's braces.
struct Block: Hashable {
    enum Use {
        /// By `build()`.
        case registered
        /// By `override`, `isolate`, a container or a trait.
        case entered
        case nested, verified
        /// By unknown code, perhaps.
        case passedOn
    }

    /// The variable, property or function that it comes from.
    var name: String?
    /// The place where that is declared, or where the braces begin.
    var place: Place?
}
