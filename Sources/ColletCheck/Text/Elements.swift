extension [Token] {
    /// Whether a token is there, and one of some words or signs.
    func has(_ texts: some Sequence<String>, at index: Int?) -> Bool {
        guard let index, indices.contains(index) else { return false }
        return texts.contains(where: self[index].is)
    }

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
            return label.kind == .word && self[element.lowerBound + 1].is(":")
                ? (label.text, element.dropFirst(2)) : (nil, element)
        }
    }
}
