import Testing

@testable import ColletCheck

struct ValueTests {
    private let pair = Value.fields("Pair", ["a": .int(1), "b": .string("x")])

    // MARK: Parts

    @Test func partsAreReadByTheirSteps() {
        #expect(pair.part(.field("a")) == .int(1))
        #expect(Value.tuple([.int(1), .int(2)]).part(.index(1)) == .int(2))
        #expect(Value.some(.int(3)).part(.payload("some")) == .int(3))
    }

    @Test func aMissingPartIsUnknown() {
        #expect(pair.part(.field("c")) == .unknown)
        #expect(Value.tuple([]).part(.index(0)) == .unknown)
        #expect(Value.none.part(.payload("some")) == .unknown)
    }

    @Test func aPayloadIsThatOfItsCase() {
        let value = Value.oneOf([.none, .some(.int(3))])
        #expect(value.part(.payload("some")) == .int(3))
    }

    @Test func partsAreReplacedWithinOthers() {
        let outer = Value.fields("Outer", ["pair": pair])
        let new = outer.replacing([.field("pair"), .field("a")], with: .int(7))
        #expect(new.part(.field("pair")).part(.field("a")) == .int(7))
        #expect(new.part(.field("pair")).part(.field("b")) == .string("x"))
    }

    @Test func aReplacedElementMakesRoomForItself() {
        let value = Value.unknown.replacing([.index(1)], with: .int(7))
        #expect(value == .tuple([.unknown, .int(7)]))
    }

    // MARK: Joining

    @Test(arguments: [
        (Value.int(1), Value.int(1), Value.int(1)),
        (.int(1), .int(2), .oneOf([.int(1), .int(2)])),
        (.int(1), .unknown, .unknown),
        (.oneOf([.int(1), .int(2)]), .int(2), .oneOf([.int(1), .int(2)])),
        (
            .tuple([.int(1), .int(2)]), .tuple([.int(1), .int(3)]),
            .tuple([.int(1), .oneOf([.int(2), .int(3)])])
        ),
        (.some(.int(1)), .some(.int(2)), .some(.oneOf([.int(1), .int(2)]))),
        (.none, .some(.int(2)), .oneOf([.none, .some(.int(2))])),
    ])
    func whatDiffersIsOneOfBoth(a: Value, b: Value, joined: Value) {
        #expect(Value.join(a, b) == joined)
    }

    @Test func anElementOfOneArrayMayBeMissing() {
        let joined = Value.join(
            .array([.int(1), .int(2)]), .array([.int(2), .others]))
        #expect(joined == .array([.maybe(.int(1)), .int(2), .others]))
    }

    @Test func anElementThatMayBeMissingIsNoOtherElement() {
        let joined = Value.join(.array([.maybe(.int(1))]), .array([.int(2)]))
        #expect(joined == .array([.maybe(.int(2)), .maybe(.int(1))]))
    }

    @Test func manyAlternativesAreUnknown() {
        #expect(Value.joined((1...6).map { .int($0) }) != .unknown)
        #expect(Value.joined((1...7).map { .int($0) }) == .unknown)
    }
}
