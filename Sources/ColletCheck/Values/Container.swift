/// What is registered in a container.
///
/// It is a value in a cell, so that each way has its own.
struct Container: Equatable {
    enum Kind { case process, override, isolation, held }

    struct Entry: Equatable {
        let registration: Registration
        /// Whether every way registers it.
        var isCertain = true
        /// Whether the container began with it: it is a fake, which `build()` doesn't replace.
        var isBrought = false
        /// The cell of what is made once.
        var instance: Cell = 0
        /// Whether another way registers another value under the key.
        var hasAlternative = false

        /// Whether every way registers this very value.
        var isSure: Bool { isCertain && !hasAlternative }
    }

    let kind: Kind
    /// The container that answers what this one lacks.
    var parent: Cell?
    /// The block that it began with.
    var block: Block?
    /// The call or trait that made it.
    var place: Place?
    var entries: [Entry] = [] { didSet { index = Index() } }
    /// Whether something unknown may be registered.
    var isOpen = false
    private(set) var index = Index()

    /// What may have a key, the most recent first.
    func entries(for key: Key) -> [Entry] {
        let byType =
            index.entries
            ?? Dictionary(grouping: entries.reversed()) {
                $0.registration.key.mayBeOther ? "" : $0.registration.key.type
            }
        index.entries = byType
        let isClear = !key.mayBeOther && byType[""] == nil
        return isClear ? byType[key.type, default: []] : entries.reversed()
    }

    /// Adds registrations, of which most have keys of their own.
    mutating func add(_ all: [Entry]) {
        var keys = Set(entries.map(\.registration.key))
        for entry in all {
            if keys.insert(entry.registration.key).inserted {
                entries.append(entry)
            } else {
                add(entry)
            }
        }
    }

    /// Adds a registration. What certainly has the same key takes the older one's place, but
    /// for one of several that another way has.
    mutating func add(_ entry: Entry) {
        let key = entry.registration.key
        let isReplaced = { (other: Entry) in
            other.registration.key == key
                && !(entry.hasAlternative && other.hasAlternative)
        }
        let old = entries.firstIndex(where: isReplaced)
        guard let old, entry.isCertain, key.name != .unknown else {
            return entries.append(entry)
        }
        entries.removeAll(where: isReplaced)
        entries.insert(entry, at: old)
    }
}

/// A container's entries by type, the most recent first, found once for all copies; where
/// the type may be another one, under none. It says no more than the entries do, so any two
/// are equal. Only the interpreter's thread asks for what a container has.
final class Index: Equatable, @unchecked Sendable {
    fileprivate var entries: [String: [Container.Entry]]?

    static func == (left: Index, right: Index) -> Bool { true }
}

/// A block, `Dependencies { … }`, or a trait's braces.
struct Block: Hashable {
    enum Use {
        /// By `build()`.
        case registered
        /// By `override`, `isolate`, a container or a trait.
        case entered
        case nested, verified
        /// To code that nobody knows.
        case passedOn
    }

    /// The variable, property or function that gives it.
    let name: String?
    /// Where that is declared, or the braces begin.
    let place: Place?
}
