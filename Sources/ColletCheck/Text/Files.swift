import Foundation

/// When a file changed last; never if there is none.
func changeDate(of path: String) -> Date {
    #if canImport(Darwin)
        date(of: path) { $0.st_mtimespec }
    #else
        date(of: path) { $0.st_mtim }
    #endif
}

/// When a file came to be where it is, or changed last, whatever its own date says: one
/// that is moved or copied may keep that.
func arrivalDate(of path: String) -> Date {
    #if canImport(Darwin)
        date(of: path) { $0.st_ctimespec }
    #else
        date(of: path) { $0.st_ctim }
    #endif
}

/// One reading for both, as two would round the same time to two dates. (The attributes
/// of a file manager would include its owner's name, which costs a look-up each.)
private func date(of path: String, _ time: (stat) -> timespec) -> Date {
    var info = stat()
    guard stat(path, &info) == 0 else { return .distantPast }
    let seconds = Double(time(info).tv_sec) + Double(time(info).tv_nsec) / 1e9
    return Date(timeIntervalSince1970: seconds)
}

/// The text of a file; none if it can't be read.
func contents(of path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
}

func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

/// The names of what is in a directory; none if it can't be read.
func fileNames(in directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
}

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
