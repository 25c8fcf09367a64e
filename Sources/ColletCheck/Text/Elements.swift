extension Array {
    /// The element there, if there is one.
    subscript(checked index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
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

    func isFirstOfLine(_ index: Int) -> Bool {
        index > 0 && self[index].position.line > self[index - 1].position.line
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
