// What the words of a file say by where they stand, without the index.
extension SourceFile {
    func isToken(_ index: Int?, _ texts: String...) -> Bool {
        tokens.has(texts, at: index)
    }

    /// Whether a token is one of some words or signs, directly behind another one.
    func isToken(_ index: Int, _ texts: String..., behind other: String) -> Bool {
        tokens.has(texts, at: index) && tokens.has(other, at: index - 1)
    }

    func partner(of index: Int) -> Int? { token(index)?.partner }
    func parent(of index: Int) -> Int? { token(index)?.parent }

    /// The index behind a token, or behind the bracket that it opens.
    func behind(_ index: Int) -> Int { max(partner(of: index) ?? index, index) + 1 }

    /// The body of a declaration; what a variable is set to is none.
    func body(from start: Int, to end: Int? = nil) -> Node? {
        let end = end ?? tokens.count
        // An operator may have the sign in its name.
        let parenthesis = isToken(start - 1, "func") ? first("(", from: start) : nil
        let start = parenthesis ?? start
        let sign = sequence(first: start, next: behind).first {
            $0 >= end || isToken($0, "{", "=")
        }
        return sign.flatMap { $0 < end && isToken($0, "{") ? node(openedBy: $0) : nil }
    }

    /// The first token that is a word or sign, from another one on.
    func first(_ text: String, from start: Int) -> Int? {
        (start..<tokens.count).first { isToken($0, text) }
    }

    private static let naming = Set(words: "actor class enum func struct var")

    /// The token that names the function, type or variable that some braces are the body
    /// of, or the variable that is set to this closure.
    func name(of body: Node) -> Int? {
        if body.kind == .closure {
            let name = Phrase(self, body.range).variable
            let value = name.flatMap(value(ofVariable:))
            return value?.range == body.range ? name : nil
        }
        let isObserver = isToken(body.start + 1, "didSet", "willSet")
        guard body.kind == .declaration, !isObserver, let keyword = body.keyword,
            Self.naming.contains(keyword)
        else { return nil }
        return last(keyword, before: body.start).map { $0 + 1 }
    }

    /// The keyword of the function or variable that some braces are the body of.
    func keyword(of body: Node) -> Int? {
        let keyword = body.kind == .closure ? nil : name(of: body).map { $0 - 1 }
        return isToken(keyword, "func", "var") ? keyword : nil
    }

    /// The first token of a path such as `A.B.c`, from its last.
    func startOfPath(_ last: Int) -> Int {
        var start = last
        // "0...A" is no path.
        while isToken(start - 1, "."), !isToken(start - 2, ".") { start -= 2 }
        return start
    }

    func text(_ range: Range<Int>) -> String {
        range.map { index in
            let token = tokens[index]
            let space = token.followsSpace && index > range.lowerBound ? " " : ""
            return space
                + (token.kind == .string ? token.text.debugDescription : token.text)
        }.joined()
    }

    /// The last of some words or signs before a token, in the same brackets.
    func last(_ texts: String..., before index: Int) -> Int? {
        let parent = parent(of: index)
        return ((parent ?? 0)..<max(index, 0)).last {
            self.parent(of: $0) == parent && tokens.has(texts, at: $0)
        }
    }

    /// Whether a keyword such as `let` begins a binding that unwraps what it is set to.
    func isBinding(_ keyword: Int) -> Bool {
        isToken(keyword - 1, "guard", "if", "while", ",")
    }

    /// Whether a closure runs where it stands.
    func isCalled(_ closure: Node) -> Bool { isToken(closure.end, "(") }

    /// The name of what a closure is given to.
    func callee(of closure: Node) -> Int? {
        let before = closure.start - 1
        if isToken(before, ")") { return partner(of: before).map { $0 - 1 } }
        guard isToken(before, "(", ",", ":") else { return before }
        let open = parent(of: closure.start)
        return isToken(open, "(") ? open.map { $0 - 1 } : nil
    }

    /// The function that a closure is given to.
    func function(running closure: Node) -> IndexSymbol? {
        callee(of: closure).flatMap { symbol(at: $0, where: \.isFunction) }
    }

    /// Whether a closure runs off the main actor, by what it is given to, and whether it
    /// runs without the values of the task that it is made in, so in no override.
    func task(of closure: Node) -> (isOffMainActor: Bool, isItsOwn: Bool) {
        guard let callee = callee(of: closure) else { return (false, false) }
        let isQueued = isToken(callee, "async", "asyncAfter", behind: ".")
        let queue = isQueued ? partner(of: callee - 2).map { $0 - 1 } : nil
        let isDetached = isToken(callee, "detached") || isThread(callee)
        let isChild = isToken(callee, "addTask", "addTaskUnlessCancelled")
        return (isDetached || isChild || isToken(queue, "global"), isDetached || isQueued)
    }

    /// Whether a name is that of Foundation's threads, or makes one.
    private func isThread(_ name: Int) -> Bool {
        isToken(name, "Thread", "detachNewThread")
            && occurrences(at: name).contains {
                $0.symbol.usr.hasPrefix("s:10Foundation") || $0.symbol.usr.hasPrefix("c:")
            }
    }

    /// Where a local variable is declared that a token names, in the braces around it. In
    /// "let config = config" the latter is another one, declared before.
    func local(_ index: Int) -> Int? {
        guard let name = token(index)?.text else { return nil }
        let braces = node(around: index).braces
        return (0..<max(index - 2, 0)).last {
            let isVariable = isToken($0, name) && isToken($0 - 1, "let", "var")
            return isVariable && braces.contains(node(around: $0))
        }
    }

    /// Where a name stands for a value in some tokens, and for no member and no label.
    func values(named name: String, in range: Range<Int>) -> [Int] {
        range.filter { index in
            let isOther = isToken(index - 1, ".") || isToken(index + 1, ":")
            return isToken(index, name) && !isOther
        }
    }

    func mentions(ofLocal variable: Int) -> [Int] {
        let scope = node(around: variable).scope
        return (variable + 1..<scope.range.upperBound).filter {
            isToken($0, tokens[variable].text)
        }
    }
}
