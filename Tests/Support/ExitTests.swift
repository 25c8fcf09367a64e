import Foundation
import Testing

/// The standard error of an exit test's process that should end well.
///
/// Without a transcript, the test gets no output from a process that ends in another way
/// than it should.
public struct Transcript: Codable, Sendable {
    private let file: URL

    public init() throws {
        file = try Package.temporaryDirectory().appending(path: "transcript")
        try Data().write(to: file)
    }

    /// Redirects this process's standard error to the transcript.
    public func begin() throws {
        let handle = try FileHandle(forWritingTo: file)
        dup2(handle.fileDescriptor, FileHandle.standardError.fileDescriptor)
    }

    public var lines: [String] {
        get throws { nonEmptyLines(of: try Data(contentsOf: file)) }
    }
}

private func nonEmptyLines(of output: some Sequence<UInt8>) -> [String] {
    String(decoding: Array(output), as: UTF8.self).split(separator: "\n").map(String.init)
}

#if os(macOS) || os(Linux)
    extension [any PartialKeyPath<ExitTest.Result> & Sendable] {
        /// The values that an exit test observes if its process ends with a message.
        public static var messages: Self { [\.standardErrorContent] }
    }

    extension ExitTest.Result {
        /// The lines that Collet wrote before it trapped, from its name to the cure.
        ///
        /// If there are none, it is all lines that were written.
        public var report: [String] {
            let output = String(decoding: standardErrorContent, as: UTF8.self)
            let start = output.range(of: "Collet: ")?.lowerBound ?? output.startIndex
            let lines = output[start...].components(separatedBy: "\n")
            let cure = lines.firstIndex { $0.hasPrefix("To fix, ") }
            return cure.map { Array(lines[...$0]) } ?? lines
        }

        /// The lines on standard error.
        public var lines: [String] { nonEmptyLines(of: standardErrorContent) }
    }
#endif
