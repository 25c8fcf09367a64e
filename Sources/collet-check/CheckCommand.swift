import ColletCheck
import Foundation

/// The command `check-dependencies`: reads the index, checks the wiring, reports.
enum CheckCommand {
    /// What a run of the command gave.
    struct Result: Sendable {
        /// 0 if nothing is wrong, 1 on errors, 2 if nothing could be checked.
        let status: Int32
        /// The text for standard output.
        let output: String
        /// The text for standard error.
        let errorOutput: String
    }

    /// Runs the command.
    ///
    /// - Parameter arguments: The arguments behind the command's name; `--help` lists them.
    /// - Returns: What to print, and the exit status.
    static func run(_ arguments: [String]) -> Result {
        do {
            let options = try Options(arguments, environment: ProcessInfo.processInfo.environment)
            if options.wantsHelp {
                return Result(status: 0, output: Options.help + "\n", errorOutput: "")
            }
            return try check(options)
        } catch {
            return Result(status: 2, output: "", errorOutput: "error: \(error)\n")
        }
    }

    private static func check(_ options: Options) throws -> Result {
        let wiring = try Program.wiring(
            packagePath: options.packagePath, buildPath: options.buildPath,
            indexStorePath: options.indexStorePath, compilerPath: options.compilerPath
        )
        let report = Report(wiring)
        var output = options.format.map { Drawing(wiring).text($0) } ?? report.text() + "\n"
        if let path = options.output {
            do {
                try Data(output.utf8).write(to: URL(fileURLWithPath: path))
            } catch {
                throw CheckFailure("cannot write to \(path)")
            }
            output = options.format == nil ? "" : report.text() + "\n"
        }
        let isWrong = report.isWrong(strict: options.isStrict)
        return Result(status: isWrong ? 1 : 0, output: output, errorOutput: "")
    }
}
