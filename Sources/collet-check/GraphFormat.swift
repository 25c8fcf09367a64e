import ColletCheck

/// The language of a drawing.
enum GraphFormat: String {
    /// A flow chart, which many Markdown viewers draw.
    case mermaid
    case dot

    func text(of drawing: Drawing) -> String {
        let isDot = self == .dot
        var lines =
            isDot ? ["digraph {", "rankdir=LR; node [shape=box]"] : ["flowchart LR"]
        for (index, module) in drawing.modules.enumerated() {
            let (name, title) = ("m\(index)", module.title)
            let plain = box(name, title)
            let inner = module.drawn.map { "    " + box($0.name, $0.title) }
            // Arrows of Graphviz lead to no frame, so there its title is what they lead
            // to.
            let titled = "cluster_\(name) { \(box(name, title, shape: "plaintext"))"
            let frame =
                ["subgraph " + (isDot ? titled : plain)] + inner + [isDot ? "}" : "end"]
            lines += inner.isEmpty ? [plain] : frame
        }
        lines += drawing.clients.enumerated().map {
            box("t\($0)", "\($1.name)", shape: "ellipse")
        }
        lines += drawing.arrows.map { $0.joined(separator: isDot ? " -> " : " --> ") }
        return lines.joined(separator: "\n    ") + (isDot ? "\n}\n" : "\n")
    }

    /// Mermaid has round boxes for all other shapes, and entities of its own in labels.
    private func box(_ name: String, _ title: String, shape: String? = nil) -> String {
        let entities: [Character: String] =
            self == .dot
            ? ["\"": "\\\"", "\\": "\\\\"]
            : ["#": "#35;", "&": "#amp;", "<": "#lt;", ">": "#gt;", "\"": "#quot;"]
        let label = "\"" + title.map { entities[$0] ?? String($0) }.joined() + "\""
        return self == .dot
            ? "\(name) [label=\(label)\(shape.map { ", shape=\($0)" } ?? "")]"
            : name + (shape == nil ? "[\(label)]" : "([\(label)])")
    }
}
