/// In which language the graph is drawn.
enum GraphFormat: String, CaseIterable {
    /// A flow chart, which many Markdown viewers draw.
    case mermaid
    /// The language of Graphviz.
    case dot

    func text(of drawing: Drawing) -> String {
        var lines = [self == .mermaid ? "flowchart LR" : "digraph {"]
        if self == .dot { lines.append("rankdir=LR; node [shape=box]") }
        for (index, module) in drawing.modules.enumerated() {
            lines += frame(
                "m\(index)", module.title,
                module.drawn.map { component in
                    (drawing.name(of: component), drawing.title(of: component))
                })
        }
        for (index, client) in drawing.clients.enumerated() {
            lines.append(box("t\(index)", client.name.description, isRound: true))
        }
        lines += drawing.arrows.map { $0.joined(separator: self == .mermaid ? " --> " : " -> ") }
        return lines.joined(separator: "\n    ") + (self == .dot ? "\n}\n" : "\n")
    }

    /// A module with its components; one without any is a box.
    private func frame(
        _ name: String, _ title: String, _ components: [(name: String, title: String)]
    ) -> [String] {
        // Arrows of Graphviz lead to boxes only, so there a module has one in its frame.
        let isBox = components.isEmpty
        let start =
            switch self {
            case _ where isBox: box(name, title)
            case .mermaid: "subgraph \(name)[\(quoted(title))]"
            case .dot: "subgraph cluster_\(name) { \(box(name, title))"
            }
        let inner = components.map { "    " + box($0.name, $0.title) }
        return [start] + inner + (isBox ? [] : [self == .mermaid ? "end" : "}"])
    }

    private func box(_ name: String, _ title: String, isRound: Bool = false) -> String {
        switch self {
        case .mermaid: name + (isRound ? "([\(quoted(title))])" : "[\(quoted(title))]")
        case .dot: "\(name) [label=\(quoted(title))\(isRound ? ", shape=ellipse" : "")]"
        }
    }

    /// A label in quotes; Mermaid has entities of its own for what has a meaning in it.
    private func quoted(_ text: String) -> String {
        let entities: [Character: String] =
            self == .dot
            ? ["\"": "\\\"", "\\": "\\\\"]
            : ["#": "#35;", "&": "#amp;", "<": "#lt;", ">": "#gt;", "\"": "#quot;"]
        return "\"" + text.map { entities[$0] ?? String($0) }.joined() + "\""
    }
}
