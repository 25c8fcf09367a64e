import Foundation
import Testing

@testable import ColletCheck

/// The texts for users if something can't be checked.
struct BuildTextTests {
    // MARK: A target

    private func text(_ reason: UnreadTarget.Reason, isOfTests: Bool = false) -> String {
        let targets = ["Kit", "App"].map {
            UnreadTarget(name: $0, reason: reason, isOfTests: isOfTests)
        }
        #expect(targets.messages.count == 1)
        return targets.messages[0]
    }

    @Test func theFirstErrorsAreTold() {
        let errors = ["/a.swift:1:2: error: x", "/a.swift:3:4: error: y"]
        #expect(
            text(.doesNotCompile(errors)) == """
                'Kit', 'App' doesn't compile, so nothing is checked; if it did in the last \
                build, build again
                    /a.swift:1:2: error: x
                    /a.swift:3:4: error: y
                """)
        #expect(
            text(.doesNotCompile(errors), isOfTests: true).hasPrefix(
                "'Kit', 'App' doesn't compile, so only the rest is checked; if it did"))
    }

    @Test(arguments: ["Testing", "XCTest"])
    func onAMacTestsNeedXcode(_ module: String) {
        let errors = ["/a.swift:1:8: error: no such module '\(module)'"]
        #expect(
            text(.doesNotCompile(errors), isOfTests: true) == """
                'Kit', 'App' doesn't compile, so only the rest is checked; on a Mac, tests need \
                Xcode, not the Command Line Tools
                    \(errors[0])
                """)
    }

    @Test func whatToDoIsTold() {
        #expect(
            text(.otherCompiler("module compiled with Swift 6.2")) == """
                another compiler made the modules that 'Kit', 'App' imports, so nothing is \
                checked; build again with this one
                    module compiled with Swift 6.2
                """)
        #expect(
            text(.changed(["/gone.swift"])) == """
                'Kit', 'App' has lost sources since the last build, so nothing is checked; \
                build again
                    /gone.swift
                """)
        #expect(
            text(.notBuilt) == """
                the last build left out 'Kit', 'App', so only the rest is checked; \
                'swift build --build-tests' builds all
                """)
        #expect(
            text(.tookTooLong) == """
                the compiler didn't come to an end with 'Kit', 'App', and not the second \
                time, so nothing is checked; check again
                """)
        #expect(
            text(.noCompiler("/Xcode 26/swiftc")) == """
                the compiler of the last build, '/Xcode 26/swiftc', can't be started for \
                'Kit', 'App', so nothing is checked; build again, or name another one with \
                --compiler-path
                """)
        #expect(
            text(.unwritable("/check")) == """
                '/check' can't be written, so nothing is checked; name another directory with \
                --cache-path
                """)
    }

    @Test func eachReasonIsToldOnce() {
        let unread = [
            UnreadTarget(name: "B", reason: .notBuilt),
            UnreadTarget(name: "A", reason: .tookTooLong, isOfTests: true),
            UnreadTarget(name: "C", reason: .notBuilt),
            UnreadTarget(name: "D", reason: .tookTooLong),
        ]
        let beginnings = [
            "the compiler didn't come to an end with 'A', and",
            "the last build left out 'B', 'C', so",
            "the compiler didn't come to an end with 'D', and",
        ]
        #expect(unread.messages.count == beginnings.count)
        #expect(zip(unread.messages, beginnings).allSatisfy { $0.hasPrefix($1) })
        #expect((1...6).map(String.init).listed == "'1', '2', '3', '4' and 2 more")
    }

    // MARK: Nothing

    @Test func howToBuildAPackageIsTold() throws {
        let place = try BuildPlace()
        try place.write("Package.swift")
        let problem = try #require(throws: Refusal.self) { try place.targets() }
        let words = problem.description
        #expect(
            words.hasPrefix(
                """
                no build of '\(place.path)' is found; build it first, with 'swift build \
                --build-tests'
                A build leaves the compiler's arguments, which the check looked for at
                    \(place.path)/.build/
                """))
        #expect(
            words.hasSuffix(
                """
                /description.json
                If that doesn't help, let the build write SIL, and check this:
                    swift build --build-tests --build-system swiftbuild -Xswiftc \
                -sil-output-dir -Xswiftc '$(TARGET_TEMP_DIR)/sil' -Xswiftc \
                -driver-filelist-threshold -Xswiftc 0
                    collet-check --sil .build/out/Intermediates.noindex
                """))
    }

    @Test func howToBuildAProjectIsTold() throws {
        let place = try BuildPlace()
        let unbuilt = try #require(throws: Refusal.self) { try place.targets() }
        #expect(
            unbuilt.description.contains(
                "build it first, in Xcode, and name its derived data with --build-path\n")
        )
        try place.writeStore([["builtin-other", "--", "swiftc"]])
        let problem = try #require(throws: Refusal.self) { try place.targets() }
        #expect(
            problem.description == """
                the last build of '\(place.path)' isn't understood: looked for the compiler's \
                arguments, behind `builtin-SwiftDriver --` or `swiftCommands`, in
                    \(place.store)
                If that doesn't help, let the build write SIL, and check this:
                    xcodebuild build-for-testing … -derivedDataPath DerivedData \
                OTHER_SWIFT_FLAGS='$(inherited) -sil-output-dir $(TARGET_TEMP_DIR)/sil \
                -driver-filelist-threshold 0'
                    collet-check --sil DerivedData/Build/Intermediates.noindex
                """)
    }

    @Test func allTargetsThatAreMissingAreTold() {
        let targets = [
            UnreadTarget(name: "B", reason: .tookTooLong),
            UnreadTarget(name: "A", reason: .changed(["/gone.swift"])),
        ]
        let lines = targets.messages.joined(separator: "\n").split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("'A' has lost sources") == true)
        #expect(
            lines.last?.hasPrefix("the compiler didn't come to an end with 'B'") == true)
    }
}
