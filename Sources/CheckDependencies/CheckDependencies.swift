import Foundation
import PackagePlugin

/// `swift package check-dependencies`: builds, so that the compiler's arguments match the
/// sources, and runs the tool.
@main
struct CheckDependencies: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        func has(_ options: String...) -> Bool {
            arguments.contains { argument in
                options.contains { argument == $0 || argument.hasPrefix($0 + "=") }
            }
        }
        let needsBuild = !has(
            "--help", "-h", "--build-path", "--index-store-path", "--sil")
        if needsBuild, has("--package-path") {
            Diagnostics.error(
                """
                SwiftPM builds the package that it runs in; for another one: swift package \
                --package-path DIR check-dependencies
                """)
            exit(2)
        }
        let failure = needsBuild ? try build() : nil
        var status = try runTool(
            context.tool(named: "collet-check").url, in: context.package.directoryURL,
            cache: context.pluginWorkDirectoryURL,
            compiler: try? context.tool(named: "swiftc").url,
            arguments + (failure == nil ? [] : ["--exclude-tests"])
        )
        if let failure, has("--strict"), !has("--exclude-tests") {
            Diagnostics.error("not everything was checked: \(failure)")
            if status == 0 { status = 2 }
        } else if let failure {
            Diagnostics.warning(failure)
        }
        exit(status)
    }

    /// Builds everything that is checked. If only the tests don't compile, as on a Mac
    /// with nothing but the Command Line Tools, leaves them out and returns why.
    private func build() throws -> String? {
        func build(includingTests: Bool) throws -> PackageManager.BuildResult {
            try packageManager.build(
                .all(includingTests: includingTests),
                parameters: .init(configuration: .debug, echoLogs: false))
        }
        let all = try build(includingTests: true)
        if all.succeeded { return nil }
        FileHandle.standardError.write(Data(all.logText.utf8))
        if try build(includingTests: false).succeeded {
            let needsXcode = ["'Testing'", "'XCTest'"].contains {
                all.logText.contains("no such module \($0)")
            }
            let reason =
                needsXcode
                ? "; on a Mac, they need Xcode, not the Command Line Tools" : ""
            return "the tests don't compile, so they were left out\(reason)"
        }
        let isForOthers = all.logText.contains("no such module 'UIKit'")
        let cure =
            isForOthers
            ? "; as it builds for iOS only, build it with xcodebuild, and name the derived "
                + "data with --build-path"
            : ""
        Diagnostics.error(
            "the package does not build, so its wiring can't be checked\(cure)")
        exit(2)
    }

    /// Runs the tool, and returns its status.
    private func runTool(
        _ tool: URL, in root: URL, cache: URL, compiler: URL?, _ arguments: [String]
    ) throws -> Int32 {
        // Xcode names the targets that the user chose, but a program is wired as a whole.
        var extractor = ArgumentExtractor(arguments)
        _ = extractor.extractOption(named: "target")
        let process = Process()
        process.executableURL = tool
        process.arguments = [
            "--package-path", root.path, "--build-path",
            tool.deletingLastPathComponent().path,
            "--cache-path", cache.appending(path: "sil").path,
        ]
        if let compiler { process.arguments! += ["--compiler-path", compiler.path] }
        process.arguments! += extractor.remainingArguments
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    /// In an Xcode project, the user has already built, and the arguments are in the
    /// derived data.
    extension CheckDependencies: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            exit(
                try runTool(
                    context.tool(named: "collet-check").url,
                    in: context.xcodeProject.directoryURL,
                    cache: context.pluginWorkDirectoryURL,
                    compiler: try? context.tool(named: "swiftc").url, arguments
                ))
        }
    }
#endif
