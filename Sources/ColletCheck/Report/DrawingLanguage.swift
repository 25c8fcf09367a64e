import Foundation

/// The language of a drawing.
package enum DrawingLanguage: String {
    /// A flow chart, which many Markdown viewers draw.
    case mermaid
    case dot

    private var isDot: Bool { self == .dot }

    /// Draws programs: a single one as it is, several in a frame each.
    func text(of drawings: [Drawing]) -> String {
        let head =
            isDot ? ["digraph {", "rankdir=LR; node [shape=box]"] : ["flowchart LR"]
        let body = drawings.enumerated().flatMap { number, drawing -> [String] in
            if drawings.count == 1 { return lines(of: drawing, "") }
            let id = "p\(number)"
            return framed(id, drawing.name, lines(of: drawing, id))
        }
        return (head + body).joined(separator: "\n    ") + (isDot ? "\n}\n" : "\n")
    }

    /// - Parameter prefix: The beginning of the names of a program's nodes.
    private func lines(of drawing: Drawing, _ prefix: String) -> [String] {
        let modules = drawing.modules.enumerated().flatMap { number, module in
            let id = "\(prefix)m\(number)"
            let inner = module.components.enumerated().map { box("\(id)c\($0)", $1) }
            return inner.isEmpty
                ? [box(id, module.title)] : framed(id, module.title, inner)
        }
        let clients = drawing.clients.enumerated().map {
            box("\(prefix)t\($0)", $1, shape: "ellipse")
        }
        let arrow = isDot ? "->" : "-->"
        let arrows = drawing.arrows.map {
            "\(prefix)\($0.source) \(arrow) \(prefix)\($0.target)"
        }.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
        return modules + clients + arrows
    }

    /// A frame. Graphviz's arrows can't lead to one, so they lead to its title.
    private func framed(_ id: String, _ title: String, _ inner: [String]) -> [String] {
        let cluster = "cluster_\(id) { \(box(id, title, shape: "plaintext"))"
        let lines = inner.map { "    \($0)" }
        return ["subgraph \(isDot ? cluster : box(id, title))"] + lines
            + [isDot ? "}" : "end"]
    }

    /// Mermaid has round boxes for all other shapes, and entities of its own in labels.
    private func box(_ id: String, _ title: String, shape: String? = nil) -> String {
        let entities: [Character: String] =
            isDot
            ? ["\"": "\\\"", "\\": "\\\\"]
            : ["#": "#35;", "&": "#amp;", "<": "#lt;", ">": "#gt;", "\"": "#quot;"]
        let label = title.map { entities[$0] ?? String($0) }.joined()
        if isDot {
            let shape = shape.map { ", shape=\($0)" } ?? ""
            return "\(id) [label=\"\(label)\"\(shape)]"
        }
        return shape == nil ? "\(id)[\"\(label)\"]" : "\(id)([\"\(label)\"])"
    }
}
