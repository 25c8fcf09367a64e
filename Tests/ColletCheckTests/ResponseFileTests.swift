import Testing

@testable import ColletCheck

/// Files with arguments: what the build systems write, and what the check writes.
struct ResponseFileTests {
    @Test(arguments: [
        ("/a/b.swift\n/c d.swift", ["/a/b.swift", "/c", "d.swift"]),
        (#"/My\ App/a.swift"#, ["/My App/a.swift"]),
        (
            #"'/My App/a.swift' "/My App/b.swift""#,
            ["/My App/a.swift", "/My App/b.swift"]
        ),
        (#"it\'s "\"" '\'"#, ["it's", "\"", "\\"]),
        (#"a"b c"'d "e'"#, [#"ab cd "e"#]),
        (#"'' a """#, ["", "a", ""]),
        (" \t\r\n", []),
    ])
    func blanksSeparateWords(_ text: String, _ words: [String]) {
        #expect(ResponseFile.words(of: text) == words)
    }

    @Test func whatIsWrittenIsReadAgain() {
        let words = ["a", "b c", "d'e", #"f"g"#, #"h\i"#, "j\nk", "-Dä=ö"]
        #expect(ResponseFile.words(of: ResponseFile.text(of: words)) == words)
    }

    @Test func aFileStandsForItsWords() throws {
        let place = try BuildPlace()
        let file = try place.write("more options", "-DA '-DB C'")
        try place.write("options", "-DD")
        let arguments = ["-g", "@\(file)", "@options", "@nowhere", "-O"]
        #expect(
            ResponseFile.expanded(arguments, in: place.path)
                == ["-g", "-DA", "-DB C", "-DD", "@nowhere", "-O"])
    }
}
