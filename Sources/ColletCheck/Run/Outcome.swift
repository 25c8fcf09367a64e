/// How a call ends: it returns, it throws, or both may be.
struct Outcome {
    struct Branch {
        var value: Value
        var heap: Heap
    }

    var returned: Branch?
    var thrown: Branch?

    /// What any of several calls may come to, which began with the same memory.
    static func joined(_ all: [Outcome], above base: Heap) -> Outcome {
        Outcome(
            returned: .joined(all.compactMap(\.returned), above: base),
            thrown: .joined(all.compactMap(\.thrown), above: base))
    }
}

extension Outcome.Branch {
    fileprivate static func joined(_ all: [Self], above base: Heap) -> Self? {
        guard all.count > 1 else { return all.first }
        return Self(
            value: .joined(all.map(\.value)), heap: base.joining(all.map(\.heap)))
    }
}

/// How a part of a function ends.
struct Exit {
    /// What reached the block where the part ends.
    struct Arrival {
        var arguments: [Value]
        var heap: Heap
        /// The registers, if they may differ from those before.
        var registers: [Value]?
        var isOnMainActor: Bool?
    }

    var reached: Arrival?
    var outcome = Outcome()
}

/// Where a branch may go on.
struct Way {
    let block: Int
    var arguments: [Value] = []
    /// The memory, if the way has its own.
    var heap: Heap?
}
