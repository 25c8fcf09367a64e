/// Where a symbol is declared.
struct Definition: Placed {
    let symbol: IndexSymbol
    let file: SourceFile
    /// The token that names it.
    let name: Int
    let parent: IndexSymbol?
    /// Whether code of it runs when it is named, as a getter does.
    let isRunByName: Bool

    var usr: USR { symbol.usr }
    var kind: IndexSymbol.Kind? { symbol.kind }
    var site: Site { file.site(at: name) }
    /// Whether other packages may know it.
    var isPublic: Bool { !Set(modifiers).isDisjoint(with: ["public", "open"]) }
    /// What a variable or an enumeration's case is set to where it is declared.
    var initialValue: Phrase? { file.value(ofVariable: name) }
    /// Whether it keeps what it is set to; a closure makes its own anew each time.
    var keepsValue: Bool {
        guard let value = initialValue else { return false }
        return value.braces.map(file.isCalled) ?? true
    }
    /// Whether it always is the closure that it is set to.
    var isConstantClosure: Bool {
        file.isToken(name - 1, "let") && initialValue?.braces != nil && !keepsValue
    }
    var isConvenience: Bool { modifiers.contains("convenience") }
    /// The first braces behind its name. Of a variable that is stored without a value they
    /// are another declaration's.
    var braces: Node? { file.body(from: name) }
    var body: Phrase? { braces.map { Phrase(file, $0.inside) } }
    /// The body of a function or a computed property.
    var ownBody: Node? {
        let end = symbol.isVariable ? file.expression(from: name).end + 1 : nil
        return file.body(from: name, to: end)
    }
    /// What stands between its name and its body, or behind a variable's name.
    var head: Phrase {
        let rest = symbol.isVariable ? file.expression(from: name).end : name
        return Phrase(file, name + 1..<max(name + 1, ownBody?.start ?? rest))
    }
    /// The type that it gives, if only what it conforms to is said: `some P`.
    var opaqueType: Phrase? {
        let start = head.range.last {
            file.isToken($0, "some") && !file.isToken($0 - 1, ".")
        }
        return start.map { Phrase(file, $0..<head.end) }
    }
    /// Whether it is a variable of a script, which sets it as one of its statements.
    var isOfScript: Bool { kind == .variable && file.isScript }
    /// Whether it is a method or a property of objects.
    var isOfObject: Bool { kind == .instanceMethod || kind == .instanceProperty }
    /// Whether each object has it from the beginning.
    var isStored: Bool {
        kind == .instanceProperty && !isLazy
    }
    var isLazy: Bool { modifiers.contains("lazy") }

    /// Whether its objects ask for it as they are made.
    var isAskedAtOnce: Bool { isStored && initialValue?.has("resolve") == true }

    /// The keyword, modifiers and attributes, such as `main` and `@main`, and words
    /// before that are taken for them.
    var modifiers: [String] {
        // An initializer that nobody writes stands where its type does, and has none.
        if kind == .constructor, !hasOwnBody { return [] }
        let before = sequence(first: name - 1) { (file.partner(of: $0) ?? $0) - 1 }
            .prefix {
                file.token($0)?.kind == .word || file.isToken($0, "@", ")", "]", ">")
            }
        return before.map { index in
            // In "nonisolated(nonsending)" the word between them counts, too.
            let text = file.tokens[file.partner(of: index).map { $0 + 1 } ?? index].text
            return text == "@" ? "@" + file.tokens[index + 1].text : text
        }
    }

    /// Whether it has an attribute that may make others call it.
    var hasUnknownAttribute: Bool {
        modifiers.contains { $0.hasPrefix("@") && !Self.knownAttributes.contains($0) }
    }
    private static let knownAttributes = Set(
        words:
            "@MainActor @ObservationIgnored @Sendable @available @discardableResult @inline"
    )

    /// Whether it runs where no name says so.
    var isCalledByNoName: Bool { Self.unnamed.contains(String(symbol.baseName)) }
    private static let unnamed = Set(
        words: "dynamicallyCall projectedValue wrappedValue")

    private var parenthesis: Int? { file.first("(", from: name) }
    var isDeinitializer: Bool { file.isToken(name, "deinit") }
    var isAsynchronous: Bool {
        guard symbol.isVariable else {
            return file.isToken(parenthesis.map(file.behind), "async")
        }
        let getter = braces.map { $0.start + 1 }
        return getter.map { file.isToken($0 + 1, "async", behind: "get") } == true
    }

    /// The parameters of a function that somebody wrote.
    var parameters: [Parameter] {
        let isWritten = kind != .constructor || hasOwnBody
        let isFunction = symbol.isFunction || file.isToken(name - 1, "func")
        guard isFunction, isWritten, let open = parenthesis else { return [] }
        return file.tokens.elements(in: open).compactMap { Parameter(Phrase(file, $0)) }
    }

    /// The parameters that are functions. Those without a default value are first, as a
    /// closure without a label is rather meant for them.
    var closureParameters: [Parameter] {
        // What an alias stands for, the symbol says.
        let types = symbol.signature?.parameters.map(\.type) ?? []
        let closures = parameters.enumerated().filter { number, parameter in
            parameter.phrase.has("->") || types[checked: number]?.hasFunction == true
        }.map(\.element)
        return closures.filter { !$0.hasDefault } + closures.filter(\.hasDefault)
    }

    /// Whether it is written, and no member that the compiler makes.
    var hasOwnBody: Bool { file.isToken(name, String(symbol.baseName)) }

    /// The parameter which an argument is for.
    func parameter(for argument: Phrase) -> Parameter? {
        let arguments = Arguments(of: argument.file, startingAt: argument.node.start)
        guard let (label, earlier) = arguments.label(of: argument) else { return nil }
        let own = parameters.filter { $0.label == label ?? "_" }
        return own.dropFirst(earlier).first
    }

    /// Whether a closure that it is given may outlive the call.
    var keepsClosures: Bool {
        let words = ["escaping", "?", "sending"]
        return parameters.contains { words.contains(where: $0.phrase.has) }
    }

    var genericParameters: [String] {
        genericClauses.map {
            file.tokens[$0.first { !file.isToken($0, "each") } ?? 0].text
        }
    }

    private var genericClauses: [Range<Int>] {
        file.isToken(name + 1, "<") ? file.tokens.elements(in: name + 1) : []
    }

    /// The arguments of a type in the order that they have when demangled: a protocol's
    /// are sorted by the names of its associated types, and a pack's are one.
    func ordered(_ arguments: [TypeName]) -> [TypeName] {
        if kind == .protocol {
            return zip(genericParameters, arguments).sorted { $0.0 < $1.0 }.map(\.1)
        }
        let index = genericClauses.firstIndex { file.isToken($0.lowerBound, "each") }
        guard let index, !arguments.isEmpty else { return arguments }
        let end = max(index, arguments.count - (genericClauses.count - index - 1))
        let pack = TypeName.pack(Array(arguments[index..<end]))
        return arguments[..<index] + [pack] + arguments[end...]
    }
}

/// A function's parameter.
struct Parameter {
    let phrase: Phrase
    /// The name without the label, and the label, which is `_` if there is none.
    let name: String, label: String

    init?(_ phrase: Phrase) {
        guard let colon = phrase.first(":"), colon > phrase.start else { return nil }
        let file = phrase.file
        self.phrase = phrase
        name = file.tokens[colon - 1].text
        // Before a name without a label there may be an attribute.
        let hasLabel = colon - 2 >= phrase.start && !file.isToken(colon - 3, "@")
        label = hasLabel ? file.tokens[colon - 2].text : name
    }

    /// The place that stands for it, or for its default value.
    var place: Place { phrase.place }
    var hasDefault: Bool { phrase.has("=") }
    /// What it is where nobody gives it.
    var value: Phrase? {
        phrase.first("=").map { Phrase(phrase.file, $0 + 1..<phrase.end) }
    }
}
