/// The code of a program: its files, what they declare, and where they name that.
struct ProgramCode {
    let files: [CodeFile]
    let collet: ColletSymbols
    let declarations: Declarations
    let mentions: [Mention]
    let calls: [Mention]
    private let mentionsBySymbol: [String: [Mention]]
    private let filesByPath: [String: CodeFile]

    init(_ files: [SourceFile]) {
        let collet = ColletSymbols(in: files.filter(\.isLibrary).flatMap(\.occurrences))
        self.collet = collet
        let own = files.filter { !$0.isLibrary }.map(NamedCode.init)
        let declarations = Declarations(in: own)
        self.declarations = declarations
        self.files = own.map { CodeFile($0, declarations, collet) }
        filesByPath = Dictionary(self.files.map { ($0.file.path, $0) }) { $1 }
        mentions = self.files.flatMap(\.mentions)
        calls = self.files.flatMap(\.calls)
        mentionsBySymbol = Dictionary(grouping: mentions, by: \.symbol.usr)
    }

    subscript(file: SourceFile) -> CodeFile? { filesByPath[file.path] }
    func mentions(of usr: String) -> [Mention] { mentionsBySymbol[usr] ?? [] }

}

/// What is read, and the code that says so.
struct Read<Value> {
    let value: Value
    let mention: Mention

    /// The same with what is learned about it later.
    func with(_ change: (inout Value) -> Void) -> Read {
        var value = value
        change(&value)
        return Read(value: value, mention: mention)
    }
}
