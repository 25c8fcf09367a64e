import Foundation

/// A module of which a build has left SIL in `*.sil` files: `--sil`. The compiler writes one
/// for a whole module, or one for each source.
struct SILModule {
    let name: String
    let files: [SILFile]
    /// The paths of what isn't as it should be, with the reasons.
    let unchecked: [(path: String, reason: String)]

    /// Returns the modules whose SIL is below directories, without the library and what is
    /// generated, as a runner of tests.
    static func all(in directories: [String]) throws -> [SILModule] {
        let files = try directories.flatMap(paths).map(ModuleFile.init)
            .filter { !Compilation.ofLibrary.contains($0.module) }
            .filter { !$0.isGenerated && !$0.isOfGoneSource }
        let modules = Dictionary(grouping: latest(files), by: \.module)
        return modules.sorted { $0.key < $1.key }.map { Self($0, $1) }
    }

    /// Of what was compiled twice, the file that was written last: for another configuration,
    /// or for the tests of a program, where the program's own counts.
    private static func latest(_ files: [ModuleFile]) -> [ModuleFile] {
        let twins = Dictionary(grouping: files) { [$0.name, $0.module] + $0.sources }
        let latest = twins.values.compactMap { twins in
            twins.max {
                ($1.isTestable ? 1 : 0, $0.date) < ($0.isTestable ? 1 : 0, $1.date)
            }
        }
        return latest.sorted { $0.sil.path < $1.sil.path }
    }

    private static func paths(below directory: String) throws -> [String] {
        try names(in: directory).flatMap { name in
            let path = "\(directory)/\(name)"
            return name.hasSuffix(".sil") ? [path] : try paths(below: path)
        }
    }

    private init(_ name: String, _ files: [ModuleFile]) {
        self.name = name
        self.files = files.map(\.sil)
        let sources = Set(files.flatMap(\.sources)).sorted().filter(exists)
        let names = Set(files.map(\.name))
        // If a source has no file, a file without functions may be any source's.
        let isComplete = sources.allSatisfy { names.contains(baseName(of: $0)) }
        let cut = self.files.filter { !$0.isComplete }
            .map { ($0.path, "this SIL is cut short; build again") }
        unchecked =
            cut
            + sources.compactMap { source in
                let files = files.filter { $0.mayHave(source) }
                if files.contains(where: { changeDate(of: source) > $0.date }) {
                    return (source, "changed after its SIL was written; build again")
                }
                let isThere = files.contains { isComplete || $0.isWhole || !$0.isEmpty }
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
}

/// A file with SIL of a module, or of a source.
private struct ModuleFile {
    let sil: SILFile
    let date: Date
    /// Whether it defines no function, wherever it may stand.
    let isEmpty: Bool
    /// The sources that define a function in the file.
    private let defining: Set<String>

    init(_ path: String) throws {
        _ = try contents(of: path)
        sil = SILFile(path: path) ?? SILFile(path: path, text: SILText(copying: ""))
        date = changeDate(of: path)
        // What is shared stands in each file that needs it.
        let definitions = sil.functions.filter { $0.body != nil && !$0.isShared }
        isEmpty = definitions.isEmpty
        let sources = sil.sources
        // A program's top-level code has no place.
        let script =
            sources.count == 1 ? sources[0] : sources.first { baseName(of: $0) == "main" }
        defining = Set(
            definitions.compactMap { $0.place?.file ?? ($0.isMain ? script : nil) })
    }

    var module: String { sil.module }
    var sources: [String] { sil.sources }
    var name: String { baseName(of: sil.path) }
    /// Whether it is of a second copy of a program, for tests.
    var isTestable: Bool { sil.path.contains("-testable") }

    /// Whether all sources are where builds generate them.
    var isGenerated: Bool {
        !sources.isEmpty && sources.allSatisfy { $0.contains(/\.(noindex|derived)\//) }
    }

    /// Whether its source was removed.
    var isOfGoneSource: Bool {
        let own = sources.filter(mayHave)
        return !own.isEmpty && !own.contains(where: exists)
    }

    /// Whether it is a whole module's: a source's is named after it.
    var isWhole: Bool { defining.count > 1 || !sources.map(baseName).contains(name) }

    /// Whether it is where a source's functions are, if there are any.
    func mayHave(_ source: String) -> Bool {
        if isWhole || defining.contains(source) { return true }
        return isEmpty && name == baseName(of: source)
    }
}

private func baseName(of path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
}

private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
}
