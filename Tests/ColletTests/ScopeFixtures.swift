import Collet
import Foundation
import Synchronization
import TestSupport
import Testing

// Objects for the tests of scopes, of their cycles and of object graphs.

/// An object beside the one that a test is about.
final class Assistant: Sendable {}

/// The lifetimes of a desk's components.
enum Serving: String, CaseIterable, Codable {
    case shared, weak, graph
}

/// A module whose components can only be told apart by identity.
final class TicketDesk: Sendable {
    let scope = Scope()
    private let serving: Serving
    private let tally: Tally

    init(serving: Serving, _ tally: Tally = Tally()) {
        self.serving = serving
        self.tally = tally
    }

    func object() -> Counted { serve { Counted(tally) } }
    func component() -> any Session { serve { Counted(tally) as any Session } }
    func component() -> any Store { serve { Counted(tally) as any Store } }
    func other() -> Counted { serve { Counted(tally) } }

    func object(
        for key: some Hashable & Sendable, line: UInt = 0, meanwhile: () -> Void = {}
    ) -> Counted {
        serve(for: key, line: line) {
            meanwhile()
            return Counted(tally)
        }
    }

    func other(for key: some Hashable & Sendable) -> Counted {
        serve(for: key) { Counted(tally) }
    }

    func serve(
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        meanwhile: () -> Void
    ) -> Counted {
        serve(fileID: fileID, line: line, column: column) {
            meanwhile()
            return Counted(tally)
        }
    }

    /// Runs a body in which even a graph's components have one instance.
    func withinAGraph(_ body: () -> Void) { scope.graph(for: "outermost", body) }

    private func serve<T: Sendable>(
        fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
        _ make: () -> T
    ) -> T {
        switch serving {
        case .shared: scope.shared(fileID: fileID, line: line, column: column, make)
        case .weak: scope.weak(fileID: fileID, line: line, column: column, make)
        case .graph: scope.graph(fileID: fileID, line: line, column: column, make)
        }
    }

    private func serve<T: Sendable>(
        for key: some Hashable & Sendable,
        line: UInt = #line,
        column: UInt = #column,
        _ make: () -> T
    ) -> T {
        switch serving {
        case .shared: scope.shared(for: key, line: line, column: column, make)
        case .weak: scope.weak(for: key, line: line, column: column, make)
        case .graph: scope.graph(for: key, line: line, column: column, make)
        }
    }
}

/// A key whose hash says nothing.
struct Collision: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) {}
}

/// A key whose description says nothing.
struct Silent: Hashable, CustomStringConvertible {
    let number: Int

    var description: String { "key" }
}

/// A list of events, in order.
final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock(\.self) }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

final class Couple: Sendable {
    let first: Counted
    let second: Counted

    init(_ first: Counted, _ second: Counted) {
        self.first = first
        self.second = second
    }
}

// Components that need each other.

final class Acorn: Sendable {
    let oak: Oak

    init(oak: Oak) { self.oak = oak }
}

final class Oak: Sendable {
    let acorn: Counted

    init(acorn: Counted) { self.acorn = acorn }
}

/// An acorn that needs an oak that needs the acorn.
final class Ring: Sendable {
    let scope = Scope()
    private let serving: Serving

    init(serving: Serving) { self.serving = serving }

    @discardableResult
    func acorn() -> Acorn {
        let make = { Acorn(oak: self.oak()) }
        return switch serving {
        case .shared: scope.shared(fileID: "Shop/Acorn.swift", line: 1, make)
        case .weak: scope.weak(fileID: "Shop/Acorn.swift", line: 1, make)
        case .graph: scope.graph(fileID: "Shop/Acorn.swift", line: 1, make)
        }
    }

    func oak() -> Oak {
        let make = {
            self.acorn()
            return Oak(acorn: Counted())
        }
        return switch serving {
        case .shared: scope.shared(make)
        case .weak: scope.weak(make)
        case .graph: scope.graph(make)
        }
    }

    @discardableResult
    func laterAcorn() async -> Acorn {
        await scope.shared(fileID: "Shop/Acorn.swift", line: 2) { () async in
            Acorn(oak: await self.laterOak())
        }
    }

    func laterOak() async -> Oak {
        await scope.shared { () async in
            await self.laterAcorn()
            return Oak(acorn: Counted())
        }
    }
}

final class Controller {
    let view: View

    init(view: View) { self.view = view }
}

final class View { weak var controller: Controller? }

final class ScreenModule {
    let log = Log()
    private let scope = Scope()
    /// Views don't hold their controllers.
    private var controllers: [Controller] = []

    func component() -> Controller {
        scope.graph {
            log.add("make controller")
            defer { log.add("made controller") }
            return Controller(view: component())
        } configure: { [self] controller in
            controllers.append(controller)
            log.add("configure controller")
        }
    }

    func component() -> View {
        scope.graph {
            log.add("make view")
            defer { log.add("made view") }
            return View()
        } configure: { [self] view in
            log.add("configure view")
            view.controller = component()
        }
    }
}

/// A component whose callers are known to wait.
///
/// Its callers are on this actor, and leave it only to wait for the run. So whatever gets
/// a turn on the actor afterwards finds the caller waiting.
actor WaitingDesk {
    nonisolated let mayEnd = Signal()
    nonisolated let runs = Log()
    private nonisolated let scope = Scope()
    private nonisolated let failures: Mutex<Int>

    init(failures: Int = 0) { self.failures = Mutex(failures) }

    /// Starts callers and returns when all of them wait.
    func callers(_ count: Int) async -> [Task<Result<Counted, OutOfStock>, Never>] {
        var callers: [Task<Result<Counted, OutOfStock>, Never>] = []
        for _ in 0..<count {
            let calls = Signal()
            callers.append(
                Task {
                    calls.send()
                    do throws(OutOfStock) {
                        return .success(try await component())
                    } catch {
                        return .failure(error)
                    }
                }
            )
            await calls.wait()
        }
        return callers
    }

    /// Starts a caller that can't fail, and returns when it waits.
    func sureCaller() async -> Task<Counted, Never> {
        let calls = Signal()
        let caller = Task {
            calls.send()
            return await sureComponent()
        }
        await calls.wait()
        return caller
    }

    func component() async throws(OutOfStock) -> Counted {
        try await scope.shared(line: 1, column: 1) { [self] () async throws(OutOfStock) in
            await mayEnd.wait()
            let fails = failures.withLock { failures in
                failures -= 1
                return failures >= 0
            }
            runs.add(Task.isCancelled ? "is cancelled" : fails ? "fails" : "succeeds")
            if fails { throw OutOfStock() }
            return Counted()
        }
    }

    func sureComponent() async -> Counted {
        await scope.shared(line: 1, column: 1) { [self] () async in
            await mayEnd.wait()
            runs.add("succeeds surely")
            return Counted()
        }
    }

    /// Asks for a component that is made by a body.
    func wait(
        whenWaiting signal: Signal? = nil, _ body: @escaping @Sendable () async -> Void
    ) async {
        signal?.send()
        _ = await scope.shared { () async in
            await body()
            return Counted()
        }
    }

    /// Returns when the actor is free.
    func turn() {}
}

extension Result where Success == Counted, Failure == OutOfStock {
    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.success(let left), .success(let right)): left === right
        case (.failure(let left), .failure(let right)): left == right
        default: false
        }
    }
}

@MainActor final class Panel { var twin: Panel? }

@MainActor final class PanelModule {
    private let scope = Scope()

    func shared() -> Panel { scope.shared { Panel() } }
    func weak() -> Panel { scope.weak { Panel() } }
    func later() async -> Panel { await scope.shared { @MainActor () async in Panel() } }

    func graph() -> Panel {
        scope.graph {
            Panel()
        } configure: { [self] in
            $0.twin = other()
        }
    }

    private func other() -> Panel {
        scope.graph {
            Panel()
        } configure: { [self] in
            $0.twin = graph()
        }
    }
}
