import Collet

protocol FileSystem: Sendable {}
protocol Clock: Sendable {}
protocol Log: Sendable {}
protocol Store: Sendable {}
struct Disk: FileSystem {}
struct SystemClock: Clock {}
struct Console: Log {}
struct Both: Store {}

@main
struct Main {
    static func main() {
        Dependencies {
            Module { Disk() }
            Module { SystemClock() as any Clock }
            Module("disk") { Console() as any Log }
            Module { Both() }
        }.build()
    }
}

struct First {
    @Inject var files: any FileSystem
    @Inject var clock: SystemClock
    @Inject("dsik") var log: any Log
    @Inject var both: Both
    @Inject var store: any Store
}

struct Second {
    @Inject var files: any FileSystem
    @Inject var clock: SystemClock
    @Inject var log: any Log
    @Inject var store: any Store
}
