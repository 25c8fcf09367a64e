extension Array {
    /// The element there, if there is one.
    subscript(checked index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}

/// How many there are of something: `1 test`, `2 tests`.
func count(_ list: some Collection, _ noun: String) -> String {
    "\(list.count) \(noun)\(list.count == 1 ? "" : "s")"
}

extension Set<String> {
    /// The words and signs of a list with spaces between them.
    init(words: String) { self.init(words.split(separator: " ").map(String.init)) }
}

extension [Token] {
    /// Whether a token is there, and one of some words or signs.
    func has(_ texts: some Sequence<String>, at index: Int?) -> Bool {
        guard let token = index.flatMap({ self[checked: $0] }) else { return false }
        return texts.contains(where: token.is)
    }
    func has(_ texts: String..., at index: Int?) -> Bool { has(texts, at: index) }

    /// Whether a token is where the index puts what a macro expands to: a name with `#`,
    /// or an `@`.
    func isExpansion(at index: Int) -> Bool {
        has("@", at: index) || self[checked: index]?.text.first == "#"
    }

    func isFirstOfLine(_ index: Int) -> Bool {
        index > 0 && self[index].position.line > self[index - 1].position.line
    }

    /// Whether a line goes on with what the one before it began.
    func goesOn(at index: Int) -> Bool {
        let isLabel = has(":", at: index + 1) && has("{", at: index + 2)
        return isLabel || has("as", "is", ".", "?", at: index) || isOpen(before: index)
            || isBinary(at: index)
    }

    /// Whether something is to follow before a token: behind an operator that has a space
    /// before it there is an operand.
    private func isOpen(before index: Int) -> Bool {
        let isCast = has("as", at: index - 2) && has("!", "?", at: index - 1)
        let run = self[..<index].reversed().prefix(while: \.isOperator)
        let isOperator = run.last?.followsSpace == true
        return isCast || isOperator || has("await", "try", at: index - 1)
    }

    /// Whether an operator begins at a token that has a space behind it.
    private func isBinary(at index: Int) -> Bool {
        var next = index
        repeat {
            guard self[next].isOperator else { return false }
            next += 1
        } while self[checked: next]?.followsSpace == false
        return true
    }

    /// What stands between commas in the brackets that a token opens.
    func elements(in open: Int) -> [Range<Int>] {
        (open + 1..<(self[open].partner ?? open + 1)).split {
            self[$0].is(",") && self[$0].parent == open
        }
    }

    /// The elements with their labels.
    func arguments(in open: Int) -> [(label: String?, tokens: Range<Int>)] {
        elements(in: open).map { element in
            let label = self[element.lowerBound]
            // An empty dictionary has a colon, too.
            let isLabel = label.kind == .word && self[element.lowerBound + 1].is(":")
            return isLabel ? (label.text, element.dropFirst(2)) : (nil, element)
        }
    }
}
