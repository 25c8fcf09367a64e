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
        guard let count = arrayCount(at: &position) else { return nil }
        var texts: [String] = []
        for _ in 0..<count {
            guard let text = text(at: &position) else { return nil }
            texts.append(text)
        }
        return (texts, position)
    }

    private func text(at position: inout Int) -> String? {
        if byte(at: position) == 0x92 { position += 2 }
        guard let count = textCount(at: &position), count <= data.endIndex - position
        else { return nil }
        defer { position += count }
        return String(data: data[position..<position + count], encoding: .utf8)
    }

    private func arrayCount(at position: inout Int) -> Int? {
        switch byte(at: position) {
        case let head? where 0x90...0x9f ~= head:
            number(of: 0, at: &position, head & 0x0f)
        case 0xdc: number(of: 2, at: &position)
        case 0xdd: number(of: 4, at: &position)
        default: nil
        }
    }

    private func textCount(at position: inout Int) -> Int? {
        switch byte(at: position) {
        case let head? where 0xa0...0xbf ~= head:
            number(of: 0, at: &position, head & 0x1f)
        case 0xd9, 0xc4: number(of: 1, at: &position)
        case 0xda, 0xc5: number(of: 2, at: &position)
        case 0xdb, 0xc6: number(of: 4, at: &position)
        default: nil
        }
    }

    /// Reads a head, and the number behind it that has so many bytes.
    private func number(of size: Int, at position: inout Int, _ inHead: UInt8 = 0) -> Int?
    {
        let bytes = position + 1..<position + 1 + size
        guard bytes.upperBound <= data.endIndex else { return nil }
        position = bytes.upperBound
        return data[bytes].reduce(Int(inHead)) { $0 << 8 | Int($1) }
    }

    private func byte(at position: Int) -> UInt8? {
        position < data.endIndex ? data[position] : nil
    }
}
