import Foundation

extension BuiltProgram {
    /// The sources that the index doesn't know, as far as the manifest or the project
    /// says what is one: a unit for each, of which nothing can be read.
    var unbuilt: [IndexUnit] {
        let manifest = Lexer.tokens(of: contents(of: "\(root)/Package.swift").utf8)
        // Which files are all that a target has, this doesn't read.
        if manifest.contains(where: { $0.is("sources") }) { return [] }
        let targets = Self.targets(in: manifest).map { "\(root)/\($0)" }
            .filter { !exists("\($0)/Package.swift") }
        let built = Set(known.keys.map(directory))
        let directories = built.union(targets).subtracting([root])
        let files = Set(directories.flatMap(Self.swiftFiles)).subtracting(known.keys)
        let isSource = manifest.isEmpty ? isListed : isSource(by: manifest)
        let byTarget = Dictionary(grouping: files.filter(isSource)) { file in
            // In a project, a directory within a target's may be another target's.
            let around = manifest.isEmpty ? [directory(of: file)] : ancestors(of: file)
            return targets.filter { file.hasPrefix("\($0)/") }.max()
                ?? around.first(where: built.contains)
        }
        let units = byTarget.map { target, files in
            let newest = target.flatMap(newestUnit)
            return files.compactMap { unit(of: $0, besides: newest, manifest) }
        }
        return units.joined().sorted { $0.mainFile < $1.mainFile }
    }

    /// A unit of which nothing can be read, beside the newest one of its target.
    private func unit(of file: String, besides newest: IndexUnit?, _ manifest: [Token])
        -> IndexUnit?
    {
        let isOld = newest.map { wasThere(file, at: $0) } == true
        // A build of a package leaves out what is no source, and one in Xcode what is of
        // other targets.
        if isOld, !manifest.isEmpty { return nil }
        return IndexUnit(
            mainFile: file, module: newest?.module ?? "", isReported: true,
            isInTests: file.dropFirst(root.count).contains(/Tests?\//),
            leftOut: newest == nil || isOld ? .unbuiltTarget : .unbuilt)
    }

    /// Where a manifest's targets may be.
    private static func targets(in manifest: [Token]) -> [String] {
        // Where a dependency by path is, other packages are, too.
        let names = manifest.filter { $0.kind == .string }.map(\.text)
            .filter { !$0.contains("..") }
        let places = ["Sources", "Source", "src", "srcs", "Tests"]
        return places.flatMap { path in names.map { "\(path)/\($0)" } }
            + names.filter { $0.contains("/") }
    }

    /// Whether a manifest has what it says of a file's directory as a source.
    private func isSource(by manifest: [Token]) -> (String) -> Bool {
        let excluding = Set(words: "copy embedInCode exclude process")
        let lists = manifest.indices.filter { manifest.has(excluding, at: $0) }
            .flatMap { start in manifest[start...].prefix { !$0.is("]") && !$0.is(")") } }
        let excluded = lists.filter { $0.kind == .string }.map { "/\($0.text)/" }
        return { file in
            let path = file.dropFirst(root.count) + "/"
            // SwiftPM runs a plugin itself, so that it is never in the index.
            return !excluded.contains(where: path.contains)
                && !contents(of: file).contains("import PackagePlugin")
        }
    }

    /// Whether a project lists a file: of a whole folder it lists what not to build.
    private var isListed: (String) -> Bool {
        let settings = Project.settings(of: root)
        let isListing = !settings.contains("PBXFileSystemSynchronizedRootGroup")
        return { file in
            settings.contains(URL(filePath: file).lastPathComponent) == isListing
        }
    }

    private func newestUnit(in directory: String) -> IndexUnit? {
        known.filter { $0.key.hasPrefix("\(directory)/") }.values
            .max { $0.date < $1.date }
    }

    /// Whether a file was where it is when its target was built, but no source of it.
    private func wasThere(_ file: String, at unit: IndexUnit) -> Bool {
        let target = sources[directory(of: unit.outputFile)]
        if target?.paths.contains(file) == true { return false }
        return arrivalDate(of: file) < target?.date ?? unit.date
    }

    private static func swiftFiles(in directory: String) -> [String] {
        let paths = FileManager.default.enumerator(atPath: directory)?.compactMap {
            $0 as? String
        }
        // A target may have links to the files of another one.
        return (paths ?? []).filter { $0.hasSuffix(".swift") && !"/\($0)".contains("/.") }
            .map { resolved("\(directory)/\($0)") }
    }
}
