/// How code ends: it returns, throws, or reaches a block where a part of its function
/// ends, or where the function goes on. More than one of these may be possible.
struct Outcome {
    struct Branch {
        var value: Value
        var heap: Heap
    }

    var returned: Branch?
    var thrown: Branch?
    /// The ways that reached such a block.
    var reached: [Way] = []

    /// The outcome of any one of several calls that began with the same memory.
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

/// The block where a branch continues, and its state.
struct Way {
    let block: Int
    var arguments: [Value] = []
    /// The memory, if the way has its own.
    var heap: Heap?
    /// The registers, if they may differ from those before.
    var registers: [Value]?
    var isOnMainActor: Bool?
}
