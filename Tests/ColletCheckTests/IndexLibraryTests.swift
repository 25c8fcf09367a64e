import Foundation
import TestSupport
import Testing

@testable import ColletCheck

/// Where the index library is looked for: in made-up directories, and with a `PATH` of
/// scripts.
struct IndexLibraryTests {
    private let directory: URL
    private var scripts: URL { directory.appending(path: "bin") }
    private var link: URL { directory.appending(path: "link") }

    init() throws {
        directory = try Fixture.Program(named: "IndexLibrary-\(UUID().uuidString)")
            .directory
        // As on a Mac, where `/usr/bin/swiftc` only runs the compiler.
        try writeScript("swiftc", "exit 1")
    }

    @Test func theLibraryBesideTheGivenCompilerComesFirst() throws {
        try linkIndexLibrary(into: directory.appending(path: "lib"))
        try linkIndexLibrary(into: directory.appending(path: "given/lib"))
        #expect(try found() == "lib")
        #expect(try found(beside: "given/bin/swiftc") == "given/lib")
        #expect(try found(beside: "nowhere/bin/swiftc") == "lib")
    }

    @Test func theLinkOfACompilerIsFollowed() throws {
        let compiler = directory.appending(path: "toolchain/bin/swift-driver")
        try linkIndexLibrary(into: directory.appending(path: "toolchain/lib"))
        try Fixture.Program.makeDirectory(compiler.deletingLastPathComponent())
        try FileManager.default.moveItem(
            at: scripts.appending(path: "swiftc"), to: compiler)
        try FileManager.default.createSymbolicLink(
            at: scripts.appending(path: "swiftc"), withDestinationURL: compiler
        )
        #expect(try found(developerDirectory: "none") == "toolchain/lib")
    }

    @Test func aScriptSaysWhereItsCompilerIs() throws {
        try linkIndexLibrary(into: directory.appending(path: "toolchain/lib"))
        let info =
            "{ \"paths\": { \"runtimeResourcePath\": \"\(directory.path)/toolchain/lib/swift\" } }"
        try writeScript("swiftc", "[ $1 = -print-target-info ] && echo '\(info)'")
        try Fixture.Program.makeDirectory(
            directory.appending(path: "toolchain/lib/swift"))
        #expect(try found() == "toolchain/lib")
    }

    /// The Command Line Tools have the library, but no toolchain of Xcode's.
    @Test(arguments: ["usr/lib", "Toolchains/XcodeDefault.xctoolchain/usr/lib"])
    func theLibraryInADeveloperDirectoryIsFound(_ path: String) throws {
        try writeScript(
            "xcode-select", "echo \(directory.appending(path: "selected").path)")
        let failure = #expect(throws: CheckFailure.self) {
            try found(developerDirectory: "named")
        }
        #expect(
            failure?.description.hasPrefix("the compiler's index library is not found")
                == true)
        try linkIndexLibrary(into: directory.appending(path: "selected/\(path)"))
        #expect(try found(developerDirectory: "named") == "selected/\(path)")
        try linkIndexLibrary(into: directory.appending(path: "linked/\(path)"))
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: directory.appending(path: "linked")
        )
        #expect(try found(developerDirectory: "named") == "link/\(path)")
        try linkIndexLibrary(into: directory.appending(path: "named/\(path)"))
        #expect(try found(developerDirectory: "named") == "named/\(path)")
    }

    @Test(arguments: ["xcode-select", "DEVELOPER_DIR"])
    func anEmptyPathIsNotTheRootOfTheSystem(_ source: String) throws {
        var environment = ["PATH": scripts.path]
        if source == "DEVELOPER_DIR" { environment[source] = "" }
        try writeScript("xcode-select", "echo")
        var paths: [String] = []
        #expect(throws: CheckFailure.self) {
            try IndexStoreLibrary.find(beside: nil, environment, link: link.path) {
                paths.append($0)
                return false
            }
        }
        #expect(paths.contains { $0.hasPrefix(link.path) })
        #expect(paths.allSatisfy { $0.hasPrefix(directory.path) })
    }

    @Test func namesAreReadByTheCompilersLibraryOrElseByTheSystem() throws {
        let name = "$s3App4core6Collet12DependenciesVvp"
        let library = try IndexStoreLibrary.find(beside: nil)
        for demangler in [
            Demangler(beside: library), Demangler(beside: "/none"), .ofSystem,
        ] {
            #expect(demangler.demangled(name) == "App.core : Collet.Dependencies")
            #expect(demangler.demangled("$s?") == nil)
        }
        #expect(Demangler(beside: library) != .ofSystem)
        #expect(Demangler(beside: "/none") == .ofSystem)
    }

    @Test func namesOfAnyLengthAreRead() throws {
        let demangler = Demangler(beside: try IndexStoreLibrary.find(beside: nil))
        for length in [900, 990, 991, 992, 999, 1000, 2000] {
            let module = String(repeating: "a", count: length)
            let name = demangler.demangled("$s\(length)\(module)1fyyF")
            #expect(name == "\(module).f() -> ()")
        }
    }

    /// As those of a newer compiler, where its own library is missing.
    @Test func namesThatNobodyCanReadAreSaid() throws {
        let program = try Fixture.Program(named: "UnreadableIndex")
        let file = try program.write("struct Clock {}\n", to: "App/App.swift")
        try program.compile("App", at: [file.deletingLastPathComponent()])
        let unknowing:
            @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int)
                -> Int = { _, _, _ in 0 }
        let demangler = Demangler(
            function: unsafeBitCast(unknowing, to: UnsafeMutableRawPointer.self))
        let path = try IndexStoreLibrary.find(beside: nil)
        let library = try IndexStoreLibrary(path: path, demangler: demangler)
        let failure = #expect(throws: CheckFailure.self) {
            try library.read(storeAt: program.index.path) { $0 }
        }
        #expect(
            failure?.description
                == "the names in the index are of a compiler that this system "
                + "is too old for, and its libswiftDemangle is not beside \(path)")
    }

    /// The directory of the library, in the one of this test.
    private func found(
        beside compiler: String? = nil, developerDirectory: String? = nil
    ) throws -> String {
        var environment = ["PATH": scripts.path]
        environment["DEVELOPER_DIR"] = developerDirectory.map(inside)
        let library = try IndexStoreLibrary.find(
            beside: compiler.map(inside), environment, link: link.path
        )
        _ = try IndexStoreLibrary(path: library)
        let place = URL(filePath: library).standardized.deletingLastPathComponent().path
        return String(place.dropFirst(directory.path.count + 1))
    }

    private func inside(_ path: String) -> String { directory.appending(path: path).path }

    /// Has a shell write a script. The system runs no file that somebody may still write
    /// to, and what this process has open, another thread's new process has open, too,
    /// for a moment.
    private func writeScript(_ name: String, _ command: String) throws {
        let script = scripts.appending(path: name)
        try Fixture.Program.makeDirectory(scripts)
        let write = #"printf '#!/bin/sh\n%s\n' "$1" >"$0" && chmod +x "$0""#
        let shell = try Run(waitingFor: "sh", ["-c", write, script.path, command])
        try #require(shell.status == 0, "\(shell.error)")
    }
}
