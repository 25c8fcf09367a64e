import Foundation
import TestSupport
import Testing

/// The public API of the last version is in a file for each product. Each difference from
/// it has a line in *Changes*, above that version, with the name in backticks.
struct PublicAPITests {
    @Test(.enabled(if: runsSlowTests), arguments: products)
    func whatDiffersFromTheLastVersionIsInChanges(product: String) async throws {
        let next = try changesOfTheNextVersion()
        let lastVersion = try lastVersion(of: product)
        for change in try await declarations(of: product).difference(from: lastVersion) {
            let (what, line) =
                switch change {
                case .insert(_, let line, _): ("new", line)
                case .remove(_, let line, _): ("gone", line)
                }
            let name = line.prefix { $0 != "(" && $0 != " " }
            #expect(next.contains("`\(name)`"), "\(what), and not in Changes: \(line)")
        }
    }

    /// At a release:
    /// `COLLET_RELEASE=1 swift test --filter theListsBecomeThoseOfTheRelease`.
    @Test(
        .enabled(if: ProcessInfo.processInfo.environment["COLLET_RELEASE"] != nil),
        arguments: products)
    func theListsBecomeThoseOfTheRelease(product: String) async throws {
        let declarations = try await declarations(of: product)
        let text = declarations.map { $0 + "\n" }.joined()
        try text.write(to: file(of: product), atomically: true, encoding: .utf8)
        #expect(try lastVersion(of: product) == declarations)
    }

    @Test(.enabled(if: runsSlowTests))
    func thePublicAPIHasFewSymbolsAndNoneWithAnUnderscore() async throws {
        let declarations = try await declarations(of: "Collet")
        #expect((1...58).contains(declarations.count))
        #expect(
            declarations.allSatisfy {
                $0.firstRange(of: #/[. ]_[a-zA-Z]\w*[(:<]/#) == nil
            })
    }

    /// The part of *Changes* before the last version.
    private func changesOfTheNextVersion() throws -> Substring {
        let page = Package.root.appending(path: "Sources/Collet/Collet.docc/Changes.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let lastVersion = try #require(text.firstRange(of: #/\n## \d+\.\d+\.\d+/#))
        return text[..<lastVersion.lowerBound]
    }

    private func lastVersion(of product: String) throws -> [String] {
        try String(contentsOf: file(of: product), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    private func file(of product: String) -> URL {
        Package.root.appending(path: "Tests/CompileTimeTests/PublicAPI/\(product).txt")
    }

    /// The declarations of the symbol graphs, each after its full name.
    private func declarations(of product: String) async throws -> [String] {
        let directory = try Package.temporaryDirectory()
        let folder = Package.root.appending(path: "Sources/\(product)").path
        let files = FileManager.default.enumerator(atPath: folder)!
            .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        var options =
            moduleOnly + [
                "-swift-version", "6", "-parse-as-library", "-module-name", product,
                "-package-name", "collet",
                "-emit-module-path", "\(directory.path)/\(product).swiftmodule",
                "-emit-symbol-graph", "-emit-symbol-graph-dir", directory.path,
                "-symbol-graph-skip-synthesized-members",
            ]
        if product == "ColletTesting" {
            options += try await CompiledLibrary.shared.importOptions
        }
        let compiler = try await Run("swiftc", options + files.map { "\(folder)/\($0)" })
        try #require(compiler.status == 0, "\(compiler.error)")
        let graphs = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .filter { $0.hasSuffix(".symbols.json") }
        let symbols = try graphs.flatMap { name in
            let data = try Data(contentsOf: directory.appending(path: name))
            return try JSONDecoder().decode(SymbolGraph.self, from: data).symbols
        }
        // A declaration that Swift 6 doesn't have only says what to write instead.
        let current = symbols.filter { symbol in
            symbol.availability?.contains { $0.obsoleted != nil } != true
        }
        return current.map { symbol in
            let declaration = symbol.declarationFragments.map(\.spelling).joined()
            return "\(symbol.pathComponents.joined(separator: "."))  \(declaration)"
        }.sorted()
    }

    private static let products = ["Collet", "ColletTesting", "ColletCheck"]

    private struct SymbolGraph: Decodable {
        let symbols: [Symbol]

        struct Symbol: Decodable {
            let pathComponents: [String]
            let declarationFragments: [Fragment]
            let availability: [Availability]?
        }

        struct Availability: Decodable { let obsoleted: Version? }
        struct Version: Decodable {}

        struct Fragment: Decodable { let spelling: String }
    }
}
