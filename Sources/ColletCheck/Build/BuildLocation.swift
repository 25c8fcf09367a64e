import Foundation

/// What is checked, where it was built, and where the check keeps what it reads.
struct BuildLocation {
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
    ///   - environment: Has Xcode's variables in a Run Script phase.
    init(
        packagePath: String? = nil, buildPath: String? = nil, cachePath: String? = nil,
        compilerPath: String? = nil, environment: [String: String]
    ) throws {
        let here = FileManager.default.currentDirectoryPath
        let root = resolved(packagePath ?? environment["SRCROOT"] ?? here)
        guard FileManager.default.fileExists(atPath: root) else {
            throw BuildProblem.noDirectory(root)
        }
        // Whoever names a build means that one, wherever the phase is.
        let phase = buildPath == nil ? XcodePhase(environment) : nil
        let path = buildPath ?? phase?.intermediates ?? "\(root)/.build"
        var build =
            BuildDirectory(around: path, root: root)
            ?? BuildDirectory(path: path, root: root)
        build.phase = phase
        self.root = root
        self.build = build
        // The plugin of a package may write nowhere else, and whoever checks shares it.
        cache = cachePath ?? "\(build.path)/plugins/CheckDependencies/outputs/sil"
        compiler =
            compilerPath ?? environment["DT_TOOLCHAIN_DIR"].map { "\($0)/usr/bin/swiftc" }
            ?? Self.compiler(inPath: environment["PATH"] ?? "")
    }

    /// Finds what is checked by a test, from within it.
    ///
    /// - Parameters:
    ///   - file: A source of the test.
    ///   - bundle: The path of what the test was loaded from.
    init(testIn file: String, bundle: String, environment: [String: String]) throws {
        if environment["APP_SANDBOX_CONTAINER_ID"] != nil { throw BuildProblem.sandboxed }
        guard FileManager.default.fileExists(atPath: file) else {
            throw BuildProblem.noSources(file)
        }
        guard let root = Self.root(of: file) else { throw BuildProblem.noProject(file) }
        try self.init(
            packagePath: root, buildPath: bundle, environment: environment)
    }

    /// The nearest directory around a file that has a package or project.
    private static func root(of file: String) -> String? {
        ancestors(of: file).first { directory in
            let names = (try? names(in: directory)) ?? []
            return names.contains {
                $0.contains(/^Package\.swift$|\.(xcodeproj|xcworkspace)$/)
            }
        }
    }

    private static func compiler(inPath path: String) -> String? {
        path.split(separator: ":").map { "\($0)/swiftc" }
            .first(where: FileManager.default.isExecutableFile)
    }
}

// MARK: What is built of it

extension BuildLocation {
    /// Returns the targets of the last build.
    ///
    /// - Throws: If the build isn't of what is checked, or knows less of it than there is.
    func targets() throws -> [Compilation] {
        let targets = try build.targets()
        let isBuiltFrom = targets.contains { target in
            target.sources.contains { resolved($0).hasPrefix("\(root)/") }
        }
        guard isBuiltFrom else { throw BuildProblem.foreign(root, build: build.path) }
        let added = try sources(notIn: targets)
        if !added.isEmpty { throw BuildProblem.added(added) }
        return targets
    }

    /// The sources of a package that came after the builds of their targets. One that was
    /// there, but isn't compiled, is excluded, or another target's.
    private func sources(notIn targets: [Compilation]) throws -> [String] {
        // A project lists its sources.
        guard FileManager.default.fileExists(atPath: "\(root)/Package.swift") else {
            return []
        }
        let known = Set(targets.flatMap(\.sources).map(resolved))
        let built = targets.filter { $0.wasBuilt && !$0.isOfOtherPackage }
        let added = try built.flatMap { target in
            try target.sourceDirectories.filter { !$0.path.hasPrefix("\(build.path)/") }
                .flatMap { try Self.sources(in: $0.path, below: $0.isWhole) }
                .filter { !known.contains($0) && arrivalDate(of: $0) > target.date }
        }
        return Set(added).sorted()
    }

    private static func sources(in directory: String, below: Bool) throws -> [String] {
        try names(in: directory).filter { !$0.hasPrefix(".") }.flatMap { name in
            let path = "\(directory)/\(name)"
            if name.hasSuffix(".swift") { return [path] }
            return below ? try sources(in: path, below: true) : []
        }
    }
}

extension Compilation {
    /// Where new sources of the target may be: in the directories of its sources, or
    /// anywhere below one that is wholly the target's.
    fileprivate var sourceDirectories: [(path: String, isWhole: Bool)] {
        let roots = ["Sources", "Source", "Tests", "src", "srcs"].map {
            "/\($0)/\(name)/"
        }
        var directories: [String: Bool] = [:]
        for source in sources.map(resolved) {
            let root = roots.lazy.compactMap { source.range(of: $0) }.first
            let path =
                root.map { String(source[..<$0.upperBound].dropLast()) }
                ?? URL(filePath: source).deletingLastPathComponent().path
            directories[path] = root != nil
        }
        return directories.map { ($0.key, $0.value) }
    }
}

/// What Xcode says to a Run Script phase of what it is building.
struct XcodePhase {
    /// Where all objects are.
    let intermediates: String
    /// The configuration and the platform, as directories are named: `Debug-iphoneos`.
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

extension BuildDirectory {
    /// The directory of builds in which something is that a build has made: products, or the
    /// bundle of a test. `nil` if there is none.
    init?(around path: String, root: String) {
        let ancestors = ancestors(of: path)
        guard let nearest = ancestors.firstIndex(where: Self.hasBuild) else { return nil }
        // In `.build/out`, `out` has builds, and so has `.build`. Beside other scratch paths it
        // may look like one, too.
        var place = ancestors[nearest]
        for outer in ancestors[(nearest + 1)...] {
            let name = URL(filePath: place).lastPathComponent
            guard Self.inner.contains(name), Self.hasBuild(outer) else { break }
            place = outer
        }
        self.init(path: place, root: root)
    }

    /// The directories within one of builds that have builds themselves.
    private static let inner: Set = ["Build", "Intermediates.noindex", "out"]
}

/// Returns a path without links, and the directories above it, from the nearest.
private func ancestors(of path: String) -> [String] {
    sequence(first: URL(filePath: resolved(path))) { $0.deletingLastPathComponent() }
        .prefix { $0.path != "/" }.map(\.path)
}
