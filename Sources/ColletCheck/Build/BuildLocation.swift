import Foundation

/// The checked package or project, its build, and the check's own directory.
package struct BuildLocation {
    /// The directory of the package or project, without links.
    let root: String
    let build: BuildDirectory
    /// The check's own directory.
    let cache: String
    /// The compiler for targets whose own is gone.
    let compiler: String?

    /// - Parameters:
    ///   - packagePath: The directory of the package or project.
    ///   - buildPath: A directory of builds, or one in it.
    ///   - cachePath: The check's own directory.
    ///   - compilerPath: The path of `swiftc`.
    ///   - environment: The variables of the process. In a Run Script phase, Xcode's are
    ///     among them.
    package init(
        packagePath: String? = nil, buildPath: String? = nil, cachePath: String? = nil,
        compilerPath: String? = nil, environment: [String: String]
    ) throws {
        let root = resolved(
            packagePath ?? environment["SRCROOT"]
                ?? FileManager.default.currentDirectoryPath)
        if !exists(root) {
            throw Refusal("there is no package or project at '\(root)'")
        }
        // A build that the user names takes precedence over the phase's.
        let phase = buildPath == nil ? XcodePhase(environment) : nil
        let path = buildPath ?? phase?.intermediates ?? "\(root)/.build"
        var build = BuildDirectory(around: path, root: root)
        build.phase = phase
        self.root = root
        self.build = build
        // A package's plugin can't write elsewhere, and all checks share this directory.
        cache = cachePath ?? "\(build.path)/plugins/CheckDependencies/outputs/sil"
        let inPath = environment["PATH", default: ""].split(separator: ":")
            .map { "\($0)/swiftc" }
        compiler =
            compilerPath ?? environment["DT_TOOLCHAIN_DIR"].map { "\($0)/usr/bin/swiftc" }
            ?? inPath.first(where: FileManager.default.isExecutableFile)
    }

    /// Finds the package or project of a test, from within the test.
    ///
    /// - Parameters:
    ///   - file: A source of the test.
    ///   - bundle: The path from which the test was loaded.
    package init(testIn file: String, bundle: String, environment: [String: String])
        throws
    {
        if environment["APP_SANDBOX_CONTAINER_ID"] != nil {
            throw Refusal(
                """
                the test runs in its app's sandbox, where no compiler can be started; move \
                it to a test target without a host application, or check with the command
                """)
        }
        if !exists(file) {
            throw Refusal(
                """
                the sources are not on this machine: there is no '\(file)'; where tests run \
                on another machine than the one that built them, as in Xcode Cloud, check \
                with the command after the build
                """)
        }
        guard let root = Self.root(of: file) else {
            throw Refusal(
                "there is no Package.swift and no Xcode project above '\(file)'")
        }
        try self.init(
            packagePath: root, buildPath: bundle, environment: environment)
    }

    /// The nearest directory above a file that has a package or project.
    private static func root(of file: String) -> String? {
        ancestors(of: file).first { directory in
            if isPackage(directory) { return true }
            // A directory of temporary files may have thousands.
            let names = (try? names(in: directory)) ?? []
            return names.contains {
                $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace")
            }
        }
    }

    static func isPackage(_ root: String) -> Bool {
        exists("\(root)/Package.swift")
    }

    // MARK: Targets

    /// Returns the targets of the last build.
    ///
    /// - Throws: If the build is of something else, or doesn't know all sources.
    func targets() throws -> [Compilation] {
        let targets = try build.targets()
        let isBuiltFrom = targets.contains { target in
            target.sources.contains { resolved($0).hasPrefix("\(root)/") }
        }
        // A phase checks what is being built, wherever the sources are.
        guard isBuiltFrom || build.phase != nil && !targets.isEmpty else {
            throw Refusal(
                """
                the build at '\(build.path)' has no target with sources in '\(root)'; name the \
                package or project with --package-path, or its build with --build-path
                """)
        }
        let added = try sources(notIn: targets)
        if !added.isEmpty {
            throw Refusal(
                """
                these sources came after the last build, so nothing is checked; build \
                again\(added.indented)
                """)
        }
        return targets
    }

    /// The packages' sources that are newer than the builds of their targets. An older
    /// source that isn't compiled is excluded, or belongs to another target.
    private func sources(notIn targets: [Compilation]) throws -> [String] {
        let known = Set(targets.flatMap(\.sources).map(resolved))
        let built = targets.filter { $0.wasBuilt && !$0.isOfOtherPackage }
        let added = try built.flatMap { target in
            try target.directories.filter { isOfPackage($0.path) }.flatMap(Self.sources)
                .filter { !known.contains($0) && arrivalDate(of: $0) > target.date }
        }
        return Set(added).sorted()
    }

    /// Whether new sources in a directory are compiled. A project lists its sources.
    private func isOfPackage(_ directory: String) -> Bool {
        let isGenerated = directory.hasPrefix("\(build.path)/")
        let root = isGenerated ? nil : Self.root(of: directory)
        return root.map(Self.isPackage) == true
    }

    private static func sources(in directory: String, below: Bool) throws -> [String] {
        let all =
            try below
            ? FileManager.default.subpaths(atPath: directory) ?? []
            : names(in: directory)
        return all.filter { $0.hasSuffix(".swift") && !"/\($0)".contains("/.") }
            .map { "\(directory)/\($0)" }
    }
}

extension Compilation {
    /// Where the target may have new sources: in the directories of its sources, or
    /// anywhere below one that belongs entirely to the target.
    fileprivate var directories: [(path: String, below: Bool)] {
        let own = NSRegularExpression.escapedPattern(for: name)
        let directories = sources.map(resolved).map { source in
            let root = source.range(
                of: "/(Sources?|Tests|srcs?)/\(own)/", options: .regularExpression)
            let path = root.map { String(source[..<$0.upperBound].dropLast()) }
            let parent = URL(filePath: source).deletingLastPathComponent().path
            return (path ?? parent, path != nil)
        }
        return Dictionary(directories) { $1 }.map { ($0, $1) }
    }
}

/// The build that Xcode is running, from the environment of a Run Script phase.
struct XcodePhase {
    /// The directory with all objects.
    let intermediates: String
    /// The configuration and the platform, as in a directory's name: `Debug-iphoneos`.
    let destination: String

    init?(_ environment: [String: String]) {
        guard let path = environment["OBJROOT"],
            let configuration = environment["CONFIGURATION"]
        else { return nil }
        intermediates = resolved(path)
        destination = configuration + (environment["EFFECTIVE_PLATFORM_NAME"] ?? "")
    }

    func isBuilding(_ target: Compilation) -> Bool {
        target.destination.hasPrefix(destination + "/")
            && resolved(target.objects).hasPrefix(intermediates + "/")
    }
}
