import Foundation

/// A build, as described by SwiftPM's native build system: `description.json`.
struct BuildDescription: Decodable {
    private let swiftCommands: [String: Command]

    fileprivate struct Command: Decodable {
        let executable, moduleName, importPath, tempsPath: String
        let sources, otherArguments: [String]
        let moduleAliases: [String: String]?
        let fileList: String?
        let isLibrary: Bool?

        fileprivate func compilation(in root: String, _ date: Date) -> Compilation {
            let aliases = (moduleAliases ?? [:]).inOrder
                .flatMap { ["-module-alias", "\($0)=\($1)"] }
            let arguments =
                ["-module-name", moduleName] + aliases + ["-I", importPath]
                + otherArguments
                // Swift 6.3 lists this flag among the other arguments.
                + (isLibrary == true ? ["-parse-as-library"] : [])
            let objects = URL(filePath: tempsPath)
            // The description also has targets that weren't built.
            let wasBuilt = fileList.map(exists) ?? true
            return Compilation(
                name: objects.deletingPathExtension().lastPathComponent,
                module: moduleName,
                compiler: executable,
                arguments: Arguments(ResponseFile.expanded(arguments, in: root)),
                sources: sources, directory: root, objects: tempsPath,
                destination: objects.deletingLastPathComponent().path,
                isVariant: importPath.hasSuffix("-tool"), wasBuilt: wasBuilt,
                date: wasBuilt ? date : .distantPast)
        }
    }

    /// Returns the targets of the builds in a directory, which has a directory for each
    /// platform, with one for each configuration.
    ///
    /// - Parameter read: Gets the paths of the descriptions.
    static func targets(in directory: String, of root: String, read: inout [String])
        throws -> [Compilation]
    {
        try all(in: directory).flatMap { path in
            read.append(path)
            let products = URL(filePath: path).deletingLastPathComponent()
            let link = "\(directory)/\(products.lastPathComponent)"
            // A build with nothing new to plan changes only the link.
            let date = max(changeDate(of: path), changeDate(of: link))
            let read = try? JSONDecoder().decode(Self.self, from: try contents(of: path))
            return read?.swiftCommands.values.map { $0.compilation(in: root, date) } ?? []
        }
    }

    /// The paths of the descriptions in a directory.
    static func all(in directory: String) throws -> [String] {
        try names(in: directory).filter { $0.contains("-") }
            .flatMap { try paths(in: "\(directory)/\($0)") }
            .map { "\($0)/description.json" }.filter(exists)
    }
}
