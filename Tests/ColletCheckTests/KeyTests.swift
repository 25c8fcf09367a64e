import Testing

@testable import ColletCheck

struct KeyTests {
    @Test func keysMatchByTypeAndName() {
        let key = Key(type: "Clock")
        #expect(key.matches(Key(type: "Clock")) == true)
        #expect(key.matches(Key(type: "Date")) == false)
        #expect(key.matches(Key(type: "Clock", name: .literal("a"))) == false)
    }

    @Test func whetherAnUnknownKeyMatchesCantBeTold() {
        let key = Key(type: "Clock", name: .unknown)
        #expect(key.matches(Key(type: "Clock")) == nil)
        #expect(key.matches(Key(type: "Date")) == false)
        #expect(Key(type: "?Clock").matches(Key(type: "Date")) == nil)
        #expect(Key(type: "τ_0_0").matches(key) == nil)
        let other = Key(type: "Clock", name: .literal("a"))
        #expect(other.matches(key) == nil)
        #expect(Key(type: "?Clock", name: .literal("b")).matches(other) == false)
    }

    /// Whether those are one type depends on how the program was built.
    @Test func aMarkerMayTellGenericTypesApart() {
        let (plain, marked) = (
            Key(type: "any P<Int>"), Key(type: "any P<Int> & Sendable")
        )
        #expect(plain.matches(marked) == nil)
        #expect(marked.matches(plain) == nil)
        #expect(marked.matches(marked) == true)
        #expect(marked.matches(Key(type: "any Q<Int>")) == false)
        #expect([plain, marked].map(\.mayBeOther) == [false, true])
        #expect(Key(type: "τ_0_0").mayBeOther)
    }

    @Test func curesQuoteNamesAsCodeDoes() {
        let key = Key(type: "Clock", name: .literal(#"Ada's "a""#))
        #expect(key.quotedName == #""Ada's \"a\"""#)
        #expect(Key(type: "Clock", name: .unknown).quotedName.isEmpty)
    }

    @Test func genericTypesHaveArguments() {
        #expect(Key(type: "Optional<Int>").argument(of: "Optional") == "Int")
        #expect(Key(type: "Int").argument(of: "Optional") == nil)
        #expect(Key(type: "Array<Int>").argument(of: "Optional") == nil)
        #expect(Key(type: "Array<Int>.Index").argument(of: "Array") == nil)
    }

    @Test func onlyAnOptionalMayBeAbsentUnderAName() {
        #expect(Key(type: "Array<Clock>").mayBeAbsent)
        #expect(!Key(type: "Array<Clock>", name: .literal("utc")).mayBeAbsent)
        #expect(Key(type: "Optional<Clock>", name: .literal("utc")).mayBeAbsent)
        #expect(!Key(type: "Clock").mayBeAbsent)
    }

    @Test func messagesNameKeysWithoutAny() {
        #expect("\(Key(type: "Optional<any Clock>"))" == "Clock?")
        #expect("\(Key(type: "Optional<() -> Clock>"))" == "(() -> Clock)?")
        #expect(
            "\(Key(type: "any Clock", name: .literal("utc")))" == "Clock named \"utc\"")
        #expect("\(Key(type: "Array<Kit.(Feed in _9B)>"))" == "[Kit.Feed]")
        #expect("\(Key(type: "Company"))" == "Company")
        #expect("\(Key(type: "Array<Optional<any Clock>>"))" == "[Clock?]")
        #expect("\(Key(type: "(Int, any Clock) -> any Log"))" == "(Int, Clock) -> Log")
        #expect("\(Key(type: "Feed #1 in Kit.test() -> ()"))" == "Feed")
        #expect(
            "\(Key(type: "Clock", name: .unknown))"
                == "Clock with a name that can't be told")
        #expect(Key(type: "Optional<any Clock>").spelling == "(any Clock)?")
    }
}
