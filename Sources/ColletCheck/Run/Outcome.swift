/// How code ends: it returns, it throws, or it reaches a place in its function where
/// others go on; several may be.
struct Outcome {
    struct Branch {
        var value: Value
        var heap: Heap
    }

    var returned: Branch?
    var thrown: Branch?
    /// What reached the block where a part of a function ends.
    var reached: Way?

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

/// Where a branch goes on, and with what.
struct Way {
    let block: Int
    var arguments: [Value] = []
    /// The memory, if the way has its own.
    var heap: Heap?
    /// The registers, if they may differ from those before.
    var registers: [Value]?
    var isOnMainActor: Bool?
}
