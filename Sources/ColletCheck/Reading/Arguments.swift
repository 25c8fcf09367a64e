/// A call's arguments, read from the tokens behind its name.
struct Arguments {
    private(set) var list: [(label: String?, tokens: Range<Int>)] = []
    private(set) var end: Int

    init(of file: SourceFile, startingAt start: Int) {
        end = start
        if file.isToken(start, "("), let close = file.partner(of: start) {
            for argument in file.elements(in: start) {
                let label = file.tokens[argument.lowerBound]
                let isLabelled = label.kind == .word && file.isToken(argument.lowerBound + 1, ":")
                list.append(isLabelled ? (label.text, argument.dropFirst(2)) : (nil, argument))
            }
            end = close + 1
        }
        if file.isToken(end, "{"), let close = file.partner(of: end) {
            list.append((nil, end..<close + 1))
            end = close + 1
            // Other closures follow with their labels.
            while !file.isToken(end, "default"), file.isToken(end + 1, ":"),
                file.isToken(end + 2, "{")
            {
                list.append((file.tokens[end].text, end + 2..<file.behind(end + 2)))
                end = file.behind(end + 2)
            }
        }
    }

    subscript(label: String) -> Range<Int>? { list.first { $0.label == label }?.tokens }
    var unlabelled: [Range<Int>] { list.filter { $0.label == nil }.map(\.tokens) }
}
