import Testing

@testable import ColletCheck

/// What functions do that are known by name.
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
        (Value.some(.int(1)), Value.none, Value.bool(false)), (.none, .none, .bool(true)),
        (.some(.int(1)), .some(.int(1)), .bool(true)),
        (.some(.unknown), .some(.int(1)), .unknown), (.unknown, .none, .unknown),
    ])
    func optionalsAreComparedByWhatTheyHold(a: Value, b: Value, result: Value) throws {
        #expect(try call("static Optional<A>.== infix(_:_:)", [a, b]).value == result)
    }

    @Test(arguments: [
        ("static Int.<= infix(_:_:)", "static Int.<= infix"),
        ("static Comparable...< infix(_:_:)", "static Comparable...< infix"),
        ("static Optional<A>.== infix(_:_:)", "static Optional.== infix"),
        ("Task<>.init(name:priority:operation:)", "Task.init"),
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

    @Test func nothingIsFirstInASet() throws {
        let set = Value.array([.int(1), .int(2)], isOrdered: false)
        #expect(try call("Collection.first.getter", [set]).value == .unknown)
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

    /// The queue may be the main queue, too.
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
            interpreter.journal.observer = { event in
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

    // MARK: Tests

    @Test func whatIsRequiredAndMissingIsThrown() throws {
        func require(_ value: Value) throws -> Outcome {
            let checked = Value.fields("Checked", ["value": value])
            return try call("Result<A, B>.__required()", [checked]).outcome
        }
        #expect(try require(.none).returned == nil)
        #expect(try require(.some(.int(1))).returned?.value == .int(1))
    }

    // MARK: Collet

    /// Asks a scope for what a closure makes: at one place, whichever scope it is.
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

    /// Of an unknown name it may be any, whatever else it may be.
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
}
