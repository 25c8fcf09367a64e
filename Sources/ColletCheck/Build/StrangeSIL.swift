import Foundation

extension StoredSIL {
    /// How many functions are tried.
    private static let sample = 50

    /// The first line that isn't understood, if most aren't: a compiler that nobody here knows
    /// has written them. A single instruction that is new makes one place unknown.
    var firstStrangeLine: String? {
        guard let sil = SILText(path: path) else { return "" }
        if !sil.hasPrefix("sil_stage ") { return sil.before("\n").string }
        var lines: (known: Int, strange: [SILText]) = (0, [])
        var next = sil.find("\nsil ")
        for _ in 0..<Self.sample {
            guard let head = next else { break }
            next = sil.find("\nsil ", from: head + 1)
            for block in Code(SILText(head + 1, next ?? sil.end)).blocks {
                let strange = block.instructions.filter { $0.opcode == .unknown }
                lines.known += block.instructions.count - strange.count
                lines.strange += strange.map(\.line)
            }
        }
        return lines.strange.count > lines.known ? lines.strange[0].string : nil
    }
}
