import Testing

@testable import ColletCheck

/// Registrations that nothing asks for, that say nothing, and that are there twice.
struct UnusedTests {
    /// Code after that may ask for anything.
    @Test func aProgramStopsBefore() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable { let level = 1 }
            struct Job: Sendable {}
            struct Feed { @Inject var job: Job }
            Dependencies { Module { Job() } }.build()
            let log = Resolver.resolve(Log?.self)
            print(log!.level)
            print(Feed().job)
            """
        ])
        await package.expect(\.unusedRegistrations)
    }

    /// Followed ways don't lead to the request, but they may be wrong.
    @Test func nobodyCanTellWhetherItIsAskedFor() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            let isLogging = false
            if isLogging { print(Resolver.resolve(Log.self, name: "file")) }
            Dependencies { Module("file") { Log() } }.build()
            """
        ])
        await package.expect(\.unusedRegistrations)
    }

    /// Code that imports a module besides the programs may ask for its registrations.
    @Test func whatNoProgramHasMayBeForOthers() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            final class Draft: Sendable {}
            public func buildKit() { Dependencies { Module { Draft() } }.build() }
            """,
            "App/main.swift": """
            print("started")
            """,
        ])
        await package.expect(\.unusedRegistrations)
    }

    @Test func somebodyAsksForWhatIsRegistered() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            protocol Clock: Sendable {}
            struct Exact: Clock {}
            protocol Part: Sendable {}
            struct Wheel: Part {}
            struct Spare: Sendable {}
            struct Hook: Sendable {}
            struct Utc_Time: Sendable {}
            Dependencies {
                Module { Utc_Time() }
                Module { Log() }
                Module("spare") { Log() } //: warning: nothing injects or resolves Log named "spare"; to fix, remove it
                Module("unread") { Log() }
                Module("wheel") { Wheel() as any Part }
                Module { Hook() }
                Module { Exact() }
                Module { Spare() } //: warning: nothing injects or resolves Spare; to fix, remove it
                Module("elsewhere") { Only() }
                Module("own") { Key() as any Named } //: warning: nothing injects or resolves Named named "own"; to fix, remove it
                Module("keys") { [Key() as any Named] }
            }.build()
            struct Only: Sendable {}
            protocol Named: Sendable {}
            struct Key: Named {}
            #if NEVER
                func ask() { print(Resolver.resolve(Only.self, name: "elsewhere")) }
                func tell() { print(Resolver.resolve(Utc_Time.self)) }
            #endif
            final class Screen { @Inject("unread") var log: Log }
            func never() { print(Screen()) }
            print(Resolver.resolve(Log.self), Resolver.resolve([any Part].self))
            print(Resolver.resolve(Hook?.self) as Any)
            print(Resolver.resolve((any Clock).self))
            // Of an array with a name, no module answers a part.
            print(Resolver.resolve([any Named].self, name: "keys"))
            """
        ])
        await package.expect(\.unusedRegistrations)
    }

    @Test func anArrayOfSomethingElseIsNotMeant() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Path: Sendable {}
            struct Size: Sendable {}
            Dependencies {
                Module("every") { [Path()] } //: warning: nothing injects or resolves [Path] named "every"; to fix, remove it
                // What is asked for under its name is what is wrong.
                Module("all") { [Path()] }
            }.build()
            print(Resolver.resolve([Size].self, name: "all"))
            """
        ])
        await package.expect(\.unusedRegistrations)
    }

    @Test func anotherProgramHasWhatIsMeant() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            public protocol IDs: Sendable {}
            public struct Plain: IDs { public init() {} }
            public func ask() { print(Resolver.resolve((any IDs).self)) }
            """,
            "Tool/main.swift": """
            import Kit
            Dependencies { Module { Plain() as any IDs } }.build()
            ask()
            """,
            "App/main.swift": """
            import Kit
            func make() -> (any IDs)? { Plain() }
            Dependencies { Module { make() } }.build()
            ask()
            """,
        ])
        await package.expect(\.unusedRegistrations)
    }

    /// Users of a library may ask for anything that they can name.
    @Test func otherPackagesMayAskForWhatIsOpen() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            open class Log { public init() {} }
            class Own {}
            public let logs = Dependencies {
                Module { Log() }
                Module { Own() } //: warning: nothing injects or resolves Own; to fix, remove it
            }
            """
        ])
        await package.expect(\.unusedRegistrations)
    }

    /// Its name is forgotten, or the request's: removing it would mend neither.
    @Test(arguments: ["Resolver.resolve(name: \"private\")", "all(\"all\")[0]"])
    func whatIsMeantByARequestForItsTypeIsUsed(_ request: String) async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Rate: Sendable {}
            struct Hook: Sendable {}
            func all(_ name: String) -> [Rate] { Resolver.resolve(name: name) }
            Dependencies {
                Module { Rate() }
                Module("public") { Rate() }
                Module("old") { Hook() } //: warning: nothing injects or resolves Hook named "old"; to fix, remove it
            }.build()
            let _: Rate = Resolver.resolve(name: "public")
            func pay() { let _: Rate = \(request) }
            if CommandLine.arguments.count > 1 { pay() }
            """
        ])
        await package.expect(\.unusedRegistrations)
    }

    /// A registration that an error's cure names isn't to be removed.
    @Test func whatACureNamesIsUsed() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            import Collet
            public protocol Index: Sendable {}
            public struct Words: Index { public init() {} }
            public protocol Log: Sendable {}
            public struct Plain: Log { public init() {} }
            public struct Stamped: Log {
                let inner: any Log = Resolver.resolve()
                public init() {}
            }
            """,
            "App/main.swift": """
            import Kit
            struct Hook: Sendable {}
            Dependencies {
                Module { Words() }
                Module("plain") { Plain() as any Log }
                Module { Stamped() as any Log }
                Module { Hook() } //: warning: nothing injects or resolves Hook; to fix, remove it
            }.build()
            func search() { let _: any Index = Resolver.resolve() }
            func log() { let _: any Log = Resolver.resolve() }
            switch CommandLine.arguments.count {
            case 1: search()
            case 2: log()
            default: break
            }
            """,
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            @Test(.dependencies { Module { Words() as any Index } }) func searches() {
                let _: any Index = Resolver.resolve()
            }
            """,
        ])
        await package.expect(\.unusedRegistrations)
    }

    @Test func aTestMayMeanItThoughOthersRegisterTheProtocol() async throws {
        let package = try await RulePackage([
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Testing
            protocol Clock {}
            struct Fixed: Clock {}
            func ask() { _ = Resolver.resolve((any Clock).self) }
            @Test(.dependencies { Module { Fixed() as any Clock } }) func runs() { ask() }
            @Test(.dependencies {}) func stops() {
                Resolver.register { Fixed() }
                ask()
            }
            struct Spare {}
            @Test(.dependencies {}) func keeps() {
                Resolver.register { Spare() } //: warning: nothing injects or resolves Spare; to fix, remove it
            }
            """
        ])
        await package.expect(\.unusedRegistrations)
    }

    @Test func anArrayMeansWhatHasItsProtocol() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            protocol Parser: Sendable {}
            struct Tags: Parser {}
            struct Links: Parser {}
            struct Draft: Sendable {}
            Dependencies {
                Module("tags") { Tags() }
                Module("links") { Links() }
                Module { Draft() } //: warning: nothing injects or resolves Draft; to fix, remove it
            }.build()
            print(Resolver.resolve([any Parser].self).count)
            """
        ])
        await package.expect(\.unusedRegistrations)
    }

    @Test func aPlainValueHasAName() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            enum My { struct Date: Sendable {} }
            Dependencies {
                Module { 8080 } //: warning: Int is registered without a name, which says nothing about its meaning; to fix, give it a name here and where it is asked for, or pass the value as an argument
                Module("host") { "localhost" }
                Module { Log() }
                Module { My.Date() }
            }.build()
            print(Resolver.resolve(Int.self), Resolver.resolve(String.self, name: "host"))
            print(Resolver.resolve([String].self))
            final class Screen { @Inject var title: String? } //: warning: Optional<String> is asked for without a name, which says nothing about its meaning; to fix, give it a name here and where it is registered, or pass the value as an argument
            print(Screen())
            """
        ])
        await package.expect(\.unnamedValues)
    }

    @Test func anOwnTypeIsNotPlain() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Duration: Sendable { let laps = 3 }
            struct Float: Sendable { let depth = 2 }
            Dependencies { Module { Duration() }; Module { Float() } }.build()
            print(Resolver.resolve(Duration.self), Resolver.resolve(Float.self))
            """
        ])
        await package.expect(\.unnamedValues)
    }

    @Test func aKeyIsRegisteredOnce() async throws {
        let package = try await RulePackage([
            "App/App.swift": """
            struct Log: Sendable {}
            let isDebug = CommandLine.arguments.count > 1
            func part() -> Module { Module("part") { Log() } }
            let app = Dependencies {
                Module { Log() }
                Module { Log() } //: warning: Log is registered twice in one block; the later registration replaces the earlier one; to fix, remove one of them
                if isDebug {
                    Module("branch") { Log() }
                    Module("twice") { Log() }
                    Module("twice") { Log() } //: warning: Log named "twice" is registered twice in one block; the later registration replaces the earlier one; to fix, remove one of them
                } else {
                    Module("branch") { Log() }
                }
                Module("build") { Log() }
                #if !NEVER
                    Module("build") { Log() }
                #endif
                for name in ["a", "b"] { Module(name) { Log() } }
                part()
                part()
                Module { Log() as any Part }
                Module { Log() as any Part } //: warning: Part is registered twice in one block; the later registration replaces the earlier one; to fix, remove one of them, or give one of them another name
            }
            protocol Part: Sendable {}
            extension Log: Part {}
            @main struct Main { static func main() { app.build() } }
            """
        ])
        await package.expect(\.duplicates)
    }

    @Test func blocksSideBySideHaveKeysOfTheirOwn() async throws {
        let package = try await RulePackage([
            "App/App.swift": """
            struct Log: Sendable {}
            let one = Dependencies { Module { Log() } }
            let two = Dependencies { Module { Log() } } //: warning: Log is registered by two blocks in one block (App.swift:5); the later registration replaces the earlier one; to fix, remove one of them
            let both = Dependencies { one; two }
            let layered = Dependencies { one; Module { Log() } }
            let twice = Dependencies { one; layered }
            let meant = Dependencies { one; two; Module { Log() } }
            let early = Dependencies {
                Module("early") { Log() } //: warning: Log named "early" is registered before a block that has it, too; the later registration replaces the earlier one; to fix, remove one of them, or move it behind that block
                late
            }
            let late = Dependencies { Module("early") { Log() } }
            let base = Dependencies { Module("fake") { Log() } }
            let fake = Dependencies { Module("fake") { Log() } }
            func override(with more: Dependencies, _ other: Module) {
                Dependencies { Module("fake") { Log() }; more }.override { print("more") }
                Dependencies { Module("fake") { Log() }; other }.override { print("other") }
            }
            @main struct Main {
                static func main() {
                    for block in [both, layered, twice, meant, early] { block.build() }
                    Dependencies { base; fake }.override { print("fake") }
                    Dependencies {
                        Module("fake") { Log() } //: warning: Log named "fake" is registered before a block that has it, too; the later registration replaces the earlier one; to fix, remove one of them, or move it behind that block
                        base
                    }.isolate { print("base") }
                    override(with: Dependencies { Module("fake") { Log() } }, Module("fake") { Log() })
                }
            }
            """
        ])
        await package.expect(\.duplicates)
    }

    /// Each file has its own conditions, such as a file for one system.
    @Test func conditionsOfOtherFilesDontTellApart() async throws {
        let package = try await RulePackage([
            "App/App.swift": """
            struct Log: Sendable {}
            @main struct Main {
                static func main() { Dependencies { early(); late() }.build() }
            }
            """,
            "App/Early.swift": """
            #if !NEVER
                func early() -> [Module] { [Module { Log() }] }
            #endif
            """,
            "App/Late.swift": """

            #if !NEVER
                func late() -> [Module] { [Module { Log() }] } //: warning: Log is registered by two blocks in one block (App.swift:4); the later registration replaces the earlier one; to fix, remove one of them
            #endif
            """,
        ])
        await package.expect(\.duplicates)
    }

    /// A block that never ended has nothing of what runs without it.
    @Test func aBlockThatStopsTheProgramHasNoOthersModules() async throws {
        let package = try await RulePackage([
            "App/main.swift": """
            struct Log: Sendable {}
            let one = Dependencies { Module { Log() } }
            let two = Dependencies { Module { Log() } } //: warning: Log is registered by two blocks in one block; the later registration replaces the earlier one; to fix, remove one of them
            struct Parts { @DependenciesBuilder func both() -> [Module] { one; two } }
            func stop() -> Module { fatalError() }
            Dependencies { Module("other") { Log() }; stop() }.build()
            """
        ])
        await package.expect(\.duplicates)
    }

    /// The later of two wins, so tests nest fakes behind the app's block.
    @Test func aBlockOfFakesReplacesTheAppsInTests() async throws {
        let package = try await RulePackage([
            "Kit/Kit.swift": """
            import Collet
            public struct Log: Sendable { public init() {} }
            public let app = Dependencies { Module { Log() } }
            public let fakes = Dependencies { Module { Log() } }
            """,
            "KitTests/KitTests.swift": """
            import ColletTesting
            import Kit
            import Testing
            struct KitTests {
                let mine = Dependencies { Module { Log() } } //: warning: Log is registered before a block that has it, too; the later registration replaces the earlier one; to fix, remove one of them, or move it behind that block
                @Test func own() { Dependencies { mine; app }.isolate { _ = Resolver.resolve(Log.self) } }
                @Test(.dependencies { app; fakes }) func last() { _ = Resolver.resolve(Log.self) }
                @Test(.dependencies { Module { Log() }; app }) func first() { _ = Resolver.resolve(Log.self) } //: warning: Log is registered before a block that has it, too; the later registration replaces the earlier one; to fix, remove one of them, or move it behind that block
            }
            """,
        ])
        let runs = await package.runs()
        package.expect(\.duplicates, in: runs)
        // The tests run with what isn't a fake.
        #expect(Report(runs).findings.count { $0.rule == .duplicate } == 2)
    }

    @Test func aFakeInAnExpectationStandsInTheTest() async throws {
        let package = try await RulePackage([
            "KitTests/KitTests.swift": """
            import Testing
            struct Log: Sendable { let number = 1 }
            let base = Dependencies { Module { Log() } }
            func number(_ extra: Dependencies) -> Int {
                Dependencies { base; extra }.isolate { Resolver.resolve(Log.self).number }
            }
            @Test func replaces() { #expect(number(Dependencies { Module { Log() } }) == 1) }
            @Test func twice() {
                #expect(number(Dependencies { Module { Log() }; Module { Log() } }) == 1) //: warning: Log is registered twice in one block; the later registration replaces the earlier one; to fix, remove one of them
            }
            """
        ])
        await package.expect(\.duplicates)
        let finding = try #require(
            await package.runs().findings(of: \.duplicates).first)
        #expect(finding.notes.map(\.place.line) == [10])
    }
}
