struct Drawing {
    init(_ wiring: Wiring) {}
    var mermaid: String { "" }
    var dot: String { "" }
}
