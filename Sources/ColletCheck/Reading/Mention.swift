/// A place where the code mentions something.
struct Mention {
    let reader: FileReader
    let index: Int
    let container: String?
    /// What the index says about it, but for local variables.
    var occurrence: IndexOccurrence?

    var file: SourceFile { reader.file }
    var site: Site { file.site(at: index) }
    var place: Place { site.place }
}

extension [FileReader] {
    /// Where the code mentions a symbol, but for its definition.
    func mentions(of usr: String) -> [Mention] {
        flatMap { reader in
            reader.file.occurrencesBySymbol[usr, default: []]
                .filter { !$0.roles.contains(.definition) }.compactMap(reader.mention)
        }
    }
}
