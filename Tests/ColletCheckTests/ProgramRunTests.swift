import Foundation
import TestSupport
import Testing

@testable import ColletCheck

/// Compares programs' runs with what the interpreter foresaw: see `Comparison`.
struct ProgramRunTests {
    @Test(.enabled(if: runsPrograms), arguments: OddProgram.all)
    func theInterpreterForeseesWhatAProgramDoes(_ program: OddProgram) async throws {
        let (_, raw, steps) = try await program.check()
        #expect(steps < Self.stepLimit || Self.longPrograms.contains(program.name))
        let roots = try await Roots(silIn: program.compiled().byproduct)
        let root = try #require(roots.first { $0.purpose == .program })
        let canonical = try await Foresight(of: program.run(), root)
        // Both kinds: raw SIL calls code that is part of the function in canonical SIL.
        for (kind, foresight) in [("raw", raw), ("canonical", canonical)] {
            let differs = OddProgram.differences[program.name] != nil
            #expect(
                foresight.differences.isEmpty != differs,
                "\(kind) SIL: \(foresight.differences)")
            let shown = program.shownModels(in: kind)
            let unused = shown.subtracting(foresight.models)
            #expect(unused.isEmpty, "nothing here calls them")
        }
        // The others have their findings for that.
        if !program.isForTheCheck {
            let isSame = raw.told == canonical.told
            let kinds = isSame ? raw.told : "\(raw.told); canonical \(canonical.told)"
            Expectation.expect(kinds, of: program.name)
        }
    }

    /// How many steps the check of a program may run: a hundred thousand take a second.
    /// Most programs need less than a tenth, and those that must be long are listed.
    /// Where the interpreter follows a recursion for too long, it takes far more.
    private static let stepLimit = 120_000

    private static let longPrograms: Set = [
        // Its branches on input are repeated in worlds.
        "flagOfALongMain_t",
        // The number of calls doubles with each function.
        "functionsCallTwiceEach_s", "functionsCallTwiceEach_t",
    ]

    /// A model that no program shows is a guess.
    @Test(.enabled(if: OddProgram.isWhole))
    func eachModelIsShownByAProgram() {
        let shown = Set(
            OddProgram.all.flatMap { $0.shownModels() }
                + TestPackage.all.flatMap(\.shownModels)
        )
        let models = Set(Interpreter.foreignFunctions.keys)
        let missing = models.subtracting(shown).subtracting(
            OddProgram.modelsWithoutProgram)
        #expect(missing.isEmpty)
        #expect(shown.subtracting(models).isEmpty)
        #expect(OddProgram.modelsWithoutProgram.isSubset(of: models.subtracting(shown)))
    }

    @Test func theLibraryCanBeNoted() throws {
        #expect(try Note.notingLibrary().contains("collet-note"))
    }

    @Test(.enabled(if: OddProgram.isWhole))
    func differencesAreOfPrograms() {
        let names = Set(OddProgram.all.map(\.name))
        #expect(Set(OddProgram.differences.keys).subtracting(names).isEmpty)
    }
}

/// What the interpreter foresaw of a program's run, in short: a journal takes much memory.
struct Foresight: Sendable {
    /// How the run differs.
    let differences: [String]
    /// How many events are certain, and how many couldn't be told.
    let told: String
    /// The models that were called.
    let models: Set<String>

    init(of run: Run, _ root: RootRun) {
        let comparison = Comparison(run, isStopped: run.status != 0, of: root)
        differences = comparison.differences
        told = "\(comparison.certain) certain, \(comparison.untold) untold"
        models = root.journal.models
    }
}

extension OddProgram {
    /// Whether all programs are there, not only chosen ones.
    static let isWhole =
        ProcessInfo.processInfo.environment["COLLET_PROGRAMS", default: ""].isEmpty

    /// The models that a program says it shows, some only in one kind of SIL.
    func shownModels(in kind: String? = nil) -> Set<String> {
        // To look for a pattern in all programs takes a second, but not to split them.
        let lines = files.flatMap { file in
            ("\n" + file.text).components(separatedBy: "\n// Shows ").dropFirst()
                .compactMap { $0.prefixMatch(of: /(?:in (raw|canonical) SIL )?(.+)/) }
        }
        let shown = lines.filter { line in
            kind == nil || line.1 == nil || line.1.map(String.init) == kind
        }
        return Set(shown.flatMap { $0.2.split(separator: ", ").map(String.init) })
    }

    /// Why the interpreter doesn't foresee some programs, by their names.
    static let differences = reasons(in: "differences.txt")

    /// The models that no program can show, in `unshown.txt`, where each has a reason.
    static let modelsWithoutProgram = Set(reasons(in: "unshown.txt").keys)

    private static func reasons(in file: String) -> [String: String] {
        let url = Package.root.appending(path: "\(directory)/\(file)")
        let text = try! String(contentsOf: url, encoding: .utf8)
        let lines = text.matches(of: /(?m)^([^#\n][^:\n]*): (.+)$/)
        return Dictionary(
            uniqueKeysWithValues: lines.map { (String($0.1), String($0.2)) })
    }
}

extension Roots {
    /// Runs all SIL in a directory, on a stack that is deep enough.
    init(silIn directory: URL) async {
        let files = FileManager.default.enumerator(atPath: directory.path)
        let names = (files?.compactMap { $0 as? String } ?? []).filter {
            $0.hasSuffix(".sil")
        }
        let paths = names.sorted().map { directory.appending(path: $0).path }
        self = await withCheckedContinuation { continuation in
            let thread = Thread {
                let files = PackageFiles(paths.compactMap(SILFile.init))
                nonisolated(unsafe) let result = Roots(files, known: Interpreter.known)
                continuation.resume(returning: result)
            }
            thread.stackSize = 512 << 20
            thread.start()
        }
    }

    fileprivate func first(where isIt: (RootRun) -> Bool) -> RootRun? {
        runs.first(where: isIt)
    }
}
