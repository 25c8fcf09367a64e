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
    }

    @Test func genericTypesHaveArguments() {
        #expect(Key(type: "Optional<Int>").argument(of: "Optional") == "Int")
        #expect(Key(type: "Int").argument(of: "Optional") == nil)
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
    }
}
