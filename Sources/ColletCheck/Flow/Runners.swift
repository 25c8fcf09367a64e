// Extends IsolationReader: what runs code, by the braces that it is in.
extension IsolationReader {
    /// What runs the code around a mention.
    func runner(of mention: Mention) -> Runner {
        if mention.isInChildTask { return .other }
        if mention.isPutOff { return .unknown }
        return runner(of: mention, in: mention.node.body)
    }

    private func runner(of mention: Mention, in body: Node?) -> Runner {
        if let body, body.kind == .closure {
            return runner(of: mention, inClosure: body)
        }
        guard mention.file.isReported else { return .unknown }
        if let container = mention.function(with: body) { return .function(container) }
        // A function within a function is called there alone.
        guard let body, mention.file.isPlainFunction(body) else { return .unknown }
        return runner(of: mention, in: body.parent?.body)
    }

    private func runner(of mention: Mention, inClosure closure: Node) -> Runner {
        if let call = mention.codeFile.closures[closure], call.isRegistering {
            let isForMainActor = call.symbol.name.hasPrefix("mainActor(")
            return isForMainActor ? .unknown : .registration(call.place)
        }
        let file = mention.file
        if file.isToken(closure.start + 1, "@"),
            !file.isToken(closure.start + 2, "Sendable")
        {
            let attribute = "@" + file.tokens[closure.start + 2].text
            return declarations.actors.contains(attribute) ? .other : .unknown
        }
        if file.isOnMainQueue(closure) { return .unknown }
        let isAsynchronous =
            isNonisolatedByDefault && file.isSentAsynchronous(closure)
        if isAsynchronous || file.task(of: closure).isOffMainActor { return .other }
        let outer = runner(of: mention, in: closure.parent?.body)
        let isolation = isolation(of: outer)
        switch file.timing(of: closure) {
        case .inPlace: return outer
        // Some actor runs it, but not the main one.
        case .isolated: return isolation == .other ? .other : .unknown
        // It has the isolation of the code around it, and waits for its turn.
        case .task: return [.other, nil].contains(isolation) ? .other : .unknown
        case .unknown: return .unknown
        }
    }

    /// What runs the code of a runner, whoever calls it; `nil` for a function that runs
    /// where it is called.
    private func isolation(of runner: Runner) -> Runner? {
        guard case .function(let usr) = runner else { return runner }
        return declarations[usr].flatMap(isolation)
    }
}

/// When a closure runs that is given to a function.
enum ClosureTiming {
    /// While the function runs, where that was called.
    case inPlace
    /// Perhaps later, but only where it was made if an actor isolates that.
    case isolated
    /// In a task that inherits the isolation of the code around it.
    case task
    case unknown
}

extension SourceFile {
    /// Whether a closure is given to the main queue, which is the main actor's.
    fileprivate func isOnMainQueue(_ closure: Node) -> Bool {
        guard let callee = callee(of: closure), isToken(callee - 2, "main") else {
            return false
        }
        return isToken(callee, "addOperation", "async", "asyncAfter", "sync", behind: ".")
    }

    func timing(of closure: Node) -> ClosureTiming {
        // It is called at once.
        if isCalled(closure) { return .inPlace }
        if isToken(callee(of: closure), "Task") { return .task }
        guard let function = function(running: closure), let type = function.demangled
        else { return .unknown }
        if ["@Sendable", "MainActor"].contains(where: type.contains) { return .unknown }
        return function.usr.isOfStandardLibrary ? .inPlace : .isolated
    }

    /// Whether a closure is the value of a variable whose type lets it run anywhere.
    fileprivate func isSentAsynchronous(_ closure: Node) -> Bool {
        guard let name = Phrase(self, closure.range).variable else { return false }
        let isSent = says("@Sendable", at: name) && says(" async", at: name)
        return isSent && !says("Actor", at: name)
    }

    /// Whether braces are a function's or a variable's within a function, without an
    /// attribute.
    fileprivate func isPlainFunction(_ body: Node) -> Bool {
        keyword(of: body).map { !isToken($0 - 2, "@") } == true
    }
}

extension Mention {
    /// Whether a child task runs it, as it is in the value of an `async let`.
    fileprivate var isInChildTask: Bool {
        // The expression may have brackets of its own.
        let brackets = node.path.prefix { !$0.isBraces && $0.kind != .file }
        let start = Array(brackets).last?.start ?? index
        guard let keyword = file.last("let", before: start),
            file.isToken(keyword - 1, "async")
        else { return false }
        return file.value(ofVariable: keyword)?.range.contains(index) == true
    }

    /// The function or computed variable that it is in, if that has some body.
    fileprivate func function(with body: Node?) -> USR? {
        guard let surrounding else { return nil }
        let symbol = surrounding.symbol
        let name = surrounding.name
        let runs = symbol.isFunction || symbol.isVariable || surrounding.isDeinitializer
        guard runs else { return nil }
        guard let own = file.body(from: name, to: index) else {
            // What a variable is set to, who uses it first runs, but for a script's.
            let isLater = symbol.isVariable && !surrounding.isOfScript
            return isLater && file.node(around: name).body == body ? symbol.usr : nil
        }
        let isAccessor = body?.isAccessor == true && own == body?.parent
        return own == body || isAccessor ? symbol.usr : nil
    }
}
