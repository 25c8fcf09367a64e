import Foundation

/// A file with arguments, which is `@path` among the arguments.
enum ResponseFile {
    /// Returns the words of a file's text, separated by blanks. A backslash or quotation
    /// marks make a blank part of a word.
    static func words(of text: String) -> [String] {
        let word = #/(?s)(?:[^\s\\'"]+|\\.|'[^']*'|"(?:[^\\"]|\\.)*")+/#
        let quoted = #/(?s)\\(.)|'([^']*)'|"((?:[^\\"]|\\.)*)"/#
        return text.matches(of: word).map { match in
            match.output.replacing(quoted) { part in
                let (_, character, literal, other) = part.output
                return character ?? literal ?? other!.replacing(#/(?s)\\(.)/#, with: \.1)
            }
        }.map(String.init)
    }

    /// Returns the text of a file with these words.
    static func text(of words: [String]) -> String {
        words.map { $0.replacing(/[\s\\'"]/) { "\\" + $0.output } + "\n" }.joined()
    }

    /// Returns the arguments, with each file replaced by those in it. A file that can't
    /// be read stays for the compiler to complain about.
    static func expanded(_ arguments: [String], in directory: String) -> [String] {
        arguments.flatMap { argument in
            let file = URL(
                filePath: String(argument.dropFirst()),
                relativeTo: URL(filePath: directory, directoryHint: .isDirectory))
            let words = argument.hasPrefix("@") ? words(at: file.path) : nil
            return words ?? [argument]
        }
    }

    /// Returns the words of a file, or `nil` if it can't be read.
    static func words(at path: String) -> [String]? {
        (try? String(contentsOfFile: path, encoding: .utf8)).map(words)
    }

    /// Returns the words of the compiler's list of the files that it has read, in the
    /// form for `make`: `Kit.sil : /…/Kit.swift /…/My\ Header.h`.
    static func dependencies(at path: String) -> [String] {
        words(at: path)?.map { $0.replacing("$$", with: "$") } ?? []
    }
}
