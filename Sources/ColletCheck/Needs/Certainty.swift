/// Tells whether code in a file certainly runs once what it is in does.
struct Certainty {
    let code: ProgramCode
    let codeFile: CodeFile
    /// The functions that are being looked at already, as they may call each other.
    private var callers: Set<USR> = []
    private var file: SourceFile { codeFile.file }

    init(_ code: ProgramCode, in codeFile: CodeFile) {
        self.code = code
        self.codeFile = codeFile
    }

    /// Whether a token's code runs each time when a piece of code runs that begins at
    /// another token. It does behind no branch, no operator that may skip it, and nothing
    /// that may leave the piece before.
    func isCertain(_ index: Int, behind start: Int) -> Bool {
        let around = file.node(around: index).path.prefix { $0.start > start }
        return around.allSatisfy { runs($0, for: index) }
            && !isBehindOperator(index, behind: start)
            && !isBehindExit(index, behind: start)
    }

    /// Whether what is in some brackets runs with what is around them.
    private func runs(_ node: Node, for index: Int) -> Bool {
        switch node.kind {
        case .branch: ["defer", "do", "repeat"].contains(node.keyword)
        case .closure: runsAtOnce(node)
        case .declaration, .setter: false
        case .arguments, .parentheses: !isPutOff(by: node) && !isMessage(index, in: node)
        case .file, .getter, .subscript, .generics, .list: true
        }
    }

    // MARK: Closures

    /// Whether a closure runs where it stands.
    func runsAtOnce(_ closure: Node) -> Bool {
        if file.isToken(closure.range.upperBound, "(") { return true }
        if let call = codeFile.closures[closure] {
            let isShared = call.use == .component && call.arguments["for"] == nil
            return isShared || call.use?.isScope == true
        }
        let function = file.function(running: closure)
        if let definition = code.declarations[function?.usr] {
            return runsItsClosure(definition)
        }
        guard let callee = file.callee(of: closure) else { return false }
        if file.isToken(callee, "Task") { return isAwaited(closure) }
        return file.token(callee).map(Self.runsClosures) == true
    }

    /// Whether a function of another module runs a closure before it returns, and always.
    private static func runsClosures(_ name: Token) -> Bool {
        let others: Set = [
            "#expect", "#require", "addTask", "autoreleasepool", "confirmation", "run",
            "runActivity", "sync",
        ]
        return name.text.hasPrefix("with") || others.contains(name.text)
    }

    private func isAwaited(_ task: Node) -> Bool {
        let end = task.range.upperBound
        return file.isToken(end, ".") && file.isToken(end + 1, "value")
    }

    /// Whether a function certainly calls what it is given, or runs it in a scope.
    private func runsItsClosure(_ function: Definition) -> Bool {
        let (usr, file) = (function.symbol.usr, function.file)
        // What doesn't escape has a type of its own in the function's name.
        guard usr.contains("XE"), !callers.contains(usr),
            let body = file.body(from: function.name), let codeFile = code[file]
        else { return false }
        var inner = Certainty(code, in: codeFile)
        inner.callers = callers.union([usr])
        let names = function.closureParameters.map(\.name)
        return body.inside.contains { index in
            names.contains(file.tokens[index].text) && inner.isUse(ofClosure: index)
                && inner.isCertain(index, behind: body.start)
        }
    }

    /// Whether a parameter's closure is called at a token, or given to a scope.
    private func isUse(ofClosure index: Int) -> Bool {
        if file.isToken(index + 1, "(") { return true }
        let function = file.symbol(at: file.node(around: index).start - 1)
        return function.flatMap(codeFile.collet.use)?.isScope == true
    }

    // MARK: Arguments

    /// Whether the arguments in some parentheses are made when somebody asks for them.
    private func isPutOff(by arguments: Node) -> Bool {
        let name = file.token(arguments.start - 1)?.text ?? ""
        let isAssertion =
            name.hasPrefix("XCT") || name.hasPrefix("#")
            || ["assert", "precondition"].contains(name)
        return !isAssertion && file.says("@autoclosure", at: arguments.start - 1)
    }

    /// Whether a token is in the message of an assertion, which only a failure makes.
    private func isMessage(_ index: Int, in arguments: Node) -> Bool {
        let name = file.token(arguments.start - 1)?.text ?? ""
        guard name.hasPrefix("XCT") || ["#expect", "#require"].contains(name) else {
            return false
        }
        let ofTwo = ["Equal", "Greater", "Less", "Identical"].contains(
            where: name.contains)
        let elements = file.tokens.elements(in: arguments.start)
        let position = elements.firstIndex { $0.contains(index) } ?? 0
        return position >= (ofTwo ? 2 : 1)
    }

    // MARK: Operators

    /// Whether it is behind `&&`, `??` and their like, in one of the expressions that it
    /// is a part of.
    private func isBehindOperator(_ index: Int, behind start: Int) -> Bool {
        var token = index
        while true {
            let node = file.node(around: token)
            if isSkipped(token, in: node, behind: start) { return true }
            // A closure is a part of the expression that runs it.
            let isExpression = !node.isBraces || node.kind == .closure
            if !isExpression || node.start <= start { return false }
            token = node.start
        }
    }

    private func isSkipped(_ token: Int, in node: Node, behind start: Int) -> Bool {
        let first = max(node.kind == .file ? -1 : node.start, start)
        let before = sequence(first: previous(token)) { self.previous($0) }
        for word in before.prefix(while: { $0 > first }) {
            // Of several conditions, each stands behind a comma.
            if file.isToken(word, ",") { return node.isBraces }
            if endsStatement(word) { return false }
            if mayEndExpression(word) { return true }
        }
        return false
    }

    /// The token before another in the same brackets.
    private func previous(_ index: Int) -> Int {
        let before = index - 1
        return min(file.partner(of: before) ?? before, before)
    }

    private func endsStatement(_ index: Int) -> Bool {
        if file.isToken(index, ";", "=", "return") { return true }
        let end = file.behind(index)
        guard let next = file.token(end), file.tokens.isFirstOfLine(end) else {
            return false
        }
        let begins = next.kind == .word || ["#", "@", "{"].contains(where: next.is)
        let goesOn = file.isToken(end - 1, ",", "&&", "||", "??", "?", ":")
        return begins && !goesOn
    }

    /// Whether what stands behind a token may not run.
    private func mayEndExpression(_ index: Int) -> Bool {
        if file.isToken(index, "&&", "||", "??", "else", "where") { return true }
        guard file.isToken(index, "?") else { return false }
        let isOfKeyword = file.isToken(index - 1, "as", "try")
        return !isOfKeyword && !file.isToken(index + 1, "=", ")", ",", "{", "]", ">")
    }

    // MARK: Exits

    /// Whether something before it may leave the piece of code.
    private func isBehindExit(_ index: Int, behind start: Int) -> Bool {
        let exits = codeFile.exits
        return exits[exits.firstIndex(above: start)...].prefix { $0 < index }.contains {
            leaves(at: $0, before: index, behind: start)
        }
    }

    private func leaves(at word: Int, before index: Int, behind start: Int) -> Bool {
        if rest(from: word + 1).contains(index) { return false }
        let around = file.node(around: word).path.prefix { $0.start > start }
        // What a closure or an inner function leaves is that.
        let ended = around.filter { $0.range.upperBound <= index }
        if ended.contains(where: { !$0.isPart }) { return false }
        let open = around.filter { $0.range.upperBound > index }
        if file.isToken(word, "break", "continue") {
            return around.first { isLeft($0, by: word) }.map(open.contains) == true
        }
        // An error ends a test as a failure, unless the test catches it or wants it.
        let isTry = file.isToken(word, "try")
        guard isTry, file.isInTests else { return true }
        return open.contains(where: \.isBraces) || isSkip(word)
    }

    private func isLeft(_ node: Node, by word: Int) -> Bool {
        let isLoop = ["for", "repeat", "while"].contains(node.keyword)
        let isSwitch = node.keyword == "switch" && file.isToken(word, "break")
        return node.kind == .branch && (isLoop || isSwitch)
    }

    /// Whether a `try` may skip the rest of the test, or cancel it.
    private func isSkip(_ word: Int) -> Bool {
        (word + 1...word + 4).contains { index in
            let name = file.token(index)?.text ?? ""
            return name.hasPrefix("XCTSkip") || name == "cancel"
        }
    }

    /// What belongs to a statement from a token on, with its arguments and closures.
    private func rest(from start: Int) -> Range<Int> {
        var end = start
        while end < file.tokens.count, !file.isToken(end, "}", ")", "]", ";") {
            let isWord = file.tokens[end].kind == .word
            if end > start, isWord, file.tokens.isFirstOfLine(end) { break }
            end = file.behind(end)
        }
        return start..<end
    }
}

extension [Int] {
    /// The index of the first element above a value, if the elements are sorted.
    fileprivate func firstIndex(above value: Int) -> Int {
        var range = indices
        while let first = range.first {
            let middle = first + range.count / 2
            let isAbove = self[middle] > value
            range = isAbove ? first..<middle : middle + 1..<range.upperBound
        }
        return range.lowerBound
    }
}
