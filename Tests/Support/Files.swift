import Foundation

/// The package's files, and files that tests write.
public enum Package {
    public static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The library, exactly as people paste it.
    public static let library = root.appending(path: "Sources/Collet/Collet.swift")
    /// Messages for the compiler, in a file that people may paste beside the library.
    public static let hints = root.appending(path: "Sources/Collet/Collet+Hints.swift")
    public static let traits = root.appending(
        path: "Sources/ColletTesting/ColletTesting.swift")

    /// Returns an executable of the package, which the build puts beside the test bundle.
    public static func executable(_ name: String) -> URL? {
        final class TestBundle {}
        let bundles = Bundle.allBundles + [Bundle.main, Bundle(for: TestBundle.self)]
        return bundles.map(\.bundleURL)
            .flatMap { [$0, $0.deletingLastPathComponent()] }
            .map { $0.appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Returns the files of a directory whose names end in a given way, in alphabetical
    /// order.
    public static func files(in directory: String, ending suffix: String) -> [URL] {
        let directory = root.appending(path: directory)
        let names = try! FileManager.default.contentsOfDirectory(atPath: directory.path)
        return names.filter { $0.hasSuffix(suffix) }.sorted().map {
            directory.appending(path: $0)
        }
    }

    /// Returns the section of a page that has a title.
    public static func section(_ title: String, of page: String) throws -> String {
        struct Missing: Error { let title: String }
        let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
        guard let start = text.firstRange(of: "\n## \(title)\n")?.upperBound else {
            throw Missing(title: title)
        }
        let end = text[start...].firstRange(of: "\n## ")?.lowerBound
        return String(text[start..<(end ?? text.endIndex)])
    }

    /// Returns the name that a dynamic library has on this system.
    public static func libraryName(_ name: String) -> String {
        #if os(macOS)
            "lib\(name).dylib"
        #else
            "lib\(name).so"
        #endif
    }

    /// Returns a new directory, which is removed when this process ends.
    public static func temporaryDirectory() throws -> URL {
        let directory = temporaryRoot.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
        return directory
    }

    /// Returns a new file in a directory of its own, which is removed when this process
    /// ends.
    public static func temporaryFile(_ name: String, _ text: String) throws -> URL {
        let file = try temporaryDirectory().appending(path: name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file
    }

    private static let temporaryRoot = {
        atexit { try? FileManager.default.removeItem(at: location) }
        return location
    }()
}

extension String {
    /// Replaces the only occurrence of a text, for which `…` stands in the new one.
    public mutating func replaceOnly(_ text: String, with new: String) throws {
        let parts = components(separatedBy: text)
        guard parts.count == 2 else { throw NotOnce(text: text) }
        self = parts.joined(separator: new.replacing("…", with: text))
    }

    private struct NotOnce: Error { let text: String }
}

private let location = FileManager.default.temporaryDirectory
    .appending(path: "collet-\(ProcessInfo.processInfo.processIdentifier)")
