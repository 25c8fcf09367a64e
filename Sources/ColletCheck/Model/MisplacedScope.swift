/// A scope that keeps what it makes for one call alone, or for the whole process.
struct MisplacedScope: Placed {
    let site: Site
    /// Whether a static property keeps it, and no call makes another one.
    let isStatic: Bool
}
