import Foundation
import PackagePlugin

/// `swift package check-dependencies`: builds, so that the index is current, and runs the tool.
@main
struct CheckDependencies: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let readsOnly = ["--help", "-h", "--index-store-path"]
        let needsBuild = !arguments.contains { argument in
            readsOnly.contains { argument == $0 || argument.hasPrefix($0 + "=") }
        }
        if needsBuild {
            let build = try packageManager.build(
                .all(includingTests: true),
                parameters: .init(configuration: .debug, echoLogs: false)
            )
            guard build.succeeded else {
                FileHandle.standardError.write(Data(build.logText.utf8))
                Diagnostics.error("the package does not build, so its wiring can't be checked")
                exit(2)
            }
        }
        let tool = try context.tool(named: "collet-check")
        var options = [
            "--package-path", context.package.directoryURL.path,
            "--build-path", tool.url.deletingLastPathComponent().path,
        ]
        if let compiler = try? context.tool(named: "swiftc") {
            options += ["--compiler-path", compiler.url.path]
        }

        let process = Process()
        process.executableURL = tool.url
        process.arguments = options + arguments
        try process.run()
        process.waitUntilExit()
        exit(process.terminationStatus)
    }
}
