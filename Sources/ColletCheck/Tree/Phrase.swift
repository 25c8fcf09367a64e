/// Some tokens of a file that stand together, such as a name or an expression.
struct Phrase {
    let file: SourceFile
    let range: Range<Int>

    var start: Int { range.lowerBound }
    var end: Int { range.upperBound }
    /// The brackets that it stands in.
    var node: Node { file.node(around: start) }

    func follows(_ texts: String...) -> Bool { file.isToken(start - 1, texts) }
    func precedes(_ texts: String...) -> Bool { file.isToken(end, texts) }

    /// Whether nothing follows that belongs to the same expression.
    var isWhole: Bool { range.isEmpty || file.expression(from: start).upperBound == end }
    /// Whether it is all that its braces have, or is returned.
    var isResult: Bool { follows("return") || follows("{", "in") && precedes("}") }
    /// Whether it stands between commas or colons.
    var isElement: Bool { follows("(", "[", ",", ":") && precedes(")", "]", ",", ":") }

    /// The array that it stands in, perhaps of arrays, or the phrase itself.
    var list: Phrase {
        let isInList = node.kind == .list || node.kind == .subscript
        return isInList ? Phrase(file: file, range: node.range).list : self
    }
}
