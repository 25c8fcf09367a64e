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
        let files: [SILFile]
        /// Sources of which no function is there: a batch lost it, or another file of that
        /// name has replaced it.
        let missing: [String]
        /// Sources that were changed after their SIL was written.
        let changed: [String]
    }

    let modules: [Module]

    /// Reads all files below the directories.
    init(_ directories: [String]) throws {
        let files = try directories.flatMap(Self.files).map(ModuleFile.init)
        let byModule = Dictionary(
            grouping: files.filter { !$0.isOfGoneSource }, by: \.module)
        modules = byModule.sorted { $0.key < $1.key }.map { Module($0, $1) }
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
        let isWhole = files.contains(where: \.isWhole)
        missing = sources.filter { source in
            !isWhole
                && !files.contains {
                    $0.defining.contains(source) || $0.isOnly(of: source)
                }
        }
        changed = sources.filter { source in
            let own = files.filter { $0.isWhole || $0.defining.contains(source) }
            return own.contains { changeDate(of: source) > $0.date }
        }
    }
}

/// A file with SIL of a module, or of a source.
private struct ModuleFile {
    let file: SILFile
    let date: Date
    /// The module's name, or nothing if the file doesn't end as it should.
    private(set) var module = ""
    /// The paths of the module's sources.
    private(set) var sources: Set<String> = []
    /// The sources that define a function in the file.
    private(set) var defining: Set<String> = []

    init(_ path: String) throws {
        file = try SILFile(path)
        date = changeDate(of: path)
        readSources()
        readFunctions()
    }

    /// Whether it has functions of several sources.
    var isWhole: Bool { defining.count > 1 }

    /// Whether its source, for which it is named, was removed.
    var isOfGoneSource: Bool {
        !sources.isEmpty
            && !(defining.isEmpty ? sources : defining).contains(where: exists)
    }

    /// Whether it is a source's own file, without any function: the source has none.
    func isOnly(of source: String) -> Bool {
        defining.isEmpty && baseName(of: file.path) == baseName(of: source)
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

    /// A function's head follows a line with its place: `// f(), loc "/…/a.swift":1:6, scope 1`.
    /// What is shared isn't of the file: each file that needs it has it.
    private mutating func readFunctions() {
        let head = Data("\nsil ".utf8)
        let place = Data(", loc ".utf8)
        var position = file.text.startIndex
        while let start = file.text.range(of: head, in: position..<file.text.endIndex) {
            let before = file.text[position..<start.lowerBound]
            position = start.upperBound
            let isShared = file.text[position...].starts(with: Data("shared ".utf8))
            guard !isShared, let end = before.range(of: place, options: .backwards)
            else { continue }
            let words = before[end.upperBound...].split(
                separator: UInt8(ascii: "\""), maxSplits: 2)
            if words.count == 3 {
                defining.insert(String(decoding: words[1], as: UTF8.self))
            }
        }
    }
}

private func baseName(of path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
}

private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
}
