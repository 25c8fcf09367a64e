import Foundation
import Testing

@testable import ColletCheck

/// The SIL and the programs that a check begins with, from a build or a directory.
struct PackageSILTests {
    private let place: BuildPlace

    init() throws {
        place = try BuildPlace("My App")
    }

    // MARK: Of a build

    /// Writes a store of targets with one source each.
    private func writeTargets(_ sources: [String: String]) throws {
        for (module, text) in sources {
            try place.write("Sources/\(module)/\(module).swift", text)
        }
        try place.writeStore(
            try sources.keys.sorted().map {
                try place.swiftBuildCommand($0, ["Sources/\($0)/\($0).swift"])
            })
        for module in sources.keys {
            try place.setDate("Sources/\(module)/\(module).swift", -1)
        }
        let store = "\(BuildPlace.intermediates)/XCBuildData/a.xcbuilddata"
        try place.setDate(store, 10_000_000_000)
    }

    /// A compiler for which modules are programs, import others or have errors.
    ///
    /// - Parameter imports: For each module the imported ones, separated by spaces.
    private func writeCompiler(
        programs: [String] = [], imports: [String: String] = [:], failing: [String] = []
    ) throws {
        let cases = imports.map { "\($0.key)) imported='\($0.value)' ;;" }
        try place.writeCompiler(
            first: """
                imported=
                case $module in
                \(cases.joined(separator: "\n"))
                esac
                for name in $imported; do text="$text
                import $name"; done
                case " \(failing.joined(separator: " ")) " in
                *" $module "*) echo "/$module.swift:1:2: error: no"; exit 1 ;;
                esac
                case " \(programs.joined(separator: " ")) " in
                *" $module "*) text="$text

                sil @main : \\$@convention(c) () -> Int32 {
                bb0:
                  return %0
                } // end sil function 'main'" ;;
                esac
                """)
    }

    private func read() throws -> PackageSIL {
        try PackageSIL(
            at: BuildLocation(packagePath: place.path, environment: [:])
        ) { _ in }
    }

    private func names(_ files: [SILFile]) -> [String] { files.map(\.module) }

    /// Each with the modules that it is linked with, even indirectly.
    @Test func programsAreTheirImportClosures() throws {
        try writeTargets([
            "App": "", "Demo": "", "Kit": "", "Base": "", "Alone": "", "KitTests": "",
            "Helper": "", "Tool": "",
        ])
        try writeCompiler(
            programs: ["App", "Demo", "Tool"],
            imports: [
                "App": "Kit Foreign", "Demo": "Base", "Kit": "Foreign Base",
                "KitTests": "Kit Testing Helper", "Helper": "Testing",
                // The main of a program that is imported isn't linked.
                "Tool": "App",
            ])
        let sil = try read()
        #expect(sil.unchecked.isEmpty)
        #expect(
            sil.files.programs.map(names) == [
                ["App", "Base", "Kit"], ["Base", "Demo"], ["Base", "Kit", "Tool"],
            ])
        #expect(names(sil.files.own) == ["Alone", "App", "Base", "Demo", "Kit", "Tool"])
        #expect(
            names(sil.files.tests)
                == ["Alone", "App", "Base", "Demo", "Helper", "Kit", "KitTests", "Tool"])
    }

    @Test func withoutTestsThereAreNone() throws {
        try writeTargets(["App": "", "Kit": ""])
        try writeCompiler(programs: ["App"], imports: ["App": "Kit"])
        let files = try read().files
        #expect(files.tests.isEmpty)
        #expect(files.programs.map(names) == [["App", "Kit"]])
    }

    /// The check knows what the library does.
    @Test func theLibraryItselfIsNotRead() throws {
        try writeTargets([
            "App": "", "Collet": "", "ColletTesting": "", "ColletCheck": "",
        ])
        try writeCompiler(programs: ["App"], imports: ["App": "Collet"])
        #expect(names(try read().files.own) == ["App"])
    }

    @Test(arguments: ["import Testing", "@testable import App\n  import XCTest"])
    func whereOnlyTestsDoNotCompileTheRestIsChecked(_ text: String) throws {
        try writeTargets(["App": "", "AppTests": text])
        try writeCompiler(programs: ["App"], failing: ["AppTests"])
        let sil = try read()
        #expect(sil.files.programs.map(names) == [["App"]])
        #expect(sil.files.tests.isEmpty)
        #expect(sil.unchecked.map(\.place) == [.unknown])
        #expect(sil.unchecked[0].message.hasPrefix("'AppTests' doesn't compile, so only"))
    }

    /// Any of their sources tells that they are tests.
    @Test(arguments: [["AppTests", "Fakes"], ["Fakes", "AppTests"]])
    func testsThatAreExcludedAreNotEvenCompiled(_ sources: [String]) throws {
        try writeTargets(["App": "", "AppTests": "import Testing"])
        try place.write("Sources/AppTests/Fakes.swift", "")
        try place.writeStore(
            try ["App": ["App"], "AppTests": sources].map { module, names in
                try place.swiftBuildCommand(
                    module, names.map { "Sources/\(module)/\($0).swift" })
            })
        try writeCompiler(failing: ["AppTests"])
        let sil = try PackageSIL(
            at: BuildLocation(packagePath: place.path, environment: [:]),
            excludesTests: true
        ) { _ in }
        #expect(sil.unchecked.isEmpty)
        #expect(names(sil.files.own) == ["App"])
        #expect(try place.runs() == ["App"])
    }

    @Test func testsThatAreExcludedStayAsTheyWereRead() throws {
        try writeTargets(["App": "", "AppTests": "import Testing"])
        try writeCompiler()
        let location = try BuildLocation(packagePath: place.path, environment: [:])
        for excludesTests in [false, true, false] {
            _ = try PackageSIL(at: location, excludesTests: excludesTests) { _ in }
        }
        #expect(try place.runs() == ["App", "AppTests"])
    }

    /// An app may have a file that helps its tests.
    @Test(arguments: ["", "import TestingKit", "import Testing\n@main struct App {}"])
    func whereAnythingElseDoesNotCompileNothingIs(_ text: String) throws {
        try writeTargets(["App": text, "Kit": ""])
        try writeCompiler(failing: ["App"])
        let unread = [
            UnreadTarget(
                name: "App", reason: .doesNotCompile(["/App.swift:1:2: error: no"]))
        ]
        #expect(throws: Refusal.unread(unread.messages)) { try read() }
    }

    @Test func whatNoBuildWasAskedForIsToldAndTheRestIsChecked() throws {
        for name in ["App", "Tool"] { try place.write("Sources/\(name)/a.swift") }
        try place.writeDescription(
            ["App": ["Sources/App/a.swift"], "Tool": ["Sources/Tool/a.swift"]],
            at: 10_000_000_000, built: ["App"])
        try writeCompiler(programs: ["App"])
        let sil = try read()
        #expect(sil.files.programs.map(names) == [["App"]])
        let unread = [UnreadTarget(name: "Tool", reason: .notBuilt)]
        #expect(sil.unchecked.map(\.message) == unread.messages)
    }

    @Test func aTestReadsWhatItWasBuiltWith() throws {
        try writeTargets(["App": "", "AppTests": "import Testing"])
        try place.write("Package.swift")
        try place.write(".build/out/Products/Debug/AppTests.xctest/binary")
        try writeCompiler(programs: ["App"], imports: ["AppTests": "App Testing"])
        let sil = try PackageSIL(
            at: BuildLocation(
                testIn: place.path("Sources/AppTests/AppTests.swift"),
                bundle: place.path(".build/out/Products/Debug/AppTests.xctest"),
                environment: [:])
        ) { _ in }
        #expect(names(sil.files.tests) == ["App", "AppTests"])
    }

    // MARK: Of directories

    /// Writes the SIL of a module, whose source is there.
    private func writeSIL(
        _ name: String, module: String? = nil, in sources: String = "Sources",
        stage: String = "sil_stage raw",
        body: String = "  return %0", end: Bool = true
    ) throws {
        let source = try place.write("\(sources)/\(name).swift")
        try place.setDate("\(sources)/\(name).swift", -1)
        let mappings =
            "\n\n// Mappings from '#fileID' to '#filePath':\n"
            + "//   '\(module ?? name)/\(name).swift' => '\(source)'\n"
        try place.write(
            "sil/\(name).sil",
            """
            \(stage)

            // f(), loc "\(source)":1:6, scope 1
            sil hidden [ossa] @$f : $@convention(thin) () -> () {
            bb0:
            \(body)
            } // end sil function '$f'

            """ + (end ? mappings : ""))
    }

    private func readSIL(excludesTests: Bool = false) throws -> PackageSIL {
        try PackageSIL(sil: [place.path("sil")], excludesTests: excludesTests)
    }

    @Test func directoriesAreReadWithoutTheLibrary() throws {
        for name in ["App", "Collet"] { try writeSIL(name) }
        let sil = try readSIL()
        #expect(names(sil.files.own) == ["App"])
        #expect(sil.unchecked.isEmpty)
    }

    /// The generated program that runs a package's tests would be another program.
    @Test func whatIsGeneratedIsNotRead() throws {
        try writeSIL("App")
        try writeSIL("Runner", in: "Intermediates.noindex/DerivedSources")
        try writeSIL("Main", in: "debug/ShopPackageTests.derived")
        #expect(names(try readSIL().files.own) == ["App"])
    }

    @Test func whatSILLacksIsTold() throws {
        try writeSIL("App")
        try writeSIL("Kit")
        try place.setDate("Sources/App.swift", 10_000_000_000)
        try writeSIL("Cut", end: false)
        let unchecked = try readSIL().unchecked
        #expect(
            unchecked.map(\.place.file) == [
                place.path("sil/Cut.sil"), place.path("Sources/App.swift"),
            ])
        #expect(
            unchecked.map(\.message) == [
                "this SIL is cut short; build again",
                "changed after its SIL was written; build again",
            ])
        #expect(try names(readSIL().files.own) == ["App", "Kit"])
    }

    /// If tests are left out, nothing is told about them.
    @Test func ofTestsThatAreExcludedNothingIsTold() throws {
        try writeSIL("App")
        try writeSIL("AppTests", stage: "sil_stage raw\n\nimport Testing\n")
        try place.setDate("Sources/AppTests.swift", 10_000_000_000)
        for excludesTests in [true, false] {
            let report = Check(try readSIL(excludesTests: excludesTests)).report()
            #expect(report.status(strict: false) == (excludesTests ? 0 : 2))
        }
    }

    @Test func aLostSourceIsTold() throws {
        let text = "//   'Shop/B.swift' => '\(place.path("Sources/B.swift"))'\n"
        try place.write("Sources/B.swift")
        try writeSIL("A", module: "Shop")
        let path = place.path("sil/A.sil")
        let sil = try String(contentsOfFile: path, encoding: .utf8)
        try place.write("sil/A.sil", sil + text)
        let unchecked = try #require(readSIL().unchecked.first)
        #expect(unchecked.place.file == place.path("Sources/B.swift"))
        #expect(unchecked.message.contains("-driver-filelist-threshold 0"))
    }

    @Test func aDirectoryWithoutSILIsTold() throws {
        #expect(throws: Refusal.noSIL(place.path("sil"))) { try readSIL() }
        try writeSIL("Cut", end: false)
        #expect(throws: Refusal.noSIL(place.path("sil"))) { try readSIL() }
    }

    /// From a compiler with another version of SIL.
    @Test func whatIsNotUnderstoodIsTold() throws {
        try writeSIL("App", stage: "sil_version 2")
        let path = place.path("sil/App.sil")
        #expect(throws: Refusal.strangeSIL(path, line: "sil_version 2")) {
            try readSIL()
        }
        try writeSIL("App", body: "  %0 = new_thing %1\n  other_thing %0\n  return %0")
        #expect(throws: Refusal.strangeSIL(path, line: "  %0 = new_thing %1")) {
            try readSIL()
        }
        // A single new instruction is no reason.
        try writeSIL("App", body: "  %0 = new_thing %1\n  br bb1\nbb1:\n  return %0")
        #expect(try readSIL().unchecked.isEmpty)
    }
}
