import Testing

@testable import ColletCheck

/// The report about a package with something of everything.
struct ReportTests {
    private static let package = Task { try await CheckedPackage(files) }

    private static let files: KeyValuePairs = [
        "Kit/Feed.swift": """
        import Collet
        public protocol Clock: Sendable {}
        public struct SystemClock: Clock { public init() {} }
        public protocol Log: Sendable { func write(_ text: String) }
        public protocol Printer: Sendable {}

        public final class Feed {
            @Inject private var clock: any Clock
            @Inject("file") private var log: any Log
            @Inject private var printer: (any Printer)?

            public init() {}
            public func load() { print(clock) }
            public func save(isLoud: Bool) {
                log.write("saved")
                if isLoud, let printer { print(printer) }
            }
        }
        """,
        "App/main.swift": """
        import Collet
        import Kit

        struct Console: Log { func write(_ text: String) { print(text) } }
        struct Scale: Sendable {}

        final class Till {
            // collet-check:allow missing: the plug-in registers it
            @Inject var scale: Scale
        }

        Dependencies {
            Module(.shared) { SystemClock() as any Clock }
            // collet-check:allow unused, weak, conditional: while it is new
            Module { Console() as any Log }; Module { Console() }
        }.build()
        Feed().load()
        Feed().save(isLoud: true)
        print(Till().scale)
        if let type = CommandLine.arguments.last, type == "twice" { other(load) }

        func other(_ body: () -> Void) { body() }
        func load() { Feed().load() }
        """,
        "KitTests/FeedTests.swift": """
        import Collet
        import ColletTesting
        import Testing
        @testable import Kit

        struct Silence: Log { func write(_ text: String) {} }
        let fakes = Dependencies { Module("file") { Silence() as any Log } }

        @Suite struct FeedTests {
            @Test(.dependencies(fakes)) func loads() { Feed().load() }
            @Test(.dependencies(fakes)) func loadsTwice() { Feed().load() }

            // collet-check:allow needs: it is written next week
            @Test(
                .dependencies { Module("file") { Silence() as any Log } },
                arguments: [Bool.random()]
            )
            func saves(isLoud: Bool) {
                Feed().load()
                Feed().save(isLoud: isLoud)
            }

            // collet-check:allow needs: nothing is wrong
            @Test func isMade() { _ = Feed() }

            // collet-check:allow unused: only told with --include-tests
            @Test func isMadeAgain() { _ = Feed() }
        }
        """,
    ]

    private func check(excludesTests: Bool = false) async throws -> Check {
        try await Self.package.value.check(excludesTests: excludesTests)
    }

    /// The text, without the path of the package.
    private func text(_ text: String) async throws -> String {
        try await Self.package.value.withoutPaths(text)
    }

    // MARK: Formats

    @Test func findingsAreInTheOrderOfTheirPlaces() async throws {
        let report = try await check().report()
        #expect(try await text(report.text()) == Self.findings)
    }

    private static let findings = """
        App/main.swift:14:5: warning: nothing is found here by the rule 'weak'; to fix, \
        remove it [unneeded]
        App/main.swift:14:5: note: there is no rule 'conditional' any more; to fix, remove it \
        [unneeded]
        Kit/Feed.swift:9:6: error: only tests register Log named "file", needed by Feed; to \
        fix, ask for it without a name, or add to the block that is built (main.swift:12): \
        Module("file") { … as any Log } [missing]
        App/main.swift:18:8: note: calls Feed.save(isLoud:)
        Kit/Feed.swift:15:9: note: reads Feed.log
        App/main.swift:15:5: note: registered here is Log
        Kit/Feed.swift:10:6: note: nothing that serves this registers Printer? or what it \
        holds, so this is nil here [absent]
        KitTests/FeedTests.swift:7:5: error: 'loads()' asks for Clock, which its block doesn't \
        register (and 1 more test); to fix, add to 'fakes' (FeedTests.swift:7): \
        Module(.shared) { … as any Clock } [needs]
        KitTests/FeedTests.swift:10:55: note: calls Feed.load()
        Kit/Feed.swift:13:32: note: reads Feed.clock
        Kit/Feed.swift:8:6: note: asks for Clock ('clock')
        KitTests/FeedTests.swift:11:6: note: 'loadsTwice()' asks for it, too
        KitTests/FeedTests.swift:23:5: warning: nothing is found here by the rule 'needs'; to \
        fix, remove it [unneeded]
        \(summary)
        """

    private static let summary = """
        check-dependencies: 2 errors, 2 warnings, 3 accepted; 4 of 7 requests are answered on \
        every way; 1 isn't; 2 are accepted
        """

    /// A note that fails the check isn't the mildest line.
    @Test func ifStrictGitHubWarnsOfWhatCannotBeTold() {
        let runs = PackageRuns()
        let place = Place(file: "/Shop/App/main.swift", line: 3, column: 5)
        runs.programs = [ProgramRuns(name: "App", runs: [], requests: [place: "Log"])]
        let report = Report(runs)
        let start = " file=App/main.swift,line=3,col=5,title=unknown::cannot tell whether"
        #expect(report.commands(in: "/Shop").hasPrefix("::notice\(start)"))
        let strict = report.commands(in: "/Shop", isStrict: true)
        #expect(strict.hasPrefix("::warning\(start)"))
        let note = "/Shop/App/main.swift:3:5: note: cannot tell whether"
        #expect(report.text().hasPrefix(note))
        #expect(report.text(from: .warning).hasPrefix(note))
        #expect(!report.text(from: .error).contains("cannot tell"))
        #expect([true, false].map(report.status) == [1, 0])
    }

    @Test func gitHubGetsCommands() async throws {
        let report = try await check().report()
        let directory = try await Self.package.value.place.path
        #expect(
            report.commands(in: directory) == """
                ::warning file=App/main.swift,line=14,col=5,title=unneeded::nothing is found \
                here by the rule 'weak'; to fix, remove it
                ::notice file=App/main.swift,line=14,col=5,title=unneeded::there is no rule \
                'conditional' any more; to fix, remove it
                ::error file=Kit/Feed.swift,line=9,col=6,title=missing::only tests register Log \
                named "file", needed by Feed; to fix, ask for it without a name, or add to the \
                block that is built (main.swift:12): Module("file") { … as any Log }\
                %0AApp/main.swift:18:8: calls Feed.save(isLoud:)\
                %0AKit/Feed.swift:15:9: reads Feed.log\
                %0AApp/main.swift:15:5: registered here is Log
                ::notice file=Kit/Feed.swift,line=10,col=6,title=absent::nothing that serves \
                this registers Printer? or what it holds, so this is nil here
                ::error file=KitTests/FeedTests.swift,line=7,col=5,title=needs::'loads()' asks \
                for Clock, which its block doesn't register (and 1 more test); to fix, add to \
                'fakes' (FeedTests.swift:7): Module(.shared) { … as any Clock }\
                %0AKitTests/FeedTests.swift:10:55: calls Feed.load()\
                %0AKit/Feed.swift:13:32: reads Feed.clock\
                %0AKit/Feed.swift:8:6: asks for Clock ('clock')\
                %0AKitTests/FeedTests.swift:11:6: 'loadsTwice()' asks for it, too
                ::warning file=KitTests/FeedTests.swift,line=23,col=5,title=unneeded::nothing \
                is found here by the rule 'needs'; to fix, remove it
                \(Self.summary)

                """)
        // Everything in it can be told.
        #expect(
            report.commands(in: directory, isStrict: true)
                == report.commands(in: directory))
    }

    @Test func toolsGetObjects() async throws {
        let report = try await check().report()
        let lines = try await text(report.objects).split(
            separator: "\n")
        #expect(lines.count == 9)
        #expect(
            lines[2] == #"""
                {"column":6,"line":9,"message":"only tests register Log named \"file\", needed \#
                by Feed; to fix, ask for it without a name, or add to the block that is built \#
                (main.swift:12): Module(\"file\") { … as any Log }","notes":[{"column":8,\#
                "line":18,"message":"calls Feed.save(isLoud:)","path":"App/main.swift"},\#
                {"column":9,"line":15,"message":"reads Feed.log","path":"Kit/Feed.swift"},\#
                {"column":5,"line":15,"message":"registered here is Log",\#
                "path":"App/main.swift"}],"path":"Kit/Feed.swift","rule":"missing",\#
                "severity":"error"}
                """#)
        #expect(
            lines[4].hasSuffix(
                #""tests":["FeedTests/loads()","FeedTests/loadsTwice()"]}"#))
        #expect(
            lines[6] == #"""
                {"accepted":true,"column":6,"line":9,"message":"nothing is registered for \#
                Scale, needed by Till; to fix, add to the block that is built \#
                (main.swift:12): Module { … as Scale }","notes":[{"column":14,"line":19,\#
                "message":"reads Till.scale","path":"App/main.swift"}],\#
                "path":"App/main.swift","rule":"missing","severity":"error"}
                """#)
        #expect(
            lines[7].contains(
                #""line":15,"message":"nothing injects or resolves Console;"#))
        #expect(lines[8].hasPrefix(#"{"accepted":true,"column":6,"line":14,"#))
    }

    @Test func aReportListsWhatIsSevereEnough() async throws {
        let report = try await check().report()
        let errors = report.text(from: .error), warnings = report.text(from: .warning)
        #expect(errors.ranges(of: ": error: ").count == 2)
        #expect(!errors.contains("warning: "))
        #expect(warnings.ranges(of: ": warning: ").count == 2)
        #expect(!warnings.contains("[absent]"))
        #expect(warnings.hasSuffix("\n\(Self.summary)"))
    }

    /// The request is answered, but where it comes from can't be told.
    @Test func aDoubtIsNoProof() async throws {
        let package = try await CheckedPackage([
            "App/main.swift": """
            import Collet
            import Dispatch
            @MainActor final class Router { init() {} }
            Dependencies { Module.mainActor { Router() } }.build()
            DispatchQueue(label: "work").async { _ = Resolver.resolve(Router.self) }
            dispatchMain()
            """
        ])
        let report = try package.check().report()
        #expect(report.summary.hasSuffix("; 1 of 1 request is answered on every way"))
        #expect(report.status(strict: false) == 0)
        #expect(report.status(strict: true) == 1)
    }

    // MARK: Unchecked sources

    /// A source that is newer than its SIL may be the reason for a comment.
    @Test func whatIsNotCheckedIsListed() async throws {
        let package = try await CheckedPackage([
            "App/main.swift": """
            // collet-check:allow weak: it is checked next time
            print(1)
            """
        ])
        let whole = try package.check().report()
        #expect(whole.status(strict: false) == 0)
        #expect(whole.text().contains("[unneeded]"))
        try package.place.setDate("sil/App.sil", 0)
        let report = try package.check().report()
        #expect(report.status(strict: true) == 2)
        let message = "changed after its SIL was written; build again"
        #expect(
            package.withoutPaths(report.text()) == """
                App/main.swift:1:1: error: \(message)
                check-dependencies: 0 errors, 0 warnings; 0 of 0 requests are answered on \
                every way; not everything was checked
                """)
        let command =
            "::error file=App/main.swift,line=1,col=1,title=unchecked::\(message)\n"
        let commands = package.withoutPaths(report.commands(in: "/"))
        #expect(commands.hasPrefix(command + "check-dependencies: "))
        #expect(
            package.withoutPaths(report.objects) == """
                {"column":1,"line":1,"message":"\(message)","notes":[],\
                "path":"App/main.swift","rule":"unchecked","severity":"error"}

                """)
    }

    @Test func aTargetThatIsNotCheckedHasNoPlace() {
        let unchecked = Finding(unchecked: "ShopTests fails:\n  x")
        let report = Report(PackageRuns(), unchecked: [unchecked])
        #expect(report.text().hasPrefix("error: ShopTests fails:\n  x\ncheck-dep"))
        let command = report.commands(in: "/")
        #expect(command.hasPrefix("::error title=unchecked::ShopTests fails:%0A  x\n"))
        let object = report.objects
        #expect(object.hasPrefix(#"{"column":0,"line":0,"message":"ShopTests fails:\n"#))
    }

    /// GitHub reads `%` as the start of an escape, and commas as ends.
    @Test func gitHubReadsPathsAndTextsAsTheyAre() {
        let unchecked = Finding(unchecked: "at 100%0A", in: "/a,b/50%:c.swift")
        let command = Report(PackageRuns(), unchecked: [unchecked]).commands(in: "/a,b")
        #expect(
            command.hasPrefix(
                """
                ::error file=/a%2Cb/50%25%3Ac.swift,line=1,col=1,title=unchecked::at 100%250A

                """))
    }

    @Test func aCommentThatIsWrongIsAlwaysTold() {
        let comments = Acceptance.all(in: "// collet-check:allow weak", of: "/App.swift")
        let unchecked = Finding(unchecked: "ShopTests fails")
        let report = Report(PackageRuns(), comments, unchecked: [unchecked])
        #expect(
            report.text().hasPrefix("/App.swift:1:1: error: this accepts a finding with"))
        #expect(report.status(strict: false) == 1)
    }

    // MARK: Other packages

    @Test(arguments: [("checkouts", false), ("registry", false), ("Sources", true)])
    func whatSwiftPMHasFetchedIsNotOwn(directory: String, isOwn: Bool) throws {
        let place = try BuildPlace()
        let file = place.path(".build/\(directory)/Kit.swift")
        let source = Place(file: file, line: 1, column: 1)
        // A directory may have any name.
        #expect(source.isOwn)
        try place.write(".build/workspace-state.json", "{}")
        #expect(source.isOwn == isOwn)
    }

    // MARK: Tests

    @Test func allRulesCountInTestsIfAsked() async throws {
        let report = try await check().report(includesTests: true)
        let unused =
            "KitTests/FeedTests.swift:26:5: warning: nothing is found here by the rule "
            + "'unused'; to fix, remove it [unneeded]\n"
        #expect(try await text(report.text()).contains(unused))
        #expect(report.summary.contains("2 errors, 3 warnings, 3 accepted"))
    }

    @Test func testsDoNotRunIfTheyAreExcluded() async throws {
        let report = try await check(excludesTests: true).report()
        let text = try await text(report.text())
        #expect(!text.contains("KitTests"))
        #expect(text.contains(": error: nothing is registered for Log named \"file\""))
        #expect(
            report.summary == """
                check-dependencies: 1 error, 1 warning, 2 accepted; 2 of 4 requests are \
                answered on every way; 1 isn't; 1 is accepted
                """)
    }

    // MARK: Needs

    @Test(arguments: [
        (
            ["Feed", "Kit.Feed"],
            """
            Dependencies {
                Module(.shared) { <#fake#> as any Clock }  // Feed at Feed.swift:8
                Module("file") { <#fake#> as any Log }     // Feed at Feed.swift:9
                Module { <#fake#> as any Printer }         // Feed at Feed.swift:10, on some paths, optional
            }

            """
        ),
        (
            ["load()", "Feed.load"],
            """
            Dependencies {
                Module(.shared) { <#fake#> as any Clock }  // Feed at Feed.swift:8
            }

            """
        ),
        (
            ["FeedTests/loads()", "loads", "KitTests.FeedTests.loads"],
            """
            Dependencies {
                Module(.shared) { <#fake#> as any Clock }  // Feed at Feed.swift:8, MISSING
            }

            """
        ),
        (
            ["saves"],
            """
            Dependencies {
                Module(.shared) { <#fake#> as any Clock }  // Feed at Feed.swift:8, MISSING
                Module("file") { <#fake#> as any Log }     // Feed at Feed.swift:9, registered
                Module { <#fake#> as any Printer }         // Feed at Feed.swift:10, on some paths, optional
            }

            """
        ),
    ])
    func theNeedsOfCodeAreABlockToPaste(_ names: [String], _ block: String) async throws {
        let check = try await check()
        for name in names { #expect(try check.needs(of: name) == block) }
    }

    /// Another fake of it may ask for nothing.
    @Test func whatAFakeAsksForIsNotNeeded() async throws {
        let package = try await CheckedPackage([
            "App/main.swift": """
            import Collet
            protocol Log: Sendable { func write() }
            final class File: Log { func write() { print(Resolver.resolve(Int.self)) } }
            final class Feed {
                @Inject var log: any Log
                func load() { log.write() }
            }
            Dependencies { Module { File() as any Log }; Module { 1 } }.build()
            Feed().load()
            """
        ])
        #expect(
            try package.check().needs(of: "Feed") == """
                Dependencies {
                    Module { <#fake#> as any Log }  // Feed at main.swift:5
                }

                """)
    }

    @Test func whatATestsOwnFakeAsksForIsNotNeeded() async throws {
        let package = try await CheckedPackage([
            "Kit/Feed.swift": """
            import Collet
            public protocol Log: Sendable {}
            public func load() { print(Resolver.resolve((any Log).self)) }
            """,
            "KitTests/FeedTests.swift": """
            import Collet
            import ColletTesting
            import Kit
            import Testing
            struct Fake: Log {}
            @Test(.dependencies {
                Module(.shared) { Fake() }
                Module { Resolver.resolve(Fake.self) as any Log }
            })
            func loads() { load() }
            """,
        ])
        #expect(
            try package.check().needs(of: "loads") == """
                Dependencies {
                    Module { <#fake#> as any Log }  // load() at Feed.swift:3, registered
                }

                """)
    }

    @Test func codeMayAskForItsOwnType() async throws {
        let package = try await CheckedPackage([
            "App/main.swift": """
            import Collet
            final class Page: Sendable {
                func next() -> Page { Resolver.resolve() }
            }
            Dependencies { Module { Page() } }.build()
            print(Page().next())
            """
        ])
        #expect(
            try package.check().needs(of: "next") == """
                Dependencies {
                    Module { <#fake#> as Page }  // Page at main.swift:3
                }

                """)
    }

    /// One module serves requests for a value, an optional and an array.
    @Test func aKeyIsNeededOnce() async throws {
        let package = try await CheckedPackage([
            "App/main.swift": """
            import Collet
            struct Log: Sendable {}
            final class Feed {
                @Inject var perhaps: Log?
                @Inject var log: Log
                @Inject var all: [Log]
                func load() { print(log, perhaps as Any, all) }
            }
            Dependencies { Module { Log() } }.build()
            Feed().load()
            """
        ])
        #expect(
            try package.check().needs(of: "Feed") == """
                Dependencies {
                    Module { <#fake#> as Log }  // Feed at main.swift:5
                }

                """)
    }

    @Test func aTypeMayHaveItsModulesName() async throws {
        let package = try await CheckedPackage([
            "Shop/main.swift": """
            import Collet
            struct Shop { @Inject var size: Int }
            Dependencies { Module { 1 } }.build()
            print(Shop().size)
            """
        ])
        let check = try package.check()
        for name in ["Shop", "Shop.Shop"] {
            #expect(
                try check.needs(of: name) == """
                    Dependencies {
                        Module { <#fake#> as Int }  // Shop at main.swift:2
                    }

                    """)
        }
    }

    @Test func aNameThatNothingHasIsSaid() async throws {
        let check = try await check()
        let error = #expect(throws: Refusal.self) { try check.needs(of: "Shop") }
        #expect(
            error?.description
                == "no type, function or test called 'Shop' asks for anything")
    }

    // MARK: Who registers and asks

    @Test(arguments: [
        (
            ["Log", "any Log"],
            """
            Log in program App:
            App/main.swift:15:5: note: registered here
            Kit/Feed.swift:9:6: note: Feed asks here: nothing is registered
            App/main.swift:18:8: note: calls Feed.save(isLoud:)
            Kit/Feed.swift:15:9: note: reads Feed.log
            Log in the tests:
            KitTests/FeedTests.swift:7:28: note: registered here, in an isolation, in \
            FeedTests/loads() and 1 more
            KitTests/FeedTests.swift:14:6: note: registered here, in an isolation, in \
            FeedTests/saves(isLoud:)
            Kit/Feed.swift:9:6: note: Feed asks here: gets FeedTests.swift:14, in \
            FeedTests/saves(isLoud:)
            KitTests/FeedTests.swift:20:16: note: calls Feed.save(isLoud:)
            Kit/Feed.swift:15:9: note: reads Feed.log

            """
        ),
        (
            ["Printer", "Optional<any Printer>"],
            """
            Printer in program App:
            Kit/Feed.swift:10:6: note: Feed asks here: nothing, as it may
            App/main.swift:18:8: note: calls Feed.save(isLoud:)
            Kit/Feed.swift:16:24: note: reads Feed.printer
            Printer in the tests:
            Kit/Feed.swift:10:6: note: Feed asks here: nothing, as it may, in \
            FeedTests/saves(isLoud:)
            KitTests/FeedTests.swift:20:16: note: calls Feed.save(isLoud:)
            Kit/Feed.swift:16:24: note: reads Feed.printer

            """
        ),
    ])
    func aKeyLeadsToWhoRegistersItAndWhoAsks(
        _ names: [String], _ reasons: String
    ) async throws {
        let check = try await check()
        #expect(try await text(check.reasons(for: names[0])) == reasons)
        // With its name, only that key is meant.
        #expect(
            try check.reasons(for: "Log named \"file\"").contains("registered here, in"))
    }

    @Test func aKeyMayBeCalledByItsLastName() async throws {
        let package = try await CheckedPackage([
            "App/main.swift": """
            import Collet
            enum Shop { struct Cart: Sendable {} }
            Dependencies { Module { Shop.Cart() } }.build()
            print(Resolver.resolve(Shop.Cart.self))
            """
        ])
        let check = try package.check()
        let reasons = try check.reasons(for: "Cart")
        #expect(reasons.contains("asks here: gets main.swift:3"))
        #expect(try check.reasons(for: "Shop.Cart") == "Shop.\(reasons)")
        #expect(throws: Refusal.self) { try check.reasons(for: "art") }
    }

    @Test func whereAKeyPathReadsAWrapperTheCodeAroundItAsks() async throws {
        let package = try await CheckedPackage([
            "App/main.swift": """
            import Collet
            struct Log: Sendable {}
            struct Screen {
                func show() { print([Inject<Log>()].map(\\.wrappedValue)) }
            }
            Dependencies { Module { Log() } }.build()
            Screen().show()
            """
        ])
        let reasons = try package.check().reasons(for: "Log")
        #expect(reasons.contains("Screen asks here: gets main.swift:6"))
    }

    @Test(arguments: [
        ("Shop", ""), ("Clok", "; did you mean 'Clock'?"),
        ("Lo", "; did you mean 'Log'?"),
        ("Log named \"fil\"", "; did you mean 'Log named \"file\"'?"),
    ])
    func aKeyThatNothingHasIsSaid(_ name: String, _ hint: String) async throws {
        let check = try await check()
        let error = #expect(throws: Refusal.self) { try check.reasons(for: name) }
        #expect(
            error?.description == "nothing registers '\(name)' or asks for it\(hint)")
    }
}
