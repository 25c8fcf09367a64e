import Foundation

/// The command `check-dependencies`: reads the index, checks the wiring, reports.
///
/// ```swift
/// let result = CheckCommand.run(["--format", "mermaid"])
/// print(result.output)
/// // Prints "flowchart LR" and the graph
/// ```
public enum CheckCommand {
    /// What a run of the command gave.
    public struct Result: Sendable {
        /// 0 if nothing is wrong, 1 on errors, 2 if nothing could be checked.
        public let status: Int32
        /// The text for standard output.
        public let output: String
        /// The text for standard error.
        public let errorOutput: String
    }

    /// Runs the command.
    ///
    /// - Parameters:
    ///   - arguments: The arguments behind the command's name; `--help` lists them.
    /// - Returns: What to print, and the exit status.
    public static func run(_ arguments: [String]) -> Result {
        do {
            let options = try Options(arguments)
            if options.wantsHelp {
                return Result(status: 0, output: Options.help + "\n", errorOutput: "")
            }
            return try check(options)
        } catch let failure as CheckFailure {
            return Result(status: 2, output: "", errorOutput: "error: \(failure.message)\n")
        } catch {
            return Result(status: 2, output: "", errorOutput: "error: \(error)\n")
        }
    }

    private static func check(_ options: Options) throws -> Result {
        let wiring = try Program.wiring(options)
        let diagnostics = diagnostics(of: wiring)
        let errors = diagnostics.count { $0.severity == .error }
        let warnings = diagnostics.count { $0.severity == .warning }

        let lines = diagnostics.flatMap(\.lines) + [summary(of: wiring, errors, warnings)]
        let report = lines.joined(separator: "\n") + "\n"
        var output =
            switch options.format {
            case .mermaid: Drawing(wiring).mermaid
            case .dot: Drawing(wiring).dot
            case nil: report
            }
        if let path = options.output {
            do {
                try Data(output.utf8).write(to: URL(fileURLWithPath: path))
            } catch {
                throw CheckFailure("cannot write to \(path)")
            }
            output = options.format == nil ? "" : report
        }
        let isWrong = errors > 0 || options.isStrict && warnings > 0
        return Result(status: isWrong ? 1 : 0, output: output, errorOutput: "")
    }

    /// All findings, by place.
    static func diagnostics(of wiring: Wiring) -> [Diagnostic] {
        let found =
            MissingRegistrations.check(wiring) + DuplicateRegistrations.check(wiring)
            + UnusedRegistrations.check(wiring) + EndlessComponents.check(wiring)
            + ScopesNotShared.check(wiring) + UnnamedValues.check(wiring)
            + UnreadableRegistrations.check(wiring)
        return found.sorted {
            ($0.place, $0.severity, $0.message) < ($1.place, $1.severity, $1.message)
        }
    }

    private static func summary(of wiring: Wiring, _ errors: Int, _ warnings: Int) -> String {
        func count(_ number: Int, _ noun: String) -> String {
            "\(number) \(noun)\(number == 1 ? "" : "s")"
        }
        let requests = wiring.requests.count(where: \.site.isReported)
        return "check-dependencies: \(count(requests, "injection site")), "
            + "\(count(wiring.registrations.count, "registration")): "
            + "\(count(errors, "error")), \(count(warnings, "warning"))"
    }
}
