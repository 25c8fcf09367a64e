/// How the names of the types begin whose elements have no order, as types and in calls.
private let sets = ["Set<", "Dictionary<", "static Set.", "static Dictionary."]

/// Literals, operators and checks. Most are calls only in raw SIL, where nothing is
/// inlined.
extension Interpreter {
    static let operators: ModelTable = [
        "static Bool.&& infix, static Bool.|| infix": decide,
        "?? infix": coalesce,
        """
        static String.== infix, static Character.== infix, static Bool.== infix, \
        static Array.== infix, static Dictionary.== infix, static Set.== infix, \
        static Optional.== infix, static Optional.!= infix, \
        ~= infix, == infix, != infix, static Equatable.== infix, \
        static Equatable.!= infix, === infix, !== infix
        """: compare,
        """
        static Comparable.< infix, static Comparable.> infix, \
        static Comparable.<= infix, static Comparable.>= infix, static String.< infix, \
        < infix, > infix, <= infix, >= infix
        """: order,
        // Its second closure makes the message of a trap.
        "precondition": doing { run, call in
            call.firstClosure.map {
                run.then(run.invoke($0)) {
                    $0.integer == 0 ? Outcome() : run.returning()
                }
            }
        },
    ]

    /// The result of `&&` or `||`, which the first operand decides, or else the second.
    private func decide(_ call: KnownCall) -> Outcome? {
        let decisive = call.base.contains("|")
        return call.firstClosure.map { other in
            guessing(on: call[0]) {
                choose(call[0].truth.map { $0 == decisive }) {
                    returning(call[0] == .uncomputed ? call[0] : .bool(decisive))
                } or: {
                    invoke(other)
                }
            }
        }
    }

    /// Compares values, perhaps an enumeration's raw values.
    private func compare(_ call: KnownCall) -> Outcome? {
        let isNegated = call.base.contains("!")
        let isOfRawValues = ["=", "!"].contains(where: call.base.hasPrefix)
        let (a, b) = call.operands
        let guess = isGuessed(a) ? returning(.uncomputed) : nil
        let type = call.base.hasPrefix("static Equatable.") ? call.type : call.base
        let areSets = sets.contains(where: type.hasPrefix)
        let answer =
            equal(a, b, isOfRawValues: isOfRawValues, areSets: areSets) ?? guess
        return negating(answer, if: isNegated)
    }

    /// Whether values, or the values in optionals, are equal, by their type's own `==`.
    func equal(
        _ a: Value, _ b: Value, isOfRawValues: Bool = false, areSets: Bool = false
    ) -> Outcome? {
        let own =
            isOfRawValues
            ? nil : ask("==", of: "Equatable", a.unwrapped ?? a, b.unwrapped ?? b)
        return own ?? equalElements(a, b, areSets)
            ?? a.equals(b).map { returning(.bool($0)) }
    }

    /// Whether two collections have equal elements.
    private func equalElements(_ a: Value, _ b: Value, _ areSets: Bool) -> Outcome? {
        guard case (.array(let x, let isFirst), .array(let y, let isSecond)) = (a, b),
            !(x + y).contains(where: \.isMaybe)
        else { return nil }
        if isFirst, isSecond {
            let isSame = returning(.bool(x.count == y.count))
            return zip(x, y).reduce(isSame) { outcome, pair in
                then(outcome) {
                    $0.truth == true
                        ? equal(pair.0, pair.1) ?? returning(.result(of: [a, b]))
                        : returning($0)
                }
            }
        }
        // Elements that differ may be equal by their own `==`.
        let isPlain = (x + y).flatMap(\.passed).allSatisfy {
            $0.text != nil || $0.integer != nil
        }
        let isSame = x.allSatisfy(y.contains) && y.allSatisfy(x.contains)
        // An array of a set's elements may be in any order, and have some twice.
        let isSure = areSets || x.count + y.count < 3
        let isKnown = isSame ? isSure && x.allSatisfy(\.isLiteral) : isPlain
        return isKnown ? returning(.bool(isSame)) : nil
    }

    private func negating(_ answer: Outcome?, if isNegated: Bool) -> Outcome? {
        answer.map { then($0) { returning(isNegated ? $0.negated : $0) } }
    }

    private func order(_ call: KnownCall) -> Outcome? {
        let isNegated = call.base.contains("=")
        let isSwapped = call.base.contains(">") != isNegated
        let (a, b) = call.operands
        return negating(isSwapped ? order(b, a) : order(a, b), if: isNegated)
    }

    /// Whether an integer or a text is less than another one, or another value by its
    /// type's own `<`. Of tuples, the first elements that differ decide.
    func order(_ a: Value, _ b: Value) -> Outcome? {
        if case (.tuple(let a), .tuple(let b)) = (a, b) {
            let first = zip(a, b).first { $0.equals($1) != true }
            guard let (a, b) = first else { return returning(.bool(false)) }
            return a.equals(b) == false ? order(a, b) : nil
        }
        let isLess =
            a.text.flatMap { a in b.text.map { Value.bool(a < $0) } }
            ?? Self.calculate("cmp_slt", a, b)
        return isLess.integer == nil
            ? ask("<", of: "Comparable", a, b) : returning(isLess)
    }

    /// The result of an operator of the operands' own type.
    private func ask(
        _ sign: String, of proto: String, _ a: Value, _ b: Value
    ) -> Outcome? {
        guard a.dynamicType == b.dynamicType else { return nil }
        return witness("\"\(sign)\"", of: proto, for: a).map {
            invoke(.code($0), [a, b])
        }
    }

    private func coalesce(_ call: KnownCall) -> Outcome? {
        // If the default value is an optional, so is the result.
        let isOptional = call.symbol.hasPrefix("$ss2qqoiyxSg")
        return call.firstClosure.map { other in
            unwrapping(call[0]) {
                returning(isOptional ? .some($0) : $0)
            } orElse: {
                let outer = defaulted
                if call[0].isNone { defaulted = (call[0], possible) }
                defer { defaulted = outer }
                return invoke(other)
            }
        }
    }

    /// Continues with an optional's value, or without one.
    func unwrapping(
        _ optional: Value, _ body: (Value) -> Outcome, orElse: () -> Outcome
    ) -> Outcome {
        let values = optional.alternatives.flatMap { one -> [Value?] in
            if one.isNone { return [nil] }
            return one.unwrapped.map { [$0] } ?? [.result(of: [one]), nil]
        }
        return guessing(on: optional) { either(values) { $0.map(body) ?? orElse() } }
    }
}

extension Value {
    /// Whether a range of integers covers one, if that can be told. `...` is a function.
    func covers(_ value: Value) -> Bool? {
        if closure != nil { return true }
        guard case .fields(let type, _) = self, let integer = value.integer,
            let low = field("lowerBound")?.integer,
            let high = field("upperBound")?.integer
        else { return nil }
        let isBelow = type.hasPrefix("Range") ? integer < high : integer <= high
        return low <= integer && isBelow
    }
}

extension KnownCall {
    static let operators: ResultTable = [
        """
        StaticString.init, Character.init, Bool.init, Double.init, Int.init, Int8.init, \
        Int16.init, Int32.init, Int64.init, UInt.init, UInt8.init, UInt16.init, \
        UInt32.init, UInt64.init
        """: { $0.name.contains("(_builtin") ? $0[0] : nil },
        "static Bool.! prefix": { $0[0].negated },
        """
        static Comparable...< infix, static Comparable.... infix, \
        static Comparable...< prefix, static Comparable.... prefix, \
        static Comparable.... postfix
        """: { call in
            let isPrefix = call.base.hasSuffix("prefix")
            let isPostfix = call.base.hasSuffix("postfix")
            return .fields(
                call.base.contains("<") ? "Range" : "ClosedRange",
                [
                    "lowerBound": isPrefix ? .int(.min) : call[0],
                    "upperBound": isPostfix ? .int(.max) : call[isPrefix ? 0 : 1],
                ])
        },
        "static RangeExpression.~= infix": { $0[0].covers($0[1]).map(Value.bool) },
        "Range.contains, ClosedRange.contains": {
            $0.receiver.covers($0[0]).map(Value.bool)
        },
        "Bool.toggle": { $0.storing($0.receiver.negated) },
        """
        static Int.+ infix, static Int.- infix, static Int.* infix, \
        static Int.+= infix, static Int.-= infix, static Int.*= infix, \
        static Int./= infix, static Int.%= infix, static Int.== infix, \
        static Int.!= infix, static Int.< infix, static Int.<= infix, \
        static Int.> infix, static Int.>= infix, static Int.% infix, \
        static Int./ infix, static Int.^ infix, static Int.& infix, static Int.| infix
        """: { call in
            // `+=` for `static Int.+= infix`
            let sign = String(call.base.dropFirst(11).dropLast(6))
            let isChange = builtins[sign] == nil
            let name = builtins[isChange ? String(sign.dropLast()) : sign] ?? ""
            let result = Interpreter.calculate(name[...], call[0], call[1])
            return isChange ? call.storing(result, in: call.parameters[0]) : result
        },
        "static BinaryInteger.<< infix, static BinaryInteger.>> infix": { call in
            let isLeft = call.base.contains("<<")
            let integers = call.type == "Int" ? call.integers : nil
            return integers.map { .int(isLeft ? $0 << $1 : $0 >> $1) }
                ?? .result(of: [call[0], call[1]])
        },
        "max, min": { call in
            // Of more than three, the others are in an array.
            let all = call.parameters.map(call.loaded).flatMap { $0.exact ?? [$0] }
            let integers = all.compactMap(\.integer)
            let result = call.base == "max" ? integers.max() : integers.min()
            return integers.count == all.count ? result.map(Value.int) : nil
        },
        "SignedInteger.isMultiple": { call in
            call.integers.map { .bool($1.isMultiple(of: $0)) }
        },
        "abs": { $0[0].integer.map { .int($0 == .min ? $0 : abs($0)) } },
        "SignedInteger.init": { call in
            let isOfInt = call.name.hasSuffix("(_:)") && call.type == "Int"
            return isOfInt ? call[0].integer.map(Value.int) : nil
        },
    ]

    /// The compiler's built-in functions for operators.
    private static let builtins = Dictionary(
        uniqueKeysWithValues: zip(
            """
            +   -   *   /    %    ^   &   |
            ==     !=     <       <=      >       >=
            """.words,
            """
            add sub mul sdiv srem xor and or
            cmp_eq cmp_ne cmp_slt cmp_sle cmp_sgt cmp_sge
            """.words))

    /// The values that an operator compares: the elements of tuples are parameters.
    fileprivate var operands: (Value, Value) {
        let all = parameters, half = all.count / 2
        if half < 2 { return (self[0], self[1]) }
        return (.tuple(all[..<half].map(loaded)), .tuple(all[half...].map(loaded)))
    }

    /// The first two parameters, if they are texts.
    var texts: (String, String)? {
        guard let a = self[0].text, let b = self[1].text else { return nil }
        return (a, b)
    }

    /// Two parameters, if they are integers.
    var integers: (Int, Int)? {
        guard let a = self[0].integer, let b = self[1].integer else { return nil }
        return (a, b)
    }

    /// Stores a value in the receiver or another target, and returns nothing.
    func storing(_ value: Value, in other: Value? = nil) -> Value {
        heap.store(value, at: other ?? target)
        return .void
    }
}
