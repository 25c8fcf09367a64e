import Collet

protocol Files: Sendable {
    func text(of path: String) throws -> String
}

struct NoSuchFile: Error { let path: String }

/// The tool's files, in place of a disk.
struct LiveFiles: Files {
    func text(of path: String) throws -> String {
        guard path.hasSuffix(".md") else { throw NoSuchFile(path: path) }
        return "one two two \(path)"
    }
}

protocol Terminal: Sendable {
    func write(_ line: String)
}

struct LiveTerminal: Terminal {
    func write(_ line: String) { print(line) }
}

protocol Format: Sendable {
    func text(of counts: [String: Int]) -> String
}

struct PlainFormat: Format {
    func text(of counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) \($0.key)" }.joined(separator: "\n")
    }
}

struct JSONFormat: Format {
    func text(of counts: [String: Int]) -> String {
        let pairs = counts.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
        return "{" + pairs.joined(separator: ", ") + "}"
    }
}

let serviceModules = Dependencies {
    Module { LiveFiles() as any Files }
    Module { LiveTerminal() as any Terminal }
    Module("plain") { PlainFormat() as any Format }
    Module("json") { JSONFormat() as any Format }
}
