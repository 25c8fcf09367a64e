import Foundation
import TestSupport
import Testing

/// What the tool reads may be of another build, or damaged, in any way: it says so in one
/// line.
struct FuzzTests {
    /// Each with the seed of its changes.
    private static let fixtures: [(name: String, seed: UInt64)] =
        [("Asked", 37)]
        + (runsSlowTests ? [("Called", 38), ("Certain", 39), ("Seconds", 40)] : [])

    /// Slow, as the tool runs for each of the changes.
    @Test(arguments: fixtures)
    func noChangeOfWhatIsReadStopsTheTool(name: String, seed: UInt64) async throws {
        let tool = try #require(Package.executable("collet-check"))
        let program = try Fixture.Program(named: "Fuzz-\(name)")
        let sources = program.directory.appending(path: "App")
        // A copy of read-only sources would be read-only, too.
        let original = Fixture(name: name).sources.appending(path: "App")
        for file in try FileManager.default.contentsOfDirectory(atPath: original.path) {
            let text = try Data(contentsOf: original.appending(path: file))
            try program.write(String(decoding: text, as: UTF8.self), to: "App/\(file)")
        }
        try program.compile("App", at: [sources])
        var random = Generator(state: seed)
        for _ in 0..<(runsSlowTests ? 150 : 20) {
            let change = try Change(in: program.directory, &random)
            defer { change.undo() }
            let run = try await Run(
                tool.path,
                [
                    "--package-path", sources.path, "--index-store-path",
                    program.index.path,
                ])
            // What ends the toolchain's library, C++ says itself before.
            let lines = run.error.split(separator: "\n").filter {
                !$0.hasPrefix("terminate called") && !$0.hasPrefix("  what():")
            }
            let isError =
                lines.first?.hasPrefix("error: ") == true && run.output.isEmpty
            let isUnchecked = run.output.hasSuffix("could not be checked\n")
            #expect(
                (0...2).contains(run.status)
                    && (run.status == 2 ? isError || isUnchecked : run.error.isEmpty)
                    && lines.count == (isError ? 1 : 0),
                "\(change): status \(run.status), \(run.error.prefix(500))\(run.output.suffix(300))"
            )
        }
    }

    /// A file as it was, and what it was made to.
    private struct Change: CustomStringConvertible {
        let file: URL
        let before: Data
        let description: String

        /// Changes a source, a unit, a record or an object somewhere, and leaves its
        /// date.
        init(in directory: URL, _ random: inout Generator) throws {
            let kinds = [
                ("App", ".swift"), ("index/v5/units", ""), ("index/v5/records", ""),
                ("objects", ".o"),
            ]
            let (folder, suffix) = kinds[
                random.next(below: 8) < 5 ? 0 : 1 + random.next(below: 3)]
            let paths = FileManager.default.enumerator(
                at: directory.appending(path: folder), includingPropertiesForKeys: nil)
            let files = (paths?.compactMap { $0 as? URL } ?? []).filter {
                $0.path.hasSuffix(suffix) && !$0.hasDirectoryPath
            }.sorted { $0.path < $1.path }
            file = files[random.next(below: files.count)]
            before = try Data(contentsOf: file)
            let date = try FileManager.default.attributesOfItem(atPath: file.path)[
                .modificationDate]
            let (after, what) =
                suffix == ".swift"
                ? Self.edited(before, &random) : Self.damaged(before, &random)
            description = "\(folder)/\(file.lastPathComponent), \(what)"
            try after.write(to: file)
            try FileManager.default.setAttributes(
                [.modificationDate: date!], ofItemAtPath: file.path)
        }

        func undo() { try? before.write(to: file) }

        private static func damaged(_ data: Data, _ random: inout Generator) -> (
            Data, String
        ) {
            var bytes = Array(data)
            let place = random.next(below: bytes.count)
            switch random.next(below: 4) {
            case 0: return (Data(), "emptied")
            case 1: return (Data(bytes.prefix(place)), "cut at \(place)")
            case 2:
                bytes.replaceSubrange(
                    place..., with: bytes[place...].map { _ in UInt8(0) })
                return (Data(bytes), "zero from \(place)")
            default:
                bytes[place] = UInt8(random.next(below: 256))
                return (Data(bytes), "byte \(bytes[place]) at \(place)")
            }
        }

        private static func edited(_ data: Data, _ random: inout Generator) -> (
            Data, String
        ) {
            var lines = String(decoding: data, as: UTF8.self).components(
                separatedBy: "\n")
            let line = random.next(below: lines.count)
            let other = random.next(below: lines.count)
            switch random.next(below: 8) {
            case 0: return (Data(), "emptied")
            case 1: return (data.prefix(random.next(below: data.count)), "cut")
            case 2:
                lines.remove(at: line)
                return (
                    Data(lines.joined(separator: "\n").utf8), "without line \(line + 1)"
                )
            case 3:
                lines.insert(lines[other], at: line)
                return (
                    Data(lines.joined(separator: "\n").utf8),
                    "line \(other + 1) at \(line + 1)"
                )
            case 4:
                lines.swapAt(line, other)
                return (
                    Data(lines.joined(separator: "\n").utf8),
                    "lines \(line + 1) and \(other + 1)"
                )
            case 5:
                lines.removeSubrange(line...)
                return (Data(lines.joined(separator: "\n").utf8), "up to line \(line)")
            default:
                // What has the same length leaves all that the index knows where it is.
                let bytes = Array(lines[line].utf8)
                let signs = Array("(){}[]<>\"'/#`.,:;=@ a1\\".utf8)
                guard !bytes.isEmpty else { return (data, "nothing") }
                var changed = bytes
                let column = random.next(below: bytes.count)
                changed[column] = signs[random.next(below: signs.count)]
                lines[line] = String(decoding: changed, as: UTF8.self)
                return (
                    Data(lines.joined(separator: "\n").utf8),
                    "line \(line + 1) is now '\(lines[line])'"
                )
            }
        }
    }

    /// A generator that gives the same numbers for the same seed.
    private struct Generator {
        var state: UInt64

        mutating func next(below bound: Int) -> Int {
            // The constants are those of SplitMix64.
            state &+= 0x9E37_79B9_7F4A_7C15
            var number = state
            number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
            number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((number ^ (number >> 31)) % UInt64(max(bound, 1)))
        }
    }
}
