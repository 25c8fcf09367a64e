import Foundation
import Testing

@testable import ColletCheck

/// The tasks that are read from Swift Build's stores, which are made up here.
struct TaskStoreTests {
    @Test(arguments: StoreForm.allCases)
    func aTargetsArgumentsAreFound(_ form: StoreForm) throws {
        let place = try BuildPlace("My App")
        try place.write("Sources/Kit/Kit.swift")
        let command = try place.swiftBuildCommand(
            "Kit", ["Sources/Kit/Kit.swift"], name: "Kit-t",
            options: ["-c", "-DDEBUG", "-I", String(repeating: "long", count: 100)])
        try place.writeStore([command], form: form)

        let target = try #require(try place.targets().first)
        #expect(target.name == "Kit-t")
        #expect(target.module == "Kit")
        #expect(target.compiler == place.path("swiftc"))
        #expect(target.sources == [place.path("Sources/Kit/Kit.swift")])
        #expect(target.directory == place.path)
        #expect(target.destination == "Debug-linux/x86_64")
        #expect(
            target.arguments.options == [
                "-module-name", "Kit", "-working-directory", place.path, "-DDEBUG", "-I",
                String(repeating: "long", count: 100),
            ])
    }

    @Test(arguments: [2, 14, 15, 16, 300, 65_536], StoreForm.allCases)
    func listsOfAnyLengthAreRead(_ count: Int, _ form: StoreForm) {
        let list = ["first"] + (1..<count).map { "option \($0)" }
        let other = ["first", "last"]
        let store = Data(Packed.task(list, form) + Packed.task(other, form))
        #expect(MessagePack.lists(in: store, beginningWith: "first") == [list, other])
    }

    @Test(arguments: [0, 1, 31, 32, 255, 256, 65_535, 65_536], StoreForm.allCases)
    func textsOfAnyLengthAreRead(_ length: Int, _ form: StoreForm) {
        let list = ["first", String(repeating: "a", count: length), "last"]
        let store = Data(Packed.task(list, form))
        #expect(MessagePack.lists(in: store, beginningWith: "first") == [list])
    }

    /// As from a writer that doesn't choose by length.
    @Test func theLongestHeadsAreRead() {
        let head: [UInt8] = [0xdd, 0, 0, 0, 1, 0x92, 0, 0xc6, 0, 0, 0, 5]
        let lists = MessagePack.lists(
            in: Data(head + "first".utf8), beginningWith: "first")
        #expect(lists == [["first"]])
    }

    /// The word may stand in an argument, or in the name of a task.
    @Test func onlyWholeListsThatBeginSoAreRead() {
        let list = ["first", "second"]
        let others: [[UInt8]] = [
            Packed.text("first"),
            Packed.array([Packed.text("second"), Packed.text("first")]),
            Packed.array([Packed.text("first of all"), Packed.text("second")]),
            Packed.array([Packed.text("first"), [0xc0]]), [0x92] + Packed.text("first"),
        ]
        let store = Data(others.joined() + Packed.task(list, .texts) + others.joined())
        #expect(MessagePack.lists(in: store, beginningWith: "first") == [list])
    }

    @Test func whatEndsTooEarlyIsNoList() {
        let store = Packed.array([Packed.text("first"), Packed.text("second")])
        for count in store.indices {
            let lists = MessagePack.lists(
                in: Data(store[..<count]), beginningWith: "first")
            #expect(lists == [])
        }
    }

    @Test func aStoreIsReadFromWhereverItBegins() {
        let store = Data([0xc0, 0xc0] + Packed.task(["first", "second"], .texts))
        let lists = MessagePack.lists(in: store[2...], beginningWith: "first")
        #expect(lists == [["first", "second"]])
    }

    @Test func anotherCommandIsNoTarget() throws {
        let place = try BuildPlace()
        try place.write("a.swift")
        let command = try place.swiftBuildCommand("Kit", ["a.swift"])
        let other = try place.swiftBuildCommand("Other", ["a.swift"])
        try place.writeStore([
            ["builtin-SwiftDriver"], ["builtin-SwiftDriver", "--"],
            ["builtin-SwiftDriver", "-x"] + other.dropFirst(2),
            ["builtin-SwiftDriver", "--", "/swiftc", "-version"],
            other.filter { $0 != "-module-name" && $0 != "Other" }, command,
        ])
        #expect(try place.targets().map(\.module) == ["Kit"])
    }

    /// As in a setting of a project.
    @Test func responseFilesAreReadWhereTheCompilerRuns() throws {
        let place = try BuildPlace()
        try place.write("a.swift")
        try place.write("flags.txt", "-DONE -c")
        try place.writeStore([
            try place.swiftBuildCommand("Kit", ["a.swift"], options: ["@flags.txt"])
        ])
        let options = try place.targets().first?.arguments.options
        #expect(options?.suffix(2) == [place.path, "-DONE"])
    }
}
