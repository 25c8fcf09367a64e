/// A type that the interface at the beginning of a file declares.
struct Declaration: Equatable {
    var kind: String
    /// The generic parameters, or a protocol's primary associated types.
    var parameters: [String] = []
    /// The types that it inherits or conforms to.
    var inherited: [String] = []
    var isOnMainActor = false
    /// Whether it is a protocol of Objective-C, whose conformances have no tables.
    var isOfObjectiveC = false
    var isPublic = false
    /// Whether other modules see it only if they test its own.
    var isInternal = false
    /// `private` or `fileprivate`.
    var access: String?
    /// Its stored properties.
    var properties: [String] = []

    /// The first of the types that it inherits or conforms to.
    var superclass: String? { inherited.first }
}

private let kinds = "actor class enum extension protocol struct".words

/// Reads the declarations at the beginning of a file of SIL.
struct Interface {
    var imports: Set<String> = []
    /// The imports that also show what is internal.
    var testedImports: Set<String> = []
    /// By the type's name, qualified with the types around it.
    var declarations: [String: Declaration] = [:]
    /// The conformances that depend on generic arguments, as `Box:Named`.
    var conditionalConformances: Set<String> = []
    /// The types that aren't nested in another.
    var outermost: [String] = []
    /// The functions that other modules may call, qualified with the types around them:
    /// `Setup.start`.
    var publicNames: Set<String> = []
    /// The stored properties that Objective-C can set, such as outlets.
    var exposedProperties: Set<String> = []
    /// The types around the current line. A brace that belongs to none has an empty name.
    private var stack: [String] = []

    init(_ text: SILText) {
        for line in text.lines {
            let words = line.string.words
            switch words.first {
            case nil: continue
            case "}": _ = stack.popLast()
            case _ where words.last == "{": open(words, line)
            // `@testable import struct Kit.Feed`
            case _ where line.contains("import ") && words.dropLast().contains("import"):
                let module = String(words.last!.prefix { $0 != "." })
                imports.insert(module)
                if words.contains("@testable") { testedImports.insert(module) }
            case _ where line.contains("@_hasStorage"): readProperty(words)
            default: readFunction(words)
            }
        }
    }

    /// Reads a line that ends with a brace.
    private mutating func open(_ words: [String], _ line: SILText) {
        let index = words.dropLast().firstIndex(where: kinds.contains)
        guard let index else { return stack.append("") }
        let kind = words[index]
        let modifiers = words[..<index]
        let name = words[index + 1].prefix { !"<:".contains($0) }
        // A `where` clause and brackets name other types.
        let types = line.after(" : ").before(" where ").before(" {")
        let inherited = types.parts.map { $0.before("<").string }
        guard kind != "extension" else {
            for proto in inherited where line.contains(" where ") {
                conditionalConformances.insert("\(name):\(proto)")
            }
            return stack.append(String(name))
        }
        let path = path(to: name)
        if stack.isEmpty { outermost.append(path) }
        stack.append(path)
        declarations[path] = Declaration(
            kind: kind,
            parameters: line.before(" where ").before(" : ").string.genericArguments,
            inherited: inherited,
            isOnMainActor: modifiers.contains("@MainActor"),
            isOfObjectiveC: kind == "protocol" && modifiers.contains("@objc"),
            isPublic: isPublic(modifiers),
            isInternal: !isPublic(modifiers) && !modifiers.contains("package"),
            access: modifiers.first { $0.hasSuffix("private") })
    }

    private func path(to name: Substring) -> String {
        [stack.last ?? "", String(name)].filter { !$0.isEmpty }.joined(separator: ".")
    }

    /// Reads a function that other modules may call.
    private mutating func readFunction(_ words: [String]) {
        guard isPublic(words[...]) else { return }
        let function = words.firstIndex { $0 == "func" || $0.hasPrefix("init(") }
        guard let function else { return }
        let name = words[function] == "func" ? words[function + 1] : words[function]
        publicNames.insert(path(to: name.prefix { !"(<".contains($0) }))
    }

    private mutating func readProperty(_ words: [String]) {
        guard !words.contains("static") else { return }
        let keyword = words.dropLast().firstIndex { $0 == "var" || $0 == "let" }
        guard let keyword else { return }
        let name = words[keyword + 1].prefix { $0 != ":" }
        declarations[stack.last ?? ""]?.properties.append(String(name))
        if words.contains("@objc") { exposedProperties.insert(String(name)) }
    }
}

private func isPublic(_ modifiers: ArraySlice<String>) -> Bool {
    modifiers.contains("public") || modifiers.contains("open")
}
