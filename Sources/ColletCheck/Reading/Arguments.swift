/// A call's arguments, read from the tokens behind its name.
struct Arguments {
    private(set) var list: [(label: String?, tokens: Range<Int>)] = []
    private(set) var end: Int

    init(of file: SourceFile, startingAt start: Int) {
        end = start
        if file.isToken(start, "("), let close = file.partner(of: start) {
            list = file.tokens.arguments(in: start)
            end = close + 1
        }
        // Closures follow, with labels but for the first one.
        var brace = end
        while file.isToken(brace, "{") {
            list.append((brace == end ? nil : file.tokens[end].text, brace..<file.behind(brace)))
            end = file.behind(brace)
            brace = file.isToken(end + 1, ":") && !file.isToken(end, "default") ? end + 2 : -1
        }
    }

    subscript(label: String) -> Range<Int>? { list.first { $0.label == label }?.tokens }
    var unlabelled: [Range<Int>] { list.filter { $0.label == nil }.map(\.tokens) }
}

extension [Token] {
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
            return self[element.lowerBound + 1].is(":")
                ? (label.text, element.dropFirst(2)) : (nil, element)
        }
    }
}
