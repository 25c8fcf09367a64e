/// The number of a cell of the memory.
typealias Cell = Int

/// What a register or a stored property holds, as far as it can be told.
indirect enum Value: Equatable, Sendable {
    case unknown
    case int(Int)
    case string(String)
    case tuple([Value])
    /// A struct's or an object's stored properties, by name.
    case fields(type: String, [String: Value])
    case enumeration(type: String, name: String, Value?)
    case function(Closure)
    /// An instance of a class, and the cell of its properties.
    case object(Cell, type: String)
    case address(Cell, [Step])
    case metatype(String)
    /// The elements of an array. A set's have no order, nor have a dictionary's, which are
    /// pairs: what is first can't be told.
    case array([Value], isOrdered: Bool = true)
    case keyPath([String])
    case module(Registration)
    case container(Container)
    /// One of several.
    case oneOf([Value])
    /// An element of an array that may be missing.
    case maybe(Value)
}

/// The way from a cell to a part of its value.
enum Step: Hashable { case field(String), index(Int), payload(String) }

/// A function with what it captures.
final class Closure: Equatable, Sendable {
    enum Target: Equatable, Sendable {
        case symbol(String)
        /// A class's member; the receiver says whose.
        case classMethod(String)
        /// A requirement; the type or the receiver says who fulfils it.
        case witness(String, type: String)
        /// A function that only a model has.
        case model(String)
        /// What runs the rest of a test, for a trait or `invokeTest()`.
        case continuation
    }

    let target: Target
    /// The function's name, as SIL's comment has it.
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

    /// The symbol of its function, if that is known.
    var symbol: String? {
        guard case .symbol(let symbol) = target else { return nil }
        return symbol
    }
}

// MARK: Constants

extension Value {
    static let void = Value.tuple([])
    static let none = Value.enumeration(type: "Optional", name: "none", nil)
    /// Any number of an array's elements that can't be told.
    static let others = Value.maybe(.unknown)
    static let mainActor = Value.object(-1, type: "MainActor")
    static let globalQueue = Value.object(-2, type: "global queue")
    static let mainQueue = Value.object(-3, type: "main queue")

    static func some(_ value: Value) -> Value {
        .enumeration(type: "Optional", name: "some", value)
    }

    static func optional(_ value: Value?) -> Value { value.map(some) ?? .none }

    /// A truth value, as SIL's `Int1` has it.
    static func bool(_ value: Bool) -> Value { .int(value ? -1 : 0) }
}

// MARK: Questions

extension Value {
    var alternatives: [Value] {
        guard case .oneOf(let all) = self else { return [self] }
        return all
    }

    /// The type that it has when the program runs, if that can be told.
    var dynamicType: String? {
        switch self {
        case .object(_, let type), .fields(let type, _), .enumeration(let type, _, _):
            type.isEmpty ? nil : type
        case .string: "String"
        default: nil
        }
    }

    var isCallable: Bool {
        if case .oneOf(let all) = self { return all.allSatisfy(\.isCallable) }
        return closure != nil
    }

    var isLiteral: Bool {
        switch self {
        case .enumeration(_, _, let payload): payload?.isLiteral ?? true
        case .metatype(let type): !type.contains("?")
        case .int, .string: true
        default: false
        }
    }

    /// An array's element where it is there.
    var certain: Value {
        guard case .maybe(let value) = self else { return self }
        return value
    }

    var isMaybe: Bool {
        guard case .maybe = self else { return false }
        return true
    }

    /// The integer that it is.
    var integer: Int? {
        guard case .int(let value) = self else { return nil }
        return value
    }

    /// The text that it is.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The cell of the object that it is.
    var cell: Cell? {
        guard case .object(let cell, _) = self else { return nil }
        return cell
    }

    /// The closure that it is.
    var closure: Closure? {
        guard case .function(let closure) = self else { return nil }
        return closure
    }

    /// Whether it is an optional that holds nothing.
    var isNone: Bool {
        guard case .enumeration(_, "none", _) = self else { return false }
        return true
    }

    /// What an optional holds that certainly holds something.
    var unwrapped: Value? {
        guard case .enumeration(_, "some", let payload?) = self else { return nil }
        return payload
    }

    /// A stored property of a struct.
    func field(_ name: String) -> Value? {
        guard case .fields(_, let fields) = self else { return nil }
        return fields[name]
    }
}

// MARK: Parts

extension Value {
    /// What it is made of.
    var parts: [Value] {
        switch self {
        case .fields(_, let fields): Array(fields.values)
        case .tuple(let all), .oneOf(let all), .array(let all, _): all
        case .enumeration(_, _, let one?), .maybe(let one): [one]
        default: []
        }
    }

    /// The objects that it has itself, other than weakly.
    var objects: [Cell] {
        switch self {
        case .object(let cell, _): [cell]
        case .maybe: []
        default: parts.flatMap(\.objects)
        }
    }

    /// Whether an object is one of those.
    func has(_ cell: Cell) -> Bool {
        switch self {
        case .object(let own, _): own == cell
        case .maybe, .unknown, .int, .string: false
        default: parts.contains { $0.has(cell) }
        }
    }

    /// A part of the value.
    func part(_ step: Step) -> Value {
        switch (self, step) {
        case (.fields(_, let fields), .field(let name)): fields[name] ?? .unknown
        case (_, .index(let index)) where items.indices.contains(index):
            items[index]
        case (.enumeration(_, let name, let payload?), .payload(let wanted))
        where name == wanted: payload
        case (.oneOf(let all), _): .joined(Self.having(step, all).map { $0.part(step) })
        case (.maybe(let value), _): value.part(step)
        // A struct of one property is that property.
        case (.int, .field), (.string, .field): self
        default: .unknown
        }
    }

    /// Whoever takes a payload knows which case it is.
    private static func having(_ step: Step, _ all: [Value]) -> [Value] {
        guard case .payload(let name) = step else { return all }
        let own = all.filter {
            guard case .enumeration(_, let other, _) = $0 else { return true }
            return other == name
        }
        return own.isEmpty ? all : own
    }

    /// The value with another part.
    func replacing(_ steps: ArraySlice<Step>, with new: Value) -> Value {
        guard let step = steps.first else { return new }
        func changed(_ old: Value = .unknown) -> Value {
            old.replacing(steps.dropFirst(), with: new)
        }
        switch (self, step) {
        case (.fields(let type, var fields), .field(let name)):
            fields[name] = changed(fields[name] ?? .unknown)
            return .fields(type: type, fields)
        // A literal's struct is the literal.
        case (_, .field("_value")): return new
        case (_, .field(let name)): return .fields(type: "", [name: changed()])
        case (.enumeration(_, let old, let payload?), .payload(let name))
        where old == name:
            return .enumeration(type: "", name: name, changed(payload))
        case (_, .payload(let name)):
            return .enumeration(type: "", name: name, changed())
        case (_, .index(let index)):
            guard index < 1000 else { return .unknown }
            var all = items
            while all.count <= index { all.append(.unknown) }
            all[index] = changed(all[index])
            guard case .array(_, let isOrdered) = self else { return .tuple(all) }
            return .array(all, isOrdered: isOrdered)
        }
    }

    private var items: [Value] {
        switch self {
        case .tuple(let all), .array(let all, _): all
        default: []
        }
    }
}

extension Value {
    /// How many numbers of a range are told apart.
    private static let rangeLimit = 20

    /// The elements of a collection or a short range.
    var sequence: (all: [Value], isOrdered: Bool)? {
        if case .array(let all, let isOrdered) = self { return (all, isOrdered) }
        if let text, text.count < 100 { return (text.map { .string(String($0)) }, true) }
        guard case .fields(let type, _) = self, let low = field("lowerBound")?.integer,
            let high = field("upperBound")?.integer
        else { return nil }
        let end = type.hasPrefix("Closed") ? high + 1 : high
        guard 0..<Self.rangeLimit ~= end - low else { return nil }
        return ((low..<end).map { .int($0) }, true)
    }

    /// The elements in their order, if each of them is there for certain.
    var exact: [Value]? {
        guard let (all, isOrdered) = sequence, isOrdered || all.count < 2 else {
            return nil
        }
        return all.contains(where: \.isMaybe) ? nil : all
    }
}
