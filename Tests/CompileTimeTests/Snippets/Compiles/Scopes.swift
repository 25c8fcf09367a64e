// Components with lifetimes of their own.
import Collet

nonisolated struct ScopesFailure: Error {}

nonisolated final class ScopesDatabase: Sendable {
    static func open() async throws(ScopesFailure) -> ScopesDatabase { ScopesDatabase() }
    init() {}
}

/// Not `Sendable`: it lives in one graph.
nonisolated final class ScopesView {
    weak var controller: ScopesController?
}

nonisolated final class ScopesController {
    let view: ScopesView
    init(view: ScopesView) { self.view = view }
}

nonisolated struct ScopesModule: Sendable {
    private let scope = Scope()

    func component() -> ScopesDatabase { scope.shared { ScopesDatabase() } }
    func component(for user: String) -> ScopesDatabase {
        scope.shared(for: user) { ScopesDatabase() }
    }
    func component(file: Int) throws(ScopesFailure) -> ScopesDatabase {
        try scope.shared(for: file) { () throws(ScopesFailure) -> ScopesDatabase in
            throw ScopesFailure()
        }
    }
    func component() async throws(ScopesFailure) -> ScopesDatabase {
        try await scope.shared { () async throws(ScopesFailure) -> ScopesDatabase in
            try await ScopesDatabase.open()
        }
    }
    func untyped() async throws -> ScopesDatabase {
        try await scope.shared { try await ScopesDatabase.open() }
    }
    func mixed() async throws -> Int {
        let now = scope.shared { ScopesDatabase() }
        let later = try await scope.shared(for: 1) { try await ScopesDatabase.open() }
        let weak = scope.weak(for: 1) { ScopesDatabase() }
        let graph = scope.graph(for: 1) { ScopesDatabase() }
        return Set([now, later, weak, graph].map { ObjectIdentifier($0) }).count
    }
    func component() -> ScopesController {
        scope.graph { ScopesController(view: component()) }
    }
    func component() -> ScopesView {
        scope.graph {
            ScopesView()
        } configure: { view in
            view.controller = component()
        }
    }
}

@MainActor
final class ScopesMainActorObject {
    init() {}
}

@MainActor
struct ScopesMainActorModule {
    private let scope = Scope()

    func component() -> ScopesMainActorObject { scope.shared { ScopesMainActorObject() } }
    func component(id: Int) -> ScopesMainActorObject {
        scope.shared(for: id) { ScopesMainActorObject() }
    }
    func graph() -> ScopesMainActorObject { scope.graph { ScopesMainActorObject() } }
    func weak() -> ScopesMainActorObject { scope.weak { ScopesMainActorObject() } }
    func later() async -> ScopesMainActorObject {
        await scope.shared { await ScopesMainActorObject() }
    }
}
