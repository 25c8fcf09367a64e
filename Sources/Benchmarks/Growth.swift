import Collet
import Foundation
import Synchronization

/// The cost of each of many things, if there are few and if there are many.
struct Growth {
    let what: String
    let few, many: Int
    /// Prepares and does a number of things, with nothing registered; returns the
    /// nanoseconds of doing.
    let run: (_ count: Int) -> Double

    /// Returns the least time for each of a number of things, in nanoseconds.
    func cost(of count: Int) -> Double {
        (0..<10).map { _ in
            Resolver.reset()
            return run(count) / Double(count)
        }.min()!
    }

    static func all() -> [Growth] {
        [
            Growth(what: "make and build a registration", few: 100, many: 10_000) {
                count in
                nanoseconds { modules(count).build() }
            },
            Growth(what: "resolve one of the registrations", few: 100, many: 10_000) {
                count in
                modules(count).build()
                let names = (0..<count).map(String.init)
                return nanoseconds {
                    for name in names { _ = Resolver.resolve(Int.self, name: name) }
                }
            },
            Growth(what: "override and resolve, within overrides", few: 10, many: 1_000) {
                count in
                modules(2).build()
                return nanoseconds { nest(modules(1), count) }
            },
            Growth(what: "module within a module, 512 KB of stack", few: 20, many: 2_000)
            { count in
                Dependencies {
                    for id in 0...count {
                        Module("\(id)") {
                            Level(below: id == 0 ? nil : Inject("\(id - 1)"))
                        }
                    }
                }.build()
                let level = Inject<Level>("\(count)")
                return onSmallThread { _ = level().component() }
            },
            Growth(what: "component of one scope", few: 100, many: 10_000) { count in
                let scope = Scope()
                return nanoseconds {
                    for id in 0..<count { _ = scope.shared(for: id) { id } }
                }
            },
            Growth(what: "object of one graph", few: 10, many: 1_000) { count in
                let scope = Scope()
                return nanoseconds {
                    scope.graph {
                        for id in 0..<count { _ = scope.graph(for: id) { id } }
                    }
                }
            },
            Growth(what: "waiter for one component", few: 10, many: 1_000) { count in
                onSmallThread {
                    let done = DispatchSemaphore(value: 0)
                    Task {
                        let scope = Scope()
                        await withTaskGroup { group in
                            for _ in 0..<count {
                                group.addTask {
                                    await scope.shared { await Task.yield() }
                                }
                            }
                        }
                        done.signal()
                    }
                    done.wait()
                }
            },
        ]
    }

    /// A module within which there is another.
    private struct Level: Sendable {
        let below: Inject<Level>?

        func component() -> Int { (below?().component() ?? 0) + 1 }
    }

    private static func modules(_ count: Int) -> Dependencies {
        Dependencies { for id in 0..<count { Module("\(id)") { id } } }
    }

    /// Enters nested overrides, and resolves one of the process's modules in each.
    private static func nest(_ modules: Dependencies, _ depth: Int) {
        guard depth > 0 else { return }
        modules.override {
            _ = Resolver.resolve(Int.self, name: "1")
            nest(modules, depth - 1)
        }
    }

    /// Returns the nanoseconds that a body takes on a thread with a small stack.
    private static func onSmallThread(_ body: @escaping @Sendable () -> Void) -> Double {
        let elapsed = Mutex(0.0)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            elapsed.withLock { $0 = nanoseconds(body) }
            done.signal()
        }
        thread.stackSize = 512 << 10
        thread.start()
        done.wait()
        return elapsed.withLock { $0 }
    }
}
