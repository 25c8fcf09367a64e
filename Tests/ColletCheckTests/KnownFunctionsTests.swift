import TestSupport
import Testing

@testable import ColletCheck

/// The effects of functions that are known by name.
struct KnownFunctionsTests {
    /// Calls a function with the first parameters of `test`.
    private func call(_ name: String, symbol: String = "foreign", _ arguments: [Value])
        throws -> SILRun
    {
        let registers = arguments.indices.map { "%\($0)" }.joined(separator: ", ")
        return try program.function(
            "test",
            """
            bb0(\(arguments.indices.map { "%\($0) : $Int" }.joined(separator: ", "))):
              // function_ref \(name)
              %50 = function_ref @\(symbol) : $@convention(thin) () -> ()
              try_apply %50(\(registers)) : $() -> @error any Error, normal bb1, error bb2
            bb1(%51 : $Int):
              return %51
            bb2(%52 : $any Error):
              throw %52
            """
        ).run(arguments)
    }

    private let program = SILProgram()
        .function("make", "bb0:\n  %1 = integer_literal $Builtin.Int64, 1\n  return %1")
        .function("ask", "bb0:\n\(SILProgram.ask("Clock"))\n  return %92")
        .function("fail", "bb0(%0 : $Int):\n  throw %0")

    private func array(_ all: Value...) -> Value { .array(all) }
    private let fail = Value.function(Closure(.symbol("fail")))
    private let ask = Value.function(Closure(.symbol("ask")))

    // MARK: Operators

    @Test(arguments: [
        ("static Int.< infix(_:_:)", Value.bool(true)),
        ("static Int.<= infix(_:_:)", .bool(true)),
        ("static Int.> infix(_:_:)", .bool(false)),
        ("static Int.>= infix(_:_:)", .bool(false)),
        ("static Int.== infix(_:_:)", .bool(false)),
        ("static Int.!= infix(_:_:)", .bool(true)), ("static Int.+ infix(_:_:)", .int(5)),
        ("static Int.- infix(_:_:)", .int(-1)), ("static Int.* infix(_:_:)", .int(6)),
    ])
    func operatorsAreCallsInRawSIL(name: String, result: Value) throws {
        #expect(try call(name, [.int(2), .int(3)]).value == result)
    }

    @Test func anOperandThatDecidesLeavesTheOtherOut() throws {
        let and = "static Bool.&& infix(_:_:)"
        let decided = try call(and, [.bool(false), ask])
        #expect(decided.value == .bool(false))
        #expect(decided.requests.isEmpty)
        #expect(
            try call(and, [.bool(true), ask]).requests.map(\.event.isCertain) == [true])
        let undecided = try call(and, [.unknown, ask])
        #expect(undecided.requests.map(\.event.isCertain) == [false])
    }

    @Test func aDefaultValueIsMadeOnlyIfNothingIsThere() throws {
        let orElse = "?? infix<A>(_:_:)"
        let some = try call(orElse, [.some(.int(1)), ask])
        #expect(some.value == .int(1))
        #expect(some.requests.isEmpty)
        #expect(try call(orElse, [.none, ask]).requests.map(\.event.isCertain) == [true])
        #expect(
            try call(orElse, [.unknown, ask]).requests.map(\.event.isCertain) == [false])
    }

    @Test(arguments: [
        (Value.some(.int(1)), Value.none, false as Bool?), (.none, .none, true),
        (.some(.int(1)), .some(.int(1)), true),
        (.some(.unknown), .some(.int(1)), nil), (.unknown, .none, nil),
    ])
    func optionalsAreComparedByWhatTheyHold(a: Value, b: Value, result: Bool?) throws {
        #expect(
            try call("static Optional<A>.== infix(_:_:)", [a, b]).value?.truth == result)
    }

    @Test(arguments: [
        ("static Int.<= infix(_:_:)", "static Int.<= infix"),
        ("static Comparable...< infix(_:_:)", "static Comparable...< infix"),
        ("static Optional<A>.== infix(_:_:)", "static Optional.== infix"),
        ("Task<>.init(name:priority:operation:)", "Task.init"),
        ("Dictionary<A, Array<B>>.Keys.first(where:)", "Dictionary.Keys.first"),
        ("#Thread.start : (Thread) -> () -> ()", "Thread.start"),
        (
            "#Equatable.\"==\" : (Self.Type) -> (Self, Self) -> Bool",
            "static Equatable.== infix"
        ),
        ("#Feed.clock!getter : (Feed) -> () -> Clock", "Feed.clock"),
        ("generic specialization <Int> of Array.map<A>(_:)", "Array.map"),
        ("specialized Array.map(_:)", "Array.map"), ("f()", "f"),
    ])
    func anOperatorsSignIsNoBracket(comment: String, base: String) {
        #expect(CalleeName(comment).base == base)
    }

    // MARK: Sequences

    @Test(arguments: [
        "Collection.map<A, B>(_:)", "Sequence.forEach(_:)", "Sequence.filter(_:)",
        "Sequence.first(where:)", "Sequence.sorted(by:)", "Sequence.max(by:)",
    ])
    func whatAClosureThrowsIsThrown(name: String) throws {
        let run = try call(name, [fail, array(.int(1), .int(2))])
        #expect(run.outcome.returned == nil)
        #expect(run.outcome.thrown != nil)
    }

    @Test func anElementThatMayBeMissingMayThrow() throws {
        let run = try call("Collection.map<A, B>(_:)", [fail, array(.maybe(.int(1)))])
        #expect(run.value == array(.maybe(.unknown)) || run.value == array())
        #expect(run.outcome.thrown != nil)
    }

    @Test func aFoldThrowsWhatItsClosureThrows() throws {
        let run = try call("Sequence.reduce<A>(_:_:)", [.int(0), fail, array(.int(1))])
        #expect(run.outcome.returned == nil)
        #expect(run.outcome.thrown != nil)
    }

    @Test func anyElementMayBeFirstInASet() throws {
        let set = Value.array([.int(1), .int(2)], isOrdered: false)
        let first = try call("Collection.first.getter", [set]).value
        #expect(first == Value.some(.oneOf([.int(1), .int(2)])))
        let only = Value.array([.int(1)], isOrdered: false)
        #expect(try call("Collection.first.getter", [only]).value == Value.some(.int(1)))
        let names = Value.function(Closure(.symbol("make")))
        let mapped = try call("Collection.map<A, B>(_:)", [names, set]).value
        #expect(mapped == .array([.int(1), .int(1)], isOrdered: false))
    }

    @Test func whichElementIsTakenOutOfAnUncertainArrayCantBeTold() throws {
        let interpreter = program.interpreter()
        let cell = interpreter.allocate(array(ask, .maybe(fail)))
        let model = try #require(
            Interpreter.foreignFunctions["RangeReplaceableCollection.removeLast"])
        let call = KnownCall(
            name: "", base: "", symbol: "", arguments: [.address(cell, [])],
            heap: interpreter.heap)
        #expect(model(interpreter)(call)?.returned?.value == .oneOf([ask, fail]))
        #expect(interpreter.heap[cell] == array(.maybe(ask), .maybe(fail)))
    }

    @Test func whatIsWrittenThroughAPointerIsNotFollowed() throws {
        let run = try call("_convertInOutToPointerArgument<A>(_:)", [.int(1)])
        #expect(run.value?.isUnknown == true)
        #expect(run.outcome.thrown == nil)
    }

    @Test func whatIsNotKnownHasElementsThatAreNotKnown() throws {
        let one = Value.function(Closure(.symbol("make")))
        let mapped = try call("Collection.map<A, B>(_:)", [one, .unknown]).value
        #expect(mapped == array(.maybe(.int(1))))
    }

    /// Other pairs that a dictionary may have are under other keys.
    @Test(arguments: [
        (Value.some(.int(1)), [Value.others, .tuple([.string("k"), .int(1)])]),
        (.none, [.others]),
    ])
    func aKeyOfADictionaryIsSet(value: Value, pairs: [Value]) throws {
        let interpreter = program.interpreter()
        let old = Value.tuple([.string("k"), .int(7)])
        let cell = interpreter.allocate(.array([old, .others], isOrdered: false))
        let model = try #require(
            Interpreter.foreignFunctions["Dictionary.subscript.setter"])
        let call = KnownCall(
            name: "", base: "", symbol: "",
            arguments: [value, .string("k"), .address(cell, [])], heap: interpreter.heap)
        #expect(model(interpreter)(call)?.returned != nil)
        #expect(interpreter.heap[cell] == .array(pairs, isOrdered: false))
    }

    // MARK: Queues

    @Test func theMainQueueRunsOnTheMainActor() throws {
        let program = program.function(
            "askWith",
            """
            bb0:
            \(SILProgram.register("Clock"))
            \(SILProgram.ask("Clock"))
              return %92
            """
        ).function(
            "test",
            """
            bb0(%0 : $Queue):
              %1 = function_ref @askWith : $@convention(thin) () -> ()
              // function_ref DispatchQueue.sync<A>(execute:)
              %2 = function_ref @sync : $@convention(thin) () -> ()
              %3 = apply %2(%1, %0) : $() -> ()
              return %3
            """)
        func isOnMainActor(_ queue: Value) throws -> [Bool?] {
            try program.run([queue]) { $0.isOnMainActor = false }.events.compactMap {
                guard case .made(let made) = $0.kind else { return nil }
                return made.isOnMainActor
            }
        }
        #expect(try isOnMainActor(.mainQueue) == [true])
        #expect(try isOnMainActor(.globalQueue) == [false])
    }

    /// The queue may also be the main queue.
    @Test(arguments: [
        (Value.mainQueue, true as Bool?), (.globalQueue, false), (.unknown, nil),
    ])
    func anUnknownQueueMayBeTheMainActors(queue: Value, isOnMainActor: Bool?) throws {
        let program = program.function(
            "test",
            """
            bb0(%0 : $Queue, %1 : $()):
              // function_ref DispatchQueue.async(execute:)
              %2 = function_ref @async : $@convention(thin) () -> ()
              %3 = apply %2(%1, %0) : $() -> ()
              return %3
            """)
        var actors: [Bool?] = []
        _ = try program.run([queue, ask]) { interpreter in
            interpreter.journal = ObservedJournal { event in
                if case .asked = event.kind { actors.append(interpreter.isOnMainActor) }
            }
        }
        #expect(actors == [isOnMainActor])
    }

    // MARK: Tasks

    @Test func aTaskThatNobodyWaitsForMayAsk() throws {
        let task = "Task<>.init(name:priority:operation:)"
        let run = try call(task, [Value.none, Value.none, ask])
        #expect(run.requests.isEmpty)
        run.interpreter.runTasks()
        #expect(run.requests.map(\.event.isCertain) == [false])
    }

    /// The number of requests, the functions followed in part, and the cuts of a task that
    /// asks, and begins another one with its own code. A test's own stack may be too small.
    private func timer(
        adding step: Int, limit: Int = 1_000_000
    ) -> (requests: Int, parts: Set<String>, cuts: [Cut]) {
        let program = timer(adding: step)
        return onAnotherThread(stackSize: 64 << 20) {
            let run = try! program.run([.int(0)]) { $0.limit = limit }
            run.interpreter.runTasks()
            return (run.requests.count, run.interpreter.journal.parts, run.cuts)
        }
    }

    private func timer(adding step: Int) -> SILProgram {
        program.function(
            "turn",
            """
            bb0(%0 : $Builtin.Int64):
            \(SILProgram.ask("Clock"))
              %1 = integer_literal $Builtin.Int64, \(step)
              %2 = builtin "add_Int64"(%0, %1) : $Builtin.Int64
              %3 = function_ref @turn : $@convention(thin) (Builtin.Int64) -> ()
              %4 = partial_apply %3(%2) : $@convention(thin) (Builtin.Int64) -> ()
              %5 = enum $Optional<String>, #Optional.none!enumelt
              // function_ref Task<>.init(name:priority:operation:)
              %6 = function_ref @task : $@convention(thin) () -> ()
              %7 = apply %6(%5, %5, %4) : $@convention(thin) () -> ()
              return %7
            """
        ).function(
            "test",
            """
            bb0(%0 : $Builtin.Int64):
              %1 = function_ref @turn : $@convention(thin) (Builtin.Int64) -> ()
              %2 = apply %1(%0) : $@convention(thin) (Builtin.Int64) -> ()
              return %2
            """
        )
    }

    /// The first turn isn't a task.
    @Test func aTaskThatBeginsItselfAgainRunsWhileSomethingChanges() {
        #expect(timer(adding: 0) == (2, [], []))
        #expect(timer(adding: 1) == (201, [], []))
    }

    @Test func aTaskThatBeginsItselfAgainRunsLessOftenIfMuchHasRun() {
        let run = timer(adding: 1, limit: 1000)
        #expect(run.requests < 20)
        #expect(run.parts == ["turn"])
    }

    // MARK: Tests

    @Test func whatIsRequiredAndMissingIsThrown() throws {
        func require(_ value: Value) throws -> Outcome {
            let checked = Value.fields("Checked", ["value": value])
            return try call("Result<A, B>.__required()", [checked]).outcome
        }
        #expect(try require(.none).returned == nil)
        #expect(try require(.some(.int(1))).returned?.value == .int(1))
        #expect(try require(.oneOf([.none, .some(.int(1))])).returned?.value == .int(1))
        let unknown = try call("Result<A, B>.__required()", [.unknown]).outcome
        #expect(unknown.returned?.value.isUnknown == true)
        #expect(unknown.thrown == nil)
    }

    private let location = Value.tuple([.string("a.swift"), .int(3), .int(5)])

    @Test func macrosTellOfTestsAndSuites() throws {
        let trait = Value.fields("Testing.Trait", [:])
        let place = Place(file: "a.swift", line: 3, column: 5)
        let suites = try call(
            "static Test.__type(_:displayName:traits:sourceLocation:)",
            [.metatype("Suite"), .none, array(trait), location]
        ).interpreter.suites
        #expect(suites.keys.sorted() == ["Suite"])
        #expect(suites["Suite"]?.map(\.value) == [trait])
        #expect(suites["Suite"]?.map(\.place) == [place])
        let function = "static Test.__function(named:in:xcTestCompatibleSelector:traits:)"
        let arguments = [
            .string("loads()"), .some(.metatype("Suite")), .none, .none, array(trait),
            ask, fail,
            location,
        ]
        let test = try #require(try call(function, arguments).interpreter.tests.first)
        #expect([test.name, test.suite] == ["loads()", "Suite"])
        #expect(test.place == place)
        #expect(test.traits.map(\.value) == [trait])
        #expect(test.arguments == [ask])
        #expect(test.code == fail)
        let unknown = try call(
            function, [.string("f()"), .none, .none, .none, .unknown, fail])
        let other = Value.tuple([.string("b.swift"), .int(1), .int(1)])
        let bounds = try call(function, arguments + [other]).interpreter.tests.first
        #expect(bounds?.place == place)
        #expect(unknown.interpreter.tests.first?.suite == nil)
        #expect(unknown.interpreter.tests.first?.traits.map(\.value) == [.unknown])
    }

    @Test func whatMacrosMakeIsKnown() throws {
        let line = [Value.string("A"), .string("a.swift"), .int(3), .int(5)]
        #expect(
            try call("SourceLocation.init(fileID:filePath:line:column:)", line).value
                == location)
        let unknown = [.string("A"), .unknown] + line[2...]
        #expect(
            try call("SourceLocation.init(fileID:filePath:line:column:)", unknown).value
                != .tuple(Array(unknown[1...])))
        let checked = Value.fields("Checked", ["value": .int(1)])
        #expect(try call("__checkValue<A>(_:)", [.int(1)]).value == checked)
        #expect(try call("__requiringTry<A>(_:)", [.int(1)]).value == .int(1))
        #expect(try call("Result<A, B>.__expected()", [checked]).value?.isUnknown == true)
        for (name, enables) in [("enabled", true), ("disabled", false)] {
            let condition = ["enables": Value.bool(enables), "closure": ask]
            #expect(
                try call("static Trait.\(name)(if:_:)", [.unknown, ask]).value
                    == .fields("ConditionTrait", condition))
        }
        let trait = try call("static Trait.tags(_:)", []).value
        #expect(trait == .fields("Testing.Trait", [:]))
    }

    @Test(arguments: [
        ("XCTAssertTrue", [true, false]), ("XCTAssertEqual", [true, true, false]),
        ("XCTAssertThrowsError", [true, false, false]), ("XCTUnwrap", [true, false]),
        ("XCTAssertNoThrow", [true, false]), ("XCTAssertIdentical", [true, true, false]),
        ("__checkClosureCall", [true]), ("withKnownIssue", [true]),
        ("XCTSkipIf", [true]), ("XCTSkipUnless", [true]), ("__checkCast", [true]),
    ])
    func anAssertionRunsItsOperandsAndPerhapsItsMessage(name: String, certain: [Bool])
        throws
    {
        let run = try call("\(name)(_:_:_:)", [ask, ask, ask])
        #expect(run.requests.map(\.event.isCertain) == certain)
    }

    @Test func whatAnotherProcessRunsIsNotRunHere() throws {
        let run = try call("__checkClosureCall(processExitsWith:performing:)", [ask])
        #expect(run.requests.isEmpty)
    }

    @Test(arguments: [
        ("XCTSkipIf", true, true), ("XCTSkipIf", false, false),
        ("XCTSkipUnless", true, false),
        ("XCTSkipUnless", false, true), ("static Test.cancel", true, true),
    ])
    func aTestThatIsSkippedEnds(name: String, answer: Bool, ends: Bool) throws {
        let program = SILProgram().function(
            "answer",
            "bb0:\n  %1 = integer_literal $Builtin.Int1, \(answer ? -1 : 0)\n  return %1")
        let skip = """
            bb0(%0 : $Int):
              // function_ref \(name)(_:_:file:line:)
              %1 = function_ref @foreign : $@convention(thin) () -> ()
              try_apply %1(%0) : $() -> @error any Error, normal bb1, error bb2
            bb1(%2 : $Int):
              return %2
            bb2(%3 : $any Error):
              throw %3
            """
        let closure = Value.function(Closure(.symbol("answer")))
        let outcome = try program.function("test", skip).run([closure]).outcome
        #expect((outcome.thrown != nil) == ends)
        #expect((outcome.returned == nil) == ends)
    }

    // MARK: Collet

    /// Asks a scope for a closure's result: at one place, whichever scope it is.
    private let scoped = SILProgram().function(
        "shared", "@convention(thin) (Scope, () -> Int) -> Int",
        """
        bb0(%0 : $Scope, %1 : $@callee_guaranteed () -> Int):
          // function_ref Scope.shared<A>(_:)
          %2 = function_ref @$s6Collet5ScopeC6sharedxyxycF : $@convention(thin) () -> ()
          %3 = apply %2(%1, %0) : $() -> (), loc "a.swift":1:1
          return %3
        """
    ).function(
        "test",
        """
        bb0:
          %1 = function_ref @make : $@convention(thin) () -> Int
          // function_ref Scope.init()
          %2 = function_ref @$s6Collet5ScopeCACycfC : $@convention(thin) () -> ()
          %3 = apply %2() : $() -> ()
          %4 = apply %2() : $() -> ()
          %5 = function_ref @shared : $@convention(thin) (Scope, () -> Int) -> Int
          %6 = partial_apply %5(INNER, %1) : $() -> ()
          %7 = apply %5(%3, %6) : $() -> ()
          return %7
        """
    ).function("make", "bb0:\n  %1 = integer_literal $Builtin.Int64, 1\n  return %1")

    @Test(arguments: [("%3", 1), ("%4", 0)])
    func scopesOfOnePlaceAreToldApart(inner: String, cycles: Int) throws {
        var program = scoped
        program.functions = program.functions.map {
            $0.replacing("INNER", with: inner)
        }
        let found = try program.run().events.filter {
            if case .cycle = $0.kind { true } else { false }
        }
        #expect(found.count == cycles)
    }

    /// In a module that is built for library evolution, they are getters.
    @Test func lifetimesAreKnown() throws {
        for name in ["shared", "weak"] {
            let lifetime = try call(
                "static Module.Lifetime.\(name).getter",
                symbol: "$s6Collet6ModuleV8LifetimeV", [])
            #expect(lifetime.value == .string(name))
        }
    }

    /// With an unknown name it may be any, whatever else it may be.
    @Test func aNameThatMayBeUnknownIsUnknown() throws {
        func names(_ name: Value) throws -> [Key.Name] {
            try call(
                "static Resolver.resolve<A>(name:)",
                symbol: "$s6Collet8ResolverO7resolve", [name]
            ).requests.map(\.request.key.name)
        }
        let known = Value.some(.string("a"))
        #expect(try names(known) == [.literal("a")])
        #expect(try names(.oneOf([known, .some(.unknown)])) == [.unknown])
    }

    /// A block that is built again in its own container starts anew.
    @Test func theVeryModuleReplacesAFake() throws {
        let modules = [1, 2].map { line in
            Registration(
                key: Key(type: "Model"), make: ask, lifetime: .shared,
                place: Place(file: "a", line: line, column: 1))
        }
        func built(_ module: Registration) throws -> Int {
            let build = SILProgram().function(
                "test",
                """
                bb0(%0 : $Dependencies):
                  // function_ref Dependencies.build()
                  %1 = function_ref @$s6Collet12DependenciesV5buildyyF : $@convention(thin) () -> ()
                  %2 = apply %1(%0) : $() -> ()
                  return %2
                """)
            let block = Value.fields(
                "Dependencies", ["modules": array(.module(module))])
            return try build.run([block]) {
                let fake = Modules(all: [.init(registration: modules[0])])
                $0.container = $0.open(.override, fake, of: nil)
            }.events.count { if case .registered = $0.kind { true } else { false } }
        }
        #expect(try built(modules[0]) == 2)
        #expect(try built(modules[1]) == 1)
    }

    @Test func verifyMayMakeWhatABlockMayHave() throws {
        let module = Value.module(
            Registration(
                key: Key(type: "Model"), make: ask, lifetime: .transient, place: nil))
        func requests(_ modules: Value) throws -> [Bool] {
            let block = Value.fields("Dependencies", ["modules": modules])
            return try call(
                "Dependencies.verify()", symbol: "$s6Collet12DependenciesV6verifyyyKF",
                [block]
            ).requests.map(\.event.isCertain)
        }
        #expect(try requests(array(module)) == [true])
        #expect(try requests(array(.maybe(module))) == [false])
    }

    // MARK: Programs

    @Test func whatIsKnownDecidesNames() async throws {
        let text = PackageRuns.declarationsToAsk + Self.names
        try await RulePackage(["App/main.swift": text]).expect(\.askedNames)
    }

    private static let names = #"""
        import Dispatch
        import Foundation
        import Synchronization

        let unknown = CommandLine.arguments[0]

        func texts() {
            ask("a" + "b") //: error: ab
            var text = "a"
            text += "b"
            ask(text) //: error: ab
            ask("ab".hasPrefix("a")) //: error: yes
            ask("ab".hasPrefix("b")) //: error: no
            ask("ab".contains("b")) //: error: yes
            ask("ab".contains("c")) //: error: no
            ask("\("a::b".split(separator: ":").count)") //: error: 2
            ask("\("a::b".split(separator: ":", omittingEmptySubsequences: false).count)") //: error: ?
            ask("\("a:b:c".split(separator: ":", maxSplits: 1).count)") //: error: ?
            ask("\(Int("12") ?? 0)") //: error: 12
            ask("\(Int("x") ?? 0)") //: error: 0
            ask("\(Int("12", radix: 8) ?? 0)") //: error: ?
            ask("\("abc".count)") //: error: 3
            ask("".isEmpty) //: error: yes
            ask("a".isEmpty) //: error: no
            ask("aB".uppercased()) //: error: AB
            ask("aB".lowercased()) //: error: ab
            ask(Character("1").isNumber) //: error: yes
            ask(Character("a").isNumber) //: error: no
            ask("\(Character("7").wholeNumberValue ?? 0)") //: error: 7
            ask(String(describing: Notes.self)) //: error: Notes
            ask(String(describing: 4)) //: error: 4
            ask("\(Notes.Kind.short)") //: error: short
            ask("\(unknown)") //: error: ?
            switch text {
            case "a": ask("first")
            case "ab": ask("second") //: error: second
            default: ask("third")
            }
        }

        struct Notes { enum Kind { case short, long } }

        func operators() {
            ask(1 < 2) //: error: yes
            ask("b" > "a") //: error: yes
            ask("a" >= "b") //: error: no
            ask("a" <= "a") //: error: yes
            ask("a" == "b") //: error: no
            ask("a" != "b") //: error: yes
            ask(!("a" == "b")) //: error: yes
            ask(Notes.Kind.short == .long) //: error: no
            ask(Notes.Kind.short != .long) //: error: yes
            ask(true || isUnknown) //: error: yes
            ask(false || "a" == "a") //: error: yes
            ask(isUnknown || true) //: error: yes
            ask(isUnknown && false) //: error: no
            ask(true && "a" == "b") //: error: no
            ask(Optional("a") == "a") //: error: yes
            ask(Optional("a") != nil) //: error: yes
            ask(["b", "a"] == ["a", "a"]) //: error: no
            ask([unknown, "a"] == ["x", "a"]) //: note: no //: note: yes
            ask(String?.none ?? "other") //: error: other
            ask(Optional("own") ?? "other") //: error: own
            let fallback: String? = "fallback"
            ask((String?.none ?? fallback) ?? "other") //: error: fallback
            var count = 7
            count += 1
            count -= 2
            ask("\(count * 2 / 4 % 2)") //: error: 1
            ask("\(1 << 4)") //: error: 16
            ask("\(8 >> 2)") //: error: 2
            ask("\(UInt8(200) << 1)") //: error: ?
            ask("\(Int(Int8(4)))") //: error: 4
            ask(String(describing: Int(exactly: Int8(4)))) //: error: ?
            ask((fallback ?? String?.none) == nil) //: error: no
            ask(Set(["a", "b"]) == ["a"]) //: error: no
            ask(Set([Notes.Kind.short]) == [.long]) //: note: no //: note: yes
            ask(Set(["a".localizedCapitalized]) == ["b".localizedCapitalized]) //: note: no //: note: yes
            ask(["a", "b"] == Array(Set(["b", "a"]))) //: note: no //: note: yes
            ask(["a"] == ["a", "b"].filter { $0 == unknown }) //: note: no //: note: yes
            ask("b".localizedCapitalized == "B" || true) //: note: no //: note: yes
            if isUnknown {
                ask("\(abs(-9_223_372_036_854_775_808))") //: note: -9223372036854775808
                precondition("a" == "b")
                ask("never")
            }
            precondition("a" == "a")
            ask("behind") //: error: behind
            let one = Box("a"), other = Box("b")
            ask(one === one) //: error: yes
            ask(one !== one) //: error: no
            ask(one === other) //: note: no //: note: yes
            ask(Size(1) < Size(2)) //: error: yes
            ask(Size(1) >= Size(2)) //: error: no
            ask(Size(1) == Size(3)) //: error: yes
        }

        final class Box {
            var name: String
            init(_ name: String) { self.name = name }
        }
        struct Marks: OptionSet {
            let rawValue: Int
            static let one = Marks(rawValue: 1), two = Marks(rawValue: 2)
        }
        struct Size: Comparable {
            var number: Int
            init(_ number: Int) { self.number = number }
            static func < (a: Size, b: Size) -> Bool { a.number < b.number }
            static func == (a: Size, b: Size) -> Bool { a.number % 2 == b.number % 2 }
        }

        func arrays() {
            var names = ["a", "b"]
            names.append("c")
            names.append(contentsOf: ["d"])
            names += ["e"]
            ask(names.joined()) //: error: abcde
            ask((["x"] + names).joined(separator: "-")) //: error: x-a-b-c-d-e
            names.insert("y", at: 1)
            ask(names.joined()) //: error: aybcde
            ask(names.remove(at: 1)) //: error: y
            ask(names.removeFirst()) //: error: a
            ask(names.removeLast()) //: error: e
            ask(names.popLast() ?? "none") //: error: d
            ask(names.joined()) //: error: bc
            ask(names[1]) //: error: c
            names[1] = "z"
            ask(names[1]) //: error: z
            ask("\(names.count)") //: error: 2
            ask(names.isEmpty) //: error: no
            ask(names.first ?? "none") //: error: b
            ask(names.last ?? "none") //: error: z
            var some = ["m"]
            if CommandLine.arguments.count > 1 { some.append("n") }
            some.append("o")
            ask(some[0]) //: error: m
            ask(some[1]) //: note: n //: note: o
            ask(["a", "b", "c"].prefix(2).joined()) //: error: ab
            ask(["a", "b", "c"].dropFirst().joined()) //: error: bc
            ask(String("abc".prefix(2))) //: error: ab
            ask(["a", "b"].reversed().joined()) //: error: ba
            for index in ["a", "b"].indices { ask("index \(index)") } //: error: index 0 //: error: index 1
            for (index, name) in ["a", "b"].enumerated() { ask("\(index)\(name)") } //: error: 0a //: error: 1b
            for (one, other) in zip(["a", "b"], ["c"]) { ask(one + other) } //: error: ac
            for name in ["a", "b"].reversed() { ask(name) } //: error: a //: error: b
            for number in 1...3 { ask("\(number)") } //: error: 1 //: error: 2 //: error: 3
            for number in 1..<3 { ask("\(number)") } //: error: 1 //: error: 2
            for letter in "ab" { ask(String(letter)) } //: note: ?
            names.removeAll()
            ask(names.isEmpty) //: error: yes
            ask(names.popLast() ?? "none") //: error: none
            if isUnknown { names.append("m") }
            ask(names.isEmpty) //: note: no //: note: yes
            names.append("n")
            ask(names.isEmpty) //: error: no
            for name in names { ask(name) } //: note: m //: note: n
            ask(names.popLast() ?? "none") //: error: n
            ask(names.popLast() ?? "none") //: note: m //: note: n //: note: none
            names.insert("o", at: 0)
            for name in names { ask(name) } //: error: o //: note: m //: note: n
            ask(["x", "y", "z"][..<2].last ?? "none") //: error: y
            ask(["x", "y", "z"][...1].last ?? "none") //: error: y
            ask(["x", "y", "z"][1...][2...].first ?? "none") //: error: ?
            var few = ["x", "y"].filter { $0 == unknown }
            few.insert("c", at: 1)
            ask(few.contains("c")) //: note: no //: note: yes
            ask((CommandLine.arguments + ["x"])[1]) //: error: ?
            var two = ["a", "b"]
            if isUnknown { two.insert("c", at: 4) }
            if isUnknown { two.swapAt(0, 5) }
            if isUnknown { ask(["a"].prefix(-1).joined()) } //: note: ?
            for number in stride(from: 0, to: 1000, by: 5) where number == 700 { ask("step") } //: note: step
            for (number, name) in zip(1..., ["a", "b"]) { ask("\(number)\(name)") } //: error: 1a //: error: 2b
            for (number, name) in zip(0..<1, ["a", "b"]) { ask("\(number)\(name)") } //: error: 0a
            ask(String(repeating: "a", count: 1000)) //: error: ?
            ask(UInt8("300") == nil) //: note: no //: note: yes
        }

        func sets() {
            var set: Set = ["a"]
            set.insert("a")
            set.insert("b")
            for name in set.sorted() { ask(name) } //: error: a //: error: b
            ask(set.contains("b")) //: error: yes
            ask(set.contains("c")) //: error: no
            ask("\(set.count)") //: error: 2
            ask(set.first ?? "none") //: note: a //: note: b
            ask(set.min() ?? "none") //: error: a
            ask(Set(["a"]).first ?? "none") //: error: a
            ask(Set<String>().isEmpty) //: error: yes
            for name in Set(["a"]) {
                ask(name) //: error: a
                if name == "a" { break }
            }
            ask(Set(["a"]).reduce("0") { $0 + $1 }) //: error: 0a
            let marks: Marks = [.one, Marks(rawValue: unknown.count)]
            ask(marks.contains(.two)) //: note: no //: note: yes
        }

        func closures() {
            ask(["a", "b"].map { $0 + "1" }.joined()) //: error: a1b1
            ask(["a", "b"].filter { $0 != "a" }.joined()) //: error: b
            var names = ["a", "b", "c"]
            names.removeAll { $0 == "b" }
            ask(names.joined()) //: error: ac
            ask(["ab", "c"].flatMap { [$0, "-"] }.joined()) //: error: ab-c-
            ask(["1", "x", "2"].compactMap { Int($0) }.map { "\($0)" }.joined()) //: error: 12
            ["a", "b"].forEach { ask($0) } //: error: a //: error: b
            ask(["a", "b"].reduce("0") { $0 + $1 }) //: error: 0ab
            ask(["a", "b"].reduce(into: "0") { $0 += $1 }) //: error: 0ab
            ask(["b", "a"].sorted().first ?? "none") //: error: a
            ask(["b"].sorted().first ?? "none") //: error: b
            ask(["b", "a"].max() ?? "none") //: error: b
            ask(["b"].min() ?? "none") //: error: b
            ask([String]().max() ?? "none") //: error: none
            ask(["a", "b"].first { $0 != "a" } ?? "none") //: error: b
            ask(["a", "b"].first { $0 == "c" } ?? "none") //: error: none
            ask(["a", "b"].first { $0 == unknown } ?? "none") //: note: a //: note: b //: note: none
            _ = ["a", "b", "c"].first { ask($0); return $0 == unknown } //: error: a //: note: b //: note: c
            ask(["a", "b"].contains("a")) //: error: yes
            ask(["a", "b"].contains("c")) //: error: no
            ask(["a", "b"].contains(unknown)) //: note: no //: note: yes
            ask(["a", "b"].contains { $0 == "b" }) //: error: yes
            ask(["a", "b"].contains { $0 == "c" }) //: error: no
            ask(["a", "b"].allSatisfy { $0 != "c" }) //: error: yes
            ask(["a", "b"].allSatisfy { $0 == "a" }) //: error: no
            for name in ["a", "b"].filter({ $0 == unknown }) { ask(name) } //: note: a //: note: b
            _ = ["a"].lazy.map { ask($0) } //: note: ?
            ask(["a"].compactMap { _ in readLine() }.isEmpty) //: note: no //: note: yes
            _ = CommandLine.arguments.sorted { ask("sorted"); return $0 < $1 } //: note: sorted
        }

        func dictionaries() {
            var all = ["a": "1", "b": "2"]
            ask(all["a"] ?? "none") //: error: 1
            ask(all["c"] ?? "none") //: error: none
            ask(all["c", default: "other"]) //: error: other
            ask(all["b", default: "other"]) //: error: 2
            all["c"] = "3"
            ask(all["c"] ?? "none") //: error: 3
            all["a"] = nil
            ask(all["a"] ?? "none") //: error: none
            for key in all.keys.sorted() { ask(key) } //: error: b //: error: c
            for value in all.values { ask(value) } //: error: 2 //: error: 3
            for (key, value) in all { ask(key + value) } //: error: b2 //: error: c3
            all["b", default: "0"] += "x"
            all["d", default: "0"] += "y"
            ask(all["b"] ?? "none") //: error: 2x
            ask(all["d"] ?? "none") //: error: 0y
            all.merge(["e": "5"]) { $1 }
            ask(all["e"] ?? "none") //: error: 5
            ask(all.isEmpty) //: error: no
            var pairs = Dictionary(uniqueKeysWithValues: [("k", "v")])
            ask(pairs["k"] ?? "none") //: error: v
            ask(pairs[unknown] ?? "none") //: note: none //: note: v
            pairs[unknown] = "u"
            ask(pairs["k"] ?? "none") //: note: none //: note: u //: note: v
            pairs["l"] = readLine()
            ask(pairs["l"] ?? "none") //: error: ?
            var lists = ["a": ["1"]]
            lists["b"]?.append("2")
            ask(lists["b"] == nil) //: note: no //: note: yes
            var more: [String: [String]] = [:]
            more[unknown, default: []].append("3")
            ask(more.isEmpty) //: note: no //: note: yes
            let some = ["a": "1"].filter { $0.key == unknown }
            ask(some.merging(["a": "2"]) { $0 + $1 }["a"] ?? "none") //: error: ?
            ask([unknown: "1"].merging(["a": "2"]) { $0 + $1 }.isEmpty) //: note: no //: note: yes
            ask(Dictionary(grouping: ["a"].filter { $0 == unknown }, by: \.count).isEmpty) //: note: no //: note: yes
            _ = Dictionary(uniqueKeysWithValues: ["a", "b"].map { ($0.localizedCapitalized, "") })
            ask("behind keys") //: error: behind keys
            let twins = { @Sendable in
                _ = Dictionary(uniqueKeysWithValues: [("a", ""), ("a", "")])
                ask("behind twins") //: note: behind twins
            }
            if isUnknown { DispatchQueue.global().async(execute: twins) }
        }

        struct Problem: Error { let name: String }

        func optionalsAndResults() {
            ask(Optional("a").map { $0 + "1" } ?? "none") //: error: a1
            ask(String?.none.map { $0 + "1" } ?? "none") //: error: none
            ask(Optional("a").flatMap { $0 == "a" ? nil : $0 } ?? "none") //: error: none
            ask((isUnknown ? "a" : nil).map { $0 + "1" } ?? "none") //: note: a1 //: note: none
            let good = Result { "good" }
            var text = "before"
            _ = Result {
                if isUnknown { throw CancellationError() }
                text = "behind"
            }
            ask(text) //: note: before //: note: behind
            let bad = Result<String, any Error> { throw Problem(name: "bad") }
            ask((try? good.get()) ?? "none") //: error: good
            ask((try? bad.get()) ?? "none") //: error: none
            ask((try? good.map { $0 + "1" }.get()) ?? "none") //: error: good1
            ask((try? bad.map { $0 + "1" }.get()) ?? "none") //: error: none
            ask((try? good.flatMap { .success($0 + "2") }.get()) ?? "none") //: error: good2
            if case .failure(let problem) = bad.mapError({ _ in Problem(name: "mapped") }) { ask(problem.name) } //: error: mapped
            if case .success(let name) = bad.flatMapError({ _ in Result<String, Problem>.success("again") }) { ask(name) } //: error: again
        }

        struct Point {
            var name: String
            var other: String { name + "2" }
        }

        func keyPaths() {
            var point = Point(name: "a")
            ask(point[keyPath: \.name]) //: error: a
            ask(point[keyPath: \.other]) //: error: a2
            point[keyPath: \.name] = "b"
            ask(point.name) //: error: b
            point[keyPath: \.name] += "c"
            ask(point.name) //: error: bc
            let box = Box("d")
            box[keyPath: \.name] = "e"
            ask(box[keyPath: \.name]) //: error: e
            ask([point].map(\.name).joined()) //: error: bc
        }

        func onceAndWork() {
            ask(withExtendedLifetime("a") { "once" }) //: error: once
            let mutex = Mutex("m")
            mutex.withLock { $0 += "1" }
            ask(mutex.withLock { $0 }) //: error: m1
            let lock = NSLock()
            ask(lock.withLock { "locked" }) //: error: locked
            let work = DispatchWorkItem { ask("work") } //: error: work
            work.perform()
            DispatchQueue.global().sync { ask("sync") } //: error: sync
            DispatchQueue.global().async { ask("async") } //: error: async
            DispatchQueue.concurrentPerform(iterations: 2) { _ in ask("each") } //: note: each
            Thread { ask("thread") }.start() //: error: thread
            var raw = "raw"
            withUnsafeMutablePointer(to: &raw) { $0.pointee = "written" }
            ask(raw) //: error: ?
            let operation = BlockOperation { ask("operation") } //: error: operation
            operation.start()
            OperationQueue().addOperation { ask("queued") } //: error: queued
        }

        struct Lines: AsyncSequence, AsyncIteratorProtocol {
            var number = 0
            mutating func next() async -> String? {
                number += 1
                return number < 2 ? "line" : nil
            }
            func makeAsyncIterator() -> Lines { self }
        }

        func tasks() async {
            ask(await Task { "task" }.value) //: error: task
            ask(await Task.detached { "detached" }.value) //: error: detached
            ask((try? await Task { () throws -> String in throw Problem(name: "t") }.value) ?? "thrown") //: error: thrown
            if case .success(let name) = await Task { () throws -> String in "result" }.result { ask(name) } //: error: result
            async let later = "later"
            ask(await later) //: error: later
            await withTaskGroup(of: Void.self) { group in
                group.addTask { ask("child") } //: error: child
            }
            await withTaskCancellationHandler { ask("body") } onCancel: { ask("cancelled") } //: error: body //: note: cancelled
            ask(await MainActor.run { "main" }) //: error: main
            await withCheckedContinuation { continuation in
                ask("continued") //: error: continued
                continuation.resume()
            }
            do {
                try await Task.sleep(nanoseconds: 1)
                ask("slept") //: note: slept
            } catch { ask("woken") } //: note: woken
            var lines = Lines()
            while let line = await lines.next(isolation: nil) { ask(line) } //: error: line
        }
        texts()
        operators()
        arrays()
        sets()
        closures()
        dictionaries()
        optionalsAndResults()
        keyPaths()
        onceAndWork()
        await tasks()
        """#
}
