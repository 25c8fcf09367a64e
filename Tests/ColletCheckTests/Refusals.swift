@testable import ColletCheck

/// What users are told if nothing of a program can be checked.
extension Refusal {
    static func noDirectory(_ path: String) -> Self {
        Self("there is no package or project at '\(path)'")
    }

    static func otherDestination(_ name: String, _ objects: String) -> Self {
        Self(
            """
            the build has no Swift code for '\(name)' in '\(objects)'; let the phase run in a \
            target that has, or name a build with --build-path
            """)
    }

    static func foreign(_ root: String, build: String) -> Self {
        Self(
            """
            the build at '\(build)' has no target with sources in '\(root)'; name the package \
            or project with --package-path, or its build with --build-path
            """)
    }

    static func added(_ sources: [String]) -> Self {
        Self(
            """
            these sources came after the last build, so nothing is checked; build again
                \(sources.joined(separator: "\n    "))
            """)
    }

    static func unread(_ messages: [String]) -> Self {
        Self(messages.joined(separator: "\n"))
    }

    static func noSIL(_ directory: String) -> Self {
        Self(
            """
            there is no SIL in
                \(directory)
            Let the build write it with -sil-output-dir, each target's into a directory of \
            its own
            """)
    }

    static func goneSources(of path: String, _ source: String) -> Self {
        Self(
            """
            the sources of '\(path)' aren't where it says: there is no '\(source)'; check on \
            the machine that built them, in the directory in which the compiler ran
            """)
    }

    static func strangeSIL(_ path: String, line: String) -> Self {
        Self(
            """
            the SIL of this compiler isn't understood, so nothing is checked; the first line \
            is, in '\(path)'
                \(line)
            """)
    }

    static func unreadable(_ path: String) -> Self {
        Self("'\(path)' can't be read; if another user has built this, build it yourself")
    }

    static func unwritable(_ path: String) -> Self {
        Self("'\(path)' can't be written; name another directory with --cache-path")
    }

    static func locked(_ path: String) -> Self {
        Self(
            """
            another check is at work in '\(path)', and doesn't end; end it, and check again
            """)
    }

    static func noProject(_ file: String) -> Self {
        Self("there is no Package.swift and no Xcode project above '\(file)'")
    }

    static func noSources(_ file: String) -> Self {
        Self(
            """
            the sources are not on this machine: there is no '\(file)'; where tests run on \
            another machine than the one that built them, as in Xcode Cloud, check with the \
            command after the build
            """)
    }

    static let sandboxed = Self(
        """
        the test runs in its app's sandbox, where no compiler can be started; move it to a \
        test target without a host application, or check with the command
        """)
}
