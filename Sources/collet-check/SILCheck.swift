import ColletRun

extension CheckCommand {
    /// Checks a program by the SIL that a build has left.
    static func checkSIL(_ options: Options) throws -> Result {
        let check = try Check(
            PackageSIL(sil: options.sil), excludesTests: options.excludesTests)
        if let key = options.why { return (0, try check.reasons(for: key), "") }
        if let name = options.needs { return (0, try check.needs(of: name), "") }
        let report = check.report(includesTests: options.includesTests)
        let findings = options.format.text(of: report)
        let status = report.status(strict: options.isStrict)
        guard let language = options.graph else { return (status, findings, "") }
        return (status, check.drawing(in: language), findings)
    }
}
