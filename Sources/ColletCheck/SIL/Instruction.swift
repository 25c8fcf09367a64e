import Foundation

/// An instruction, read once.
final class Instruction {
    /// The block where a branch continues.
    struct Target: Equatable {
        /// The enumeration's case, or `normal`, `error` or `default`.
        var name = ""
        var block: Int
        /// The registers passed to the block's arguments.
        var arguments: [Int] = []
    }

    let opcode: Opcode
    let line: SILText
    /// The registers that get its results.
    let results: [Int]
    /// The registers that it names, with those that it passes to blocks last.
    let operands: [Int]
    /// The type that it names, as printed.
    private(set) var type = ""
    /// The symbol, member, case or literal that it names.
    private(set) var name = ""
    /// A function's name in the comment above its `function_ref`.
    let comment: String
    /// Generic arguments, a selection's cases, or a key path's components.
    private(set) var substitutions: [String] = []
    var targets: [Target] = []

    /// The position of its line in the SIL file.
    private let offset: Int
    /// The place in the source, or `nil` if the line has no sensible one. Without `-g`,
    /// the instruction is its own place.
    private(set) lazy var place: Place? =
        line.contains(", loc ")
        ? line.place : Place(file: Place.unknownFile, line: offset)

    /// How a call passes its arguments, according to the type after them.
    private(set) lazy var signature = Signature(line.withoutLocation.after(") : $"))

    /// Reads a line of a body, or returns `nil` if the instruction changes nothing.
    init?(_ line: SILText, comment: String, offset: Int = 0) {
        let equals =
            line.hasPrefix("  %") || line.hasPrefix("  (") ? line.find(" = ") : nil
        let text = equals.map { line.from($0 + 3) } ?? line.dropFirst(2)
        let word = text.before(" ")
        guard let opcode = Opcode(named: word.string) else { return nil }
        self.opcode = opcode
        self.line = line
        self.comment = comment
        self.offset = offset
        results = SILText(line.start, equals ?? line.start).registers
        let rest = text.from(word.end + 1)
        let isText = opcode == .stringLiteral
        var parameters = rest.withoutLocation
        // Skips `[init]` and the like.
        while parameters.hasPrefix("[") { parameters = parameters.afterBracket() }
        operands = isText ? [] : parameters.registers
        if isText { name = rest.quoted.string.unescaped } else { read(parameters) }
        if opcode == .unknown { name = word.string }
    }

    /// Whether it calls a function that never returns.
    var neverReturns: Bool {
        opcode == .apply && line.withoutLocation.hasSuffix("-> Never")
    }

    /// Reads the text after the instruction's name.
    private func read(_ text: SILText) {
        switch opcode {
        case .functionRef, .globalAddr, .allocGlobal:
            name = text.dropFirst(1).before(" : ").string
        case .integerLiteral, .tupleExtract, .tupleElementAddr:
            name = text.after(", ").string
        case .scalarPackIndex: name = text.before(" ").string
        case .apply, .tryApply, .beginApply, .partialApply:
            // `%3<Int>(%1, %2) : $…`
            readTypes(text.from(text.number(at: text.start + 1).end))
            if opcode == .tryApply { readTargets(text) }
        case .builtin:
            name = text.quoted.string
            readTypes(text.dropFirst(name.utf8.count + 2))
        case .classMethod, .superMethod:
            name = "#" + text.after("#").before(", $").string
        case .witnessMethod:
            type = text.dropFirst(1).before(", #").string
            name = "#" + text.after("#").before(", %").before(" : $").string
        case .structExtract, .structElementAddr, .refElementAddr, .makeEnum,
            .uncheckedEnumData, .enumDataAddr, .injectEnumAddr:
            readMember(text)
        case .selectEnum:
            substitutions = text.parts.dropFirst().map(\.caseName)
        case .switchEnum, .switchValue, .condBr, .br, .yield:
            readTargets(text)
        case .checkedCastBr, .unconditionalCheckedCast:
            type = text.firstPart.after(" to ").before(" in %").string
            readTargets(text)
        case .openExistential, .openExistentialBoxValue:
            name = text.after(" to $").after("@opened(\"").before("\"").string
        case .keypath: readKeyPath(text)
        case .makeStruct, .metatype, .allocStack, .allocRef, .initExistential:
            type = text.typeName
        default: break
        }
    }

    private func readTypes(_ text: SILText) {
        guard text.hasPrefix("<") else { return }
        substitutions = text.inBracket().parts.map(\.string)
    }

    /// `%1, #Outer.Point.x`, or `$Optional<Int>, #Optional.some!enumelt, %2`.
    private func readMember(_ text: SILText) {
        let path = text.after(", #").before("!enumelt")
        let last = path.lastName
        name = last.string
        type =
            opcode == .makeEnum
            ? text.typeName : SILText(path.start, last.start - 1).string
    }

    private func readTargets(_ text: SILText) {
        targets = text.parts.compactMap(Target.init)
    }

    /// Reads the components: `.x` for a stored property, or a getter's symbol.
    private func readKeyPath(_ text: SILText) {
        substitutions = text.string.components(separatedBy: "; ").compactMap {
            $0.reading { component in
                let getter = component.after("getter @").before(" : ")
                if getter.count > 0 { return getter.string }
                let isStored = component.hasPrefix("stored_property #")
                return isStored ? "." + component.before(" : ").lastName.string : nil
            }
        }
    }
}

extension Instruction.Target {
    /// Reads `bb1(%2 : $Int)`, `normal bb1`, or `case #Shape.round!enumelt: bb1`.
    init?(_ text: SILText) {
        let isNamed = !text.hasPrefix("bb")
        let mark = isNamed ? text.find(" bb") : text.start - 1
        guard let mark, case let (block, end) = text.number(at: mark + 3), end > mark + 3
        else { return nil }
        let arguments = text.from(end).registers
        self.init(name: isNamed ? text.caseName : "", block: block, arguments: arguments)
    }
}

extension SILText {
    /// The numbers of the registers that the text names.
    var registers: [Int] {
        var found: [Int] = []
        var next = start
        while let percent = find("%", from: next) {
            let (number, end) = number(at: percent + 1)
            if end > percent + 1 { found.append(number) }
            next = end
        }
        return found
    }

    /// The text in the first quotes, with its escapes.
    fileprivate var quoted: SILText {
        let open = find("\"") ?? start
        return SILText(open + 1, endOfQuotes(at: open))
    }

    /// The text without place, scope and comment. Without `-g`, comments are in a column.
    fileprivate var withoutLocation: SILText {
        let end = find(", loc ") ?? find(", scope ") ?? find(" // ") ?? end
        return SILText(start, end).withoutBlanksAtEnd
    }

    /// The name in `case #Shape.round!enumelt: …` or `default …`. The cases of
    /// `switch_value` have none, but their values.
    fileprivate var caseName: String {
        if !hasPrefix("case ") { return before(" ").string }
        return dropFirst(5).before("!enumelt").lastName.string
    }

    /// `round` for `Shape.round`.
    fileprivate var lastName: SILText {
        var name = self
        while let dot = name.find(".") { name = from(dot + 1) }
        return name
    }

    /// The type after `$`, without a metatype's representation.
    fileprivate var typeName: String {
        guard let dollar = find("$") else { return "" }
        let type = from(dollar + 1).firstPart.withoutPrefix("@thick ")
            .withoutPrefix("@thin ").withoutPrefix("@objc_metatype ")
        // `$StaticString (%7, %6)`
        return type.before(" (%").before(" ()").string
    }
}

nonisolated(unsafe) private let escape = #/\\(?:u\{([0-9A-F]+)\}|(.))/#

extension String {
    /// The text without the escapes that SIL prints in a literal.
    fileprivate var unescaped: String {
        guard contains("\\") else { return self }
        return replacing(escape) { escape in
            if let code = escape.1, let byte = UInt8(code, radix: 16) {
                return String(UnicodeScalar(byte))
            }
            let other = escape.2.map(String.init) ?? ""
            return ["n": "\n", "r": "\r", "t": "\t"][other] ?? other
        }
    }
}
