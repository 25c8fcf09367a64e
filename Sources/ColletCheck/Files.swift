import Foundation

/// When a file changed last; never if there is none.
func changeDate(of path: String) -> Date {
    // The attributes of a file manager would include its owner's name, which costs a look-up each.
    let values = try? URL(filePath: path).resourceValues(forKeys: [.contentModificationDateKey])
    return values?.contentModificationDate ?? .distantPast
}

func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
}

func directory(of path: String) -> String {
    URL(filePath: path).deletingLastPathComponent().path
}

func ancestors(of path: String) -> [String] {
    sequence(first: URL(filePath: resolved(path))) { $0.deletingLastPathComponent() }
        .prefix { $0.path != "/" }.map(\.path)
}
