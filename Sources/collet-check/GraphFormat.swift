enum GraphFormat: String, CaseIterable {
    /// A flow chart, which many Markdown viewers draw.
    case mermaid
    /// The language of Graphviz.
    case dot

    func text(of drawing: Drawing) -> String {
        let isDot = self == .dot
        var lines = isDot ? ["digraph {", "rankdir=LR; node [shape=box]"] : ["flowchart LR"]
        for (index, module) in drawing.modules.enumerated() {
            let (name, title) = ("m\(index)", module.title)
            let inner = module.drawn.map { "    " + box($0.name, $0.title) }
            // Arrows of Graphviz lead to no frame, so there its title is what they lead to.
            let frame =
                isDot
                ? "cluster_\(name) { \(box(name, title, shape: "plaintext"))" : box(name, title)
            lines +=
                inner.isEmpty
                ? [box(name, title)] : ["subgraph " + frame] + inner + [isDot ? "}" : "end"]
        }
        lines += drawing.clients.enumerated().map { index, client in
            box("t\(index)", client.name.description, shape: "ellipse")
        }
        lines += drawing.arrows.map { $0.joined(separator: isDot ? " -> " : " --> ") }
        return lines.joined(separator: "\n    ") + (isDot ? "\n}\n" : "\n")
    }

    /// A box; Mermaid has round ones for all other shapes, and entities of its own for what has a
    /// meaning in a label.
    private func box(_ name: String, _ title: String, shape: String? = nil) -> String {
        let entities: [Character: String] =
            self == .dot
            ? ["\"": "\\\"", "\\": "\\\\"]
            : ["#": "#35;", "&": "#amp;", "<": "#lt;", ">": "#gt;", "\"": "#quot;"]
        let label = "\"" + title.map { entities[$0] ?? String($0) }.joined() + "\""
        return switch self {
        case .mermaid: name + (shape == nil ? "[\(label)]" : "([\(label)])")
        case .dot: "\(name) [label=\(label)\(shape.map { ", shape=\($0)" } ?? "")]"
        }
    }
}
