import Foundation
import TestSupport
import Testing

/// The settings of a target in which the library must work.
enum Mode: String, CaseIterable, CustomTestStringConvertible {
    case swift5 = "5"
    case swift6 = "6"
    case swift5MainActor = "5 MainActor"
    case swift6MainActor = "6 MainActor"
    case newXcodeProject = "new Xcode project"

    var testDescription: String { rawValue }

    /// The compiler's options for this mode.
    var options: [String] {
        switch self {
        case .swift5: ["-swift-version", "5"]
        case .swift6: ["-swift-version", "6"]
        case .swift5MainActor: ["-swift-version", "5", "-default-isolation", "MainActor"]
        case .swift6MainActor: ["-swift-version", "6", "-default-isolation", "MainActor"]
        case .newXcodeProject:
            Mode.swift5MainActor.options
                + [
                    "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
                    "GlobalActorIsolatedTypesUsability", "DisableOutwardActorInference",
                    "InferSendableFromCaptures", "MemberImportVisibility",
                ].flatMap { ["-enable-upcoming-feature", $0] }
        }
    }

    /// Compiles files as one module, and returns the mistakes that the compiler finds.
    ///
    /// Type-checking would miss the mistakes that it finds by following values.
    func diagnose(_ files: [URL], _ options: [String] = []) async throws -> [Diagnostic] {
        let compiler = try await Run(
            compiling: ["-wmo", "-emit-sil", "-o", "/dev/null"]
                + ["-diagnostic-style", "llvm"] + self.options + options
                + files.map(\.path))
        let lines = compiler.error.split(separator: "\n")
        let diagnostics = Set(lines.compactMap(Diagnostic.init(output:)))
        if diagnostics.isEmpty, compiler.status != 0 {
            throw CompilerError(output: compiler.error)
        }
        return diagnostics.sorted()
    }
}

/// Compiles a program of one file with the pasted library, and returns its path.
func pastedProgram(_ source: String, module: String, _ options: [String] = [])
    async throws -> String
{
    let main = try Package.temporaryFile("main.swift", source)
    let program = main.deletingPathExtension().path
    try await swiftc(
        ["-swift-version", "6", "-module-name", module, "-o", program, main.path]
            + options + World.library.map(\.path))
    return program
}

/// A diagnostic for one line.
struct Diagnostic: Hashable, Comparable, CustomStringConvertible {
    var file: String
    var line: Int
    var kind: String
    var message: String

    var description: String { "\(file):\(line): \(kind): \(message)" }

    static func < (a: Diagnostic, b: Diagnostic) -> Bool {
        (a.file, a.line, a.kind, a.message) < (b.file, b.line, b.kind, b.message)
    }
}

extension Diagnostic {
    /// Reads an error or a warning from a line of the compiler's output.
    fileprivate init?(output line: Substring) {
        let pattern = /(.+?):(\d+)(?::\d+)?: (error|warning): (.*)/
        guard let match = line.wholeMatch(of: pattern) else { return nil }
        file = URL(filePath: String(match.1)).lastPathComponent
        self.line = Int(match.2)!
        kind = String(match.3)
        message = String(match.4)
    }
}
