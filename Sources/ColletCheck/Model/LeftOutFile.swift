/// A file that is not read as it is, and so may undo what is found elsewhere.
struct LeftOutFile: Placed {
    /// Why it is not read, as what is said of it behind "is".
    enum Reason: String {
        case changed = "changed since the build"
        case deleted = "deleted since the build"
        case failed = "not compiled by the last build, which failed on it"
        case other = "described otherwise by the index"
        case unbuilt = "not compiled yet"
        case unbuiltTarget = "of a target that was never built"

        /// Whether it was to be checked. What no build is for counts as unknown code.
        var asksForBuild: Bool { self != .unbuiltTarget }
    }

    let reason: Reason
    let site: Site
    /// Its path from the root.
    let path: String
    let words: Set<String>
    /// What stands at the site that the index has otherwise.
    var difference: String?

    /// Whether it may register a type. One that it doesn't name a build tells.
    func mayRegister(_ type: TypeName) -> Bool {
        if type.isNamed(in: words) { return true }
        let calls: Set = ["Module", "mainActor", "register"]
        return reason.asksForBuild && !words.isDisjoint(with: calls)
    }

    /// Whether it may ask for a type; what it resolves may be of any.
    func mayAsk(for type: TypeName) -> Bool {
        type.isNamed(in: words) || words.contains("resolve")
    }
}
