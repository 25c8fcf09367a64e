import ColletCheck
import Foundation

/// The command: options in, findings and a status out.
enum CheckCommand {
    /// What a run of the command says.
    typealias Result = (status: Int32, output: String, errorOutput: String)

    static func run(_ arguments: [String]) -> Result {
        do {
            return try check(
                Options(arguments, environment: ProcessInfo.processInfo.environment))
        } catch {
            return (2, "", "error: \(error)\n")
        }
    }

    private static func check(_ options: Options) throws -> Result {
        if options.wantsHelp { return (0, Options.help + "\n", "") }
        if !options.sil.isEmpty {
            return try written(checkSIL(options), to: options.output)
        }
        let program = try Program(
            packagePath: options.packagePath, buildPath: options.buildPath,
            indexStorePath: options.indexStorePath, compilerPath: options.compilerPath)
        if let name = options.needs {
            let keys = try program.keys(neededBy: name)
            return (0, NeedsFormat(keys: keys).text, "")
        }
        let wiring = program.wiring(excludesTests: options.excludesTests)
        let report = Report(
            wiring, includesTests: options.includesTests,
            excludesTests: options.excludesTests, isJustBuilt: options.isJustBuilt
        )
        let findings = options.format.text(of: report)
        let drawing = options.graph.map { $0.text(of: Drawing(wiring)) }
        let status = report.status(strict: options.isStrict)
        let result = (status, drawing ?? findings, drawing == nil ? "" : findings)
        return try written(result, to: options.output)
    }

    /// The same, with the output in a file, if there is one.
    private static func written(_ result: Result, to path: String?) throws -> Result {
        guard let path else { return result }
        guard (try? Data(result.output.utf8).write(to: URL(filePath: path))) != nil
        else { throw CheckFailure("cannot write to \(path)") }
        return (result.status, "", result.errorOutput)
    }
}
