import Foundation

/// A file with arguments, which stands as `@path` among the arguments.
enum ResponseFile {
    /// Returns the words of a file's text: blanks separate them, a backslash or quotation
    /// marks take a blank for a character.
    static func words(of text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\" where quote != "'":
                word = (word ?? "") + (rest.popFirst().map(String.init) ?? "")
            case "'", "\"":
                if quote == nil {
                    quote = character
                    word = word ?? ""
                } else if quote == character {
                    quote = nil
                } else {
                    word?.append(character)
                }
            case _ where quote == nil && character.isWhitespace:
                words += word.map { [$0] } ?? []
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    /// Returns the text of a file with these words.
    static func text(of words: [String]) -> String {
        words.map { $0.replacing(/[\s\\'"]/) { "\\" + $0.output } + "\n" }.joined()
    }

    /// Returns the arguments with those of the files among them. A file that can't be read
    /// stays for the compiler to complain about.
    static func expanded(_ arguments: [String], in directory: String) -> [String] {
        arguments.flatMap { argument in
            guard argument.hasPrefix("@"),
                let words = words(at: path(String(argument.dropFirst()), in: directory))
            else { return [argument] }
            return words
        }
    }

    /// Returns the words of a file, or `nil` if it can't be read.
    static func words(at path: String) -> [String]? {
        (try? String(contentsOfFile: path, encoding: .utf8)).map(words)
    }

    /// Returns the words of what the compiler says of the files that it has read, as `make`
    /// wants it: `Kit.sil : /…/Kit.swift /…/My\ Header.h`.
    static func dependencies(at path: String) -> [String] {
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        return words(of: (text ?? "").replacing("$$", with: "$"))
    }
}
