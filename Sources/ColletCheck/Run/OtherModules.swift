/// What other modules' code may do with the program's values: run its closures, call
/// members of its types, and hand values back.
extension Interpreter {
    /// Calls a function of which at most the type is known. Its non-escaping closures may
    /// run now, and others later and elsewhere.
    func callUnknown(
        _ arguments: [Value], _ types: [String] = [], _ signature: Signature? = nil,
        name: String = "", isComputing: Bool = false
    ) -> Outcome {
        let given = arguments.dropFirst(signature?.leadingArguments ?? 0)
        lazy var computed = Value.result(of: given.map(loaded))
        let isComputed = isComputing || computes(name, computed, signature)
        let unknown = isComputed ? computed : .unknown
        let parameters = signature?.parameters ?? []
        let metatypes = arguments.compactMap { argument in
            if case .metatype(let type) = argument { type } else { nil }
        }
        // What is printed isn't kept.
        let isPrinted = isComputing && name.hasSuffix("rint(_:separator:terminator:)")
        let before = isPrinted ? lent : [:]
        // An algorithm may find nothing to compare, or to describe.
        possibly(isComputing) {
            for (index, argument) in given.enumerated() {
                let isKnown = parameters.indices.contains(index)
                pass(
                    argument, as: isKnown ? parameters[index] : .init(), leaving: unknown)
            }
            for type in (types + metatypes).unique { callBack(type: type) }
        }
        if isPrinted { lent = before }
        let names = isComputing ? [] : signature?.genericNames ?? []
        let result = { (type: SILText?) -> Value? in
            let index = names.firstIndex { type?.string == $0 }
            guard let index, index < types.count else { return unknown }
            let value = self.handedBack(types[index])
            return value == .unknown ? unknown : value
        }
        for (index, type) in (signature?.storedTypes ?? []).enumerated() {
            guard let value = result(type) else { return Outcome() }
            store(identified(value), at: arguments[index])
        }
        guard let returned = result(signature?.returnedTypes.first) else {
            return Outcome()
        }
        return signature?.mayThrow == true
            ? maySucceed(returned, or: unknown) : returning(returned)
    }

    /// Whether a member of another library computes its result, unless an object of its type
    /// got input before.
    private func computes(
        _ name: String, _ result: @autoclosure () -> Value, _ signature: Signature?
    ) -> Bool {
        guard let type = callees.computingType(ofName: name) else { return false }
        // A function that returns nothing may set something.
        let isSetter = signature?.returnedTypes.count == signature?.results
        let isOfObject = signature?.parameters.last?.isInout == false
        if isSetter, isOfObject, result() == .unknown { typesWithInput.insert(type) }
        return !typesWithInput.contains(type)
    }

    private func pass(
        _ argument: Value, as parameter: Signature.Parameter, leaving result: Value
    ) {
        if parameter.isInout {
            let old = load(argument)
            lend(old)
            store(result, at: argument)
            release(old)
        }
        notePassing(of: argument)
        callBack(argument)
        let closure = content(of: argument)
        guard closure.isCallable else { return lend(argument) }
        // Only the program knows whether an algorithm calls it.
        guessing(on: result) { hand(closure, parameter) }
    }

    /// What another module's enumeration holds, the getter at the end of a key path, or else
    /// the value itself.
    private func content(of value: Value) -> Value {
        if let getter = value.getters.last { return getter }
        guard case .enumeration(let type, _, let payload?) = value,
            type.baseName != "Result", program.declaration(of: type) == nil
        else { return value }
        return payload
    }

    /// Runs a closure for another module, which gets its result.
    func invokeForOthers(_ closure: Value) -> Outcome {
        let one = closure.closure
        let signature = one?.symbol.flatMap { program.functions[$0]?.signature }
        let own = signature?.parameterTypes.dropLast(one?.captures.count ?? 0) ?? []
        let values = own.compactMap(handedBack)
        if values.count < own.count { return Outcome() }
        return giving(invoke(closure, values))
    }

    /// Gives another module what a call returns.
    private func giving(_ outcome: Outcome) -> Outcome {
        then(lending(outcome)) { result in
            callBack(result)
            return returning(result)
        }
    }

    /// Remembers what a call returns as what another module may hand back.
    func lending(_ outcome: Outcome) -> Outcome {
        then(outcome) { result in
            lend(result)
            return returning(result)
        }
    }

    /// Notes the blocks and modules that unknown code gets and may use, or that code chooses
    /// from.
    func notePassing(of value: Value) {
        switch value {
        case .fields("Dependencies", _): note(.blockUsed(block(value), .passedOn))
        case .module(let registration): note(.passedOn(registration))
        case .fields: break
        default: value.parts.forEach(notePassing)
        }
    }

    private func hand(_ closure: Value, _ parameter: Signature.Parameter) {
        if parameter.isNoescape { return anyTimes { invokeForOthers(closure) } }
        let body = { self.running(for: nil) { self.invokeForOthers(closure) } }
        let call = isInSwiftUI ? { self.inMainLoop(body) } : body
        keep(closure, call)
        let wasOnMainActor = isOnMainActor
        isOnMainActor = nil
        // The closure may be dropped first: an observer is removed, a timer is stopped.
        if isInSwiftUI { runLater(isCertain: false, call) } else { runSomewhere(call) }
        isOnMainActor = wasOnMainActor
    }

    private func keep(_ closure: Value, _ call: @escaping () -> Outcome) {
        guard purpose == .program, !keptClosures.contains(closure) else { return }
        if !reachesCollet(closure) { return }
        keptClosures.append(closure)
        repeatedCalls.append((nil, { self.possibly { call() } }))
    }

    private func reachesCollet(_ closure: Value) -> Bool {
        closure.alternatives.compactMap(\.closure).contains { one in
            one.symbol.map(reach.relevant.contains) == true
                || one.captures.contains(where: reachesCollet)
        }
    }

    // MARK: Values that come back

    /// Remembers the closures, objects and kinds of structs that another module gets.
    private func lend(_ value: Value, depth: Int = 0) {
        guard depth < 4 else { return }
        let value = loaded(value)
        (value.parts + value.getters).forEach { lend($0, depth: depth + 1) }
        switch value {
        case .function(let closure):
            let isFull = lentClosures.contains(value) || lentClosures.count >= 8
            if acts(closure), !isFull { lentClosures.append(value) }
        case .object(let cell, let type):
            lent[type, default: []].insert(cell)
            heap[cell].map { lend($0, depth: depth + 1) }
        case .fields(let type, _): lent[type] = lent[type] ?? []
        default: break
        }
    }

    /// Whether a call of a closure may have an effect besides its results.
    func acts(_ closure: Closure) -> Bool {
        closure.symbol.map(reach.matters) != false
            || closure.captures.contains(where: mayAct)
    }

    /// The value of a type that another module hands back: an object that it got before,
    /// if one is known, or else any. In code that runs later and again, it is `nil` if no
    /// object has been made, because nothing comes back yet.
    func handedBack(_ type: String) -> Value? {
        if let wrapped = Key(type: type).wrapped {
            guard let value = handedBack(wrapped) else { return Value.none }
            return value == .unknown ? value : .join(.none, .some(value))
        }
        let isClass = ["class", "actor"].contains(program.declaration(of: type)?.kind)
        guard isClass || type == "Dependencies.Container" else { return .unknown }
        let all = objectsThatMayComeBack(type)
        let runsAgain = purpose == .called || purpose == .program && later > 0
        if all.isEmpty, runsAgain {
            isEarly = true
            return nil
        }
        return .joined(lastOfEachKind(all))
    }

    /// The objects of a type that another module got, or else all.
    func objectsThatMayComeBack(_ type: String) -> [Value] {
        let types = program.classes(below: type)
        let got = Set(types.compactMap { lent[$0] }.joined())
        let isContainer = type == "Dependencies.Container"
        let made =
            isContainer
            ? Set(containers.filter { $1.kind == .held }.keys)
            : Set(types.compactMap { objects[$0] }.joined())
        return (got.isEmpty ? made : got).sorted().compactMap { cell in
            heap[cell].map { Value.object(cell, $0.dynamicType ?? type) }
        }.filter { types.contains($0.dynamicType!) }
    }

    /// Of objects whose properties ask the same containers, the last one: code that runs
    /// again makes another.
    private func lastOfEachKind(_ objects: [Value]) -> [Value] {
        var last: [String: Value] = [:]
        for object in objects {
            guard case .fields(let type, let fields)? = object.cell.flatMap({ heap[$0] })
            else {
                return objects
            }
            let wrapped = fields.inOrder.map { $0.value.cell.flatMap { wrappers[$0] } }
            last["\(type) \(wrapped.map { $0?.home })"] = object
        }
        return objects.filter(last.values.contains)
    }

    // MARK: Later

    /// Runs code that the program runs at an unknown time, or never. Its effects are
    /// certain once it runs, unless `isCertain` is false: then it's only assumed to run.
    func runLater(isCertain: Bool = true, _ body: () -> Outcome) {
        // A test may end before that.
        let branches = isCertain && purpose != .test ? 1 : 0
        let (old, outer) = (bindings, postponed)
        bindings = [0: .unknown]
        // By then, what is being made now has been made.
        if isCertain { postponed += 1 }
        later += 1
        possible -= branches
        let untimed = heap.untimed
        // From now on, any read may find what the code has written.
        untimed.add(untimed.recording(after: lastCell) { maybe(body) })
        possible += branches
        later -= 1
        (bindings, postponed) = (old, outer)
    }

    /// Runs code later that may also run outside of the current override.
    func runSomewhere(_ body: () -> Outcome) {
        for home in homes {
            runLater(isCertain: false) { running(in: home, body) }
        }
    }

    /// Runs code that may run any number of times, or never.
    func anyTimes(_ body: () -> Outcome) {
        for (cell, new) in onLayer({ maybe(body) }).written {
            heap[cell] = heap[cell].map { .widen($0, new, isFirst: true) } ?? new
        }
    }

    // MARK: Members that other modules call

    /// Runs the members of a value that another module may call once it has the value.
    func callBack(_ value: Value) {
        for (symbol, receiver) in callbacks(of: value) where !isRunning(symbol) {
            callLater(symbol, on: receiver) { self.callInside(symbol, on: receiver) }
        }
    }

    /// Calls a member from code that may itself run in callbacks. Inside of two
    /// callbacks, each call runs only once: types that hand on each other's values may do
    /// so in any order.
    private func callInside(
        _ symbol: String, _ first: [Value] = [], on receiver: Value
    ) -> Outcome {
        let call = Callback(symbol: symbol, receiver: receiver, container: container)
        if callbackDepth == 0 { callbacks = [] }
        if callbackDepth > 1 {
            if callbacks.contains(call) { return returning(.unknown) }
            callbacks.append(call)
        }
        callbackDepth += 1
        defer { callbackDepth -= 1 }
        return callBack(symbol, first, on: receiver)
    }

    /// Calls a member for another module. SwiftUI calls none before it has made the app.
    private func callLater(
        _ symbol: String, on receiver: Value, _ body: @escaping () -> Outcome
    ) {
        let body = isInSwiftUI ? { self.inMainLoop(body) } : body
        if isInSwiftUI, callsOfSwiftUI != nil {
            callsOfSwiftUI?.append { self.callLater(symbol, on: receiver, body) }
            return
        }
        let wasEarly = isEarly
        isEarly = false
        runLater(body)
        let call = Callback(symbol: symbol, receiver: receiver, container: container)
        if isEarly, !repeatedCalls.contains(where: { $0.callback == call }) {
            repeatedCalls.append((call, body))
        }
        isEarly = isEarly || wasEarly
    }

    /// Whether a function is running. Callbacks that may come at any time skip one that
    /// is.
    func isRunning(_ symbol: String) -> Bool { callees.implementation(symbol).depth > 0 }

    /// Calls a member as another module would, with the given first and last arguments.
    func callBack(
        _ symbol: String, _ first: [Value] = [], _ others: [Value] = [],
        on receiver: Value
    ) -> Outcome {
        guard let function = program.functions[symbol] else { return returning(.unknown) }
        let types = receiver.typeOfMembers?.genericArguments ?? []
        let receiver =
            function.takesAddress ? .address(allocate(receiver)) : receiver
        let all = arguments(for: function.signature, first, last: others + [receiver])
        return call(symbol, "callback", types, all)
    }

    /// Runs the members of a type that another module may call once it has the type.
    /// - Parameter values: Values that may have that type.
    func callBack(
        type: String, among callbacks: [String: [String]]? = nil,
        of values: @autoclosure () -> [Value] = []
    ) {
        let callbacks = callbacks ?? reach.callbacks
        if callbacks.isEmpty { return }
        let isEntry = stack.last?.name.contains("$main") == true
        for name in Set(type.typeNames).sorted() {
            guard let symbols = callbacks[name] else { continue }
            let one = values().first { $0.dynamicType?.baseName == name }
            let makers = symbols.filter { $0.hasSuffix("fCTW") || $0.hasSuffix("fC") }
            for symbol in makers where !isRunning(symbol) {
                let make = {
                    self.giving(self.callInside(symbol, on: .metatype(type)))
                }
                if isEntry {
                    makeEntry(make)
                } else {
                    callLater(symbol, on: .metatype(type), make)
                }
            }
            for symbol in symbols where !makers.contains(symbol) && !isRunning(symbol) {
                // If the other module got such a value before, it has called this member
                // already, unless that changes the value.
                let isMutating = program.functions[symbol]?.isMutating == true
                if one == nil, !isMutating, lent[name] != nil { continue }
                let operands = one.map { [$0, $0] } ?? []
                callLater(symbol, on: one ?? .metatype(type)) {
                    self.callInside(
                        symbol, operands,
                        on: one ?? self.handedBack(name) ?? .unknown)
                }
            }
        }
    }

    /// Runs code as the app's main loop does: outside of all containers.
    private func inMainLoop(_ body: () -> Outcome) -> Outcome {
        let old = (isOnThread, isInSwiftUI)
        (isOnThread, isInSwiftUI) = (true, false)
        defer { (isOnThread, isInSwiftUI) = old }
        return running(in: process, body)
    }

    /// Makes the program's entry type, as `$main` does first, whichever module has it.
    private func makeEntry(_ make: () -> Outcome) {
        callsOfSwiftUI = []
        _ = value(of: make())
        let calls = callsOfSwiftUI ?? []
        callsOfSwiftUI = nil
        for call in calls { call() }
    }

    /// The members that another module may call on a value or its parts, with receivers.
    func callbacks(of value: Value, depth: Int = 0) -> [(String, Value)] {
        if reach.callbacks.isEmpty || depth > 3 { return [] }
        let value = loaded(value)
        switch value {
        case .oneOf(let all), .array(let all, _), .tuple(let all):
            return all.flatMap { callbacks(of: $0, depth: depth + 1) }
        case .maybe(let one), .enumeration(_, _, let one?):
            let inner = callbacks(of: one, depth: depth + 1)
            if !inner.isEmpty { return inner }
        default: break
        }
        let type = value.dynamicType?.baseName ?? ""
        return reach.callbacks[type, default: []].map { ($0, value) }
    }
}

extension Value {
    /// The getters of a key path's computed parts.
    fileprivate var getters: [Value] {
        guard case .keyPath(let components) = self else { return [] }
        return components.filter { $0.hasSuffix("TK") }
            .map { .code($0) }
    }
}

/// A call of a member by another module.
struct Callback: Equatable {
    let symbol: String
    let receiver: Value
    let container: Cell
}
