import TestSupport
import Testing

@testable import ColletCheck

/// The values that are known after branches and loops, and the certain events.
struct WaysTests {
    private let program = SILProgram().function(
        "make", "bb0:\n  %1 = integer_literal $Builtin.Int64, 1\n  return %1")

    private func run(_ body: String, prepare: (Interpreter) -> Void = { _ in }) throws
        -> SILRun
    {
        try program.function("test", body).run(prepare: prepare)
    }

    // MARK: Branches

    @Test func aBranchOnAnUnknownGoesBothWays() throws {
        let run = try run(
            """
            bb0:
              %1 = integer_literal $Builtin.Int64, 1
              %2 = integer_literal $Builtin.Int64, 2
              cond_br %0, bb1, bb2
            bb1:
              br bb3(%1)
            bb2:
              br bb3(%2)
            bb3(%3 : $Int):
              return %3
            """)
        #expect(run.value == .oneOf([.int(1), .int(2)]))
    }

    @Test func aDecidedBranchGoesOneWay() throws {
        let run = try run(
            """
            bb0:
              %1 = integer_literal $Builtin.Int1, -1
              %2 = integer_literal $Builtin.Int64, 2
              cond_br %1, bb1, bb2
            bb1:
              return %2
            bb2:
            \(SILProgram.ask("Clock"))
              return %1
            """)
        #expect(run.value == .int(2))
        #expect(run.requests.isEmpty)
    }

    @Test func aSwitchTakesThePayloadOfItsCase() throws {
        let run = try run(
            """
            bb0:
              %1 = integer_literal $Builtin.Int64, 1
              %2 = enum $Optional<Int>, #Optional.some!enumelt, %1
              switch_enum %2, case #Optional.some!enumelt: bb1, case #Optional.none!enumelt: bb2
            bb1(%3 : $Int):
              return %3
            bb2:
              unreachable
            """)
        #expect(run.value == .int(1))
    }

    @Test(arguments: [
        ("Model", true), ("Other", false), ("any P", false), ("any Q & R", true),
        ("any Q & P", false), ("any Model & R", true), ("any Other & R", false),
        ("any R & Sendable", true), ("Base", true), ("Base<Int>", nil), ("Base<A>", nil),
        ("any AnyObject", nil), ("any R<Int>", nil),
    ])
    func aCastIsDecidedByTheTypeOfTheObject(target: String, succeeds: Bool?) throws {
        let declarations = """
            class Model : Base<Int>, Q, R {
            }

            class Base<T> : @unchecked Sendable {
            }

            class Other {
            }
            """
        let tables = """
            sil_witness_table hidden Model: Q module App {
            }

            sil_witness_table hidden Model: R module App {
            }
            """
        let program = SILProgram(declarations: declarations).adding(tables)
        let run = try program.function(
            "test",
            """
            bb0:
              %1 = alloc_ref $Model
              checked_cast_br AnyObject in %1 to \(target), bb1, bb2
            bb1(%2 : $Model):
              %3 = integer_literal $Builtin.Int1, -1
              return %3
            bb2(%4 : $AnyObject):
              %5 = integer_literal $Builtin.Int1, 0
              return %5
            """
        ).run()
        let either = Value.oneOf([.bool(true), .bool(false)])
        #expect(run.value == succeeds.map(Value.bool) ?? either)
    }

    @Test(arguments: [("Foreign", "NSObject"), ("Own", "NSObject"), ("Own", "any P")])
    func whatAnotherLibraryDeclaresMayBeAnything(type: String, target: String) throws {
        let interpreter = SILProgram(declarations: "class Own : Foreign {\n}")
            .interpreter()
        #expect(interpreter.cast(.object(1, type), to: target) == nil)
        #expect(
            interpreter.cast(.enumeration("", "a", nil), to: "A") == nil)
    }

    @Test(arguments: [("NSString", nil as Bool?), ("Int", false), ("String", true)])
    func whatIsBridgedMayHaveAnotherType(target: String, succeeds: Bool?) {
        let interpreter = SILProgram().interpreter()
        #expect(interpreter.cast(.string("a"), to: target) == succeeds)
    }

    @Test func aTypeThatNobodyDeclaresMayConform() throws {
        let run = try run(
            """
            bb0:
              %1 = alloc_ref $Foreign
              checked_cast_br AnyObject in %1 to any P, bb1, bb2
            bb1(%2 : $Foreign):
              return %2
            bb2(%4 : $AnyObject):
              return %0
            """)
        #expect(run.value == .unknown)
    }

    // MARK: Certainty

    private let branch = """
        bb0:
          cond_br %0, bb1, bb2
        bb1:
        FIRST
          br bb3
        bb2:
        SECOND
          br bb3
        bb3:
        THIRD
          return %0
        """

    private func branching(
        _ first: String, _ second: String = "", _ third: String = ""
    ) throws -> SILRun {
        try run(
            branch.replacing("FIRST", with: first).replacing("SECOND", with: second)
                .replacing("THIRD", with: third))
    }

    @Test func whatOneWayAsksForIsPossible() throws {
        let run = try branching(SILProgram.ask("Clock"))
        #expect(run.requests.map(\.event.isCertain) == [false])
    }

    @Test func whatFollowsWhereWaysMeetIsCertain() throws {
        let run = try branching("", "", SILProgram.ask("Clock"))
        #expect(run.requests.map(\.event.isCertain) == [true])
    }

    @Test func theOtherWayOfATrapIsCertain() throws {
        let run = try self.run(
            """
            bb0:
              cond_br %0, bb1, bb2
            bb1:
            \(SILProgram.ask("Clock"))
              return %0
            bb2:
              unreachable
            """)
        #expect(run.requests.map(\.event.isCertain) == [true])
    }

    @Test func whatOneWayRegistersMayAnswer() throws {
        let run = try branching(SILProgram.register("Clock"), "", SILProgram.ask("Clock"))
        let request = try #require(run.requests.first?.request)
        #expect(request.answers.map(\.isCertain) == [false])
        #expect(!request.isAnswered)
    }

    @Test func whatBothWaysRegisterAnswers() throws {
        let run = try branching(
            SILProgram.register("Clock", line: 2), SILProgram.register("Clock", line: 3),
            SILProgram.ask("Clock"))
        let request = try #require(run.requests.first?.request)
        #expect(request.isAnswered)
        #expect(Set(request.answers.map(\.registration.place?.line)) == [2, 3])
    }

    @Test func aWayLeavesNoOtherItsActor() throws {
        let hop = """
              %20 = enum $Optional<Builtin.Executor>, #Optional.none!enumelt
              hop_to_executor %20
            """
        let ask = SILProgram.ask("Clock")
        let body = branch.replacing("FIRST", with: hop + "\n" + ask)
            .replacing("SECOND", with: ask).replacing("THIRD", with: ask)
        var actors: [Bool?] = []
        _ = try run(body) { interpreter in
            interpreter.journal = ObservedJournal { event in
                if case .asked = event.kind { actors.append(interpreter.isOnMainActor) }
            }
        }
        #expect(actors == [false, true, nil])
    }

    // MARK: Errors

    private let attempt = """
        bb0:
          %1 = function_ref @parse : $@convention(thin) () -> @error any Error
          try_apply %1() : $@convention(thin) () -> @error any Error, normal bb1, error bb2
        bb1(%2 : $()):
        NORMAL
          return %0
        bb2(%3 : $any Error):
        ERROR
        """

    private func attempting(
        _ normal: String, _ error: String = "  throw %3", errorsEnd: Bool
    ) throws -> SILRun {
        let parse = "sil @parse : $@convention(thin) () -> @error any Error"
        let body = attempt.replacing("NORMAL", with: normal).replacing(
            "ERROR", with: error)
        return try program.adding(parse).function("test", body).run {
            $0.errorsEnd = errorsEnd
        }
    }

    @Test func anErrorThatLeavesTheRootEndsIt() throws {
        let run = try attempting(SILProgram.ask("Clock"), errorsEnd: true)
        #expect(run.requests.map(\.event.isCertain) == [true])
    }

    @Test func anErrorThatSomebodyMayCatchIsAWay() throws {
        let run = try attempting(SILProgram.ask("Clock"), errorsEnd: false)
        #expect(run.requests.map(\.event.isCertain) == [false])
        #expect(run.outcome.thrown != nil)
    }

    @Test func anErrorThatIsCaughtIsAWay() throws {
        let run = try attempting(SILProgram.ask("Clock"), "  return %3", errorsEnd: true)
        #expect(run.requests.map(\.event.isCertain) == [false])
    }

    /// Else what follows would run twice behind each branch whose call may throw.
    @Test func whatFollowsBranchesThatMayThrowRunsOnce() throws {
        let count = 6
        let branches = (0..<count).map { index in
            """
            bb\(3 * index):
              cond_br %0, bb\(3 * index + 1), bb\(3 * index + 3)
            bb\(3 * index + 1):
              %\(10 + index) = function_ref @parse : $@convention(thin) () -> @error any Error
              try_apply %\(10 + index)() : $@convention(thin) () -> @error any Error, \
            normal bb\(3 * index + 2), error bb\(3 * count + 1)
            bb\(3 * index + 2)(%\(20 + index) : $()):
              br bb\(3 * index + 3)
            """
        }
        let end = """
            bb\(3 * count):
            \(SILProgram.ask("Clock"))
              br bb\(3 * count + 2)
            bb\(3 * count + 1)(%30 : $any Error):
              br bb\(3 * count + 2)
            bb\(3 * count + 2):
            \(SILProgram.ask("Log"))
              return %0
            """
        let parse = "sil @parse : $@convention(thin) () -> @error any Error"
        let body = (branches + [end]).joined(separator: "\n")
        let run = try program.adding(parse).function("test", body).run()
        let asked = run.requests.map { ($0.request.key.type, $0.event.isCertain) }
        #expect(asked.map(\.0) == ["Clock", "Log"])
        #expect(asked.map(\.1) == [false, true])
    }

    /// Two of three ways meet before they meet the third.
    @Test func eachWayLeavesItsState() throws {
        let parse = "sil @parse : $@convention(thin) () -> @error any Error"
        let body = """
            bb0:
              %1 = alloc_stack $Int
              %2 = integer_literal $Builtin.Int64, 1
              %3 = integer_literal $Builtin.Int64, 2
              %4 = integer_literal $Builtin.Int64, 3
              %5 = function_ref @parse : $@convention(thin) () -> @error any Error
              cond_br %0, bb1, bb2
            bb1:
              store %2 to %1
              try_apply %5() : $@convention(thin) () -> @error any Error, normal bb3, error bb4
            bb2:
              store %3 to %1
              br bb5
            bb3(%6 : $()):
              br bb5
            bb4(%7 : $any Error):
              store %4 to %1
              br bb6
            bb5:
              %8 = load %1
              br bb6
            bb6:
              %9 = load %1
              return %9
            """
        let run = try program.adding(parse).function("test", body).run()
        let left = (run.value?.alternatives ?? []).compactMap(\.integer)
        #expect(left.sorted() == [1, 2, 3])
    }

    // MARK: Loops

    /// Counts in a cell while a condition holds.
    private func loop(_ condition: String, _ body: String, _ end: String = "") -> String {
        """
        bb0:
          %1 = alloc_stack $Int
          %2 = integer_literal $Builtin.Int64, 0
          %3 = integer_literal $Builtin.Int64, 1
          store %2 to %1
          br bb1
        bb1:
          %4 = load %1
        \(condition)
          cond_br %5, bb2, bb3
        bb2:
        \(body)
          %6 = load %1
          %7 = builtin "sadd_with_overflow_Int64"(%6, %3) : $(Builtin.Int64, Builtin.Int1)
          %8 = tuple_extract %7, 0
          store %8 to %1
          br bb1
        bb3:
        \(end)
          %9 = load %1
          return %9
        """
    }

    private func limit(_ count: Int) -> String {
        """
          %10 = integer_literal $Builtin.Int64, \(count)
          %5 = builtin "cmp_slt_Int64"(%4, %10) : $Builtin.Int1
        """
    }

    private let unknownCondition = "  %5 = upcast %0 to $Builtin.Int1"

    @Test func aLoopThatCountsRunsAsOftenAsItCounts() throws {
        let run = try run(loop(limit(5), SILProgram.ask("Clock")))
        #expect(run.value == .int(5))
        #expect(run.requests.count == 5)
        #expect(run.cuts.isEmpty)
    }

    @Test func aLoopLeavesWhatItsTurnsHandOn() throws {
        let run = try run(
            """
            bb0:
              %1 = string_literal utf8 "a"
              %2 = string_literal utf8 "b"
              br bb1(%1)
            bb1(%3 : $String):
              cond_br %0, bb2, bb3
            bb2:
              br bb1(%2)
            bb3:
              return %3
            """)
        #expect(run.value == .oneOf([.string("a"), .string("b")]))
    }

    @Test func whatAnUndecidedLoopCountsIsUnknown() throws {
        let run = try run(loop(unknownCondition, ""))
        #expect(run.value == .unknown)
        #expect(run.cuts.isEmpty)
    }

    @Test func aLateStateOfAnUndecidedLoopIsReached() throws {
        let state = """
              %20 = integer_literal $Builtin.Int64, 5
              %21 = builtin "cmp_eq_Int64"(%4, %20) : $Builtin.Int1
              cond_br %21, bb4, bb5
            bb4:
            \(SILProgram.ask("Clock"))
              br bb5
            bb5:
            """
        let run = try run(loop(unknownCondition, state))
        #expect(!run.requests.isEmpty)
        #expect(run.requests.allSatisfy { !$0.event.isCertain })
    }

    @Test func whatAnUndecidedLoopRegistersIsPossible() throws {
        let run = try run(
            loop(unknownCondition, SILProgram.register("Clock"), SILProgram.ask("Clock")))
        let request = try #require(run.requests.last)
        #expect(request.event.isCertain)
        #expect(request.request.answers.map(\.isCertain) == [false])
    }

    /// The number of objects it makes can't be told: all but the first count as one.
    @Test func whatAnUndecidedLoopMakesHasAType() throws {
        let run = try run(
            """
            bb0:
              %1 = alloc_stack $Model
              %2 = alloc_ref $Model
              store %2 to %1
              br bb1
            bb1:
            \(unknownCondition)
              cond_br %5, bb2, bb3
            bb2:
              %3 = alloc_ref $Model
              store %3 to %1
              br bb1
            bb3:
              %4 = load %1
              return %4
            """)
        #expect(run.value?.alternatives.map(\.dynamicType) == ["Model", "Model"])
    }

    @Test func whatALoopOfManyTurnsCountsIsUnknown() throws {
        let run = try run(loop(limit(1000), "", SILProgram.ask("Clock")))
        #expect(run.value == .unknown)
        #expect(run.requests.map(\.event.isCertain) == [true])
        #expect(run.cuts.isEmpty)
    }

    @Test func aLoopIsFollowedForFewerTurnsIfMuchHasRun() throws {
        let body = loop(limit(100), "")
        #expect(try run(body).value == .int(100))
        #expect(try run(body) { $0.limit = 2000 }.value == .unknown)
    }

    @Test func aLoopThatNeverEndsIsCut() throws {
        let condition = "  %5 = integer_literal $Builtin.Int1, -1"
        let run = try run(loop(condition, "", SILProgram.register("Clock")))
        #expect(run.cuts == [.repetition])
        #expect(run.value == nil)
    }

    // MARK: Recursion

    /// The interpreter calls itself where the program makes a call, and a test's own
    /// stack may be too small for it.
    @Test func recursionWithoutAnEndIsCut() {
        let cuts = onAnotherThread(stackSize: 64 << 20) {
            let run = try? WaysTests().run(
                """
                bb0:
                  %1 = function_ref @test : $@convention(thin) () -> Int
                  %2 = apply %1() : $@convention(thin) () -> Int
                \(SILProgram.register("Clock"))
                  return %2
                """)
            return run?.cuts
        }
        #expect(cuts == [.repetition])
    }

    /// Calls a component again on one of two ways.
    private func recursion(_ body: String) -> (cuts: Int, cycles: Int)? {
        onAnotherThread(stackSize: 64 << 20) {
            let run = try? WaysTests().run(
                """
                bb0:
                  cond_br %0, bb1, bb2
                bb1:
                  // function_ref Tree.component()
                  %1 = function_ref @test : $@convention(thin) () -> Int
                  %2 = apply %1() : $@convention(thin) () -> Int
                  br bb2
                bb2:
                \(body)
                  return %0
                """)
            guard let run else { return nil }
            let cycles = run.events.count {
                if case .cycle = $0.kind { true } else { false }
            }
            return (run.cuts.count, cycles)
        }
    }

    @Test func recursionThatMayEndIsNoCycle() throws {
        let found = try #require(recursion(SILProgram.register("Clock")))
        #expect(found == (cuts: 0, cycles: 0))
    }

    @Test func recursionThatRegistersNothingIsNoCut() throws {
        let found = try #require(recursion(SILProgram.ask("Clock")))
        #expect(found == (cuts: 0, cycles: 0))
    }

    // MARK: Programs

    /// Only so many of its calls are told apart.
    @Test func aRecursionCountsForAWhile() async throws {
        let notes = (1...15).reversed().map { "//: note: \($0)" }.joined(separator: " ")
        let package = try await RulePackage([
            "App/main.swift": PackageRuns.declarationsToAsk + """
                func count(_ number: Int) {
                    ask("\\(number)") //: error: 16 \(notes) //: note: ?
                    if !isUnknown, number > 0 { count(number - 1) }
                }
                count(16)
                """
        ])
        await package.expect(\.askedNames)
    }

    /// Canonical SIL has bodies of the standard library, and parts of it where it is called.
    @Test(arguments: ["-emit-silgen", "-emit-sil"])
    func eachKindOfSILDecidesConditions(_ sil: String) async throws {
        let package = try await RulePackage(
            [
                "App/main.swift": PackageRuns.declarationsToAsk + """
                    enum Mode: String { case live, demo }
                    struct Settings {
                        var mode = Mode.live
                        var region: String? = "eu"
                        var names = ["a", "b"]
                    }
                    let settings = Settings()
                    if settings.mode != .live { ask("mode") }
                    if settings.mode.rawValue != "live" { ask("raw value") }
                    if settings.region != "eu" { ask("optional") }
                    if settings.names != ["a", "b"] { ask("array") }
                    if settings.names.first != "a" { ask("element") }
                    if type(of: settings) == Mode.self { ask("type") }
                    let kind = "real"
                    if kind != "real" { ask("text") } else { ask("real") } //: error: real
                    """
            ], options: [sil])
        await package.expect(\.askedNames)
    }

    /// The fields of a local type are declared nowhere.
    @Test func fieldsOfLocalTypesAreNotConfused() async throws {
        let package = try await RulePackage([
            "App/main.swift": PackageRuns.declarationsToAsk + """
                struct Name { let text: String }
                func last() -> String {
                    struct Pair { let first: String, last: String }
                    return Pair(first: "a", last: "b").last
                }
                func only() -> String {
                    struct Box { let name: Name }
                    return Box(name: Name(text: "c")).name.text
                }
                ask(last()) //: error: ?
                ask(only()) //: error: c
                """
        ])
        await package.expect(\.askedNames)
    }

    @Test func whatRunsDecidesNames() async throws {
        let text = PackageRuns.declarationsToAsk + Self.names
        try await RulePackage(["App/main.swift": text]).expect(\.askedNames)
    }

    private static let names = #"""
        struct Row {
            var all = ["a", "b"]
            var last = "none"
            var first: String {
                _read { yield all[0] }
                _modify {
                    yield &all[0]
                    last = all[0]
                }
            }
            var count = 0 {
                willSet { ask("will \(newValue)") } //: error: will 1
                didSet { ask("did \(oldValue)") } //: error: did 0
            }
            lazy var late = "late"
            subscript(index: Int) -> String {
                get { all[index] }
                set { all[index] = newValue + "!" }
            }
        }

        func properties() {
            var row = Row()
            row.first += "1"
            ask(row.first) //: error: a1
            ask(row.last) //: error: a1
            row.count += 1
            row[1] = "c"
            ask(row[1]) //: error: c!
            row[1] += "d"
            ask(row[1]) //: error: c!d!
            ask(row.late) //: error: late
            row.late = "later"
            ask(row.late) //: error: later
            let copy = row
            row.all[0] = "z"
            ask(copy.all[0] + row.all[0]) //: error: a1z
        }

        func loops() {
            var state = "a", other = "k", third = "k", fourth = "k", fifth = "k"
            var sixth = "k", seventh = "k", eighth = "k", ninth = "k"
            while readLine() != nil {
                if state == "b" { ask("reached") } //: note: reached
                state = "b"
                (other, third, fourth, fifth) = ("k", "k", "k", "k")
                (sixth, seventh, eighth, ninth) = ("k", "k", "k", "k")
            }
            ask(state) //: note: a //: note: b
            ask(other + third + fourth + fifth) //: error: kkkk
            ask(sixth + seventh + eighth + ninth) //: error: kkkk
            var count = 0
            repeat { count += 1 } while count < 3
            ask("\(count)") //: error: 3
            outer: for row in ["ab", "cd"] {
                for letter in row {
                    if letter == "b" { continue outer }
                    if letter == "d" { break outer }
                    ask("letter \(letter)") //: note: ?
                }
            }
            for number in 1... where number > 2 {
                ask("\(number)") //: note: ?
                break
            }
            var names: [String] = []
            while let name = readLine() { names.append(name) }
            for name in names { ask(name) } //: note: ?
            for _ in 0..<60 { count += 1 }
            ask("\(count)") //: error: 63
            for _ in 0..<80 { count += 1 }
            ask("\(count)") //: error: ?
        }

        enum Shape {
            case round(String), square(width: Int, String)
            indirect case pair(Shape, Shape)
            var name: String {
                switch self {
                case .round(let name): name
                case .square(let width, let name) where width > 1: "wide " + name
                case .square(_, let name): name
                case .pair(let one, let other): one.name + "+" + other.name
                }
            }
            mutating func turn() { self = .round("turned " + name) }
        }

        func branches() {
            ask(Shape.round("r").name) //: error: r
            ask(Shape.square(width: 2, "s").name) //: error: wide s
            ask(Shape.square(width: 1, "s").name) //: error: s
            ask(Shape.pair(.round("p"), .square(width: 3, "q")).name) //: error: p+wide q
            var shape = Shape.round("t")
            shape.turn()
            ask(shape.name) //: error: turned t
            let either = isUnknown ? "one" : "other"
            ask(either) //: note: one //: note: other
            if either == "one" { ask("is one") } else { ask("is other") } //: note: is one //: note: is other
            if case .round(let name) = shape { ask(name) } //: error: turned t
            guard isUnknown else { return ask("returned") } //: note: returned
            ask("went on") //: note: went on
        }

        struct Problem: Error { let name: String }

        func fail(_ name: String) throws(Problem) -> String {
            if name == "bad" { throw Problem(name: "caught " + name) }
            return name
        }

        func errors() {
            do {
                ask(try fail("good")) //: error: good
                ask(try fail("bad"))
                ask("never")
            } catch { ask(error.name) } //: error: caught bad
            ask((try? fail("bad")) ?? "none") //: error: none
            defer { ask("deferred") } //: error: deferred
            ask("before") //: error: before
            do {
                defer { ask("inner") } //: note: inner
                if isUnknown { throw Problem(name: "maybe") }
                ask("not thrown") //: note: not thrown
            } catch { ask("thrown") } //: note: thrown
        }

        protocol Animal {
            var name: String { get }
            func sound() -> String
        }
        extension Animal {
            func sound() -> String { "quiet " + name }
            func twice() -> String { sound() + sound() }
        }
        struct Cat: Animal { let name = "cat" }
        final class Dog: Animal {
            var name = "dog"
            func sound() -> String { "bark" }
        }
        class Base {
            let name: String
            init(name: String) { self.name = name }
            convenience init() { self.init(name: "base") }
            func title() -> String { "base " + name }
            class func kind() -> String { "Base" }
        }
        class Derived: Base {
            override func title() -> String { "derived " + super.title() }
            override class func kind() -> String { "Derived" }
        }

        func dispatch() {
            let all: [any Animal] = [Cat(), Dog()]
            for animal in all { ask(animal.sound()) } //: error: bark //: error: quiet cat
            ask(all[0].twice()) //: error: quiet catquiet cat
            let either: any Animal = isUnknown ? Cat() : Dog()
            ask(either.sound()) //: note: bark //: note: quiet cat
            ask(either.name) //: note: cat //: note: dog
            let base: Base = Derived()
            ask(base.title()) //: error: derived base base
            ask(type(of: base).kind()) //: error: Derived
            ask(Base(name: "own").title()) //: error: base own
            if let dog = all[1] as? Dog { ask("is " + dog.name) } //: error: is dog
            if all[0] is Dog { ask("never") } else { ask("no dog") } //: error: no dog
            if let derived = base as? Derived { ask(derived.name) } //: error: base
            switch all[0] {
            case is Dog: ask("a dog")
            case let cat as Cat: ask("a " + cat.name) //: error: a cat
            default: ask("neither")
            }
        }

        protocol Store { associatedtype Item; func item() -> Item }
        struct Texts: Store { func item() -> String { "text" } }
        func first<S: Store>(_ store: S) -> S.Item { store.item() }
        func title<T>(of type: T.Type) -> String { "\(T.self)" }
        struct Pair<A, B> {
            var a: A
            var b: B
            func swapped() -> Pair<B, A> { Pair<B, A>(a: b, b: a) }
        }

        func generics() {
            ask(first(Texts())) //: error: text
            ask(title(of: Cat.self)) //: error: Cat
            ask(Pair(a: "x", b: 1).swapped().b) //: error: x
            ask("\(Pair(a: "x", b: 1).swapped().a)") //: error: 1
            var pair = Pair(a: "x", b: "y")
            swap(&pair.a, &pair.b)
            pair.a = "z"
            ask(pair.a) //: error: z
        }

        func change(_ name: inout String, by body: (String) -> String) { name = body(name) }

        func closures() {
            var count = 0
            let next = {
                count += 1
                return "\(count)"
            }
            ask(next()) //: error: 1
            ask(next()) //: error: 2
            var name = "n"
            change(&name) { $0 + "1" }
            ask(name) //: error: n1
            let (one, other) = (name, count)
            ask("\(one)\(other)") //: error: n12
            func nested(_ depth: Int) -> String { depth == 0 ? "end" : "(" + nested(depth - 1) + ")" }
            ask(nested(2)) //: error: ((end))
            let method = Cat().sound
            ask(method()) //: error: quiet cat
            let all = [{ "a" }, { "b" }]
            ask(all[1]()) //: error: b
            ask(Optional(Dog())?.sound() ?? "none") //: error: bark
        }

        final class Box {
            let name: String
            weak var other: Box?
            init(_ name: String) { self.name = name }
        }
        enum Shared {
            nonisolated(unsafe) static let box = Box("static")
            static let (left, right) = ("l", "r")
        }

        func memory() {
            let box = Box("box")
            box.other = box
            ask(box.other?.name ?? "gone") //: error: box
            ask(Shared.box.name) //: error: static
            ask(Shared.left + Shared.right) //: error: lr
            let gone = Box("gone")
            do { gone.other = Box("lost") }
            ask(gone.other?.name ?? "nothing") //: note: lost //: note: nothing
            ask(box.name + gone.name) //: error: boxgone
        }

        nonisolated(unsafe) var made = 0
        func next() -> String {
            made += 1
            return "\(made)"
        }
        final class Thing: Sendable {
            let name = next()
        }
        struct Desk {
            @Inject var thing: Thing
            @Inject("shared") var other: Thing
        }
        final class Things: Sendable {
            let scope = Scope()
            func shared() -> Thing { scope.shared { Thing() } }
            func kept() -> Thing { scope.weak { Thing() } }
            func each(_ id: String) -> Thing { scope.shared(for: id) { Thing() } }
            func graph() -> Thing { scope.graph { Thing() } }
        }

        func modules() {
            let part = Dependencies { Module(.shared, "part") { Thing() } }
            Dependencies {
                part
                Module { Thing() }
                Module(.shared, "shared") { Thing() }
                for name in ["x", "y"] { Module(name) { name } }
                if isUnknown { Module("maybe") { "m" } }
            }.build()
            ask(Resolver.resolve(Thing.self).name) //: error: 1
            ask(Resolver.resolve(Thing.self).name) //: error: 2
            ask(Resolver.resolve(Thing.self, name: "shared").name) //: error: 3
            ask(Resolver.resolve(Thing.self, name: "shared").name) //: error: 3
            ask(Resolver.resolve(Thing.self, name: "part").name) //: error: 4
            ask(Resolver.resolve(String.self, name: "x") + Resolver.resolve(name: "y")) //: error: xy
            Dependencies { Module("x") { "newer" } }.build()
            ask(Resolver.resolve(String.self, name: "x")) //: error: newer
            ask(Resolver.resolve(String?.self, name: "maybe") ?? "none") //: note: m //: note: none
            ask(Resolver.resolve(String?.self) ?? "none") //: error: none
            let desk = Desk()
            ask(desk.thing.name) //: error: 5
            ask(desk.thing.name) //: error: 5
            ask(desk.other.name) //: error: 3
            let inner = Dependencies { Module { "inner" }; Module(.shared) { Thing() } }
            ask(inner.override { Resolver.resolve(String.self) }) //: error: inner
            inner.override {
                ask(Resolver.resolve(Thing.self).name) //: error: 6
                ask(Resolver.resolve(Thing.self).name) //: error: 6
                ask(Resolver.resolve(Thing.self, name: "shared").name) //: error: 3
            }
            inner.isolate {
                ask(Resolver.resolve(Thing.self).name) //: error: 7
                ask(Resolver.resolve(Thing?.self, name: "shared")?.name ?? "none") //: error: none
            }
            let container = inner.makeContainer()
            container.perform { ask(Resolver.resolve(Thing.self).name) } //: error: 8
            container.perform { ask(Resolver.resolve(Thing.self).name) } //: error: 8
            Resolver.register { "outer" }
            ask(Resolver.resolve(String.self)) //: error: outer
            Resolver.register(value: "value", name: "v")
            ask(Resolver.resolve(String.self, name: "v")) //: error: value
            for text in Resolver.resolve([String].self) { ask(text) } //: error: newer //: error: y //: note: m //: note: outer //: note: value
            ask("\(Inject(value: "given")())") //: error: given
            let things = Things()
            ask(things.shared().name) //: error: 9
            ask(things.shared().name) //: error: 9
            let kept = things.kept()
            ask(things.kept().name + kept.name) //: error: 1010
            ask(things.each("a").name) //: error: 11
            ask(things.each("b").name) //: error: 12
            ask(things.each("a").name) //: error: 11
            ask(things.graph().name) //: error: 13
            ask(things.graph().name) //: error: 14
            ask(Things().shared().name) //: error: 15
            Dependencies { Module(CommandLine.arguments[0]) { "fake" } }.override {
                Dependencies { Module("n") { "built" } }.build()
                ask(Resolver.resolve(String.self, name: "n")) //: note: built //: note: fake
            }
            Resolver.reset()
            ask(Resolver.resolve(String?.self) ?? "none") //: error: none
        }
        properties()
        loops()
        branches()
        errors()
        dispatch()
        generics()
        closures()
        memory()
        modules()
        """#
}
