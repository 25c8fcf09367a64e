import Foundation
import TestSupport
import Testing

@testable import ColletCheck

/// The SIL that is read from a build's files, and what is missing from it.
struct SILModuleTests {
    private let place: BuildPlace

    init() throws {
        place = try BuildPlace("My SIL")
    }

    // MARK: As the compiler writes it

    /// A file for each module, and a file for each source.
    @Test(arguments: [
        ["-emit-silgen", "-wmo", "-o", "sil/Shop.sil"],
        ["-c", "-wmo", "-sil-output-dir", "sil"],
        ["-c", "-enable-batch-mode", "-j2", "-sil-output-dir", "sil"]
            + ["-driver-filelist-threshold", "0"],
        ["-c", "-disable-batch-mode", "-sil-output-dir", "sil"],
    ])
    func nothingIsMissing(_ options: [String]) async throws {
        try await compile(options)
        let module = try #require(try modules().first)
        #expect(module.name == "Shop")
        #expect(module.unchecked.isEmpty)
        #expect(module.files.count == (options.contains("-wmo") ? 1 : 4))
    }

    /// The fault is the compiler's: one source of a batch gets another's file.
    @Test func whatABatchHasLostIsMissing() async throws {
        try await compile(["-c", "-enable-batch-mode", "-j2", "-sil-output-dir", "sil"])
        let missing = try unchecked()
        #expect(!missing.isEmpty)
        #expect(Set(missing).isSubset(of: sources))
    }

    @Test(arguments: [
        ["-emit-silgen", "-wmo", "-o", "sil/Shop.sil"],
        ["-c", "-disable-batch-mode", "-sil-output-dir", "sil"],
    ])
    func withoutPlacesNothingIsChecked(_ options: [String]) async throws {
        try await compile(options, debug: [])
        let unchecked = try modules().flatMap(\.unchecked)
        let count = options.contains("-wmo") ? 1 : 3
        #expect(unchecked.map(\.path).allSatisfy { $0.hasSuffix(".sil") })
        #expect(
            unchecked.map(\.reason)
                == Array(
                    repeating: "this SIL doesn't say where its code is; compile with -g",
                    count: count))
    }

    @Test(arguments: ["-emit-sil", "-emit-silgen"])
    func optimisedSILIsRefused(_ kind: String) async throws {
        try await compile(["-O", kind, "-wmo", "-o", "sil/Shop.sil"])
        let reasons = try modules().flatMap(\.unchecked).map(\.reason)
        let refusal = "this SIL is optimised; compile with -Onone"
        // Raw SIL is what comes before the optimizer.
        #expect(reasons == (kind == "-emit-sil" ? [refusal] : []))
    }

    private var sources: [String] {
        ["1", "2", "3", "Empty"].map { place.path("Sources/\($0).swift") }
    }

    private func compile(
        _ options: [String], debug: [String] = ["-g"], more: [String] = []
    ) async throws {
        try place.write("Sources/1.swift", "public func one() { two() }")
        try place.write("Sources/2.swift", "func two() { three { \"\\($0)\" } }")
        try place.write(
            "Sources/3.swift",
            "func three(_ f: (Int) -> String) {}\nstruct S: Hashable { let a: Int }")
        try place.write("Sources/Empty.swift", "protocol Empty {}")
        try FileManager.default.createDirectory(
            atPath: place.path("sil"), withIntermediateDirectories: true)
        let others = more.map { place.path("Sources/\($0).swift") }
        let arguments = options + debug + ["-module-name", "Shop"] + sources + others
        let run = try await Run(
            "sh", ["-c", "cd \"$0\" && exec swiftc \"$@\"", place.path] + arguments)
        #expect(run.status == 0, "\(run.error)")
    }

    /// A function `main` has no place.
    @Test func topLevelCodeIsFound() async throws {
        try place.write("Sources/main.swift", "print(1)")
        try await compile(
            ["-c", "-disable-batch-mode", "-sil-output-dir", "sil"], more: ["main"])
        #expect(try unchecked() == [])
    }

    // MARK: Made up

    @Test func aSourceWithoutAFileIsMissing() throws {
        try writeSources("A", "B", "Protocols")
        try writeSIL("A", of: ["A"])
        try writeSIL("Protocols", of: [])
        #expect(try missing() == ["B", "Protocols"])
        try writeSIL("B", of: ["B"])
        #expect(try missing() == [])
    }

    /// Two targets have a source of the same name, and write to one directory.
    @Test func aFileThatAnotherTargetsHasReplacedIsMissing() throws {
        try writeSources("A", "B", "Util")
        try writeSIL("A", of: ["A"])
        try writeSIL("B", of: ["B"])
        try place.write("Other/Util.swift")
        try writeSIL("Util", of: ["/Other/Util"], module: "Kit", all: ["/Other/Util"])
        #expect(try modules().map(\.name) == ["Kit", "Shop"])
        #expect(try missing() == ["Util"])
    }

    @Test func aFileWithAnothersFunctionsIsNotItsSources() throws {
        try writeSources("A", "B")
        try writeSIL("A", of: ["B"])
        try writeSIL("B", of: ["B"])
        #expect(try missing() == ["A"])
    }

    /// Shared and external functions are in each file that needs them.
    @Test func onlyDefinitionsCount() throws {
        try writeSources("A", "B")
        let place = "// f, loc \"\(source("B"))\":1:2, scope 1\n"
        let heads = [
            "sil hidden_external @$f : $@convention(thin) () -> ()\n",
            "sil @$f : $@convention(thin) () -> ()\n", "sil shared @$f : $() -> () {\n",
            "sil public_external @$f : $() -> () {\n",
        ].map { $0 + ($0.hasSuffix("{\n") ? "bb0:\n} // end sil function '$f'\n" : "") }
        try writeSIL("A", of: ["A"], more: heads.map { "\n\n\(place)\($0)" }.joined())
        #expect(try missing() == ["B"])
    }

    @Test func aSourceThatIsNewerIsChanged() throws {
        try writeSources("A", "B")
        try writeSIL("A", of: ["A"])
        try writeSIL("B", of: [])
        for (name, date) in ["A.swift": 1, "B.swift": 5, "sil/A.sil": 2, "sil/B.sil": 2] {
            try place.setDate(name, Double(date))
        }
        let changed = "changed after its SIL was written; build again"
        #expect(try modules().flatMap(\.unchecked).map(\.reason) == [changed])
        #expect(try missing() == ["B"])
        try writeSIL("B", of: ["A", "B"])
        try place.setDate("sil/B.sil", 4)
        #expect(try modules().flatMap(\.unchecked).map(\.reason) == [changed])
        #expect(try missing() == ["B"])
    }

    @Test func whatOnlySILHasDoesNotCount() throws {
        try writeSources("A", "Gone")
        try writeSIL("A", of: ["A"])
        try writeSIL("Gone", of: ["Gone"])
        try place.remove("Gone.swift")
        let module = try #require(try modules().first)
        #expect(module.files.map(\.path) == [place.path("sil/A.sil")])
        #expect(module.unchecked.isEmpty)
        try place.remove("A.swift")
        let gone = Refusal.goneSources(of: place.path("sil/A.sil"), source("A"))
        #expect(throws: gone) { try modules() }
        let names = ["B", "A", "C"]
        try writeSIL("A", of: names, all: names)
        #expect(throws: gone) { try modules() }
    }

    /// As left by builds of several configurations, and by one of a program's tests.
    @Test func ofWhatWasCompiledTwiceTheLastCounts() throws {
        try writeSources("A", "B")
        for name in ["A", "B"] {
            for directory in ["Debug", "Release", "Shop-12-testable"] {
                try writeSIL("\(directory)/\(name)", of: [name])
            }
            try place.setDate("sil/Debug/\(name).sil", name == "A" ? 2 : 1)
            try place.setDate("sil/Release/\(name).sil", name == "A" ? 1 : 2)
            try place.setDate("sil/Shop-12-testable/\(name).sil", 3)
        }
        #expect(
            try modules().flatMap(\.files).map(\.path) == [
                place.path("sil/Debug/A.sil"), place.path("sil/Release/B.sil"),
            ])
    }

    @Test func filesAreFoundInAllDirectories() throws {
        try writeSources("A", "B")
        try writeSIL("deep/er/A", of: ["A"])
        try writeSIL("B", of: ["B"])
        try place.write("sil/deep/B.txt")
        #expect(try modules().flatMap(\.files).count == 2)
        let directories = ["sil/deep", "sil/nowhere"].map(place.path(_:))
        #expect(
            try SILModule.all(in: directories).flatMap(\.unchecked).map(\.path)
                == [source("B")])
    }

    private func source(_ name: String) -> String { place.path("\(name).swift") }

    private func writeSources(_ names: String...) throws {
        for name in names { try place.write("\(name).swift") }
    }

    /// Writes a file with functions of these sources. The module has all that are there.
    private func writeSIL(
        _ name: String, of sources: [String], module: String = "Shop",
        all: [String]? = nil,
        more: String = ""
    ) throws {
        let names =
            try all
            ?? names(in: place.path).filter { $0.hasSuffix(".swift") }
            .map { String($0.dropLast(6)) }
        let functions = sources.map {
            """


            // f(), loc "\(source($0))":1:6, scope 1
            // Isolation: unspecified
            sil hidden [ossa] @$f : $@convention(thin) () -> () {
            bb0:

              return %0, loc "\(source("Elsewhere"))":1:6
            } // end sil function '$f'
            """
        }
        let mappings = names.map { "//   '\(module)/\($0).swift' => '\(source($0))'\n" }
        try place.write(
            "sil/\(name).sil",
            "sil_stage raw\n" + functions.joined() + more
                + "\n\n// Mappings from '#fileID' to '#filePath':\n" + mappings.joined())
    }

    private func modules() throws -> [SILModule] {
        try SILModule.all(in: [place.path("sil")])
    }

    private func unchecked() throws -> [String] {
        try modules().flatMap(\.unchecked).map(\.path)
    }

    private func missing() throws -> [String] {
        try unchecked().map {
            URL(filePath: $0).deletingPathExtension().lastPathComponent
        }
    }
}
