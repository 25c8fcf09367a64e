import Foundation
import Testing

@testable import ColletCheck

/// The code that runs first, and its arguments.
struct RootsTests {
    /// Runs a package whose files have these texts.
    private func run(_ files: [String: String]) throws -> [RootRun] {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "ColletCheckTests-\(UUID())")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var paths: [String] = []
        for (name, text) in files.sorted(by: { $0.key < $1.key }) {
            let file = folder.appending(path: name)
            let module = name.prefix { $0 != "." }
            let end = """
                // Mappings from '#fileID' to '#filePath':
                //   '\(module)/a.swift' => '/a.swift'
                """
            try (text + end).write(to: file, atomically: true, encoding: .utf8)
            paths.append(file.path)
        }
        let files = PackageFiles(paths.compactMap(SILFile.init))
        return Roots(files, known: Interpreter.known).runs
    }

    private func function(_ symbol: String, _ body: String) -> String {
        """

        sil @\(symbol) : $@convention(thin) (@guaranteed Model) -> () {
        bb0(%0 : $Model):
        \(body)
          return %0
        } // end sil function '\(symbol)'

        """
    }

    private func make(_ symbol: String) -> String {
        """

        sil @\(symbol) : $@convention(thin) () -> Int {
        bb0:
          %1 = integer_literal $Builtin.Int64, 1
          return %1
        } // end sil function '\(symbol)'

        """
    }

    /// Functions that others call: a protocol of another module requires them.
    private let conformance = """

        sil_witness_table hidden Model: Delegate module App {
          method #Delegate.load: (Self) -> () : @$s3App4loadTW
          method #Delegate.start: (Self) -> () : @$s3App5startTW
        }

        """

    private func asked(in run: RootRun) -> [Request] {
        run.journal.events.compactMap { event in
            guard case .asked(let request) = event.kind else { return nil }
            return request
        }
    }

    @Test func aProgramBeginsWithItsMain() throws {
        let runs = try run([
            "App.sil": "import Swift\n" + function("main", SILProgram.ask("Clock"))
        ])
        let program = try #require(runs.first)
        #expect(program.purpose == .program)
        #expect(asked(in: program).map(\.key.type) == ["Clock"])
        #expect(program.journal.events.allSatisfy { $0.isCertain })
    }

    @Test func whatOthersCallBeginsWithWhatMainLeft() throws {
        let text =
            "class Model {\n}\n" + function("main", SILProgram.register("Clock"))
            + function("$s3App4loadTW", SILProgram.ask("Clock"))
            + function("$s3App5startTW", "") + make("make") + conformance
        let runs = try run(["App.sil": text])
        let called = try #require(runs.first { $0.purpose == .called })
        #expect(asked(in: called).map(\.isAnswered) == [true])
    }

    @Test func whatOneOfThemRegistersAnotherMayGet() throws {
        let text =
            "class Model {\n}\n" + function("main", "")
            + function("$s3App4loadTW", SILProgram.ask("Clock"))
            + function("$s3App5startTW", SILProgram.register("Clock")) + make("make")
            + conformance
        let runs = try run(["App.sil": text])
        let called = try #require(runs.first { $0.purpose == .called })
        let request = try #require(asked(in: called).first)
        #expect(request.answers.count == 1)
        #expect(!request.isAnswered)
    }

    /// A thunk is reached where the function is that it passes the call on to.
    @Test(arguments: [(true, 0), (false, 1)])
    func whatMainCallsOthersNeedNotCall(isCalled: Bool, count: Int) throws {
        let call = """
              %1 = function_ref @$s3App4loadyyF : $@convention(thin) (@guaranteed Model) -> ()
              %2 = apply %1(%0) : $@convention(thin) (@guaranteed Model) -> ()
            """
        let thunk = function("$s3App4loadTW", call)
            .replacing("sil @", with: "sil shared [transparent] [thunk] @")
        let text =
            "class Model {\n}\n" + function("main", isCalled ? call : "") + thunk
            + function("$s3App4loadyyF", SILProgram.ask("Clock"))
            + function("$s3App5startTW", "") + conformance
        let called = try run(["App.sil": text]).filter { $0.purpose == .called }
        #expect(called.flatMap { asked(in: $0) }.count == count)
    }

    @Test func whatNothingReachesRunsOnce() throws {
        let text =
            function("main", "") + function("$s3App4lostyyF", SILProgram.ask("Clock"))
        let runs = try run(["App.sil": text])
        let unreached = runs.filter { $0.purpose == .unreached }
        #expect(unreached.flatMap { asked(in: $0) }.count == 1)
    }

    /// In canonical SIL, the code of such a function is a part of what calls it.
    @Test(arguments: [("raw", 1), ("canonical", 0)])
    func whatIsPastedNeedsNoCaller(_ stage: String, _ count: Int) throws {
        let pasted = function("$s3App4lostyyF", SILProgram.ask("Clock"))
            .replacing("sil @", with: "sil [transparent] @")
        let text = "sil_stage \(stage)\n" + function("main", "") + pasted
        let unreached = try run(["App.sil": text]).filter { $0.purpose == .unreached }
        #expect(unreached.flatMap { asked(in: $0) }.count == count)
    }

    @Test func whatOneFunctionRegistersThatNothingReachesAnotherMayGet() throws {
        let text =
            function("main", "") + make("make")
            + function("$s3App4lostyyF", SILProgram.ask("Clock"))
            + function("$s3App5startyyF", SILProgram.register("Clock"))
            + function("$s3App5otheryyF", SILProgram.ask("Clock"))
        let unreached = try run(["App.sil": text]).filter { $0.purpose == .unreached }
        let requests = unreached.flatMap { asked(in: $0) }
        #expect(requests.map(\.answers.count) == [1, 1])
        #expect(requests.allSatisfy { !$0.isAnswered })
    }

    @Test func aTestBeginsWithoutWhatAnotherDid() {
        let start = SILProgram().interpreter()
        let shared = start.allocate(.int(1))
        let first = Interpreter(after: start)
        first.heap[shared] = .int(2)
        first.heap[first.global("g")] = .int(3)
        first.keptClosures = [.unknown]
        let second = Interpreter(after: start)
        #expect(second.heap[shared] == .int(1))
        #expect(second.heap[second.allocate(.unknown) - 1] == .int(1))
        #expect(second.heap[second.global("g")] == .unknown)
        #expect(second.keptClosures.isEmpty)
    }

    @Test func programsOfOnePackageAreRootsOfTheirOwn() throws {
        let runs = try run([
            "One.sil": function("main", SILProgram.register("Clock"))
                + function("$s3One1fyyF", "") + make("make"),
            "Two.sil": function("main", SILProgram.ask("Clock"))
                + function("$s3Two1fyyF", ""),
        ])
        let programs = runs.filter { $0.purpose == .program }
        #expect(programs.map(\.name) == ["One", "Two"])
        #expect(asked(in: programs[1]).allSatisfy { $0.answers.isEmpty })
    }

    /// An object may come back only once one was made, which is after these calls.
    @Test func whatOthersCallAgainRunsOnce() throws {
        let call = { (result: Int) in
            """
              %\(result) = apply %1<Model>() : $@convention(thin) <T> () -> ()

            """
        }
        let other =
            "  %1 = function_ref @$s5Other4loadyyxmlF : $@convention(thin) <T> () -> ()\n"
        let text =
            "class Model {\n}\n" + function("main", other + call(2) + call(3))
            + function("$s3App4loadTW", SILProgram.ask("Clock"))
            + function("$s3App5startTW", "") + conformance
        let runs = try run(["App.sil": text])
        let called = try #require(runs.first { $0.purpose == .called })
        #expect(asked(in: called).count == 1)
    }

    @Test(arguments: [
        "import Kit", "@testable import Kit", "public import Kit",
        "import class Kit.Feed",
    ])
    func importsOfAllKindsAreRead(line: String) {
        #expect(Interface(SILText(copying: "\(line)\n")).imports == ["Kit"])
    }

    @Test(arguments: [("Swift", 0), ("Testing", 1), ("XCTest", 1), ("ColletTesting", 1)])
    func whatImportsATestLibraryIsForTests(library: String, count: Int) {
        let file = SILFile(path: "", text: SILText(copying: "import \(library)\n"))
        #expect(PackageFiles([file]).tests.count == count)
        #expect(PackageFiles([file]).own.count == 1 - count)
    }

    /// Other tests may take long, and can't ask for anything.
    @Test(arguments: [("@testable import Kit", 1), ("import Foundation", 0)])
    func testsRunOnlyIfTheirModuleIsLinkedWithCollet(imported: String, count: Int) throws
    {
        let test = """
            import XCTest
            \(imported)
            class Case : XCTestCase {
            }

            sil @$s5Tests4CaseC7testAskyyF : $@convention(method) () -> () {
            bb0:
            } // end sil function '$s5Tests4CaseC7testAskyyF'

            """
        let runs = try run(["Kit.sil": "import Collet\n", "Tests.sil": test])
        #expect(runs.filter(\.isTest).count == count)
    }

    @Test func filesOfTestsBelongToNoProgram() throws {
        let runs = try run([
            "App.sil": function("main", "") + function("$s3App1fyyF", ""),
            "AppTests.sil": "import Testing\n"
                + function("$s8AppTests1fyyF", SILProgram.ask("Clock")),
        ])
        #expect(runs.allSatisfy { asked(in: $0).isEmpty })
    }
}
