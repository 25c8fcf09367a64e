import Collet

protocol Mail: Sendable {}
struct SMTPMail: Mail {}
struct MockMail: Mail, MockedMail {}
protocol MockedMail: Mail {}
protocol Store: Sendable {}
struct Disk: Store {}
protocol Session: Sendable {}
struct Token: Sendable {}
protocol Clock: Sendable {}
struct SystemClock: Clock {}
struct Path: Sendable {}
protocol FileSystem: Sendable {}
struct LocalFiles: FileSystem {}
protocol Log: Sendable {}
struct Console: Log {}
protocol Cache: Sendable {}
struct Both: Cache {}
// A module is no cure for itself.
struct Made: Sendable {}
struct Till: Sendable {}
struct TillModule: Sendable { func component() -> Till { Till() } }
func makeTillModule() -> TillModule { TillModule() }
struct Maker: Sendable {
    @Inject var made: Made
    func component() -> Made { Made() }
}

protocol StoreModuleType: ComponentFactory, Sendable {
    func component() -> any Store
    func component(token: Int) -> Token
    func component(other: Int) -> Token
}
struct StoreModule: StoreModuleType { func component() -> any Store { Disk() } }
extension StoreModuleType {
    func component(token: Int) -> Token { Token() }
    func component(other: Int) -> Token { Token() }
}

let app = Dependencies {
    Module { SMTPMail() }
    Module { StoreModule() as any StoreModuleType }
    Module { SystemClock() as any Clock }
    Module { nil as Path? }
    Module { Maker() }
    Module { makeTillModule() }
    Module { LocalFiles() }
    Module("disk") { Console() as any Log }
    Module { Both() }
}
// A mock of what the app registers in another way is no mistake.
let mocks = Dependencies {
    Module { MockMail() as any Mail }
    Module { MockMail() as any MockedMail }
    Module { MockClock() as any MockedClock }
}
protocol MockedClock: Clock {}
struct MockClock: MockedClock {}

let others = Dependencies { Module { MockMail() as any Mail } }

// The block that is built lacks what the one around it has.
let all = Dependencies {
    app
    Module { S() as any Session }
}
struct S: Session {}

struct Screen {
    @Inject var mail: any Mail
    @Inject var clock: any MockedClock
    @Inject var store: any Store
    @Inject var token: Token
    @Inject var session: any Session
    @Inject var path: Path
    @Inject var modules: any StoreModuleType
    @Inject var maker: Maker
    @Inject var till: Till
    // Nothing anywhere registers these.
    @Inject var absent: (any Hashable & Sendable)?
    @Inject var none: [any Error]
    @Inject("hosts") var hosts: [String]
    @Inject var settings: [String: any Sendable]
}

// What two ask for is one mistake.
struct First {
    @Inject var files: any FileSystem
    @Inject var clock: SystemClock
    @Inject("dsik") var log: any Log
    @Inject var both: Both
    @Inject var cache: any Cache
}
struct Second {
    @Inject var files: any FileSystem
    @Inject var clock: SystemClock
    @Inject var log: any Log
    @Inject var cache: any Cache
}

func preview() {
    mocks.override { print(Screen()) }
    others.override { print(Screen()) }
}

@main
struct Main {
    static func main() {
        app.build()
        preview()
        print(Screen())
    }
}

// What the cure has to spell, if it can.
enum Outer<T> { struct Inner {} }
enum `default` { struct `in` {} }
protocol Table<Row, Index> {
    associatedtype Row
    associatedtype Index
}
struct Spelled {
    @Inject var inner: Outer<Int>.Inner
    @Inject var keyword: `default`.`in`
    @Inject var ordered: any Table<String, Int>
    @Inject("all") var all: [any Mail]
    @Inject var both: any Mail & Clock
    @Inject("b") var log: any Log
    @Inject var spaced: `two words`
}
struct `two words` {}
