import ColletCheck
import Foundation

/// The command: options in, findings and a status out.
enum CheckCommand {
    /// What a run of the command says.
    struct Result: Sendable {
        let status: Int32
        var output = "", errorOutput = ""
    }

    static func run(_ arguments: [String]) -> Result {
        do {
            return try check(Options(arguments, environment: ProcessInfo.processInfo.environment))
        } catch {
            return Result(status: 2, errorOutput: "error: \(error)\n")
        }
    }

    private static func check(_ options: Options) throws -> Result {
        if options.wantsHelp { return Result(status: 0, output: Options.help + "\n") }
        let wiring = try Program.wiring(
            packagePath: options.packagePath, buildPath: options.buildPath,
            indexStorePath: options.indexStorePath, compilerPath: options.compilerPath)
        let report = Report(wiring, includesTests: options.includesTests)
        let findings = options.format.text(of: report)
        let drawing = options.graph.map { $0.text(of: Drawing(wiring)) }
        var output = drawing ?? findings
        if let path = options.output {
            guard (try? Data(output.utf8).write(to: URL(filePath: path))) != nil
            else { throw CheckFailure("cannot write to \(path)") }
            output = ""
        }
        return Result(
            status: report.isWrong(strict: options.isStrict) ? 1 : 0, output: output,
            errorOutput: drawing == nil ? "" : findings)
    }
}
