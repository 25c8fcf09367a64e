// Errors keep their types, and bodies their isolation.
import Collet

nonisolated struct ErrorsRefusal: Error { let code: Int }

nonisolated func errorsTyped(_ dependencies: Dependencies) -> Int {
    do throws(ErrorsRefusal) {
        return try dependencies.override { () throws(ErrorsRefusal) -> Int in
            throw ErrorsRefusal(code: 1)
        }
    } catch {
        return error.code
    }
}

nonisolated func errorsNone(_ dependencies: Dependencies) async -> Int {
    let sync = dependencies.isolate { 1 }
    let async = await dependencies.isolate {
        await Task.yield()
        return 2
    }
    return sync + async
}

@MainActor
final class ErrorsModel {
    var count = 0

    func test(_ dependencies: Dependencies) async {
        dependencies.override { count += 1 }
        await dependencies.isolate {
            count += 1
            await Task.yield()
            count += 1
        }
    }
}

/// What no overload for mistakes may take: it would warn.
nonisolated func errorsValues(_ dependencies: Dependencies) throws -> [Any] {
    func generic<T>(_ make: () throws -> T) rethrows -> T { try dependencies.override(make) }
    let optional: Int? = dependencies.override { nil }
    return [
        dependencies.override { Resolver.resolve() as Int },
        dependencies.isolate { if Bool.random() { 1 } else { 2 } },
        dependencies.isolate { Dependencies.Container.current },
        dependencies.override { dependencies.makeContainer() },
        generic { 1 }, optional as Any,
    ]
}
