import Testing

@testable import ColletCheck

/// The answer to a request, and when that is made.
struct RequestsTests {
    private let make = SILProgram().function(
        "make", "bb0:\n  %1 = integer_literal $Builtin.Int64, 1\n  return %1")

    // MARK: What is made once

    @Test func whatIsMadeIsNotMadeAgain() {
        let interpreter = SILProgram().interpreter()
        let cell = interpreter.allocate(.none)
        #expect(interpreter.once(cell) { .int(1) } == .int(1))
        #expect(interpreter.once(cell) { .int(2) } == .int(1))
    }

    @Test func whatOneWayMadeTheOtherMakesLater() {
        let interpreter = SILProgram().interpreter()
        let cell = interpreter.allocate(.none)
        interpreter.maybe {
            interpreter.returning(interpreter.once(cell) { .int(1) })
        }
        var possible: [Int] = []
        for number in 2...3 {
            let value = interpreter.once(cell) {
                possible.append(interpreter.possible)
                return .int(number)
            }
            #expect(value == .oneOf([.int(1), .int(2)]))
        }
        #expect(possible == [1])
    }

    @Test func whatOneWayMadeIsMadeOnTheOther() {
        let interpreter = make.interpreter()
        let entry = entry(.shared, in: interpreter)
        func value() -> Value {
            interpreter.make(entry, in: interpreter.process, for: interpreter.process)
        }
        interpreter.maybe { interpreter.returning(value()) }
        #expect(value() == .int(1))
    }

    private func entry(
        _ lifetime: Lifetime, isMainActor: Bool = false, in interpreter: Interpreter
    ) -> Container.Entry {
        let registration = Registration(
            key: Key(type: "Clock"), make: .function(Closure(.symbol("make"))),
            lifetime: lifetime, place: nil, isMainActor: isMainActor)
        return .init(registration: registration, instance: interpreter.allocate(.none))
    }

    @Test(arguments: [true, false])
    func whatTheMainActorMakesAsksThere(isMainActor: Bool) {
        let interpreter = SILProgram().function(
            "make", "bb0:\n\(SILProgram.ask("Log"))\n  return %92"
        ).interpreter()
        interpreter.isOnMainActor = nil
        var actors: [Bool?] = []
        interpreter.journal = ObservedJournal { event in
            if case .asked = event.kind { actors.append(interpreter.isOnMainActor) }
        }
        let entry = entry(.transient, isMainActor: isMainActor, in: interpreter)
        let process = interpreter.process
        _ = interpreter.make(entry, in: process, for: process)
        #expect(actors == [isMainActor ? true : nil])
        #expect(interpreter.isOnMainActor == nil)
    }

    // MARK: Unread properties

    @Test(arguments: [Value.none, .some(.int(1))])
    func aPropertyThatIsReadIsNotUnread(value: Value) {
        let interpreter = SILProgram().interpreter()
        let process = interpreter.process
        let wrapper = interpreter.allocate(value)
        interpreter.wrappers[wrapper] = Wrapper(
            key: Key(type: "Clock"), site: "", place: nil, home: process, given: [])
        let object = Value.object(wrapper, "Inject<Clock>")
        let isWhole = interpreter.askForUnread(of: [object]) { $0 == process }
        #expect(isWhole == (value != .none))
    }

    // MARK: Several answers

    /// Whatever else an override has, the answer under it is certain.
    @Test func whatACertainAnswerComesBeforeDoesNotOpenIt() throws {
        let run = try make.function(
            "test", "bb0:\n\(SILProgram.ask("Clock"))\n  return %92"
        ).run { interpreter in
            interpreter.register(Modules(all: [entry(.transient, in: interpreter)]))
            interpreter.container = interpreter.allocate(
                Container(kind: .override, around: interpreter.process, isOpen: true))
        }
        #expect(run.requests.map(\.request.isOpen) == [false])
    }

    /// Registers a key on one of two ways, and then asks.
    private func asking(_ first: String, _ second: String, for type: String) throws
        -> SILRun
    {
        try make.function(
            "test",
            """
            bb0:
              cond_br %0, bb1, bb2
            bb1:
            \(first)
              br bb3
            bb2:
            \(second)
              br bb3
            bb3:
            \(SILProgram.ask(type))
              return %92
            """
        ).run()
    }

    private func places(of run: SILRun) -> [Int?] {
        run.events.compactMap { event in
            guard case .made(let made) = event.kind else { return nil }
            return made.registration.place?.line
        }
    }

    @Test func anOptionalGetsWhatAnyWayRegisters() throws {
        let run = try asking(
            SILProgram.register("Clock", line: 2), SILProgram.register("Clock", line: 3),
            for: "Optional<Clock>")
        #expect(run.value == Value.some(.int(1)))
        #expect(places(of: run) == [3, 2])
    }

    @Test func anOptionalMayGetNothing() throws {
        let run = try asking(
            SILProgram.register("Clock", line: 2), "", for: "Optional<Clock>")
        let nothing = Value.none(of: "Optional<Clock>")
        #expect(run.value == .oneOf([nothing, Value.some(.int(1))]))
        #expect(places(of: run) == [2])
    }

    @Test func anArrayGetsWhatAnyWayRegistersOnce() throws {
        let run = try asking(
            SILProgram.register("Clock", line: 2), SILProgram.register("Clock", line: 3),
            for: "Array<Clock>")
        #expect(run.value == .array([.int(1)]))
        #expect(places(of: run) == [3, 2])
    }

    @Test func anArrayMayHaveWhatOneWayRegisters() throws {
        let run = try asking(
            SILProgram.register("Clock", line: 2), "", for: "Array<Clock>")
        #expect(run.value == .array([.maybe(.int(1))]))
    }

    @Test func somethingOfAnUnknownTypeMayBeInAnArray() throws {
        let run = try asking(
            SILProgram.register("T?"), SILProgram.register("T?"), for: "Array<Clock>")
        #expect(run.value == .array([.others]))
    }

    @Test(arguments: [true, false])
    func somethingUnknownOpensTheContainer(isOpen: Bool) {
        let interpreter = SILProgram().interpreter()
        interpreter.register(Modules(isOpen: isOpen))
        #expect(interpreter.container(at: interpreter.process)?.isOpen == isOpen)
        interpreter.register(Modules())
        #expect(interpreter.container(at: interpreter.process)?.isOpen == isOpen)
        let opened = interpreter.journal.events.count {
            if case .opened = $0.kind { true } else { false }
        }
        #expect(opened == (isOpen ? 1 : 0))
    }

    @Test func whereSomethingUnknownMayBeRegisteredSoMayAnAnswer() throws {
        let run = try asking(
            SILProgram.register("Clock"), "", for: "Clock")
        #expect(run.value == .int(1))
        let open = try make.function(
            "test",
            """
            bb0:
              cond_br %0, bb1, bb2
            bb1:
            \(SILProgram.register("Clock"))
              br bb3
            bb2:
              br bb3
            bb3:
            \(SILProgram.ask("Clock"))
              return %92
            """
        ).run { interpreter in
            var process = interpreter.container(at: interpreter.process)!
            process.isOpen = true
            interpreter.heap[interpreter.process] = .container(process)
        }
        #expect(open.value?.isUnknown == true)
        #expect(places(of: open) == [1])
    }
}
