/// How a call ends: it returns, it throws, or both may be.
struct Outcome {
    struct Branch {
        var value: Value
        var heap: Heap
    }

    var returned: Branch?
    var thrown: Branch?
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
    var returned: Outcome.Branch?
    var thrown: Outcome.Branch?
}

/// Where a branch may go on.
struct Way {
    let block: Int
    var arguments: [Value] = []
    /// The memory, if the way has its own.
    var heap: Heap?
}
