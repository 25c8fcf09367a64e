import Foundation

/// A target of which there is SIL.
struct TargetSIL {
    enum Kind {
        case library, program, tests
    }

    let name, module: String
    /// Whether it belongs to a package that was checked out, not to the program itself.
    let isOfOtherPackage: Bool
    /// What stands around it for others: a library, a program with its entry, or tests.
    let kind: Kind
    /// The paths of the sources.
    let sources: [String]
    /// The names of the modules that the sources import.
    let imports: [String]
    let files: [StoredSIL]
}

/// A file with SIL, which stays readable when another process writes it anew.
struct StoredSIL {
    let path: String
    let text: Data

    init(_ path: String) throws {
        self.path = path
        text = try contents(of: path)
    }
}

/// A target that couldn't be read.
struct UnreadTarget: Equatable {
    let name: String
    let reason: Reason

    enum Reason: Error, Equatable {
        /// The compiler's first errors.
        case doesNotCompile([String])
        /// The modules of the last build are another compiler's: what the compiler says.
        case otherCompiler(String)
        /// The sources aren't those of the last build: these are gone.
        case changed([String])
        /// No build was asked for it, as for tests by `swift build`.
        case notBuilt
        case tookTooLong
        case noCompiler
        case unwritable(String)
    }
}

extension UnreadTarget.Reason {
    /// Why a run has failed, or `nil` if it hasn't.
    init?(_ outcome: Compiler.Outcome) {
        switch outcome {
        case .succeeded: return nil
        case .couldNotStart: self = .noCompiler
        case .tookTooLong: self = .tookTooLong
        case .failed(let words):
            let lines = words.split(separator: "\n").map(String.init)
            // The lines that show the source have the message once more, behind a dash.
            let errors = lines.filter {
                $0.contains(": error: ") || $0.hasPrefix("error: ")
            }
            let other = errors.first {
                $0.contains(
                    /compiled with Swift|(different|older|newer) version of the comp/)
            }
            // A crash has no errors, but says at its end what it was about.
            let first = errors.isEmpty ? lines.suffix(5) : errors.prefix(5)
            self = other.map(Self.otherCompiler) ?? .doesNotCompile(Array(first))
        }
    }
}

/// What a pass has read.
struct Reading {
    let targets: [TargetSIL]
    let unread: [UnreadTarget]

    init(_ runs: [TargetRun]) throws {
        let records = runs.compactMap(\.record)
        let imported = Set(records.flatMap(\.imports))
        targets = try runs.compactMap { run in
            try run.record.map { try TargetSIL(run, $0, isImported: imported.contains) }
        }
        unread = runs.compactMap { run in
            run.reason.map { UnreadTarget(name: run.target.name, reason: $0) }
        }
    }
}

extension TargetSIL {
    fileprivate init(_ run: TargetRun, _ record: Record, isImported: (String) -> Bool)
        throws
    {
        name = run.target.name
        module = run.target.module
        isOfOtherPackage = run.target.isOfOtherPackage
        sources = run.target.sources
        imports = record.imports
        files = try record.files.keys.sorted().map {
            try StoredSIL("\(run.directory)/\($0)")
        }
        let importsTesting = imports.contains { ["Testing", "XCTest"].contains($0) }
        let entry = Data("@main : $@convention(c)".utf8)
        if files.contains(where: { $0.text.range(of: entry) != nil }) {
            kind = .program
        } else {
            // What only helps tests is imported by them.
            kind = importsTesting && !isImported(module) ? .tests : .library
        }
    }
}
