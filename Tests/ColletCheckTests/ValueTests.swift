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

    @Test(arguments: [
        (Value.oneOf([.int(1), .unknown]), Step.field("a"), Value.unknown),
        (.uncomputed, .index(3), .uncomputed),
        (.maybe(.tuple([.int(4)])), .index(0), .int(4)),
        (.int(1), .field("value"), .int(1)), (.string("a"), .field("utf8"), .string("a")),
        (.array([.int(1)]), .field("buffer"), .array([.int(1)])),
        (.array([.int(1)]), .index(0), .int(1)),
        (.address(1, []), .field("a"), .address(1, [])),
        (.some(.int(1)), .payload("none"), .unknown), (.unknown, .field("a"), .unknown),
    ])
    func aPartIsOfWhatTheValueIs(value: Value, step: Step, part: Value) {
        #expect(value.part(step) == part)
    }

    @Test(arguments: [
        (Value.int(1), [Step.field("_value")], Value.int(7)),
        (.unknown, [.field("a")], .fields("", ["a": .int(7), "": .unknown])),
        (.void, [.field("a")], .fields("", ["a": .int(7)])),
        (
            .some(.tuple([.int(1)])), [.payload("some"), .index(0)],
            .enumeration("", "some", .tuple([.int(7)]))
        ),
        (.none, [.payload("some")], .enumeration("", "some", .int(7))),
        (
            .array([.int(1)], isOrdered: false), [.index(0)],
            .array([.int(7)], isOrdered: false)
        ),
        (.tuple([]), [.index(1000)], .unknown), (.int(1), [], .int(7)),
    ])
    func aPartIsReplacedInWhatTheValueIs(value: Value, steps: [Step], new: Value) {
        #expect(value.replacing(steps[...], with: .int(7)) == new)
    }

    // MARK: Questions

    @Test(arguments: [
        (Value.string("ab"), [Value.string("a"), .string("b")] as [Value]?),
        (.string(String(repeating: "a", count: 100)), nil), (.int(1), nil),
        (.array([.int(1)]), [.int(1)]),
        (.array([.int(1), .int(2)], isOrdered: false), nil),
        (.array([.int(1)], isOrdered: false), [.int(1)]), (.array([.others]), nil),
        (
            .fields("Range", ["lowerBound": .int(1), "upperBound": .int(3)]),
            [.int(1), .int(2)]
        ),
        (
            .fields("ClosedRange", ["lowerBound": .int(1), "upperBound": .int(2)]),
            [.int(1), .int(2)]
        ),
        (.fields("Range", ["lowerBound": .int(0), "upperBound": .int(64)]), nil),
        (.fields("Range", ["lowerBound": .int(1), "upperBound": .int(0)]), nil),
    ])
    func aCollectionsElementsAreKnown(value: Value, elements: [Value]?) {
        #expect(value.exact == elements)
    }

    @Test func whatIsKnownIsDetermined() {
        let known = [Value.int(1), .tuple([.string("a")]), .uncomputed, pair]
        #expect(known.map { Value.result(of: [$0]) } == known.map { _ in .uncomputed })
        let others = [Value.unknown, .oneOf([.int(1), .int(2)]), .maybe(.int(1))]
        for other in others + others.map({ .tuple([$0]) }) {
            #expect(Value.result(of: [.int(1), other]) == .unknown)
        }
    }

    @Test func valuesAreLiteralsOrNot() {
        let literals = [
            Value.int(1), .string("a"), .none, pair, .tuple([]), .metatype("A"),
        ]
        #expect(literals.map(\.isLiteral) == literals.map { _ in true })
        let others = [
            Value.unknown, .metatype("?A"), .some(.unknown), .array([]), .object(1, "A"),
        ]
        #expect(others.map(\.isLiteral) == others.map { _ in false })
    }

    @Test func aValueHasAType() {
        let values = [
            Value.object(1, "A"), .fields("B", [:]), .enumeration("C", "a", nil),
            .string("a"),
            .fields("", [:]), .int(1), .unknown,
        ]
        #expect(values.map(\.dynamicType) == ["A", "B", "C", "String", nil, nil, nil])
    }

    @Test func objectsAreFoundInValues() {
        let object = Value.object(1, "A")
        let values = [
            object, .tuple([.some(object)]), .array([object]), .maybe(object), .int(1),
        ]
        #expect(values.map(\.objects) == [[1], [1], [1], [], []])
        let areThere = values.map { $0.objects.contains(1) }
        #expect(areThere == [true, true, true, false, false])
        #expect(!object.objects.contains(2))
    }

    // MARK: Joining

    @Test(arguments: [(20, true, 41), (30, true, 61), (20, false, 41), (30, false, 1)])
    func ofManyMembersThatMayBeMissingNoneIsToldApart(
        _ count: Int, _ isOrdered: Bool, _ kept: Int
    ) {
        let some = Value.array((0..<count).map(Value.int), isOrdered: isOrdered)
        let others = Value.array((100...100 + count).map(Value.int), isOrdered: isOrdered)
        #expect(Value.join(some, others).elements.count == kept)
    }

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
        let all = [Value.int(2), .others, .maybe(.int(1))]
        #expect(joined == .array(all, isOrdered: false))
    }

    @Test func anArrayHasNoOrderIfTheOrderOfItsElementsDiffers() {
        let one = Value.array([.int(1), .int(2)])
        let three = { Value.array([.int($0), .int($1), .int(3)]) }
        let all = [Value.int(1), .int(2), .maybe(.int(3))]
        #expect(Value.join(one, three(1, 2)) == .array(all))
        let others = [Value.int(2), .int(1), .maybe(.int(3))]
        #expect(Value.join(one, three(2, 1)) == .array(others, isOrdered: false))
        let any = [Value.int(1), .int(2), .others]
        #expect(Value.widen(one, three(1, 2), isFirst: false) == .array(any))
        let widened = Value.widen(one, three(2, 1), isFirst: false)
        #expect(widened == .array(any, isOrdered: false))
    }

    @Test(arguments: [(true, false), (false, true), (false, false)])
    func anArrayHasNoOrderIfOneOfBothHasNone(isFirst: Bool, isSecond: Bool) {
        let all = [Value.int(1), .int(2)]
        let a = Value.array(all, isOrdered: isFirst)
        let b = Value.array(all, isOrdered: isSecond)
        #expect(Value.join(a, b) == .array(all, isOrdered: false))
    }

    @Test func anElementThatMayBeMissingIsNoOtherElement() {
        let joined = Value.join(.array([.maybe(.int(1))]), .array([.int(2)]))
        let both = [Value.maybe(.int(2)), .maybe(.int(1))]
        #expect(joined == .array(both, isOrdered: false))
    }

    @Test(arguments: [
        (Value.unknown, Value.uncomputed, Value.unknown),
        (.uncomputed, .int(1), .uncomputed),
        (
            .fields("A", ["a": .int(1)]), .fields("A", ["b": .int(2)]),
            .fields("A", ["a": .int(1), "b": .int(2)])
        ),
        (
            .fields("A", ["a": .int(1), "": .unknown]), .fields("A", ["b": .int(2)]),
            .fields("A", ["a": .int(1), "b": .unknown, "": .unknown])
        ),
        (.tuple([.int(1)]), .tuple([]), .oneOf([.tuple([.int(1)]), .tuple([])])),
        // What is made on different ways is one case.
        (
            .oneOf([.none, .some(.int(1))]), .some(.int(2)),
            .oneOf([.none, .some(.oneOf([.int(1), .int(2)]))])
        ),
        (
            .some(.int(1)), .oneOf([.some(.int(2)), .some(.int(3))]),
            .some(.oneOf([.int(1), .int(2), .int(3)]))
        ),
        (
            .array([.int(1)], isOrdered: false), .array([.int(2)]),
            .array([.oneOf([.int(1), .int(2)])], isOrdered: false)
        ),
    ])
    func otherValuesAreJoined(a: Value, b: Value, joined: Value) {
        #expect(Value.join(a, b) == joined)
    }

    @Test(arguments: [
        (Value.int(1), Value.int(2), true, Value.unknown),
        (.int(1), .int(1), true, .int(1)),
        (.string("a"), .string("b"), true, .oneOf([.string("a"), .string("b")])),
        (.string("a"), .string("b"), false, .unknown),
        // An object of an earlier turn may not have made it, and types are few.
        (.some(.string("a")), .none, false, .oneOf([.some(.string("a")), .none])),
        (
            .object(1, "A"), .object(2, "B"), false,
            .oneOf([.object(1, "A"), .object(2, "B")])
        ),
        (
            .object(1, "A"), .object(2, "A"), false,
            .oneOf([.object(1, "A"), .object(2, "A")])
        ),
        (
            .some(.object(1, "A")), .some(.object(2, "B")), false,
            .some(.oneOf([.object(1, "A"), .object(2, "B")]))
        ),
        (.some(.string("a")), .some(.string("b")), false, .unknown),
        (
            .oneOf([.string("a"), .string("b")]), .string("a"), false,
            .oneOf([.string("a"), .string("b")])
        ),
        (
            .tuple([.int(1), .string("a")]), .tuple([.int(2), .string("a")]), false,
            .tuple([.unknown, .string("a")])
        ),
        (.array([.int(1), .int(2)]), .array([.int(2)]), true, .array([.int(2)])),
        (.array([.maybe(.int(1)), .others]), .array([.others]), true, .array([.others])),
        (
            .array([.int(1)]), .array([.int(1), .int(2)]), true,
            .array([.int(1), .maybe(.int(2))])
        ),
        (
            .array([.int(1)]), .array([.int(1), .int(2)]), false,
            .array([.int(1), .others])
        ),
        (
            .array([.int(1)], isOrdered: false), .array([.int(2)]), false,
            .array([.maybe(.int(1)), .others], isOrdered: false)
        ),
    ])
    func whatATurnChangesIsWidened(old: Value, new: Value, isFirst: Bool, widened: Value)
    {
        #expect(Value.widen(old, new, isFirst: isFirst) == widened)
    }

    @Test func manyAlternativesAreUnknown() {
        #expect(Value.joined((1...6).map { .int($0) }) != .unknown)
        #expect(Value.joined((1...7).map { .int($0) }) == .unknown)
        #expect(Value.joined((1...16).map { .object($0, "A") }) != .unknown)
        #expect(Value.joined((1...17).map { .object($0, "A") }) == .unknown)
    }
}
