import Foundation
import TestSupport
import Testing

@testable import ColletCheck

/// A package whose comments say what a rule finds: `//: error: …` on the line.
struct RulePackage {
    private let place: BuildPlace
    private let files: KeyValuePairs<String, String>
    private let options: [String]
    private let foreign: String?

    /// - Parameters:
    ///   - files: The files' texts. The first folder of a path is the module, and a module
    ///     comes after those that it imports.
    ///   - options: The compiler's options for SIL.
    ///   - foreign: Another library's module, whose SIL isn't read.
    init(
        _ files: KeyValuePairs<String, String>, options: [String] = ["-emit-silgen"],
        foreign: String? = nil
    ) async throws {
        self.files = files
        self.options = options
        self.foreign = foreign
        place = try BuildPlace("Package")
        for (path, text) in files { try place.write(path, "import Collet\n" + text) }
        try place.write("sil/.keep")
        var modules: [String] = []
        for path in files.map(\.key) {
            let module = String(path.prefix { $0 != "/" })
            if !modules.contains(module) { modules.append(module) }
        }
        for module in modules { try await compile(module) }
    }

    private func compile(_ module: String) async throws {
        let sources = files.map(\.key).filter { $0.hasPrefix(module + "/") }
        let isTests = module.hasSuffix("Tests")
        let library =
            try await isTests ? CompiledLibrary.withTraits : CompiledLibrary.shared
        let hasMain = sources.contains { $0.hasSuffix("/main.swift") }
        let options =
            ["-swift-version", "6", "-module-name", module, "-enable-testing"]
            + ["-I", place.path] + library.importOptions
            + (hasMain ? [] : ["-parse-as-library"]) + sources.map(place.path(_:))
        if module != foreign {
            let output = place.path("sil/\(module).sil")
            try await swiftc(options + self.options + ["-wmo", "-g", "-o", output])
        }
        let isImported = files.contains { $0.value.contains("import \(module)") }
        if !isImported { return }
        let interface = place.path("\(module).swiftmodule")
        try await swiftc(options + moduleOnly + ["-emit-module-path", interface])
    }

    /// The runs of its code.
    func runs() async -> PackageRuns {
        let all = Set(files.map { String($0.key.prefix { $0 != "/" }) })
        let names = all.filter { $0 != foreign }.sorted()
        let paths = names.map { place.path("sil/\($0).sil") }
        return await withCheckedContinuation { continuation in
            // The interpreter calls itself where the program makes a call.
            let thread = Thread {
                let files = PackageFiles(paths.compactMap(SILFile.init))
                nonisolated(unsafe) let runs = PackageRuns(
                    Roots(files, known: Interpreter.known))
                continuation.resume(returning: runs)
            }
            thread.stackSize = 256 << 20
            thread.start()
        }
    }

    /// Expects a rule to find what the comments say, and nothing else.
    func expect(
        _ rule: KeyPath<PackageRuns, [Finding]>,
        sourceLocation: SourceLocation = #_sourceLocation
    )
        async
    { await expect(rule, in: runs(), sourceLocation: sourceLocation) }

    func expect(
        _ rule: KeyPath<PackageRuns, [Finding]>, in runs: PackageRuns,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let findings = runs.findings(of: rule)
        let found = findings.map { finding in
            "\(name(finding.place)): \(finding.severity): \(finding.message)"
        }
        #expect(found.sorted() == expected, sourceLocation: sourceLocation)
    }

    private func name(_ place: Place) -> String {
        "\(place.file.replacing(self.place.path + "/", with: "")):\(place.line)"
    }

    private var expected: [String] {
        files.flatMap { path, text in
            text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
                .flatMap { index, line in
                    line.components(separatedBy: "//: ").dropFirst().map {
                        "\(path):\(index + 2): "
                            + $0.trimmingCharacters(in: .whitespaces)
                    }
                }
        }.sorted()
    }
}

extension PackageRuns {
    /// The function `ask(_:)`, and a truth that can't be told.
    static let declarationsToAsk = """
        func ask(_ name: String) { _ = Resolver.resolve(Int?.self, name: name) }
        func ask(_ truth: Bool) { ask(truth ? "yes" : "no") }
        let isUnknown = CommandLine.arguments.count > 1

        """

    /// The names in a program's calls of that function, as far as they are known there: a
    /// certain name is an error here, any other a note.
    var askedNames: [Finding] {
        programRoots.filter { $0.purpose == .program }.events.compactMap { event in
            guard let name = event.request?.key.name,
                let call = event.way.first(where: { $0.name == "ask(_:)" })
            else { return nil }
            let text = if case .literal(let text) = name { text } else { "?" }
            return Finding(
                rule: .unknown, severity: event.isCertain ? .error : .note,
                place: call.place ?? .unknown, message: text, subject: text)
        }
    }

    // The findings of the rules that judge each event by itself.
    var stops: [Finding] { each(stop) }
    var modulesWithoutValues: [Finding] { each(moduleWithoutValue) }
    var cycles: [Finding] { each(cycle) }
    var requestsOffMainActor: [Finding] { each(requestOffMainActor) }
    var weakValues: [Finding] { each(weakValue) }

    /// A rule's findings: each place once, as bad as it is on any way.
    func findings(of rule: KeyPath<PackageRuns, [Finding]>) -> [Finding] {
        self[keyPath: rule].surest
    }
}

extension PackageRuns {
    /// The runs of a package without code.
    convenience init() {
        self.init(Roots(PackageFiles([]), known: Interpreter.known))
    }
}
