/// A file that is not read, as the index says something else about it, or nothing.
struct LeftOutFile {
    /// Why it is not read.
    enum Reason: String {
        case changed = "changed since the build"
        case other = "the index describes otherwise"
        case failed = "the last build could not compile"
        case unbuilt = "no build has compiled yet"
        case foreign = "nothing here imports"
    }

    let reason: Reason
    let site: Site
    /// Its path from the root.
    let path: String
    let words: Set<String>
}
