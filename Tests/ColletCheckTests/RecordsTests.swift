import Foundation
import Testing

@testable import ColletCheck

/// The targets that are read again.
struct RecordsTests {
    /// Two targets of Swift Build: App, and Kit, which App imports.
    private let place: BuildPlace
    /// Where the module of Kit is: what is around the compiler comes with it.
    private let products: BuildPlace

    init() throws {
        place = try BuildPlace()
        products = try BuildPlace()
        try place.writeTargets()
        try products.write("Kit.swiftmodule", "1")
        let module = products.path("Kit.swiftmodule")
        try place.writeCompiler(read: module.replacing(" ", with: "\\ "))
        try place.read()
        #expect(try place.runs() == ["App", "Kit"])
    }

    @Test func whatIsAsItWasIsNotReadAgain() throws {
        let reading = try place.read()
        #expect(reading.files.map(\.module) == ["App", "Kit"])
        #expect(try place.runs() == [])
    }

    @Test func datesDoNotMatter() throws {
        try place.setDate("Sources/App/App.swift", -1_000)
        try products.setDate("Kit.swiftmodule", -1_000)
        try place.read()
        #expect(try place.runs() == [])
    }

    @Test(arguments: ["edited", "Sources/App/app.swift", ""])
    func anEditedTargetIsReadAgain(_ text: String) throws {
        try place.write("Sources/App/App.swift", text)
        try place.read()
        #expect(try place.runs() == ["App"])
        try place.read()
        #expect(try place.runs() == [])
    }

    @Test func aModuleThatChangedIsReadByThoseThatImportIt() throws {
        try products.write("Kit.swiftmodule", "2")
        try place.read()
        #expect(try place.runs() == ["App", "Kit"])
        try products.remove("Kit.swiftmodule")
        try place.read()
        #expect(try place.runs() == ["App", "Kit"])
    }

    @Test func aSourceMoreOrLessIsReadAgain() throws {
        try place.write("Sources/App/New.swift")
        try place.writeTargets(app: ["App", "New"])
        try place.read()
        #expect(try place.runs() == ["App"])
        try place.writeTargets()
        try place.read()
        #expect(try place.runs() == ["App"])
    }

    @Test func otherArgumentsAreReadAgain() throws {
        try place.writeTargets(options: ["-DRELEASE"])
        try place.read()
        #expect(try place.runs() == ["App", "Kit"])
        // Arguments that are left out don't matter.
        try place.writeTargets(options: ["-DRELEASE", "-j8", "-incremental"])
        try place.read()
        #expect(try place.runs() == [])
    }

    @Test func anotherCompilerReadsAgain() throws {
        try place.writeCompiler(version: "2")
        try place.read()
        #expect(try place.runs() == ["App", "Kit"])
    }

    @Test func whatIsMissingOrCutShortIsReadAgain() throws {
        let file = try #require(try place.read().files.first?.path)
        try "sil".write(toFile: file, atomically: true, encoding: .utf8)
        try place.read()
        #expect(try place.runs() == ["App"])
        try FileManager.default.removeItem(atPath: file)
        try place.read()
        #expect(try place.runs() == ["App"])
        let record = URL(filePath: file).deletingLastPathComponent()
            .appending(path: "record.json")
        try "{}".write(to: record, atomically: true, encoding: .utf8)
        try place.read()
        #expect(try place.runs() == ["App"])
    }

    // MARK: Headers

    /// Parts of C targets, bridging headers and macros of the program.
    @Test(arguments: ["include/My Kit.h", "Macros"])
    func aFileThatTheCompilerReadIsReadAgain(_ name: String) throws {
        let elsewhere = try BuildPlace()
        let header = try elsewhere.write(name, "1")
        let other = place.path("Sources/App/App.swift")
        let path = header.replacing(" ", with: "\\ ")
        try place.writeCompiler(read: "\(other) \(path) ")
        try place.write("Sources/App/App.swift", "new")
        try place.read()
        #expect(try place.runs() == ["App"])
        try place.read()
        #expect(try place.runs() == [])
        try elsewhere.write(name, "2")
        try place.read()
        #expect(try place.runs() == ["App"])
    }

    @Test func whatComesWithTheCompilerIsNotCompared() throws {
        // It is `bin/swiftc`, beside `lib`.
        let tools = try place.write("../lib/swift/linux/Swift.swiftmodule", "1")
        try place.writeCompiler(read: tools.replacing(" ", with: "\\ "))
        try place.write("Sources/App/App.swift", "new")
        try place.read()
        try place.write("../lib/swift/linux/Swift.swiftmodule", "2")
        _ = try place.runs()
        try place.read()
        #expect(try place.runs() == [])
    }

    @Test func whatTheCompilerHasReadIsKnown() throws {
        let file = try place.write("a.d", ##"b.sil : /a\ b /c\#d /e$$f"##)
        let words = ResponseFile.dependencies(at: file)
        #expect(words == ["b.sil", ":", "/a b", "/c#d", "/e$f"])
        #expect(ResponseFile.dependencies(at: place.path("none")) == [])
    }

    @Test func theHashOfAFileIsTheSameInEachProcess() {
        func hash(_ text: String) -> UInt64 { Data(text.utf8).stableHash }
        #expect(hash("") == 0xcbf2_9ce4_8422_2325)
        let texts = ["a", "b", "ab", "abcdefgh", "abcdefgi", "abcdefghi", "abcdefghj"]
        #expect(Set(texts.map(hash)).count == texts.count)
        let long = Data("0123456789abcdefXYZ".utf8)
        #expect(long[3...].stableHash == Data(long[3...]).stableHash)
    }
}
