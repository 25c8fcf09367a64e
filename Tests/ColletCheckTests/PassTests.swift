import Foundation
import Synchronization
import Testing

@testable import ColletCheck

/// The check's own run of the compiler, with a script in the compiler's place.
struct PassTests {
    /// Two targets of Swift Build, App and Kit.
    private let place: BuildPlace

    init() throws {
        place = try BuildPlace("My App")
        try place.writeTargets()
        try place.writeCompiler()
    }

    @Test func eachTargetHasItsFiles() throws {
        let reading = try place.read()
        #expect(reading.files.map(\.module) == ["App", "Kit"])
        #expect(reading.unread == [])
    }

    @Test func theCompilerGetsWhatIsLeftOfTheArguments() throws {
        try place.read()
        let directory = try #require(place.check().first { $0.hasPrefix("Kit-") })
        let words = try #require(
            ResponseFile.words(at: place.path("check/\(directory)/arguments")))
        let new = place.path("check/\(directory).new")
        // Modules that were moved are refused, so their directory has another name there.
        let modules = "modules-\(shortHash(of: place.path("check")))"
        #expect(
            words == [
                "-module-name", "Kit", "-working-directory", place.path, "-DDEBUG",
                "-emit-silgen", "-g", "-module-cache-path",
                place.path("check/\(modules)"),
                "-disable-sandbox", "-emit-dependencies", "-output-file-map",
                "\(new)/files.json", "-wmo",
                "-o",
                "\(new)/Kit.sil", place.path("Sources/Kit/Kit.swift"),
                place.path("Sources/Kit/More.swift"),
            ])
        // The other files that it reads are told for the whole module.
        let map = try JSONDecoder().decode(
            [String: [String: String]].self,
            from: Data(
                contentsOf: URL(filePath: place.path("check/\(directory)/files.json"))))
        #expect(map[""] == ["dependencies": "\(new)/whole.d"])
    }

    /// A Run Script phase has the SDK of the app's platform in its environment. Other
    /// tests here may read that at any time, so another process has it.
    @Test(arguments: ["SDKROOT", "LD_PRELOAD", "DYLD_INSERT_LIBRARIES"])
    func whatIsForTheAppIsNotForTheCompiler(_ name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            let place = try PassTests().place
            setenv(name, "", 1)
            try place.writeCompiler(first: "env >'\(place.path("environment"))'")
            try place.read()
            let environment = try String(
                contentsOfFile: place.path("environment"), encoding: .utf8)
            #expect(environment.contains("PATH="))
            #expect(!environment.contains("\(name)="))
        }
    }

    @Test func itRunsWhereTheBuildRanIt() throws {
        try place.writeCompiler(first: "pwd >'\(place.path("directory"))'")
        try place.read()
        let directory = try String(
            contentsOfFile: place.path("directory"), encoding: .utf8)
        #expect(directory == place.path + "\n")
    }

    @Test func oneTargetThatFailsIsNoObstacleToOthers() throws {
        try place.writeCompiler(
            first: """
                if grep -q '^Kit$' "${1#@}"; then
                    echo '/Kit.swift:1:2: error: cannot find '"'x'"' in scope'
                    echo '  |   `- error: cannot find it'
                    echo '/Kit.swift:2:2: error: and more' >&2
                    exit 1
                fi
                """)
        let reading = try place.read()
        #expect(reading.files.map(\.module) == ["App"])
        let errors = [
            "/Kit.swift:1:2: error: cannot find 'x' in scope",
            "/Kit.swift:2:2: error: and more",
        ]
        #expect(
            reading.unread == [UnreadTarget(name: "Kit", reason: .doesNotCompile(errors))]
        )
        // A target that failed is tried again.
        #expect(try place.runs() == ["App"])
        try place.writeCompiler()
        #expect(try place.read().unread == [])
        #expect(try place.runs() == ["Kit"])
    }

    @Test func ofACrashTheLastLinesAreTold() throws {
        try place.writeCompiler(
            first: "for i in 1 2 3 4 5 6 7; do echo line $i; done; kill -9 $$")
        let lines = ["line 3", "line 4", "line 5", "line 6", "line 7"]
        let reasons = try place.read().unread.map(\.reason)
        #expect(reasons == [.doesNotCompile(lines), .doesNotCompile(lines)])
    }

    @Test(arguments: [
        "module compiled with Swift 6.2 cannot be imported by the Swift 6.3 compiler: /a",
        "compiled module was created by an older version of the compiler; rebuild it",
        "module file was created by a different version of the compiler: /a",
    ])
    func modulesOfAnotherCompilerAreTold(_ words: String) throws {
        try place.writeCompiler(first: "echo '/App.swift:1:8: error: \(words)'; exit 1")
        let reason = UnreadTarget.Reason.otherCompiler("/App.swift:1:8: error: \(words)")
        #expect(try place.read().unread.map(\.reason) == [reason, reason])
    }

    @Test func aCompilerThatIsGoneIsTold() throws {
        try FileManager.default.moveItem(
            atPath: place.path("swiftc"), toPath: place.path("other"))
        let reason = UnreadTarget.Reason.noCompiler(place.path("swiftc"))
        for fallback in [nil, place.path("gone")] {
            var pass = Pass(directory: place.path("check"))
            pass.fallback = fallback
            let reading = try pass.read(place.targets()) { _ in }
            #expect(reading.unread.map(\.reason) == [reason, reason])
        }
    }

    @Test func anotherCompilerReadsForOneThatIsGone() throws {
        try FileManager.default.moveItem(
            atPath: place.path("swiftc"), toPath: place.path("other"))
        var pass = Pass(directory: place.path("check"))
        pass.fallback = place.path("other")
        #expect(try pass.read(place.targets()) { _ in }.unread == [])
        #expect(try place.runs() == ["App", "Kit"])
        #expect(try pass.read(place.targets()) { _ in }.files.count == 2)
        #expect(try place.runs() == [])
    }

    @Test func aSourceThatIsGoneIsTold() throws {
        try place.remove("Sources/Kit/More.swift")
        let gone = UnreadTarget.Reason.changed([place.path("Sources/Kit/More.swift")])
        #expect(try place.read().unread == [UnreadTarget(name: "Kit", reason: gone)])
        #expect(try place.runs() == ["App"])
    }

    /// If Xcode builds modules explicitly, the compiler may not be able to.
    @Test(arguments: [true, false])
    func explicitModulesComeFirst(_ succeeds: Bool) throws {
        try place.writeTargets(options: [
            "-explicit-module-build", "-clang-scanner-module-cache-path", "/C",
            "-sdk-module-cache-path", "/S",
        ])
        try place.writeCompiler(
            first: """
                grep -q explicit-module "${1#@}" && word=explicit || word=implicit
                echo $word >>'\(place.path("runs"))'
                [ $word = \(succeeds ? "$word" : "implicit") ] || exit 1
                """)
        #expect(try place.read().unread == [])
        let words = try place.runs().filter { $0.hasSuffix("plicit") }
        #expect(
            words
                == (succeeds
                    ? ["explicit", "explicit"]
                    : ["explicit", "explicit"]
                        + ["implicit", "implicit"]))
    }

    @Test func onlyTheLastCompilersErrorsAreTold() throws {
        try place.writeTargets(options: ["-explicit-module-build"])
        try place.writeCompiler(
            first: """
                echo '/a.swift:1:1: error: no'
                grep -q explicit-module "${1#@}" && echo '/a.swift:2:1: error: module'
                exit 1
                """)
        let reason = UnreadTarget.Reason.doesNotCompile(["/a.swift:1:1: error: no"])
        #expect(try place.read().unread.map(\.reason) == [reason, reason])
    }

    /// A process whose input has words. The compiler would wait for a terminal's.
    @Test func theCompilerHasNoInput() async {
        await #expect(processExitsWith: .success) {
            let place = try PassTests().place
            dup2(open(try place.write("input", "words"), O_RDONLY), STDIN_FILENO)
            try place.writeCompiler(first: "cat >>'\(place.path("read"))'")
            try place.read()
            let words = try String(contentsOfFile: place.path("read"), encoding: .utf8)
            #expect(words == "")
        }
    }

    /// The driver waits for something that never comes, and so does its child process.
    @Test func aDriverThatHangsIsEnded() throws {
        try place.write("Sources/Kit/Kit.swift", "changed")
        mkfifo(place.path("never"), 0o600)
        try place.writeCompiler(
            first: """
                grep -q '^App$' "${1#@}" || {
                    echo hangs >>'\(place.path("hangs"))'
                    cat '\(place.path("never"))' &
                    echo $! >'\(place.path("child"))'
                    \(place.hang)
                }
                """)
        let reading = try place.read()
        #expect(reading.unread == [UnreadTarget(name: "Kit", reason: .tookTooLong)])
        #expect(reading.files.map(\.module) == ["App"])
        // It was tried once more.
        let hangs = try String(contentsOfFile: place.path("hangs"), encoding: .utf8)
        #expect(hangs == "hangs\nhangs\n")
        let child = try String(contentsOfFile: place.path("child"), encoding: .utf8)
        let number = try #require(pid_t(child.dropLast()))
        // Nothing waits for it: it is gone, or about to be.
        while kill(number, 0) == 0, !isDead(number) { sched_yield() }
    }

    /// It may take its full time twice, not four times.
    @Test func whatHangsIsNotTriedWithImplicitModules() throws {
        try place.writeTargets(options: ["-explicit-module-build"])
        mkfifo(place.path("never"), 0o600)
        try place.writeCompiler(
            first: """
                echo hangs >>'\(place.path("runs"))'
                grep -q explicit-module "${1#@}" && {
                    \(place.hang)
                }
                """)
        let reading = try place.read()
        #expect(reading.unread.map(\.reason) == [.tookTooLong, .tookTooLong])
        #expect(try place.runs() == ["hangs", "hangs", "hangs", "hangs"])
    }

    @Test func whatHangsOnceIsReadTheSecondTime() throws {
        mkfifo(place.path("never"), 0o600)
        try place.writeCompiler(
            first: """
                grep -q '^App$' "${1#@}" || [ -e '\(place.path("hung"))' ] || {
                    : >'\(place.path("hung"))'
                    \(place.hang)
                }
                """)
        let reading = try place.read()
        #expect(reading.unread == [])
        #expect(try place.runs() == ["App", "Kit"])
    }

    @Test func aLineSaysWhatTakesLong() throws {
        try place.writeCompiler(
            first: "until [ -e '\(place.path("said"))' ]; do :; done")
        let lines = Mutex<[String]>([])
        try place.read(patience: 0) { line in
            lines.withLock { $0.append(line) }
            _ = try? place.write("said")
        }
        // The larger one comes first.
        #expect(lines.withLock { $0 } == ["reading 'Kit', 'App' with the compiler"])
        let more = try place.read(patience: 0) { line in
            lines.withLock { $0.append(line) }
        }
        #expect(more.files.count == 2)
        #expect(lines.withLock { $0.count } == 1)
    }

    @Test func largeTargetsAreReadInBatches() throws {
        var pass = Pass(directory: place.path("check"))
        pass.sizeOfBatches = 40
        let limits = Mutex<Set<TimeInterval>>([])
        pass.wait = { _, end, limit in
            limits.withLock { _ = $0.insert(limit) }
            return end.wait(timeout: .distantFuture)
        }
        try place.write("Sources/Kit/Kit.swift", String(repeating: "a", count: 20))
        try place.write("Sources/Kit/More.swift", String(repeating: "a", count: 20))
        try place.writeCompiler(
            first: """
                if grep -q enable-batch "${1#@}"; then
                    cp "${1#@}" '\(place.path("batch"))'
                fi
                """)
        _ = try pass.read(place.targets()) { _ in }
        let words = try #require(ResponseFile.words(at: place.path("batch")))
        let cores = ProcessInfo.processInfo.activeProcessorCount
        #expect(words.contains("-module-name"))
        #expect(words.contains("Kit"))
        #expect(words.contains("-j\(cores)"))
        #expect(!words.contains("-wmo"))
        // Each batch has its time.
        #expect(limits.withLock { $0.isSuperset(of: [pass.limit, 2 * pass.limit]) })
    }

    // MARK: Where it writes

    @Test func aDirectoryThatMayNotBeWrittenIsNamed() throws {
        try place.write("check", "a file")
        let problem = Refusal.unwritable(place.path("check"))
        #expect(throws: problem) { try place.read() }
    }

    @Test func whatIsNoTargetsIsRemoved() throws {
        try place.read()
        try place.write("check/Kit-1234.new/Kit.sil")
        try place.write("check/Gone-1234/Gone.sil")
        let modules = "modules-\(shortHash(of: place.path("check")))"
        try place.write("check/\(modules)/Swift.pcm")
        try place.write("check/modules-1234/Swift.pcm")
        try place.read()
        let names = try place.check()
        #expect(names.filter { $0.contains("1234") } == [])
        #expect(names.contains(modules))
        #expect(names.count == 4)
    }

    /// A reader goes on with the text that was there.
    @Test func filesStayAsTheyAreWhenNewOnesAreWritten() throws {
        try place.writeCompiler(first: "text='// 1'")
        let files = try place.read().files
        try place.writeCompiler(version: "2", first: "text='// 2'")
        #expect(try place.read().files.allSatisfy { $0.text.contains("// 2") })
        #expect(files.allSatisfy { $0.text.contains("// 1") })
    }

    /// Another process would wait.
    @Test func theDirectoryIsLockedMeanwhile() throws {
        try place.writeCompiler(
            first: """
                until [ -e '\(place.path("said"))' ]; do :; done
                """)
        let isLocked = Mutex(false)
        let place = place
        try place.read(patience: 0) { _ in
            isLocked.withLock { $0 = (try? place.isLocked()) == true }
            _ = try? place.write("said")
        }
        #expect(isLocked.withLock { $0 })
        // For a moment, a process that another thread starts also has the lock open.
        _ = try DirectoryLock(place.path("check"), limit: 600)
    }

    /// Its process may have been stopped.
    @Test func aLockThatNobodyReleasesIsTold() throws {
        try place.read()
        // For a moment, a process that another thread starts also has the lock open.
        let lock = try DirectoryLock(place.path("check"), limit: 600)
        var pass = Pass(directory: place.path("check"))
        pass.patienceWithOthers = 0
        let problem = Refusal.locked(place.path("check"))
        let targets = try place.targets()
        withExtendedLifetime(lock) {
            _ = #expect(throws: problem) { try pass.read(targets) { _ in } }
        }
    }

    private func isDead(_ process: pid_t) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status?.contains(") Z ") == true
    }
}
