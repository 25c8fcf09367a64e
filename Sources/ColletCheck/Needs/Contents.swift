/// What a block registers, as far as the source says it.
struct Contents {
    /// The registrations by their numbers in the program, in their order.
    var registrations: [Int] = []
    /// Whether it may have more.
    var isOpen = false
    /// Whether it is the container that is current where it is made.
    var isCurrent = false
    /// The type whose objects keep that container.
    var keeper: USR?
    /// Whether it depends on who calls the code around it.
    var isOfCaller = false
    /// The declaration that stands for it.
    var name: NamedBlock?

    static let open = Contents(isOpen: true)
    /// Whether a block is written, perhaps without modules.
    var isWritten = false
    /// Whether the source says what it is, though that may be nothing.
    var isUnderstood: Bool {
        isOpen || isCurrent || isOfCaller || isWritten || !registrations.isEmpty
    }

    mutating func add(_ other: Contents) {
        registrations += other.registrations
        isOpen = isOpen || other.isOpen
        isCurrent = isCurrent || other.isCurrent
        isOfCaller = isOfCaller || other.isOfCaller
        isWritten = isWritten || other.isWritten
        keeper = keeper ?? other.keeper
        name = name ?? other.name
    }
}

/// Reads what blocks register: where they are written, and through the variables,
/// functions and parameters that stand for them. What can't be read is open.
final class ContentsReader {
    /// Whether some call happens, as the caller of a function decides what it is given.
    typealias Happens = (Mention) -> Bool

    private let code: ProgramCode
    private var declarations: Declarations { code.declarations }
    /// The registrations of each file, by the token that they are at.
    private var registrations: [String: [Int: Int]] = [:]
    private lazy var functions = Dictionary(
        grouping: declarations.definitions.values.filter(\.symbol.isFunction)
    ) { $0.file.path }
    private var known: [USR: Contents] = [:]
    private var knownKinds: [USR: Bool] = [:]

    init(_ code: ProgramCode, _ registrations: [Read<Registration>]) {
        self.code = code
        for (number, read) in registrations.enumerated() {
            let (path, index) = (read.mention.file.path, read.mention.index)
            self.registrations[path, default: [:]][index] = number
        }
    }

    /// What is being read: each declaration is followed once on the way to another.
    struct Way {
        let happens: Happens
        var followed: Set<String> = []

        func following(_ name: String) -> Way? {
            var way = self
            return way.followed.insert(name).inserted ? way : nil
        }
    }

    /// What an expression registers that is a block, or gives one. If nothing in it is
    /// understood, it is open.
    func block(_ phrase: Phrase, _ happens: @escaping Happens) -> Contents {
        block(phrase, Way(happens: happens))
    }

    /// What the block or container has of which a function is called.
    func contents(ofReceiver call: Mention, _ happens: @escaping Happens) -> Contents {
        call.receivingPhrase.map { block($0, happens) } ?? .open
    }

    /// What a call registers in its container.
    func contents(ofCall call: Mention, _ happens: @escaping Happens) -> Contents {
        if call.use == .build { return contents(ofReceiver: call, happens) }
        return contents(of: call.expression, Way(happens: happens))
    }

    private func block(_ phrase: Phrase, _ way: Way) -> Contents {
        let contents = contents(of: phrase, way)
        let isWritten = phrase.file.isToken(phrase.start, "{", "[")
        let isKnown = contents.isUnderstood || contents.name != nil || isWritten
        return isKnown ? contents : .open
    }

    private func contents(of phrase: Phrase, _ way: Way) -> Contents {
        let file = phrase.file, closures = code[file]?.closures ?? [:]
        var result = Contents()
        var index = phrase.start
        while index < phrase.end {
            // What a registration's closure mentions makes a value.
            let closure = file.node(openedBy: index).flatMap { closures[$0] }
            if closure?.isRegistering == true {
                index = file.behind(index)
                continue
            }
            if file.tokens[index].kind == .word {
                result.add(contents(at: Word(file, index), in: phrase, way))
            }
            index += 1
        }
        return result
    }

    /// A token of a file.
    private struct Word {
        let file: SourceFile, index: Int
        init(_ file: SourceFile, _ index: Int) { (self.file, self.index) = (file, index) }

        var text: String { file.tokens[index].text }
        var isMember: Bool { file.isToken(index - 1, ".") }
        /// Whether the index says what it is.
        var isInIndex: Bool {
            file.occurrences(at: index).contains { !$0.roles.contains(.implicit) }
        }
        var isBlock: Bool {
            text == "Dependencies" && file.isToken(index + 1, "{", "(")
        }
        var isCurrentContainer: Bool {
            text == "current" && file.isToken(index - 2, "Container")
        }
        /// Whether it is all of a statement.
        var isStatement: Bool {
            guard file.node(around: index).isBraces else { return false }
            let (line, next) = (file.tokens[index].position.line, file.token(index + 1))
            let isFirst =
                file.isToken(index - 1, "{", ";")
                || file.tokens[index - 1].position.line < line
            let isLast =
                file.isToken(index + 1, "}", ";")
                || next.map { $0.position.line > line }
                    == true
            return isFirst && isLast
        }
    }

    private func contents(at word: Word, in phrase: Phrase, _ way: Way) -> Contents {
        if let number = registrations[word.file.path]?[word.index] {
            return Contents(registrations: [number])
        }
        if word.isBlock { return Contents(isWritten: true) }
        if word.isCurrentContainer { return Contents(isCurrent: true) }
        if word.text == "makeContainer", isInScope(word) { return .open }
        let symbols = word.file.occurrences(at: word.index).map(\.symbol)
        if let symbol = symbols.first(where: isBlock) { return contents(of: symbol, way) }
        if word.isMember || word.isInIndex { return Contents() }
        return contents(ofLocal: word, in: phrase, way)
            ?? (word.isStatement ? .open : Contents())
    }

    /// Whether something runs in an override, an isolation or a container. What lies over
    /// that isn't followed.
    private func isInScope(_ word: Word) -> Bool {
        let closures = code[word.file]?.closures ?? [:]
        return word.file.node(around: word.index).path.contains { node in
            closures[node]?.use?.isScope == true
        }
    }

    // MARK: Declarations

    /// Whether a variable or function gives a block, a module or a container.
    private func isBlock(_ symbol: IndexSymbol) -> Bool {
        let isOwn = declarations[declarations.owner(ofAccessor: symbol.usr)] != nil
        guard symbol.isVariable || symbol.isFunction, symbol.kind != .constructor,
            isOwn || !code.collet.isMember(symbol)
        else { return false }
        if let known = knownKinds[symbol.usr] { return known }
        let type = symbol.variableType ?? symbol.signature?.result
        let names = ["Dependencies", "Module", "Container"]
        let found = type?.names.contains { name in
            names.contains { name.hasSuffix("." + $0) }
        }
        knownKinds[symbol.usr] = found == true
        return found == true
    }

    private func contents(of symbol: IndexSymbol, _ way: Way) -> Contents {
        let usr = declarations.owner(ofAccessor: symbol.usr)
        if let known = known[usr] { return known }
        guard let inner = way.following(usr) else { return Contents() }
        guard let definition = declarations[usr] else { return .open }
        if definition.parent?.kind == .protocol {
            return contents(fulfilling: usr, inner)
        }
        var contents = value(of: definition, inner)
        // Of what is set elsewhere, that is the block.
        if definition.value != nil {
            contents.name = NamedBlock(
                name: definition.symbol.name, site: definition.site)
        }
        // What begins elsewhere may have left out what is being followed there.
        if way.followed.isEmpty, !contents.isOfCaller { known[usr] = contents }
        return contents
    }

    /// What all the types that have a requirement give.
    private func contents(fulfilling requirement: USR, _ way: Way) -> Contents {
        let fulfilled = Set(declarations.witnesses[requirement, default: [:]].values)
        let all = fulfilled.compactMap { declarations[$0] }.map { value(of: $0, way) }
        return all.isEmpty ? .open : all.reduce(into: Contents()) { $0.add($1) }
    }

    private func value(of definition: Definition, _ way: Way) -> Contents {
        let usr = definition.symbol.usr
        var result = Contents()
        if let phrase = definition.value {
            result = contents(of: phrase, way)
        } else {
            let values = code.mentions(of: usr).compactMap(\.assigned)
            values.forEach { result.add(block($0, way)) }
            result.isOpen = result.isOpen || values.isEmpty
        }
        if code.mentions(of: usr).contains(where: \.changesList) { result.isOpen = true }
        let isStored =
            definition.symbol.kind == .instanceProperty && definition.ownBody == nil
        if result.isCurrent, isStored {
            result.keeper = declarations.type(around: usr)?.usr
        }
        return result
    }

    // MARK: Within functions

    /// What a local variable, function or parameter stands for, if it is one.
    private func contents(
        ofLocal word: Word, in phrase: Phrase, _ way: Way
    ) -> Contents? {
        if let local = word.file.local(word.index) {
            return phrase.range.contains(local)
                ? Contents() : contents(ofVariable: local, of: word, way)
        }
        if let (function, parameter) = parameter(word) {
            return contents(of: parameter, of: function, way)
        }
        return body(ofFunction: word).map { body in
            way.following("\(word.file.path):\(body.start)").map {
                contents(of: Phrase(word.file, body.range), $0)
            } ?? Contents()
        }
    }

    private func contents(
        ofVariable name: Int, of word: Word, _ way: Way
    ) -> Contents? {
        let file = word.file
        let sign =
            file.isToken(name + 1, "=")
            ? name + 1 : declarations.type(at: name + 2, in: file)?.end
        guard let sign, file.isToken(sign, "=") else { return nil }
        let value = file.expression(from: sign + 1)
        if value.range.contains(word.index) { return Contents() }
        guard let inner = way.following("\(file.path):\(name)") else { return Contents() }
        var result = contents(of: value, inner)
        guard result.isUnderstood else { return nil }
        // It may have changed since.
        result.isOpen = result.isOpen || file.isToken(name - 1, "var")
        result.name = NamedBlock(name: word.text, site: file.site(at: name))
        return result
    }

    /// The function around a token that has a parameter of that name for a block.
    private func parameter(_ word: Word) -> (Definition, Parameter)? {
        let types = ["Dependencies", "DependenciesBuilder", "Container", "Module"]
        for function in functions[word.file.path, default: []] {
            let body = word.file.body(from: function.name)
            guard body?.range.contains(word.index) == true else { continue }
            let parameter = function.parameters.first { parameter in
                parameter.name == word.text && types.contains(where: parameter.phrase.has)
            }
            if let parameter { return (function, parameter) }
        }
        return nil
    }

    /// What the callers give for a parameter that happen.
    private func contents(
        of parameter: Parameter, of function: Definition, _ way: Way
    ) -> Contents {
        let usr = function.symbol.usr
        guard let inner = way.following("\(usr)#\(parameter.name)") else {
            return Contents()
        }
        let calls = code.mentions(of: usr).filter { call in
            call.occurrence.roles.contains(.call)
                && !call.file.isExpansion(at: call.index)
        }
        var result = Contents(isOpen: calls.isEmpty, isOfCaller: true)
        for call in calls where way.happens(call) {
            let given = argument(for: parameter, of: function, in: call)
            result.add((given ?? parameter.value).map { block($0, inner) } ?? .open)
        }
        return result
    }

    private func argument(
        for parameter: Parameter, of function: Definition, in call: Mention
    ) -> Phrase? {
        let arguments = call.arguments
        if parameter.label != "_", let given = arguments[parameter.label] { return given }
        // A closure behind the call has no label.
        let before = function.parameters.prefix { $0.name != parameter.name }
        let position = before.filter { $0.label == "_" }.count
        let isClosure = parameter.phrase.has("->")
        return arguments.unlabelled.dropFirst(position).first {
            isClosure || $0.braces == nil
        }
    }

    /// The body of a function within a function, of which the index knows nothing.
    private func body(ofFunction word: Word) -> Node? {
        let file = word.file
        guard file.isToken(word.index + 1, "(") else { return nil }
        let names = file.node(around: word.index).braces.lazy.compactMap { braces in
            braces.inside.first { index in
                file.isToken(index, "func") && file.isToken(index + 1, word.text)
                    && file.node(around: index) == braces
            }
        }
        return names.first.flatMap { file.body(from: $0 + 1) }
    }
}

extension Definition {
    /// What it is set to, or its body.
    var value: Phrase? {
        if let body = ownBody { return Phrase(file, body.range) }
        return initialValue
    }

    /// The body of a function or a computed property. Behind a stored one without a value
    /// the next braces are another declaration's.
    fileprivate var ownBody: Node? {
        let end = symbol.isVariable ? file.expression(from: name).end : nil
        return file.body(from: name, to: end)
    }
}

extension Mention {
    /// The expression before the name, as `fakes` in `fakes.isolate { … }`.
    fileprivate var receivingPhrase: Phrase? {
        guard word.follows(".") else { return nil }
        var start = index
        repeat {
            start = file.startOfMember(before: start - 1)
        } while file.isToken(
            start - 1, ".")
        return start < index - 1 ? Phrase(file, start..<index - 1) : nil
    }

    /// What a variable is set to here.
    fileprivate var assigned: Phrase? {
        file.isToken(index + 1, "=") ? file.expression(from: index + 2) : nil
    }

    /// Whether a list of modules has another one from here on.
    fileprivate var changesList: Bool {
        if file.isToken(index + 1, "+") { return file.isToken(index + 2, "=") }
        return file.isToken(index + 1, ".")
            && file.isToken(index + 2, "append", "insert", "remove", "removeAll")
    }
}

extension SourceFile {
    /// Where a name begins that ends before a token, with its arguments.
    fileprivate func startOfMember(before end: Int) -> Int {
        var start = end - 1
        while start > 0 {
            if isToken(start, "!", "?") {
                start -= 1
            } else if isToken(start, ")", "}", "]"), let open = partner(of: start) {
                let kind = node(openedBy: open)?.kind
                if kind == .parentheses || kind == .list { return open }
                start = open - 1
            } else {
                break
            }
        }
        return start
    }
}
