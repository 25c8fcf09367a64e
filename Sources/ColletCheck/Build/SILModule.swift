import Foundation

/// A module whose build has left SIL in `*.sil` files: `--sil`. The compiler writes one
/// for a whole module, or one for each source.
struct SILModule {
    let name: String
    let files: [SILFile]
    /// The paths of files that aren't as they should be, with the reasons.
    let unchecked: [(path: String, reason: String)]

    /// Returns the modules with SIL below directories, without the library and generated
    /// code like a test runner.
    static func all(in directories: [String]) throws -> [SILModule] {
        let all = try directories.flatMap(silPaths).map { path in
            guard let file = SILFile(path: path) else { throw Refusal(unreadable: path) }
            return file
        }.filter { !Compilation.ofLibrary.contains($0.module) && !$0.isGenerated }
        let files = all.filter { !$0.isOfGoneSource }
        if files.isEmpty, let file = all.first, let source = file.own.min() {
            throw Refusal(
                """
                the sources of '\(file.path)' aren't where it says: there is no '\(source)'; \
                check on the machine that built them, in the directory in which the compiler \
                ran
                """)
        }
        // If a source was compiled twice, the program's own SIL takes precedence over its
        // tests', and otherwise the latest does, as with two configurations.
        let latest = Dictionary(files.map { ([$0.name, $0.module] + $0.sources, $0) }) {
            ($0.isTestable ? 1 : 0, $1.date) < ($1.isTestable ? 1 : 0, $0.date) ? $0 : $1
        }
        return Dictionary(grouping: latest.values, by: \.module).inOrder
            .map { Self($0, $1.sorted { $0.path < $1.path }) }
    }

    private static func silPaths(below directory: String) throws -> [String] {
        try paths(in: directory).flatMap {
            $0.hasSuffix(".sil") ? [$0] : try silPaths(below: $0)
        }
    }

    private init(_ name: String, _ files: [SILFile]) {
        self.name = name
        self.files = files
        let sources = Set(files.flatMap(\.sources)).sorted().filter(exists)
        var owners: [String: [SILFile]] = [:]
        for file in files {
            for source in file.own { owners[source, default: []].append(file) }
        }
        let cut = files.filter { !$0.isComplete }
            .map { ($0.path, "this SIL is cut short; build again") }
        let unplaced = files.filter(\.hasNoPlaces)
            .map { ($0.path, "this SIL doesn't say where its code is; compile with -g") }
        let optimised = files.filter(\.isOptimised)
            .map { ($0.path, "this SIL is optimised; compile with -Onone") }
        // If a source has no file, a file without functions may be any source's.
        let isComplete = !unplaced.isEmpty || sources.allSatisfy { owners[$0] != nil }
        unchecked =
            cut + unplaced + optimised
            + sources.compactMap { source in
                let files = owners[source] ?? []
                if files.contains(where: { changeDate(of: source) > $0.date }) {
                    return (source, "changed after its SIL was written; build again")
                }
                let isThere = isComplete || files.contains { !$0.definitions.isEmpty }
                return isThere ? nil : (source, lost)
            }
    }
}

private let lost = """
    no SIL of this is there: a batch may have lost it, or a source of the same name; compile \
    with -driver-filelist-threshold 0, and each target into its own directory
    """

extension SILFile {
    /// Whether it ends as it should.
    var isComplete: Bool { !module.isEmpty }

    /// Whether it was compiled without `-g`.
    fileprivate var hasNoPlaces: Bool { !definitions.isEmpty && definedPlaces.isEmpty }

    /// Whether it lists the effects of functions, which only the optimizer finds.
    fileprivate var isOptimised: Bool {
        definitions.contains { $0.body?.before("bb0").contains("\n[") == true }
    }

    fileprivate var name: String { baseName(of: path) }
    fileprivate var date: Date { changeDate(of: path) }
    /// Whether it belongs to a second copy of a program, for tests.
    fileprivate var isTestable: Bool { path.contains("-testable") }

    /// Whether all sources are where builds generate them.
    fileprivate var isGenerated: Bool {
        isComplete && sources.allSatisfy { $0.contains(/\.(noindex|derived)\//) }
    }

    /// Whether its source was removed.
    fileprivate var isOfGoneSource: Bool { !own.isEmpty && !own.contains(where: exists) }

    /// The sources whose functions are here. The file of one source is named after it,
    /// and the file of a whole module after none of its sources.
    fileprivate var own: Set<String> {
        let named = sources.filter { baseName(of: $0) == name }
        if definedSources.count > 1 || named.isEmpty { return Set(sources) }
        return definitions.isEmpty ? Set(named) : definedSources
    }
}

private func baseName(of path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
}
