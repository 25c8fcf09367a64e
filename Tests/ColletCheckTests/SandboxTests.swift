#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    @testable import ColletCheck

    /// A namespace for mounts has the effect of the sandbox around a plugin's tool on a
    /// Mac: only the check's own directory and the one for temporary files can be
    /// written.
    extension PackageTests.SandboxTests {
        /// Builds a package with macros, and runs the other test in the namespace.
        @Test(arguments: PackageTests.buildSystems)
        func thePassWritesToItsDirectories(_ system: String) async throws {
            let package = try await SamplePackage.built(system)
            let temporary = try BuildPlace("Temporary").path
            let script = """
                set -e
                mkdir -p "$1"
                mount --bind "$1" "$1"
                mount --bind "$2" "$2"
                mount -o remount,bind,ro /
                shift 2
                exec "$@"
                """
            let run = try await Run(
                "env",
                ["TMPDIR=\(temporary)", "COLLET_SANDBOXED=\(package.root)", "unshare"]
                    + ["--map-root-user", "--mount", "sh", "-c", script, "sh"]
                    + ["\(package.root)/check", temporary, CommandLine.arguments[0]]
                    + ["--testing-library", "swift-testing", "--filter", "inTheSandbox"])
            #expect(run.status == 0, "\(run.output)\(run.error)")
            #expect((run.output + run.error).contains("inTheSandbox() passed"))
        }

        @Test(.enabled(if: sandboxed != nil)) func inTheSandbox() throws {
            let root = try #require(sandboxed)
            let build = BuildDirectory(path: "\(root)/.build", root: root)
            #expect(throws: (any Error).self) {
                try Data().write(to: URL(filePath: "\(root)/.build/file"))
            }
            let reading = try Pass(directory: "\(root)/check").read(build.targets()) {
                _ in
            }
            #expect(reading.unread == [])
            #expect(reading.files.count == 5)
        }
    }

    private let sandboxed = ProcessInfo.processInfo.environment["COLLET_SANDBOXED"]
#endif
