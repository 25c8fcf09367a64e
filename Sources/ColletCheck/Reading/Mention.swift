/// A place where the code mentions something.
struct Mention {
    let reader: FileReader
    /// The token that stands for it.
    let index: Int
    /// The function or property around it.
    let container: String?

    var file: SourceFile { reader.file }
    var place: Place { file.site(at: index).place }
}

extension [FileReader] {
    /// Where the code mentions a symbol, but for its definition.
    func mentions(of usr: String) -> [(mention: Mention, occurrence: IndexOccurrence)] {
        flatMap { reader in
            (reader.file.occurrencesBySymbol[usr] ?? [])
                .filter { !$0.roles.contains(.definition) }
                .compactMap { occurrence in reader.mention(occurrence).map { ($0, occurrence) } }
        }
    }
}
