import ColletCheck
import Foundation

/// The command: options in, findings and a status out.
enum CheckCommand {
    /// The result of a run.
    typealias Result = (status: Int32, output: String, errorOutput: String)

    /// - Parameter keep: Gets the check after it has run.
    static func run(
        _ arguments: [String],
        environment: [String: String] = ProcessInfo.processInfo.environment,
        keep: (Check) -> Void = { _ in }
    ) -> Result {
        do {
            let options = try Options(arguments)
            var result = try run(options, environment, keep)
            let warning = options.warning.map { "warning: \($0)\n" }
            result.errorOutput = (warning ?? "") + result.errorOutput
            return result
        } catch {
            return (2, "", "error: \(error)\n")
        }
    }

    private static func run(
        _ options: Options, _ environment: [String: String], _ keep: (Check) -> Void
    ) throws -> Result {
        if options.wantsHelp { return (0, Options.help + "\n", "") }
        let sil = try options.sil(environment)
        let check = Check(sil)
        keep(check)
        if let name = options.needs { return (0, try check.needs(of: name), "") }
        if let key = options.why { return (0, try check.reasons(for: key), "") }
        let report = check.report(includesTests: options.includesTests)
        let findings = options.format.text(
            of: report, isStrict: options.isStrict, in: repository(environment))
        let drawing = options.graph.map { check.drawing(in: $0) }
        let status = report.status(strict: options.isStrict)
        let (output, errorOutput) = (drawing ?? findings, drawing == nil ? "" : findings)
        guard let path = options.output else { return (status, output, errorOutput) }
        guard (try? Data(output.utf8).write(to: URL(filePath: path))) != nil
        else { throw Refusal("cannot write to \(path)") }
        return (status, "", errorOutput)
    }

    /// Returns the directory that GitHub's paths start from: the workflow's workspace or
    /// the repository around a directory, or else the directory itself.
    static func repository(
        _ environment: [String: String],
        around directory: String = FileManager.default.currentDirectoryPath
    ) -> String {
        let workspace = environment["GITHUB_WORKSPACE"].flatMap {
            ancestors(of: $0).first
        }
        let all = ancestors(of: directory)
        return all.first { $0 == workspace } ?? all.first { exists("\($0)/.git") }
            ?? directory
    }
}

extension Options {
    /// The SIL to check: from a build, or newly written by the compiler.
    fileprivate func sil(_ environment: [String: String]) throws -> PackageSIL {
        if !sil.isEmpty {
            return try PackageSIL(sil: sil, excludesTests: excludesTests)
        }
        let location = try BuildLocation(
            packagePath: packagePath, buildPath: buildPath, cachePath: cachePath,
            compilerPath: compilerPath, environment: environment)
        return try PackageSIL(at: location, excludesTests: excludesTests)
    }
}
