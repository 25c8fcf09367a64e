extension Mention {
    /// Whether a branch in the closure or function that it is in may leave it out.
    var isBehindCondition: Bool {
        let body = node.body
        let isInBranch = node.path.prefix { $0 != body }.contains { node in
            ["else", "if", "switch"].contains(node.keyword)
        }
        return isInBranch
            || ((body?.start ?? 0)..<index).contains { word in
                file.isToken(word, "guard") && file.node(around: word).body == body
            }
    }
}
