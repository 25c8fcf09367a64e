import Foundation

/// The SIL of a package or project, as far as there is any: what a check begins with.
package struct PackageSIL {
    let files: PackageFiles
    /// What isn't checked.
    let unchecked: [Unchecked]
    /// Keeps other checks from writing the files anew, as long as it lives.
    private var lock: DirectoryLock?
}

/// Targets or sources that aren't checked.
struct Unchecked: Equatable, CustomStringConvertible {
    /// The names of the targets, or the paths of the sources.
    let subjects: [String]
    /// What isn't checked, why, and what to do.
    let message: String
    /// Whether only tests are left out.
    var isOfTests = false

    var description: String {
        let isSource = subjects.first?.hasPrefix("/") == true
        return isSource ? "\(subjects[0]): \(message)" : message
    }
}

// MARK: - Of a build

extension PackageSIL {
    /// Reads what the last build of a package or project compiled, by a pass of the compiler.
    /// Its options have the names and meanings of the command's.
    ///
    /// - Parameters:
    ///   - excludesTests: Whether tests aren't even compiled.
    ///   - environment: Has Xcode's variables in a Run Script phase.
    ///   - progress: Gets a line if it takes long.
    /// - Throws: ``BuildProblem`` if nothing can be checked.
    package init(
        packagePath: String? = nil, buildPath: String? = nil, cachePath: String? = nil,
        compilerPath: String? = nil, excludesTests: Bool = false,
        environment: [String: String], progress: @escaping @Sendable (String) -> Void
    ) throws {
        let location = try BuildLocation(
            packagePath: packagePath, buildPath: buildPath, cachePath: cachePath,
            compilerPath: compilerPath, environment: environment)
        try self.init(at: location, excludesTests: excludesTests, progress: progress)
    }

    /// Reads what a test was built with, from within the test.
    ///
    /// - Parameters:
    ///   - file: A source of the test.
    ///   - bundle: The path of what it was loaded from.
    package init(
        testIn file: String, bundle: String, environment: [String: String],
        progress: @escaping @Sendable (String) -> Void
    ) throws {
        let location = try BuildLocation(
            testIn: file, bundle: bundle, environment: environment)
        try self.init(at: location, progress: progress)
    }

    init(
        at location: BuildLocation, excludesTests: Bool = false,
        progress: @escaping @Sendable (String) -> Void
    ) throws {
        let pass = Pass(directory: location.cache, fallback: location.compiler)
        let targets = try location.targets().filter {
            !excludesTests || !$0.looksLikeTests
        }
        let (reading, lock) = try pass.lockedReading(of: targets, progress: progress)
        let missing = reading.unread.filter { !$0.isRestChecked }
        if !missing.isEmpty { throw BuildProblem.unread(missing.unchecked) }
        let files = reading.targets.flatMap(\.files)
        if let problem = files.lazy.compactMap(\.problem).first { throw problem }
        self.init(
            files: PackageFiles(reading.targets), unchecked: reading.unread.unchecked,
            lock: lock)
    }
}

extension PackageFiles {
    /// Tells by how the targets were compiled what each is for.
    init(_ targets: [TargetSIL]) {
        self.init()
        let others = targets.filter { !$0.isForTests }
        let libraries = others.filter { $0.kind == .library }
        programs = others.filter { $0.kind == .program }.map { main in
            Self.paths(of: [main] + libraries.filter { main.loads.contains($0.module) })
        }
        own = Self.paths(of: others)
        if others.count < targets.count { tests = Self.paths(of: targets) }
    }

    private static func paths(of targets: [TargetSIL]) -> [String] {
        targets.flatMap(\.files).map(\.path)
    }
}

// MARK: - Of files

extension PackageSIL {
    /// Reads the SIL that a build has left in directories.
    package init(sil directories: [String]) throws {
        let all = try SILDirectory(directories).modules
            .filter { !Compilation.ofLibrary.contains($0.name) && !$0.isGenerated }
        let (modules, cut) = (all.filter { $0.name != "" }, all.filter { $0.name == "" })
        let files = modules.flatMap(\.files)
        if files.isEmpty { throw BuildProblem.noSIL(directories) }
        if let problem = files.lazy.compactMap(\.problem).first { throw problem }
        self.init(
            files: PackageFiles(files.map(\.path)),
            unchecked: modules.flatMap(\.unchecked)
                + cut.flatMap(\.files).map {
                    Unchecked(
                        subjects: [$0.path], message: "this SIL is cut short; build again"
                    )
                })
    }
}

extension SILDirectory.Module {
    /// Whether all sources are where builds generate them, as those of a runner of tests.
    fileprivate var isGenerated: Bool {
        !sources.isEmpty && sources.allSatisfy { $0.contains(/\.(noindex|derived)\//) }
    }

    fileprivate var unchecked: [Unchecked] {
        let lost = missing.map {
            Unchecked(
                subjects: [$0],
                message:
                    "no SIL of this is there: a batch may have lost it, or a source of the "
                    + "same name; compile with -driver-filelist-threshold 0, and each target into "
                    + "its own directory")
        }
        let old = changed.map {
            Unchecked(
                subjects: [$0], message: "changed after its SIL was written; build again")
        }
        return lost + old
    }
}

extension StoredSIL {
    /// Why the file can't be read, or `nil` if it can.
    fileprivate var problem: BuildProblem? {
        firstStrangeLine.map { .strangeSIL(path, line: $0) }
    }
}
