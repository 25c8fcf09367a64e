/// A call's arguments, read from the tokens behind its name.
struct Arguments {
    private(set) var list: [(label: String?, tokens: Range<Int>)] = []
    private(set) var end: Int

    /// Reads `(…)`, `{ … }` or both.
    init(of file: SourceFile, startingAt start: Int) {
        end = start
        if file.isToken(start, "("), let close = file.partner(of: start) {
            let commas = (start..<close).filter {
                file.isToken($0, ",") && file.parent(of: $0) == start
            }
            for behind in commas + [close] where behind > end + 1 {
                let first = end + 1
                let isLabelled = file.tokens[first].kind == .word && file.isToken(first + 1, ":")
                let label = isLabelled ? file.tokens[first].text : nil
                list.append((label, first + (isLabelled ? 2 : 0)..<behind))
                end = behind
            }
            end = close + 1
        }
        if file.isToken(end, "{"), let close = file.partner(of: end) {
            list.append((nil, end..<close + 1))
            end = close + 1
        }
    }

    subscript(label: String) -> Range<Int>? { list.first { $0.label == label }?.tokens }
    var unlabelled: [Range<Int>] { list.filter { $0.label == nil }.map(\.tokens) }
}
