import Testing

@testable import ColletCheck

/// How reports name functions, and which calls of a way they tell.
struct CallNamesTests {
    /// A call of a function, as the comment above it or its symbol names it.
    private func name(_ name: String, _ symbol: String = "") -> FunctionName {
        FunctionName(Call(symbol: symbol, name: name, place: nil))
    }

    @Test(arguments: [
        ("load()", "", "", "load()", "load()", "load"),
        ("Feed.Row.load(id:)", "", "Feed.Row", "load(id:)", "Feed.Row", "Feed.Row.load"),
        ("static Feed.load<A>(id:)", "", "Feed", "load(id:)", "Feed", "Feed.load"),
        ("closure #1 in Feed.load()", "", "Feed", "load()", "Feed", "Feed.load"),
        ("Feed.clock.getter", "", "Feed", "clock", "Feed", "Feed.clock"),
        ("Feed.clock.modify", "", "Feed", "clock", "Feed", "Feed.clock"),
        ("", "", "", "main", "main", "main"),
        ("#Feed.load", "$s3Kit4FeedC4loadyyF", "Feed", "load", "Feed", "Feed.load"),
        (
            "callback", "$s3Kit4FeedV3RowV4load2idySi_tF", "Feed.Row", "load", "Feed.Row",
            "Feed.Row.load"
        ),
        (
            "#Feed.clock!getter", "$s3Kit4FeedC5clockSivg", "Feed", "clock", "Feed",
            "Feed.clock"
        ),
        (
            "$s6Collet8ResolverO3AppE5startyyFZ", "$s6Collet8ResolverO3AppE5startyyFZ",
            "Resolver",
            "start", "Resolver", "Resolver.start"
        ),
    ])
    func aFunctionHasNames(
        call: String, symbol: String, type: String, own: String, owner: String,
        path: String
    ) {
        let name = name(call, symbol)
        #expect(
            [name.type, String(name.name), name.owner, name.path] == [
                type, own, owner, path,
            ])
    }

    @Test func aMethodIsAlsoNamedByTheTypesAroundIt() {
        #expect(
            name("Feed.Row.load(id:)").titles == ["Feed", "Feed.Row", "Feed.Row.load"])
        #expect(FunctionName.result(ofSymbol: "$s3Kit4FeedV9componentAA3RowVyF") == "Row")
    }

    @Test func thunksAndClosuresAreNobodysFunctions() {
        func call(_ name: String, _ symbol: String = "") -> Call {
            Call(symbol: symbol, name: name, place: nil)
        }
        let thunks = [
            call("thunk for @escaping () -> ()"), call("f", "$s1fTR"),
            call("f", "$s1fTW"),
            call("f", "$s1fTA"), call("f()", "$s1fyyF"),
        ]
        #expect(thunks.map(\.isThunk) == [true, true, true, true, false])
        #expect(
            [call("closure #1 in f()"), call("f()")].map(\.isClosure) == [true, false])
    }

    private func steps(_ calls: [(name: String, symbol: String)]) -> [String] {
        let way = calls.enumerated().map { index, call in
            Call(
                symbol: call.symbol, name: call.name,
                place: Place(file: "a.swift", line: index, column: 1))
        }
        let event = Event(
            kind: .reset, possible: 0, isGuess: false, isLater: false, isOnThread: false,
            verification: nil, container: 0, place: nil, way: way, owner: nil, making: [])
        return event.steps(PackageRuns()).map { "\($0.place.line) \($0.message)" }
    }

    @Test func aWayHasWhatSomebodyWrote() {
        let calls = [
            ("main", "main"), ("Feed.load(id:)", "l"), ("Feed.init(id:)", "fc"),
            ("Feed.__allocating_init(id:)", "fC"), ("Row.init()", "i"),
            ("Feed.clock.getter", "g"),
            ("Feed.clock.setter", "s"), ("closure #1 in f()", "c"),
            ("thunk for f()", "t"),
            ("$s1f", "$s1f"), ("default argument 0 of f(_:)", "d"),
            ("== infix(_:_:)", "o"),
            ("callback", "b"),
        ]
        #expect(
            steps(calls) == [
                "1 calls Feed.load(id:)", "3 makes Feed", "4 makes Row",
                "5 reads Feed.clock",
                "6 sets Feed.clock",
            ])
    }

    @Test(arguments: [(10, Array(1...10)), (11, [1, 2, 3, 4, 5, 7, 8, 9, 10, 11])])
    func ofALongWayTheEndsAreTold(count: Int, lines: [Int]) {
        let way = (0...count).map { (name: "f\($0)()", symbol: "f\($0)") }
        #expect(steps(way) == lines.map { "\($0) calls f\($0)()" })
    }
}
