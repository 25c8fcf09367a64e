import Foundation
import TestSupport
import Testing

@testable import ColletCheck

/// A small package, and the check's expected output about it.
///
/// The files in `Packages` have many of them, each of which begins with `=== NAME`. The
/// texts of its files follow lines such as `--- Kit/Clock.swift`, imported modules first.
/// The expected output comes last: `--- expected.txt`, and `--- expected.mermaid` if the
/// drawing matters. If the name is followed by `pasted`, each module has the library's
/// own files, and tests have the traits for the first module's copy.
struct ReportedPackage: Sendable, CustomTestStringConvertible {
    let name: String
    private let isPasted: Bool
    private let files: [(path: String, text: String)]
    /// The file that contains it.
    private let file: URL

    var testDescription: String { name }

    static let all = Package.files(in: "Tests/ColletCheckTests/Packages", ending: ".txt")
        .flatMap(packages)

    /// The packages with most rules, or all of them if slow tests run.
    static let chosen = all.filter { package in
        let few = ["Asked", "Cures", "Features", "MainActor", "RequestScopes", "Seconds"]
        return runsSlowTests || few.contains(package.name)
    }

    private static func packages(in file: URL) -> [ReportedPackage] {
        let text = try! String(contentsOf: file, encoding: .utf8)
        return text.split(separator: #/(?m)^=== /#).map { part in
            let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
            let words = lines[0].split(separator: " ")
            let body = lines.dropFirst().joined(separator: "\n")
            let files = body.split(separator: #/(?m)^--- /#).map { part in
                let end = part.firstIndex(of: "\n")!
                return (String(part[..<end]), String(part[end...].dropFirst()))
            }
            return ReportedPackage(
                name: String(words[0]), isPasted: words.contains("pasted"), files: files,
                file: file)
        }
    }

    /// Compiles and checks it.
    func report() async throws -> (text: String, drawing: String) {
        var sources = files.filter { !$0.path.hasPrefix("expected.") }
        if isPasted {
            let modules = sources.map { $0.path.prefix { $0 != "/" } }
            for module in Set(modules) {
                let isTests = module.hasSuffix("Tests")
                for file in isTests ? [Package.traits] : [Package.library, Package.hints]
                {
                    let text = try String(contentsOf: file, encoding: .utf8)
                        .replacing(
                            "public import Collet\n",
                            with: "public import \(modules[0])\n")
                    sources.append(("\(module)/\(file.lastPathComponent)", text))
                }
            }
        }
        let package = try await CheckedPackage(sources)
        let check = try package.check()
        let report = check.report(includesTests: true)
        let status = report.status(strict: false)
        let text = package.withoutPaths("\(report.text())\nexit status: \(status)\n")
        return (text, check.drawing(in: .mermaid))
    }

    func expected(_ format: String) -> String? {
        let text = files.first { $0.path == "expected.\(format)" }?.text
        return text.map { $0.trimmingCharacters(in: .newlines) + "\n" }
    }

    // MARK: Writing

    /// Whether the expected texts are written instead of compared, which needs
    /// `COLLET_WRITE_REPORTS`. Read the diff before you commit it.
    static let isWriting =
        ProcessInfo.processInfo.environment["COLLET_WRITE_REPORTS"] != nil

    /// Replaces an expected text in the file.
    func write(_ new: String, _ format: String) throws {
        guard let old = expected(format), old != new else { return }
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = text.range(of: "=== \(name)")!.upperBound
        let place = text.range(
            of: "--- expected.\(format)\n" + old, range: start..<text.endIndex)!
        let changed = text.replacingCharacters(
            in: place, with: "--- expected.\(format)\n" + new)
        try Data(changed.utf8).write(to: file)
    }
}
