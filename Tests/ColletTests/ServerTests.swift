import Collet
import Foundation
import TestSupport
import Testing

/// A server whose requests have their own blocks, as on the guide's page *Servers*.
struct ServerTests {
    @Test func eachRequestHasAContextAndATransactionOfItsOwn() async {
        let server = Server()
        let answers = await server.app.isolate {
            await withTaskGroup(of: Answer.self) { group in
                for user in 0..<200 { group.addTask { await server.respond(to: user) } }
                return await group.reduce(into: [Answer]()) { $0.append($1) }
            }
        }
        #expect(Set(answers.map(\.user)) == Set(0..<200))
        #expect(
            answers.allSatisfy { $0.userOfChild == $0.user && $0.userOfJob == $0.user })
        #expect(answers.allSatisfy { $0.hasOneTransaction })
        #expect(Set(answers.map { ObjectIdentifier($0.transaction) }).count == 200)
    }

    @Test func aServiceOfTheAppAsksForTheRequestAtEachUse() {
        Server().app.isolate {
            let audit = Resolver.resolve(Audit.self)
            #expect(audit.user() == nil)
            for id in [1, 2] {
                Dependencies { Module { Context(user: id) } }.override {
                    #expect(audit.user() == id)
                }
            }
        }
    }

    /// 100,000 requests with `COLLET_SLOW_TESTS`. Objects are counted. Where Linux tells
    /// a process's memory, that is also compared: 1,000 requests may take 100 KB.
    @Test func aServerHoldsItsMemory() async {
        await #expect(processExitsWith: .success) {
            let count = runsSlowTests ? 100_000 : 2_000
            let server = Server()
            var resident: Int?
            await server.app.isolate {
                for user in 0..<count {
                    if user == count / 2 { resident = residentBytes() }
                    _ = await server.respond(to: user)
                }
                precondition(server.tally.alive == 0, "\(server.tally.alive) are alive")
            }
            precondition(server.tally.made == 3 * count, "\(server.tally.made) were made")
            if runsSlowTests, allocatedBytes == nil, let resident {
                let grown = residentBytes()! - resident
                precondition(grown < count / 2 * 100, "\(grown) bytes more")
            }
        }
    }
}

// MARK: - The server

private struct Answer: Sendable {
    let user, userOfChild, userOfJob: Int
    let transaction: Transaction
    let hasOneTransaction: Bool
}

private struct Server: Sendable {
    let tally: Tally
    let app: Dependencies

    init() {
        let tally = Tally()
        self.tally = tally
        app = Dependencies {
            Module(.shared) { Audit() }
            Module(.shared) { Limits(tally: tally) }
        }
    }

    func respond(to user: Int) async -> Answer {
        let context = Context(user: user, counted: Counted(tally))
        return await Dependencies {
            Module { context }
            Module(.shared) { [tally] in Transaction(tally) }
        }.override {
            await Handler().respond()
        }
    }
}

/// The context of a request.
private struct Context: Sendable {
    let user: Int
    var counted: Counted?
}

private final class Transaction: Sendable {
    private let counted: Counted
    init(_ tally: Tally) { counted = Counted(tally) }
}

/// A service of the app that asks whenever it is used.
private struct Audit: Sendable {
    func user() -> Int? { Resolver.resolve(Context?.self)?.user }
}

/// A limit for each user, while a request holds it.
private struct Limits: Sendable {
    let tally: Tally
    private let scope = Scope()
    init(tally: Tally) { self.tally = tally }
    func component(for user: Int) -> Counted { scope.weak(for: user) { Counted(tally) } }
}

private struct Handler {
    @Inject private var context: Context
    @Inject private var transaction: Transaction
    @Inject private var limits: Limits
    private let orders = Orders()

    func respond() async -> Answer {
        let limit = limits.component(for: context.user)
        async let child = Resolver.resolve(Audit.self).user()
        let job = Task { Resolver.resolve(Audit.self).user() }
        defer { withExtendedLifetime(limit) {} }
        return await Answer(
            user: context.user, userOfChild: child ?? -1, userOfJob: job.value ?? -1,
            transaction: transaction,
            hasOneTransaction: orders.transaction === transaction
        )
    }
}

private struct Orders { @Inject var transaction: Transaction }

/// The memory of this process, if the system tells it.
private func residentBytes() -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    else {
        return nil
    }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
        $0 * 4096
    }
}
