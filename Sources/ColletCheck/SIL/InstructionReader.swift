extension Instruction {
    /// Reads a line of a body, or returns `nil` if the instruction changes nothing.
    convenience init?(_ line: SILText, comment: String, offset: Int = 0) {
        let (results, text) = line.dropFirst(2).results
        let word = text.before(" ")
        guard let opcode = Opcode(named: word.string) else { return nil }
        self.init(opcode: opcode, line: line, results: results, offset: offset)
        let rest = text.from(word.end + 1)
        if opcode == .stringLiteral {
            name = rest.firstQuoted.unescaped
        } else if opcode == .unknown {
            name = word.string
        } else {
            read(rest.withoutLocation.withoutFlags, comment)
        }
    }

    /// Whether it calls a function that never returns.
    var neverReturns: Bool {
        opcode == .apply && line.withoutLocation.hasSuffix("-> Never")
    }

    /// Reads what stands behind the instruction's name.
    private func read(_ text: SILText, _ comment: String) {
        switch opcode {
        case .functionRef, .dynamicFunctionRef:
            name = text.dropFirst(1).before(" : ").string
            self.comment = comment
        case .apply, .tryApply, .beginApply, .partialApply: readCall(text)
        case .builtin: readBuiltin(text)
        case .classMethod, .superMethod, .objcMethod, .objcSuperMethod, .witnessMethod:
            readMethod(text)
        case .structExtract, .structElementAddr, .refElementAddr, .tupleExtract,
            .tupleElementAddr:
            readElement(text)
        case .makeEnum, .uncheckedEnumData, .initEnumDataAddr, .injectEnumAddr,
            .uncheckedTakeEnumDataAddr:
            operands = text.registers
            if opcode == .makeEnum { type = text.before(", #").typeAfterDollar }
            name = text.after(", #").before("!enumelt").lastName
        case .switchEnum, .switchEnumAddr, .switchValue: readSwitch(text)
        case .selectEnum, .selectEnumAddr: readSelection(text)
        case .condBr, .br: readBranch(text)
        case .yield:
            operands = text.before(", resume").registers
            readTarget("resume", "resume bb", text)
        case .globalAddr, .allocGlobal, .globalValue:
            name = text.dropFirst(1).before(" : ").string
        case .integerLiteral: name = text.after(", ").string
        case .keypath: readKeyPath(text)
        default: readTyped(text)
        }
    }

    /// Those that name a type, or only operands.
    private func readTyped(_ text: SILText) {
        switch opcode {
        case .makeStruct, .allocRef, .allocRefDynamic, .metatype, .valueMetatype,
            .existentialMetatype, .initExistentialMetatype:
            operands = text.registers
            type = text.typeAfterDollar
        case .allocStack, .allocBox: type = text.before(", ").typeAfterDollar
        case .checkedCastBr, .checkedCastAddrBr, .unconditionalCast,
            .unconditionalCastAddr:
            readCast(text)
        case .initExistentialRef:
            operands = text.before(", $").registers
            type = text.after(" : $").before(" : $").string
        case .initExistentialAddr, .initExistentialValue, .allocExistentialBox:
            operands = text.before(", $").registers
            type = text.after(", $").before(" // ").string
        case .openExistentialAddr, .openExistentialRef, .openExistentialValue,
            .openExistentialMetatype, .openExistentialBox, .openExistentialBoxValue:
            operands = text.before(" to ").registers
            name = text.after(" to $").after("@opened(\"").before("\"").string
        case .throwAddr, .unreachable, .unwind, .floatLiteral: break
        default: operands = text.registers
        }
    }

    // MARK: Calls

    /// `%3<Int>(%1, %2) : $…, normal bb1, error bb2`
    private func readCall(_ text: SILText) {
        let percent = text.find(byte: "%") ?? text.start
        let (callee, end) = text.number(at: percent + 1)
        operands = [callee]
        readArguments(text.from(end))
        guard opcode == .tryApply else { return }
        readTarget("normal", ", normal bb", text)
        readTarget("error", ", error bb", text)
    }

    /// `"name"<Int>(%1, %2) : $…`
    private func readBuiltin(_ text: SILText) {
        name = text.firstQuoted
        readArguments(text.dropFirst(1).after("\""))
    }

    private func readArguments(_ text: SILText) {
        var rest = text
        if rest.starts(with: "<") {
            substitutions = rest.inBracket().parts.map(\.string)
            rest = rest.from(rest.endOfBracket(at: rest.start) + 1)
        }
        if rest.starts(with: "(") { operands += rest.before(")").registers }
    }

    private func readTarget(
        _ name: String, _ mark: StaticString, _ text: SILText
    ) {
        let rest = text.after(mark)
        guard rest.count > 0 else { return }
        targets.append(Target(name: name, block: rest.number(at: rest.start).value))
    }

    /// `%1, #Kit.Clock.now : …`, or `$Type, #Clock.now : …` of a conformance.
    private func readMethod(_ text: SILText) {
        let member = text.from(text.find(byte: "#") ?? text.end)
        if opcode == .witnessMethod {
            type = text.dropFirst(1).before(", #").string
            let end = member.find(", %") ?? member.find(" : $") ?? member.end
            name = SILText(member.start, end).string
        } else {
            operands = text.before(", #").registers
            name = member.before(", $").string
        }
    }

    /// `%1, #Point.x`, or `%1, 0` of a tuple.
    private func readElement(_ text: SILText) {
        if opcode == .tupleExtract || opcode == .tupleElementAddr {
            operands = text.before(", ").registers
            name = text.after(", ").string
            return
        }
        operands = text.before(", #").registers
        let member = text.after(", #")
        name = member.lastName
        if opcode == .structElementAddr {
            type = String(member.string.dropLast(name.count + 1))
        }
    }

    // MARK: Branches

    /// `%0, bb1(%1), bb2`
    private func readBranch(_ text: SILText) {
        var parts = text.parts
        if opcode == .condBr, !parts.isEmpty { operands = parts.removeFirst().registers }
        targets = parts.map(Target.init)
    }

    /// `%0, case #Shape.round!enumelt: bb1, default bb2`
    private func readSwitch(_ text: SILText) {
        let parts = text.parts
        operands = parts.first?.registers ?? []
        targets = parts.dropFirst().map { part in
            let block = part.choice
            return Target(
                name: part.caseName, block: block.number(at: block.start + 2).value)
        }
    }

    /// `%0, case #Shape.round!enumelt: %1, default %2`
    private func readSelection(_ text: SILText) {
        let parts = text.parts
        operands = parts.first?.registers ?? []
        operands += parts.dropFirst().map { $0.choice.registers.first ?? 0 }
        substitutions = parts.dropFirst().map(\.caseName)
    }

    /// `[exact] $A in %0 to B, bb1, bb2`
    private func readCast(_ text: SILText) {
        let parts = text.parts
        let isBranch = opcode == .checkedCastBr || opcode == .checkedCastAddrBr
        let head = isBranch ? parts.first ?? text : text
        operands = head.registers
        type = head.after(" to ").before(" in %").string
        guard isBranch else { return }
        targets = parts.dropFirst().filter { $0.hasPrefix("bb") }.map {
            Target(block: $0.number(at: $0.start + 2).value)
        }
    }

    // MARK: Key paths

    /// The components that read: `.x` for a stored property, or a getter's symbol.
    private func readKeyPath(_ text: SILText) {
        operands = text.registers
        var rest = text
        while true {
            let stored = rest.find("stored_property #") ?? rest.end
            let getter = rest.find("getter @") ?? rest.end
            guard min(stored, getter) < rest.end else { return }
            if stored < getter {
                rest = rest.from(stored + 17)
                substitutions.append("." + rest.before(" : ").lastName)
            } else {
                rest = rest.from(getter + 8)
                substitutions.append(rest.before(" : ").string)
            }
        }
    }
}

extension Instruction.Target {
    /// Reads `bb1(%2 : $Int)`.
    init(_ text: SILText) {
        self.init(
            block: text.number(at: text.start + 2).value, arguments: text.registers)
    }
}

extension SILText {
    /// The registers before ` = `, and what stands behind it.
    fileprivate var results: ([Int], SILText) {
        let hasResult = starts(with: "%") || starts(with: "(")
        guard hasResult, let equals = find(" = ") else { return ([], self) }
        return (SILText(start, equals).registers, from(equals + 3))
    }

    /// What stands in the first quotes, with its escapes.
    fileprivate var firstQuoted: String {
        let open = find(byte: "\"") ?? start
        var close = open + 1
        while close < end, byte(at: close) != UInt8(ascii: "\"") {
            close += byte(at: close) == UInt8(ascii: "\\") ? 2 : 1
        }
        return SILText(open + 1, min(close, end)).string
    }

    /// Without place, scope and comment. Without `-g`, comments stand in a column.
    fileprivate var withoutLocation: SILText {
        let end = find(", loc ") ?? find(", scope ") ?? find(" // ") ?? end
        return SILText(start, end).withoutBlanks
    }

    /// Without `[init]` and the like.
    fileprivate var withoutFlags: SILText {
        var text = self
        while text.starts(with: "[") { text = text.afterBracket() }
        return text
    }

    /// `Lifetime` of `Module.Lifetime`, without what follows.
    fileprivate var lastName: String {
        let name = before(" ").string
        guard let dot = name.lastIndex(of: ".") else { return name }
        return String(name[name.index(after: dot)...])
    }

    /// The name in `case #Shape.round!enumelt: …`, `case 1: …` or `default …`.
    fileprivate var caseName: String {
        if hasPrefix("default ") { return "default" }
        guard contains("!enumelt") else { return dropFirst(5).before(":").string }
        return dropFirst(6).before("!enumelt").lastName
    }

    /// What a case of a switch or of a selection leads to.
    fileprivate var choice: SILText {
        hasPrefix("default ") ? dropFirst(8) : after(": ")
    }

    /// The type after `$`, without how a metatype is stored.
    fileprivate var typeAfterDollar: String {
        guard let dollar = find(byte: "$") else { return "" }
        var type = from(dollar + 1)
        for prefix in ["@thick ", "@thin ", "@objc_metatype "] as [StaticString] {
            type = type.withoutPrefix(prefix)
        }
        // `$StaticString (%7, %6)`, or `$X, %4 : $…`
        let end = type.find(" (%") ?? type.find(", %") ?? type.end
        type = SILText(type.start, end)
        return type.hasSuffix(" ()") ? String(type.string.dropLast(3)) : type.string
    }
}

extension String {
    /// What a literal is whose text has escapes, as SIL prints it.
    fileprivate var unescaped: String {
        guard contains("\\") else { return self }
        return replacing(#/\\(?:([0-9A-F]{2})|(.))/#) { escape in
            if let code = escape.1, let byte = UInt8(code, radix: 16) {
                return String(UnicodeScalar(byte))
            }
            switch escape.2 {
            case "n": return "\n"
            case "r": return "\r"
            case "t": return "\t"
            case let other?: return String(other)
            case nil: return ""
            }
        }
    }
}
