import Foundation
import Testing

@testable import ColletCheck

/// What macros register and ask for without words of the source.
///
/// A macro needs a compiler plugin, so these tests write the index as the compiler does.
struct ExpansionTests {
    @Test(arguments: ["#files", "@Files struct Local {}", "@Files var files: Store { get }"])
    func registrationsOfMacrosCannotBeTold(_ macro: String) throws {
        let findings = try findings(
            in: "\(macro)\nlet store = Resolver.resolve(Store.self)",
            expanded: [Self.module, Self.module],
            written: [("resolve", Self.resolve), ("Store", Self.store)]
        )
        #expect(
            findings == [
                "1:1: note: cannot tell which type is registered here",
                "2:22: note: cannot tell whether App.Store is registered",
                "1:1: note: this registers a type that the check cannot tell",
            ]
        )
    }

    /// What only a macro asks for would be taken for unused.
    @Test(arguments: ["#store", "@Stored\nvar store: Store", "@Stored func store()"])
    func requestsOfMacrosCannotBeTold(_ macro: String) throws {
        let findings = try findings(
            in: "\(macro)\nlet path = Dependencies { Module(\"path\") { \"/\" } }",
            expanded: [Self.resolve, Self.resolve],
            written: [("Module", Self.module)]
        )
        let note = "1:1: note: cannot tell which type is asked for here, so it is not checked"
        #expect(findings == [note])
    }

    @Test func onlyTheDeclarationBehindItIsGivenToAMacro() throws {
        let findings = try findings(
            in: """
                @Files @MainActor
                var files:
                    Files
                let path = Dependencies { Module("path") { "/" } }
                """,
            expanded: [Self.module],
            written: [("Module", Self.module)]
        )
        #expect(findings.contains("1:1: note: cannot tell which type is registered here"))
    }

    private static let module = IndexSymbol(
        usr: "s:6Collet6ModuleVyACSSSg_xyYbYTctclufc",
        name: "init(_:_:)",
        kind: .constructor
    )
    private static let resolve = IndexSymbol(
        usr: "s:6Collet8ResolverO7resolve_4name6fileID4linexxm_SSSgs12StaticStringVs6UInt32VtlFZ",
        name: "resolve(_:name:fileID:line:)",
        kind: .staticMethod
    )
    private static let store = IndexSymbol(usr: "s:3App5StoreV", name: "Store", kind: .struct)

    /// The findings in a file, from their line on.
    ///
    /// - Parameters:
    ///   - source: The file's text, which starts with a macro.
    ///   - expanded: What the macro expands to.
    ///   - written: What stands at the last token of that text.
    private func findings(
        in source: String,
        expanded: [IndexSymbol],
        written: [(text: String, symbol: IndexSymbol)]
    ) throws -> [String] {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "\(UUID().uuidString).swift").path
        try Data(source.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }

        let tokens = Lexer.tokens(of: source.utf8)
        let implicit = expanded.map {
            IndexOccurrence(
                symbol: $0,
                roles: [.reference, .call, .implicit],
                position: tokens[0].position,
                relations: []
            )
        }
        let explicit = try written.map { text, symbol in
            IndexOccurrence(
                symbol: symbol,
                roles: [.reference, .call],
                position: try #require(tokens.last { $0.is(text) }).position,
                relations: []
            )
        }
        let file = SourceFile(
            path: path,
            module: "App",
            occurrences: implicit + explicit,
            isReported: true
        )
        let wiring = WiringReader.read([file], testModules: [], exportedModules: [])
        return CheckCommand.diagnostics(of: wiring).flatMap(\.lines).map {
            $0.replacing(path + ":", with: "")
        }
    }
}
