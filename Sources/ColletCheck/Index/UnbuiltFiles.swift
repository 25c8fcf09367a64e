import Foundation

extension Program {
    /// The sources of packages and Xcode projects that the index doesn't know, as far as their files
    /// say what is one: a unit for each, as of a file that can't be read.
    static func unbuilt(besides units: [IndexUnit], in root: String) -> [IndexUnit] {
        let modules = Dictionary(units.map { (directory(of: $0.mainFile), $0.module) }) { $1 }
        let byProject = Dictionary(grouping: modules.keys) { directory in
            ancestors(of: directory).first { !projects(in: $0).isEmpty } ?? ""
        }
        let files = byProject.flatMap { project, directories -> [String] in
            guard "\(project)/".hasPrefix("\(root)/") else { return [] }
            let own = directories.filter { $0 != project }
            return exists(project + "/Package.swift")
                ? sources(ofPackage: project, own, isRoot: project == root)
                : sources(ofProject: project, own)
        }
        let unknown = Set(files).subtracting(units.map { resolved($0.mainFile) })
        return unknown.sorted().filter { !isPlugin($0) }.map { file in
            IndexUnit(
                mainFile: file, module: modules[directory(of: file)] ?? "", outputFile: "",
                store: "", date: .distantPast, isReported: true,
                isInTests: file.dropFirst(root.count).contains(/Tests?\//), leftOut: .unbuilt)
        }
    }

    private static func directory(of file: String) -> String {
        URL(filePath: file).deletingLastPathComponent().path
    }

    /// What SwiftPM itself runs is never in the index.
    private static func isPlugin(_ file: String) -> Bool {
        (try? String(contentsOfFile: file, encoding: .utf8))?.contains("import PackagePlugin") == true
    }

    private static func swiftFiles(in directories: [String]) -> [String] {
        Set(directories).flatMap { directory in
            (FileManager.default.enumerator(atPath: directory) ?? .init()).compactMap { path in
                (path as? String).flatMap { $0.hasSuffix(".swift") ? "\(directory)/\($0)" : nil }
            }
        }
    }

    /// What is in the directories of targets and is not excluded. Of another package, the program may
    /// need some targets only.
    private static func sources(
        ofPackage package: String, _ known: [String], isRoot: Bool
    ) -> [String] {
        let manifest = FileManager.default.contents(atPath: package + "/Package.swift") ?? Data()
        let tokens = Lexer.tokens(of: manifest)
        if tokens.contains(where: { $0.is("sources") }) { return [] }
        let names = tokens.filter { $0.kind == .string && !$0.text.isEmpty }.map(\.text)
        let paths =
            names.filter { $0.contains("/") }
            + ["Sources", "Source", "src", "srcs", "Tests"].flatMap { path in
                names.map { "\(path)/\($0)" }
            }
        let excluded = tokens.indices.filter { tokens[$0].is("exclude") }.flatMap { start in
            tokens[start...].prefix { !$0.is("]") }.filter { $0.kind == .string }.map(\.text)
        }
        let targets = paths.map { "\(package)/\($0)" }.filter { !exists($0 + "/Package.swift") }
        return swiftFiles(in: known + (isRoot ? targets : [])).filter { file in
            let path = file.dropFirst(package.count) + "/"
            return !excluded.contains { path.contains("/\($0)/") }
        }
    }

    /// What is beside known files, or below, if the project lists it, or else what is not to be built.
    private static func sources(ofProject project: String, _ known: [String]) -> [String] {
        let texts = projects(in: project).compactMap {
            try? String(contentsOfFile: "\(project)/\($0)/project.pbxproj", encoding: .utf8)
        }
        let text = texts.joined()
        let listsAll = !text.contains("PBXFileSystemSynchronizedRootGroup")
        return text.isEmpty
            ? []
            : swiftFiles(in: known).filter {
                text.contains(URL(filePath: $0).lastPathComponent) == listsAll
            }
    }
}
