/// The number of a memory cell.
typealias Cell = Int

/// An unknown value: the first result of a call, by the instructions that make it and the
/// one around it.
typealias Input = [ObjectIdentifier]

/// The content of a register or a stored property, as far as it can be told.
indirect enum Value: Hashable, Sendable {
    case unknown
    /// A part of an unknown value that can be told from all others.
    case input(Input, [Step] = [])
    /// A result of known values that isn't computed here. The program knows it, so a
    /// branch on it is a guess.
    case uncomputed
    case int(Int)
    case string(String)
    case tuple([Value])
    /// A struct's or an object's stored properties, by name. A property without a name
    /// stands for all others. Without that one, the missing properties aren't set yet.
    case fields(String, [String: Value] = [:])
    /// A case, by its enumeration's name and its own, with its payload.
    case enumeration(String, String, Value? = nil)
    case function(Closure)
    /// An instance of a class, and the cell of its properties.
    case object(Cell, String)
    case address(Cell, [Step] = [])
    case metatype(String)
    /// The elements of an array, a set or a dictionary (as pairs). Sets and dictionaries
    /// have no order, so it can't be told which element is first.
    case array([Value], isOrdered: Bool = true)
    case keyPath([String])
    case module(Registration)
    case container(Container)
    /// One of several.
    case oneOf([Value])
    /// An element of an array that may be missing, or a weak reference's object.
    case maybe(Value)
}

/// A step from a cell or value to a part of it.
enum Step: Hashable { case field(String), index(Int), payload(String) }

/// A function and its captures.
final class Closure: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case symbol(String)
        /// A class's member, which the receiver's class implements.
        case classMethod(String)
        /// A requirement, which the type or the receiver's type fulfils.
        case witness(String, type: String)
        /// A function known only by its model.
        case model(String)
    }

    let target: Target
    /// The function's name from the SIL's comment.
    let name: String
    let substitutions: [String]
    let captures: [Value]

    init(
        _ target: Target, name: String = "", substitutions: [String] = [],
        captures: [Value] = []
    ) {
        self.target = target
        self.name = name
        self.substitutions = substitutions
        self.captures = captures
    }

    static func == (a: Closure, b: Closure) -> Bool {
        if a === b { return true }
        return a.target == b.target && a.substitutions == b.substitutions
            && a.captures == b.captures
    }

    func hash(into hasher: inout Hasher) {
        // A closure may capture another one twice, and that another one.
        hasher.combine(target)
        hasher.combine(captures.count)
    }

    /// The symbol of its function, if that is known.
    var symbol: String? {
        if case .symbol(let symbol) = target { symbol } else { nil }
    }
}

// MARK: Constants

/// How many numbers of a range are told apart.
private let rangeLimit = 64

/// How many characters are told apart in a text.
private let textLimit = 100

extension Value {
    static let void = Value.tuple([])
    static let none = Value.enumeration("Optional", "none")
    /// Any number of unknown elements of an array.
    static let others = Value.maybe(.unknown)
    static let mainActor = Value.object(-1, "MainActor")
    static let globalQueue = Value.object(-2, "global queue")
    static let mainQueue = Value.object(-3, "main queue")

    /// The `nil` that a request gets if nothing serves it, or that an empty array has as
    /// its first or last element. It says which type the optional or the array has.
    static func none(of type: String) -> Value {
        .enumeration("Optional", "none", .metatype(type))
    }

    /// The function of a symbol.
    static func code(_ symbol: String, name: String = "") -> Value {
        .function(Closure(.symbol(symbol), name: name))
    }

    static func some(_ value: Value) -> Value {
        .enumeration("Optional", "some", value)
    }

    static func optional(_ value: Value?) -> Value { value.map(some) ?? .none }

    /// A truth value, like SIL's `Int1`.
    static func bool(_ value: Bool) -> Value { .int(value ? -1 : 0) }

    /// The result of some values, which isn't computed here.
    static func result(of all: [Value]) -> Value {
        all.allSatisfy(\.isDetermined) ? .uncomputed : .unknown
    }

    // MARK: Questions

    var isUnknown: Bool {
        switch self {
        case .unknown, .input, .uncomputed: true
        default: false
        }
    }

    /// Whether it is the same in every run.
    private var isDetermined: Bool {
        switch self {
        case .unknown, .input, .oneOf, .maybe: false
        default: parts.allSatisfy(\.isDetermined)
        }
    }

    var alternatives: [Value] { if case .oneOf(let all) = self { all } else { [self] } }

    /// The type that it has at run time, if that can be told.
    var dynamicType: String? {
        switch self {
        case .object(_, let type), .fields(let type, _), .enumeration(let type, _, _):
            type.isEmpty ? nil : type
        case .string: "String"
        default: nil
        }
    }

    var isCallable: Bool { alternatives.allSatisfy { $0.closure != nil } }

    var isLiteral: Bool {
        switch self {
        case .enumeration, .fields, .tuple: parts.allSatisfy(\.isLiteral)
        case .metatype(let type): !type.contains("?")
        case .int, .string: true
        default: false
        }
    }

    /// An array's element, if it is there.
    var certain: Value { if case .maybe(let value) = self { value } else { self } }

    var isMaybe: Bool { if case .maybe = self { true } else { false } }

    /// Whether it stands for any number of elements.
    var isOthers: Bool { isMaybe && certain.isUnknown }

    /// The integer, if it is one.
    var integer: Int? { if case .int(let value) = self { value } else { nil } }

    /// An integer as one of a type with fewer bits, such as `Int8` or `UInt8`. The
    /// compiler's own types are signed.
    func wrapped(to type: some StringProtocol) -> Value {
        guard let integer else { return self }
        let bits = Int(type.drop { !$0.isNumber }) ?? 64
        let isUnsigned = type.hasPrefix("U")
        if bits >= 64 { return isUnsigned && integer < 0 ? .uncomputed : self }
        let signed = (integer << (64 - bits)) >> (64 - bits)
        return .int(isUnsigned ? integer & ((1 << bits) - 1) : signed)
    }

    /// The text, if it is one.
    var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The texts or cases that it, or the value in an optional, may be.
    var choices: [String] {
        alternatives.flatMap { ($0.unwrapped ?? $0).alternatives }.compactMap { one in
            guard case .enumeration(let type, let name, _) = one else { return one.text }
            return type + name
        }
    }

    /// The object's cell, if it is an object.
    var cell: Cell? { if case .object(let cell, _) = self { cell } else { nil } }

    /// The closure, if it is one.
    var closure: Closure? {
        if case .function(let closure) = self { closure } else { nil }
    }

    /// The case's name, if it is one of an enumeration's.
    var caseName: String? {
        if case .enumeration(_, let name, _) = self { name } else { nil }
    }

    /// Whether it is an optional without a value.
    var isNone: Bool { caseName == "none" }

    /// The value of an optional that certainly has one.
    var unwrapped: Value? {
        if case .enumeration(_, "some", let payload?) = self { payload } else { nil }
    }

    /// What a module registers.
    var registration: Registration? {
        if case .module(let registration) = self { registration } else { nil }
    }

    /// A stored property of a struct.
    func field(_ name: String) -> Value? {
        if case .fields(_, let fields) = self { fields[name] } else { nil }
    }

    /// The truth value, if it is one.
    var truth: Bool? { integer.map { $0 != 0 } }

    /// The opposite value. An unknown and its opposite decide the same things.
    var negated: Value {
        if case .input = self { return self }
        return truth.map { .bool(!$0) } ?? .result(of: [self])
    }

    /// Whether two values are equal, or `nil` if that can't be told.
    func equals(_ other: Value) -> Bool? {
        switch (self, other) {
        case (.int, .int), (.string, .string): self == other
        case (.object(let a, _), .object(let b, _)): a == b ? true : nil
        case (.metatype, .metatype) where isLiteral && other.isLiteral: self == other
        case (.enumeration(_, "some", let a?), .enumeration(_, "some", let b?)):
            a.equals(b)
        case (.tuple(let a), .tuple(let b)):
            zip(a, b).lazy.map { $0.equals($1) }.first { $0 != true } ?? true
        case (.enumeration(_, let a, let x), .enumeration(_, let b, let y))
        where [a, b].contains("none") || x == nil && y == nil: a == b
        default: nil
        }
    }

    // MARK: Parts

    /// The values that it consists of.
    var parts: [Value] {
        switch self {
        case .fields(_, let fields): Array(fields.values)
        case .tuple(let all), .oneOf(let all), .array(let all, _): all
        case .enumeration(_, _, let one?), .maybe(let one): [one]
        default: []
        }
    }

    /// The arguments that it is passed as: a tuple's elements are separate ones.
    var passed: [Value] {
        if case .tuple(let all) = self { all.flatMap(\.passed) } else { [self] }
    }

    /// The objects that it holds directly, and not weakly.
    var objects: [Cell] {
        switch self {
        case .object(let cell, _): [cell]
        case .maybe: []
        default: parts.flatMap(\.objects)
        }
    }

    /// A part of the value.
    func part(_ step: Step) -> Value {
        switch (self, step) {
        case (.fields(_, let fields), .field(let name)):
            fields[name] ?? fields[""] ?? .unknown
        case (_, .index(let index)) where items.indices.contains(index):
            items[index]
        case (.enumeration(_, let name, let payload?), .payload(let wanted))
        where name == wanted: payload
        // Code that takes a payload knows the case.
        case (.oneOf(let all), .payload(let name)):
            .joined(all.filter { $0.caseName ?? name == name }.map { $0.part(step) })
        case (.oneOf(let all), _): .joined(all.map { $0.part(step) })
        case (.maybe(let value), _): value.part(step)
        case (.uncomputed, _), (.input, .field("_value")): self
        case (.input(let input, let steps), .field): .input(input, steps + [step])
        // A struct of the standard library stands for its content.
        case (.int, .field), (.string, .field), (.address, .field), (.array, .field),
            (.object, .field):
            self
        default: .unknown
        }
    }

    /// An element of a tuple, or unknown if there is no such element.
    subscript(index: Int) -> Value { part(.index(index)) }

    /// The value with one part replaced.
    func replacing(_ steps: ArraySlice<Step>, with new: Value) -> Value {
        guard let step = steps.first else { return new }
        func changed(_ old: Value = .unknown) -> Value {
            old.replacing(steps.dropFirst(), with: new)
        }
        switch (self, step) {
        case (.fields(let type, var fields), .field(let name)):
            fields[name] = changed(part(step))
            return .fields(type, fields)
        // A literal's struct stands for the literal.
        case (_, .field("_value")): return new
        case (_, .field(let name)):
            let others = self == .void ? [:] : ["": Value.unknown]
            return .fields("", others.merging([name: changed()]) { $1 })
        case (_, .payload(let name)):
            return .enumeration("", name, changed(part(step)))
        case (_, .index(let index)):
            guard index < 1000 else { return .unknown }
            var all = items
            while all.count <= index { all.append(.unknown) }
            all[index] = changed(all[index])
            guard case .array(_, let isOrdered) = self else { return .tuple(all) }
            return .array(all, isOrdered: isOrdered)
        }
    }

    var items: [Value] {
        switch self {
        case .tuple(let all), .array(let all, _): all
        default: []
        }
    }

    // MARK: Elements

    /// The elements of a collection, a short text or a range. Of a long range, only the
    /// first number is known.
    var sequence: (all: [Value], isOrdered: Bool)? {
        if case .array(let all, let isOrdered) = self { return (all, isOrdered) }
        if let text, text.count < textLimit {
            return (text.map { .string(String($0)) }, true)
        }
        guard case .fields(let type, _) = self, let low = field("lowerBound")?.integer,
            let high = field("upperBound")?.integer
        else { return nil }
        // The distance may be greater than the greatest integer.
        let distance = high &- low
        if distance < 0 { return nil }
        if distance >= rangeLimit { return ([.int(low), .others], true) }
        let count = distance + (type.hasPrefix("Closed") ? 1 : 0)
        return ((0..<count).map { .int(low &+ $0) }, true)
    }

    /// The elements in their order, if all of them are certainly there.
    var exact: [Value]? {
        guard let (all, isOrdered) = sequence, isOrdered || all.count < 2 else {
            return nil
        }
        return all.contains(where: \.isMaybe) ? nil : all
    }
}

extension Array where Element: Equatable {
    /// Each element once, in order.
    var unique: [Element] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
