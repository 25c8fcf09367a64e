import Foundation
import TestSupport
import Testing

/// The public API is a file, so that whoever changes it sees that he does.
struct PublicAPITests {
    private let file = Package.root.appending(path: "Tests/CompileTimeTests/PublicAPI.txt")

    @Test func thePublicAPIIsTheOneThatIsCheckedIn() async throws {
        for change in try await declarations().difference(from: checkedIn()) {
            switch change {
            case .insert(_, let line, _): Issue.record("new, add it to PublicAPI.txt: \(line)")
            case .remove(_, let line, _): Issue.record("gone, remove it from there: \(line)")
            }
        }
    }

    @Test func thePublicAPIHasAtMostFiftySymbolsAndNoneWithAnUnderscore() throws {
        let declarations = try checkedIn()
        #expect((1...50).contains(declarations.count))
        #expect(declarations.allSatisfy { $0.firstRange(of: #/[. ]_[a-zA-Z]\w*[(:<]/#) == nil })
    }

    private func checkedIn() throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The declarations of the symbol graph, each with what it is in.
    private func declarations() async throws -> [String] {
        let directory = try Package.temporaryDirectory()
        let library = Package.root.appending(path: "Sources/Collet/Collet.swift").path
        let module = directory.appending(path: "Collet.swiftmodule").path
        let compiler = try await Run(
            "swiftc",
            ["-swift-version", "6", "-parse-as-library", "-module-name", "Collet", library]
                + ["-emit-module", "-emit-module-path", module]
                + ["-emit-symbol-graph", "-emit-symbol-graph-dir", directory.path]
        )
        try #require(compiler.status == 0, "\(compiler.error)")
        let data = try Data(contentsOf: directory.appending(path: "Collet.symbols.json"))
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
        return graph.symbols.map { symbol in
            let declaration = symbol.declarationFragments.map(\.spelling).joined()
            return symbol.pathComponents.dropLast().map { $0 + " { " }.joined() + declaration
        }.sorted()
    }

    private struct SymbolGraph: Decodable {
        let symbols: [Symbol]

        struct Symbol: Decodable {
            let pathComponents: [String]
            let declarationFragments: [Fragment]
        }

        struct Fragment: Decodable { let spelling: String }
    }
}
