import Collet
import ColletTesting
import Synchronization
import Testing

@testable import Tally

struct FakeFiles: Files {
    func text(of path: String) throws -> String {
        if path == "none" { throw NoSuchFile(path: path) }
        return "a bee a"
    }
}

final class FakeTerminal: Terminal {
    private let lines = Mutex<[String]>([])
    var written: [String] { lines.withLock { $0 } }
    func write(_ line: String) { lines.withLock { $0.append(line) } }
}

let fakes = Dependencies {
    tool
    Module { FakeFiles() as any Files }
    Module(.shared) { FakeTerminal() }
    Module { Resolver.resolve(FakeTerminal.self) as any Terminal }
}

@Suite(.dependencies(fakes))
struct ToolTests {
    @Test(arguments: [
        (["x"], "2 a\n1 bee"), (["--json", "x"], "{\"a\": 2, \"bee\": 1}"),
        (["longest", "x"], "bee"),
    ])
    func commandsPrintWhatTheyFind(_ arguments: [String], _ output: String) {
        #expect(Tool().run(arguments) == 0)
        #expect(Resolver.resolve(FakeTerminal.self).written == [output])
    }

    @Test func aMissingFileIsNamed() {
        #expect(Tool().run(["none"]) == 1)
        #expect(Resolver.resolve(FakeTerminal.self).written == ["there is no file none"])
    }
}

@Test(.dependencies { Module { FakeFiles() as any Files } })
func wordsAreReadFromFiles() throws {
    #expect(try Words().words(of: "x") == ["a", "bee", "a"])
}

@Test func modulesFindTheirModules() throws { try tool.verify() }
