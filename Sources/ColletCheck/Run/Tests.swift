/// A test, as declared by its macro or its class.
struct TestRoot {
    let name: String
    var suite: String?
    var traits: [PlacedTrait] = []
    /// Closures that return the test's arguments.
    var arguments: [Value] = []
    let place: Place?
    /// The function, or the method of an XCTest class.
    let code: Value
    /// The XCTest class.
    var testCase: String?
}

/// A trait, and the place of its test or suite.
typealias PlacedTrait = (value: Value, place: Place?)

// MARK: Finding

extension Interpreter {
    /// Finds all tests of modules that are linked with Collet, those of Swift Testing by
    /// running the code that the macros wrote. Other tests may take long, and can't ask
    /// for anything.
    func findTests() {
        for function in program.order
        where function.tellsOfTests && program.mayAsk(function) {
            _ = runUnknown(function)
        }
        tests += program.methodsOfTestCases
    }
}

extension Program {
    fileprivate func mayAsk(_ function: Function) -> Bool {
        reach.linked.contains(function.file.module)
    }

    /// The test methods of the `XCTestCase` classes.
    fileprivate var methodsOfTestCases: [TestRoot] {
        let types = Set(classes(below: "XCTestCase").dropFirst()).sorted()
        guard !types.isEmpty else { return [] }
        // `KitTests.FeedTests.testTitle() async throws -> ()`
        let pattern = #/^\w+\.([\w.]+)\.(test\w*)\(\) (async )?(throws )?-> \(\)$/#
        return order.filter { $0.symbol.contains("test") && mayAsk($0) }.flatMap {
            function in
            let name = plainName(ofSymbol: function.symbol).firstMatch(of: pattern)
            guard let name else { return [TestRoot]() }
            return types.filter { ancestry(of: $0).contains(String(name.1)) }.map {
                type in
                let test = "\(type)/\(name.2)()"
                return TestRoot(
                    name: test, place: function.place,
                    code: .code(function.symbol, name: test),
                    testCase: type)
            }
        }
    }
}

extension Function {
    fileprivate var tellsOfTests: Bool {
        guard let calls = body?.after("ref static Test.__") else { return false }
        return calls.hasPrefix("function") || calls.hasPrefix("type")
    }
}

// MARK: Running

/// The most cases of a test that run one by one.
private let caseLimit = 20

/// The methods of a test case that XCTest calls around each test, in order.
private let beforeTest = [
    "#XCTest.setUp: (XCTest) -> () async throws -> ()",
    "#XCTest.setUpWithError: (XCTest) -> () throws -> ()",
    "#XCTest.setUp: (XCTest) -> () -> ()",
]

private let afterTest = [
    "#XCTest.tearDown: (XCTest) -> () -> ()",
    "#XCTest.tearDownWithError: (XCTest) -> () throws -> ()",
    "#XCTest.tearDown: (XCTest) -> () async throws -> ()",
]

extension Interpreter {
    /// Runs a test with its own traits and those of its suites.
    func run(_ test: TestRoot) {
        let traits = suiteTraits(of: test) + test.traits
        container = process
        let conditions = traits.compactMap { condition($0.value) }
        if conditions.contains(.bool(false)) { return }
        errorsEnd = true
        possibly(conditions.contains(.unknown)) {
            // The arguments are evaluated before any trait's block.
            let collections = test.arguments.map { value(of: invoke($0)).exact }
            for elements in cases(of: collections) {
                self.elements = elements.flatMap(\.passed)
                enter(traits[...], test)
            }
        }
        errorsEnd = false
    }

    /// The arguments of each case of a test, or if there are too many, of any case.
    private func cases(of collections: [[Value]?]) -> [[Value]] {
        let count = collections.reduce(1) { $0 * ($1?.count ?? 1) }
        return collections.reduce([[]]) { cases, all in
            let any = [all.map(Value.joined) ?? .unknown]
            let values = count <= caseLimit ? all ?? any : any
            return cases.flatMap { first in values.map { first + [$0] } }
        }
    }

    /// Whether a trait lets the test run, or `nil` if it isn't a condition.
    private func condition(_ trait: Value) -> Value? {
        guard case .fields("ConditionTrait", let fields) = trait else { return nil }
        let answer = fields["closure"].map { value(of: invoke($0)) } ?? .bool(true)
        guard let answer = answer.truth else { return .unknown }
        return .bool(answer == (fields["enables"] == .bool(true)))
    }

    /// The traits of the suites around a test, from the outermost.
    private func suiteTraits(of test: TestRoot) -> [PlacedTrait] {
        let parts = test.suite?.split(separator: ".") ?? []
        return parts.indices.flatMap {
            suites[parts[...$0].joined(separator: "."), default: []]
        }
    }

    private func enter(_ traits: ArraySlice<PlacedTrait>, _ test: TestRoot) {
        guard let trait = traits.first else { return runCode(of: test) }
        let rest = traits.dropFirst()
        switch trait.value {
        case .fields("DependenciesTrait", let fields):
            let isOverride = fields["isOverride"] == .bool(true)
            let kind = isOverride ? Container.Kind.override : .isolation
            let value = fields["block"] ?? .unknown
            let block = self.block(fields["made"] ?? value)
            note(.blockUsed(block, .entered), at: trait.place)
            let made = value.isCallable ? self.value(of: invoke(value)) : value
            let cell = open(kind, modules(of: made), of: block, at: trait.place)
            running(in: cell) { enter(rest, test) }
        case .unknown:
            // It may be an override, of which nothing is known.
            let cell = allocate(
                Container(kind: .override, around: container, isOpen: true))
            running(in: cell) { enter(rest, test) }
        default: provideScope(trait.value, rest, test)
        }
    }

    /// Runs the rest within the scope of a custom trait.
    private func provideScope(
        _ trait: Value, _ rest: ArraySlice<PlacedTrait>, _ test: TestRoot
    ) {
        guard let type = trait.dynamicType,
            let symbol = witness("provideScope", of: "TestScoping", for: trait)
        else { return enter(rest, test) }
        let old = continuation
        continuation = { self.enter(rest, test) }
        // It runs once for each case of a test, or for a suite, which has no case.
        let getter = witness("isRecursive!getter", of: "SuiteTrait", for: trait)
        let isRecursive = getter.flatMap { value(of: callBack($0, on: trait)).truth }
        let isForCases = rest.count < test.traits.count || isRecursive != false
        if !isForCases { journal.traitsOfSuites.append(type) }
        let given = [
            Value.fields("Testing.Test", ["isSuite": .bool(!isForCases)]),
            isForCases ? .some(.unknown) : .none,
        ]
        // The rest is what `invokeTest()` would run.
        let function = Value.function(Closure(.model("XCTestCase.invokeTest")))
        _ = value(of: callBack(symbol, given, [function], on: trait))
        continuation = old
    }

    private func runCode(of test: TestRoot) {
        if let type = test.testCase {
            run(test, of: type)
        } else {
            runToEnd { invoke(test.code, elements) }
        }
        runTasks()
    }

    /// Runs code whose error fails the test. Returns `false` if it doesn't return.
    @discardableResult private func runToEnd(_ body: () -> Outcome) -> Bool {
        let ended = errorsEnd
        errorsEnd = true
        defer { errorsEnd = ended }
        let outcome = body()
        takeMemory(of: outcome)
        return outcome.returned != nil
    }

    // MARK: XCTest

    /// Runs a method of a test case with its set-up and tear-down.
    private func run(_ test: TestRoot, of type: String) {
        callOwn(
            "#XCTestCase.setUp: (XCTestCase.Type) -> () -> ()", of: type, .metatype(type))
        let testCase = Value.object(allocate(.fields(type)), type)
        // Its superclass's initializer is XCTest's.
        if let symbol = ownMethod("#XCTestCase.init!allocator", of: type) {
            _ = value(of: callBack(symbol.dropLast() + "c", on: testCase))
        }
        continuation = {
            let isSetUp = beforeTest.allSatisfy {
                self.callOwn($0, of: type, testCase)
            }
            if isSetUp { self.runToEnd { self.call(test.code, [], [testCase]) } }
            for (block, possible) in self.teardownBlocks.reversed() {
                self.possibly(possible > self.possible) {
                    _ = self.runToEnd { self.invoke(block) }
                }
            }
            for member in afterTest { self.callOwn(member, of: type, testCase) }
        }
        let member = "#XCTestCase.invokeTest: (XCTestCase) -> () -> ()"
        if ownMethod(member, of: type) == nil { continuation?() }
        callOwn(member, of: type, testCase)
        continuation = nil
    }

    private func ownMethod(_ member: String, of type: String) -> String? {
        program.methods(member, of: type).first.flatMap {
            program.functions[$0]?.body == nil ? nil : $0
        }
    }

    /// Calls a method if the class overrides it. Returns `false` if that doesn't return.
    @discardableResult private func callOwn(
        _ member: String, of type: String, _ receiver: Value
    ) -> Bool {
        guard let symbol = ownMethod(member, of: type) else { return true }
        return runToEnd { call(symbol, member, [], [receiver]) }
    }
}
