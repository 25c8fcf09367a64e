import AKit
import Collet

protocol Audit: Sendable {}; protocol Clock: Sendable {}; protocol Files: Sendable {}
protocol Log: Sendable {}; protocol Mail: Sendable {}; protocol Search: Sendable {}
protocol Theme: Sendable {}; protocol Upload: Sendable {}
struct S: Audit, Clock, Files, Log, Mail, Search, Theme, Upload {}
struct Unasked {}

func registerAudit() { Resolver.register { S() as any Audit } }
@MainActor func auditAgain() { Resolver.register { S() as any Audit } }
@discardableResult func registerExtras() -> Bool {
    Resolver.register(name: "extra") { S() as any Theme }
    return true
}
extension Resolver {
    static func registerClock() { register { S() as any Clock } }
    static func registerLog() { register { S() as any Log } }
    static func registerUnasked() { register { Unasked() } }
}

// What is public lets nobody else call what is not.
public struct Tools { func registerUnasked() { Resolver.register(name: "tool") { Unasked() } } }

let files = Dependencies { Module { S() as any Files } }
struct Setup {
    func start() { files.build() }
    func again() { again() }
    func buildMail() {
        again()
        mail.build()
    }
}
let mail = Dependencies { Module { S() as any Mail } }

// To be mentioned is no use.
let search = Dependencies { Module { S() as any Search } }
let theme = Dependencies { Module { S() as any Theme } }
let otherTheme = Dependencies { Module { S() as any Theme } }
let upload = Dependencies { Module { S() as any Upload } }
let features = [upload]
let returned = Dependencies { Module("returned") { S() as any Upload } }
func giving() -> () -> Void { returned.build }
// But what stands for them may be built.
let nested = Dependencies { Module("nested") { S() as any Upload } }
let listed = [nested]
let all = listed
// How many they are is no use, either.
let counted = [Dependencies { Module("counted") { S() as any Upload } }]

func outer() {
    func inner() { Resolver.register(name: "inner") { S() as any Theme } }
    print("outer")
}

func mention() {
    _ = search
    let local = theme
    _ = local
    print(counted.count, counted.isEmpty, counted.indices)
}

protocol Starting { func begin() }
struct Starter: Starting { func begin() { Setup().buildMail() } }

final class Screen {
    @Inject var audit: any Audit
    @Inject var clock: any Clock
    @Inject var files: any Files
    @Inject var log: any Log
    @Inject var mail: any Mail
    @Inject var search: any Search
    @Inject var theme: any Theme
    @Inject var upload: any Upload
    @Inject("nested") var nested: any Upload
    @Inject("inner") var inner: any Theme
    @Inject("counted") var counted: any Upload
    @Inject var kit: Kit
    @Inject("shown") var shown: any Log
    @Inject("plugin") var plugin: any Log
    @Inject("odd") var odd: any Log
    @Inject("unread") var unread: any Log
}

// What nobody here makes the system may, as it makes previews.
struct Preview: CustomStringConvertible {
    var description: String {
        registerShown()
        return ""
    }
}
public final class Plugin { init() { Resolver.register(name: "plugin") { S() as any Log } } }
@dynamicMemberLookup struct Odd {
    init() { Resolver.register(name: "odd") { S() as any Log } }
    subscript(dynamicMember name: String) -> Int { 1 }
}
// What nobody reads is never set.
let unread: Void = registerUnread()
func registerUnread() { Resolver.register(name: "unread") { S() as any Log } }
func registerShown() { Resolver.register(name: "shown") { S() as any Log } }

@main
struct Main {
    static func main() {
        Resolver.registerLog()
        outer()
        let starter: any Starting = Starter()
        starter.begin()
        mention()
        for block in all { block.build() }
        print(Screen())
    }
}
