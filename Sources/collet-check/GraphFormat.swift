import ColletCheck
import ColletRun

extension DrawingLanguage {
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
}
