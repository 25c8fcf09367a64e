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
    /// Whether only tests use it.
    let isForTests: Bool
    /// The names of the modules that the sources import.
    let imports: [String]
    /// The names of the modules that it is linked with, as far as these are in Swift.
    let loads: Set<String>
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
            run.reason.map {
                UnreadTarget(
                    name: run.target.name, reason: $0,
                    isOfTests: run.target.looksLikeTests)
            }
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
        loads = Set(record.loads)
        files = try record.files.keys.sorted().map {
            try StoredSIL("\(run.directory)/\($0)")
        }
        let importsTesting = imports.contains(where: Compilation.testLibraries.contains)
        let entry = Data("@main : $@convention(c)".utf8)
        if files.contains(where: { $0.text.range(of: entry) != nil }) {
            kind = .program
        } else {
            // What only helps tests is imported by them.
            kind = importsTesting && !isImported(module) ? .tests : .library
        }
        isForTests = kind != .program && importsTesting
    }
}
