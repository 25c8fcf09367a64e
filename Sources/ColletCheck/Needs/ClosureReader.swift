/// Tells how closures and local functions run: what is given to a function runs where that
/// calls it or gives it on, and what has a local name where that stands.
final class ClosureReader {
    /// An override, an isolation or a container that code runs in; or a `Scope`, which
    /// keeps what the code makes.
    struct Scope: Equatable {
        /// `nil` if nobody knows which it is.
        let call: Mention?
        /// The calls on the way to it, by their functions.
        var calls: [USR: Place] = [:]

        static func == (left: Scope, right: Scope) -> Bool {
            let isSameCall = left.call?.place == right.call?.place
            return isSameCall && left.calls == right.calls
        }
    }

    /// How some code runs.
    struct Run {
        /// What it runs in, the outermost first.
        var scopes: [Scope] = []
        var level = Certainty.Level.always
    }

    let code: ProgramCode
    /// The calls that run what is in some brackets.
    private var calls: [Node: Mention] = [:]
    /// By the parameters and local names. While one is being looked at, nothing is known
    /// of it.
    private var known: [Place: Run?] = [:]

    init(of code: ProgramCode) {
        self.code = code
        for call in code.calls where call.scope != nil {
            for (_, value) in call.arguments.list {
                calls[value.braces ?? value.node] = call
            }
        }
    }

    /// How something runs that is in a closure, or is named as an argument, if a scope or
    /// a function of the program decides.
    func run(of node: Node, around index: Int, in file: SourceFile) -> Run? {
        if let name = file.localName(of: node), let around = node.parent?.body {
            let place = file.site(at: name).place
            return run(of: file.tokens[name].text, at: place, in: around, of: file)
        }
        if node.kind == .closure {
            let closure = Phrase(file, node.range)
            return run(of: closure, in: node, givenTo: file.callee(of: node))
        }
        guard node.kind == .arguments,
            let argument = argument(at: index, of: node, in: file)
        else { return nil }
        let isPutOff = file.says("@autoclosure", at: node.start - 1)
        let isRun = isPutOff || calls[node] != nil || argument.namesFunction
        return isRun ? run(of: argument, in: node, givenTo: node.start - 1) : nil
    }

    private func argument(at index: Int, of node: Node, in file: SourceFile) -> Phrase? {
        let arguments = file.tokens.arguments(in: node.start).map(\.tokens)
        return arguments.first { $0.contains(index) }.map { Phrase(file, $0) }
    }

    /// How an argument runs that is in some brackets, or is a closure.
    private func run(of argument: Phrase, in node: Node, givenTo callee: Int?) -> Run? {
        if let call = calls[node] { return Run(scopes: [Scope(call: call)]) }
        let (file, declarations) = (argument.file, code.declarations)
        let function = callee.flatMap { file.symbol(at: $0, where: \.isFunction) }
        guard let callee, let function, declarations[function.usr] != nil
        else { return nil }
        // Any of those that override it may be meant.
        let others = declarations.witnesses[function.usr, default: [:]].values
        let functions = ([function.usr] + others).compactMap { declarations[$0] }
        let runs = functions.compactMap { run(of: argument, in: $0, calledAt: callee) }
        return merged(runs) { $0.max() }
    }

    private func run(
        of argument: Phrase, in function: Definition, calledAt name: Int
    ) -> Run? {
        let arguments = Arguments(of: argument.file, startingAt: name + 1)
        guard let parameter = function.parameter(for: argument, in: arguments)
        else { return nil }
        guard let body = function.braces else { return nil }
        let found = run(
            of: parameter.name, at: parameter.place, in: body, of: function.file)
        guard var run = found else { return nil }
        // What doesn't escape has a type of its own in the function's name.
        if !function.usr.contains("XE") { run.level = .perhaps }
        let place = argument.file.site(at: name).place
        for index in run.scopes.indices { run.scopes[index].calls[function.usr] = place }
        return run
    }

    /// Of what runs in several ways, nobody knows where it does.
    private func merged(
        _ runs: [Run], _ level: ([Certainty.Level]) -> Certainty.Level?
    ) -> Run {
        let first = runs.first ?? Run()
        let isSame = runs.allSatisfy { $0.scopes == first.scopes }
        let scopes = isSame ? first.scopes : [Scope(call: nil)]
        return Run(scopes: scopes, level: level(runs.map(\.level)) ?? .perhaps)
    }

    // MARK: Names

    /// How something runs that has a name in a body: where all those stand that use it.
    private func run(
        of name: String, at place: Place, in body: Node, of file: SourceFile
    ) -> Run? {
        if let known = known[place] { return known }
        known[place] = .some(nil)
        let uses = file.values(named: name, in: body.inside).filter {
            !file.isToken($0 - 1, "func", "let", "var")
        }
        let runs = uses.compactMap { run(ofUse: $0, in: body, of: file) }
        let result = merged(runs) { $0.min() }
        known[place] = result
        return result
    }

    /// How something runs where it is named.
    private func run(ofUse index: Int, in body: Node, of file: SourceFile) -> Run? {
        guard let codeFile = code[file] else { return nil }
        let node = file.node(around: index)
        let around = node.path.prefix { $0.start > body.start }
            .filter { $0.kind != .arguments }.reversed()
        let outer = around.compactMap { run(of: $0, around: index, in: file) }
        let level = Certainty(closures: self, codeFile: codeFile).level(
            of: index, behind: body.start)
        let all = outer + [Run(level: level), run(ofName: index, in: node, of: file)]
        return Run(
            scopes: all.flatMap(\.scopes), level: all.map(\.level).max() ?? .perhaps)
    }

    /// How something runs that is called there, or given to a function.
    private func run(ofName index: Int, in node: Node, of file: SourceFile) -> Run {
        if file.isToken(index + 1, "(", "?", "!") { return Run() }
        if node.kind == .arguments {
            let argument = Phrase(file, index..<index + 1)
            let run = run(of: argument, in: node, givenTo: node.start - 1)
            return run ?? Run(level: .perhaps)
        }
        return Run(scopes: file.isInTests ? [Scope(call: nil)] : [], level: .perhaps)
    }
}

extension SourceFile {
    /// The name of a local function or variable that something is the body of, or of the
    /// local variable that is set to a closure.
    fileprivate func localName(of node: Node) -> Int? {
        let around = node.parent?.body
        let isLocal = around?.kind == .closure || around.flatMap(keyword) != nil
        guard isLocal else { return nil }
        if node.kind != .closure { return keyword(of: node).map { $0 + 1 } }
        return isCalled(node) ? nil : Phrase(self, node.range).variable
    }
}

extension Phrase {
    /// Whether it names a function without calling it.
    fileprivate var namesFunction: Bool {
        range.contains { index in
            let isFunction = file.symbol(at: index, where: \.isFunction) != nil
            return isFunction && !file.isToken(index + 1, "(")
        }
    }
}

extension Definition {
    /// The parameter which an argument is for. A closure behind a call is rather for one
    /// that has no default value.
    func parameter(
        for argument: Phrase, in arguments: Arguments
    ) -> Parameter? {
        guard let (label, earlier) = arguments.label(of: argument) else { return nil }
        let same = parameters.filter { $0.label == label ?? "_" }
        let own = same.dropFirst(earlier).first
        if label != nil || argument.isElement { return own }
        let names = same.prefix(earlier).map(\.name)
        let given = names + arguments.list.compactMap(\.label)
        let free = closureParameters.first { parameter in
            !given.contains(parameter.label) && !given.contains(parameter.name)
        }
        return free ?? own
    }
}
