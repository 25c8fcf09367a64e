import Foundation

/// Reads lists of texts from MessagePack, whatever stands around them.
///
/// Nothing documents what Swift Build keeps, and it has changed. What a command begins with
/// hasn't: so a reader looks for that, and needs to know of no value but texts and arrays.
struct MessagePack {
    let data: Data

    /// Returns the arrays of texts that begin with a text. A text is a string, or a pair of
    /// a small number and bytes.
    func lists(beginningWith first: String) -> [[String]] {
        var lists: [[String]] = []
        var end = data.startIndex
        while let match = data.range(of: Data(first.utf8), in: end..<data.endIndex) {
            end = match.upperBound
            // The headers of an array, a pair and a text have twelve bytes at most.
            let starts = max(data.startIndex, match.lowerBound - 12)..<match.lowerBound
            let list = starts.lazy.compactMap(list).first { $0.texts.first == first }
            guard let list else { continue }
            lists.append(list.texts)
            end = max(end, list.end)
        }
        return lists
    }

    private func list(at start: Int) -> (texts: [String], end: Int)? {
        var position = start
        guard let count = count(at: &position, Self.array) else { return nil }
        var texts: [String] = []
        for _ in 0..<count {
            guard let text = text(at: &position) else { return nil }
            texts.append(text)
        }
        return (texts, position)
    }

    private func text(at position: inout Int) -> String? {
        let isPair = position < data.endIndex && data[position] == 0x92
        if isPair { position += 2 }
        guard let count = count(at: &position, Self.text),
            count <= data.endIndex - position
        else { return nil }
        defer { position += count }
        return String(data: data[position..<position + count], encoding: .utf8)
    }

    /// Reads how much there is of something, and moves behind that.
    private func count(at position: inout Int, _ heads: Heads) -> Int? {
        guard position < data.endIndex else { return nil }
        let head = data[position]
        let isShort = heads.short ~= head
        guard let size = isShort ? 0 : heads.sizes[head] else { return nil }
        let bytes = position + 1..<position + 1 + size
        guard bytes.upperBound <= data.endIndex else { return nil }
        position = bytes.upperBound
        let start = isShort ? Int(head - heads.short.lowerBound) : 0
        return data[bytes].reduce(start) { $0 << 8 | Int($1) }
    }

    /// The bytes with which something begins: with its count, or before so many bytes of it.
    private typealias Heads = (short: ClosedRange<UInt8>, sizes: [UInt8: Int])

    private static let array: Heads = (0x90...0x9f, [0xdc: 2, 0xdd: 4])
    private static let text: Heads = (
        0xa0...0xbf, [0xd9: 1, 0xda: 2, 0xdb: 4, 0xc4: 1, 0xc5: 2, 0xc6: 4]
    )
}
