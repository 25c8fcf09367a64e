/// A call's arguments, read from the tokens behind its name.
struct Arguments {
    private(set) var list: [(label: String?, value: Phrase)] = []
    private(set) var end: Int

    init(of file: SourceFile, startingAt start: Int) {
        end = start
        if file.isToken(start, "("), let close = file.partner(of: start) {
            list = file.tokens.arguments(in: start).map { ($0, Phrase(file, $1)) }
            end = close + 1
        }
        // Closures follow, with labels but for the first one.
        var next = file.closure(openedBy: end)
        while let closure = next {
            let label = closure.start == end ? nil : file.tokens[end].text
            list.append((label, Phrase(file, closure.range)))
            end = closure.end
            let isLabel = file.isToken(end + 1, ":") && !file.isToken(end, "default")
            next = isLabel ? file.closure(openedBy: end + 2) : nil
        }
    }

    subscript(label: String) -> Phrase? { list.first { $0.label == label }?.value }
    var unlabelled: [Phrase] { list.filter { $0.label == nil }.map(\.value) }

    /// The label of an argument, and how many before it have the same.
    func label(of argument: Phrase) -> (label: String?, earlier: Int)? {
        guard let index = index(of: argument) else { return nil }
        let label = list[index].label
        return (label, list[..<index].count { $0.label == label })
    }

    func index(of argument: Phrase) -> Int? {
        list.firstIndex { $0.value.range == argument.range }
    }
}
