import Collet

public protocol Search: Sendable {}
public protocol History: Sendable {}
struct RealSearch: Search {}
struct RealHistory: History {}

public let searchDependencies = Dependencies { Module { RealSearch() as any Search } }
// Dropped from the app.
public let historyDependencies = Dependencies { Module { RealHistory() as any History } }
public enum Blocks {
    public static var computed: Dependencies {
        Dependencies { Module("computed") { RealSearch() as any Search } }
    }
    public static func made(_ name: String) -> Dependencies {
        return Dependencies { Module("made") { RealSearch() as any Search } }
    }
    public static var forgotten: Dependencies {
        Dependencies { Module("forgotten") { RealSearch() as any Search } }
    }
}

public struct SearchView {
    @Inject private var search: any Search
    @Inject private var history: any History
    @Inject("computed") private var computed: any Search
    @Inject("made") private var made: any Search
    @Inject("forgotten") private var forgotten: any Search
    @Inject("tested") private var tested: any Search
    // The app registers neither of these.
    @Inject("recent") private var recent: any Search
    @Inject private var count: Double
    public init() {}
}
