import Collet

// MARK: What a session has

struct Report: Sendable { let name: String }
func session(_ name: String) -> Dependencies {
    Dependencies { Module { Report(name: name) } }
}
func run(_ name: String) {
    session(name).makeContainer().perform {
        print(Resolver.resolve(Report.self), Resolver.resolve((any Banner).self))
    }
    print(Resolver.resolve(Report.self))
}

// MARK: What asks for all parts of another type

protocol Printer: Sendable {}
protocol Log: Sendable {}
struct Screen: Printer {}
struct File: Printer { let log: any Log }
struct Logger: Log { let printers: [any Printer] }

// MARK: What is asked for by what would make it

struct Target: Sendable {}
protocol Builder: Sendable {}
extension Builder { func component() -> Target { Resolver.resolve() } }
struct BuildModule: Builder {}

// MARK: Functions beside what '#if' leaves out

struct Plan: Sendable {}
protocol Banner: Sendable {}
struct LargeBanner: Banner {}
struct SmallBanner: Banner {}

struct Cache: Sendable {}
func caches() -> Dependencies { Dependencies { Module { Cache() } } }

nonisolated let app = Dependencies {
    Module { Logger(printers: Resolver.resolve()) as any Log }
    Module("screen") { Screen() as any Printer }
    Module("file") { File(log: Resolver.resolve()) as any Printer }
    Module { BuildModule() as any Builder }
    Module { { Plan() } as @Sendable () -> Plan }
    #if LARGE
        Module { LargeBanner() as any Banner }
        Module { { 1 } as () -> Int }
    #else
        Module { SmallBanner() as any Banner }
    #endif
}

// MARK: What is built on some ways

struct Tracker: Sendable {}
let extras = Dependencies { Module { Tracker() } }

// MARK: What only a test calls, by way of another function

struct Rate: Sendable {}
func registerRate() { Resolver.register { Rate() } }
func configure() { registerRate() }

/// The path is an object's own, wherever that is made.
final class Tree {
    @Inject("path") private var path: String
    func paint() -> String { path }
}

app.build()
run("use")
print(Resolver.resolve((any Log).self), Resolver.resolve((any Builder).self).component())
print(Resolver.resolve((any Banner).self), Resolver.resolve((() -> Plan).self)())
print(Resolver.resolve((@Sendable () -> Plan).self)())
print(Resolver.resolve((() -> Int).self)())
print(Resolver.resolve(Cache.self))
if CommandLine.arguments.count > 1 { extras.build() }
print(Resolver.resolve(Tracker.self), Resolver.resolve(Rate.self))
