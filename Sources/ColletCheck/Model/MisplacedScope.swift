/// A scope that keeps what it makes for one call alone, for the whole process, or whatever
/// its component is given.
struct MisplacedScope: Placed {
    enum Fault {
        /// Each call makes another one.
        case ofCall
        /// A static property keeps it.
        case ofProcess
        /// A parameter decides what is made, and no key tells that.
        case ignoring(parameter: String)
    }

    let site: Site
    let fault: Fault
}
