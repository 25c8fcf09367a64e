import Foundation

/// The reason why nothing of a program can be checked.
enum BuildProblem: Error, Equatable, CustomStringConvertible {
    /// There is no package or project to check.
    case noDirectory(String)
    /// No build of the package or project has left arguments at any of these paths.
    case notBuilt(String, lookedAt: [String])
    /// The files of builds at these paths have no arguments in a known form.
    case notRecognised(String, [String])
    /// The build was moved or copied from the place of these objects, so it can't be
    /// used.
    case moved(from: String)
    /// The build has nothing for the destination of a Run Script phase, or its objects
    /// aren't in this directory.
    case otherDestination(String, String)
    /// The targets of the build have no sources in the package or project.
    case foreign(String, build: String)
    /// These sources came after the last build.
    case added([String])
    /// Parts of the program couldn't be read, for these reasons.
    case unread([String])
    /// There is no SIL in these directories.
    case noSIL([String])
    /// There is SIL, but none of the sources that it names: this file, and one of them.
    case goneSources(of: String, String)
    /// The compiler has written an unknown kind of SIL. This is the first such line.
    case strangeSIL(String, line: String)
    /// A file or directory is there, but may not be read.
    case unreadable(String)
    /// The check's own directory may not be written.
    case unwritable(String)
    /// Another check doesn't release this directory.
    case locked(String)
    /// There is no package or project above this file.
    case noProject(String)
    /// A test runs where its sources aren't. This one is missing.
    case noSources(String)
    /// A test runs in the sandbox of an app.
    case sandboxed

    var description: String {
        switch self {
        case .noDirectory(let path): "there is no package or project at '\(path)'"
        case .notBuilt(let root, let paths):
            """
            no build of '\(root)' is found; build it first, \(Self.howToBuild(root))
            A build leaves the compiler's arguments, which the check looked for \
            at\(paths.indented)
            \(Self.otherBuilds(root))
            """
        case .notRecognised(let root, let paths):
            """
            the last build of '\(root)' isn't understood: looked for the compiler's arguments, \
            behind `builtin-SwiftDriver --` or `swiftCommands`, in\(paths.indented)
            \(Self.otherBuilds(root))
            """
        case .moved(let path):
            "the build was made at another place, for '\(path)'; delete it, and build again"
        case .otherDestination(let name, let objects):
            """
            the build has no Swift code for '\(name)' in '\(objects)'; let the phase run in a \
            target that has, or name a build with --build-path
            """
        case .foreign(let root, let build):
            """
            the build at '\(build)' has no target with sources in '\(root)'; name the package \
            or project with --package-path, or its build with --build-path
            """
        case .added(let sources):
            """
            these sources came after the last build, so nothing is checked; build \
            again\(sources.indented)
            """
        case .unread(let messages): messages.joined(separator: "\n")
        case .noSIL(let directories):
            """
            there is no SIL in\(directories.indented)
            Let the build write it with -sil-output-dir, each target's into a directory of its own
            """
        case .goneSources(let path, let source):
            """
            the sources of '\(path)' aren't where it says: there is no '\(source)'; check on the \
            machine that built them, in the directory in which the compiler ran
            """
        case .strangeSIL(let path, let line):
            """
            the SIL of this compiler isn't understood, so nothing is checked; the first line is, \
            in '\(path)'\([line].indented)
            """
        case .unreadable(let path):
            "'\(path)' can't be read; if another user has built this, build it yourself"
        case .unwritable(let path):
            "'\(path)' can't be written; name another directory with --cache-path"
        case .locked(let path):
            "another check is at work in '\(path)', and doesn't end; end it, and check again"
        case .noProject(let file):
            "there is no Package.swift and no Xcode project above '\(file)'"
        case .noSources(let file):
            """
            the sources are not on this machine: there is no '\(file)'; where tests run on \
            another machine than the one that built them, as in Xcode Cloud, check with the \
            command after the build
            """
        case .sandboxed:
            """
            the test runs in its app's sandbox, where no compiler can be started; move it to a \
            test target without a host application, or check with the command
            """
        }
    }

    private static func howToBuild(_ root: String) -> String {
        BuildLocation.isPackage(root)
            ? "with 'swift build --build-tests'"
            : "in Xcode, and name its derived data with --build-path"
    }

    /// How to let a build write SIL, and how to check that.
    private static func otherBuilds(_ root: String) -> String {
        let lines =
            BuildLocation.isPackage(root)
            ? """
                swift build --build-tests --build-system swiftbuild -Xswiftc -sil-output-dir \
            -Xswiftc '$(TARGET_TEMP_DIR)/sil' -Xswiftc -driver-filelist-threshold -Xswiftc 0
                collet-check --sil .build/out/Intermediates.noindex
            """
            : """
                xcodebuild build-for-testing … -derivedDataPath DerivedData \
            OTHER_SWIFT_FLAGS='$(inherited) -sil-output-dir $(TARGET_TEMP_DIR)/sil \
            -driver-filelist-threshold 0'
                collet-check --sil DerivedData/Build/Intermediates.noindex
            """
        return "If that doesn't help, let the build write SIL, and check this:\n\(lines)"
    }
}
