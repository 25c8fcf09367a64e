/// Tells whether code in a file certainly runs once what it is in does.
struct Certainty {
    /// How certain it is that some code runs.
    enum Level: Comparable {
        case always
        /// Always, unless something before it throws an error.
        case unlessThrown
        case perhaps
    }

    let closures: ClosureReader
    let codeFile: CodeFile
    private var file: SourceFile { codeFile.file }

    /// Whether a token's code runs each time when a piece of code runs that begins at
    /// another token. It does behind no branch, no operator that may skip it, and nothing
    /// that may leave the piece before.
    func level(of index: Int, behind start: Int) -> Level {
        let brackets = nodes(around: index, behind: start).map {
            level(in: $0, of: index)
        }
        let before = tokens(before: index, behind: start)
        let isSkipped = before.contains {
            codeFile.conditions.contains($0) && rest(behind: $0).contains(index)
        }
        let exits = before.filter(codeFile.exits.contains).map {
            level(behindExit: $0, of: index, behind: start)
        }
        let isPutOff = codeFile.wrappedValues.contains {
            $0.lowerBound > start && $0.contains(index)
        }
        return isSkipped || isPutOff ? .perhaps : (brackets + exits).max() ?? .always
    }

    private func tokens(before index: Int, behind start: Int) -> Range<Int> {
        start + 1..<max(start + 1, index)
    }

    private func nodes(around index: Int, behind start: Int) -> [Node] {
        Array(file.node(around: index).path.prefix { $0.start > start })
    }

    /// Whether what is in some brackets runs with what is around them.
    private func level(in node: Node, of index: Int) -> Level {
        if !node.isPart { return level(of: node) }
        let runs =
            switch node.kind {
            case .branch: ["do", "repeat"].contains(node.keyword)
            case .arguments, .parentheses: runs(index, inArguments: node)
            // What follows brackets is taken for a list.
            case .list, .subscript: !file.says("@autoclosure", at: node.start)
            default: true
            }
        return runs ? .always : .perhaps
    }

    // MARK: Closures

    /// Whether a closure or a local function runs with what is around it; a setter doesn't.
    func level(of body: Node) -> Level {
        let run = closures.run(of: body, around: body.start, in: file)
        if let run { return run.level }
        return body.kind == .closure && runsAtOnce(body) ? .always : .perhaps
    }

    private func runsAtOnce(_ closure: Node) -> Bool {
        if file.isCalled(closure) { return true }
        if let call = codeFile.closures[closure] {
            let isShared = call.use == .component && call.arguments["for"] == nil
            return isShared || call.use?.isScope == true
        }
        let callee = file.callee(of: closure)
        if file.isToken(callee, "Task", "detached") {
            return file.isToken(closure.end + 1, "value", behind: ".")
        }
        return callee.flatMap(file.token).map(Self.runsClosures) == true
    }

    /// Whether a function of another module runs a closure before it returns, and always.
    private static func runsClosures(_ name: Token) -> Bool {
        name.text.hasPrefix("with") || closureRunners.contains(name.text)
    }
    private static let closureRunners = Set(
        words:
            "#expect #require addTask autoreleasepool confirmation run runActivity sync")

    /// Whether something is in a closure that somebody may keep, or run elsewhere.
    func isKept(_ index: Int, behind start: Int) -> Bool {
        nodes(around: index, behind: start).contains { node in
            guard node.kind == .closure, level(of: node) == .perhaps else { return false }
            let callee = file.callee(of: node).flatMap { file.symbol(at: $0) }
            return callee.map { closures.code.declarations[$0.usr] != nil } ?? true
        }
    }

    // MARK: Arguments

    /// Whether what is in the arguments of a call runs with it. In an autoclosure it runs
    /// when somebody asks for it, but for those of assertions.
    private func runs(_ index: Int, inArguments arguments: Node) -> Bool {
        let name = file.token(arguments.start - 1)?.text ?? ""
        let isAssertion = Self.assertions.contains(name)
        if name.hasPrefix("XCT") || isAssertion {
            return !isMessage(index, in: arguments, of: name)
        }
        return name.hasPrefix("#") || !file.says("@autoclosure", at: arguments.start - 1)
    }

    private static let assertions = Set(words: "#expect #require assert precondition")
    private static let comparisons = Set(words: "Equal Greater Identical Less")

    /// Whether a token is in the message of an assertion, which only a failure makes.
    private func isMessage(
        _ index: Int, in arguments: Node, of assertion: String
    ) -> Bool {
        let ofTwo = Self.comparisons.contains(where: assertion.contains)
        let elements = file.tokens.elements(in: arguments.start)
        let position = elements.firstIndex { $0.contains(index) } ?? 0
        return position >= (ofTwo ? 2 : 1)
    }

    // MARK: Exits

    /// What a statement has from the token behind a word on.
    private func rest(behind word: Int) -> Range<Int> {
        file.expression(from: word + 1).range
    }

    private func level(behindExit word: Int, of index: Int, behind start: Int) -> Level {
        if rest(behind: word).contains(index) { return .always }
        let around = nodes(around: word, behind: start)
        // What a closure or an inner function leaves is that.
        let ended = around.filter { $0.end <= index }
        if ended.contains(where: { !$0.isPart }) { return .always }
        let open = around.filter { $0.end > index }
        if file.isToken(word, "break", "continue") {
            let left = around.first { isLeft($0, by: word) }
            return left.map(open.contains) == true ? .perhaps : .always
        }
        // An error ends a test as a failure, unless the test catches it or wants it.
        let isFailure = file.isToken(word, "try") && file.isInTests
        return isFailure && !open.contains(where: \.isBraces) ? .unlessThrown : .perhaps
    }

    /// Whether an error that is thrown there may end no test, as somebody catches it. Of
    /// what the code under test calls, that may.
    func isCaught(_ index: Int, behind start: Int) -> Bool {
        let isTried = tokens(before: index, behind: start).contains { word in
            let isOptional = file.isToken(word + 1, "?", behind: "try")
            return isOptional && rest(behind: word + 1).contains(index)
        }
        let around = nodes(around: index, behind: start)
        return isTried || !file.isInTests || around.contains(where: catches)
    }

    private func catches(_ node: Node) -> Bool {
        if node.keyword == "do" { return file.isToken(node.end, "catch") }
        let callee = node.isBraces ? file.callee(of: node) : node.start - 1
        return file.tokens.has(Self.catching, at: callee)
    }
    private static let catching = Set(
        words: "#expect #require Result Task XCTAssertThrowsError withKnownIssue")

    private func isLeft(_ node: Node, by word: Int) -> Bool {
        let name = file.tokens[word + 1]
        if name.kind == .word, !file.tokens.isFirstOfLine(word + 1) {
            let label = file.last(name.text, before: node.start)
            return file.isToken(label.map { $0 + 1 }, ":")
        }
        let isLoop = ["for", "repeat", "while"].contains(node.keyword)
        let isSwitch = node.keyword == "switch" && file.isToken(word, "break")
        return node.kind == .branch && (isLoop || isSwitch)
    }
}
