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
    /// The declaration that stands for the block.
    var name: NamedBlock?
    /// The variable that holds the container which is made of it.
    var holder: Site?

    static let open = Contents(isOpen: true)
    /// Whether a block is written, perhaps without modules.
    var isWritten = false
    /// Whether it is a block or a container, and not some modules.
    fileprivate var isBlock: Bool { isOpen || isCurrent || isWritten }
    /// Whether the source says what it is, though that may be nothing.
    var isUnderstood: Bool { isBlock || isOfCaller || !registrations.isEmpty }

    mutating func add(_ other: Contents) {
        registrations += other.registrations
        isOpen = isOpen || other.isOpen
        isCurrent = isCurrent || other.isCurrent
        isOfCaller = isOfCaller || other.isOfCaller
        isWritten = isWritten || other.isWritten
        keeper = keeper ?? other.keeper
        name = name ?? other.name
        holder = holder ?? other.holder
    }

    /// Adds what may be in its place. Which of two blocks it is can't be told.
    mutating func addAlternative(_ other: Contents) {
        let isOther = registrations != other.registrations
        add(isBlock && other.isBlock && isOther ? .open : other)
        if isOpen { registrations = [] }
    }
}

/// Reads what blocks register: where they are written, and through the variables,
/// functions and parameters that stand for them. What can't be read is open.
final class ContentsReader {
    private let code: ProgramCode
    private var declarations: Declarations { code.declarations }
    private let lookup: Lookup
    private lazy var functions = Dictionary(
        grouping: declarations.definitions.values.filter(\.symbol.isFunction)
    ) { $0.file.path }
    private var known: [USR: Contents] = [:]
    private var knownKinds: [USR: Bool] = [:]

    init(_ code: ProgramCode, _ lookup: Lookup) {
        self.code = code
        self.lookup = lookup
    }

    /// What is being read: each declaration is followed once on the way to another.
    struct Way {
        /// Whether some call happens, as the caller of a function decides what it is given.
        let happens: (Mention) -> Bool
        var followed: Set<String> = []

        func following(_ name: String) -> Way? {
            var way = self
            return way.followed.insert(name).inserted ? way : nil
        }
    }

    /// What the block or container has of which a function is called. A `Scope` keeps what
    /// is made where the objects are made that have it.
    func contents(ofReceiver call: Mention, _ way: Way) -> Contents {
        if call.isKeptByScope { return Contents(isCurrent: true, keeper: call.keeper) }
        return call.receivingPhrase.map { block($0, way) } ?? .open
    }

    /// What a call registers in its container.
    func contents(ofCall call: Mention, _ way: Way) -> Contents {
        if call.use == .build { return contents(ofReceiver: call, way) }
        return contents(of: call.expression, way)
    }

    /// What an expression registers that is a block, or gives one. If nothing in it is
    /// understood, it is open.
    func block(_ phrase: Phrase, _ way: Way) -> Contents {
        let contents = contents(of: phrase, way)
        let isWritten = phrase.file.isToken(phrase.start, "{", "[")
        let isKnown = contents.isUnderstood || contents.name != nil || isWritten
        return isKnown ? contents : .open
    }

    private func contents(of phrase: Phrase, _ way: Way) -> Contents {
        let returned = phrase.returned
        if !returned.isEmpty {
            return returned.map { contents(of: $0, way) }.alternatives
        }
        let file = phrase.file, closures = code[file]?.closures ?? [:]
        var result = Contents(), parts = 0
        var index = phrase.start
        while index < phrase.end {
            // What a registration's closure mentions makes a value.
            let closure = file.node(openedBy: index).flatMap { closures[$0] }
            if closure?.isRegistering == true {
                index = file.behind(index)
                continue
            }
            let word = Phrase(file, index..<index + 1)
            let isWord = file.tokens[index].kind == .word
            let found = isWord ? contents(at: word, in: phrase, way) : Contents()
            parts += found.isUnderstood || found.name != nil ? 1 : 0
            if phrase.hasAll(at: index) {
                result.add(found)
            } else {
                let isInBranch = phrase.braces != nil && found.isBlock
                result.addAlternative(isInBranch ? .open : found)
            }
            index = word.isBlock ? file.behind(word.end) : word.end
        }
        // What nests a block and has more is another one.
        if phrase.braces != nil, parts > 1 { result.name = nil }
        return result
    }

    private func contents(at word: Phrase, in phrase: Phrase, _ way: Way) -> Contents {
        if let number = lookup[word.place] { return Contents(registrations: [number]) }
        if word.isBlock {
            let block = word.end..<word.file.behind(word.end)
            var result = contents(of: Phrase(word.file, block), way)
            result.isWritten = true
            return result
        }
        if word.isCurrentContainer { return Contents(isCurrent: true) }
        if word.text == "makeContainer", isInScope(word) { return .open }
        let symbols = word.file.occurrences(at: word.start).map(\.symbol)
        if let symbol = symbols.first(where: isBlock) { return contents(of: symbol, way) }
        let isInIndex = word.file.symbol(at: word.start) != nil
        if word.follows(".") || isInIndex { return Contents() }
        return contents(ofLocal: word, in: phrase, way)
            ?? (word.isStatement ? .open : Contents())
    }

    /// Whether something runs in an override, an isolation or a container. What lies over
    /// that isn't followed.
    private func isInScope(_ word: Phrase) -> Bool {
        code[word.file]?.call(around: word.node) { $0.use?.isScope == true } != nil
    }

    // MARK: Declarations

    /// Whether a variable or function gives a block, a module or a container.
    private func isBlock(_ symbol: IndexSymbol) -> Bool {
        if let known = knownKinds[symbol.usr] { return known }
        let found = findsBlock(symbol)
        knownKinds[symbol.usr] = found
        return found
    }

    private func findsBlock(_ symbol: IndexSymbol) -> Bool {
        if symbol.kind == .constructor { return false }
        let isOwn = declarations[declarations.owner(ofAccessor: symbol.usr)] != nil
        if !isOwn, code.collet.isMember(symbol.usr) { return false }
        let result = symbol.isFunction ? symbol.signature?.result : nil
        let names = (symbol.variableType ?? result)?.names ?? []
        return names.contains { $0.contains(/\.(Dependencies|Module|Container)$/) }
    }

    private func contents(of symbol: IndexSymbol, _ way: Way) -> Contents {
        let usr = declarations.owner(ofAccessor: symbol.usr)
        if let known = known[usr] { return known }
        guard let inner = way.following(usr) else { return Contents() }
        guard let definition = definition(meantBy: usr) else { return .open }
        var contents = value(of: definition, inner)
        // Of what is set elsewhere, that is the block.
        if let value = definition.value {
            contents.setName(definition.symbol.name, at: definition.site, for: value)
        }
        // What begins elsewhere may have left out what is being followed there.
        if way.followed.isEmpty, !contents.isOfCaller { known[usr] = contents }
        return contents
    }

    /// The only declaration that may be meant by another's name, unless there are several:
    /// types have a requirement each, and subclasses override.
    private func definition(meantBy usr: USR) -> Definition? {
        let own = declarations[usr]
        var all = Set(declarations.witnesses[usr, default: [:]].values)
        if own?.parent?.kind != .protocol { all.insert(usr) }
        return all.count == 1 ? declarations[all.first] : nil
    }

    private func value(of definition: Definition, _ way: Way) -> Contents {
        let usr = definition.usr
        let own = definition.value.map { contents(of: $0, way) }
        // What is let go has no other container.
        let set = code.mentions(of: usr).compactMap(\.assigned).filter {
            $0.text != "nil"
        }
        let all = [own].compactMap(\.self) + set.map { block($0, way) }
        var result = all.alternatives
        result.isOpen = result.isOpen || all.isEmpty
        if code.mentions(of: usr).contains(where: \.changesList) { result.isOpen = true }
        let isStored =
            definition.kind == .instanceProperty && definition.ownBody == nil
        if result.isCurrent, isStored {
            result.keeper = declarations.type(around: usr)
        }
        return result
    }

    // MARK: Within functions

    /// What a local variable, function or parameter stands for, if it is one.
    private func contents(
        ofLocal word: Phrase, in phrase: Phrase, _ way: Way
    ) -> Contents? {
        if let local = word.file.local(word.start) {
            return phrase.range.contains(local)
                ? Contents() : contents(ofVariable: local, of: word, way)
        }
        return parameter(word).map { contents(of: $1, of: $0, way) }
    }

    private func contents(
        ofVariable name: Int, of word: Phrase, _ way: Way
    ) -> Contents? {
        let file = word.file
        let isTyped = file.isToken(name + 1, ":")
        let sign = isTyped ? declarations.type(at: name + 2, in: file)?.end : name + 1
        guard let sign, file.isToken(sign, "=") else { return nil }
        let value = file.expression(from: sign + 1)
        if value.range.contains(word.start) { return Contents() }
        guard let inner = way.following("\(file.path):\(name)") else { return Contents() }
        var result = contents(of: value, inner)
        guard result.isUnderstood else { return nil }
        // It may have changed since.
        result.isOpen = result.isOpen || file.isToken(name - 1, "var")
        result.setName(word.text, at: file.site(at: name), for: value)
        return result
    }

    /// The function around a token that has a parameter of that name for a block.
    private func parameter(_ word: Phrase) -> (Definition, Parameter)? {
        for function in functions[word.file.path, default: []] {
            guard function.braces?.range.contains(word.start) == true else { continue }
            let parameter = function.parameters.first { parameter in
                parameter.name == word.text && parameter.isOfBlock
            }
            if let parameter { return (function, parameter) }
        }
        return nil
    }

    /// What the callers give for a parameter that happen.
    private func contents(
        of parameter: Parameter, of function: Definition, _ way: Way
    ) -> Contents {
        let usr = function.usr
        guard let inner = way.following("\(usr)#\(parameter.name)") else {
            return Contents()
        }
        let calls = code.mentions(of: usr).filter(\.isCall)
        let given = calls.filter(way.happens).map { call in
            argument(for: parameter, of: function, in: call) ?? parameter.value
        }
        var result = given.map { $0.map { block($0, inner) } ?? .open }.alternatives
        result.isOpen = result.isOpen || calls.isEmpty
        result.isOfCaller = true
        return result
    }

    private func argument(
        for parameter: Parameter, of function: Definition, in call: Mention
    ) -> Phrase? {
        let arguments = call.arguments
        return arguments.list.map(\.value).first {
            function.parameter(for: $0, in: arguments)?.place == parameter.place
        }
    }
}

extension Parameter {
    private static let types = Set(
        words: "Container Dependencies DependenciesBuilder Module")
    fileprivate var isOfBlock: Bool { Self.types.contains(where: phrase.has) }
}

extension Contents {
    /// Notes the declaration of a variable or function by the value that it has.
    fileprivate mutating func setName(_ name: String, at site: Site, for value: Phrase) {
        if value.has("makeContainer") { holder = site }
        if holder == nil { self.name = NamedBlock(name: name, site: site) }
    }
}

extension [Contents] {
    /// What may be one of them.
    fileprivate var alternatives: Contents {
        reduce(into: Contents()) { $0.addAlternative($1) }
    }
}

extension Phrase {
    /// What a body returns, if it says so.
    fileprivate var returned: [Phrase] {
        let words = braces?.inside.filter {
            file.isToken($0, "return") && file.node(around: $0).body == braces
        }
        return (words ?? []).map { file.expression(from: $0 + 1) }
    }

    fileprivate var isBlock: Bool { has("Dependencies") && precedes("{", "(") }
    fileprivate var isCurrentContainer: Bool {
        has("current") && file.isToken(start - 2, "Container")
    }
    /// Whether it is all of a statement, which what is no word here may stand for.
    fileprivate var isStatement: Bool {
        let isFirst = follows("{", ";", "in") || file.tokens.isFirstOfLine(start)
        return node.isBraces && isFirst && (isWhole || isCall)
    }
    /// Perhaps of a local function, which the index hasn't. Behind `if (…)` there is more.
    private var isCall: Bool {
        guard file.isToken(end, "(") else { return false }
        let behind = file.behind(end)
        return file.isToken(behind, "}", ";") || file.tokens.isFirstOfLine(behind)
    }

    /// Whether it has what stands at a token with all else that it has: it is the inside
    /// of a block, and no branch of it.
    fileprivate func hasAll(at index: Int) -> Bool {
        braces != nil && file.node(around: index).braces.first == braces
    }
}

extension Definition {
    /// What it is set to, or its body.
    var value: Phrase? {
        if let body = ownBody { return Phrase(file, body.range) }
        return initialValue
    }
}

extension Mention {
    /// The expression before the name, as `fakes` in `fakes.isolate { … }`.
    fileprivate var receivingPhrase: Phrase? {
        guard word.follows(".") else { return nil }
        var start = index
        repeat {
            start = file.startOfMember(before: start - 1)
        } while file.isToken(start - 1, ".")
        return start < index - 1 ? Phrase(file, start..<index - 1) : nil
    }

    /// What a variable is set to here.
    fileprivate var assigned: Phrase? {
        file.isToken(index + 1, "=") ? file.expression(from: index + 2) : nil
    }

    /// Whether a list of modules has another one from here on.
    fileprivate var changesList: Bool {
        if file.isToken(index + 2, "=", behind: "+") { return true }
        return file.isToken(
            index + 2, "append", "insert", "remove", "removeAll", behind: ".")
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
