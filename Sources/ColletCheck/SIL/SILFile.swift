/// A file of SIL, from one source or a whole module.
final class SILFile {
    let path: String
    let text: SILText
    let interface: Interface
    /// Its functions, in the order of the text.
    private(set) var functions: [Function] = []
    /// Its globals' initial values, by symbol.
    private(set) var globals: [String: SILText] = [:]
    /// The globals that only their initializers write.
    private(set) var constants: Set<String> = []
    /// The tables of its classes and conformances: their first lines, and the rest.
    private(set) var tables: [(head: SILText, rest: SILText)] = []
    private(set) var module = ""
    /// The paths of the module's sources, or none if the file is cut short.
    private(set) var sources: [String] = []
    /// Whether a program begins here.
    private(set) var hasMain = false

    /// Reads a file, or returns `nil` if it can't be read.
    convenience init?(path: String) {
        guard let text = SILText(path: path) else { return nil }
        self.init(path: path, text: text)
    }

    init(path: String, text: SILText) {
        self.path = path
        self.text = text
        interface = Interface(text.before("\nsil_"))
        var rest = text
        while let found = rest.find("\nsil") {
            let line = text.line(at: found + 1)
            let end = text.endOfItem(behind: line)
            read(line, SILText(line.end, end), above: SILText(rest.start, found))
            rest = text.from(end)
        }
        // `//   'Shop/Cart.swift' => '/…/Cart.swift'`
        for line in rest.after("// Mappings from '#fileID' to '#filePath':\n").lines {
            let parts = line.string.split(separator: "'")
            guard parts.count > 3 else { continue }
            module = String(parts[1].prefix { $0 != "/" })
            sources.append(String(parts[3]))
        }
    }

    private func read(_ line: SILText, _ rest: SILText, above: SILText) {
        // Canonical SIL also has code of other modules.
        let isOwn = !line.contains(" public_external ")
        if line.hasPrefix("sil_global") {
            if rest.count > 0 { globals[line.symbol] = rest }
            if line.contains("[let]") { constants.insert(line.symbol) }
        } else if !line.hasPrefix("sil ") {
            if isOwn { tables.append((line, rest)) }
        } else {
            // Another module's function may be there, without a body.
            let body = isOwn && rest.contains("\nbb0") ? rest : nil
            let function = Function(
                symbol: line.symbol, file: self, header: line, body: body, comments: above
            )
            functions.append(function)
            if body != nil, function.isMain { hasMain = true }
        }
    }

    var imports: Set<String> { interface.imports }

    /// Whether its code can name what a module declares.
    func sees(_ other: String) -> Bool { module == other || imports.contains(other) }

    /// The module's own functions, without shared ones, which each file that needs them
    /// gets.
    private(set) lazy var definitions = functions.filter {
        $0.body != nil && !$0.isShared
    }

    /// The places of the definitions. A program's `main` has none, so that of its first
    /// instruction counts.
    private(set) lazy var definedPlaces = definitions.compactMap {
        $0.place ?? $0.body?.place
    }

    /// The paths of the sources that define a function here.
    private(set) lazy var definedSources = Set(
        definedPlaces.filter(\.isWritten).map(\.file))

    /// `App` for `$s3App1XC…`.
    static func module(of symbol: String) -> String? {
        guard symbol.hasPrefix("$s") else { return nil }
        let digits = symbol.dropFirst(2).prefix { $0.isNumber }
        return Int(digits).map { String(symbol.dropFirst(2 + digits.count).prefix($0)) }
    }
}

extension SILText {
    /// The end of a function, table or global that begins with a line.
    fileprivate func endOfItem(behind line: SILText) -> UnsafeRawPointer {
        guard line.hasSuffix("{") else { return line.end }
        let isFunction = line.hasPrefix("sil ")
        let end: StaticString = isFunction ? "\n} // end sil function" : "\n}"
        return find(end, from: line.end) ?? self.end
    }

    /// The symbol after `@`.
    fileprivate var symbol: String { after("@").before(" ").string }
}
