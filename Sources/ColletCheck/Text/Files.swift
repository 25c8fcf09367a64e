import Foundation

/// When a file changed last; never if there is none.
func changeDate(of path: String) -> Date {
    // The attributes of a file manager would include its owner's name, which costs a
    // look-up each.
    let values = try? URL(filePath: path).resourceValues(forKeys: [
        .contentModificationDateKey
    ])
    return values?.contentModificationDate ?? .distantPast
}

/// When a file came to be where it is, or changed last, whatever its own date says: one
/// that is moved or copied may keep that.
func arrivalDate(of path: String) -> Date {
    var info = stat()
    guard stat(path, &info) == 0 else { return .distantPast }
    #if canImport(Darwin)
        let time = info.st_ctimespec
    #else
        let time = info.st_ctim
    #endif
    let seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    return Date(timeIntervalSince1970: seconds)
}

/// The text of a file; none if it can't be read.
func contents(of path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
}

func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

/// The path without links, as the compiler writes it; Foundation's answer has no
/// `/private`, where a Mac's `/tmp` leads.
func resolved(_ path: String) -> String {
    let real = realpath(path, nil)
    defer { free(real) }
    return real.map { String(cString: $0) }
        ?? URL(filePath: path).standardizedFileURL.path
}

func directory(of path: String) -> String {
    URL(filePath: path).deletingLastPathComponent().path
}

func ancestors(of path: String) -> [String] {
    sequence(first: URL(filePath: resolved(path))) { $0.deletingLastPathComponent() }
        .prefix { $0.path != "/" }.map(\.path)
}
