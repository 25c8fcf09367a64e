import Foundation

/// SIL that a build has left, in a directory of `*.sil` files: `--sil`.
///
/// The compiler writes one file for a whole module, or one for each source. Which sources a
/// module has stands at the end of each.
struct SILDirectory {
    /// A module, with its files.
    struct Module {
        let name: String
        let sources: [String]
        let files: [StoredSIL]
        /// Sources of which no function is there: a batch lost it, or another file of that
        /// name has replaced it.
        let missing: [String]
        /// Sources that were changed after their SIL was written.
        let changed: [String]
    }

    let modules: [Module]

    /// Reads all files below the directories.
    init(_ directories: [String]) throws {
        let all = try directories.flatMap(Self.files).map(ModuleFile.init)
        let byModule = Dictionary(
            grouping: Self.latest(all.filter { !$0.isOfGoneSource }), by: \.module)
        modules = byModule.sorted { $0.key < $1.key }.map { Module($0, $1) }
    }

    /// Of what was compiled twice, the file that was written last: for another configuration,
    /// or for the tests of a program, where the program's own counts.
    private static func latest(_ files: [ModuleFile]) -> [ModuleFile] {
        let twins = Dictionary(grouping: files) {
            [$0.module, $0.name] + $0.sources.sorted()
        }
        return twins.values.map { twins in
            twins.max {
                ($0.isOfProgram ? 1 : 0, $0.date) < ($1.isOfProgram ? 1 : 0, $1.date)
            }!
        }.sorted { $0.file.path < $1.file.path }
    }

    private static func files(below directory: String) throws -> [String] {
        try names(in: directory).flatMap { name in
            let path = "\(directory)/\(name)"
            return name.hasSuffix(".sil") ? [path] : try files(below: path)
        }
    }
}

extension SILDirectory.Module {
    fileprivate init(_ name: String, _ files: [ModuleFile]) {
        self.name = name
        self.files = files.map(\.file)
        sources = Set(files.flatMap(\.sources)).sorted().filter(exists)
        missing = Self.missing(of: sources, files)
        changed = sources.filter { source in
            files.contains { $0.mayHave(source) && changeDate(of: source) > $0.date }
        }
    }

    private static func missing(of sources: [String], _ files: [ModuleFile]) -> [String] {
        if files.contains(where: \.isWhole) { return [] }
        let names = Set(files.map(\.name))
        // If a source has no file, a file without functions may be any source's.
        let isComplete = sources.allSatisfy { names.contains(baseName(of: $0)) }
        return sources.filter { source in
            let isEmpty = isComplete && files.contains { $0.mayHave(source) }
            return !isEmpty && !files.contains { $0.defining.contains(source) }
        }
    }
}

/// A file with SIL of a module, or of a source.
private struct ModuleFile {
    let file: StoredSIL
    let date: Date
    /// The module's name, or nothing if the file doesn't end as it should.
    private(set) var module = ""
    /// The paths of the module's sources.
    private(set) var sources: Set<String> = []
    /// The sources that define a function in the file.
    private(set) var defining: Set<String> = []
    /// Whether it defines no function, wherever it may stand.
    private(set) var isEmpty = true

    init(_ path: String) throws {
        file = try StoredSIL(path)
        date = changeDate(of: path)
        readSources()
        readFunctions()
    }

    var name: String { baseName(of: file.path) }

    /// Whether it is a whole module's: a source's is named after it.
    var isWhole: Bool { defining.count > 1 || !sources.map(baseName).contains(name) }

    /// Whether it isn't a second copy of a program for tests.
    var isOfProgram: Bool { !file.path.contains("-testable") }

    /// Whether its source was removed.
    var isOfGoneSource: Bool {
        let own = sources.filter(mayHave)
        return !own.isEmpty && !own.contains(where: exists)
    }

    /// Whether it is where a source's functions are, if there are any.
    func mayHave(_ source: String) -> Bool {
        if isWhole || defining.contains(source) { return true }
        return isEmpty && name == baseName(of: source)
    }

    /// `//   'Shop/Cart.swift' => '/…/Cart.swift'`, at the end of the file.
    private mutating func readSources() {
        let title = Data("// Mappings from '#fileID' to '#filePath':".utf8)
        guard let start = file.text.range(of: title, options: .backwards) else { return }
        let lines = String(decoding: file.text[start.upperBound...], as: UTF8.self)
        for line in lines.split(separator: "\n") {
            let parts = line.drop { $0 != "'" }.dropFirst().components(
                separatedBy: "' => '")
            guard parts.count == 2 else { continue }
            module = String(parts[0].prefix { $0 != "/" })
            sources.insert(String(parts[1].prefix { $0 != "'" }))
        }
    }

    /// Above a function's head stands its place: `// f(), loc "/…/a.swift":1:6, scope 1`.
    private mutating func readFunctions() {
        guard var rest = SILText(path: file.path) else { return }
        while let head = rest.find("\nsil ") {
            let line = rest.line(at: head + 1)
            if Self.isDefinition(line.dropFirst(4)) {
                isEmpty = false
                var above = SILText(rest.start, head)
                while let next = above.find("\n\n") { above = above.from(next + 2) }
                let isMain = line.contains("@main :")
                let place = place(in: above.string)
                if let source = place ?? (isMain ? script : nil) {
                    defining.insert(source)
                }
            }
            rest = rest.from(line.end)
        }
    }

    /// The source with a program's top-level code, which has no place.
    private var script: String? {
        sources.count == 1 ? sources.first : sources.first { baseName(of: $0) == "main" }
    }

    /// Whether a head has a body behind it, and isn't of another file: what is shared or
    /// external stands in each file that needs it.
    private static func isDefinition(_ head: SILText) -> Bool {
        let linkage = head.before(" ").string
        return head.hasSuffix("{") && linkage != "shared"
            && !linkage.hasSuffix("external")
    }

    private func place(in lines: String) -> String? {
        let parts = lines.components(separatedBy: ", loc \"")
        return parts.dropFirst().first?.components(separatedBy: "\"").first
    }
}

private func baseName(of path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
}

private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
}
