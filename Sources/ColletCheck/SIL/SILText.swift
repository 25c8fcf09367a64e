import Foundation

/// A stretch of a mapped file.
///
/// The C library searches it, so a debug build takes no longer than a release build. The
/// file stays mapped until the process ends.
struct SILText {
    let start: UnsafeRawPointer
    let end: UnsafeRawPointer

    init(_ start: UnsafeRawPointer, _ end: UnsafeRawPointer) {
        self.start = start
        // In a line that is cut short, a part may begin after the end.
        self.end = end < start ? start : end
    }

    /// Maps a file, or returns `nil` if it can't be read. Foundation would copy it.
    init?(path: String) {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        let size = Int(lseek(file, 0, SEEK_END))
        guard size >= 0 else { return nil }
        // An empty file can't be mapped, so this maps one byte, but nothing reads past
        // the end.
        let start = mmap(nil, max(size, 1), PROT_READ, MAP_PRIVATE, file, 0)
        guard let start, start != MAP_FAILED else { return nil }
        self.init(start, start + size)
    }

    /// Makes a text that stays until the process ends, as a file's does.
    init(copying bytes: [UInt8]) {
        let copy = UnsafeMutableRawBufferPointer.allocate(
            byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        self.init(copy.baseAddress!, copy.baseAddress! + bytes.count)
    }

    var count: Int { end - start }

    var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: count)
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    func byte(at position: UnsafeRawPointer) -> UInt8 { position.load(as: UInt8.self) }

    // MARK: Searching

    func find(_ needle: StaticString, from: UnsafeRawPointer? = nil) -> UnsafeRawPointer?
    {
        let from = from ?? start
        return from < end
            ? memmem(from, end - from, needle.utf8Start, needle.utf8CodeUnitCount) : nil
    }

    func find(string needle: String) -> UnsafeRawPointer? {
        var needle = needle
        return needle.withUTF8 { memmem(start, count, $0.baseAddress!, $0.count) }
    }

    func contains(string needle: String) -> Bool { find(string: needle) != nil }

    func contains(_ needle: StaticString) -> Bool { find(needle) != nil }

    func hasPrefix(_ prefix: StaticString) -> Bool {
        let length = prefix.utf8CodeUnitCount
        return count >= length && memcmp(start, prefix.utf8Start, length) == 0
    }

    func hasSuffix(_ suffix: StaticString) -> Bool {
        from(max(start, end - suffix.utf8CodeUnitCount)).hasPrefix(suffix)
    }

    // MARK: Parts

    func line(at position: UnsafeRawPointer) -> SILText {
        SILText(position, find("\n", from: position) ?? end)
    }

    /// The lines, without line breaks.
    var lines: UnfoldSequence<SILText, SILText> {
        sequence(state: self) { rest in
            if rest.count == 0 { return nil }
            let line = rest.line(at: rest.start)
            rest = rest.from(line.end + 1)
            return line
        }
    }

    /// The rest of the text after each occurrence of a needle.
    func rests(after needle: StaticString) -> [SILText] {
        var all: [SILText] = []
        var rest = self
        while let found = rest.find(needle) {
            rest = rest.from(found + needle.utf8CodeUnitCount)
            all.append(rest)
        }
        return all
    }

    func dropFirst(_ count: Int) -> SILText { from(start + count) }

    func from(_ position: UnsafeRawPointer) -> SILText {
        SILText(position < end ? position : end, end)
    }

    /// The text before the needle, or everything.
    func before(_ needle: StaticString) -> SILText { SILText(start, find(needle) ?? end) }

    /// The text after the needle, or nothing.
    func after(_ needle: StaticString) -> SILText {
        from((find(needle) ?? end) + needle.utf8CodeUnitCount)
    }

    var withoutBlanksAtEnd: SILText {
        var end = end
        while end > start, byte(at: end - 1) == UInt8(ascii: " ") { end -= 1 }
        return SILText(start, end)
    }

    func withoutPrefix(_ prefix: StaticString) -> SILText {
        hasPrefix(prefix) ? dropFirst(prefix.utf8CodeUnitCount) : self
    }

    /// The text after the bracket that begins here, and after one blank.
    func afterBracket() -> SILText {
        from(endOfBracket(at: start) + 1).withoutPrefix(" ")
    }

    /// The text in the bracket that begins here.
    func inBracket() -> SILText {
        SILText(start + 1, endOfBracket(at: start))
    }

    /// The number at a position, and where it ends.
    func number(at position: UnsafeRawPointer) -> (value: Int, end: UnsafeRawPointer) {
        var value = 0
        var next = position
        while next < end {
            let digit = byte(at: next) &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ Int(digit)
            next += 1
        }
        return (value, next)
    }

    /// The end of the bracket at a position.
    func endOfBracket(at position: UnsafeRawPointer) -> UnsafeRawPointer {
        var isInside = false
        return end(from: position) { _, depth in
            defer { isInside = true }
            return isInside && depth == 0
        }
    }

    /// The first position outside of quotes for which a closure returns `true`, given the
    /// byte and how many brackets are open after it. The `>` of an arrow isn't a bracket.
    private func end(
        from position: UnsafeRawPointer, _ isEnd: (UInt8, _ depth: Int) -> Bool
    ) -> UnsafeRawPointer {
        var depth = 0
        var next = position
        var last: UInt8 = 0
        while next < end {
            let byte = byte(at: next)
            switch Unicode.Scalar(byte) {
            case "(", "<", "[", "{": depth += 1
            case ">" where last == UInt8(ascii: "-"): break
            case ")", ">", "]", "}": depth -= 1
            case "\"", "`": next = endOfQuotes(at: next)
            default: break
            }
            if isEnd(byte, depth) { return next }
            last = byte
            next += 1
        }
        return end
    }

    /// The end of the quotes or backticks at a position. A character may be escaped.
    func endOfQuotes(at position: UnsafeRawPointer) -> UnsafeRawPointer {
        var next = position + 1
        while next < end, byte(at: next) != byte(at: position) {
            next += byte(at: next) == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(next, end)
    }

    /// The parts between the commas outside of brackets.
    var parts: [SILText] {
        var parts: [SILText] = []
        var rest = self
        while rest.count > 0 {
            let part = rest.firstPart
            parts.append(part)
            rest = from(part.end + 1).withoutPrefix(" ")
        }
        return parts
    }

    var firstPart: SILText {
        if !contains(",") { return self }
        return SILText(start, end(from: start) { $0 == UInt8(ascii: ",") && $1 == 0 })
    }
}

extension String {
    /// Reads the string as a text that exists only while the closure runs.
    func reading<T>(_ body: (SILText) -> T) -> T {
        var string = self
        return string.withUTF8 { bytes in
            let start = UnsafeRawPointer(bytes.baseAddress!)
            return body(SILText(start, start + bytes.count))
        }
    }

    /// The words of a list.
    var words: [String] {
        split { $0 == " " || $0 == "\n" }.map(String.init)
    }

    /// Whether the string contains a part. The library's own `contains` takes a hundred
    /// times as long.
    func contains(_ part: String) -> Bool { reading { $0.contains(string: part) } }
}

/// The C library's function, which Swift's overlay for Linux doesn't show.
@_silgen_name("memmem")
private func memmem(
    _ text: UnsafeRawPointer, _ size: Int, _ needle: UnsafeRawPointer, _ count: Int
) -> UnsafeRawPointer?
