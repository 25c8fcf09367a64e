import Foundation

/// What the compiler says of the files that it has read, as `make` wants it:
/// `Kit.sil : /…/Kit.swift /…/My\\ Header.h`.
enum DependencyFile {
    /// Returns the paths that stand in files, each once.
    static func paths(in files: [String]) throws -> [String] {
        let all = try files.flatMap {
            try paths(of: String(decoding: contents(of: $0), as: UTF8.self))
        }
        return Set(all).sorted()
    }

    /// Returns the paths behind the colons of a text.
    static func paths(of text: String) -> [String] {
        text.split(separator: "\n").flatMap { line in
            let parts = line.split(separator: " : ", maxSplits: 1)
            return ResponseFile.words(
                of: String(parts.last ?? "").replacing("$$", with: "$"))
        }
    }
}
