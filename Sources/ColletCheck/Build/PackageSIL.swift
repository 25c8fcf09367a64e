import Foundation

/// The SIL of a package or project, as far as it exists: the input of a check.
package struct PackageSIL {
    let files: PackageFiles
    /// Findings about code that isn't checked.
    let unchecked: [Finding]

    private init(
        _ files: [SILFile], _ unchecked: [Finding], excludesTests: Bool
    ) throws {
        for file in files {
            if let line = file.firstStrangeLine {
                throw Refusal(
                    """
                    the SIL of this compiler isn't understood, so nothing is checked; the \
                    first line is, in '\(file.path)'\([line].indented)
                    """)
            }
        }
        let all = PackageFiles(files)
        self.files = excludesTests ? PackageFiles(all.own) : all
        self.unchecked = unchecked
    }

    // MARK: From a build

    /// Reads the code that the last build of a package or project compiled.
    ///
    /// - Parameters:
    ///   - excludesTests: Whether to leave tests uncompiled.
    ///   - progress: Gets a line if reading takes long.
    /// - Throws: ``Refusal`` if nothing can be checked.
    package init(
        at location: BuildLocation, excludesTests: Bool = false,
        progress: @escaping @Sendable (String) -> Void = { line in
            FileHandle.standardError.write(Data((line + "\n").utf8))
        }
    ) throws {
        let pass = Pass(
            directory: location.cache, fallback: location.compiler,
            excludesTests: excludesTests)
        let (files, unread) = try pass.read(location.targets(), progress: progress)
        let missing = unread.filter { !$0.isRestChecked }
        if !missing.isEmpty { throw Refusal(missing.messages.joined(separator: "\n")) }
        try self.init(
            files, unread.messages.map { Finding(unchecked: $0) },
            excludesTests: excludesTests)
    }

    // MARK: From files

    /// Reads the SIL that a build has left in directories.
    package init(sil directories: [String], excludesTests: Bool = false) throws {
        let modules = try SILModule.all(in: directories)
        let files = modules.flatMap(\.files)
        if !files.contains(where: \.isComplete) {
            throw Refusal(
                """
                there is no SIL in\(directories.indented)
                Let the build write it with -sil-output-dir, each target's into a directory \
                of its own
                """)
        }
        let leftOut = excludesTests ? files.testModules : []
        let unchecked = modules.filter { !leftOut.contains($0.name) }
            .flatMap(\.unchecked).map { Finding(unchecked: $1, in: $0) }
        try self.init(
            files.filter(\.isComplete), unchecked, excludesTests: excludesTests)
    }
}

extension Finding {
    /// A finding that says what isn't checked, why, and what to do. A target has no
    /// place.
    init(unchecked message: String, in path: String? = nil) {
        let place = path.map { Place(file: URL(filePath: $0).path, line: 1, column: 1) }
        self.init(
            rule: .unchecked, severity: .error, place: place ?? .unknown,
            message: message)
    }
}

extension SILFile {
    /// The first line that isn't understood, if most aren't: then an unknown compiler
    /// wrote the file. A single new instruction makes only one place unknown.
    fileprivate var firstStrangeLine: String? {
        if !text.hasPrefix("sil_stage ") { return text.before("\n").string }
        let sample = functions.prefix(10).flatMap(\.code.blocks).flatMap(\.instructions)
        let strange = sample.filter { $0.opcode == .unknown }
        return strange.count * 2 > sample.count ? strange[0].line.string : nil
    }
}
