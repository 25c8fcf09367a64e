import Foundation
import TestSupport
import Testing

/// The costs that the library promises, however many things there are. Steps are counted,
/// not seconds.
///
/// A copy of the library counts them: it has locks of a type that counts, and a few of
/// its functions begin with a line that counts.
@Suite(.enabled(if: runsSlowTests))
struct CostTests {
    @Test(arguments: Promise.all) fileprivate func whatIsPromisedIsCounted(
        promise: Promise
    ) async throws {
        let counts = try #require(try await Promise.counts[promise.subject])
        let (few, many) = counts
        switch promise.growth {
        case .none: #expect((few, many) == (0, 0))
        case .constant(let most):
            #expect(few > 0)
            #expect(max(few, many) <= most)
        case .linear(let most):
            #expect(few > 0)
            #expect(few <= 10 * most)
            #expect(many <= 160 * most)
        }
    }

    @Test func everyCountIsPromised() async throws {
        let counted = try await Promise.counts.keys.sorted()
        #expect(counted == Promise.all.map(\.subject).sorted())
    }
}

/// How often something happens with 10 of something, and with 160.
private struct Promise: Sendable, CustomTestStringConvertible {
    enum Growth {
        case none
        case constant(atMost: Int)
        case linear(atMost: Int)
    }

    let subject: String
    let growth: Growth

    var testDescription: String { subject }

    init(_ subject: String, _ growth: Growth) {
        self.subject = subject
        self.growth = growth
    }

    static let all = [
        // A launch looks up no conformance and names no type, however large the program.
        Promise("conformances and names of registering", .none),
        Promise("conformances and names of asking the process", .none),
        Promise("look-ups of asking the process", .constant(atMost: 1)),
        Promise("locks of asking the process", .constant(atMost: 1)),
        // A later access takes no lock.
        Promise("locks of reading a property again", .none),
        Promise("look-ups of reading a property again", .none),
        Promise("look-ups of reading a property in overrides", .linear(atMost: 2)),
        Promise("look-ups of what the innermost override has", .constant(atMost: 1)),
        Promise("look-ups of what the outermost override has", .linear(atMost: 2)),
        Promise("look-ups of building over overrides", .linear(atMost: 2)),
        Promise("registrations that an array looks at", .linear(atMost: 2)),
        Promise("registrations that a list looks at", .linear(atMost: 2)),
        // O(1) with a key, and O(n) in the calls without one. Keys that happen to collide
        // are compared more often.
        Promise("comparisons of a key that is kept", .constant(atMost: 24)),
        Promise("comparisons of a weak key", .constant(atMost: 24)),
        Promise(
            "comparisons of a key that is kept, asynchronously", .constant(atMost: 24)),
        Promise("comparisons of all keys that are forgotten", .linear(atMost: 16)),
        Promise("comparisons of all keys that are kept", .linear(atMost: 16)),
        // Of 20 times as many keys, twice as many are looked at, whether they go or stay.
        Promise("keys that may be forgotten", .linear(atMost: 60)),
        Promise("keys that may not be forgotten", .linear(atMost: 60)),
        Promise("places that a component without a key looks at", .linear(atMost: 1)),
        Promise("keys that an object of a graph looks at", .linear(atMost: 1)),
        // Twice each registration, and twice the one that asks: for a row, and for the cure.
        Promise("near matches of many names", .linear(atMost: 3)),
        Promise("near matches of many types", .linear(atMost: 3)),
    ]

    static var counts: [String: (few: Int, many: Int)] {
        get async throws { try await counting.value }
    }

    private static let counting = Task {
        let files = [
            try Package.temporaryFile("Collet.swift", countingLibrary()),
            try Package.temporaryFile("Counts.swift", countsText),
            try Package.temporaryFile("main.swift", programText),
        ]
        let program = files[2].deletingPathExtension().path
        try await swiftc(["-swift-version", "6", "-o", program] + files.map(\.path))
        let run = try await Run(program)
        guard run.status == 0 else { throw CompilerError(output: run.error) }
        var counts: [String: (few: Int, many: Int)] = [:]
        for line in run.output.split(separator: "\n") {
            let fields = line.split(separator: ": ")
            let numbers = fields[1].split(separator: " ").map { Int($0)! }
            counts[String(fields[0])] = (numbers[0], numbers[1])
        }
        return counts
    }

    /// The library, with code that counts.
    private static func countingLibrary() throws -> String {
        var text = try String(contentsOf: Package.library, encoding: .utf8)
        text = text.replacing("Synchronization.Mutex", with: "CountingMutex")
        for (beginning, count) in [
            (
                "insert(_ registration: _Registration_)\n            -> _Registration_?\n        {\n",
                "insertions"
            ),
            ("private func nearness(of near: _Subject_) -> Nearness {\n", "matches"),
        ] {
            try text.replaceOnly(beginning, with: "…counts.\(count).add()\n")
        }
        let comparison = "guard a.line == b.line, a.column == b.column"
        try text.replaceOnly(comparison, with: "counts.places.add()\n…")
        for (code, value, count) in [
            ("$0.isBeingCalled ? $0 : $0.anyInstance", "$0.isBeingCalled", "looks"),
            ("table.position(of: type, name).map {", "name", "lookUps"),
            (
                "let text = String(reflecting: type)", "String(reflecting: type)",
                "names"
            ),
            (
                "if subject.type is any _Composite_.Type {",
                "subject.type is any _Composite_.Type", "conformances"
            ),
            (
                "(T.self as? any _Composite_.Type)", "(T.self as? any _Composite_.Type)",
                "conformances"
            ),
        ] {
            let counted = code.replacing(value, with: "counts.\(count).adding(\(value))")
            try text.replaceOnly(code, with: counted)
        }
        return text
    }

    private static let countsText = """
        import Synchronization

        nonisolated let counts = Counts()

        nonisolated final class Count: Sendable {
            private let number = Atomic(0)
            var now: Int { number.load(ordering: .relaxed) }
            func add() { number.wrappingAdd(1, ordering: .relaxed) }
            func adding<Value>(_ value: Value) -> Value {
                add()
                return value
            }
        }

        nonisolated final class Counts: Sendable {
            let locks = Count(), lookUps = Count(), insertions = Count()
            let places = Count(), matches = Count(), looks = Count()
            let names = Count(), conformances = Count()
        }

        nonisolated struct CountingMutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
            private let mutex: Mutex<Value>
            init(_ value: consuming sending Value) { mutex = Mutex(value) }
            borrowing func withLock<Result: ~Copyable, E: Error>(
                _ body: (inout sending Value) throws(E) -> sending Result
            ) throws(E) -> sending Result {
                counts.locks.add()
                return try mutex.withLock(body)
            }
        }
        """

    private static let programText = """
        /// A key that counts how often it is hashed or compared.
        struct Key: Hashable, Sendable {
            static let uses = Count()
            let number: Int
            static func == (a: Key, b: Key) -> Bool {
                uses.add()
                return a.number == b.number
            }
            func hash(into hasher: inout Hasher) {
                Key.uses.add()
                hasher.combine(number)
            }
        }

        final class Object: Sendable {}
        struct Sample<T>: Sendable {}

        func names(_ count: Int) -> Dependencies {
            Dependencies { for number in 0..<count { Module("\\(number)") { number } } }
        }

        /// Lays so many overrides over each other.
        func nest(_ count: Int, _ body: () -> Void) {
            if count == 0 { return body() }
            Dependencies { Module("layer") { 1.5 } }.override { nest(count - 1, body) }
        }

        /// Prints how often something is counted while one of two bodies runs: with 10
        /// and with 160.
        func count(
            _ subject: String, _ counts: [Count], _ prepare: (Int) async -> (() async -> Void)
        ) async {
            var results: [Int] = []
            for number in [10, 160] {
                let body = await prepare(number)
                let before = counts.reduce(0) { $0 + $1.now }
                await body()
                results.append(counts.reduce(0) { $0 + $1.now } - before)
                Resolver.reset()
            }
            print("\\(subject): \\(results[0]) \\(results[1])")
        }

        // MARK: Registering and asking

        let slow = [counts.conformances, counts.names]
        await count("conformances and names of registering", slow) { count in
            { names(count).build() }
        }
        let asked: [(String, [Count])] = [
            ("conformances and names", slow),
            ("look-ups", [counts.lookUps]), ("locks", [counts.locks]),
        ]
        for (what, counted) in asked {
            await count("\\(what) of asking the process", counted) { count in
                names(count).build()
                return { _ = Resolver.resolve(Int.self, name: "7") }
            }
        }
        for (what, counted) in asked.dropFirst() {
            await count("\\(what) of reading a property again", counted) { count in
                names(10).build()
                let property = Inject<Int>("7")
                _ = property()
                return { for _ in 0..<count { _ = property() } }
            }
        }

        // MARK: Overrides

        /// Counts within so many overrides.
        func countNested(_ subject: String, _ counted: Count, _ body: () -> Void) {
            var results: [Int] = []
            for number in [10, 160] {
                Dependencies { Module("outermost") { 1 } }.isolate {
                    nest(number) {
                        Dependencies { Module("innermost") { 1 } }.override {
                            let before = counted.now
                            body()
                            results.append(counted.now - before)
                        }
                    }
                }
            }
            print("\\(subject): \\(results[0]) \\(results[1])")
        }

        countNested("look-ups of reading a property in overrides", counts.lookUps) {
            _ = Inject<Int>("outermost")()
        }
        countNested("look-ups of what the innermost override has", counts.lookUps) {
            _ = Resolver.resolve(Int.self, name: "innermost")
        }
        countNested("look-ups of what the outermost override has", counts.lookUps) {
            _ = Resolver.resolve(Int.self, name: "outermost")
        }
        countNested("look-ups of building over overrides", counts.lookUps) {
            Dependencies { Module("other") { 1 } }.build()
        }
        await count("registrations that an array looks at", [counts.insertions]) { count in
            names(count).build()
            return { _ = Resolver.resolve([Int].self) }
        }
        await count("registrations that a list looks at", [counts.insertions]) { count in
            names(count).build()
            return { _ = Dependencies.registered }
        }

        // MARK: Components

        func shared(_ scope: Scope, _ number: Int) {
            _ = scope.shared(for: Key(number: number), line: 1, column: 1) { Object() }
        }
        func sharedLater(_ scope: Scope, _ number: Int) async {
            _ = await scope.shared(for: Key(number: number), line: 2, column: 1) {
                () async in Object()
            }
        }
        @discardableResult func weak(_ scope: Scope, _ number: Int) -> Object {
            scope.weak(for: Key(number: number), line: 3, column: 1) { Object() }
        }
        await count("comparisons of a key that is kept", [Key.uses]) { count in
            let scope = Scope()
            for number in 0..<count { shared(scope, number) }
            return { shared(scope, 7) }
        }
        await count("comparisons of a weak key", [Key.uses]) { count in
            let scope = Scope()
            let held = (0..<count).map { weak(scope, $0) }
            return {
                weak(scope, 7)
                withExtendedLifetime(held) {}
            }
        }
        await count("comparisons of a key that is kept, asynchronously", [Key.uses]) { count in
            let scope = Scope()
            for number in 0..<count { await sharedLater(scope, number) }
            return { await sharedLater(scope, 7) }
        }
        await count("comparisons of all keys that are forgotten", [Key.uses]) { count in
            let scope = Scope()
            return { for number in 0..<count { weak(scope, number) } }
        }
        await count("comparisons of all keys that are kept", [Key.uses]) { count in
            let scope = Scope()
            return { for number in 0..<count { shared(scope, number) } }
        }
        await count("keys that may be forgotten", [counts.looks]) { count in
            let scope = Scope()
            return { for number in 0..<20 * count { weak(scope, number) } }
        }
        await count("keys that may not be forgotten", [counts.looks]) { count in
            let scope = Scope()
            return { for number in 0..<20 * count { shared(scope, number) } }
        }
        await count("places that a component without a key looks at", [counts.places]) { count in
            let scope = Scope()
            for line in 1...count { _ = scope.shared(line: UInt(line)) { Object() } }
            return { _ = scope.shared(line: UInt(count)) { Object() } }
        }
        var looks: [Int] = []
        for count in [10, 160] {
            let scope = Scope()
            scope.graph {
                func object(_ number: Int) {
                    let key = Key(number: number)
                    _ = scope.graph(for: key, line: 1, column: 1) { Object() }
                }
                for number in 0..<count { object(number) }
                let before = Key.uses.now
                object(count - 1)
                looks.append(Key.uses.now - before)
            }
        }
        print("keys that an object of a graph looks at: \\(looks[0]) \\(looks[1])")

        // MARK: Messages

        func types(_ count: Int) -> Dependencies {
            func add<T>(_ type: T.Type, _ modules: inout [Module], _ count: Int) {
                if count == 0 { return }
                modules.append(Module { Sample<T>() })
                add(Sample<T>.self, &modules, count - 1)
            }
            var modules: [Module] = []
            add(Int.self, &modules, count)
            return Dependencies { return modules }
        }
        for (what, block) in [("names", names), ("types", types)] {
            await count("near matches of many \\(what)", [counts.matches]) { count in
                let lacking = Dependencies {
                    block(count)
                    Module { Inject<Double>() }
                }
                return { do { try lacking.verify() } catch { _ = "\\(error)" } }
            }
        }
        """
}
