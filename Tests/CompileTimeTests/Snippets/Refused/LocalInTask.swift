// A task may take a local constant that holds the wrapper: `let feed = Inject<any Feed>()`.
import Collet

protocol Feed: Sendable {
    func load() async -> String
}

func refresh() async {
    @Inject var feed: any Feed
    let early = Task { await feed.load() }  // error: risks causing data races
    print(await feed.load(), await early.value)
}

func refreshBoth() async {
    @Inject var feed: any Feed
    async let early = feed.load()  // error: sending 'feed' risks causing data races
    print(await feed.load(), await early)
}
