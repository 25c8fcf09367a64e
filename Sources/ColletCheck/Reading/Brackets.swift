/// How the brackets of some tokens nest.
struct Brackets {
    /// For each bracket, the one that closes or opens it.
    private(set) var partners: [Int: Int] = [:]
    /// For each token in brackets, the one that opens them.
    private(set) var parents: [Int: Int] = [:]
    private(set) var areBalanced = true

    /// What no compiler reads need not be balanced, and so counts as no bracket.
    init(of tokens: [Token], where isRead: (Token) -> Bool = { _ in true }) {
        let pairs = [")": "(", "]": "[", "}": "{", ">": "<"]
        var open: [Int] = []
        for (index, token) in tokens.enumerated() {
            let isRead = isRead(token)
            if isRead, token.kind == .sign, let opening = pairs[token.text] {
                // Behind a name there may also be a comparison, which nothing closes.
                while opening != "<", let last = open.last, tokens[last].is("<") {
                    open.removeLast()
                }
                if let last = open.last, tokens[last].is(opening) {
                    partners[last] = index
                    partners[index] = last
                    open.removeLast()
                } else if opening != "<" {
                    areBalanced = false
                }
            }
            parents[index] = open.last
            let isBehindName = index > 0 && tokens[index - 1].kind == .word && !token.followsSpace
            let opens = token.is("<") ? isBehindName : ["(", "[", "{"].contains(where: token.is)
            if isRead, opens { open.append(index) }
        }
        areBalanced = areBalanced && open.allSatisfy { tokens[$0].is("<") }
    }
}
