import Foundation

/// A stretch of a mapped file.
///
/// The C library searches it, so that a debug build takes no longer than a release build.
/// The file stays mapped until the process ends.
struct SILText {
    let start: UnsafeRawPointer
    let end: UnsafeRawPointer

    init(_ start: UnsafeRawPointer, _ end: UnsafeRawPointer) {
        self.start = start
        // What is looked for may stand behind the end of a line that was cut.
        self.end = max(start, end)
    }

    /// Maps a file, or returns `nil` if it is empty or can't be read.
    init?(path: String) {
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        guard size > 0 else { return nil }
        let base = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
        guard let base, base != MAP_FAILED else { return nil }
        self.init(base, base + size)
    }

    /// A copy of a string, which is never freed: for tests.
    init(copying string: String) {
        let bytes = Array(string.utf8)
        let copy = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyMemory(from: bytes, byteCount: bytes.count)
        self.init(copy, copy + bytes.count)
    }

    var count: Int { end - start }

    var string: String {
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first byte, or zero.
    var first: UInt8 { start < end ? byte(at: start) : 0 }

    func byte(at position: UnsafeRawPointer) -> UInt8 { position.load(as: UInt8.self) }

    // MARK: Searching

    func find(_ needle: StaticString, from: UnsafeRawPointer? = nil) -> UnsafeRawPointer?
    {
        let from = from ?? start
        guard from < end else { return nil }
        let found = memmem(from, end - from, needle.utf8Start, needle.utf8CodeUnitCount)
        return found.map { UnsafeRawPointer($0) }
    }

    func find(
        byte: Unicode.Scalar, from: UnsafeRawPointer? = nil
    ) -> UnsafeRawPointer? {
        let from = from ?? start
        guard from < end else { return nil }
        return memchr(from, Int32(byte.value), end - from).map { UnsafeRawPointer($0) }
    }

    func find(string needle: String) -> UnsafeRawPointer? {
        var needle = needle
        return needle.withUTF8 {
            memmem(start, count, $0.baseAddress!, $0.count).map { UnsafeRawPointer($0) }
        }
    }

    func contains(string needle: String) -> Bool { find(string: needle) != nil }

    func contains(_ needle: StaticString) -> Bool { find(needle) != nil }

    func starts(with byte: Unicode.Scalar) -> Bool { first == UInt8(ascii: byte) }

    func hasPrefix(_ prefix: StaticString) -> Bool {
        let length = prefix.utf8CodeUnitCount
        return count >= length && memcmp(start, prefix.utf8Start, length) == 0
    }

    func hasSuffix(_ suffix: StaticString) -> Bool {
        let length = suffix.utf8CodeUnitCount
        return count >= length && memcmp(end - length, suffix.utf8Start, length) == 0
    }

    // MARK: Parts

    func line(at position: UnsafeRawPointer) -> SILText {
        SILText(position, find(byte: "\n", from: position) ?? end)
    }

    /// The line above the one that begins at a position; the first one has an empty line
    /// above.
    func line(before position: UnsafeRawPointer) -> SILText {
        let end = max(start, position - 1)
        var first = end
        while first > start, (first - 1).load(as: UInt8.self) != UInt8(ascii: "\n") {
            first -= 1
        }
        return SILText(first, end)
    }

    /// The lines, without their ends.
    var lines: UnfoldSequence<SILText, UnsafeRawPointer> {
        sequence(state: start) { position in
            guard position < end else { return nil }
            let line = line(at: position)
            position = line.end + 1
            return line
        }
    }

    func dropFirst(_ count: Int) -> SILText { from(start + count) }

    func from(_ position: UnsafeRawPointer) -> SILText {
        SILText(min(position, end), end)
    }

    /// What stands before the needle, or everything.
    func before(_ needle: StaticString) -> SILText { SILText(start, find(needle) ?? end) }

    /// What stands behind the needle, or nothing.
    func after(_ needle: StaticString) -> SILText {
        guard let found = find(needle) else { return SILText(end, end) }
        return from(found + needle.utf8CodeUnitCount)
    }

    /// What stands behind the bracket that begins here, and behind one blank.
    func afterBracket() -> SILText {
        let rest = from(endOfBracket(at: start) + 1)
        return rest.starts(with: " ") ? rest.dropFirst(1) : rest
    }

    /// What the bracket that begins here holds.
    func inBracket() -> SILText {
        let close = endOfBracket(at: start)
        return SILText(min(start + 1, close), close)
    }

    /// The text without the blanks at its end.
    var withoutBlanks: SILText {
        var end = end
        while end > start, byte(at: end - 1) == UInt8(ascii: " ") { end -= 1 }
        return SILText(start, end)
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

    /// Where the bracket at a position ends. The `>` of an arrow is no bracket.
    func endOfBracket(at position: UnsafeRawPointer) -> UnsafeRawPointer {
        var depth = 0
        var next = position
        var last: UInt8 = 0
        while next < end {
            let byte = byte(at: next)
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "["),
                UInt8(ascii: "{"):
                depth += 1
            case UInt8(ascii: ">") where last == UInt8(ascii: "-"): break
            case UInt8(ascii: ")"), UInt8(ascii: ">"), UInt8(ascii: "]"),
                UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return next }
            case UInt8(ascii: "\""): next = endOfQuotes(at: next)
            default: break
            }
            last = byte
            next += 1
        }
        return end
    }

    private func endOfQuotes(at position: UnsafeRawPointer) -> UnsafeRawPointer {
        find(byte: "\"", from: position + 1) ?? end
    }

    /// The parts between the commas that stand in no bracket.
    var parts: [SILText] {
        var parts: [SILText] = []
        var from = start
        var next = start
        while next < end {
            switch byte(at: next) {
            case UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "["),
                UInt8(ascii: "{"):
                next = endOfBracket(at: next)
            case UInt8(ascii: "\""): next = endOfQuotes(at: next)
            case UInt8(ascii: ","):
                parts.append(SILText(from, next))
                from = next + 1
                if from < end, byte(at: from) == UInt8(ascii: " ") { from += 1 }
            default: break
            }
            next += 1
        }
        if from < end { parts.append(SILText(from, end)) }
        return parts
    }
}

extension String {
    /// Reads the string as a text, which is there no longer than the closure runs.
    func reading<T>(_ body: (SILText) -> T) -> T {
        var string = self
        return string.withUTF8 { bytes in
            let start = UnsafeRawPointer(bytes.baseAddress!)
            return body(SILText(start, start + bytes.count))
        }
    }

    /// Whether the string has a part: the library's own `contains` takes a hundred times as
    /// long.
    func contains(_ part: String) -> Bool { reading { $0.contains(string: part) } }
}

/// The C library's, which Swift's overlay for Linux doesn't show.
@_silgen_name("memmem")
private func memmem(
    _ text: UnsafeRawPointer, _ size: Int, _ needle: UnsafeRawPointer, _ count: Int
) -> UnsafeMutableRawPointer?
