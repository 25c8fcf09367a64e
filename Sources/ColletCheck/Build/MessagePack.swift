import Foundation

/// Reads lists of texts from MessagePack, whatever is around them.
///
/// Swift Build's format isn't documented, and has changed. The beginning of a command
/// hasn't, so the reader looks for that, and needs to understand only texts and arrays.
struct MessagePack {
    private var rest: Data

    /// Returns the arrays of texts that begin with a text. A text is a string, or a pair
    /// of a small number and bytes.
    static func lists(in data: Data, beginningWith first: String) -> [[String]] {
        var lists: [[String]] = []
        var rest = data
        while let match = rest.range(of: Data(first.utf8)) {
            // The headers of an array, a pair and a text have twelve bytes at most.
            let start = max(data.startIndex, match.lowerBound - 12)
            let candidates = (start..<match.lowerBound).lazy.compactMap { start in
                var reader = MessagePack(rest: data[start...])
                return reader.list()
            }
            lists += candidates.first { $0.first == first }.map { [$0] } ?? []
            rest = data[match.upperBound...]
        }
        return lists
    }

    private mutating func list() -> [String]? {
        guard let count = count(0x90...0x9f, [0xdc: 2, 0xdd: 4]) else { return nil }
        var texts: [String] = []
        for _ in 0..<count {
            guard let text = text() else { return nil }
            texts.append(text)
        }
        return texts
    }

    private mutating func text() -> String? {
        let isPair = rest.first == 0x92
        if isPair { rest = rest.dropFirst(2) }
        let sizes: [UInt8: Int] = [0xd9: 1, 0xda: 2, 0xdb: 4, 0xc4: 1, 0xc5: 2, 0xc6: 4]
        guard let count = count(0xa0...0xbf, sizes), let bytes = take(count) else {
            return nil
        }
        return String(data: bytes, encoding: .utf8)
    }

    /// Reads the size of a value, from its head or from a number of bytes after it.
    private mutating func count(_ short: ClosedRange<UInt8>, _ sizes: [UInt8: Int])
        -> Int?
    {
        guard let head = take(1)?.first else { return nil }
        if short ~= head { return Int(head - short.lowerBound) }
        guard let size = sizes[head], let bytes = take(size) else { return nil }
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func take(_ count: Int) -> Data? {
        defer { rest = rest.dropFirst(count) }
        return count <= rest.count ? rest.prefix(count) : nil
    }
}
