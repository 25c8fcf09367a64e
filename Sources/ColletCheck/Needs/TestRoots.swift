/// Code that starts by itself, in containers of its own: a test.
struct TestRoot {
    /// A container around the code: it starts anew, or lies over the one around it.
    typealias Layer = (contents: Contents, isIsolating: Bool, site: Site)
    /// Where something runs: within the layers, or outside of them all.
    typealias Start<Value> = (value: Value, isInside: Bool)

    var test: TestName
    /// Whether something decides that is not in the source, as a trait that isn't read.
    var isConditional: Bool {
        isEnabledByTrait || layers.contains { $0.contents.isOpen }
    }
    var isEnabledByTrait = false
    /// The outermost first.
    var layers: [Layer] = []
    /// What its attributes have, which runs before it and outside of the layers.
    var attributes: [Code] = []
    /// What it makes, and what it runs.
    var types: [Start<USR>] = []
    var functions: [Start<USR>] = []
    /// The functions by which XCTest runs a test, each within the one before.
    static let invocations = ["run(", "perform(", "invokeTest("]
    /// Those that a test case overrides, so that it decides where what is within the
    /// layers runs; by their numbers.
    var invocations: [Int: USR] = [:]
}

extension IndexSymbol {
    /// The number of XCTest's function that it is, or that it overrides.
    var invocation: Int? { TestRoot.invocations.firstIndex(where: name.hasPrefix) }
}

/// Finds the tests of a program, and the containers that their traits give them.
struct TestRootReader {
    let code: ProgramCode
    let contents: ContentsReader
    private var declarations: Declarations { code.declarations }

    var roots: [TestRoot] {
        declarations.definitions.values
            .filter { $0.file.isInTests && $0.symbol.isFunction }
            .compactMap { root($0) ?? xctestRoot($0) }
            .sorted { $0.test.place < $1.test.place }
    }

    private func test(_ function: Definition) -> TestName {
        let names = types(around: function).map(\.symbol.name) + [function.symbol.name]
        return TestName(path: names.joined(separator: "/"), site: function.site)
    }

    /// The types around a function, the outermost first.
    private func types(around function: Definition) -> [Definition] {
        let all = sequence(first: function) { inner in
            declarations[declarations.type(around: inner.usr)]
        }
        return all.dropFirst().reversed()
    }

    // MARK: Swift Testing

    private func root(_ function: Definition) -> TestRoot? {
        guard let attribute = function.attribute("Test") else { return nil }
        let suites = types(around: function).compactMap { $0.attribute("Suite") }
        let all = suites + [attribute]
        if all.contains(where: { $0.hasMember("disabled") }) { return nil }
        var root = TestRoot(test: test(function))
        root.isEnabledByTrait = all.contains { $0.hasMember("enabled") }
        root.attributes = all.map { .closure($0.file.site(at: $0.start + 1).place) }
        let traits = all.map { Arguments(of: $0.file, startingAt: $0.start + 1) }
        root.layers = traits.flatMap(\.unlabelled).flatMap(layers)
        root.functions = [(function.usr, true)]
        let suite = declarations.type(around: function.usr)
        if function.kind == .instanceMethod, let suite {
            root.types = [(suite, true)]
        }
        return root
    }

    /// What a trait gives: the library's, or one that is declared with those.
    private func layers(of trait: Phrase) -> [TestRoot.Layer] {
        let file = trait.file
        let name = trait.range.first {
            !file.isToken($0 + 1, ".") && !file.isToken($0, ".")
        }
        guard let name else { return [] }
        if file.isToken(name, "dependencies", "overrides") {
            return [layer(ofTraitAt: name, in: file)]
        }
        let symbols = file.occurrences(at: name).map(\.symbol)
        let symbol = symbols.first { $0.isVariable || $0.isFunction }
        return symbol.map { layers(ofDeclared: $0, file.site(at: name)) } ?? []
    }

    private func layer(ofTraitAt name: Int, in file: SourceFile) -> TestRoot.Layer {
        let arguments = Arguments(of: file, startingAt: name + 1)
        let block = arguments.unlabelled.last.map {
            contents.block($0, .init { _ in true })
        }
        return (block ?? .open, file.isToken(name, "dependencies"), file.site(at: name))
    }

    private func layers(
        ofDeclared symbol: IndexSymbol, _ site: Site
    ) -> [TestRoot.Layer] {
        let usr = declarations.owner(ofAccessor: symbol.usr)
        let open: [TestRoot.Layer] = [(.open, false, site)]
        guard let value = declarations[usr]?.value else {
            // The testing library's own register nothing; what others do can't be read.
            return symbol.usr.hasPrefix("s:7Testing") ? [] : open
        }
        let file = value.file
        let traits = value.range.filter {
            file.isToken($0, "dependencies", "overrides", behind: ".")
        }
        let layers = traits.map { layer(ofTraitAt: $0, in: file) }
        return layers.isEmpty ? open : layers
    }

    // MARK: XCTest

    private func xctestRoot(_ function: Definition) -> TestRoot? {
        guard function.isXCTestMethod, let type = declarations.type(around: function.usr)
        else { return nil }
        let types = declarations.allBases.reached(from: [type])
        let names = types.compactMap { declarations.types[$0]?.name }
        if !names.contains("XCTestCase") { return nil }
        var root = TestRoot(test: test(function))
        root.test.isOfXCTest = true
        // The cases are made before any of them runs.
        root.types = [(type, false)]
        let members = types.flatMap(declarations.members).filter { member in
            let overriding = declarations.witnesses[member.usr, default: [:]].keys
            return types.isDisjoint(with: overriding)
        }
        for member in members where member.symbol.isFunction {
            if member.isSetUp {
                root.functions.append((member.usr, member.kind == .instanceMethod))
            }
            if let number = member.symbol.invocation {
                root.invocations[number] = member.usr
            }
        }
        root.functions.append((function.usr, true))
        return root
    }
}

extension Phrase {
    /// Whether a member is named in it: `.disabled`.
    fileprivate func hasMember(_ name: String) -> Bool {
        range.contains { file.isToken($0, name, behind: ".") }
    }
}

extension Definition {
    /// An attribute with its arguments, from its name on.
    fileprivate func attribute(_ attribute: String) -> Phrase? {
        guard modifiers.contains("@" + attribute) else { return nil }
        let start = (0..<name).last { file.isToken($0, attribute, behind: "@") }
        return start.map { start in
            let open = file.isToken(start + 1, "(") ? start + 1 : start
            return Phrase(file, start..<file.behind(open))
        }
    }

    fileprivate var isXCTestMethod: Bool {
        kind == .instanceMethod && symbol.name.contains(/^test.*\(\)$/)
    }

    fileprivate var isSetUp: Bool { Self.settingUp.contains(String(symbol.baseName)) }
    private static let settingUp = Set(
        words: "setUp setUpWithError tearDown tearDownWithError")
}
