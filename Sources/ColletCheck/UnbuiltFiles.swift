import Foundation

extension Program {
    /// The sources that the index doesn't know, as far as the manifest or the project
    /// says what is one: a unit for each, of which nothing can be read.
    static func unbuilt(besides units: [IndexUnit], in root: String) -> [IndexUnit] {
        let settings = settings(of: root)
        let tokens = Lexer.tokens(of: contents(of: root + "/Package.swift").utf8)
        // Which files are all that a target has, this doesn't read.
        if tokens.contains(where: { $0.is("sources") }) { return [] }
        // Where a dependency by path is, other packages are, too.
        let names = tokens.filter { $0.kind == .string }.map(\.text).filter {
            !$0.contains("..")
        }
        let excluding = ["exclude", "copy", "embedInCode", "process"]
        let excluded = tokens.indices.filter { excluding.contains(where: tokens[$0].is) }
            .flatMap { start in tokens[start...].prefix { !$0.is("]") && !$0.is(")") } }
            .filter { $0.kind == .string }.map(\.text)
        let targets =
            ["Sources", "Source", "src", "srcs", "Tests"]
            .flatMap { path in names.map { "\(path)/\($0)" } }
            + names.filter { $0.contains("/") }
        let directories = targets.map { "\(root)/\($0)" }.filter {
            !exists($0 + "/Package.swift")
        }
        // A project lists what to build; but of a whole folder what not to build.
        let isListing = !settings.contains("PBXFileSystemSynchronizedRootGroup")
        func isSource(_ file: String) -> Bool {
            if tokens.isEmpty {
                return settings.contains(URL(filePath: file).lastPathComponent)
                    == isListing
            }
            let path = file.dropFirst(root.count) + "/"
            // SwiftPM runs a plugin itself, so that it is never in the index.
            return !excluded.contains { path.contains("/\($0)/") }
                && !contents(of: file).contains("import PackagePlugin")
        }
        let known = Dictionary(units.map { (resolved($0.mainFile), $0.module) }) { $1 }
        let modules = Dictionary(known.map { (directory(of: $0.key), $0.value) }) { $1 }
        let files = Set(modules.keys).union(directories).subtracting([root]).flatMap(
            swiftFiles)
        return Set(files).subtracting(known.keys).filter(isSource).sorted().map { file in
            IndexUnit(
                mainFile: file, module: modules[directory(of: file)] ?? "",
                isReported: true,
                isInTests: file.dropFirst(root.count).contains(/Tests?\//),
                leftOut: .unbuilt)
        }
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
